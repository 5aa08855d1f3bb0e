"""Costs in resources: amounts of single kinds, and an amount of any kind. What can be paid, what lacks, reductions.

Resources are numbers by kind. One kind may be wild: its part of a cost is paid with resources of any kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Cost:
    """A cost: `amounts` by kind; `need` are the kinds and numbers of single kinds, `wild` is the number of any kind."""

    amounts: tuple[int, ...] = ()
    need: tuple[tuple[int, int], ...] = ()
    wild: int = 0
    total: int = 0


FREE: Final = Cost()


def cost_of(amounts: Sequence[int], wild: int) -> Cost:
    """A cost of these amounts; resources of any kind pay for the kind `wild`, which is -1 if there is none."""
    need = tuple((kind, n) for kind, n in enumerate(amounts) if n and kind != wild)
    return Cost(tuple(amounts), need, amounts[wild] if wild >= 0 else 0, sum(amounts))


def can_pay(have: Sequence[int], cost: Cost) -> bool:
    """Whether resources are enough for a cost."""
    for kind, n in cost.need:
        if have[kind] < n:
            return False
    return not cost.wild or sum(have) >= cost.total


def lacks(have: Sequence[int], cost: Cost, names: Sequence[str], wild: int) -> dict[str, int]:
    """The missing resources, by the names of their kinds; under that of `wild` those that may be of any kind."""
    found = {names[kind]: n - have[kind] for kind, n in cost.need if n > have[kind]}
    if cost.wild and (more := cost.total - sum(have) - sum(found.values())) > 0:
        found[names[wild] if wild >= 0 else ""] = more
    return found


def named(names: Sequence[str], amounts: Sequence[int]) -> dict[str, int]:
    """The amounts that are not 0, by the names of their kinds."""
    return {name: n for name, n in zip(names, amounts, strict=True) if n}


def reduced(cost: Cost, less: Sequence[int], wild: int, *, spills: bool = False) -> Cost:
    """A cost minus `less` by kind; no amount is below 0.

    A reduction that is larger than the amount of its kind is lost, or if it `spills` reduces the wild amount.
    """
    left = [n - off for n, off in zip(cost.amounts, less, strict=True)]
    if spills:
        left[wild] += sum(n for kind, n in enumerate(left) if n < 0 and kind != wild)
    return cost_of([max(0, n) for n in left], wild)
