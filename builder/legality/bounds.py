"""Bounds on numbers of cards, and how messages word bounds, numbers and lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builder.diagnostics import count_of
from builder.documents.data import Data, whole
from builder.games import UNLIMITED, Clause


@dataclass(frozen=True, slots=True)
class Bounds:
    """From `low` to `high`, both allowed."""

    low: int = 0
    high: int = UNLIMITED

    @classmethod
    def of(cls, parameters: Mapping[str, Data], players: int = 0) -> Bounds:
        """What parameters called `min`, `max` and `exactly` say, with what comes `per-player`."""
        more = whole(parameters.get("per-player")) * players
        if "exactly" in parameters:
            exactly = whole(parameters["exactly"]) + more
            return cls(exactly, exactly)
        low = whole(parameters["min"]) + more if "min" in parameters else 0
        return cls(low, whole(parameters["max"]) + more if "max" in parameters else UNLIMITED)

    @property
    def asked(self) -> str:
        """The bounds in a message.

        >>> Bounds(40, 100).asked, Bounds(40).asked, Bounds(high=3).asked, Bounds(30, 30).asked
        ('asks for 40 to 100', 'asks for at least 40', 'allows at most 3', 'asks for exactly 30')
        """
        if self.low == self.high:
            return f"asks for exactly {self.low}"
        if self.high == UNLIMITED:
            return f"asks for at least {self.low}"
        return f"asks for {self.low} to {self.high}" if self.low else f"allows at most {self.high}"

    def broken(self, actual: int) -> int:
        """The bound on the side where `actual` is."""
        return self.low if actual < self.low else self.high

    def mend(self, actual: int) -> str:
        """What would bring `actual` within the bounds.

        >>> Bounds(40, 100).mend(38), Bounds(40, 100).mend(103)
        ('add 2', 'remove 3')
        """
        return f"add {self.low - actual}" if actual < self.low else f"remove {actual - self.high}"


def for_players(clause: Clause, players: int) -> str:
    """` for 2 players`, where the clause depends on their number."""
    return f" for {count_of(players, 'player')}" if clause.per_player else ""


def copies_of(n: int) -> str:
    """`1 copy`, `2 copies`."""
    return "1 copy" if n == 1 else f"{n} copies"


def listing(words: Sequence[str], last: str = "and") -> str:
    """`one, two and three`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
