"""Where cards lie on sheets, in mm."""

import math
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import UsageError
from builder.games.sizes import SIZES, Size, card_size, size_table
from renderers.layout.imposition import GLUE, Registration, fits, tiles
from renderers.layout.pages import Box, Paper, paper_size
from tests.support.layout import A4, STANDARD, imposed, lies_behind
from tests.support.pictures import overlap

NAMES = list(size_table(SIZES))
WAYS = ("auto", "portrait", "landscape")
CARDS_A_PAGE = {  # of A4, of letter
    "standard": (9, 9), "poker": (9, 9), "bridge": (10, 9), "tarot": (4, 4), "mini": (18, 18), "mini-euro": (16, 18),
    "us-game": (10, 9), "euro": (9, 8), "square": (8, 6), "jumbo": (4, 3), "business": (10, 12),
}  # fmt: skip


def test_how_many_cards_a_page_holds() -> None:
    assert CARDS_A_PAGE.keys() == set(NAMES)
    for size, expected in CARDS_A_PAGE.items():
        for paper, number in zip(("a4", "letter"), expected, strict=True):
            pages = imposed(number + 1, card_size(size), paper_size(paper))
            assert [len(page.slots) for page in pages] == [number, 1], (size, paper)


@pytest.mark.parametrize("paper", ["a3", "a4", "a5", "letter"])
def test_cards_lie_within_the_margins_and_next_to_each_other(paper: str) -> None:
    for size, gap in product(("mini", "mini-euro", "bridge", "tarot", "square", "jumbo"), (0.0, 4.0, 6.0)):
        page = imposed(100, card_size(size), paper_size(paper), gap=gap)[0]
        boxes = [slot.trim for slot in page.slots]
        assert all(b.x > 4 - 1e-6 and b.y > 4 - 1e-6 for b in boxes), (size, gap)
        assert all(b.right < page.width - 4 + 1e-6 and b.bottom < page.height - 4 + 1e-6 for b in boxes), (size, gap)
        assert not any(overlap(a, b) for a, b in combinations(boxes, 2)), (size, gap)
        assert not any(overlap(a.bleed, b.bleed) for a, b in combinations(page.slots, 2)), (size, gap)


def test_nine_standard_cards_are_in_the_middle_of_a4() -> None:
    page = imposed(9, STANDARD, A4)[0]
    assert (page.width, page.height) == (210, 297)
    assert [(s.trim.x, s.trim.y) for s in page.slots] == [
        (10.5 + 63 * column, 16.5 + 88 * row) for row in range(3) for column in range(3)
    ]
    assert [s.card for s in page.slots] == list(range(9))


def test_bleed_is_full_at_a_gap_of_twice_its_width_and_outer_only_without_gap() -> None:
    apart = imposed(4, STANDARD, A4, gap=6)[0].slots
    assert {(s.bleed.width, s.bleed.height) for s in apart} == {(69, 94)}
    touching = imposed(9, STANDARD, A4)[0].slots
    assert touching[4].bleed == touching[4].trim
    assert touching[0].bleed == Box(7.5, 13.5, 66, 91)


def test_bleed_leaves_room_for_marks() -> None:
    for options, bleed in (({}, 1.2), ({"marks": "none"}, 3.0)):
        page = imposed(9, STANDARD, paper_size("letter"), **options)[0]
        assert page.slots[0].trim.y - page.slots[0].bleed.y == pytest.approx(bleed)
        assert bool(page.marks) == (not options)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("gap", [0.0, 3.0])
def test_crop_marks_stand_at_the_cuts_outside_all_print(paper: str, gap: float) -> None:
    for size in NAMES:
        page = imposed(5, card_size(size), paper_size(paper), gap=gap)[0]
        assert page.marks, size
        xs = {round(x, 4) for s in page.slots for x in (s.trim.x, s.trim.right)}
        ys = {round(y, 4) for s in page.slots for y in (s.trim.y, s.trim.bottom)}
        for mark in page.marks:
            assert mark.x1 == mark.x2 or mark.y1 == mark.y2, size
            assert (round(mark.x1, 4) in xs) if mark.x1 == mark.x2 else (round(mark.y1, 4) in ys), size
            drawn = Box(mark.x1, mark.y1, mark.x2 - mark.x1, mark.y2 - mark.y1)
            assert min(drawn.x, drawn.y) >= 0 <= page.width - drawn.right, size
            assert drawn.bottom <= page.height, size
            assert not any(overlap(drawn, slot.bleed) for slot in page.slots), size


