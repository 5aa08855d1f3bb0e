"""Boards that are larger than the paper: split into tiles that are glued together. All lengths are mm."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from builder.diagnostics import UsageError
from builder.games.sizes import Size
from renderers.layout.imposition import MARK_LENGTH, back_of
from renderers.layout.pages import CLOSE, Box, Label, Line, Page, Slot, in_mm
from renderers.layout.papers import Paper
from renderers.layout.words import Flip

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
        raise UsageError(
            f"paper of {in_mm(paper.width)} x {in_mm(paper.height)} mm is too small for the tiles of a board",
            help="choose a larger paper",
        )
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
