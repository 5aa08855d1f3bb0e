"""The calibration sheet: what is read off it, typed in, mends what was wrong."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.layout.pages import Page, Paper
from renderers.outputs.calibration import EDGE, REACH, calibration_pages, calibration_sheet
from tests.support.layout import A4
from tests.support.renders import page_count, pdf_text

SHEETS = [(Paper(*sides), flip) for sides in ((210, 297), (297, 210)) for flip in ("long-edge", "short-edge")]


def sideways(paper: Paper, flip: str) -> bool:
    return (flip == "long-edge") == (paper.width <= paper.height)


def printed_at(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the page is printed, after it has been turned around its middle, clockwise, and moved."""
    angle, across, down = math.radians(page.turn), x - page.width / 2, y - page.height / 2
    return (
        page.width / 2 + across * math.cos(angle) - down * math.sin(angle) + page.shift[0],
        page.height / 2 + across * math.sin(angle) + down * math.cos(angle) + page.shift[1],
    )


def read(back: Page, paper: Paper, flip: str) -> list[float]:
    """What scales A to D say of a back page printed so: where its lines are seen from the front, in their numbers."""
    across, down = (1, -1) if sideways(paper, flip) else (-1, 1)
    middle = (paper.width / 2, paper.height / 2)
    seen = []
    for number, line in enumerate(back.marks):
        x, y = printed_at(back, line.x1, line.y1)
        x, y = (paper.width - x, y) if sideways(paper, flip) else (x, paper.height - y)
        seen.append((x - middle[0]) * across if number < 2 else (y - middle[1]) * down)
    return seen


@pytest.mark.parametrize(("paper", "flip"), SHEETS)
def test_on_a_perfect_printer_all_lines_fall_on_zero(paper: Paper, flip: str) -> None:
    front, back = calibration_pages(paper, flip)  # type: ignore[arg-type]  # a Literal in a parameter
    assert back.back
    assert read(back, paper, flip) == pytest.approx([0, 0, 0, 0])
    zeros = {(label.x, label.y) for label in front.labels if label.text == "0"}
    assert len(zeros) == 4


@pytest.mark.parametrize(("paper", "flip"), SHEETS)
@given(x=st.floats(-3, 3), y=st.floats(-3, 3), turn=st.floats(-0.5, 0.5))
def test_what_is_read_is_what_mends_it(paper: Paper, flip: str, x: float, y: float, turn: float) -> None:
    back = calibration_pages(paper, flip)[1]  # type: ignore[arg-type]  # a Literal in a parameter
    a, b, c, d = read(replace(back, shift=(x, y), turn=turn), paper, flip)
    mended = ((a + b) / 2, (c + d) / 2)
    assert mended == pytest.approx((-x, -y), abs=0.05)
    difference = c - d if sideways(paper, flip) else d - c
    assert difference * math.degrees(1 / (paper.width - 2 * EDGE)) == pytest.approx(-turn, abs=0.01)


def test_scales_are_where_printers_print_and_say_how_to_read_them() -> None:
    front, back = calibration_pages(A4)
    points = [(line.x1, line.y1) for page in (front, back) for line in page.marks]
    assert all(5 <= x <= 205 and 5 <= y <= 292 for x, y in points)
    assert len(front.marks) == 4 * (4 * REACH + 1)
    assert len(back.marks) == 4
    assert back.marks[0].x1 == 105
    data = calibration_sheet("a4", offset=(1, 0), rotation=0.2)
    assert page_count(data) == 2
    assert "--back-rotation is (C - D) x 0.318" in pdf_text(data)
    assert data == calibration_sheet("a4", offset=(1, 0), rotation=0.2)
