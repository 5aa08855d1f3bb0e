"""Imposition: how many cards fit a sheet of paper, where they lie, and the marks at which they are cut; and the tiles
of boards that are larger than the paper. All in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from builder.diagnostics import UsageError
from builder.games.sizes import Size
from builder.words import words_here
from renderers.layout.pages import CLOSE, Box, Label, Line, Page, Paper, Slot, in_mm, in_words
from renderers.layout.words import BleedMode, Flip, Marks, Orientation

MARK_OFFSET = 0.5  # between the bleed and a crop mark
MARK_LENGTH = 4.0
MARK_SHORTEST = 2.0  # a shorter mark is hard to see; before a mark gets shorter, the bleed does


@dataclass(frozen=True, slots=True)
class Registration:
    """The three marks by which a cutting machine finds a sheet: a square at the top left, an L in two other corners.

    `inset` is their distance from the paper's edges, `square` the side of the square, `length` and `thickness` describe
    the arms of the Ls. Nothing is printed within `clear` of a mark.
    """

    inset: float = 10.0
    square: float = 5.0
    length: float = 10.0
    thickness: float = 1.0
    clear: float = 2.0

    def marks(self, paper: Paper) -> tuple[Box, ...]:
        """The boxes to fill: the square, then the two arms of the L at the top right and at the bottom left."""
        left, top = self.inset, self.inset
        right, bottom = paper.width - self.inset, paper.height - self.inset
        long, thin = self.length, self.thickness
        return (
            Box(left, top, self.square, self.square),
            Box(right - long, top, long, thin),
            Box(right - thin, top, thin, long),
            Box(left, bottom - thin, long, thin),
            Box(left, bottom - long, thin, long),
        )

    def near(self, box: Box, paper: Paper) -> bool:
        """Whether a box on this paper comes within `clear` of a mark."""
        return any(box.overlaps(grown(mark, self.clear)) for mark in self.marks(paper))


@dataclass(frozen=True, slots=True)
class Imposition:
    """How cards are placed on sheets. Lengths are mm.

    `margin` is the edge that the printer can't print. `gap` is the space between cards. `bleed_mode` "full" prints the
    bleed wherever there is room: half the gap between cards, and at the sheet's outer edge as much as leaves room for
    the marks; "outer" prints it at the outer edge only. `backs` is the edge at which the paper is turned over to print
    the backs, "none" for no backs. `registration` counts only where `marks` is "registration"; cards too near to these
    marks are left out.
    """

    margin: float = 4.0
    gap: float = 0.0
    bleed: float = 3.0
    bleed_mode: BleedMode = "full"
    marks: Marks = "crops"
    backs: Flip = "none"
    orientation: Orientation = "auto"
    registration: Registration | None = None

    @property
    def clear(self) -> Registration | None:
        """The registration marks that are printed; None where there are none."""
        return (self.registration or Registration()) if self.marks == "registration" else None


def impose(count: int, size: Size, paper: Paper, imposition: Imposition) -> list[Page]:
    """Place `count` cards on as few sheets as possible; each front page is followed by its back page, if there are
    backs.

    The paper lies as `orientation` says; "auto" turns it where that holds more cards. On a back page everything is
    mirrored, so that it lies behind its front.

    Raises UsageError when a single card does not fit the paper.
    """
    marks, clear = imposition.marks, imposition.clear
    grid, places = _full_page(size, paper, imposition)
    solids = clear.marks(grid.paper) if clear else ()
    pages: list[Page] = []
    for start in range(0, count, len(places)):
        here = [replace(s, card=start + s.card) for s in places[: min(len(places), count - start)]]
        cuts = tuple(cut_marks(here, marks, Box(0, 0, grid.paper.width, grid.paper.height)))
        front = Page(grid.paper.width, grid.paper.height, tuple(here), cuts, solids=solids)
        pages.append(front)
        if imposition.backs != "none":
            pages.append(back_of(front, imposition.backs))
    return pages


def capacity(size: Size, paper: Paper, imposition: Imposition) -> int:
    """How many cards `impose` places on a full sheet. Raises UsageError where not one fits."""
    return len(_full_page(size, paper, imposition)[1])


def _full_page(size: Size, paper: Paper, imposition: Imposition) -> tuple[_Grid, list[Slot]]:
    """The grid that holds most cards, and their slots. Raises UsageError where not one fits."""
    clear = imposition.clear
    grids = [
        _Grid.fit(size, sheet, imposition.margin, imposition.gap)
        for sheet in orientations(paper, imposition.orientation)
    ]
    if clear:
        grids = [smaller for grid in grids for smaller in grid.within()]
    layouts = [(grid, grid.places(imposition.bleed, imposition.bleed_mode, imposition.marks, clear)) for grid in grids]
    grid, places = max(layouts, key=lambda layout: len(layout[1]))
    if not places:
        card, sheet = in_words(size.width, size.height), in_words(paper.width, paper.height)
        margin = words_here().decimal(float(in_mm(imposition.margin)))
        raise UsageError.of("paper", "card", card=card, paper=sheet, margin=margin)
    return grid, places


def orientations(paper: Paper, orientation: Orientation) -> list[Paper]:
    """The paper in the orientations that are allowed."""
    ways = [paper, Paper(paper.height, paper.width)]
    if orientation == "auto":
        return ways
    return [way for way in ways if (way.width <= way.height) == (orientation == "portrait")] or ways


def fits(size: Size, paper: Paper, margin: float, orientation: Orientation = "auto") -> bool:
    """Whether one thing of that size fits on the paper, upright or turned."""
    return any(_Grid.fit(size, sheet, margin, 0).capacity > 0 for sheet in orientations(paper, orientation))


@dataclass(frozen=True, slots=True)
class _Grid:
    """Columns and rows of cards, in the middle of the paper."""

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

    def within(self) -> Iterator[_Grid]:
        """The grid and all smaller ones, the largest first: a smaller one may hold more cards clear of the marks."""
        for rows in range(self.rows, 0, -1):
            for columns in range(self.columns, 0, -1):
                yield replace(self, columns=columns, rows=rows)

    def places(self, bleed: float, mode: BleedMode, marks: Marks, clear: Registration | None) -> list[Slot]:
        """The slots of a full page, row by row from the top left, without those too near to a registration mark."""
        box = self.box
        bleed = bleed if mode != "none" else 0.0
        inner = min(bleed, self.gap / 2) if mode == "full" else 0.0
        outer_x = outer_bleed(box.x, self.margin, bleed, marks)
        outer_y = outer_bleed(box.y, self.margin, bleed, marks)
        slots: list[Slot] = []
        for i in range(self.capacity):
            row, column = divmod(i, self.columns)
            x = box.x + column * (self.size.width + self.gap)
            y = box.y + row * (self.size.height + self.gap)
            left = inner if column else outer_x
            right = inner if column < self.columns - 1 else outer_x
            top = inner if row else outer_y
            bottom = inner if row < self.rows - 1 else outer_y
            trim = Box(x, y, self.size.width, self.size.height)
            seen = Box(x - left, y - top, self.size.width + left + right, self.size.height + top + bottom)
            if not clear or not clear.near(seen, self.paper):
                slots.append(Slot(len(slots), trim, seen))
        return slots


def outer_bleed(room: float, margin: float, bleed: float, marks: Marks) -> float:
    """The bleed at an outer edge of the sheet, where the cards begin `room` mm from the paper's edge.

    Crop marks are more important than bleed. Where there is no room for marks, bleed may run into the printer's
    margin.
    """
    printed = room - margin
    needed = MARK_OFFSET + MARK_SHORTEST if marks == "crops" else 0.0
    return min(bleed, printed - needed) if printed >= needed else min(bleed, room)


def cut_marks(slots: Sequence[Slot], marks: Marks, within: Box) -> list[Line]:
    """The lines at which these slots are cut: short marks outside their bleed, or lines across `within`.

    No mark leaves `within`.
    """
    if marks in ("none", "registration") or not slots:
        return []
    xs = sorted({round(x, 6) for s in slots for x in (s.trim.x, s.trim.right)})
    ys = sorted({round(y, 6) for s in slots for y in (s.trim.y, s.trim.bottom)})
    if marks == "lines":
        upright = [Line(x, within.y, x, within.bottom) for x in xs]
        return upright + [Line(within.x, y, within.right, y) for y in ys]
    left, top = min(s.bleed.x for s in slots), min(s.bleed.y for s in slots)
    right, bottom = max(s.bleed.right for s in slots), max(s.bleed.bottom for s in slots)
    across, down = _ticks(left, right, within.x, within.right), _ticks(top, bottom, within.y, within.bottom)
    return [Line(x, a, x, b) for x in xs for a, b in down] + [Line(a, y, b, y) for y in ys for a, b in across]


def _ticks(start: float, end: float, least: float, most: float) -> list[tuple[float, float]]:
    """Start and end of the marks before `start` and after `end`: those that have room between `least` and `most`."""
    before, after = start - MARK_OFFSET, end + MARK_OFFSET
    ticks = [(max(least, before - MARK_LENGTH), before), (after, min(most, after + MARK_LENGTH))]
    return [(a, b) for a, b in ticks if b - a >= MARK_SHORTEST - CLOSE]


def back_of(front: Page, backs: Flip) -> Page:
    """The back page of a front: everything mirrored, so that it lies behind its front; without marks.

    Paper that is turned over at a horizontal edge needs its backs printed upside down.
    """
    sideways = (backs == "long-edge") == (front.width <= front.height)

    def mirror(box: Box) -> Box:
        if sideways:
            return replace(box, x=front.width - box.right)
        return replace(box, y=front.height - box.bottom)

    slots = tuple(Slot(s.card, mirror(s.trim), mirror(s.bleed), turned=not sideways) for s in front.slots)
    return Page(front.width, front.height, slots, back=True)


def grown(box: Box, by: float) -> Box:
    """The box with `by` mm more at each side."""
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


GLUE = 8.0  # the strip that neighbouring tiles share
MARGIN = 8.0  # room for a tile's marks and words


def tiles(card: int, size: Size, paper: Paper, *, margin: float = 4.0, name: str = "") -> list[Page]:
    """The pages of a board's tiles, row by row.

    Neighbouring tiles overlap by `GLUE` mm: a tile is cut at its left and top edge and glued over the tile before it.
    Raises UsageError when the paper is too small for a tile.
    """
    room = max(margin, MARGIN)
    ways = [_Tiling.of(size, sheet, room) for sheet in (paper, Paper(paper.height, paper.width))]
    tiling = min((way for way in ways if way), key=lambda way: way.columns * way.rows, default=None)
    if tiling is None:
        raise UsageError.of("paper", "tiles", paper=in_words(paper.width, paper.height))
    return [
        tiling.page(card, size, column, row, name) for row in range(tiling.rows) for column in range(tiling.columns)
    ]


def behind(tile: Page, card: int, backs: Flip, name: str = "") -> Page:
    """The page behind a tile of a board's front, with the part of `card`, its back, that lies there.

    `backs` is the edge at which the paper is turned over.
    """
    page = back_of(tile, backs)
    (slot,) = page.slots
    label = Label(slot.bleed.x + 3, slot.bleed.bottom + 4, f"{name}, back".strip(", "))
    return replace(page, slots=(replace(slot, card=card),), labels=(label,))


@dataclass(frozen=True, slots=True)
class _Tiling:
    """How a board is split into tiles: each covers `wide` by `high` mm more than the tiles before it."""

    paper: Paper
    columns: int
    rows: int
    wide: float
    high: float

    @classmethod
    def of(cls, size: Size, paper: Paper, margin: float) -> _Tiling | None:
        across, down = paper.width - 2 * margin - GLUE, paper.height - 2 * margin - GLUE
        if across <= GLUE or down <= GLUE:
            return None
        # The last tile of a row has no neighbour, and needs no strip.
        columns = max(1, math.ceil((size.width - GLUE - CLOSE) / across))
        rows = max(1, math.ceil((size.height - GLUE - CLOSE) / down))
        return cls(paper, columns, rows, min(across, size.width / columns), min(down, size.height / rows))

    def page(self, card: int, size: Size, column: int, row: int, name: str) -> Page:
        left, top = column * self.wide, row * self.high
        right = size.width if column == self.columns - 1 else left + self.wide + GLUE
        bottom = size.height if row == self.rows - 1 else top + self.high + GLUE
        width, height = right - left, bottom - top
        seen = Box((self.paper.width - width) / 2, (self.paper.height - height) / 2, width, height)
        trim = Box(seen.x - left, seen.y - top, size.width, size.height)
        folds = []
        if column < self.columns - 1:
            folds.append(Line(seen.right - GLUE, seen.y, seen.right - GLUE, seen.bottom))
        if row < self.rows - 1:
            folds.append(Line(seen.x, seen.bottom - GLUE, seen.right, seen.bottom - GLUE))
        place = f"{name}: row {row + 1} of {self.rows}, column {column + 1} of {self.columns}"
        cuts = [Line(x, y - 1 - MARK_LENGTH, x, y - 1) for x, y in ((seen.x, seen.y), (seen.right, seen.y))]
        cuts += [Line(x, y + 1, x, y + 1 + MARK_LENGTH) for x, y in ((seen.x, seen.bottom), (seen.right, seen.bottom))]
        cuts += [Line(x - 1 - MARK_LENGTH, y, x - 1, y) for x, y in ((seen.x, seen.y), (seen.x, seen.bottom))]
        cuts += [Line(x + 1, y, x + 1 + MARK_LENGTH, y) for x, y in ((seen.right, seen.y), (seen.right, seen.bottom))]
        return Page(
            self.paper.width,
            self.paper.height,
            (Slot(card, trim, seen),),
            tuple(cuts),
            folds=tuple(folds),
            labels=(Label(seen.x + 3, seen.bottom + 4, place.strip(": ")),),
        )
