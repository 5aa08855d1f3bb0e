"""Cards that stay in a deck from one game of a series to the next."""

from __future__ import annotations

from collections import Counter

from builder.games import Clause
from builder.legality.context import Check, Context, Counted
from builder.legality.kinds import MAIN_SECTION, ClauseKind, one_by_one
from builder.legality.verdicts import Violation


def still_there(clause: Clause, context: Context) -> Check:
    """All cards that a section had are still there, besides new ones. Without a previous deck, nothing is judged."""
    section = clause.section or context.format.main

    def check(deck: Counted) -> tuple[Violation, ...]:
        if deck.previous is None:
            return ()
        now, before = deck.cards(section), deck.previous.cards(section)
        gone = Counter(before) - Counter(now)
        return tuple(violation(card_id, before[card_id], now.get(card_id, 0)) for card_id in sorted(gone))

    def violation(card_id: str, limit: int, actual: int) -> Violation:
        def message() -> str:
            copies, name = context.copies(actual, card_id, section), context.format.name
            return context.say("kept.gone", limit, copies=copies, format=name, add=limit - actual)

        return context.violation(clause, "not-kept", message, limit, actual, cards=[card_id], section=section)

    return check


KIND = ClauseKind(
    one_by_one(still_there),
    description="What stays from one game of a series to the next: all that a section held is still there.",
    parameters={"section": MAIN_SECTION},
    codes={"not-kept": "a deck lacks what it had in the game before and keeps"},
)
