"""Packing: which things of different sizes share a sheet, and where they lie on it. All lengths are mm.

Things of one size lie in blocks, side by side, as they do on a sheet of their own. Every block goes into the top left
corner of a free rectangle, and what is left of that becomes two rectangles (a guillotine packing), so that straight
cuts from edge to edge separate the blocks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product

from renderers.layout.pages import CLOSE, Box, Line, Paper

MOST_TRIES = 20_000  # rectangles to look at; after that, no further way to pack is tried
MOST_SHEETS = 12  # sheets of each kind that are mixed with other kinds; what fills more lies on sheets of its own
LAST_SHEETS = 12  # sheets in which room is looked for; earlier ones are almost full


@dataclass(frozen=True, slots=True)
class Kind:
    """A number of things of one size, `gap` from each other. `capacity` is how many fit on a sheet of their own."""

    width: float
    height: float
    gap: float
    count: int
    capacity: int


@dataclass(frozen=True, slots=True)
class Block:
    """Things of one kind side by side in columns and rows: `cells` are their places, row by row."""

    kind: int
    box: Box
    cells: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper and the blocks on it."""

    paper: Paper
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How things are divided among sheets. The first `alone` things of each kind lie on sheets of that kind alone,
    `capacities` to a sheet. `mixed` are the sheets for the others, in the order of the first kind on each.
    """

    alone: tuple[int, ...]
    capacities: tuple[int, ...]
    mixed: tuple[Sheet, ...] = ()

    @property
    def sheets(self) -> int:
        """How many sheets there are in all."""
        alone = zip(self.alone, self.capacities, strict=True)
        return len(self.mixed) + sum(math.ceil(count / capacity) for count, capacity in alone)


@dataclass(frozen=True, slots=True)
class Ground:
    """A sheet of paper, upright or turned. `free` are the rectangles that may be filled, which don't overlap; nothing
    may lie in the `blocked` places within them.
    """

    paper: Paper
    free: tuple[Box, ...]
    blocked: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """The grounds to choose from, and the space between blocks."""

    grounds: tuple[Ground, ...]
    gutter: float


def arrange(kinds: Sequence[Kind], room: Room) -> Arrangement:
    """Put things on as few sheets as the search finds. They are mixed only where that takes fewer sheets.

    Two mixtures are tried: one of the things that don't fill a sheet of their own, and one with more of each kind, up
    to a limit. The time grows with the number of kinds, not with that of things.
    """
    return _best(tuple(kinds), room)


@lru_cache(8)  # pages are counted before they are laid out
def _best(kinds: tuple[Kind, ...], room: Room) -> Arrangement:
    best = unmixed(kinds)
    if len(kinds) < 2:
        return best
    for pooled in (
        [kind.count % kind.capacity for kind in kinds],
        [min(kind.count, (MOST_SHEETS - 1) * kind.capacity + kind.count % kind.capacity) for kind in kinds],
    ):
        found = _arranged(kinds, pooled, room)
        if found.sheets < best.sheets:
            best = found
    return best


def unmixed(kinds: Sequence[Kind]) -> Arrangement:
    """Every kind of thing on sheets of its own."""
    return Arrangement(tuple(kind.count for kind in kinds), tuple(kind.capacity for kind in kinds))


def cuts_between(boxes: Sequence[Box], within: Box, gap: float = 0.0) -> list[Line]:
    """The straight cuts that separate these boxes, in the order in which they are made.

    Every cut goes from edge to edge of what earlier cuts left of `within`, in the middle between boxes that are at
    least `gap` apart. Boxes that no such cut separates stay together.
    """
    for upright in (False, True):
        ordered = sorted(boxes, key=lambda box: box.x if upright else box.y)
        end = -math.inf
        for number, box in enumerate(ordered):
            start = box.x if upright else box.y
            if number and start >= end + gap - CLOSE:
                cut, first, second = _cut(within, (end + start) / 2, upright=upright)
                before = cuts_between(ordered[:number], first, gap)
                return [cut, *before, *cuts_between(ordered[number:], second, gap)]
            end = max(end, box.right if upright else box.bottom)
    return []


def _arranged(kinds: Sequence[Kind], pooled: Sequence[int], room: Room) -> Arrangement:
    """Mix `pooled` things of each kind, and leave the others on sheets of their own."""
    sheets = _packed([replace(kind, count=count) for kind, count in zip(kinds, pooled, strict=True)], room)
    if sheets is None:
        return unmixed(kinds)
    alone = [kind.count - count for kind, count in zip(kinds, pooled, strict=True)]
    mixed = []
    for sheet in sheets:
        if len({block.kind for block in sheet.blocks}) > 1:
            mixed.append(sheet)
        else:  # as tidy as every other sheet of that kind
            alone[sheet.blocks[0].kind] += sum(len(block.cells) for block in sheet.blocks)
    mixed.sort(key=lambda sheet: sheet.blocks[0].kind)
    return Arrangement(tuple(alone), tuple(kind.capacity for kind in kinds), tuple(mixed))


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to pack: the ground, the order of the kinds, and how blocks and what they leave are shaped."""

    ground: Ground
    order: tuple[int, ...]
    wide: bool
    split: str