def test_full_lines_run_along_the_cards_edges_only() -> None:
    page = imposed(9, STANDARD, A4, gap=2, marks="lines")[0]
    assert len(page.marks) == 12
    for mark in page.marks:
        upright = mark.x1 == mark.x2
        for trim in (slot.trim for slot in page.slots):
            assert not (trim.x < mark.x1 < trim.right if upright else trim.y < mark.y1 < trim.bottom)
        assert abs(mark.x2 - mark.x1) + abs(mark.y2 - mark.y1) == pytest.approx(297 if upright else 210)


@pytest.mark.parametrize(
    ("paper", "backs", "turned"),
    [(A4, "long-edge", False), (A4, "short-edge", True), (Paper(297, 100), "long-edge", True)],
)
def test_backs_lie_behind_their_fronts(paper: Paper, backs: Any, turned: bool) -> None:
    front, back = imposed(3, STANDARD, paper, backs=backs)
    assert (front.back, back.back, back.marks) == (False, True, ())
    for one, other in zip(front.slots, back.slots, strict=True):
        assert (other.card, other.turned) == (one.card, turned)
        lies_behind(one, other, back, backs)


def test_fronts_and_backs_alternate() -> None:
    pages = imposed(20, STANDARD, A4, backs="long-edge")
    assert [page.back for page in pages] == [False, True] * 3
    assert [s.card for page in pages if not page.back for s in page.slots] == list(range(20))
    assert all(len(a.slots) == len(b.slots) for a, b in list(pairwise(pages))[::2])


def test_no_cards_no_pages() -> None:
    assert imposed(0, STANDARD, A4) == []


def test_a_card_that_does_not_fit_says_so() -> None:
    with pytest.raises(UsageError, match=r"88\.9 x 139\.7 mm does not fit paper of 100 x 140 mm"):
        imposed(1, card_size("jumbo"), paper_size("100x140mm"))


@pytest.mark.parametrize(("mode", "middle", "corner"), [("full", 69, 66 + 3), ("outer", 63, 66), ("none", 63, 63)])
def test_bleed_modes(mode: Any, middle: float, corner: float) -> None:
    page = imposed(9, STANDARD, Paper(300, 400), gap=6, bleed_mode=mode)[0]
    columns = sorted({(slot.trim.x, slot.bleed.width) for slot in page.slots})
    assert columns[1][1] == middle
    assert columns[0][1] == corner


@pytest.mark.parametrize(
    ("size", "paper", "way", "width"),
    [
        *((Size(100, 60), Paper(115, 210), way, w) for way, w in zip(WAYS, (115, 115, 210), strict=True)),
        (Size(60, 100), Paper(115, 210), "auto", 210),
        (card_size("business"), paper_size("a5"), "auto", 148),
    ],
)
def test_the_paper_lies_as_asked_or_as_it_holds_more(size: Size, paper: Paper, way: Any, width: float) -> None:
    assert imposed(1, size, paper, orientation=way)[0].width == width


def test_registration_marks_stand_where_the_machine_looks() -> None:
    (page,) = imposed(1, STANDARD, A4, marks="registration", orientation="portrait")
    assert page.solids == (
        Box(10, 10, 5, 5),
        Box(190, 10, 10, 1), Box(199, 10, 1, 10),
        Box(10, 286, 10, 1), Box(10, 277, 1, 10),
    )  # fmt: skip
    assert page.marks == ()


def test_slots_near_marks_are_left_out() -> None:
    (page,) = imposed(6, STANDARD, A4, marks="registration", orientation="portrait", bleed=0)
    assert len(page.slots) == 6
    plain = imposed(9, STANDARD, A4, marks="none", orientation="portrait")[0]
    near = [s for s in plain.slots if Registration().near(s.trim, A4)]
    assert [slot.card for slot in near] == [0, 2, 6]


