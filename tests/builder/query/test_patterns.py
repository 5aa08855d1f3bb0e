"""Regular expressions, looked for in many lines at once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.query import patterns


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [
        ("a", [0, 1, 2]),
        ("^a", [0, 2]),
        ("c$", [1, 2]),
        ("c[^z]a", []),  # no line break is matched
        (r"c\sa", []),
        (r"(?s)c.a", []),
        (r"\Aa", [0, 2]),
        (r"c\z", [1, 2]),
        ("", [0, 1, 2, 3]),
        ("z*", [0, 1, 2, 3]),
        ("^$", [3]),
        ("(?i)A", [0, 1, 2]),
        ("Á", [0, 1, 2]),
        ("zz", []),
    ],
)
def test_a_pattern_is_looked_for_in_each_line(pattern: str, lines: list[int]) -> None:
    assert list(patterns.found_in(pattern, b"ab\nbac\nabc\n")) == lines


@settings(max_examples=200)
@given(
    st.text(alphabet="ab^$.*+?()[]|\\AzbdsS{}1,éß-", max_size=12),
    st.lists(st.text(alphabet="ab1 -", max_size=6), min_size=1),
)
def test_all_lines_at_once_are_each_line_by_itself(pattern: str, texts: list[str]) -> None:
    if patterns.problem(pattern):
        return
    alone = [i for i, text in enumerate(texts) if list(patterns.found_in(pattern, text.encode()))]
    assert list(patterns.found_in(pattern, "\n".join(texts).encode())) == alone


def test_a_pattern_that_cannot_be_used_finds_nothing() -> None:
    assert patterns.problem("a(") == "missing ): a("
    assert patterns.problem("a" * (patterns.MAX_LENGTH + 1)).startswith("it has 201 characters")
    assert patterns.problem("a") == ""
    with pytest.raises(ValueError, match="missing"):
        list(patterns.found_in("a(", b"a"))


@pytest.mark.parametrize(("text", "lines"), [("ab", [0, 2]), ("b", [0, 1, 2]), ("", [0, 1, 2]), ("z", [])])
def test_a_text_is_looked_for_in_each_line(text: str, lines: list[int]) -> None:
    assert list(patterns.lines_with(text, b"ab ab\nb\nxab")) == lines