def _packed(kinds: Sequence[Kind], room: Room) -> list[Sheet] | None:
    """The sheets on which these things lie, packed in the way that takes the fewest sheets, then the fewest blocks.

    None where registration marks leave no room for a thing.
    """
    best: list[Sheet] | None = None
    tries = 0
    there = [number for number, kind in enumerate(kinds) if kind.count]
    orders = dict.fromkeys(tuple(sorted(there, key=lambda n: first(kinds[n]))) for first in _FIRST)
    area = sum(kind.width * kind.height * kind.count for kind in kinds)
    least = max(1, math.ceil(area / max(sum(map(_area, ground.free)) for ground in room.grounds)))
    for order, split, wide, ground in product(orders, _SPLITS, (True, False), room.grounds):
        packer = _Packer(kinds, room, _Way(ground, order, wide, split))
        sheets = packer.sheets()
        tries += packer.tries
        if sheets is not None and (best is None or _cost(sheets) < _cost(best)):
            best = sheets
        if tries > MOST_TRIES or (best and _cost(best) <= (least, len(there))):
            break
    return best


def _cost(sheets: Sequence[Sheet]) -> tuple[int, int]:
    return len(sheets), sum(len(sheet.blocks) for sheet in sheets)


_FIRST: tuple[Callable[[Kind], float], ...] = (  # what comes first: the largest, highest, widest, longest...
    lambda kind: -kind.width * kind.height,
    lambda kind: -kind.height,
    lambda kind: -kind.width,
    lambda kind: -max(kind.width, kind.height),
    lambda kind: -kind.width * kind.height * kind.count,
    lambda kind: 0,  # or in the order of the kinds
)
_SPLITS = ("across", "down", "larger")


@dataclass(slots=True)
class _Open:
    """A sheet that is being filled: the blocks on it and the rectangles that are free."""

    free: list[Box]
    blocks: list[Block] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Shape:
    """The columns and rows of a block, and how many things it holds."""

    things: int
    columns: int
    rows: int


