"""What is cut out as one piece: a card, a front joined to its back, a die's net; and how pieces lie on sheets.

All lengths are mm. Nothing is drawn here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from builder.sizes import Size
from renderers.geometry import CLOSE, Backs, Box, Line, Marks, Page, Paper, Shape, Slot, impose

APART = 4.0  # between pieces that have lines of their own
TAB = 0.34  # a tab's depth, of a die's edge


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a piece and where it lies in it."""

    side: int
    box: Box
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """What is cut out as one: sides that hang together, and the lines at which it is cut and folded.

    Places are mm from the piece's top left corner. A piece without `cuts` is cut along its edges.
    """

    width: float
    height: float
    parts: tuple[Part, ...]
    cuts: tuple[Line, ...] = ()
    folds: tuple[Line, ...] = ()
    circles: tuple[Box, ...] = ()


def lay_out(
    count: int,
    piece: Piece,
    paper: Paper,
    *,
    margin: float = 4.0,
    gap: float = 0.0,
    bleed: float = 3.0,
    marks: Marks = "crops",
    backs: Backs = "none",
) -> list[Page]:
    """`impose`, for pieces: each place of a page holds the piece's sides and its lines.

    A piece that says where it is cut gets no other marks, and some room around it. On back pages lies side 1 behind
    side 0. Raises UsageError when a single piece does not fit the paper.
    """
    own_lines = bool(piece.cuts or piece.circles)
    pages = impose(
        count,
        Size(piece.width, piece.height),
        paper,
        margin=margin,
        gap=max(gap, APART) if own_lines else gap,
        bleed=bleed,
        marks="none" if own_lines else marks,
        backs=backs,
    )
    return [_with_parts(page, piece) for page in pages]


def single(size: Size, shape: Shape = "rectangle") -> Piece:
    """A card or token that shows one side."""
    whole = Box(0, 0, size.width, size.height)
    cuts, circles = _outline(whole, shape)
    return Piece(size.width, size.height, (Part(0, whole),), cuts, (), circles)


def folded(size: Size, shape: Shape = "rectangle") -> Piece:
    """Front and back joined along a fold: the back lies above the front, upside down, and folds away behind it."""
    back, front = Box(0, 0, size.width, size.height), Box(0, size.height, size.width, size.height)
    outlines = [_outline(box, shape) for box in (back, front)]
    return Piece(
        size.width,
        2 * size.height,
        (Part(1, back, turned=True), Part(0, front)),
        tuple(line for cuts, _ in outlines for line in cuts),
        (Line(0, size.height, size.width, size.height),),
        tuple(box for _, circles in outlines for box in circles),
    )


def net(edge: float) -> Piece:
    """A die's six faces as a cross to cut, fold and glue, with seven tabs. The opposite of face n is face 5 - n."""
    tab = TAB * edge
    places = {2: (1, 0), 0: (0, 1), 1: (1, 1), 5: (2, 1), 4: (3, 1), 3: (1, 2)}
    boxes = {n: Box(x * edge, tab + y * edge, edge, edge) for n, (x, y) in places.items()}
    cuts: list[Line] = []
    folds = [
        _edge(boxes[n], way) for n, way in ((2, "bottom"), (1, "bottom"), (0, "right"), (1, "right"), (5, "right"))
    ]
    for n in (0, 5, 4):
        cuts += [_edge(boxes[n], "top"), _edge(boxes[n], "bottom")]
    cuts.append(_edge(boxes[0], "left"))
    glued = [(2, "left"), (2, "top"), (2, "right"), (3, "left"), (3, "bottom"), (3, "right"), (4, "right")]
    for n, way in glued:
        folds.append(_edge(boxes[n], way))
        cuts += _tab(boxes[n], way, tab)
    parts = tuple(Part(n, boxes[n]) for n in sorted(boxes))
    return Piece(4 * edge + tab, 3 * edge + 2 * tab, parts, tuple(cuts), tuple(folds))


