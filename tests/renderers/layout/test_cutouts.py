"""Cutouts as numbers: what hangs together, where it is folded and cut, and what lies around it."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.games.sizes import Size
from renderers.layout.cutouts import NETS, _low_tab, folded, net, net_of, own_page, single, stickers
from renderers.layout.pages import Box, Line
from renderers.layout.solids import SOLIDS, incircle, unfolded
from tests.support.layout import A4, STANDARD, laid_out

EDGES = st.floats(5, 40, allow_nan=False)


def ends(line: Line) -> frozenset[tuple[float, float]]:
    return frozenset({(round(line.x1, 6), round(line.y1, 6)), (round(line.x2, 6), round(line.y2, 6))})


def test_a_fold_turns_the_back_behind_the_front() -> None:
    cutout = folded(Size(25, 30), "circle")
    front, back = (next(part for part in cutout.parts if part.side == side) for side in (0, 1))
    assert (cutout.width, cutout.height) == (25, 60)
    assert (front.box, front.turned) == (Box(0, 30, 25, 30), False)
    assert (back.box, back.turned) == (Box(0, 0, 25, 30), True)
    (fold,) = cutout.folds
    assert ends(fold) == {(0, 30), (25, 30)}
    # Folded there, each point of the back comes to lie behind its mirror image, which is what the front's box is.
    assert 2 * 30 - back.box.bottom == front.box.y
    assert cutout.circles == (back.box, front.box)


@given(EDGES)
def test_a_net_folds_to_a_die(edge: float) -> None:
    cutout = net(edge)
    boxes = {part.side: part.box for part in cutout.parts}
    assert sorted(boxes) == list(range(6))
    places = {n: (round((b.x) / edge), round((b.y - edge * 0.34) / edge)) for n, b in boxes.items()}
    row = [n for n, (_, y) in sorted(places.items(), key=lambda item: item[1]) if y == 1]
    # Around the die, what lies two apart is opposite; above and below the row lie the other two.
    assert {frozenset({row[0], row[2]}), frozenset({row[1], row[3]})} == {frozenset({0, 5}), frozenset({1, 4})}
    assert {places[2], places[3]} == {(1, 0), (1, 2)}
    # A cube's 12 edges: 5 are folds between faces, 7 are glued, and each of those has one tab.
    assert len(cutout.folds) == 5 + 7
    assert len(cutout.cuts) == 7 + 7 * 3
    assert not {ends(f) for f in cutout.folds} & {ends(c) for c in cutout.cuts}
    points = [p for line in (*cutout.cuts, *cutout.folds) for p in ((line.x1, line.y1), (line.x2, line.y2))]
    assert all(-1e-6 <= x <= cutout.width + 1e-6 and -1e-6 <= y <= cutout.height + 1e-6 for x, y in points)


def test_a_nets_outline_is_closed() -> None:
    meeting: dict[tuple[float, float], int] = {}
    for cut in net(16).cuts:
        for point in ends(cut):
            meeting[point] = meeting.get(point, 0) + 1
    assert {count % 2 for count in meeting.values()} == {0}


def test_stickers_lie_in_a_row() -> None:
    cutout = stickers(16, 6)
    assert (cutout.width, cutout.height) == (96, 16)
    assert [part.box.x for part in cutout.parts] == [0, 16, 32, 48, 64, 80]
    assert len(cutout.cuts) == 2 + 7


@pytest.mark.parametrize("shape", ["circle", "hexagon"])
def test_what_has_its_own_outline_is_separate_and_has_no_other_marks(shape: str) -> None:
    page, *_ = laid_out(20, single(Size(25, 25), shape), A4)  # type: ignore[arg-type]  # a Literal in a parameter
    xs = sorted({slot.trim.x for slot in page.slots})
    assert min(b - a for a, b in pairwise(xs)) >= 25 + 4
    assert bool(page.circles) == (shape == "circle")
    assert len(page.marks) == (0 if shape == "circle" else 6 * len(page.slots))


def test_backs_of_cutouts_lie_behind_their_fronts() -> None:
    front, back = laid_out(3, single(Size(25, 25), "circle"), A4, backs="long-edge")
    assert back.back
    assert [slot.side for slot in back.slots] == [1, 1, 1]
    assert [slot.trim.x for slot in back.slots] == pytest.approx([210 - slot.trim.right for slot in front.slots])
    assert [slot.trim.y for slot in back.slots] == [slot.trim.y for slot in front.slots]
    assert not back.circles  # nobody cuts along a back


def test_only_a_cutouts_edges_bleed() -> None:
    page, *_ = laid_out(1, folded(Size(63, 88)), A4, bleed=3)
    back, front = page.slots
    assert front.bleed.y == front.trim.y == back.bleed.bottom == back.trim.bottom
    assert front.bleed.x < front.trim.x
    assert front.bleed.bottom > front.trim.bottom


def test_guides_show_the_cut_and_the_safe_zone() -> None:
    page = own_page(single(STANDARD), 3, safe=3)
    cut, zone = page.guides
    assert (cut.box, cut.radius, cut.dashed) == (Box(3, 3, 63, 88), 3, False)
    assert (zone.box, zone.radius, zone.dashed) == (Box(6, 6, 57, 82), 0, True)
    rounder = own_page(single(replace(STANDARD, radius=5)), 3, safe=3).guides[1]
    assert rounder.radius == 2
    assert own_page(single(Size(25, 25), "circle"), 0, safe=2).guides[1].radius == 10.5
    assert not laid_out(1, single(STANDARD), A4)[0].guides


OTHERS = [count for count in NETS if count != 6]


@pytest.mark.parametrize("faces", OTHERS)
def test_every_other_net_hangs_together_and_closes(faces: int) -> None:
    edges = {4: 6, 8: 12, 10: 20, 12: 30, 20: 30}[faces]
    flat = unfolded(faces)
    assert len(flat.folds) == faces - 1
    assert len(flat.glued) == edges - (faces - 1)
    for one, other in flat.glued:  # edges that meet are of one length
        assert math.dist(*one) == pytest.approx(math.dist(*other))
    cutout = net_of(20, faces)
    assert [part.side for part in cutout.parts] == list(range(faces))
    assert len(cutout.folds) == edges  # each edge is folded once: between two faces, or at a tab
    corners = [corner for cut in cutout.cuts for corner in ((cut.x1, cut.y1), (cut.x2, cut.y2))]
    assert {sum(math.dist(corner, other) < 1e-6 for other in corners) for corner in corners} == {2}
    points = [p for line in (*cutout.cuts, *cutout.folds) for p in ((line.x1, line.y1), (line.x2, line.y2))]
    assert all(-1e-6 <= x <= cutout.width + 1e-6 and -1e-6 <= y <= cutout.height + 1e-6 for x, y in points)


@pytest.mark.parametrize("faces", OTHERS)
def test_what_a_net_covers_is_its_faces_and_tabs(faces: int) -> None:
    """Nothing overlaps: the polygon that is cut out is as large as its faces and tabs together."""
    (outline,) = net_of(1, faces).outlines
    tabs = [_low_tab(*one) for one, _ in unfolded(faces).glued]
    assert area(outline.points) == pytest.approx(sum(area(p) for p in (*unfolded(faces).faces, *tabs)))
    lines = list(zip(outline.points, [*outline.points[1:], outline.points[0]], strict=True))
    assert not [1 for a, b in combinations(lines, 2) if crosses(a, b)]


def area(points: Sequence[tuple[float, float]]) -> float:
    around = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in around)) / 2


def crosses(one: Any, other: Any) -> bool:
    """Whether two lines cross at a point within both."""
    (a, b), (c, d) = one, other

    def side(p: Any, q: Any, r: Any) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    small = 1e-9
    parts = side(a, b, c) * side(a, b, d), side(c, d, a) * side(c, d, b)
    return parts[0] < -small and parts[1] < -small


@pytest.mark.parametrize("faces", [8, 10, 12, 20])
def test_opposite_faces_add_up(faces: int) -> None:
    solid = SOLIDS[faces]()
    middles = [[sum(c[axis] for c in face) / len(face) for axis in range(3)] for face in solid.faces]
    for number, middle in enumerate(middles):
        assert math.dist([-p for p in middle], middles[faces - 1 - number]) < 1e-6


@pytest.mark.parametrize("faces", OTHERS)
def test_faces_lie_flat_in_space_and_on_paper_alike(faces: int) -> None:
    solid, flat = SOLIDS[faces](), unfolded(faces)
    longest = max(math.dist(a, b) for face in solid.faces for a, b in combinations(face, 2))
    widest = max(math.dist(a, b) for face in flat.faces for a, b in combinations(face, 2))
    for space, paper in zip(solid.faces, flat.faces, strict=True):
        for (a, b), (c, d) in zip(combinations(space, 2), combinations(paper, 2), strict=True):
            assert math.dist(a, b) / longest == pytest.approx(math.dist(c, d) / widest)


@pytest.mark.parametrize("faces", OTHERS)
def test_what_a_face_shows_lies_within_it(faces: int) -> None:
    for polygon in unfolded(faces).faces:
        (x, y), radius = incircle(polygon)
        for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            away = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / math.dist((ax, ay), (bx, by))
            assert away == pytest.approx(radius)
