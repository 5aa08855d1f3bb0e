"""Keys follow the order of the schema that applies."""

import pytest

from builder.documents.editing import format_text


def test_a_schema_may_refer_to_itself():
    schema = {"properties": {"id": {}, "parts": {"type": "array"}}}
    schema["properties"]["parts"]["items"] = schema
    schema["anyOf"] = [schema, True]
    text = "parts:\n  - parts: []\n    id: b\nid: a\n"
    assert format_text(text, schema) == "id: a\nparts:\n  - id: b\n    parts: []\n"


def test_conditions_choose_the_order():
    branches = [
        {
            "if": {"properties": {"clause": {"const": "copies"}}},
            "then": {"properties": {"max": {}, "where": {}}},
        },
        {
            "if": {"properties": {"clause": {"const": "count"}}},
            "then": {"properties": {"where": {}, "max": {}}},
        },
    ]
    schema = {"items": {"properties": {"clause": {}}, "allOf": branches}}
    text = "- {max: 1, where: x, clause: copies}\n- {max: 1, where: x, clause: count}\n"
    ordered = "- {clause: copies, max: 1, where: x}\n- {clause: count, where: x, max: 1}\n"
    assert format_text(text, schema) == ordered
    assert format_text(text, {"items": {"oneOf": [
        {"properties": {"clause": {"enum": ["copies"]}, "max": {}, "where": {}}},
        {"properties": {"clause": {"const": "count"}, "where": {}, "max": {}}},
    ]}}) == ordered  # fmt: skip


@pytest.mark.parametrize(
    "word", ["allOf", "anyOf", "oneOf", "properties", "items", "if", "then", "else", "enum", "const"]
)
@pytest.mark.parametrize("odd", [1, True, None, "x", [1], {"x": 1}])
def test_a_schema_that_is_none_changes_only_spacing(word: str, odd: object) -> None:
    schema = {"items": {"properties": {"a": {word: odd}, "b": {word: odd}}, **({word: odd} if word != "items" else {})}}
    assert format_text("- {a:   1}\n", schema) == "- {a: 1}\n"
