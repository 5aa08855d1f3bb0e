"""Pictures put together: cards of one size in grids, and the faces of a die on one picture.

All sheets of cards of one size have the same grid, since programs may use the grid of the first sheet for all. They are
equally full.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from builder.exports import Settings
from builder.exports.things import Table, Thing
from builder.games.game import Shape
from builder.games.sizes import MM, Size
from builder.printing.pictures import Drawing

if TYPE_CHECKING:
    from PIL.Image import Image

One = TypeVar("One")

COLUMNS, ROWS = 10, 7  # the most that Tabletop Simulator takes
LEAST = 2  # columns and rows; a smaller grid is not understood everywhere
ROOM = COLUMNS * ROWS - 1  # cards; the last cell shows the back
FINE = 4  # shapes are drawn this many times larger and then reduced, so that edges become smooth
GROUND = "white"  # where a picture shows nothing


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of cells of one size, in pixels, drawn at `dpi`."""

    columns: int
    rows: int
    width: int
    height: int
    dpi: float


@dataclass(frozen=True, slots=True)
class Atlas:
    """Cards of one size in a grid. `names` are those of the things in its cells, row by row from the top left.

    `back` has the cards' own backs in the same grid, for two-sided things; else it is empty. The last cell of the front
    shows the shared back, where there is more than one card.
    """

    size: Size
    grid: Grid
    names: tuple[str, ...]
    front: bytes
    back: bytes = b""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The drawn cards: their atlases, and by name the own backs of cards that are not two-sided."""

    atlases: tuple[Atlas, ...]
    backs: Mapping[str, bytes]


@dataclass
class Making:
    """Makes the objects of a virtual table; `losses` are sentences about what the program can't have of them."""

    table: Table
    drawing: Drawing
    settings: Settings
    losses: list[str] = field(default_factory=list)

    @cached_property
    def shared(self) -> dict[str, bytes]:
        """The pictures of the back that cards share and of components, by their names."""
        return {picture.name: picture.data for picture in self.drawing.shared()}

    def drawn(self) -> tuple[Drawn, dict[str, bytes]]:
        """The cards on atlases, and a picture for each other thing."""
        cards = [thing for thing in self.table.things if thing.form == "card"]
        others = [thing for thing in self.table.things if thing.form != "card"]
        return (
            draw_cards(cards, self.drawing, self.settings, self.shared[":back"]),
            draw_alone(others, self.drawing, self.settings),
        )

    def lose(self, sentence: str) -> None:
        """Note once what can't be carried."""
        if sentence not in self.losses:
            self.losses.append(sentence)


def grid_of(cards: int, size: Size, settings: Settings) -> Grid:
    """The grid for `cards` cards, at most 69, and the back. A single card has a grid of one cell.

    >>> grid = grid_of(69, Size(63, 88), Settings())
    >>> (grid.columns, grid.rows, grid.width, grid.height)
    (10, 7, 409, 571)
    """
    if cards == 1:
        return _fitting(1, 1, size, settings)
    every = [(columns, math.ceil((cards + 1) / columns)) for columns in range(LEAST, COLUMNS + 1)]
    grids = [_fitting(columns, max(LEAST, rows), size, settings) for columns, rows in every if rows <= ROWS]
    return max(grids, key=lambda grid: (grid.width, -grid.columns * grid.rows, -abs(grid.columns - grid.rows)))


