"""No text becomes markup, and none is lost."""

import json
from typing import Any

import pytest
import typst
from hypothesis import example, given
from hypothesis import strategies as st
from jinja2 import DictLoader
from jinja2.exceptions import SecurityError, UndefinedError

from renderers.templating.escape import Typst, environment, literal, rules
from tests.support.properties import examples

HOSTILE = [
    '#read("/etc/passwd")',
    "*bold* _italic_ `raw` ```block```",
    "$ x^2 $ @ref <label> ~ -- --- ... // no /* comment */",
    '"quotes" \\ backslash \\u{41} #{1+1} #[x] [y] {z}',
    "= heading",
    "- list",
    "+ list",
    "1. list",
    "/ term: x",
    "https://example.org",
    '"); panic("x',
    '" + read("main.typ") + "',
    "\x00\x07\x1b\x7f\x85\u2028\u2029\ufeff",
    "\u202eright to left\u202c עברית",
    "tabs\tand\nlines\r\n",
    "👩‍🚀 ❤️ é e\u0301",
    "and or not none true auto",
    "",
]
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def typst_value(source: str) -> Any:
    """What Typst makes of a piece of code."""
    main = f"#metadata({source})<it>\n{source}\n#[#({source})]".encode()
    return json.loads(typst.query(main, "<it>", field="value", one=True, ignore_system_fonts=True))


@given(values)
@example(HOSTILE)
@examples(80)
def test_any_value_survives(value: Any) -> None:
    assert typst_value(literal([value])) == [value]
    assert typst_value(literal(["a\ud800b"])) == ["a\ufffdb"]  # half of a pair is no character


def plain(words: str) -> str:
    return words.replace("\u00a0", " ").replace("\u2212", "-")


@given(st.text(alphabet=st.characters(exclude_characters="*{}\n", exclude_categories=["Cs"])))
@examples(60)
def test_rules_without_marks_are_the_text(text: str) -> None:
    expected = [[plain(text)]] if text.strip() else []
    assert [[plain(run) for run in paragraph] for paragraph in typst_value(rules(text))] == expected


@given(st.text(alphabet="ab *{}\noil", max_size=40))
@examples(200)
def test_rules_lose_no_letter(text: str) -> None:
    shown = rules(text, {"oil"})
    assert sum(shown.count(letter) for letter in "ab") >= sum(text.count(letter) for letter in "ab")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gain 2 {oil}.", [["Gain\u00a02\u00a0", ["symbol", "oil"], "."]]),
        ("It gets +1 {oil}.", [["It gets\u00a0+1\u00a0", ["symbol", "oil"], "."]]),
        ("Considering 2 {oil}, 3 {oil}", [["Considering 2\u00a0", ["symbol", "oil"], ", 3\u00a0", ["symbol", "oil"]]]),
        ("Deal 2 damage (1 more) to 2-3 ships.", [["Deal 2\u00a0damage (1\u00a0more) to\u00a02-3 ships."]]),
        ("Here les 5 touches and 4 others", [["Here les\u00a05\u00a0touches and\u00a04\u00a0others"]]),
        ("Gets -1 weapons, 5.", [["Gets \u22121\u00a0weapons, 5."]]),
        ("2 Weltraumschiffe. À utiliser.", [["2 Weltraumschiffe. À\u00a0utiliser."]]),
        ("Gain {oil} 2 {no}.", [["Gain ", ["symbol", "oil"], " 2 {no}."]]),
        ("{oil}{oil}", [[["symbol", "oil"], ["symbol", "oil"]]]),
        ("*Then* **draw**", [[["italic", "Then"], " ", ["bold", "draw"]]]),
        (
            "**Bold *and {oil}* too**",
            [[["bold", "Bold "], ["bold-italic", "and "], ["symbol", "oil"], ["bold", " too"]]],
        ),
        ("one\n\n two ", [["one"], [" two "]]),
        ("2 * 3 * 4", [["2 * 3 * 4"]]),
        ("a * b", [["a * b"]]),
        ("{unknown} {Oil} {}", [["{unknown} {Oil} {}"]]),
        ("** no **", [["** no **"]]),
        ("", []),
    ],
)
def test_rules(text: str, expected: list[Any]) -> None:
    assert rules(text, {"oil"}) == literal(expected)


def render(template: str, **told: Any) -> str:
    return environment(DictLoader({"t": template}), ["oil"]).get_template("t").render(**told)


def test_values_are_escaped_wherever_they_stand() -> None:
    assert render("{{ x }} {{ x ~ y }} {{ x | upper }} {% for c in x %}{{ c }}{% endfor %}", x="#a", y="*") == (
        '"\\u{23}a" "\\u{23}a\\u{2a}" "\\u{23}A" "\\u{23}""a"'
    )
    assert render("{{ x | rules }}", x="a*") == '(("a\\u{2a}",),)'


def test_source_joined_to_text_is_text_again() -> None:
    assert "#" not in render("{{ (x | rules) ~ '#y' }}", x="#a")
    assert isinstance(literal(Typst("#x")), Typst)


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ x.__init__.__globals__ }}",
        "{{ self.__init__.__globals__ }}",
        "{{ lipsum.__globals__ }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ ''.format.__self__ }}",
        "{{ x.append(1) }}",
    ],
)
def test_the_sandbox_holds(template: str) -> None:
    with pytest.raises((SecurityError, UndefinedError, TypeError)):
        render(template, x=[])


def test_what_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'nothing' is undefined"):
        render("{{ nothing }}")
    with pytest.raises(UndefinedError, match="rarity"):
        render("{{ card.rarity }}", card={})


def test_functions_have_no_literal() -> None:
    with pytest.raises(TypeError, match="cannot print"):
        render("{{ range }}")
