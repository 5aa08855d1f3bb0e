"""Counts results and computes their share, with its 95 % confidence interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z = 1.959964  # standard deviations of a 95 % interval of the normal distribution


@dataclass(slots=True)
class Tally:
    """The results of one deck or one seat: its games, its victories (alone or as a team), and sums of its results."""

    label: str = ""
    games: int = 0
    wins: int = 0
    total: float = 0.0  # the sum of the results: a victory is 1, a shared one or a draw a part of it
    squared: float = 0.0  # the sum of the squared results
    plain: bool = True  # each result is 1 or 0

    def add(self, result: float, *, won: bool) -> None:
        """Counts a result."""
        self.games += 1
        self.wins += won
        self.total += result
        self.squared += result * result
        self.plain = self.plain and result in (0, 1)

    @property
    def share(self) -> float:
        """The mean of the results."""
        return self.total / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share."""
        if self.plain:
            return wilson(self.share, self.games)
        return normal(self.share, max(0.0, self.squared - self.share * self.total), self.games)

    @property
    def interval_by(self) -> str:
        """How the interval is calculated: Wilson's is for games won or lost; shared victories need the spread."""
        return "wilson" if self.plain else "normal"


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of games that were won (Wilson 1927).

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    middle = share + Z * Z / (2 * games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def normal(share: float, squares: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a mean of results from 0 to 1, by their spread (the normal approximation).

    The spread also counts one game won and one lost, so that a few equal results are not certain.

    >>> [round(end, 3) for end in normal(0.5, 20.0, 200)]
    [0.456, 0.544]
    """
    if not games:
        return 0.0, 1.0
    variance = (squares + share * share + (1 - share) * (1 - share)) / (games + 1)
    reach = Z * math.sqrt(variance / games)
    return max(0.0, share - reach), min(1.0, share + reach)
