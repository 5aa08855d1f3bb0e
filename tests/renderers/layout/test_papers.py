"""Sizes of paper, by name and as lengths."""

import pytest

from builder.diagnostics import UsageError
from renderers.layout.papers import paper_names, paper_size
from tests.support.layout import A4


@pytest.mark.parametrize(
    ("text", "expected"),
    [("210x297mm", (210, 297)), ("210x297", (210, 297)), ("8.5x11in", (215.9, 279.4)), ("70 x 70 mm", (70, 70))],
)
def test_papers_as_lengths(text: str, expected: tuple[float, float]) -> None:
    paper = paper_size(text)
    assert (paper.width, paper.height) == pytest.approx(expected)


def test_papers_by_name() -> None:
    assert paper_size("A4") == paper_size("a4") == A4
    assert "letter" in paper_names()
    assert all(paper_size(name).width < paper_size(name).height for name in paper_names())


@pytest.mark.parametrize("text", ["", "0x88mm", "63x", "63x88cm", "nan x nan", "a44", "-63x88mm"])
def test_unknown_papers(text: str) -> None:
    with pytest.raises(UsageError, match="no paper"):
        paper_size(text)


def test_an_unknown_paper_is_told_what_there_is() -> None:
    with pytest.raises(UsageError) as caught:
        paper_size("leter")
    assert caught.value.help.startswith('did you mean "letter"?')
