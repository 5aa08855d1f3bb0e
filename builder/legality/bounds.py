"""Bounds on numbers of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.documents.data import Data, whole
from builder.games import UNLIMITED


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

    def broken(self, actual: int) -> int:
        """The bound on the side where `actual` is."""
        return self.low if actual < self.low else self.high

    def to_json(self) -> dict[str, Data]:
        """The bounds as a violation's values have them; without a `max` where there is none."""
        return {"min": self.low, **({"max": self.high} if self.high != UNLIMITED else {})}