MARGIN = 4.0
NAMED = st.sampled_from(NAMES)
PAPERS = st.sampled_from(["a4", "letter", "a3", "a5", "legal"])
LENGTHS = st.floats(0, 6, allow_nan=False)


@given(NAMED, PAPERS, LENGTHS, LENGTHS, st.sampled_from(["full", "outer", "none"]))
def test_next_to_registration_marks_nothing_is_printed(
    size: str, paper: str, gap: float, bleed: float, mode: Any
) -> None:
    try:
        pages = imposed(
            7, card_size(size), paper_size(paper), gap=gap, bleed=bleed, bleed_mode=mode, marks="registration"
        )
    except UsageError:
        return  # a small paper may have no room between the marks
    assert sum(len(page.slots) for page in pages) == 7
    for page in pages:
        trims, seen = [slot.trim for slot in page.slots], [slot.bleed for slot in page.slots]
        assert not any(overlap(a, b) for a, b in combinations(seen, 2))
        assert not any(overlap(box, mark) for box in seen for mark in page.solids)
        for box in trims:
            assert MARGIN - 1e-6 <= box.x <= box.right <= page.width - MARGIN + 1e-6
            assert MARGIN - 1e-6 <= box.y <= box.bottom <= page.height - MARGIN + 1e-6
        for box in seen:
            assert -1e-6 <= box.x <= box.right <= page.width + 1e-6
            assert -1e-6 <= box.y <= box.bottom <= page.height + 1e-6


def test_a_board_that_fits_when_turned_fits() -> None:
    assert fits(Size(280, 190), A4, 4)
    assert not fits(Size(280, 205), A4, 4)


# Boards larger than the paper


BOARDS = st.tuples(st.floats(50, 1500, allow_nan=False), st.floats(50, 1500, allow_nan=False))


@given(BOARDS, st.sampled_from([A4, Paper(297, 420), Paper(215.9, 279.4)]))
def test_tiles_cover_a_board_and_share_a_strip_with_their_neighbours(size: tuple[float, float], paper: Paper) -> None:
    board = Size(*size)
    seen = []
    for page in tiles(0, board, paper):
        (slot,) = page.slots
        # The tile lies on the paper, and shows the part of the board that its place says.
        assert 8 - 1e-6 <= slot.bleed.x <= slot.bleed.right <= page.width - 8 + 1e-6
        assert 8 - 1e-6 <= slot.bleed.y <= slot.bleed.bottom <= page.height - 8 + 1e-6
        seen.append((slot.bleed.x - slot.trim.x, slot.bleed.y - slot.trim.y, slot.bleed.width, slot.bleed.height))
    for start, length, whole in ((0, 2, board.width), (1, 3, board.height)):
        spans = sorted({(tile[start], tile[start] + tile[length]) for tile in seen})
        assert spans[0][0] == pytest.approx(0)
        assert spans[-1][1] == pytest.approx(whole)
        for (_, end), (begin, _) in pairwise(spans):
            assert end - begin == pytest.approx(GLUE)
    upright = math.ceil((board.width - 8) / (paper.width - 24)) * math.ceil((board.height - 8) / (paper.height - 24))
    assert len(seen) <= upright


@pytest.mark.parametrize("paper", [A4, paper_size("letter")])
def test_a_tile_says_where_it_belongs_and_boards_of_two_are_cut_at_their_middle(paper: Paper) -> None:
    pages = tiles(0, Size(360, 240), paper, name="Player Board")
    assert [page.labels[0].text for page in pages] == [
        "Player Board: row 1 of 1, column 1 of 2",
        "Player Board: row 1 of 1, column 2 of 2",
    ]
    assert [[fold.x1 - page.slots[0].trim.x for fold in page.folds] for page in pages] == [[180], []]
    with pytest.raises(UsageError, match="too small for the tiles"):
        tiles(0, Size(360, 240), Paper(30, 40))
