"""What lies on a page, as numbers: boxes, lines and outlines, and pages of them. All lengths are mm.

A page's origin is its top left corner, x grows to the right and y downwards. Nothing is drawn here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from builder.games.sizes import Size

CLOSE = 1e-6  # lengths that differ by less are equal


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its top left corner and its extent, in mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the bottom edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Slot:
    """A card's place: `card` counts from 0, `trim` is the cut card, `bleed` what is printed of it and around it.

    `turned` means that it is printed upside down, `side` which of its sides shows, counting from 0, the front.
    """

    card: int
    trim: Box
    bleed: Box
    turned: bool = False
    side: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A mark from one point to another, in mm."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed line: a box with rounded corners (half its width makes a circle), or the polygon of its `points`."""

    box: Box
    radius: float = 0.0
    points: tuple[tuple[float, float], ...] = ()
    dashed: bool = False

    def moved(self, x: float, y: float) -> Outline:
        """The same outline elsewhere."""
        box = replace(self.box, x=self.box.x + x, y=self.box.y + y)
        return replace(self, box=box, points=tuple((a + x, b + y) for a, b in self.points))


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet.

    `marks` and `circles` (as the boxes around them) are cut along by hand, `outlines` by a machine, which finds its
    way by `solids`; `folds` are folded, `guides` only looked at. All that is printed is turned by `turn` degrees
    clockwise around the middle of the paper, and then moved by `shift`.
    """

    width: float
    height: float
    slots: tuple[Slot, ...]
    marks: tuple[Line, ...] = ()
    back: bool = False
    folds: tuple[Line, ...] = ()
    circles: tuple[Box, ...] = ()
    labels: tuple[Label, ...] = ()
    solids: tuple[Box, ...] = ()
    outlines: tuple[Outline, ...] = ()
    guides: tuple[Outline, ...] = ()
    shift: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0

    def printed_at(self, x: float, y: float) -> tuple[float, float]:
        """Where on the paper a point comes to lie."""
        angle, across, down = math.radians(self.turn), x - self.width / 2, y - self.height / 2
        return (
            self.width / 2 + across * math.cos(angle) - down * math.sin(angle) + self.shift[0],
            self.height / 2 + across * math.sin(angle) + down * math.cos(angle) + self.shift[1],
        )


@dataclass(frozen=True, slots=True)
class Label:
    """A few words in the margin, their baseline beginning at (x, y) mm."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Stack:
    """Pages of one paper size whose faces are all of one size. Their slots count the faces of the whole job from 0."""

    size: Size
    pages: list[Page]


def in_mm(value: float) -> str:
    """A length in a message: `63.5`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
