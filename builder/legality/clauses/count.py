"""How many cards of some kind a deck has, or the sum of one of their fields, or how many values that field has."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from builder.diagnostics import Diagnostic
from builder.documents.data import Data, text
from builder.games import Clause, Format, Game, Players
from builder.legality.context import Check, Context, Copies, Counted
from builder.legality.kinds import BOUNDS, EACH_PLAYER, SECTION, ClauseKind, label, naming, one_by_one, one_of
from builder.legality.speech import Bounds, Speech
from builder.legality.verdicts import Violation


def count(clause: Clause, context: Context) -> Check:
    """Counts the cards that `where` matches, in one section or all: their copies, a field's sum, or its values."""
    for_all = Bounds.of(clause.parameters)
    where, say, label_ = clause.where or "", context.say, text(clause.parameters.get("label"))
    matching = context.matching(clause.where)
    section, grows = clause.section, clause.per_player
    summed, different = (text(clause.parameters.get(name)) for name in ("sum", "different"))
    cards_of = context.cards.cards
    amounts = {i: cards_of[i].amount(summed) for i in matching} if summed else {}
    values_of = {i: frozenset(map(str, cards_of[i].values(different))) for i in matching} if different else {}

    def parts(cards: Copies, found: Collection[str]) -> dict[str, int]:
        return {i: n for i in found if (n := amounts[i] * cards[i])}

    def values(found: Collection[str]) -> list[str]:
        return sorted({value for card_id in found for value in values_of[card_id]})

    def number(cards: Copies, found: Collection[str]) -> int:
        if summed:
            return sum(parts(cards, found).values())
        return len(values(found)) if different else sum(map(cards.__getitem__, found))

    def counted(actual: int, cards: Copies, found: Collection[str]) -> str:
        if not summed and not different:
            return context.counted(actual, where, label_)
        what = say("number", actual, what=say.noun(label_, actual) or summed or different)
        of = context.summed(parts(cards, found)) if summed else say.listing(values(found))
        return say("count.parts", what=what, parts=of) if of else what

    def check(deck: Counted) -> tuple[Violation, ...]:
        cards = deck.cards(section)
        found = matching.intersection(cards)
        actual = number(cards, found)
        bounds = Bounds.of(clause.parameters, deck.players) if grows else for_all
        if bounds.low <= actual <= bounds.high:
            return ()
        few = actual < bounds.low

        def message() -> str:
            what = counted(actual, cards, found) + context.in_section(section)
            amiss = say(f"count.{'few' if few else 'many'}", abs(actual - bounds.broken(actual)))
            mend = amiss if summed or different else ""
            return context.bounded(what, actual, bounds, say.for_players(clause, deck.players), mend=mend)

        code, at_fault = ("too-few-of-a-kind", []) if few else ("too-many-of-a-kind", sorted(found))
        state: dict[str, Data] = {"where": where, **bounds.to_json()}
        limit = bounds.broken(actual)
        return (context.violation(clause, code, message, limit, actual, cards=at_fault, values=state),)

    return check


def faults(clause: Clause, can_play: Players) -> Iterator[Diagnostic]:
    """A clause counts either a sum or a number of values, not both."""
    if "sum" in clause.parameters and "different" in clause.parameters:
        message = '"sum" adds up what a field says, and "different" counts its values'
        yield Diagnostic("contradictory-clause", message, help="make two clauses", path=("different",), at_key=True)


def sentence(clause: Clause, by: Format, game: Game, say: Speech) -> str:
    """What is counted, and the bounds."""
    what = say.noun(text(clause.parameters.get("label")))
    for key in ("sum", "different"):
        if name := text(clause.parameters.get(key)):
            title = what or (game.fields[name].title if name in game.fields else name)
            return say(f"count.asks.{key}", number=say.bounds(clause), what=title)
    return say("count.asks", number=say.bounds(clause), what=what or clause.where or "")


KIND = ClauseKind(
    one_by_one(count),
    description="How many cards of some kind a deck holds, what a field of theirs adds up to (a budget), or how many "
    "different values it has (at most two factions).",
    parameters={
        "where": naming("query", "The cards that are counted; all where `sum` or `different` is there."),
        "sum": naming("amount", "The field whose numbers are added up, each as often as there are copies."),
        "different": naming("field", "The field whose different values are counted."),
        "section": SECTION,
        **BOUNDS,
        "per-player": EACH_PLAYER,
        "label": label(),
    },
    shape={"allOf": [one_of("min", "max", "exactly"), one_of("where", "sum", "different")]},
    faults=faults,
    sentence=sentence,
    codes={
        "too-few-of-a-kind": "a deck holds too few cards of some kind",
        "too-many-of-a-kind": "a deck holds too many cards of some kind",
    },
)
