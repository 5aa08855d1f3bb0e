"""Cut paths: the lines and arcs that a cutting machine follows, and how they are written as SVG and DXF.

All lengths are mm. As on pages, x grows to the right and y downwards, so angles grow clockwise, from 0 at the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from renderers.layout.pages import CLOSE, Line, Outline, Page, in_mm

_DIGITS = 4  # after the point: a ten-thousandth of a mm


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc of a circle, clockwise from the angle `start` to the angle `end`, in degrees; a full circle is 0 to
    360.
    """

    x: float
    y: float
    radius: float
    start: float
    end: float


CutPath = tuple[Line | Arc, ...]  # closed: it ends where it begins


@dataclass(frozen=True, slots=True)
class Layer:
    """The cuts of one page, or of several pages that are cut alike. `name` says which: `pages 1-3`."""

    name: str
    width: float
    height: float
    paths: tuple[CutPath, ...]


def cut_paths(pages: Sequence[Page]) -> list[Layer]:
    """The cuts of these pages; pages that are cut alike share a layer. Backs, and pages cut by hand, have none.

    A layer's name counts the pages of the file from 1, including backs.
    """
    layers: dict[tuple[float, float, tuple[Outline, ...]], list[int]] = {}
    for number, page in enumerate(pages, start=1):
        if page.outlines:
            layers.setdefault((page.width, page.height, page.outlines), []).append(number)
    return [
        Layer(_name(numbers), width, height, tuple(_path(outline) for outline in outlines))
        for (width, height, outlines), numbers in layers.items()
    ]


def by_size(layers: Sequence[Layer]) -> dict[str, list[Layer]]:
    """The layers by the size of their pages, such as `210x297`, since a file holds pages of one size.

    Without layers the only entry is `0x0`, with an empty list.
    """
    sizes: dict[str, list[Layer]] = {}
    for layer in layers:
        sizes.setdefault(f"{in_mm(layer.width)}x{in_mm(layer.height)}", []).append(layer)
    return sizes or {"0x0": []}


def svg(layers: Sequence[Layer]) -> bytes:
    """The layers as one SVG file in mm, with a group for each."""
    width = max((layer.width for layer in layers), default=0.0)
    height = max((layer.height for layer in layers), default=0.0)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
            f'width="{_text(width)}mm" height="{_text(height)}mm" viewBox="0 0 {_text(width)} {_text(height)}" '
            'fill="none" stroke="#ff0000" stroke-width="0.1">'
        ),
    ]
    for layer in layers:
        name = layer.name.replace(" ", "-").replace(",", "")
        lines.append(f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{layer.name}">')
        lines += [_svg_path(path) for path in layer.paths]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""]).encode()


def guides_svg(page: Page) -> bytes:
    """The guides of a page as SVG, to lie over a picture of it: the cut in full lines, the safe zone in dashes."""
    size = f"{_text(page.width)} {_text(page.height)}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" fill="none" stroke-width="0.4">']
    for outline in page.guides:
        drawn = _svg_path(_path(outline)).removesuffix("/>")
        how = 'stroke="#00a3ff" stroke-dasharray="1.5 1"' if outline.dashed else 'stroke="#ff2fa8"'
        lines.append(f"{drawn} {how}/>")
    return "\n".join([*lines, "</svg>", ""]).encode()


