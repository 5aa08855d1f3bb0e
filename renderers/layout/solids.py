"""Dice of other shapes than the cube: their faces in space, and how these are laid side by side on paper.

Every face is joined to another along an edge, as a tree, and hinged open there until all lie in one plane.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

Point = tuple[float, float]
Corner = tuple[float, float, float]
_Any = TypeVar("_Any")


@dataclass(frozen=True, slots=True)
class Solid:
    """A die: the corners of each face, and for each face but the first the face that it is joined to.

    Faces are in the order of their numbers. The numbers of opposite faces add up to one more than there are faces.
    """

    faces: tuple[tuple[Corner, ...], ...]
    joined: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A solid in a plane, its longest edge 1 long. `faces` are polygons, and their corners are those of `Solid.faces`.

    `folds` are edges at which two faces hang together. `glued` are edges that meet when it is folded, as pairs.
    """

    faces: tuple[tuple[Point, ...], ...]
    folds: tuple[tuple[Point, Point], ...]
    glued: tuple[tuple[tuple[Point, Point], tuple[Point, Point]], ...]


@lru_cache
def unfolded(count: int) -> Unfolded:
    """The die with `count` faces, laid flat. Raises KeyError where it is none of `SOLIDS`."""
    solid = SOLIDS[count]()
    longest = max(math.dist(a, b) for face in solid.faces for a, b in _edges(face))
    flat: dict[int, tuple[Point, ...]] = {0: _first(solid.faces[0])}
    folds: list[tuple[Point, Point]] = []
    hinges: set[frozenset[Corner]] = set()
    waiting = list(range(1, count))
    while waiting:
        face = next(face for face in waiting if solid.joined[face] in flat)
        waiting.remove(face)
        parent = solid.joined[face]
        hinge = next(edge for edge in _edges(solid.faces[face]) if set(edge) <= set(solid.faces[parent]))
        ends = [flat[parent][solid.faces[parent].index(corner)] for corner in hinge]
        flat[face] = _hinged(solid.faces[face], hinge, (ends[0], ends[1]))
        folds.append((ends[0], ends[1]))
        hinges.add(frozenset(hinge))
    sides: dict[frozenset[Corner], list[tuple[Point, Point]]] = {}
    for face in range(count):
        for edge, line in zip(_edges(solid.faces[face]), _edges(flat[face]), strict=True):
            if frozenset(edge) not in hinges:
                sides.setdefault(frozenset(edge), []).append(line)

    def scaled(point: Point) -> Point:
        return point[0] / longest, point[1] / longest

    return Unfolded(
        tuple(tuple(map(scaled, flat[face])) for face in range(count)),
        tuple((scaled(a), scaled(b)) for a, b in folds),
        tuple(((scaled(a), scaled(b)), (scaled(c), scaled(d))) for (a, b), (c, d) in sides.values()),
    )


def incircle(polygon: Sequence[Point]) -> tuple[Point, float]:
    """The middle and the radius of the circle that touches all sides of a face."""
    corners = len(polygon)
    if corners == 3:
        weights = [math.dist(polygon[(i + 1) % 3], polygon[(i + 2) % 3]) for i in range(3)]
        x, y = (sum(w * p[axis] for w, p in zip(weights, polygon, strict=True)) / sum(weights) for axis in (0, 1))
    elif corners == 4:  # a kite: on its axis, from the first corner to the third
        (ax, ay), (cx, cy) = polygon[0], polygon[2]
        long, short = math.dist(polygon[0], polygon[1]), math.dist(polygon[1], polygon[2])
        x, y = (ax * short + cx * long) / (long + short), (ay * short + cy * long) / (long + short)
    else:
        x, y = (sum(p[axis] for p in polygon) / corners for axis in (0, 1))
    (ax, ay), (bx, by) = polygon[0], polygon[1]
    radius = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / math.dist(polygon[0], polygon[1])
    return (x, y), radius


