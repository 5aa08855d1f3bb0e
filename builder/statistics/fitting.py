"""A robust linear fit: the worth of each part of a card, and how far each card's cost is from its worth.

Huber's weights (1964) and then Tukey's limit the influence of outliers; a ridge keeps the worth of rare parts near 0.
Each card is compared with a fit without it (by the leverages), so that no card explains itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

RIDGE = 0.5  # has the effect of half a card more whose part is worth 0
HUBER = 1.345  # times the residuals' scale; 95 % as efficient as least squares without outliers
TUKEY = 4.685  # times the scale, too; a card further away has no weight
ROUNDS = 8  # of each
MOST_PARTS = 60
_NORMAL = 1.4826  # the standard deviation of a normal distribution, divided by the median distance from its middle


@dataclass(frozen=True, slots=True)
class Fit:
    """`worths` is what one of each part adds, `predicted` the worth of each card, computed from the others.

    `explained` is how much smaller distances from the predictions are than from the median, as a share: 0 or less if
    the fit explains nothing. `scale` is the usual distance of a card from its prediction.
    """

    worths: Mapping[str, float]
    predicted: Sequence[float]
    explained: float
    scale: float


def fit(rows: Sequence[Mapping[str, float]], targets: Sequence[float]) -> Fit | None:
    """Fit the targets by the rows' parts. None where there are too few of either."""
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
    """The weight of a card at this distance in scales: 1 near, then less and less."""
    return min(1.0, HUBER / abs(distance)) if distance else 1.0


def _tukey(distance: float) -> float:
    """The weight of a card at this distance in scales: 0 far away."""
    return max(0.0, 1 - (distance / TUKEY) ** 2) ** 2


def _scale(distances: Sequence[float]) -> float:
    """The usual distance from 0, which a few outliers don't change; never quite 0."""
    return max(_NORMAL * median(map(abs, distances)), 1e-6)


def _normal(rows: Sequence[Sequence[tuple[int, float]]], weights: Sequence[float], size: int) -> list[list[float]]:
    """The matrix of the normal equations with the ridge, except for the constant."""
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
