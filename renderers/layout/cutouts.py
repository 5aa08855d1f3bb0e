"""Cutouts: shapes that are cut out in one piece, such as a card, a card joined to its back, or the net of a die.

All lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from builder.games.game import Shape
from builder.games.sizes import Size
from renderers.layout.imposition import Imposition, impose
from renderers.layout.pages import CLOSE, Box, Line, Outline, Page, Paper, Slot
from renderers.layout.solids import SOLIDS, Point, incircle, unfolded
from renderers.layout.words import Marks

CUTOUT_GAP = 4.0  # between cutouts that have lines of their own
NETS = (6, *SOLIDS)  # faces of dice that can be folded
TAB = 0.34  # a tab's depth, as a share of the die's edge
LOW_TAB, SLANT = 0.22, 30.0  # of dice that are no cubes: depth, and the angle at the ends, less than any gap in a net
ELLIPSE = 72  # corners of the polygon that approximates an ellipse


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a cutout, and its place in mm from the cutout's top left corner. `spun` is as in `Slot`."""

    side: int
    box: Box
    turned: bool = False
    spun: float | None = None


@dataclass(frozen=True, slots=True)
class Cutout:
    """A shape that is cut out in one piece: the sides on it, and the lines at which it is cut and folded.

    Places are in mm from the cutout's top left corner. A cutout without `cuts` and `circles` is a rectangle cut along
    its edges. `outlines` are what a cutting machine follows. `shape` and `radius` are those of each side.
    """

    width: float
    height: float
    parts: tuple[Part, ...]
    cuts: tuple[Line, ...] = ()
    folds: tuple[Line, ...] = ()
    circles: tuple[Box, ...] = ()
    outlines: tuple[Outline, ...] = ()
    shape: Shape | None = None
    radius: float = 0.0


def lay_out(
    count: int, cutout: Cutout, paper: Paper, imposition: Imposition, *, safe: float | None = None
) -> list[Page]:
    """Place `count` cutouts on sheets: like `impose`, with the sides and lines of a cutout in each place.

    Cutouts with lines of their own get space around them, and no crop marks. A back page shows side 1 behind side 0.
    With `safe` (mm), guides show where each side is cut, and the safe zone that far inside. Raises UsageError when a
    single cutout does not fit the paper.
    """
    pages = impose(count, Size(cutout.width, cutout.height), paper, spaced(cutout, imposition))
    return [with_parts(page, cutout, safe) for page in pages]


def spaced(cutout: Cutout, imposition: Imposition) -> Imposition:
    """The imposition for this cutout: one with lines of its own gets space around it, and no crop marks."""
    if not cutout.cuts and not cutout.circles:
        return imposition
    marks: Marks = imposition.marks if imposition.marks == "registration" else "none"
    return replace(imposition, gap=max(imposition.gap, CUTOUT_GAP), marks=marks)


def with_parts(page: Page, cutout: Cutout, safe: float | None) -> Page:
    """The page with the sides and lines of a cutout in each of its places. A back page shows side 1 behind side 0, and
    with `safe` (mm), guides show where each side is cut, and the safe zone that far inside.
    """
    slots: list[Slot] = []
    lines: list[Line] = list(page.marks)
    folds: list[Line] = []
    circles: list[Box] = []
    outlines: list[Outline] = []
    guides: list[Outline] = []
    for place in page.slots:
        x, y = place.trim.x, place.trim.y
        if page.back:  # behind side 0 lies side 1
            front = next(part for part in cutout.parts if part.side == 0)
            here = [replace(_part(place, cutout, front), side=1, turned=place.turned)]
        else:
            here = [_part(place, cutout, part) for part in cutout.parts]
            lines += [_moved(line, x, y) for line in cutout.cuts]
            folds += [_moved(line, x, y) for line in cutout.folds]
            circles += [box.moved(x, y) for box in cutout.circles]
            outlines += [outline.moved(x, y) for outline in cutout.outlines]
        slots += here
        if safe is not None and cutout.shape:
            guides += [guide for slot in here for guide in _guides(slot.trim, cutout.shape, cutout.radius, safe)]
    return replace(
        page,
        slots=tuple(slots),
        marks=tuple(lines),
        folds=tuple(folds),
        circles=tuple(circles),
        outlines=tuple(outlines),
        guides=tuple(guides),
    )


def own_page(
    cutout: Cutout, bleed: float, *, back: bool = False, turned: bool = False, safe: float | None = None
) -> Page:
    """A page for one cutout, as large as the cutout and its bleed. A back page shows side 1, upside down if
    `turned`.
    """
    whole = Box(0, 0, cutout.width + 2 * bleed, cutout.height + 2 * bleed)
    place = Slot(0, Box(bleed, bleed, cutout.width, cutout.height), whole, turned=turned)
    return replace(
        with_parts(Page(whole.width, whole.height, (place,), back=back), cutout, safe), marks=(), folds=(), circles=()
    )


