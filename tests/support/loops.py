"""Whether the cards of a game can pay for each other for ever.

Everything that a player has gets a weight: a resource, a card in hand, in play, in the pile of cards that are gone. A
move that can be made again and again within a turn must lose weight, whatever its triggers give back; then no chain of
moves goes on without end. Weights leave out what runs out by itself: the cards of a deck that are drawn or turned up,
the cards that the other player has in play, and what cards do once a turn. So a chain may still go round by drawing the
same cards again out of a deck that is all but empty; that takes a game that is won already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """Something that can be done again and again within a turn: the weight that it takes, and gives with triggers."""

    name: str
    takes: float
    gives: float


def endless(moves: Iterator[Move]) -> list[str]:
    """The moves that do not lose weight, and might be made for ever."""
    return [f"{m.name} takes {m.takes:g} and gives {m.gives:g}" for m in moves if m.takes <= m.gives]
