"""What a print service sells: the sizes that it has templates for, and which of them suits a card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.diagnostics import UsageError
from builder.games.game import Shape
from builder.games.sizes import Size
from renderers.layout.pages import in_mm

NEAR = 1.0  # mm; a card whose sides differ by no more is set for the product: 63 x 88 mm for 2.5 x 3.5 in


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of card that a service sells: its name, its size when cut, and the bleed in mm that its template has.

    `bleed` is None where it is that of all other products.
    """

    name: str
    size: Size
    bleed: float | None = None
    shape: Shape = "rectangle"

    def __str__(self) -> str:
        return f"{self.name} ({in_mm(self.size.width)} x {in_mm(self.size.height)} mm)"


def product_for(products: Sequence[Product], size: Size, shape: Shape) -> Product:
    """The product for cards of that size and shape, lying on its side if the cards do.

    Raises UsageError where there is none.
    """
    turned = [replace(one, size=replace(one.size, width=one.size.height, height=one.size.width)) for one in products]
    alike = [one for one in (*products, *turned) if one.shape == shape]
    nearest = min(alike, key=lambda one: _distance(one.size, size), default=None)
    if nearest and max(abs(nearest.size.width - size.width), abs(nearest.size.height - size.height)) <= NEAR:
        return nearest
    had = f"there are: {', '.join(map(str, products))}"
    if nearest:
        meant = f"{in_mm(nearest.size.width)}x{in_mm(nearest.size.height)}mm"
        had = f"did you mean {nearest.name}? --size {meant} prints them so; {had}"
    form = "cards" if shape == "rectangle" else f"{shape}s"
    raise UsageError(f"no template for {form} of {in_mm(size.width)} x {in_mm(size.height)} mm", had)


def _distance(one: Size, other: Size) -> float:
    return math.dist((one.width, one.height), (other.width, other.height))
