"""A robust linear fit: what each part of a card is worth, and how far each card is from that.

Huber's weights (1964) and then Tukey's keep cards that are far out from bending the fit; a ridge keeps parts that few
cards have near nothing. Each card is compared with a fit without it (by the leverages), so that none explains itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

RIDGE = 0.5  # as if half a card more said that a part is worth nothing
HUBER = 1.345  # of the residuals' scale; 95 % as efficient as least squares where nothing is far out
TUKEY = 4.685  # likewise; beyond, a card has no weight
ROUNDS = 8  # of each
MOST_PARTS = 60
_NORMAL = 1.4826  # a normal distribution's deviation is so many times the median of its distances from its middle


@dataclass(frozen=True, slots=True)
class Fit:
    """`worths` is what one of each part adds, `predicted` what each card is worth by the others.

    `explained` is the share of the distance from the median that the fit without the card takes away: 0 or less where
    it says nothing. `scale` is how far a card usually is from its prediction.
    """

    worths: Mapping[str, float]
    predicted: Sequence[float]
    explained: float
    scale: float


def fit(rows: Sequence[Mapping[str, float]], targets: Sequence[float]) -> Fit | None:
    """Fit the targets by the rows' parts. None where there is too little of either to say anything."""
    often: dict[str, int] = {}
    for row in rows:
        for part, amount in row.items():
            often[part] = often.get(part, 0) + bool(amount)
    parts = sorted((part for part in often if often[part] > 1), key=lambda part: (-often[part], part))[:MOST_PARTS]
    if not parts or len(set(targets)) < 2:
        return None
    sizes = {part: max(abs(row.get(part, 0)) for row in rows) for part in parts}
    places = {part: at for at, part in enumerate(parts, 1)}
    sparse = [
        [(0, 1.0), *((places[p], amount / sizes[p]) for p, amount in row.items() if p in places and amount)]
        for row in rows
    ]
    weights = [1.0] * len(rows)
    for turn in range(2 * ROUNDS):
        inverse = _inverse(_normal(sparse, weights, len(parts) + 1))
        sums = [0.0] * (len(parts) + 1)
        for parts_of, target, weight in zip(sparse, targets, weights, strict=True):
            for at, amount in parts_of:
                sums[at] += weight * target * amount
        found = [sum(a * b for a, b in zip(line, sums, strict=True)) for line in inverse]
        distances = [
            target - sum(found[at] * amount for at, amount in row) for row, target in zip(sparse, targets, strict=True)
        ]
        if turn < 2 * ROUNDS - 1:
            scale = _scale(distances)
            weights = [_huber(one / scale) if turn < ROUNDS else _tukey(one / scale) for one in distances]
    predicted = [
        target - one / (1 - min(0.95, weight * sum(a * b * inverse[i][j] for i, a in row for j, b in row)))
        for row, target, one, weight in zip(sparse, targets, distances, weights, strict=True)
    ]
    middle = median(targets)
    total = sum(abs(target - middle) for target in targets)
    left = [target - worth for target, worth in zip(targets, predicted, strict=True)]
    return Fit(
        {part: found[places[part]] / sizes[part] for part in parts},
        predicted,
        1 - sum(map(abs, left)) / total if total else 0.0,
        _scale(left),
    )


def _huber(distance: float) -> float:
    """The weight of a card so many scales away: 1 near, then less and less."""
    return min(1.0, HUBER / abs(distance)) if distance else 1.0


def _tukey(distance: float) -> float:
    """The weight of a card so many scales away, none where it is far."""
    return max(0.0, 1 - (distance / TUKEY) ** 2) ** 2


def _scale(distances: Sequence[float]) -> float:
    """How far values usually are from 0, so that a few far ones do not count; never quite 0."""
    return max(_NORMAL * median(map(abs, distances)), 1e-6)


def _normal(rows: Sequence[Sequence[tuple[int, float]]], weights: Sequence[float], size: int) -> list[list[float]]:
    """The normal equations' matrix with the ridge, which leaves the constant alone."""
    made = [[RIDGE if i == j and i else 0.0 for j in range(size)] for i in range(size)]
    made[0][0] = 1e-9
    for row, weight in zip(rows, weights, strict=True):
        for i, a in row:
            for j, b in row:
                made[i][j] += weight * a * b
    return made


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    lines = [[*line, *(float(i == j) for j in range(size))] for i, line in enumerate(matrix)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda i: abs(lines[i][at]))
        lines[at], lines[pivot] = lines[pivot], lines[at]
        by = lines[at][at] or 1e-12
        lines[at] = [value / by for value in lines[at]]
        for i in range(size):
            if i != at and (times := lines[i][at]):
                lines[i] = [a - times * b for a, b in zip(lines[i], lines[at], strict=True)]
    return [line[size:] for line in lines]
