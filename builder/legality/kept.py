"""The clause about what a series of games does not take away."""

from __future__ import annotations

from collections import Counter

from builder.games import Clause
from builder.legality.context import Check, Context, Counted
from builder.legality.verdicts import Violation


def kept(clause: Clause, context: Context) -> Check:
    """What stays from one game of a series to the next: all cards that a section had are still there, whatever came.

    Silent where there is no previous deck.
    """
    section, say = clause.section or context.format.main, context.say

    def check(deck: Counted) -> tuple[Violation, ...]:
        if deck.previous is None:
            return ()
        now, before = deck.cards(section), deck.previous.cards(section)
        gone = Counter(before) - Counter(now)
        return tuple(violation(card_id, before[card_id], now.get(card_id, 0)) for card_id in sorted(gone))

    def violation(card_id: str, limit: int, actual: int) -> Violation:
        copies, place = say("copies", actual, card=context.name(card_id)), context.in_section(section)

        def message() -> str:
            return say("kept", limit, copies=copies, place=place, format=context.format.name, add=limit - actual)

        return Violation("not-kept", message, limit, actual, (card_id,), section, clause.description, clause.id)

    return check
