"""Where cards lie on sheets of paper: boxes in, boxes out. All lengths are mm; nothing is drawn here.

A page's origin is its top left corner, x grows to the right and y downwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from builder.diagnostics import UsageError, suggestion
from builder.sizes import Size, size_in_mm, size_table

Marks = Literal["crops", "lines", "none"]
Backs = Literal["none", "long-edge", "short-edge"]
Shape = Literal["rectangle", "circle", "hexagon"]

PAPERS = Path(__file__).with_name("data") / "papers.yaml"

MARK_OFFSET = 0.5  # between the bleed and a crop mark
MARK_LENGTH = 4.0
MARK_SHORTEST = 2.0  # a shorter mark is hard to see; the bleed gives way before the mark does
CLOSE = 1e-6  # lengths that differ by less are equal


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet's width and height in mm."""

    width: float
    height: float


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
class Page:
    """One side of a sheet. `marks` and `circles` (as the boxes around them) are cut along, `folds` are folded."""

    width: float
    height: float
    slots: tuple[Slot, ...]
    marks: tuple[Line, ...] = ()
    back: bool = False
    folds: tuple[Line, ...] = ()
    circles: tuple[Box, ...] = ()
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """A few words in the margin, their baseline beginning at (x, y) mm."""

    x: float
    y: float
    text: str


def impose(
    count: int,
    size: Size,
    paper: Paper,
    *,
    margin: float = 4.0,
    gap: float = 0.0,
    bleed: float = 3.0,
    marks: Marks = "crops",
    backs: Backs = "none",
) -> list[Page]:
    """Place `count` cards on as few sheets as they need, each front page followed by its back page.

    The paper is turned to landscape when that holds more cards. `margin` is what the printer leaves blank. Bleed is
    full where there is room: between cards it takes half the gap from either side, so a gap of twice the bleed shows
    all of it, and no gap none; at the outer edge it leaves room for the marks.
    A back page is laid out as its front is seen through the paper, turned over at the edge that `backs` names.

    Raises UsageError when a single card does not fit the paper.
    """
    upright = _Grid.fit(size, paper, margin, gap)
    turned = _Grid.fit(size, Paper(paper.height, paper.width), margin, gap)
    grid = turned if turned.capacity > upright.capacity else upright
    if grid.capacity == 0:
        raise UsageError(
            f"a card of {in_mm(size.width)} x {in_mm(size.height)} mm does not fit paper of "
            f"{in_mm(paper.width)} x {in_mm(paper.height)} mm with margins of {in_mm(margin)} mm",
            help="choose a larger paper, a smaller card size or a smaller margin",
        )
    places = grid.places(bleed, marks)
    pages: list[Page] = []
    for start in range(0, count, grid.capacity):
        here = [replace(s, card=start + s.card) for s in places[: min(grid.capacity, count - start)]]
        front = Page(grid.paper.width, grid.paper.height, tuple(here), tuple(_marks(grid, here, marks)))
        pages.append(front)
        if backs != "none":
            pages.append(_back_of(front, backs))
    return pages


def paper_size(name: str) -> Paper:
    """The paper of that name (any case), or of the form `210x297mm` or `8.5x11in`."""
    custom = size_in_mm(name)
    if custom:
        return Paper(*custom)
    known = size_table(PAPERS)
    if name.lower() not in known:
        raise UsageError(f'no paper "{name}"', help=suggestion(name.lower(), known) + "; or WIDTHxHEIGHTmm")
    return Paper(**known[name.lower()])


def paper_names() -> list[str]:
    """The papers known by name."""
    return list(size_table(PAPERS))


