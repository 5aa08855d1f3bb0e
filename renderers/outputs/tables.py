"""Sheets for virtual tables: pictures with a grid of cards, which the program cuts up.

Limits are those of Tabletop Simulator: 10 by 7 cells, of which the last shows the back of hidden cards, if they have
one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.diagnostics import Diagnostic
from builder.documents.data import Data
from builder.games import Card, Game
from builder.games.sizes import MM, Size
from renderers.faces.faces import PrintedFace, back_face, card_back, card_face, die_faces, print_spec
from renderers.layout.pages import Box, Page, Slot, Stack
from renderers.outputs.images import ImageFormat
from renderers.typst.jobs import DEFAULTS, RenderOptions, TypesetJob
from renderers.typst.typesetting import typeset_each

COLUMNS, ROWS = 10, 7
LEAST = 2  # columns and rows; a smaller grid is not understood everywhere
MAX_SIDE = 4096  # pixels


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A picture with a grid of cards; `data` is empty when a fault prevented it. `width` and `height` are pixels.

    `cells` are the ids of the cards, row by row from the top left. The last cell of the grid shows the back, or
    nothing where the things have none, such as dice.
    """

    name: str
    data: bytes
    columns: int
    rows: int
    width: int
    height: int
    cells: tuple[str, ...]
    has_back: bool
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
            "back": {"row": self.rows - 1, "column": self.columns - 1} if self.has_back else None,
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

    def page(self, faces: int, *, back: bool) -> Page:
        """The page with so many faces in its first cells, and with the face after them, a back, in its last cell."""
        cells = [*range(faces), *[self.columns * self.rows - 1] * back]
        slots = [Slot(face, self._cell(cell), self._cell(cell)) for face, cell in enumerate(cells)]
        return Page(self.columns * self.size.width, self.rows * self.size.height, tuple(slots))

    def _cell(self, number: int) -> Box:
        row, column = divmod(number, self.columns)
        width, height = self.size.width, self.size.height
        return Box(column * width, row * height, width, height)


# Size, back, and (id, face) of each cell of the things that share sheets.
_Group = tuple[Size, PrintedFace | None, list[tuple[str, PrintedFace]]]


def table_sheets(
    game: Game,
    cards: Sequence[Card],
    output: ImageFormat = "png",
    dpi: float = 300.0,
    max_side: int = MAX_SIDE,
    options: RenderOptions = DEFAULTS,
) -> Iterator[TableSheet]:
    """Draw these cards on as few sheets as they need. Things of one size and back share sheets; a die shows all its
    faces, and neither dice nor tokens get the back of the game's cards.

    `dpi` is lowered where a side of a picture would be longer than `max_side` pixels.
    """
    number = 0
    for size, back, group in _groups(game, cards):
        for start in range(0, len(group), COLUMNS * ROWS - 1):
            number += 1
            here = group[start : start + COLUMNS * ROWS - 1]
            grid = Grid.of(len(here), size, dpi, max_side)
            faces = [face for _, face in here] + ([back] if back else [])
            stack = Stack(size, [grid.page(len(here), back=back is not None)])
            (typeset,) = typeset_each([TypesetJob(game, faces, [stack], output, ppi=grid.dpi)], options)
            data = b"" if typeset.failed else typeset.files[0]
            width, height = grid.pixels
            yield TableSheet(
                f"sheet-{number}.{output}", data, grid.columns, grid.rows, width, height,
                tuple(card_id for card_id, _ in here), back is not None, typeset.findings,
            )  # fmt: skip
            if typeset.failed:
                return


def _groups(game: Game, cards: Sequence[Card]) -> list[_Group]:
    """The cards that share sheets, in the order of the first card of each group.

    A template for the backs of several types may show which of them it is: each type has sheets of its own there.
    """
    groups: dict[tuple[Size, str, str], _Group] = {}
    for card in cards:
        size, back = print_spec(game, card.type).size, _hidden(game, card)
        own = card.type if back and back.card else ""
        _, _, cells = groups.setdefault((size, back.template if back else "", own), (size, back, []))
        cells.extend(_cells(game, card))
    return list(groups.values())


def _cells(game: Game, card: Card) -> Iterator[tuple[str, PrintedFace]]:
    """What lies face up of a card, each with its id: its front, the back of a two-sided thing, all faces of a die."""
    spec = print_spec(game, card.type)
    if spec.form == "die":
        yield from ((f"{card.picture}.{number}", face) for number, face in enumerate(die_faces(game, card), start=1))
        return
    yield card.picture, card_face(game, card)
    if spec.two_sided and spec.back and not spec.shares_back:
        yield f"{card.picture}.back", card_back(game, card)


def _hidden(game: Game, card: Card) -> PrintedFace | None:
    """What shows of a card that is hidden; None for things that have no back to hide behind."""
    spec = print_spec(game, card.type)
    if spec.form == "die" or not spec.back:
        return None
    if spec.two_sided and not spec.shares_back:  # both sides lie face up; a card is hidden as the others are
        return back_face(game) if spec.form == "card" else None
    return back_face(game) if spec.shares_back else card_back(game, card)