@dataclass(slots=True)
class _Packer:
    """Packs in one way. `tries` counts the rectangles that were looked at."""

    kinds: Sequence[Kind]
    room: Room
    way: _Way
    tries: int = 0

    def sheets(self) -> list[Sheet] | None:
        """The sheets; None where a thing does not fit on paper in that orientation."""
        opened: list[_Open] = []
        for number in self.way.order:
            left = self.kinds[number].count
            for sheet in opened[-LAST_SHEETS:]:
                left -= self._fill(sheet, number, left)
            while left:
                sheet = _Open(list(self.way.ground.free))
                placed = self._fill(sheet, number, left)
                if not placed:
                    return None
                left -= placed
                opened.append(sheet)
        return [self._tidied(sheet) for sheet in opened]

    def _fill(self, sheet: _Open, number: int, most: int) -> int:
        """Put up to `most` things of a kind on a sheet; returns how many fitted."""
        placed = 0
        while placed < most:
            self.tries += len(sheet.free)
            shapes = [self._shape(free, self.kinds[number], most - placed) for free in sheet.free]
            best = max(range(len(shapes)), key=lambda n: (shapes[n].things, -_area(sheet.free[n])), default=None)
            if best is None or not shapes[best].things:
                break
            free = sheet.free[best]
            block = self._block(free, number, shapes[best])
            sheet.free[best : best + 1] = self._left_over(free, block.box)
            sheet.blocks.append(block)
            placed += shapes[best].things
        return placed

    def _shape(self, free: Box, kind: Kind, most: int) -> _Shape:
        """The columns and rows that suit a free rectangle best: they hold the most things, up to `most`, with the least
        waste.
        """
        columns, rows = _many(free.width, kind.width, kind.gap), _many(free.height, kind.height, kind.gap)
        if not columns or not rows:
            return _Shape(0, 0, 0)
        if most < columns * rows:
            shapes = ((c, min(rows, math.ceil(most / c))) for c in range(1, min(columns, most) + 1))
            columns, rows = max(shapes, key=lambda shape: self._worth(shape, most))
        things = columns * rows
        if any(free.overlaps(place) for place in self.way.ground.blocked):
            things = len(self._cells(free, kind, columns, rows))
        return _Shape(min(most, things), columns, rows)

    def _worth(self, shape: tuple[int, int], most: int) -> tuple[int, int, int]:
        """How good a shape, columns and rows, is for up to `most` things; higher is better."""
        columns, rows = shape
        things = min(most, columns * rows)
        return things, things - columns * rows, columns if self.way.wide else rows

    def _block(self, free: Box, number: int, shape: _Shape) -> Block:
        """The block of that shape in the corner of a free rectangle."""
        kind = self.kinds[number]
        across = shape.columns * (kind.width + kind.gap) - kind.gap
        down = shape.rows * (kind.height + kind.gap) - kind.gap
        cells = self._cells(free, kind, shape.columns, shape.rows)[: shape.things]
        return Block(number, Box(free.x, free.y, across, down), cells)

    def _cells(self, free: Box, kind: Kind, columns: int, rows: int) -> tuple[Box, ...]:
        across, down = kind.width + kind.gap, kind.height + kind.gap
        places = (
            Box(free.x + column * across, free.y + row * down, kind.width, kind.height)
            for row in range(rows)
            for column in range(columns)
        )
        blocked = self.way.ground.blocked
        return tuple(place for place in places if not any(place.overlaps(other) for other in blocked))

    def _left_over(self, free: Box, used: Box) -> Iterator[Box]:
        """The two rectangles that a block in the corner of a free one leaves, without those of no size."""
        x, y = used.right + self.room.gutter, used.bottom + self.room.gutter
        across = Box(x, free.y, free.right - x, used.height), Box(free.x, y, free.width, free.bottom - y)
        down = Box(x, free.y, free.right - x, free.height), Box(free.x, y, used.width, free.bottom - y)
        pair = {"across": across, "down": down}.get(self.way.split) or max((across, down), key=_largest)
        return (box for box in pair if min(box.width, box.height) > CLOSE)

    def _tidied(self, sheet: _Open) -> Sheet:
        """The sheet with its blocks in the middle of the paper, in the order of their kinds."""
        blocks, paper = sorted(sheet.blocks, key=lambda block: block.kind), self.way.ground.paper
        if self.way.ground.blocked:  # moved, they might lie on what is blocked
            return Sheet(paper, tuple(blocks))
        left, top = min(block.box.x for block in blocks), min(block.box.y for block in blocks)
        right, bottom = max(block.box.right for block in blocks), max(block.box.bottom for block in blocks)
        x, y = (paper.width - right - left) / 2, (paper.height - bottom - top) / 2
        return Sheet(paper, tuple(_moved(block, x, y) for block in blocks))


def _many(room: float, side: float, gap: float) -> int:
    """How many things, each `side` mm long, fit in a row in `room` mm."""
    return max(0, math.floor((room + gap + CLOSE) / (side + gap)))


def _area(box: Box) -> float:
    return box.width * box.height


def _largest(boxes: tuple[Box, Box]) -> float:
    return max(max(0.0, box.width) * max(0.0, box.height) for box in boxes)


def _moved(block: Block, x: float, y: float) -> Block:
    return Block(block.kind, block.box.moved(x, y), tuple(cell.moved(x, y) for cell in block.cells))


def _cut(box: Box, at: float, *, upright: bool) -> tuple[Line, Box, Box]:
    """A cut across a box, at an x if it is upright, or else at a y; and the two parts of the box."""
    if upright:
        line = Line(at, box.y, at, box.bottom)
        return line, replace(box, width=at - box.x), replace(box, x=at, width=box.right - at)
    line = Line(box.x, at, box.right, at)
    return line, replace(box, height=at - box.y), replace(box, y=at, height=box.bottom - at)
