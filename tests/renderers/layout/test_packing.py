"""Which things share a sheet, where they lie on it, and the cuts that part them."""

import math
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.layout.packing import Arrangement, Ground, Kind, Room, Sheet, arrange, cuts_between
from renderers.layout.pages import Box, Line, Paper
from tests.support.layout import A4
from tests.support.pictures import overlap
from tests.support.properties import examples

MARGIN, GUTTER = 4.0, 7.0
SIDES = st.floats(8, 180, allow_nan=False)


def ground(width: float, height: float) -> Ground:
    return Ground(Paper(width, height), (Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN),))


ROOM = Room((ground(210, 297), ground(297, 210)), GUTTER)


def kind(width: float, height: float, count: int, gap: float = 0.0) -> Kind:
    """Things of that size; of themselves, a sheet holds as many as its columns and rows."""
    most = 0
    for paper in (A4, Paper(A4.height, A4.width)):
        columns = math.floor((paper.width - 2 * MARGIN + gap + 1e-6) / (width + gap))
        rows = math.floor((paper.height - 2 * MARGIN + gap + 1e-6) / (height + gap))
        most = max(most, columns * rows)
    return Kind(width, height, gap, count, most)


KINDS = st.lists(st.builds(kind, SIDES, SIDES, st.integers(0, 20), st.sampled_from([0.0, 4.0])), min_size=1, max_size=5)


def gap_between(a: Box, b: Box) -> float:
    return max(b.x - a.right, a.x - b.right, b.y - a.bottom, a.y - b.bottom)


def lost(sheet: Sheet) -> set[int]:
    """The numbers of the blocks that a knife gets only together with another, cutting from edge to edge."""
    boxes = [block.box for block in sheet.blocks]
    parts = [Box(0, 0, sheet.paper.width, sheet.paper.height)]
    for cut in cuts_between(boxes, parts[0], GUTTER):
        (whole,) = [part for part in parts if spans(cut, part)]
        parts.remove(whole)
        parts += halves(cut, whole)
    alone = [[n for n, box in enumerate(boxes) if overlap(box, part)] for part in parts]
    return set(range(len(boxes))) - {numbers[0] for numbers in alone if len(numbers) == 1}


def spans(cut: Line, part: Box) -> bool:
    """Whether a cut goes through a part from edge to edge."""
    if cut.x1 == cut.x2:
        return part.x < cut.x1 < part.right and (cut.y1, cut.y2) == pytest.approx((part.y, part.bottom))
    return part.y < cut.y1 < part.bottom and (cut.x1, cut.x2) == pytest.approx((part.x, part.right))


def halves(cut: Line, part: Box) -> list[Box]:
    if cut.x1 == cut.x2:
        at = cut.x1
        return [Box(part.x, part.y, at - part.x, part.height), Box(at, part.y, part.right - at, part.height)]
    at = cut.y1
    return [Box(part.x, part.y, part.width, at - part.y), Box(part.x, at, part.width, part.bottom - at)]


@examples(30)
@given(KINDS)
def test_everything_lies_somewhere_without_overlap_and_within_the_margins(kinds: list[Kind]) -> None:
    found = arrange(kinds, ROOM)
    there = list(found.alone)
    for sheet in found.mixed:
        for block in sheet.blocks:
            there[block.kind] += len(block.cells)
            assert {(round(cell.width, 6), round(cell.height, 6)) for cell in block.cells} == {
                (round(kinds[block.kind].width, 6), round(kinds[block.kind].height, 6))
            }
            for cell in block.cells:
                assert cell.x > block.box.x - 1e-6 >= MARGIN - 2e-6
                assert cell.y > block.box.y - 1e-6 >= MARGIN - 2e-6
                assert cell.right < block.box.right + 1e-6 <= sheet.paper.width - MARGIN + 2e-6
                assert cell.bottom < block.box.bottom + 1e-6 <= sheet.paper.height - MARGIN + 2e-6
            assert not any(overlap(a, b) for a, b in combinations(block.cells, 2))
        for one, other in combinations(sheet.blocks, 2):
            assert gap_between(one.box, other.box) > GUTTER - 1e-6
    assert there == [kind.count for kind in kinds]


@examples(30)
@given(KINDS)
def test_straight_cuts_part_all_blocks(kinds: list[Kind]) -> None:
    for sheet in arrange(kinds, ROOM).mixed:
        assert not lost(sheet)
        paper = Box(0, 0, sheet.paper.width, sheet.paper.height)
        for cut in cuts_between([block.box for block in sheet.blocks], paper, GUTTER):
            through = Box(min(cut.x1, cut.x2), min(cut.y1, cut.y2), abs(cut.x2 - cut.x1), abs(cut.y2 - cut.y1))
            assert not any(gap_between(through, block.box) < GUTTER / 2 - 1e-6 for block in sheet.blocks)


