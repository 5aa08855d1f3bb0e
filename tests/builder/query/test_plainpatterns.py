"""RE2's expressions without RE2: the same ones are refused, in the same words, and the same texts are found."""

import random

import pytest

from builder.query import patterns
from builder.query.plainpatterns import PatternError, compiled

LINES = (
    "draw 2 cards.", "when this ship is deployed, draw 2 cards.", "repair 3. gain {oil}{oil}.", "elan vital", "", "aab",
    "b-a_9", "(a) [b] ^$", "100% of it_all.", "αβγ ш", "strasse", "x{,2}", "\\ / | ?", "z",
)  # fmt: skip
TEXTS = "\n".join(LINES).encode()
PARTS = (
    "a", "b", "draw", "2", ".", "*", "+", "?", "|", "(", ")", "[", "]", "^", "$", "\\", "{2}", "{1,2}", "{,2}", "{2,}",
    "{1001}", "{3,1}", "{", "(?:", "(?i)", "(?-i)", "(?P<x>", "(?<y>", "(?=", "(?<!", "(?<=", "(?s", "(?P=x)", "(?P",
    "\\d", "\\w", "\\s", "\\S", "\\W", "\\b", "\\B", "\\A", "\\z", "\\Z", "\\Q", "\\E", "\\pX", "\\p", "\\x41",
    "\\x{61}", "\\x", "\\n", "\\1", "\\12", "\\0", "\\8", "\\_", "\\.", "[^a]", "[a-d]", "[d-a]", "[a-\\d]",
    "[[:alpha:]]",
    "[[:foo:]]", "[[:^digit:]]", "-", "é", "É", " ", "++", "*?", "A", "Z", "(?-i:", "(?-", "&&", "--", "[]", "[]]",
    "[^]a]", "{2}?",
)  # fmt: skip


def by_python(pattern: str) -> str | list[int]:
    folded = patterns._folded(pattern)
    try:
        made = compiled(folded)
    except PatternError as error:
        return str(error)
    return [number for number, line in enumerate(LINES) if made.search(line)]


def by_re2(pattern: str) -> str | list[int]:
    return patterns.problem(pattern) or list(patterns.found_in(pattern, TEXTS))


def test_patterns_that_are_made_up_mean_the_same() -> None:
    drawn = random.Random(2)  # noqa: S311 - a seed, so that it is the same each time
    found = 0
    for _ in range(1500):
        pattern = "".join(drawn.choice(PARTS) for _ in range(drawn.randint(1, 6)))
        meant = by_re2(pattern)
        assert by_python(pattern) == meant, pattern
        found += isinstance(meant, list)
    assert found > 200


@pytest.mark.parametrize(
    "pattern", [r"draws? \d", r"(?i)DRAW", r"\p{Ll}\pN|[\P{L}]z", r"^(rep|gain)", r"a{2}b", r"[^\x00-\x7f]"]
)
def test_patterns_that_people_write_mean_the_same(pattern: str) -> None:
    assert isinstance(by_re2(pattern), list)
    assert by_python(pattern) == by_re2(pattern)


def test_scripts_are_not_known_without_re2() -> None:
    with pytest.raises(PatternError, match=r"scripts are not known here: \\p\{Greek\}"):
        compiled(r"\p{Greek}")