def dxf(layers: Sequence[Layer]) -> bytes:
    """The layers as one DXF file of release 12, with LINE, ARC and CIRCLE in mm and y upwards."""
    names = [layer.name.upper().replace(" ", "_").replace(",", "") for layer in layers]
    table = [(0, "TABLE"), (2, "LAYER"), (70, str(len(names)))]
    for name in names:
        table += [(0, "LAYER"), (2, name), (70, "0"), (62, "1"), (6, "CONTINUOUS")]
    tags = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (0, "ENDSEC")]
    tags += [(0, "SECTION"), (2, "TABLES"), *table, (0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for name, layer in zip(names, layers, strict=True):
        for path in layer.paths:
            for part in path:
                tags += _entity(part, name, layer.height)
    tags += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in tags).encode("ascii")


def _path(outline: Outline) -> CutPath:
    """The lines and arcs of an outline, clockwise."""
    if outline.points:
        corners = outline.points
        return tuple(Line(*a, *b) for a, b in pairwise((*corners, corners[0])))
    box, r = outline.box, outline.radius
    if r > CLOSE and abs(box.width - 2 * r) < CLOSE and abs(box.height - 2 * r) < CLOSE:
        return (Arc(box.x + r, box.y + r, r, 0.0, 360.0),)
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    path: list[Line | Arc] = []
    for line, (x, y), start in (
        (Line(left + r, top, right - r, top), (right - r, top + r), 270.0),
        (Line(right, top + r, right, bottom - r), (right - r, bottom - r), 0.0),
        (Line(right - r, bottom, left + r, bottom), (left + r, bottom - r), 90.0),
        (Line(left, bottom - r, left, top + r), (left + r, top + r), 180.0),
    ):
        if abs(line.x2 - line.x1) + abs(line.y2 - line.y1) > CLOSE:
            path.append(line)
        if r > CLOSE:
            path.append(Arc(x, y, r, start, start + 90.0))
    return tuple(path)


def _svg_path(path: CutPath) -> str:
    if len(path) == 1 and isinstance(circle := path[0], Arc):
        return f'<circle cx="{_text(circle.x)}" cy="{_text(circle.y)}" r="{_text(circle.radius)}"/>'
    words = []
    for number, part in enumerate(path):
        (x1, y1), (x2, y2) = _ends(part)
        if not number:
            words.append(f"M{_text(x1)} {_text(y1)}")
        if isinstance(part, Line):
            words.append(f"L{_text(x2)} {_text(y2)}")
        else:
            words.append(f"A{_text(part.radius)} {_text(part.radius)} 0 0 1 {_text(x2)} {_text(y2)}")
    return f'<path d="{" ".join(words)} Z"/>'


def _ends(part: Line | Arc) -> tuple[tuple[float, float], tuple[float, float]]:
    """The start and the end of a line or of a quarter circle."""
    if isinstance(part, Line):
        return (part.x1, part.y1), (part.x2, part.y2)
    ways = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
    first, last = ways[round(part.start) % 360], ways[round(part.end) % 360]
    r = part.radius
    return (part.x + r * first[0], part.y + r * first[1]), (part.x + r * last[0], part.y + r * last[1])


def _entity(part: Line | Arc, layer: str, height: float) -> Iterator[tuple[int, str]]:
    """A line, an arc or a circle as DXF group codes and values. DXF counts angles counterclockwise."""
    if isinstance(part, Line):
        yield from ((0, "LINE"), (8, layer))
        yield from ((10, _text(part.x1)), (20, _text(height - part.y1)), (30, "0"))
        yield from ((11, _text(part.x2)), (21, _text(height - part.y2)), (31, "0"))
        return
    whole = part.end - part.start >= 360
    yield from ((0, "CIRCLE" if whole else "ARC"), (8, layer))
    yield from ((10, _text(part.x)), (20, _text(height - part.y)), (30, "0"), (40, _text(part.radius)))
    if not whole:
        yield from ((50, _text(-part.end % 360)), (51, _text(-part.start % 360)))


def _name(numbers: Sequence[int]) -> str:
    """Page numbers as a layer's name: `page 4`, `pages 1-3, 5`."""
    runs = []
    for _, group in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        run = [number for _, number in group]
        runs.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return f"page{'s' * (len(numbers) > 1)} {', '.join(runs)}"


def _text(value: float) -> str:
    """A length as text, always with the same digits: `12.5`."""
    shown = f"{value:.{_DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown
