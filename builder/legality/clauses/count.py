"""How many cards of some kind a deck holds."""

from __future__ import annotations

from builder.documents.data import Data, text
from builder.games import Clause, Format, Game
from builder.legality.context import Check, Context, Counted
from builder.legality.kinds import BOUNDS, EACH_PLAYER, SECTION, ClauseKind, label, naming, one_by_one, one_of
from builder.legality.speech import Bounds, Speech
from builder.legality.verdicts import Violation


def count(clause: Clause, context: Context) -> Check:
    """What `where` matches is counted, in a section or in all."""
    for_all = Bounds.of(clause.parameters)
    where = clause.where or ""
    matching = context.matching(clause.where)
    section, grows = clause.section, clause.per_player

    def check(deck: Counted) -> tuple[Violation, ...]:
        cards = deck.cards(section)
        found = matching.intersection(cards)
        actual = sum(map(cards.__getitem__, found))
        bounds = Bounds.of(clause.parameters, deck.players) if grows else for_all
        if bounds.low <= actual <= bounds.high:
            return ()

        def message() -> str:
            what = context.counted(actual, where, text(clause.parameters.get("label"))) + context.in_section(section)
            return context.bounded(what, actual, bounds, context.say.for_players(clause, deck.players))

        few = actual < bounds.low
        code, at_fault = ("too-few-of-a-kind", []) if few else ("too-many-of-a-kind", sorted(found))
        values: dict[str, Data] = {"where": where, **bounds.to_json()}
        limit = bounds.broken(actual)
        return (context.violation(clause, code, message, limit, actual, cards=at_fault, values=values),)

    return check


def sentence(clause: Clause, by: Format, game: Game, say: Speech) -> str:
    """What is counted, and the bounds."""
    what = say.noun(text(clause.parameters.get("label"))) or clause.where or ""
    return say("count.asks", number=say.bounds(clause), what=what)


KIND = ClauseKind(
    one_by_one(count),
    description="How many cards of some kind a deck holds.",
    parameters={
        "where": naming("query", "The cards that are counted."),
        "section": SECTION,
        **BOUNDS,
        "per-player": EACH_PLAYER,
        "label": label(),
    },
    required=("where",),
    shape=one_of("min", "max", "exactly"),
    sentence=sentence,
    codes={
        "too-few-of-a-kind": "a deck holds too few cards of some kind",
        "too-many-of-a-kind": "a deck holds too many cards of some kind",
    },
)
