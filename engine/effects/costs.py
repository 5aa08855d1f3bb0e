"""Costs in resources: so much of some kinds, and so much of any. What can be paid, what is lacking, what makes it less.

Resources are numbers by kind. One kind may be wild: what costs of it say is paid with resources of any kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Cost:
    """What is to be paid: `amounts` by kind, of which `need` are those of single kinds, and so many of any (`wild`)."""

    amounts: tuple[int, ...] = ()
    need: tuple[tuple[int, int], ...] = ()
    wild: int = 0
    total: int = 0


FREE: Final = Cost()


def cost_of(amounts: Sequence[int], wild: int) -> Cost:
    """A cost of these amounts; those of the kind `wild` are paid with any. -1 where no kind is wild."""
    need = tuple((kind, n) for kind, n in enumerate(amounts) if n and kind != wild)
    return Cost(tuple(amounts), need, amounts[wild] if wild >= 0 else 0, sum(amounts))


def can_pay(have: Sequence[int], cost: Cost) -> bool:
    """Whether resources are enough for a cost."""
    for kind, n in cost.need:
        if have[kind] < n:
            return False
    return not cost.wild or sum(have) >= cost.total


def lacks(have: Sequence[int], cost: Cost, names: Sequence[str], wild: int) -> dict[str, int]:
    """What resources lack for a cost, by the names of their kinds; under that of `wild` what any kind would do for."""
    found = {names[kind]: n - have[kind] for kind, n in cost.need if n > have[kind]}
    if cost.wild and (more := cost.total - sum(have) - sum(found.values())) > 0:
        found[names[wild] if wild >= 0 else ""] = more
    return found


def named(names: Sequence[str], amounts: Sequence[int]) -> dict[str, int]:
    """Amounts by the names of their kinds, without those that there are none of."""
    return {name: n for name, n in zip(names, amounts, strict=True) if n}


def reduced(cost: Cost, less: Sequence[int], wild: int, *, spills: bool = False) -> Cost:
    """A cost without so many of its amounts; never less than nothing.

    What is more than a kind costs is lost, or where it `spills` taken off what any kind pays for.
    """
    left = [n - off for n, off in zip(cost.amounts, less, strict=True)]
    if spills:
        left[wild] += sum(n for kind, n in enumerate(left) if n < 0 and kind != wild)
    return cost_of([max(0, n) for n in left], wild)
