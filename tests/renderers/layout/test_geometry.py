"""Sheets as numbers, in mm."""

import math
from itertools import pairwise

import pytest

from builder.diagnostics import UsageError
from builder.games.sizes import Size, card_size, size_names
from renderers.layout.geometry import Box, Page, Paper, impose, paper_names, paper_size
from tests.support.pictures import overlap

CARDS_A_PAGE = {
    ("standard", "a4"): 9,
    ("standard", "letter"): 9,
    ("poker", "a4"): 9,
    ("poker", "letter"): 9,
    ("bridge", "a4"): 10,
    ("bridge", "letter"): 9,
    ("tarot", "a4"): 4,
    ("tarot", "letter"): 4,
    ("mini", "a4"): 18,
    ("mini", "letter"): 18,
    ("mini-euro", "a4"): 16,
    ("mini-euro", "letter"): 18,
    ("us-game", "a4"): 10,
    ("us-game", "letter"): 9,
    ("euro", "a4"): 9,
    ("euro", "letter"): 8,
    ("square", "a4"): 8,
    ("square", "letter"): 6,
    ("jumbo", "a4"): 4,
    ("jumbo", "letter"): 3,
    ("business", "a4"): 10,
    ("business", "letter"): 12,
}
STANDARD = Size(63, 88)
A4 = Paper(210, 297)


def fronts(pages: list[Page]) -> list[Page]:
    return [page for page in pages if not page.back]


def test_every_size_is_expected_on_both_common_papers() -> None:
    assert {name for name, _ in CARDS_A_PAGE} == set(size_names())


@pytest.mark.parametrize(("names", "expected"), CARDS_A_PAGE.items(), ids=str)
def test_how_many_cards_a_page_holds(names: tuple[str, str], expected: int) -> None:
    size, paper = card_size(names[0]), paper_size(names[1])
    pages = impose(expected + 1, size, paper)
    assert [len(page.slots) for page in pages] == [expected, 1]


@pytest.mark.parametrize("size", size_names())
@pytest.mark.parametrize("paper", paper_names())
@pytest.mark.parametrize("gap", [0.0, 4.0, 6.0])
def test_cards_lie_within_the_margins_and_beside_each_other(size: str, paper: str, gap: float) -> None:
    page = impose(100, card_size(size), paper_size(paper), gap=gap)[0]
    boxes = [slot.trim for slot in page.slots]
    assert all(b.x > 4 - 1e-6 and b.y > 4 - 1e-6 for b in boxes)
    assert all(b.right < page.width - 4 + 1e-6 and b.bottom < page.height - 4 + 1e-6 for b in boxes)
    assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    bleeds = [slot.bleed for slot in page.slots]
    assert not any(overlap(a, b) for i, a in enumerate(bleeds) for b in bleeds[i + 1 :])


def test_nine_standard_cards_are_in_the_middle_of_a4() -> None:
    page = impose(9, STANDARD, A4)[0]
    assert (page.width, page.height) == (210, 297)
    assert [(s.trim.x, s.trim.y) for s in page.slots] == [
        (10.5 + 63 * column, 16.5 + 88 * row) for row in range(3) for column in range(3)
    ]
    assert [s.card for s in page.slots] == list(range(9))


def test_landscape_when_it_holds_more() -> None:
    page = impose(1, card_size("business"), paper_size("a5"))[0]
    assert (page.width, page.height) == (148, 210)
    page = impose(1, Size(100, 60), Paper(115, 210))[0]
    assert (page.width, page.height) == (115, 210)
    assert (impose(1, Size(60, 100), Paper(115, 210))[0].width) == 210


def test_bleed_is_full_at_a_gap_of_twice_its_width_and_outer_only_without_gap() -> None:
    apart = impose(4, STANDARD, A4, gap=6)[0].slots
    assert {(s.bleed.width, s.bleed.height) for s in apart} == {(69, 94)}
    touching = impose(9, STANDARD, A4)[0].slots
    assert touching[4].bleed == touching[4].trim
    assert touching[0].bleed == Box(7.5, 13.5, 66, 91)


def test_bleed_leaves_room_for_marks() -> None:
    letter = paper_size("letter")
    top = impose(9, STANDARD, letter)[0].slots[0]
    assert top.trim.y - top.bleed.y == pytest.approx(1.2)
    plain = impose(9, STANDARD, letter, marks="none")[0].slots[0]
    assert plain.trim.y - plain.bleed.y == pytest.approx(3.0)


