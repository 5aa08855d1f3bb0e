"""What a table needs, for each player and shared by all, and what the box holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from builder.diagnostics import Diagnostic, count_of, suggestion
from builder.documents.data import Data, mapping, text, wholes
from builder.games import UNLIMITED, Clause, Players, players_from
from builder.legality.context import Check, Context, Counted
from builder.legality.kinds import LABEL, SECTION, ClauseKind, number, numbers, one_by_one, one_of, parts, wrong_bounds
from builder.legality.verdicts import Violation
from builder.words import DEFAULT, words_of

NEEDS = ("per-player", "shared", "box")  # what queries match, by how many


def inventory(clause: Clause, context: Context) -> Check:
    """For a number of players that can't play there is a violation, and the deck is judged for the nearest number."""
    section, say = clause.section, context.say
    own = "players" in clause.parameters
    can_play = players_from(mapping(clause.parameters["players"])) if own else context.format.players_of_deck
    nearest = lru_cache(can_play.nearest)
    labels = mapping(clause.parameters.get("labels"))
    each_needs, all_need, box = (wholes(clause.parameters.get(key)) for key in NEEDS)
    needs = [
        (where, context.matching(where), each_needs.get(where, 0), all_need.get(where, 0), box.get(where, UNLIMITED))
        for where in dict.fromkeys((*each_needs, *all_need, *box))
    ]

    def stated(where: str, actual: int) -> str:
        what = context.counted(actual, where, text(labels.get(where)), "component")
        return f"{what}{context.in_section(section)}"

    def missing(where: str, actual: int, needed: int, players: int) -> Violation:
        def message() -> str:
            who = say("inventory.table", players) if where in each_needs else say("inventory.every")
            return say("inventory.missing", what=stated(where, actual), who=who, needed=needed, add=needed - actual)

        return context.violation(clause, "missing-component", message, needed, actual, values={"where": where})

    def too_many(where: str, actual: int, in_box: int, ids: Iterable[str]) -> Violation:
        def message() -> str:
            return say("inventory.extra", what=stated(where, actual), held=in_box, over=actual - in_box)

        values, found = {"where": where}, ("extra-component", message, in_box, actual)
        return context.violation(clause, *found, cards=sorted(ids), values=values)

    def check(deck: Counted) -> Iterable[Violation]:
        cards = deck.cards(section)
        players = nearest(deck.players)
        wrong = own and players != deck.players
        found = [context.wrong_player_count(deck.players, can_play, clause)] if wrong else []
        for where, matching, one, shared, in_box in needs:
            there = matching.intersection(cards)
            needed = one * players + shared
            actual = sum(map(cards.__getitem__, there))
            if actual < needed:
                found.append(missing(where, actual, needed, players))
            if actual > in_box:
                found.append(too_many(where, actual, in_box, there))
        return found

    return check


def faults(clause: Clause, can_play: Players) -> Iterator[Diagnostic]:
    """The box has enough for the fewest and for the most players, and each label belongs to a query of the clause."""
    parameters = clause.parameters
    yield from wrong_bounds(mapping(parameters.get("players")), ("players",))
    each, shared = wholes(parameters.get("per-player")), wholes(parameters.get("shared"))
    labels = mapping(parameters.get("labels"))
    can_play = players_from(mapping(parameters["players"])) if "players" in parameters else can_play.of_deck
    for where, in_box in wholes(parameters.get("box")).items():
        for players in dict.fromkeys((can_play.fewest, can_play.most)):
            needed = each.get(where, 0) * players + shared.get(where, 0)
            if in_box < needed and players != UNLIMITED:
                need = "needs" if players == 1 else "need"
                who = f"{count_of(players, 'player')} {need} {needed}"
                what = words_of(DEFAULT).noun(text(labels.get(where)), in_box) or f"of what matches `{where}`"
                message = f"the box holds {in_box} {what}, and {who}"
                help_ = "say how many can play, as many as the box is for"
                yield Diagnostic("contradictory-clause", message, help=help_, path=("box", where))
                break
    known = {where for key in NEEDS for where in mapping(parameters.get(key))}
    for where in labels:
        if where not in known:
            message, help_ = f"the clause asks for nothing that matches `{where}`", suggestion(where, known, "queries")
            yield Diagnostic("contradictory-clause", message, help=help_, path=("labels", where), at_key=True)


def _by_query(description: str, each: Mapping[str, Data]) -> dict[str, Data]:
    return numbers("query", description, {"title": "Number", **each}, maxProperties=100)


_LEAST = number("The smallest number.", low=1)
KIND = ClauseKind(
    one_by_one(inventory),
    description="What a table needs: the smallest number of some cards or components, for each player and shared by "
    "all; and the largest number, where the box has no more.",
    parameters={
        "section": SECTION,
        "players": parts(
            {"min": number("The fewest players.", 1, 100), "max": number("The most players.", 1, 100)},
            description="How many can play by this clause, where the format itself does not say so.",
            minProperties=1,
        ),
        "per-player": _by_query("What each player needs at least, by query.", _LEAST),
        "shared": _by_query("What all players together need at least, by query.", _LEAST),
        "box": _by_query("What the box has at most, by query.", number("The largest number.")),
        "labels": {
            "description": "What a query's cards are called in a message: `cities`, or `city / cities`.",
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"type": "string", "minLength": 1, "maxLength": 600},
            "additionalProperties": {"title": "Label", **LABEL},
        },
    },
    shape=one_of("per-player", "shared", "box", "players"),
    faults=faults,
    by_players=lambda clause: True,
    codes={
        "missing-component": "a table needs more of something than there is",
        "extra-component": "there is more of something than the box holds",
    },
)
