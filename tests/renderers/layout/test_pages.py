"""Pages as numbers."""

import pytest

from renderers.layout.pages import Box, Outline, Page, in_mm


def test_a_quarter_turn_would_go_clockwise() -> None:
    page = Page(200, 100, (), shift=(1, 2), turn=90)
    assert page.printed_at(150, 50) == pytest.approx((101, 102))


def test_a_page_lies_still_where_nothing_corrects_it() -> None:
    assert Page(200, 100, ()).printed_at(150, 50) == (150, 50)


def test_an_outline_moves_with_its_points() -> None:
    moved = Outline(Box(1, 2, 3, 4), 1, ((1, 2), (4, 6)), dashed=True).moved(10, -1)
    assert moved == Outline(Box(11, 1, 3, 4), 1, ((11, 1), (14, 5)), dashed=True)
    assert (moved.box.right, moved.box.bottom) == (14, 5)


@pytest.mark.parametrize(("length", "shown"), [(63.5, "63.5"), (88, "88"), (0.1234, "0.12"), (100.0, "100")])
def test_lengths_in_messages(length: float, shown: str) -> None:
    assert in_mm(length) == shown
