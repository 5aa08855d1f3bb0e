"""A tree is written in one layout, whatever its text looked like."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builder.documents.data import Data
from builder.documents.editing import CannotEditError, format_text, scalar_text, to_yaml
from builder.documents.editing.parsing import TreeParser
from builder.documents.editing.writing import Writer, is_same, key_text
from builder.documents.reading import parse
from tests.support.data import plain_data


def written(text: str) -> str:
    return Writer().tree(TreeParser(text).tree())


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a:    1 # c\n", "a: 1  # c\n"),
        ("-   a:  1\n    b: 2\n- c: 1\n", "- a: 1\n  b: 2\n\n- c: 1\n"),
        ("a:\n- b\n-   - c\n", "a:\n  - b\n  - - c\n"),
        ("a: {x: 1,y: [2,3],}\n", "a: {x: 1, y: [2, 3]}\n"),
        ("a: |\n     x\n\n     y\n", "a: |\n  x\n\n  y\n"),
        ("a: |+\n   x\n\n\nb: 1\n", "a: |+\n  x\n\n\nb: 1\n"),
        ("\n\na: 1\n\n\n\nb: 2\n\n", "a: 1\n\nb: 2\n"),
    ],
)
def test_spacing_is_even(text: str, canonical: str) -> None:
    assert written(text) == canonical
    assert written(canonical) == canonical


# Keys follow the order of the schema that applies


def test_a_schema_may_refer_to_itself():
    schema = {"properties": {"id": {}, "parts": {"type": "array"}}}
    schema["properties"]["parts"]["items"] = schema
    schema["anyOf"] = [schema, True]
    text = "parts:\n  - parts: []\n    id: b\nid: a\n"
    assert format_text(text, schema) == "id: a\nparts:\n  - id: b\n    parts: []\n"


def test_conditions_choose_the_order():
    branches = [
        {"if": {"properties": {"clause": {"const": "copies"}}}, "then": {"properties": {"max": {}, "where": {}}}},
        {"if": {"properties": {"clause": {"const": "count"}}}, "then": {"properties": {"where": {}, "max": {}}}},
    ]
    schema = {"items": {"properties": {"clause": {}}, "allOf": branches}}
    text = "- {max: 1, where: x, clause: copies}\n- {max: 1, where: x, clause: count}\n"
    ordered = "- {clause: copies, max: 1, where: x}\n- {clause: count, where: x, max: 1}\n"
    assert format_text(text, schema) == ordered
    assert format_text(text, {"items": {"oneOf": [
        {"properties": {"clause": {"enum": ["copies"]}, "max": {}, "where": {}}},
        {"properties": {"clause": {"const": "count"}, "where": {}, "max": {}}},
    ]}}) == ordered  # fmt: skip


@pytest.mark.parametrize("odd", [1, True, None, "x", [1], {"x": 1}])
def test_a_schema_that_is_none_changes_only_spacing(odd: object) -> None:
    for word in ("allOf", "anyOf", "oneOf", "properties", "items", "if", "then", "else", "enum", "const"):
        schema = {
            "items": {"properties": {"a": {word: odd}, "b": {word: odd}}} | ({word: odd} if word != "items" else {})
        }
        assert format_text("- {a:   1}\n", schema) == "- {a: 1}\n", word


# New values are written in the canonical layout, and read back as they were


@given(plain_data, st.booleans())
@example({"": [], "a": {}, "-": "- x", "#": "# x", "x: y": "x: y", "a, b": "a, b"}, True)
@example(
    ["\u2028", "\x85", "\ufeff", "No", "0o7", "1e3", "---", "x\n\ny ", " x", "\x7f\x00\t", "\U0001f600\U000e0001"],
    False,
)
@example([[["a"], []], {"a": [{"b": {}}]}, None, True, 1, 1.0, "1", "2026-11-21"], False)
def test_what_is_written_is_read_back(data: Data, flow: bool) -> None:
    text = to_yaml(data, flow)
    document = parse(text, "f")
    assert is_same(document.data, data)
    assert not document.diagnostics


@given(plain_data)
def test_the_layout_is_canonical(data: Data) -> None:
    text = to_yaml([data])
    if '""' not in text:  # a key without a letter is not formatted
        assert format_text(text) == text


@pytest.mark.parametrize("data", [math.inf, "\ud800", 10**50])
def test_what_yaml_cannot_say_is_refused(data: Data) -> None:
    with pytest.raises(CannotEditError):
        to_yaml([data])


def test_blocks_lists_and_empty_ones() -> None:
    card = {"id": "flare", "cost": {"oil": 2}, "keywords": ["swift", "No: 1"], "none": None, "empty": {}, "list": []}
    assert to_yaml([card, {"id": "ash"}]) == (
        "- id: flare\n  cost:\n    oil: 2\n  keywords:\n    - swift\n"
        '    - "No: 1"\n  none: null\n  empty: {}\n  list: []\n\n- id: ash\n'
    )
    assert to_yaml(card, flow=True) == (
        '{id: flare, cost: {oil: 2}, keywords: [swift, "No: 1"], none: null, empty: {}, list: []}\n'
    )


@given(st.text(max_size=40), st.booleans())
def test_scalars_and_keys_stand_on_one_line(text: str, flow: bool) -> None:
    try:
        written = f"{key_text(text, flow)}: {scalar_text(text, flow)}"
    except UnicodeError:
        return
    assert len(written.splitlines()) == 1
    assert parse(f"{{{written}}}" if flow else written, "f").data == {text: text}


@pytest.mark.parametrize(
    ("value", "written"),
    [
        *(("Core", "Core"), ("It's", "It's"), ("a: b", '"a: b"'), ("", '""'), ("true", '"true"'), ("é\n", '"é\\n"')),
        *(("2026-11-21", '"2026-11-21"'), (True, "true"), (None, "null"), (-1.5, "-1.5")),
    ],
)
def test_quotes_stand_only_where_they_are_needed(value: str | float | None, written: str) -> None:
    assert scalar_text(value) == written
