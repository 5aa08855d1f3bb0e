"""Which colours ink can print: sRGB compared with the gamut of four-colour offset printing on coated paper.

The gamut is a body in CIELAB (D50) between eight points, the paper and the solid inks alone and overprinted, with the
aims of ISO 12647-2:2013 for premium coated paper (printing condition PC1). Its twelve faces are flat, so that it is an
estimate: good enough to say that a neon green will print dull, not to choose inks by.

White is taken as the paper's white and black as that of black ink, as a printer's conversion does. Distances are
ΔE 1976.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from math import dist

Triple = tuple[float, float, float]
Lab = Triple
RGB = tuple[int, int, int]  # to 255

SOLIDS: dict[str, Triple] = {  # L*, a*, b*
    "paper": (95, 1, -4),
    "cyan": (56, -36, -51),
    "magenta": (48, 75, -4),
    "yellow": (89, -4, 93),
    "red": (48, 68, 47),  # magenta and yellow
    "green": (50, -65, 26),  # cyan and yellow
    "blue": (25, 20, -46),  # cyan and magenta
    "black": (16, 0, 0),
}
AROUND = ("red", "yellow", "green", "cyan", "blue", "magenta")  # the colourful solids, each between its neighbours

WHITE: Triple = (0.9642, 1.0, 0.8249)  # D50
TO_XYZ = (  # from linear sRGB, adapted to D50
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)
TO_RGB = (
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)
CLOSE = 1e-9


def lab_of(rgb: tuple[int, int, int]) -> Triple:
    """The CIELAB colour (D50) of an sRGB colour whose parts go to 255.

    >>> [round(part) for part in lab_of((255, 0, 0))]
    [54, 81, 70]
    """
    linear = [_linear(part / 255) for part in rgb]
    return _lab(tuple3(sum(a * b for a, b in zip(row, linear, strict=True)) for row in TO_XYZ))


def rgb_of(lab: Triple) -> tuple[int, int, int]:
    """The nearest sRGB colour of a CIELAB colour: what no screen shows is cut off."""
    xyz = _xyz(lab)
    parts = [sum(a * b for a, b in zip(row, xyz, strict=True)) for row in TO_RGB]
    red, green, blue = (round(255 * _companded(min(1.0, max(0.0, part)))) for part in parts)
    return red, green, blue


def printable(rgb: tuple[int, int, int]) -> tuple[float, tuple[int, int, int]]:
    """How far (ΔE) an sRGB colour is from the nearest that ink can print, and that one as sRGB; 0 and itself inside.

    >>> printable((120, 110, 90))
    (0.0, (120, 110, 90))
    """
    center, faces = _gamut()
    wanted = _darkened(lab_of(rgb))
    if not any(_crosses(center, wanted, face) for face in faces):
        return 0.0, rgb
    nearest = min((_nearest(wanted, face) for face in faces), key=lambda point: dist(point, wanted))
    return dist(nearest, wanted), rgb_of(_lightened(nearest))


def in_print(rgb: RGB, printed: Mapping[RGB, Lab]) -> tuple[float, RGB]:
    """As `printable`, but measured where `printed` has what the press makes of the colour; else estimated."""
    if rgb not in printed:
        return printable(rgb)
    lab = printed[rgb]
    return dist(lab, lab_of(rgb)), rgb_of(lab)


def hex_of(rgb: tuple[int, int, int]) -> str:
    """`#rrggbb`."""
    return "#" + "".join(f"{part:02x}" for part in rgb)


def tuple3(parts: Iterable[float]) -> Triple:
    """These three numbers."""
    x, y, z = parts
    return x, y, z


@cache
def _gamut() -> tuple[Triple, list[tuple[Triple, Triple, Triple]]]:
    """A point within the gamut and the triangles around it, relative to the paper's white."""
    paper = _xyz(SOLIDS["paper"])
    points = {
        name: _lab(tuple3(part * white / own for part, white, own in zip(_xyz(lab), WHITE, paper, strict=True)))
        for name, lab in SOLIDS.items()
    }
    faces = [
        (points[end], points[one], points[other])
        for end in ("paper", "black")
        for one, other in zip(AROUND, AROUND[1:] + AROUND[:1], strict=True)
    ]
    return (55.0, 0.0, 0.0), faces


def _darkened(lab: Triple) -> Triple:
    """The colour with black moved to that of black ink, and white left where it is."""
    black = _black()
    return _lab(tuple3(part * (1 - black) + white * black for part, white in zip(_xyz(lab), WHITE, strict=True)))


def _lightened(lab: Triple) -> Triple:
    """The opposite of `_darkened`."""
    black = _black()
    parts = ((part - white * black) / (1 - black) for part, white in zip(_xyz(lab), WHITE, strict=True))
    return _lab(tuple3(max(0.0, part) for part in parts))


@cache
def _black() -> float:
    return _xyz(SOLIDS["black"])[1] / _xyz(SOLIDS["paper"])[1]


def _crosses(start: Triple, end: Triple, face: tuple[Triple, Triple, Triple]) -> bool:
    """Whether the way from start to end goes through the triangle (Möller and Trumbore)."""
    a, b, c = face
    way, one, other, to = _minus(end, start), _minus(b, a), _minus(c, a), _minus(start, a)
    p = _cross(way, other)
    volume = _dot(one, p)
    if abs(volume) < CLOSE:
        return False
    q = _cross(to, one)
    u, v, far = _dot(to, p) / volume, _dot(way, q) / volume, _dot(other, q) / volume
    return u >= -CLOSE and v >= -CLOSE and u + v <= 1 + CLOSE and CLOSE < far < 1 - CLOSE


def _nearest(point: Triple, face: tuple[Triple, Triple, Triple]) -> Triple:
    """The point of a triangle that is nearest to a point: within it, or else on one of its edges."""
    a, b, c = face
    normal = _cross(_minus(b, a), _minus(c, a))
    height = _dot(_minus(point, a), normal) / _dot(normal, normal)
    foot = tuple3(p - height * n for p, n in zip(point, normal, strict=True))
    edges = ((a, b), (b, c), (c, a))
    if all(_dot(_cross(_minus(end, start), _minus(foot, start)), normal) >= 0 for start, end in edges):
        return foot
    return min((_on_edge(point, start, end) for start, end in edges), key=lambda found: dist(found, point))


def _on_edge(point: Triple, start: Triple, end: Triple) -> Triple:
    way = _minus(end, start)
    along = min(1.0, max(0.0, _dot(_minus(point, start), way) / _dot(way, way)))
    return tuple3(s + along * w for s, w in zip(start, way, strict=True))


def _minus(a: Triple, b: Triple) -> Triple:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _dot(a: Triple, b: Triple) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Triple, b: Triple) -> Triple:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def _companded(part: float) -> float:
    return float(part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)


def _lab(xyz: Triple) -> Triple:
    x, y, z = (
        ratio ** (1 / 3) if ratio > 216 / 24389 else (24389 / 27 * ratio + 16) / 116
        for ratio in (part / white for part, white in zip(xyz, WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _xyz(lab: Triple) -> Triple:
    y = (lab[0] + 16) / 116
    parts = (y + lab[1] / 500, y, y - lab[2] / 200)
    ratios = (part**3 if part**3 > 216 / 24389 else (116 * part - 16) * 27 / 24389 for part in parts)
    return tuple3(ratio * white for ratio, white in zip(ratios, WHITE, strict=True))
