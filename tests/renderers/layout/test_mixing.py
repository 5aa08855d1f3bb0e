"""Sheets with things of different sizes: backs behind fronts, marks, and cuts."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.games.sizes import Size
from renderers.layout.cutouts import folded, net, single
from renderers.layout.imposition import Imposition, Registration
from renderers.layout.mixing import Things, arrangement, merged, mixed_pages
from renderers.layout.pages import Box, Line, Page, Paper
from tests.support.layout import A4, STANDARD, lies_behind
from tests.support.pictures import overlap
from tests.support.properties import examples

MATS, MINIS, COINS = Size(180, 120, 0), Size(44, 68), Size(25, 25, 0)


def kinds_of(imposition: Imposition, *cutouts: Any) -> list[Things]:
    return [Things(count, cutout, imposition) for count, cutout in cutouts]


def drawn(line: Line) -> Box:
    return Box(line.x1, line.y1, line.x2 - line.x1, line.y2 - line.y1)


def sheets(kinds: list[Things], paper: Paper = A4, **options: Any) -> list[list[Page]]:
    """For each mixed sheet its front, and its back if it has one."""
    imposition = Imposition(**options)
    found = arrangement(kinds, paper, imposition)
    assert found.mixed
    return [[merged(part for _, part in side) for side in sides] for sides in mixed_pages(kinds, found, imposition)]


def some(**options: Any) -> list[Things]:
    """A mat, some cards and mini cards, and coins that are circles."""
    imposition = Imposition(**options)
    return kinds_of(
        imposition, (1, single(MATS)), (2, single(STANDARD)), (2, single(MINIS)), (3, single(COINS, "circle"))
    )


@examples(30)
@given(
    st.lists(
        st.tuples(st.floats(15, 120), st.floats(15, 120), st.integers(1, 6), st.booleans()), min_size=2, max_size=5
    ),
    st.sampled_from(["long-edge", "short-edge"]),
)
def test_every_back_lies_behind_its_front(kinds: list[tuple[float, float, int, bool]], backs: Any) -> None:
    things = [
        Things(count, single(Size(width, height)), Imposition(backs=backs if has_back else "none"))
        for width, height, count, has_back in kinds
    ]
    imposition = Imposition(backs=backs)
    found = arrangement(things, A4, imposition)
    for sides in mixed_pages(things, found, imposition):
        kinds_there = {kind for kind, part in sides[0] if part.slots}
        behind = {kind for kind in kinds_there if kinds[kind][3]}
        assert len(sides) == (2 if behind else 1)
        if not behind:
            continue
        assert {kind for kind, _ in sides[1]} == behind
        whole = merged(part for _, part in sides[1])
        assert whole.back
        assert not whole.marks
        fronts = [(kind, slot) for kind, part in sides[0] if kind in behind for slot in part.slots]
        rears = [(kind, slot) for kind, part in sides[1] for slot in part.slots]
        for (kind, front), (other, back) in zip(fronts, rears, strict=True):
            assert (kind, front.card, front.side, back.side) == (other, back.card, 0, 1)
            lies_behind(front, back, whole, backs)


@pytest.mark.parametrize("marks", ["crops", "lines", "none"])
@pytest.mark.parametrize("mode", ["full", "outer", "none"])
def test_no_bleed_reaches_another_thing_or_a_cut(marks: Any, mode: Any) -> None:
    ((page,),) = sheets(some(marks=marks, bleed_mode=mode), marks=marks, bleed_mode=mode)
    assert len(page.slots) == 1 + 2 + 2 + 3
    for one, other in combinations(page.slots, 2):
        assert not overlap(one.bleed, other.bleed)
    for slot in page.slots:
        assert slot.bleed.x <= slot.trim.x
        assert slot.bleed.bottom >= slot.trim.bottom
        assert min(slot.bleed.x, slot.bleed.y) >= 0
        if mode == "none":
            assert slot.bleed == slot.trim


def test_marks_stand_at_cuts_and_on_nothing_that_is_printed() -> None:
    ((page,),) = sheets(some())
    edges_x = {round(x, 4) for slot in page.slots for x in (slot.trim.x, slot.trim.right)}
    edges_y = {round(y, 4) for slot in page.slots for y in (slot.trim.y, slot.trim.bottom)}
    crops = [line for line in page.marks if length(line) < 5]
    assert not any(overlap(drawn(line), slot.bleed) for line in page.marks for slot in page.slots)
    assert crops
    for line in crops:
        assert round(line.x1, 4) in edges_x if line.x1 == line.x2 else round(line.y1, 4) in edges_y
    # Each corner of the mat, which has nothing beside it, has two.
    mat = max(page.slots, key=lambda slot: slot.trim.width).trim
    for x in (mat.x, mat.right):
        assert sum(line.x1 == line.x2 == pytest.approx(x) for line in crops) >= 2


def test_full_lines_go_no_further_than_what_they_cut() -> None:
    ((page,),) = sheets(some(marks="lines"), marks="lines")
    assert page.marks
    assert not any(overlap(drawn(line), slot.trim) for line in page.marks for slot in page.slots)


def length(line: Line) -> float:
    return abs(line.x2 - line.x1) + abs(line.y2 - line.y1)


def test_long_cuts_go_from_edge_to_edge_of_the_paper() -> None:
    ((page,),) = sheets(some())
    first = max(page.marks, key=length)
    assert length(first) in (page.width, page.height)
    assert not [line for line in sheets(some(marks="none"), marks="none")[0][0].marks if length(line) > 60]


def test_things_of_different_sizes_are_as_far_apart_as_those_of_one() -> None:
    ((page,),) = sheets(some(gap=12.0), gap=12.0)
    for one, other in combinations((slot.trim for slot in page.slots), 2):
        apart = max(one.x - other.right, other.x - one.right, one.y - other.bottom, other.y - one.bottom)
        assert apart > 12 - 1e-6


def test_each_cutout_keeps_its_own_lines() -> None:
    kinds = kinds_of(Imposition(), (3, folded(COINS, "circle")), (2, net(16)), (2, single(STANDARD)))
    ((page,),) = sheets(kinds)
    assert len(page.circles) == 6
    assert len(page.folds) == 3 + 2 * 12
    assert len(page.outlines) == 6 + 2 + 2
    for outline in page.outlines:
        assert outline.box.x > 0
        assert outline.box.right < page.width


def test_machines_find_their_marks_and_cut_clear_of_them() -> None:
    options: dict[str, Any] = {"marks": "registration", "registration": Registration(), "bleed": 1.0, "gap": 2.0}
    for (page,) in sheets(some(**options), **options):
        assert page.solids == Registration().marks(Paper(page.width, page.height))
        assert not page.marks
        assert not any(Registration().near(slot.bleed, Paper(page.width, page.height)) for slot in page.slots)
        assert len(page.outlines) == len(page.slots)
        for slot, outline in zip(page.slots, page.outlines, strict=True):
            assert outline.box == slot.trim
            assert min(outline.box.x, outline.box.y) >= Registration().inset
            assert outline.box.right <= page.width - Registration().inset
            assert outline.box.bottom <= page.height - Registration().inset


def test_kinds_are_separate_where_that_is_asked_for() -> None:
    assert not arrangement(some(), A4, Imposition(), mix=False).mixed


def test_a_sheet_of_one_kind_is_the_same_with_others_and_without() -> None:
    alone = arrangement(some()[1:2], A4, Imposition())
    assert (alone.alone, alone.mixed) == ((2,), ())