def single(size: Size, shape: Shape = "rectangle") -> Cutout:
    """A card or a token with one printed side."""
    whole = Box(0, 0, size.width, size.height)
    cuts, circles = _outline(whole, shape)
    return Cutout(
        size.width,
        size.height,
        (Part(0, whole),),
        cuts,
        circles=circles,
        outlines=(_cut_out(whole, shape, size.radius),),
        shape=shape,
        radius=size.radius,
    )


def folded(size: Size, shape: Shape = "rectangle") -> Cutout:
    """A front joined to its back. The back lies above the front, upside down, and is folded behind it."""
    back, front = Box(0, 0, size.width, size.height), Box(0, size.height, size.width, size.height)
    lines = [_outline(box, shape) for box in (back, front)]
    sides = [Box(0, 0, size.width, 2 * size.height)] if shape == "rectangle" else [back, front]
    return Cutout(
        size.width,
        2 * size.height,
        (Part(1, back, turned=True), Part(0, front)),
        tuple(line for cuts, _ in lines for line in cuts),
        (Line(0, size.height, size.width, size.height),),
        tuple(box for _, circles in lines for box in circles),
        tuple(_cut_out(box, shape, size.radius) for box in sides),
        shape,
        size.radius,
    )


def net(edge: float) -> Cutout:
    """The six faces of a die as a cross, with seven tabs, to cut, fold and glue. Face n is opposite to face 5 - n."""
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
    whole = Box(0, 0, 4 * edge + tab, 3 * edge + 2 * tab)
    outline = Outline(whole, points=tuple(_around(cuts)))
    return Cutout(whole.width, whole.height, parts, tuple(cuts), tuple(folds), outlines=(outline,))


def net_of(edge: float, faces: int) -> Cutout:
    """The net of a die whose number of faces is in `NETS`; `edge` is the length of its longest edges.

    The faces of dice that are no cubes are not square: what is drawn fills the square in the circle in each face.
    """
    if faces == 6:
        return net(edge)
    flat = unfolded(faces)
    tabs = [_low_tab(*one) for one, _ in flat.glued]
    points = [point for polygon in (*flat.faces, *tabs) for point in polygon]
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) for axis in (0, 1))

    def line(a: Point, b: Point) -> Line:
        return Line((a[0] - left) * edge, (a[1] - top) * edge, (b[0] - left) * edge, (b[1] - top) * edge)

    folds = [line(*fold) for fold in (*flat.folds, *(one for one, _ in flat.glued))]
    cuts = [line(*other) for _, other in flat.glued]
    cuts += [line(a, b) for tab in tabs for a, b in pairwise(tab)]
    parts = []
    for number, polygon in enumerate(flat.faces):
        (x, y), radius = incircle(polygon)
        side = radius * math.sqrt(2) * edge
        spun = math.degrees(math.atan2(polygon[0][0] - x, y - polygon[0][1]))
        box = Box((x - left) * edge - side / 2, (y - top) * edge - side / 2, side, side)
        parts.append(Part(number, box, spun=spun))
    whole = Box(0, 0, (right - left) * edge, (bottom - top) * edge)
    outline = Outline(whole, points=tuple(_around(cuts)))
    return Cutout(whole.width, whole.height, tuple(parts), tuple(cuts), tuple(folds), outlines=(outline,))


