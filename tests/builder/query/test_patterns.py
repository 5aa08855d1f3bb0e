"""Regular expressions, looked for in many lines at once."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.query import patterns
from tests.support.properties import examples


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [
        ("a", [0, 1, 2]),
        ("^a", [0, 2]),
        ("c$", [1, 2]),
        ("c[^z]a", []),  # no line break is matched
        (r"c\sa", []),
        (r"(?:b|a)c$", [1, 2]),
        ("", [0, 1, 2, 3]),
        ("z*", [0, 1, 2, 3]),
        ("^$", [3]),
        ("A", [0, 1, 2]),
        ("Á", [0, 1, 2]),
        ("zz", []),
    ],
)
def test_a_pattern_is_looked_for_in_each_line(pattern: str, lines: list[int]) -> None:
    assert list(patterns.found_in(pattern, b"ab\nbac\nabc\n")) == lines


PIECES = [
    *"ab^$.*+?()[]|\\-1é ß", "draw", "{2}", "{1,2}", "{,2}", "{2,}", "{1001}", "{3,1}", "{0}", "{", "{oil}", "(?:",
    "(?i)", "(?P<x>", "(?=", "(?<!", "\\d", "\\W", "\\S", "\\b", "\\B", "\\A", "\\Z", "\\n", "\\1", "\\_",
    "\\.", "[^a]", "[a-d]", "[d-a]",
    "[a-\\d]", "[\\d-z]", "[[:alpha:]]", "++", "*?", "??", "&&", "--", "[]", "[]]", "[^]a]", "[-a]", "[é-z]", "{2}?",
]  # fmt: skip
LINES = st.lists(st.text(alphabet="ab1 -_.é{}]", max_size=6), min_size=1)


@examples(600)
@given(st.lists(st.sampled_from(PIECES), max_size=6).map("".join), LINES)
def test_python_finds_what_re2_finds(pattern: str, texts: list[str]) -> None:
    """Whatever is not refused; and all lines at once are each line by itself."""
    if patterns.problem(pattern):
        return
    by_re2 = list(patterns.found_in(pattern, "\n".join(texts).encode()))
    assert by_re2 == [i for i, text in enumerate(texts) if list(patterns.found_in(pattern, text.encode()))]
    by_python = re.compile(patterns._folded(pattern), re.ASCII | re.IGNORECASE)
    assert by_re2 == [i for i, text in enumerate(texts) if by_python.search(text)]


@pytest.mark.parametrize(
    "pattern", ["[^a]{500}", r"\W{250}.{250}", "(a?b?){9}", ".*draw.*card.*", "(oil|scrap){1,5}", r"\{oil\}", "{oil}"]
)
def test_what_people_and_machines_may_ask(pattern: str) -> None:
    assert patterns.problem(pattern) is None


REFUSED = {
    "a(": " ^ this parenthesis is never closed",
    "ab)": "  ^ this parenthesis was never opened",
    "a(?=b)": " ^ the only groups are",
    "(?i)a": "^ the only groups are",
    r"(a)\1": "   ^ a backslash stands before a sign",
    r"a\pL": " ^ a backslash stands before",
    "a[[:alpha:]]": " ^ brackets hold characters",
    "a[b": " ^ brackets hold characters",
    "a[b-a]": "  ^ bad character range b-a",
    "ß[b-a]": "  ^ bad character range b-a",
    "a{,2}": " ^ a repetition is written as",
    "a*+": "  ^ there is nothing that this can repeat",
    "^*": " ^ there is nothing that this can repeat",
    "(a+)+b": "    ^ this repeats without an end",
    "(a|a)*b": "     ^ this repeats without an end",
    "a*a*a*a*b": "       ^ with this, it could be tried in too many ways",
    "(a|a)" * 20: " " * 99 + "^ with this, it could be tried in too many ways",
    "a?" * 20: " " * 39 + "^ with this, it could be tried in too many ways",
    "((a{20}){20}){20}": "             ^ it asks for more than 500 characters",
    "a" * (patterns.MAX_LENGTH + 1): " " * 200 + "^ it has 201 characters",
}


@pytest.mark.parametrize(("pattern", "expected"), REFUSED.items())
def test_what_is_refused_is_pointed_at(pattern: str, expected: str) -> None:
    found = patterns.problem(pattern)
    assert found
    assert f"{' ' * found.start}^ {found.message}".startswith(expected)
    with pytest.raises(ValueError, match=re.escape(found.message)):
        list(patterns.found_in(pattern, b"a"))


@pytest.mark.parametrize("pattern", ["a*a*a*b", "a?" * 9 + "a" * 9, "(a|a)" * 9 + "b", "(a?a?){4}b", "(a|a){9}b"])
def test_no_pattern_takes_python_long(pattern: str) -> None:
    """Or else this test never ends."""
    assert patterns.problem(pattern) is None
    assert (re.search(pattern, "a" * 200) is None) == pattern.endswith("b")


@pytest.mark.parametrize(("text", "lines"), [("ab", [0, 2]), ("b", [0, 1, 2]), ("", [0, 1, 2]), ("z", [])])
def test_a_text_is_looked_for_in_each_line(text: str, lines: list[int]) -> None:
    assert list(patterns.lines_with(text, b"ab ab\nb\nxab")) == lines