def _edges(corners: Sequence[_Any]) -> list[tuple[_Any, _Any]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _first(face: Sequence[Corner]) -> tuple[Point, ...]:
    """The first face, its first edge at the top."""
    return _hinged(face, (face[0], face[1]), ((0.0, 0.0), (math.dist(face[0], face[1]), 0.0)))


def _hinged(face: Sequence[Corner], hinge: tuple[Corner, Corner], ends: tuple[Point, Point]) -> tuple[Point, ...]:
    """A face in the plane with this edge at `ends`; like all faces, it lies to the right of its edges."""
    a, b = hinge
    length = math.dist(a, b)
    along = [(q - p) / length for p, q in zip(a, b, strict=True)]
    (x, y), (bx, by) = ends
    ux, uy = (bx - x) / length, (by - y) / length
    points = []
    for corner in face:
        way = [q - p for p, q in zip(a, corner, strict=True)]
        far = sum(p * q for p, q in zip(way, along, strict=True))
        off = math.sqrt(max(0.0, sum(p * p for p in way) - far * far))
        points.append((x + far * ux - off * uy, y + far * uy + off * ux))
    return tuple(points)


def _outwards(faces: Sequence[Sequence[Corner]]) -> list[tuple[Corner, ...]]:
    """The faces, all with their corners the same way round as seen from outside."""
    turned = []
    for face in faces:
        a, b, c = face[:3]
        u = [q - p for p, q in zip(a, b, strict=True)]
        v = [q - p for p, q in zip(b, c, strict=True)]
        normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        out = sum(n * p for n, p in zip(normal, a, strict=True)) > 0
        turned.append(tuple(face) if out else (face[0], *reversed(face[1:])))
    return turned


def _numbered(faces: Sequence[Sequence[Corner]], joined: Sequence[int]) -> Solid:
    """The solid with its faces, in any order, numbered so that opposite ones add up (see `Solid`)."""
    outwards, count = _outwards(faces), len(faces)

    def middle(face: Sequence[Corner]) -> list[float]:
        return [sum(corner[axis] for corner in face) / len(face) for axis in range(3)]

    order: list[int] = []
    for face in range(count):
        if face not in order and len(order) < (count + 1) // 2:
            here = middle(outwards[face])
            opposite = next((o for o in order if math.dist([-p for p in here], middle(outwards[o])) < 1e-6), None)
            if opposite is None:
                order.append(face)
    rest = [
        next((o for o in range(count) if math.dist([-p for p in middle(outwards[f])], middle(outwards[o])) < 1e-6), -1)
        for f in reversed(order)
    ]
    order = order + rest if -1 not in rest else list(range(count))
    place = {face: number for number, face in enumerate(order)}
    return Solid(tuple(outwards[face] for face in order), tuple(place[joined[face]] for face in order))


def _tetrahedron() -> Solid:
    a, b, c, d = (1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)
    return _numbered([(a, b, c), (a, b, d), (a, c, d), (b, c, d)], [0, 0, 0, 0])


def _ring(count: int, height: float, start: float = 0.0) -> list[Corner]:
    return [
        (math.cos(turn), math.sin(turn), height) for turn in (2 * math.pi * (n + start) / count for n in range(count))
    ]


def _octahedron() -> Solid:
    """Four faces around the top in a row, each with one of the lower faces below it."""
    ring, top, bottom = _ring(4, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)
    edges = _edges(ring)
    upper, lower = [(top, a, b) for a, b in edges], [(bottom, a, b) for a, b in edges]
    return _numbered([*upper, *lower], [0, 0, 1, 2, 0, 1, 2, 3])


def _trapezohedron() -> Solid:
    """Ten kites: two fans of five, which hang together at one edge."""
    share = math.cos(math.pi / 5)
    low = 0.105
    high = low * (1 + share) / (1 - share)
    top, bottom = (0.0, 0.0, high), (0.0, 0.0, -high)
    ring = [(x, y, low if n % 2 else -low) for n, (x, y, _) in enumerate(_ring(10, 0.0))]
    upper = [(top, ring[n - 1], ring[n], ring[(n + 1) % 10]) for n in range(0, 10, 2)]
    lower = [(bottom, ring[n - 1], ring[n], ring[(n + 1) % 10]) for n in range(1, 10, 2)]
    return _numbered([*upper, *lower], [0, 0, 1, 2, 3, 6, 7, 2, 7, 8])


def _icosahedron() -> Solid:
    """A band of ten faces, with five above it and five below."""
    height = 0.5
    upper, lower = _ring(5, height), _ring(5, -height, 0.5)
    top, bottom = (0.0, 0.0, math.sqrt(5) / 2), (0.0, 0.0, -math.sqrt(5) / 2)
    up, down = _edges(upper), _edges(lower)
    band: list[tuple[Corner, ...]] = []
    for n in range(5):
        band += [(*up[n], lower[n]), (*down[n], upper[(n + 1) % 5])]
    faces = [*band, *((top, a, b) for a, b in up), *((bottom, a, b) for a, b in down)]
    return _numbered(faces, [0, *range(9), *range(0, 10, 2), *range(1, 10, 2)])


def _dodecahedron() -> Solid:
    """Two flowers of six faces, which hang together at one edge."""
    triangles = _icosahedron().faces
    corners = sorted({corner for face in triangles for corner in face}, key=lambda corner: (-corner[2], corner))
    faces = []
    for corner in corners:
        middles: list[Corner] = []
        around = [face for face in triangles if corner in face]
        here = around.pop(0)
        while True:
            x, y, z = (sum(c[axis] for c in here) / 3 for axis in range(3))
            middles.append((x, y, z))
            following = next((face for face in around if len(set(face) & set(here)) == 2), None)
            if following is None:
                break
            around.remove(following)
            here = following
        faces.append(tuple(middles))
    touching = [[o for o in range(12) if o != f and len(set(faces[o]) & set(faces[f])) == 2] for f in range(12)]
    bridge = next(face for face in touching[11] if 1 in touching[face])
    joined = [0] * 6 + [11] * 5 + [bridge]
    joined[bridge] = 1
    return _numbered(faces, joined)


SOLIDS = {4: _tetrahedron, 8: _octahedron, 10: _trapezohedron, 12: _dodecahedron, 20: _icosahedron}
"""By number of faces: the dice that can be folded, besides the cube."""