def _fitting(columns: int, rows: int, size: Size, settings: Settings) -> Grid:
    """The grid with cells as large as the settings ask, or smaller where they don't fit."""
    wanted = max(1, math.floor(size.width * settings.dpi / MM["in"] + 1e-6))
    across = min(wanted, settings.max_side // columns)
    while across > 1 and rows * pixels(size.height, across * MM["in"] / size.width) > settings.max_side:
        across -= 1
    dpi = across * MM["in"] / size.width
    return Grid(columns, rows, across, pixels(size.height, dpi), dpi)


def pixels(length: float, dpi: float) -> int:
    """A length in mm as pixels."""
    return max(1, round(length * dpi / MM["in"]))


def draw_cards(things: Sequence[Thing], drawing: Drawing, settings: Settings, shared_back: bytes) -> Drawn:
    """Draw cards, each once, on as few sheets as they need."""
    found: list[Atlas] = []
    backs: dict[str, bytes] = {}
    by_size: dict[Size, list[Thing]] = {}
    for thing in things:
        by_size.setdefault(thing.size, []).append(thing)
    for size, alike in by_size.items():
        kinds = [[t for t in alike if not t.two_sided], [t for t in alike if t.two_sided]]
        shares = [share for kind in kinds for share in evenly(kind)]
        grid = grid_of(max(map(len, shares)), size, settings)
        pictures = {one.name: one.data for one in drawing.pictures([thing.card for thing in alike], grid.dpi)}
        for share in shares:
            names = tuple(thing.name for thing in share)
            played = share[0].two_sided
            last = shared_back if grid.columns * grid.rows > 1 and any(thing.has_back for thing in share) else b""
            front = sheet([pictures[name] for name in names], grid, b"" if played else last)
            back = sheet([pictures[f"{name}.back"] for name in names], grid) if played else b""
            found.append(Atlas(size, grid, names, front, back))
            if not played:
                backs |= {thing.name: pictures[f"{thing.name}.back"] for thing in share if thing.own_back}
    return Drawn(tuple(found), backs)


def draw_alone(things: Sequence[Thing], drawing: Drawing, settings: Settings) -> dict[str, bytes]:
    """A picture for each thing, by name, with no side longer than the settings say.

    Around shapes that are no rectangle the picture is transparent.
    """
    found: dict[str, bytes] = {}
    shapes = {thing.name: thing.type.shape for thing in things}
    by_dpi: dict[float, list[Thing]] = {}
    for thing in things:
        across = len(thing.card.faces) if thing.form == "die" else 1
        limits = settings.max_side // max(1, across) / thing.size.width, settings.max_side / thing.size.height
        by_dpi.setdefault(min(settings.dpi, *(limit * MM["in"] for limit in limits)), []).append(thing)
    for dpi, alike in by_dpi.items():
        for one in drawing.pictures([thing.card for thing in alike], dpi):
            found[one.name] = cut_out(one.data, shapes.get(one.name.removesuffix(".back"), "rectangle"))
    return found


def evenly(things: Sequence[One], room: int = ROOM) -> Iterator[Sequence[One]]:
    """The things in as few shares of at most `room` as possible; the sizes of shares differ by one at most."""
    number = math.ceil(len(things) / room)
    for share in range(number):
        yield things[len(things) * share // number : len(things) * (share + 1) // number]


def sheet(cells: Sequence[bytes], grid: Grid, last: bytes = b"") -> bytes:
    """Pictures in the first cells of a grid, and one in the last cell, as PNG."""
    from PIL import Image

    whole = Image.new("RGB", (grid.columns * grid.width, grid.rows * grid.height), GROUND)
    shown = [*enumerate(cells), *([(grid.columns * grid.rows - 1, last)] if last else [])]
    for number, data in shown:
        row, column = divmod(number, grid.columns)
        picture = opened(data)
        if picture.size != (grid.width, grid.height):
            picture = picture.resize((grid.width, grid.height))
        whole.paste(picture, (column * grid.width, row * grid.height))
    return png(whole)


Place = tuple[int, int, bool]  # column, row, and whether a face lies upside down


def net(row: bytes, number: int, sides: Sequence[int], places: Sequence[Place]) -> bytes:
    """A die of `number` faces, which lie in a row on a picture, as a net of three by three cells.

    `sides` are numbers of faces, from 0, and `places` where each of these lies.
    """
    from PIL import Image

    faces = [opened(face) for face in split(row, number)]
    width, height = faces[0].size
    whole = Image.new("RGB", (3 * width, 3 * height), GROUND)
    for side, (column, line, turned) in zip(sides, places, strict=True):
        face = faces[side].rotate(180) if turned else faces[side]
        whole.paste(face, (column * width, line * height))
    return png(whole)


def split(row: bytes, number: int) -> list[bytes]:
    """The faces of a die, which lie in a row on a picture, each as a picture of its own."""
    whole = opened(row)
    edges = [round(whole.width * face / number) for face in range(number + 1)]
    least = min(right - left for left, right in pairwise(edges))
    return [png(whole.crop((left, 0, left + least, whole.height))) for left in edges[:-1]]


def cut_out(picture: bytes, shape: Shape) -> bytes:
    """A picture of a thing of that shape, transparent around it. A hexagon stands on a corner."""
    if shape == "rectangle":
        return picture
    from PIL import Image, ImageDraw

    whole = opened(picture)
    width, height = whole.width * FINE, whole.height * FINE
    mask = Image.new("L", (width, height))
    if shape == "circle":
        ImageDraw.Draw(mask).ellipse((0, 0, width - 1, height - 1), fill=255)
    else:
        across, down = (width / 2, width, width, width / 2, 0, 0), (0, 1, 3, 4, 3, 1)
        corners = [(x, quarter * height / 4) for x, quarter in zip(across, down, strict=True)]
        ImageDraw.Draw(mask).polygon(corners, fill=255)
    whole.putalpha(mask.resize(whole.size, Image.Resampling.BOX))
    return png(whole)


def thumbnail(picture: bytes, side: int = 256) -> bytes:
    """A picture in a transparent square, `side` pixels wide."""
    from PIL import Image

    small = opened(picture)
    small.thumbnail((side, side))
    whole = Image.new("RGBA", (side, side))
    whole.paste(small, ((side - small.width) // 2, (side - small.height) // 2))
    return png(whole)


def opened(data: bytes) -> Image:
    """A picture, with `GROUND` where it is transparent."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as found:
        picture = found.convert("RGBA")
    ground = Image.new("RGBA", picture.size, GROUND)
    return Image.alpha_composite(ground, picture).convert("RGB")


def png(image: Image) -> bytes:
    """A picture as PNG."""
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
