"""Sheets for virtual tables: pictures with a grid of cards, which the program cuts up.

Limits are those of Tabletop Simulator: 10 by 7 cells, of which the last shows the back of hidden cards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.diagnostics import Diagnostic
from builder.documents.data import Data
from builder.games import Card, Game
from builder.games.sizes import MM, Size
from renderers.faces.faces import PrintedFace, back_face, card_back, card_face, die_faces
from renderers.faces.specs import print_spec
from renderers.layout.pages import Box, Page, Slot, Stack
from renderers.outputs.images import ImageFormat
from renderers.typst.content import TypesetJob
from renderers.typst.options import DEFAULTS, RenderOptions
from renderers.typst.typesetting import typeset_each

COLUMNS, ROWS = 10, 7
LEAST = 2  # columns and rows; a smaller grid is not understood everywhere
MAX_SIDE = 4096  # pixels


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A picture with a grid of cards; `data` is empty when a fault prevented it. `width` and `height` are pixels.

    `cells` are the ids of the cards, row by row from the top left. The last cell of the grid shows the back.
    """

    name: str
    data: bytes
    columns: int
    rows: int
    width: int
    height: int
    cells: tuple[str, ...]
    findings: list[Diagnostic]

    def to_json(self) -> dict[str, Data]:
        """Where each card lies in the picture."""
        return {
            "file": self.name,
            "columns": self.columns,
            "rows": self.rows,
            "width": self.width,
            "height": self.height,
            "cards": [
                {"id": card_id, "row": cell // self.columns, "column": cell % self.columns}
                for cell, card_id in enumerate(self.cells)
            ],
            "back": {"row": self.rows - 1, "column": self.columns - 1},
        }


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of cells of one size in mm, drawn at `dpi`."""

    columns: int
    rows: int
    size: Size
    dpi: float

    @classmethod
    def of(cls, cards: int, size: Size, dpi: float, max_side: int = MAX_SIDE) -> Grid:
        """The grid for so many cards and the back, where each cell is a whole number of pixels wide.

        >>> grid = Grid.of(69, Size(63, 88), 300)
        >>> (grid.columns, grid.rows, grid.pixels)
        (10, 7, (4090, 3999))
        """
        columns = max(LEAST, min(COLUMNS, math.ceil(math.sqrt(cards + 1) * 1.2)))
        rows = max(LEAST, math.ceil((cards + 1) / columns))
        longest = max_side * MM["in"]
        fitting = min(dpi, longest / (columns * size.width), longest / (rows * size.height))
        across = max(1, math.floor(size.width * fitting / MM["in"] + 1e-6))
        return cls(columns, rows, size, across * MM["in"] / size.width)

    @property
    def pixels(self) -> tuple[int, int]:
        """The width and height of the picture in pixels."""
        across, down = (extent * self.dpi / MM["in"] for extent in (self.size.width, self.size.height))
        return round(self.columns * across), round(self.rows * down)

    def page(self, faces: Sequence[int]) -> Page:
        """The page with these faces in its cells, the last one in the last cell."""
        cells = [*range(len(faces) - 1), self.columns * self.rows - 1]
        slots = [Slot(face, self._cell(cell), self._cell(cell)) for face, cell in zip(faces, cells, strict=True)]
        return Page(self.columns * self.size.width, self.rows * self.size.height, tuple(slots))

    def _cell(self, number: int) -> Box:
        row, column = divmod(number, self.columns)
        width, height = self.size.width, self.size.height
        return Box(column * width, row * height, width, height)


def table_sheets(
    game: Game,
    cards: Sequence[Card],
    output: ImageFormat = "png",
    dpi: float = 300.0,
    max_side: int = MAX_SIDE,
    options: RenderOptions = DEFAULTS,
) -> Iterator[TableSheet]:
    """Draw these cards on as few sheets as they need. Cards of one size and back share sheets; a die shows all its
    faces.

    `dpi` is lowered where a side of a picture would be longer than `max_side` pixels.
    """
    number = 0
    for size, back, group in _groups(game, cards):
        for start in range(0, len(group), COLUMNS * ROWS - 1):
            number += 1
            here = group[start : start + COLUMNS * ROWS - 1]
            grid = Grid.of(len(here), size, dpi, max_side)
            faces = [*(face for _, face in here), back]
            stack = Stack(size, [grid.page(range(len(faces)))])
            (typeset,) = typeset_each([TypesetJob(game, faces, [stack], output, ppi=grid.dpi)], options)
            data = b"" if typeset.failed else typeset.files[0]
            width, height = grid.pixels
            yield TableSheet(
                f"sheet-{number}.{output}", data, grid.columns, grid.rows, width, height,
                tuple(card_id for card_id, _ in here), typeset.findings,
            )  # fmt: skip
            if typeset.failed:
                return


def _groups(game: Game, cards: Sequence[Card]) -> list[tuple[Size, PrintedFace, list[tuple[str, PrintedFace]]]]:
    """(size, back, [(id, face)...]) of the cards that share sheets, in the order of the first card of each."""
    groups: dict[tuple[Size, str], tuple[Size, PrintedFace, list[tuple[str, PrintedFace]]]] = {}
    for card in cards:
        spec = print_spec(game, card.type)
        if spec.form == "die":
            cells = [(f"{card.picture}.{n}", face) for n, face in enumerate(die_faces(game, card), start=1)]
        else:
            cells = [(card.picture, card_face(game, card))]
            if spec.two_sided and spec.back and not spec.shares_back:
                cells.append((f"{card.picture}.back", card_back(game, card)))
        own = spec.back and not spec.shares_back and not spec.two_sided
        back = card_back(game, card) if own else back_face(game)
        groups.setdefault((spec.size, back.template), (spec.size, back, []))[2].extend(cells)
    return list(groups.values())
