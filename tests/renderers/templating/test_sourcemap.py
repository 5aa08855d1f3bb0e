"""From what a template became back to the template."""

import pytest
from jinja2 import DictLoader

from renderers.templating.escape import environment
from renderers.templating.sandbox import place_in
from renderers.templating.sourcemap import MarkingTemplates, SourceMap, at_word, over_word, xml_fault

TEXTS = {"a": "one {{ x }} two\n{{ x }}{{ y }}\nthree", "b": "part"}


def mapped(**context: object) -> SourceMap:
    env = MarkingTemplates.like(environment(DictLoader(TEXTS), []))
    return SourceMap(env.get_template("a").render(context), lambda path: TEXTS.get(path, ""))


def test_marks_are_taken_out() -> None:
    assert mapped(x="X", y=2).text == 'one "X" two\n"X"2\nthree'


@pytest.mark.parametrize(
    ("line", "column", "place"),
    [
        (1, 1, ("a", 1, 1, 3)),
        (1, 5, ("a", 1, 5, 7)),
        (1, 9, ("a", 1, 13, 3)),
        (2, 2, ("a", 2, 1, 7)),
        (2, 4, ("a", 2, 8, 7)),
        (3, 2, ("a", 3, 2, 4)),
    ],
)
def test_places(line: int, column: int, place: tuple[str, int, int, int]) -> None:
    assert mapped(x="X", y=2).place(line, column) == place_in(*place)


def test_there_is_no_place_beyond_the_text() -> None:
    assert mapped(x="X", y=2).place(9, 1) is None
    assert SourceMap("", str).place(1, 1) is None


def test_words_in_a_line() -> None:
    assert at_word("a", 3, "name", "  card.name") == place_in("a", 3, 8, 4)
    assert at_word("a", 3, "nam", "  card.name") == place_in("a", 3)
    assert over_word(place_in("a", 3), "  card-x.name") == place_in("a", 3, 3, 6)
    assert over_word(place_in("a", 3, 5), "let fit(3)") == place_in("a", 3, 5, 3)
    assert over_word(place_in("a", 3, 5, 2), "let fit(3)") == place_in("a", 3, 5, 2)


def test_where_a_text_is_no_xml() -> None:
    assert xml_fault("<a><b/></a>") == (0, 0)
    assert xml_fault("<a>\n <b>\n</a>") == (3, 3)