def _low_tab(a: Point, b: Point) -> tuple[Point, ...]:
    """The corners of a glue tab at an edge, from one end to the other."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    depth = min(LOW_TAB, length * 0.4 * math.tan(math.radians(SLANT)))
    along = depth / math.tan(math.radians(SLANT))
    out = (uy * depth, -ux * depth)
    return (
        a,
        (a[0] + ux * along + out[0], a[1] + uy * along + out[1]),
        (b[0] - ux * along + out[0], b[1] - uy * along + out[1]),
        b,
    )


def stickers(edge: float, faces: int) -> Cutout:
    """The faces of a die side by side, to cut out and stick on a blank die."""
    boxes = [Box(n * edge, 0, edge, edge) for n in range(faces)]
    cuts = [Line(0, y, faces * edge, y) for y in (0, edge)] + [_edge(box, "left") for box in boxes]
    cuts.append(_edge(boxes[-1], "right"))
    parts = tuple(Part(n, box) for n, box in enumerate(boxes))
    return Cutout(faces * edge, edge, parts, tuple(cuts), outlines=tuple(Outline(box) for box in boxes))


def _guides(trim: Box, shape: Shape, radius: float, safe: float) -> list[Outline]:
    """Outlines that show where a side is cut, and its safe zone."""
    inside = Box(trim.x + safe, trim.y + safe, trim.width - 2 * safe, trim.height - 2 * safe)
    zone = _cut_out(inside, shape, max(0.0, radius - safe))
    return [_cut_out(trim, shape, radius)] + [replace(zone, dashed=True)] * (min(inside.width, inside.height) > 0)


def _cut_out(box: Box, shape: Shape, radius: float) -> Outline:
    """The outline of a shape that fills the box."""
    if shape == "hexagon":
        return Outline(box, points=tuple(_hexagon(box)))
    if shape == "circle" and abs(box.width - box.height) > CLOSE:
        turns = [2 * math.pi * n / ELLIPSE for n in range(ELLIPSE)]
        middle = (box.x + box.width / 2, box.y + box.height / 2)
        rim = ((middle[0] + box.width / 2 * math.cos(t), middle[1] + box.height / 2 * math.sin(t)) for t in turns)
        return Outline(box, points=tuple(rim))
    half = min(box.width, box.height) / 2
    return Outline(box, half if shape == "circle" else min(radius, half))


def _around(lines: Sequence[Line]) -> list[tuple[float, float]]:
    """The corners of the closed polygon that these lines form."""
    ends = [((line.x1, line.y1), (line.x2, line.y2)) for line in lines]
    start, here = ends.pop(0)
    corners = [start]
    while ends:
        corners.append(here)
        number, there = next(
            (n, b if math.dist(a, here) < CLOSE else a)
            for n, (a, b) in enumerate(ends)
            if min(math.dist(a, here), math.dist(b, here)) < CLOSE
        )
        here = there
        ends.pop(number)
    return corners


def _part(place: Slot, cutout: Cutout, part: Part) -> Slot:
    """The place of one side on the page. It has bleed only along the cutout's own edges."""
    trim, box = place.trim, part.box
    here = Box(trim.x + box.x, trim.y + box.y, box.width, box.height)
    left = trim.x - place.bleed.x if box.x < CLOSE else 0.0
    top = trim.y - place.bleed.y if box.y < CLOSE else 0.0
    right = place.bleed.right - trim.right if box.right > cutout.width - CLOSE else 0.0
    bottom = place.bleed.bottom - trim.bottom if box.bottom > cutout.height - CLOSE else 0.0
    if len(cutout.parts) > 2:  # a die's faces end where they are folded or cut
        left = top = right = bottom = 0.0
    seen = Box(here.x - left, here.y - top, here.width + left + right, here.height + top + bottom)
    return Slot(place.card, here, seen, turned=part.turned, side=part.side, spun=part.spun)


def _moved(line: Line, x: float, y: float) -> Line:
    return Line(line.x1 + x, line.y1 + y, line.x2 + x, line.y2 + y)


def _outline(box: Box, shape: Shape) -> tuple[tuple[Line, ...], tuple[Box, ...]]:
    """The lines, or the circle, at which a shape in this box is cut; nothing for a rectangle, which gets crop marks."""
    if shape == "circle":
        return (), (box,)
    if shape == "rectangle":
        return (), ()
    corners = _hexagon(box)
    return tuple(Line(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)), ()


def _hexagon(box: Box) -> list[tuple[float, float]]:
    """The corners of a hexagon that points up, clockwise from the top."""
    x, y, w, h = box.x, box.y, box.width, box.height
    upper = [(x + w / 2, y), (x + w, y + h / 4), (x + w, y + 3 * h / 4)]
    return [*upper, (x + w / 2, y + h), (x, y + 3 * h / 4), (x, y + h / 4)]


def _edge(box: Box, way: str) -> Line:
    return {
        "top": Line(box.x, box.y, box.right, box.y),
        "bottom": Line(box.x, box.bottom, box.right, box.bottom),
        "left": Line(box.x, box.y, box.x, box.bottom),
        "right": Line(box.right, box.y, box.right, box.bottom),
    }[way]


def _tab(box: Box, way: str, depth: float) -> list[Line]:
    """The three lines of a glue tab at an edge. Its corners are cut off so that neighbouring tabs don't overlap."""
    line = _edge(box, way)
    out_x, out_y = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}[way]
    along_x, along_y = (0 if out_x else 1), (0 if out_y else 1)
    start = (line.x1 + depth * (out_x + along_x), line.y1 + depth * (out_y + along_y))
    end = (line.x2 + depth * (out_x - along_x), line.y2 + depth * (out_y - along_y))
    return [Line(line.x1, line.y1, *start), Line(*start, *end), Line(*end, line.x2, line.y2)]
