"""Pages and what lies on them, papers, and shapes that are cut. All lengths are mm.

The origin of a page is its top left corner; x grows to the right and y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import hypot
from pathlib import Path

from builder.diagnostics import UsageError, suggestion
from builder.games.sizes import Size, size_in_mm, size_table
from builder.words import words_here

CLOSE = 1e-6  # lengths that differ by less are equal


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: the top left corner, width and height."""

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

    def moved(self, x: float, y: float) -> Box:
        """The same box, moved to the right by `x` and down by `y`."""
        return replace(self, x=self.x + x, y=self.y + y)

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes overlap; boxes that share only an edge don't."""
        across = self.x < other.right - CLOSE and other.x < self.right - CLOSE
        return across and self.y < other.bottom - CLOSE and other.y < self.bottom - CLOSE


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a card on a page: `trim` is where it is cut, `bleed` is all that is printed of it.

    `card` is a number that counts from 0, of a card or of a face. `turned` means upside down. `side` is the side that
    shows; 0 is the front. With `spun`, the side is as small as `trim`, and turned clockwise by that many degrees.
    """

    card: int
    trim: Box
    bleed: Box
    turned: bool = False
    side: int = 0
    spun: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line from (x1, y1) to (x2, y2)."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed line: a box with rounded corners (a circle, if the radius is half its width), or a polygon of
    `points`.
    """

    box: Box
    radius: float = 0.0
    points: tuple[tuple[float, float], ...] = ()
    dashed: bool = False

    def moved(self, x: float, y: float) -> Outline:
        """The same outline, moved to the right by `x` and down by `y`."""
        return replace(self, box=self.box.moved(x, y), points=tuple((a + x, b + y) for a, b in self.points))


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet.

    `marks` and `circles` (given by the boxes around them) are cut by hand; `outlines` are cut by a machine, which finds
    the sheet by its `solids`. `folds` are folded. `guides` are only to look at. Everything is turned by `turn` degrees
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


@dataclass(frozen=True, slots=True)
class Label:
    """A short text in the margin; its baseline begins at (x, y)."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Stack:
    """Pages of one paper, whose faces are all of one size. `card` of their slots is the number of a face in the whole
    job.

    `bleed` is in mm around each face. With `clear`, nothing is painted where no face lies: the pages can be laid over
    others.
    """

    size: Size
    pages: list[Page]
    bleed: float = 0.0
    clear: bool = False

    @classmethod
    def of_single_faces(cls, size: Size, bleed: float, faces: Iterable[int]) -> Stack:
        """A page for each of these faces, as large as the face and its bleed."""
        whole = Box(0, 0, size.width + 2 * bleed, size.height + 2 * bleed)
        trim = Box(bleed, bleed, size.width, size.height)
        return cls(size, [Page(whole.width, whole.height, (Slot(face, trim, whole),)) for face in faces], bleed)

    @property
    def paper(self) -> Paper:
        """The paper of its pages; without pages, one of the faces' size."""
        first = self.pages[0] if self.pages else self.size
        return Paper(first.width, first.height)

    @property
    def faces(self) -> list[int]:
        """The numbers of the faces on its pages, sorted."""
        return sorted({slot.card for page in self.pages for slot in page.slots})


def in_mm(value: float) -> str:
    """A length for a message, with at most two decimals: `63.5`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def in_words(width: float, height: float) -> str:
    """A size for a message, in the user's language: `63.5 x 88`."""
    decimal = words_here().decimal
    return f"{decimal(float(in_mm(width)))} x {decimal(float(in_mm(height)))}"


PAPERS = Path(__file__).with_name("data") / "papers.yaml"


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet's width and height in mm."""

    width: float
    height: float


def paper_size(name: str) -> Paper:
    """The paper of that name (in any case), or of a size such as `210x297mm` or `8.5x11in`.

    Raises UsageError for anything else.
    """
    custom = size_in_mm(name)
    if custom:
        return Paper(*custom)
    known = size_table(PAPERS)
    if name.lower() not in known:
        say = words_here("paper")
        help_ = say("unknown.or", names=suggestion(name.lower(), known, say=say))
        raise UsageError.of("paper", "unknown", name=name, help_=help_)
    return Paper(**known[name.lower()])


Edges = tuple[float, float, float, float]  # left, top, right, bottom, in mm from the cut's upper left corner


def depths(shape: str, width: float, height: float) -> Callable[[Edges], tuple[float, str]]:
    """A function that says how far inside the cut a box lies (negative if beyond it), and at which edge. All in mm.

    >>> depths("rectangle", 63, 88)((-2, 10, 20, 30))
    (-2, 'left')
    """
    if shape == "circle":
        radius = min(width, height) / 2

        def in_circle(box: Edges) -> tuple[float, str]:
            x = max(abs(box[0] - width / 2), abs(box[2] - width / 2))
            y = max(abs(box[1] - height / 2), abs(box[3] - height / 2))
            return radius - hypot(x, y), "rim"

        return in_circle
    if shape == "hexagon":  # it stands on a corner; its slanted edges go from (w/2, 0) to (w, h/4)
        slant = hypot(width / 2, height / 4)

        def in_hexagon(box: Edges) -> tuple[float, str]:
            x = max(abs(box[0] - width / 2), abs(box[2] - width / 2))
            y = max(abs(box[1] - height / 2), abs(box[3] - height / 2))
            slanted = (width / 2 * (height / 2 - y) - height / 4 * x) / slant
            return min(width / 2 - x, slanted), "rim"

        return in_hexagon

    def in_rectangle(box: Edges) -> tuple[float, str]:
        return min((box[0], "left"), (box[1], "top"), (width - box[2], "right"), (height - box[3], "bottom"))

    return in_rectangle
