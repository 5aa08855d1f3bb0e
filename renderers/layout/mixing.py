"""Sheets with things of different sizes: their places and bleed, and the marks and cuts that separate them.

All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from builder.games.sizes import Size
from renderers.layout.cutouts import Cutout, spaced, with_parts
from renderers.layout.imposition import (
    MARK_OFFSET,
    MARK_SHORTEST,
    Imposition,
    Registration,
    back_of,
    capacity,
    cut_marks,
    grown,
    orientations,
    outer_bleed,
)
from renderers.layout.packing import Arrangement, Block, Ground, Kind, Room, Sheet, arrange, cuts_between, unmixed
from renderers.layout.pages import CLOSE, Box, Page, Paper, Slot

SHOWN = 1.0  # mm of bleed that are printed at a block's edge where another block is near
PagePart = tuple[int, Page]  # the number of the things' kind, and a page with these alone

BLOCK_GAP = 4.0  # between blocks that have no crop marks
NEAR_BLOCK = 4.0  # how near to a block others are in the way of its marks and bleed


@dataclass(frozen=True, slots=True)
class Things:
    """A number of things with the same cutout, and how they are placed."""

    count: int
    cutout: Cutout
    imposition: Imposition

    @property
    def placed(self) -> Imposition:
        """How they are placed, with the space that their cutout needs."""
        return spaced(self.cutout, self.imposition)


def arrangement(kinds: Sequence[Things], paper: Paper, imposition: Imposition, *, mix: bool = True) -> Arrangement:
    """Which of these things share sheets with others; with `mix` false, none do.

    `imposition` is what all have in common. Raises UsageError where one does not fit the paper.
    """
    packed = []
    for things in kinds:
        size = Size(things.cutout.width, things.cutout.height)
        most = capacity(size, paper, things.placed)
        packed.append(Kind(size.width, size.height, things.placed.gap, things.count, most))
    return arrange(packed, _room(paper, imposition)) if mix else unmixed(packed)


def mixed_pages(
    kinds: Sequence[Things], found: Arrangement, imposition: Imposition, *, safe: float | None = None
) -> list[list[list[PagePart]]]:
    """The front of each sheet with several kinds of things, and its back if any of them has one.

    Each is in parts, one for each block on it; the first part of a front has what belongs to the whole page. Slots hold
    the numbers of things within their kind. With `safe`, guides show where each side is cut and its safe
    zone.
    """
    pages = []
    done = list(found.alone)
    for sheet in found.mixed:
        parts = []
        for block in sheet.blocks:
            parts.append((block.kind, _block_page(sheet, block, done[block.kind], kinds[block.kind].placed)))
            done[block.kind] += len(block.cells)
        fronts = [(kind, with_parts(part, kinds[kind].cutout, safe)) for kind, part in parts]
        backs = [
            (kind, with_parts(back_of(part, kinds[kind].imposition.backs), kinds[kind].cutout, safe))
            for kind, part in parts
            if kinds[kind].imposition.backs != "none"
        ]
        front = [_whole(sheet, imposition), *fronts]
        pages.append([front, backs] if backs else [front])
    return pages


def merged(pages: Iterable[Page]) -> Page:
    """One page with everything that lies on these pages. In all else it is like the first."""
    first, *others = pages
    for page in others:
        first = replace(
            first,
            slots=first.slots + page.slots,
            marks=first.marks + page.marks,
            folds=first.folds + page.folds,
            circles=first.circles + page.circles,
            outlines=first.outlines + page.outlines,
            guides=first.guides + page.guides,
        )
    return first


def _room(paper: Paper, imposition: Imposition) -> Room:
    """The room on paper, with gutters that are wide enough for the marks of the blocks at both sides."""
    gutter = _gutter(imposition)
    papers = orientations(paper, imposition.orientation)
    if not imposition.clear:
        return Room(tuple(Ground(lying, (_within(lying, imposition.margin),)) for lying in papers), gutter)
    return Room(tuple(ground for lying in papers for ground in _between_marks(lying, imposition)), gutter)


def _gutter(imposition: Imposition) -> float:
    marks = 2 * (SHOWN + MARK_OFFSET + MARK_SHORTEST) if imposition.marks == "crops" else BLOCK_GAP
    return max(imposition.gap, marks)


def _within(paper: Paper, margin: float) -> Box:
    return Box(margin, margin, paper.width - 2 * margin, paper.height - 2 * margin)


def _between_marks(paper: Paper, imposition: Imposition) -> list[Ground]:
    """The grounds inside the registration marks, since machines cut nothing beyond them: the whole area, of which the
    marks block some places; and crosses of strips that avoid these places.
    """
    marks, gutter = imposition.clear or Registration(), _gutter(imposition)
    margin = max(imposition.margin, marks.inset)
    around = marks.clear + imposition.bleed
    whole = _within(paper, margin)
    blocked = tuple(grown(mark, around) for mark in marks.marks(paper))
    grounds = [Ground(paper, (whole,), blocked)]
    end = marks.inset + max(marks.square, marks.length) + around
    start = end + gutter  # of the strip between the strips with marks
    wide, high, thick = paper.width - 2 * start, paper.height - 2 * start, end - margin
    if min(wide, high, thick) > 0:
        far_x, far_y = paper.width - margin - thick, paper.height - margin - thick
        across = [Box(start, y, wide, thick) for y in (margin, far_y)]
        down = [Box(x, start, thick, high) for x in (margin, far_x)]
        grounds.append(Ground(paper, (Box(margin, start, whole.width, high), *across), blocked))
        grounds.append(Ground(paper, (Box(start, margin, wide, whole.height), *down), blocked))
    return grounds


def _whole(sheet: Sheet, imposition: Imposition) -> PagePart:
    """What belongs to the whole sheet: the cuts that separate its blocks, and registration marks."""
    paper = Box(0, 0, sheet.paper.width, sheet.paper.height)
    by_hand = imposition.marks in ("crops", "lines")
    cuts = cuts_between([block.box for block in sheet.blocks], paper, _gutter(imposition)) if by_hand else []
    solids = imposition.clear.marks(sheet.paper) if imposition.clear else ()
    return sheet.blocks[0].kind, Page(paper.width, paper.height, (), tuple(cuts), solids=solids)


def _block_page(sheet: Sheet, block: Block, first: int, imposition: Imposition) -> Page:
    """The page with one block alone, its things numbered from `first` on, and its marks."""
    reach = _reach(sheet, block)
    slots = tuple(_slots(sheet, block, first, imposition, reach))
    marks = cut_marks(slots, imposition.marks, reach)
    return Page(sheet.paper.width, sheet.paper.height, slots, tuple(marks))


def _slots(sheet: Sheet, block: Block, first: int, imposition: Imposition, reach: Box) -> Iterable[Slot]:
    bleed = imposition.bleed if imposition.bleed_mode != "none" else 0.0
    inner = min(bleed, imposition.gap / 2) if imposition.bleed_mode == "full" else 0.0
    box, paper = block.box, sheet.paper
    left = _outer(box.x - reach.x, imposition, bleed, to_paper=reach.x <= 0)
    top = _outer(box.y - reach.y, imposition, bleed, to_paper=reach.y <= 0)
    right = _outer(reach.right - box.right, imposition, bleed, to_paper=reach.right >= paper.width)
    bottom = _outer(reach.bottom - box.bottom, imposition, bleed, to_paper=reach.bottom >= paper.height)
    for number, cell in enumerate(block.cells, start=first):
        x = left if cell.x - box.x < CLOSE else inner
        y = top if cell.y - box.y < CLOSE else inner
        across = right if box.right - cell.right < CLOSE else inner
        down = bottom if box.bottom - cell.bottom < CLOSE else inner
        yield Slot(number, cell, Box(cell.x - x, cell.y - y, cell.width + x + across, cell.height + y + down))


def _outer(room: float, imposition: Imposition, bleed: float, *, to_paper: bool) -> float:
    """The bleed at an edge of a block, which has `room` mm up to the paper's edge or to the cut between it and another
    block.
    """
    return outer_bleed(room, imposition.margin if to_paper else 0.0, bleed, imposition.marks)


def _reach(sheet: Sheet, block: Block) -> Box:
    """How far the marks of a block may go: to the paper's edges, and halfway to other blocks."""
    left, top, right, bottom = 0.0, 0.0, sheet.paper.width, sheet.paper.height
    box = block.box
    for other in (one.box for one in sheet.blocks if one is not block):
        if other.x < box.right + NEAR_BLOCK and box.x < other.right + NEAR_BLOCK:
            if other.bottom <= box.y:
                top = max(top, (other.bottom + box.y) / 2)
            elif other.y >= box.bottom:
                bottom = min(bottom, (other.y + box.bottom) / 2)
        if other.y < box.bottom + NEAR_BLOCK and box.y < other.bottom + NEAR_BLOCK:
            if other.right <= box.x:
                left = max(left, (other.right + box.x) / 2)
            elif other.x >= box.right:
                right = min(right, (other.x + box.right) / 2)
    return Box(left, top, right - left, bottom - top)