@pytest.mark.parametrize("size", size_names())
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("gap", [0.0, 3.0])
def test_crop_marks_stand_at_the_cuts_outside_all_print(size: str, paper: str, gap: float) -> None:
    page = impose(5, card_size(size), paper_size(paper), gap=gap)[0]
    assert page.marks
    xs = {round(x, 4) for s in page.slots for x in (s.trim.x, s.trim.right)}
    ys = {round(y, 4) for s in page.slots for y in (s.trim.y, s.trim.bottom)}
    for mark in page.marks:
        assert mark.x1 == mark.x2 or mark.y1 == mark.y2
        assert (round(mark.x1, 4) in xs) if mark.x1 == mark.x2 else (round(mark.y1, 4) in ys)
        assert min(mark.x1, mark.y1) >= 0
        assert mark.x2 <= page.width
        assert mark.y2 <= page.height
        drawn = Box(mark.x1, mark.y1, mark.x2 - mark.x1, mark.y2 - mark.y1)
        assert not any(overlap(drawn, slot.bleed) for slot in page.slots)


def test_full_lines_run_along_the_cards_edges_only() -> None:
    page = impose(9, STANDARD, A4, gap=2, marks="lines")[0]
    assert len(page.marks) == 12
    for mark in page.marks:
        inside = [s for s in page.slots if s.trim.x < mark.x1 < s.trim.right or s.trim.y < mark.y1 < s.trim.bottom]
        across = [s for s in inside if mark.x1 == mark.x2 and s.trim.x < mark.x1 < s.trim.right]
        down = [s for s in inside if mark.y1 == mark.y2 and s.trim.y < mark.y1 < s.trim.bottom]
        assert not across
        assert not down
        assert math.isclose(abs(mark.x2 - mark.x1) + abs(mark.y2 - mark.y1), 297 if mark.x1 == mark.x2 else 210)


def test_no_marks() -> None:
    assert impose(9, STANDARD, A4, marks="none")[0].marks == ()


def test_long_edge_backs_are_mirrored_sideways() -> None:
    front, back = impose(5, STANDARD, A4, backs="long-edge")
    assert back.back
    assert back.marks == ()
    for one, other in zip(front.slots, back.slots, strict=True):
        assert other.card == one.card
        assert not other.turned
        assert other.trim.y == one.trim.y
        assert other.trim.x == pytest.approx(210 - one.trim.x - 63)
        assert other.bleed.x == pytest.approx(210 - one.bleed.right)


def test_short_edge_backs_are_mirrored_upwards_and_turned() -> None:
    front, back = impose(5, STANDARD, A4, backs="short-edge")
    for one, other in zip(front.slots, back.slots, strict=True):
        assert other.turned
        assert other.trim.x == one.trim.x
        assert other.trim.y == pytest.approx(297 - one.trim.y - 88)


def test_on_landscape_paper_the_long_edge_is_the_horizontal_one() -> None:
    front, back = impose(3, STANDARD, Paper(297, 100), backs="long-edge")
    assert all(slot.turned for slot in back.slots)
    assert [s.trim.x for s in back.slots] == [s.trim.x for s in front.slots]


def test_fronts_and_backs_alternate() -> None:
    pages = impose(20, STANDARD, A4, backs="long-edge")
    assert [page.back for page in pages] == [False, True] * 3
    assert [s.card for page in fronts(pages) for s in page.slots] == list(range(20))
    assert all(len(a.slots) == len(b.slots) for a, b in list(pairwise(pages))[::2])


def test_no_cards_no_pages() -> None:
    assert impose(0, STANDARD, A4) == []


def test_a_card_that_does_not_fit_says_so() -> None:
    with pytest.raises(UsageError, match=r"88\.9 x 139\.7 mm does not fit paper of 100 x 140 mm"):
        impose(1, card_size("jumbo"), paper_size("100x140mm"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("63x88mm", (63, 88)), ("63x88", (63, 88)), ("2.5x3.5in", (63.5, 88.9)), ("70 x 70 mm", (70, 70))],
)
def test_custom_sizes(text: str, expected: tuple[float, float]) -> None:
    size = card_size(text)
    assert (size.width, size.height) == pytest.approx(expected)
    assert (paper_size(text).width, paper_size(text).height) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", "0x88mm", "63x", "63x88cm", "nan x nan", "standart", "-63x88mm"])
def test_unknown_sizes(text: str) -> None:
    with pytest.raises(UsageError, match="no card size"):
        card_size(text)
    with pytest.raises(UsageError, match="no paper"):
        paper_size(text)


def test_an_unknown_paper_is_told_what_there_is() -> None:
    with pytest.raises(UsageError) as caught:
        paper_size("leter")
    assert caught.value.help.startswith('did you mean "letter"?')
