"""Cutouts as numbers: what hangs together, where it is folded and cut, and what lies around it."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.games.sizes import Size
from renderers.layout.cutouts import folded, net, own_page, single, stickers
from renderers.layout.pages import Box, Line
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