def stickers(edge: float, faces: int) -> Piece:
    """A die's faces side by side, to cut out and stick on a blank die."""
    boxes = [Box(n * edge, 0, edge, edge) for n in range(faces)]
    cuts = [Line(0, y, faces * edge, y) for y in (0, edge)] + [_edge(box, "left") for box in boxes]
    cuts.append(_edge(boxes[-1], "right"))
    return Piece(faces * edge, edge, tuple(Part(n, box) for n, box in enumerate(boxes)), tuple(cuts))


def _with_parts(page: Page, piece: Piece) -> Page:
    """The page with every piece's sides in its place."""
    slots: list[Slot] = []
    lines: list[Line] = list(page.marks)
    folds: list[Line] = []
    circles: list[Box] = []
    for place in page.slots:
        x, y = place.trim.x, place.trim.y
        if page.back:  # behind side 0 lies side 1
            front = next(part for part in piece.parts if part.side == 0)
            slots.append(replace(_part(place, piece, front), side=1, turned=place.turned))
            continue
        slots += [_part(place, piece, part) for part in piece.parts]
        lines += [_moved(line, x, y) for line in piece.cuts]
        folds += [_moved(line, x, y) for line in piece.folds]
        circles += [replace(box, x=box.x + x, y=box.y + y) for box in piece.circles]
    return replace(page, slots=tuple(slots), marks=tuple(lines), folds=tuple(folds), circles=tuple(circles))


def _part(place: Slot, piece: Piece, part: Part) -> Slot:
    """A side in a piece's place; only at the piece's edges does it bleed."""
    trim, box = place.trim, part.box
    here = Box(trim.x + box.x, trim.y + box.y, box.width, box.height)
    left = trim.x - place.bleed.x if box.x < CLOSE else 0.0
    top = trim.y - place.bleed.y if box.y < CLOSE else 0.0
    right = place.bleed.right - trim.right if box.right > piece.width - CLOSE else 0.0
    bottom = place.bleed.bottom - trim.bottom if box.bottom > piece.height - CLOSE else 0.0
    if len(piece.parts) > 2:  # a die's faces end where they are folded or cut
        left = top = right = bottom = 0.0
    seen = Box(here.x - left, here.y - top, here.width + left + right, here.height + top + bottom)
    return Slot(place.card, here, seen, turned=part.turned, side=part.side)


def _moved(line: Line, x: float, y: float) -> Line:
    return Line(line.x1 + x, line.y1 + y, line.x2 + x, line.y2 + y)


def _outline(box: Box, shape: Shape) -> tuple[tuple[Line, ...], tuple[Box, ...]]:
    """The lines or the circle at which a thing in this box is cut; nothing for a rectangle, which gets other marks."""
    if shape == "circle":
        return (), (box,)
    if shape == "rectangle":
        return (), ()
    # A hexagon that stands on a corner.
    x, y, w, h = box.x, box.y, box.width, box.height
    corners = [(x + w / 2, y), (x + w, y + h / 4), (x + w, y + 3 * h / 4)]
    corners += [(x + w / 2, y + h), (x, y + 3 * h / 4), (x, y + h / 4)]
    return tuple(Line(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)), ()


def _edge(box: Box, way: str) -> Line:
    return {
        "top": Line(box.x, box.y, box.right, box.y),
        "bottom": Line(box.x, box.bottom, box.right, box.bottom),
        "left": Line(box.x, box.y, box.x, box.bottom),
        "right": Line(box.right, box.y, box.right, box.bottom),
    }[way]


def _tab(box: Box, way: str, depth: float) -> list[Line]:
    """The three lines of a tab at an edge; its ends are cut back, so that tabs in one corner don't meet."""
    line = _edge(box, way)
    out_x, out_y = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}[way]
    along_x, along_y = (0 if out_x else 1), (0 if out_y else 1)
    start = (line.x1 + depth * (out_x + along_x), line.y1 + depth * (out_y + along_y))
    end = (line.x2 + depth * (out_x - along_x), line.y2 + depth * (out_y - along_y))
    return [Line(line.x1, line.y1, *start), Line(*start, *end), Line(*end, line.x2, line.y2)]
