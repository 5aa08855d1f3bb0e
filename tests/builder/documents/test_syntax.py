"""What is no YAML is explained in an author's words."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import Span
from builder.documents.reading import parse
from builder.documents.scalars import scalar

DEEP = '"{}" is indented further than "{}" above it, which has a value already'


@pytest.mark.parametrize(
    ("text", "message", "help_"),
    [
        ("text: Play: draw.", "this colon has no place here", 'text that holds a colon needs quotes: "Play: draw."'),
        ('- text: Say "x": draw', "this colon has no place here", """needs quotes: 'Say "x": draw'"""),
        ("text: {tide} gain 1.", "a key should stand here", 'begins with { needs quotes: "{tide} gain 1."'),
        ("text: {tide}: gain 1.", "this colon has no place here", 'begins with { needs quotes: "{tide}: gain 1."'),
        ("text: [swift] now", "a key should stand here", 'begins with [ needs quotes: "[swift] now"'),
        ("text: [swift] " + "now " * 30, "a key should stand here", "text that begins with [ needs quotes"),
        ("text:  b: c\n", "this colon has no place here", 'needs quotes: "b: c"'),
        ("- id: x\n  name Flare  # red\n  cost: 1\n", 'there is no ": " after "name"', 'write "name: Flare"'),
        ("- id flare\n  cost: 1\n", 'there is no ": " after "id"', 'write "id: flare"'),
        ("- id: x\n  cost:1\n  power: 2\n", 'there is no ": " after "cost"', 'write "cost: 1"'),
        ("- id: x\n  cost:1\n", 'there is no ": " after "cost"', 'write "cost: 1"'),
        ("cards:\n  flare\n  moon: 3\n", 'there is no ": " after "flare"', 'write "flare: ..."'),
        ("keywords:\n  - guard\n    name: Guard\n", 'there is no ": " after "guard"', 'write "guard: ..."'),
        ("text: a\nand it goes on\ncost: 1\n", 'there is no ": " after "and"', 'long text goes below "|", indented'),
        ("- id: x\n  text: |\n  Draw a card.\n  cost: 1\n", 'the text of "text" is not indented', 'than "text"'),
        ("text: a\n  word\n  cost: 1\n", "this colon has no place here", "check the indentation"),
        ("cards:\n  flare: 3\n  - moon: 3\n", "a key should stand here", 'remove the "- "'),
        ("cards:\n  flare 3\n\n  moon: 3\n", 'there is no ": " after "flare"', 'write "flare: 3"'),
        ("- a: 1\n    b: 2\n", DEEP.format("b", "a"), 'begin it below "a"'),
        ("a:\n  b: [x]\n  # c\n\n   d:\n", DEEP.format("d", "b"), 'begin it below "b"'),
        ("- a: 1\n   - b: 2\n", DEEP.format("b", "a"), 'begin it below "a"'),
        ("a: 1\n - b: 2\n", "this colon has no place here", "check the indentation"),
        ("- a: 1\n-b: 2\n", 'the next "- " should stand here', 'a space follows the "-": - b: 2'),
        ("a: {b: c: d}\n", "a comma or } should stand here", "write {oil: 2, scrap: 1}"),
        ("a: 'x\nb: 2\n", "this quote is never closed", "close it"),
        ("a:\n  - [x, y\n  - z\n", "a comma or ] should stand here", "line 2"),
        ("a: *x* y", "no name follows this mark", "needs quotes"),
        ("a:\n  b: 1\n c: 2\n", "a key should stand here", "indented differently"),
        ("- c: 1\n d\n", 'the next "- " should stand here', "alike"),
        ("a: 1\nword\n", 'there is no ": " after "word"', "indented"),
        ("a: 1\n'word'\n", 'there is no ": " after this key', "indented"),
        ("a: {b: 1\nc: 2\n", "a comma or } should stand here", "write {oil: 2, scrap: 1}"),
        ("- {who: null, say: draw {main} card}\n", "a comma or } should stand here", 'say: "draw {main} cards"'),
        ("a: @x\n", "no value can start with this character", "quotes"),
        ("a: - b\n", "a list can't start here", "below their key"),
        ('a: "\\q"\n', "there is no such escape", "backslash"),
        ("a: ]\n", "a value should stand here", "left over"),
        ("a: \x07\n", "there is an invisible character here", "type the text again"),
        ("a: 1\n\tb: 2\n", "a tab can't be used to indent", "spaces"),
    ],
)
def test_syntax_is_explained_in_an_authors_words(text: str, message: str, help_: str) -> None:
    [found] = parse(text, "f.yaml").diagnostics
    assert found.message == message
    assert help_ in found.help


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\rb: 2\r\nc: \x07\n", (3, 4, 3, 5)),
        ("[1, 2 # c]", (1, 11, 1, 12)),  # what is missing at the end
        ("- id: x\n  name Flare\n  cost: 1\n", (2, 3, 2, 13)),
        ("- id: x\n  cost:1\n  name: y\n", (2, 3, 2, 9)),
        ("cards:\n  flare\n  moon: 3\n", (2, 3, 2, 8)),
        ("- id: x\n    name: y\n", (2, 1, 2, 5)),  # the indentation
    ],
)
def test_a_fault_stands_where_it_is_mended(text: str, place: tuple[int, int, int, int]) -> None:
    [found] = parse(text, "f.yaml").diagnostics
    assert found.span == Span("f.yaml", *place)


@pytest.mark.parametrize("begins", ["name: X\nfoo b", "name: X\nfoo: b: ", "name: X\nfoo: {"])
def test_a_line_of_spaces_takes_no_longer_than_others(begins: str) -> None:
    """The time grows with the line, not with its square: that would be hours."""
    assert parse(f"{begins}{' ' * 1_000_000}:x\nbar: 1\n", "f.yaml").diagnostics


# Words are what the YAML 1.2 core schema says


@pytest.mark.parametrize(
    ("written", "data"),
    [
        *((word, word) for word in ("No", "yes", "on", "OFF", "y", "nul", "tRUE", "1_000")),
        *((word, word) for word in ("1:30", "2026-11-21")),
        *((word, None) for word in ("", "~", "null", "Null", "NULL")),
        *((word, True) for word in ("true", "True", "TRUE")),
        *((word, False) for word in ("false", "False", "FALSE")),
        ("0", 0), ("-12", -12), ("+3", 3), ("017", 17), ("0o17", 15), ("0x1F", 31), ("9" * 40, int("9" * 40)),
        ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("-1e3", -1000.0), ("1E-2", 0.01),
        *((word, word) for word in (".inf", "-.INF", ".nan", "1e9999", "9" * 41, "+", ".", "1e", "0b1")),
        ("'1'", "1"), ('"true"', "true"), ('"\\u00e9\\n"', "é\n"),
        ("|-\n  1\n", "1"), (">-\n  a\n  b\n", "a b"),
    ],
)  # fmt: skip
def test_scalars_follow_the_yaml_1_2_core_schema(written: str, data: Any) -> None:
    document = parse(f"key: {written}", "f.yaml")
    assert document.data == {"key": data}
    assert type(document.data["key"]) is type(data)
    assert not document.diagnostics


@given(st.text(max_size=60))
def test_any_text_is_some_scalar(text: str) -> None:
    value = scalar(text)
    assert value is None or isinstance(value, bool | int | float | str)