@examples(30)
@given(KINDS)
def test_things_are_mixed_only_where_that_takes_fewer_sheets(kinds: list[Kind]) -> None:
    found = arrange(kinds, ROOM)
    apart = sum(math.ceil(kind.count / kind.capacity) for kind in kinds)
    assert found.sheets <= apart
    assert bool(found.mixed) == (found.sheets < apart)
    assert all(len({block.kind for block in sheet.blocks}) > 1 for sheet in found.mixed)
    assert found == arrange(kinds, ROOM)


def test_what_fills_sheets_of_its_own_stays_there() -> None:
    cards, tokens = kind(63, 88, 20), kind(25, 25, 3, gap=4)
    found = arrange([cards, tokens], ROOM)
    assert (found.alone, found.sheets) == ((18, 0), 3)
    (sheet,) = found.mixed
    assert [(block.kind, len(block.cells)) for block in sheet.blocks] == [(0, 2), (1, 3)]


def test_things_of_one_kind_are_left_alone() -> None:
    assert arrange([kind(63, 88, 20)], ROOM) == Arrangement((20,), (9,))


def test_boards_share_their_sheets_with_what_fits_next_to_them() -> None:
    found = arrange([kind(190, 190, 2), kind(63, 88, 6)], ROOM)
    assert (found.alone, found.sheets) == ((0, 0), 2)


@pytest.mark.parametrize(("more", "sheets"), [(0.0, 1), (0.1, 2)])
def test_no_more_room_is_left_between_things_than_is_asked_for(more: float, sheets: int) -> None:
    wide, high = 210 - 2 * MARGIN, 297 - 2 * MARGIN
    beside = [kind(100, high, 1), kind(wide - 100 - GUTTER + more, high - 1, 1)]
    above = [kind(wide, 200, 1), kind((wide - 4) / 2, high - 200 - GUTTER + more, 2, gap=4)]
    assert [arrange(kinds, ROOM).sheets for kinds in (beside, above)] == [sheets, sheets]


def test_nothing_lies_where_it_may_not() -> None:
    kinds, corner = [kind(20, 20, 7), kind(50, 80, 2)], Box(0, 0, 30, 30)
    (sheet,) = arrange(kinds, Room(tuple(replace(one, blocked=(corner,)) for one in ROOM.grounds), GUTTER)).mixed
    cells = [cell for block in sheet.blocks for cell in block.cells]
    assert len(cells) == 9
    assert not any(overlap(cell, corner) for cell in cells)


def test_no_sheets_are_mixed_where_something_finds_no_place() -> None:
    kinds, middle = [kind(150, 150, 1), kind(20, 20, 1)], Box(100, 100, 10, 10)
    assert not arrange(kinds, Room(tuple(replace(one, blocked=(middle,)) for one in ROOM.grounds), GUTTER)).mixed


def test_thousands_of_things_are_packed_as_fast_as_a_few() -> None:
    kinds = [kind(63, 88, 10**12), kind(190, 190, 10**12), kind(25, 25, 10**12, gap=4)]
    found = arrange(kinds, ROOM)
    assert len(found.mixed) < 100
    assert found.sheets < sum(math.ceil(one.count / one.capacity) for one in kinds)


def test_hundreds_of_sizes_are_packed_in_bounded_time() -> None:
    kinds = [kind(20 + number / 3, 30 + number / 5, 3) for number in range(300)]
    found = arrange(kinds, ROOM)
    assert found.sheets < 300


def test_boxes_that_turn_around_each_other_are_not_parted() -> None:
    around = [Box(0, 0, 20, 10), Box(20, 0, 10, 20), Box(10, 20, 20, 10), Box(0, 10, 10, 20)]
    assert cuts_between(around, Box(0, 0, 30, 30)) == []
    assert cuts_between([Box(0, 0, 10, 10), Box(20, 0, 10, 10)], Box(-5, -5, 40, 20)) == [Line(15, -5, 15, 15)]


@pytest.mark.parametrize(("gap", "cuts"), [(10.0, [Line(15, -5, 15, 15)]), (10.1, [])])
def test_boxes_that_are_too_near_are_not_parted(gap: float, cuts: list[Line]) -> None:
    assert cuts_between([Box(0, 0, 10, 10), Box(20, 0, 10, 10)], Box(-5, -5, 40, 20), gap) == cuts
