"""Pages as numbers."""

from itertools import pairwise

import pytest

from builder.diagnostics import UsageError
from builder.games.sizes import size_table
from renderers.layout.pages import PAPERS, Box, Edges, Outline, depths, in_mm, paper_size
from tests.support.layout import A4


def test_an_outline_moves_with_its_points() -> None:
    moved = Outline(Box(1, 2, 3, 4), 1, ((1, 2), (4, 6)), dashed=True).moved(10, -1)
    assert moved == Outline(Box(11, 1, 3, 4), 1, ((11, 1), (14, 5)), dashed=True)
    assert (moved.box.right, moved.box.bottom) == (14, 5)


@pytest.mark.parametrize(("length", "shown"), [(63.5, "63.5"), (88, "88"), (0.1234, "0.12"), (100.0, "100")])
def test_lengths_in_messages(length: float, shown: str) -> None:
    assert in_mm(length) == shown


# Sizes of paper, by name and as lengths


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("210x297mm", (210, 297)), ("210x297", (210, 297)), ("8.5x11in", (215.9, 279.4)), ("70 x 70 mm", (70, 70))),
        *(("SRA3", (320, 450)), ("tabloid", (279.4, 431.8)), ("legal", (215.9, 355.6))),
    ],
)
def test_papers_by_length_and_those_of_print_shops_and_of_america(text: str, expected: tuple[float, float]) -> None:
    paper = paper_size(text)
    assert (paper.width, paper.height) == pytest.approx(expected)


def test_papers_by_name() -> None:
    assert paper_size("A4") == paper_size("a4") == A4
    assert "letter" in size_table(PAPERS)
    assert all(paper_size(name).width < paper_size(name).height for name in size_table(PAPERS))


def test_each_paper_of_the_a_series_is_half_of_the_one_before() -> None:
    series = [paper_size(f"a{number}") for number in range(2, 7)]
    for large, small in pairwise(series):
        assert (small.height, small.width) == (large.width, large.height // 2)


@pytest.mark.parametrize("text", ["", "0x88mm", "63x", "63x88cm", "nan x nan", "a44", "-63x88mm"])
def test_unknown_papers(text: str) -> None:
    with pytest.raises(UsageError, match="no paper"):
        paper_size(text)


@pytest.mark.parametrize(
    ("typed", "meant"), [("leter", "letter"), ("sra-3", "sra3"), ("A 5", "a5"), ("tabloit", "tabloid")]
)
def test_an_unknown_paper_is_answered_with_what_there_is(typed: str, meant: str) -> None:
    with pytest.raises(UsageError) as caught:
        paper_size(typed)
    assert caught.value.help.startswith(f'did you mean "{meant}"?')
    assert all(name in caught.value.help for name in size_table(PAPERS))


# How deep boxes lie within the shapes that things are cut to


@pytest.mark.parametrize(
    ("shape", "edges", "depth", "edge"),
    [
        ("rectangle", (2, 3, 10, 10), 2, "left"),
        ("rectangle", (5, 5, 19.5, 10), 0.5, "right"),
        ("rectangle", (-1, 5, 10, 10), -1, "left"),
        ("circle", (10, 10, 10, 10), 10, "rim"),
        ("circle", (13, 14, 13, 14), 5, "rim"),
        ("hexagon", (2, 10, 10, 10), 2, "rim"),
    ],
)
def test_how_deep_a_box_lies(shape: str, edges: Edges, depth: float, edge: str) -> None:
    assert depths(shape, 20, 20)(edges) == (pytest.approx(depth), edge)
