"""How many cards may change between two games of a series."""

from __future__ import annotations

from collections import Counter

from builder.games import Clause, Format, Game
from builder.legality.context import Check, Context, Counted
from builder.legality.kinds import MAIN_SECTION, ClauseKind, number, one_by_one, true
from builder.legality.speech import Speech
from builder.legality.verdicts import Violation


def exchange(clause: Clause, context: Context) -> Check:
    """A card out and a card in count as one change. Without a previous deck, nothing is judged."""
    section = clause.section or context.format.main
    most = clause.number("max")
    loser_only = bool(clause.parameters.get("loser-only"))
    say, name = context.say, context.format.name
    only_loser = say("exchange.loser", format=name)

    def check(deck: Counted) -> tuple[Violation, ...]:
        if deck.previous is None:
            return ()
        now, before = Counter(deck.listed(section)), Counter(deck.previous.listed(section))
        came, went = now - before, before - now
        actual = max(came.total(), went.total())
        allowed = 0 if loser_only and deck.lost is False else most
        if actual <= allowed:
            if actual and loser_only and deck.lost is None:
                deck.notes += (say("exchange.unsaid", actual, allows=only_loser),)
            return ()

        def message() -> str:
            return say(
                "exchange.changed",
                actual,
                place=context.in_section(section),
                came=came.total(),
                went=went.total(),
                allows=say("exchange.allows", most, format=name) if allowed == most else only_loser,
                over=actual - allowed,
            )

        changed, found = sorted(came.keys() | went.keys()), ("too-many-changes", message, allowed, actual)
        values = {"came": dict(came), "went": dict(went)}
        return (context.violation(clause, *found, cards=changed, section=section, values=values),)

    return check


def sentence(clause: Clause, by: Format, game: Game, say: Speech) -> str:
    """How many cards may change, and who may change them."""
    key = "exchange.asks.loser" if clause.parameters.get("loser-only") else "exchange.asks"
    return say(key, number=clause.number("max"))


KIND = ClauseKind(
    one_by_one(exchange),
    description="How many cards may change between two games of a series. A swap counts once.",
    parameters={
        "section": MAIN_SECTION,
        "max": number("The largest number."),
        "loser-only": true("Only a player who lost the game before may change cards."),
    },
    required=("max",),
    sentence=sentence,
    codes={"too-many-changes": "a deck changed more since the game before than is allowed"},
)