def fits(size: Size, paper: Paper, margin: float) -> bool:
    """Whether a single thing of that size lies on the paper, upright or turned."""
    sheets = (paper, Paper(paper.height, paper.width))
    return any(_Grid.fit(size, sheet, margin, 0).capacity > 0 for sheet in sheets)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Columns and rows of cards in the middle of a paper."""

    paper: Paper
    size: Size
    margin: float
    gap: float
    columns: int
    rows: int

    @classmethod
    def fit(cls, size: Size, paper: Paper, margin: float, gap: float) -> _Grid:
        def many(room: float, card: float) -> int:
            return max(0, math.floor((room - 2 * margin + gap + CLOSE) / (card + gap)))

        return cls(paper, size, margin, gap, many(paper.width, size.width), many(paper.height, size.height))

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    @property
    def box(self) -> Box:
        width = self.columns * (self.size.width + self.gap) - self.gap
        height = self.rows * (self.size.height + self.gap) - self.gap
        return Box((self.paper.width - width) / 2, (self.paper.height - height) / 2, width, height)

    def places(self, bleed: float, marks: Marks) -> list[Slot]:
        """A full page of slots, row by row from the top left."""
        box = self.box
        inner = min(bleed, self.gap / 2)
        outer_x = self._outer(box.x, bleed, marks)
        outer_y = self._outer(box.y, bleed, marks)
        slots = []
        for i in range(self.capacity):
            row, column = divmod(i, self.columns)
            x = box.x + column * (self.size.width + self.gap)
            y = box.y + row * (self.size.height + self.gap)
            left = inner if column else outer_x
            right = inner if column < self.columns - 1 else outer_x
            top = inner if row else outer_y
            bottom = inner if row < self.rows - 1 else outer_y
            slots.append(
                Slot(
                    i,
                    Box(x, y, self.size.width, self.size.height),
                    Box(x - left, y - top, self.size.width + left + right, self.size.height + top + bottom),
                )
            )
        return slots

    def _outer(self, room: float, bleed: float, marks: Marks) -> float:
        """The bleed at the sheet's outer edge, where the cards begin `room` mm from the paper's edge.

        Marks come before bleed where a printer can print them; else the bleed may run into what it leaves blank.
        """
        printed = room - self.margin
        kept = MARK_OFFSET + MARK_SHORTEST if marks == "crops" else 0.0
        return min(bleed, printed - kept) if printed >= kept else min(bleed, room)


def _marks(grid: _Grid, slots: list[Slot], marks: Marks) -> list[Line]:
    """The marks that cut these slots: ticks outside the printed area, or lines from edge to edge of the paper."""
    if marks == "none" or not slots:
        return []
    xs = sorted({round(x, 6) for s in slots for x in (s.trim.x, s.trim.right)})
    ys = sorted({round(y, 6) for s in slots for y in (s.trim.y, s.trim.bottom)})
    paper = grid.paper
    if marks == "lines":
        return [Line(x, 0, x, paper.height) for x in xs] + [Line(0, y, paper.width, y) for y in ys]
    left, top = min(s.bleed.x for s in slots), min(s.bleed.y for s in slots)
    right, bottom = max(s.bleed.right for s in slots), max(s.bleed.bottom for s in slots)
    across, down = _ticks(left, right, paper.width), _ticks(top, bottom, paper.height)
    return [Line(x, a, x, b) for x in xs for a, b in down] + [Line(a, y, b, y) for y in ys for a, b in across]


def _ticks(start: float, end: float, paper: float) -> list[tuple[float, float]]:
    """From where to where the ticks of a cut run, before `start` and after `end`, if the paper has room for them."""
    before, after = start - MARK_OFFSET, end + MARK_OFFSET
    ticks = [(max(0.0, before - MARK_LENGTH), before), (after, min(paper, after + MARK_LENGTH))]
    return [(a, b) for a, b in ticks if b - a >= MARK_SHORTEST - CLOSE]


def _back_of(front: Page, backs: Backs) -> Page:
    """The page behind a front. Turned over at a horizontal edge, a back must be printed upside down to be upright."""
    sideways = (backs == "long-edge") == (front.width <= front.height)

    def mirror(box: Box) -> Box:
        if sideways:
            return replace(box, x=front.width - box.right)
        return replace(box, y=front.height - box.bottom)

    slots = tuple(Slot(s.card, mirror(s.trim), mirror(s.bleed), turned=not sideways) for s in front.slots)
    return Page(front.width, front.height, slots, back=True)


def in_mm(value: float) -> str:
    """A length in a message: `63.5`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
