"""Schemas with their references written out; those from strangers may not hang, fetch or crash."""

from typing import Any

import pytest

from builder.schema.resolving import (
    MAX_SCHEMA_NODES,
    SchemaError,
    dereferenced,
    has_bundled_schema,
    resolve,
    schema_document,
)


def test_names_of_bundled_schemas_are_not_paths() -> None:
    assert has_bundled_schema("deck")
    for name in ("../schemas/deck", "nothing", "\0", "x" * 5000):
        assert not has_bundled_schema(name)


def doubling(levels: int) -> dict[str, Any]:
    definitions = {
        f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]} for n in range(levels)
    }
    return {"$ref": "#/$defs/d0", "$defs": {**definitions, f"d{levels}": {}}}


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(levels):
        schema = {"items": schema}
    return schema


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ([], "a JSON object"),
        ({"$ref": "#"}, "in a circle"),
        ({"$ref": "#/a", "a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}}, "in a circle"),
        ({"properties": {"x": {"$ref": "#"}}}, "in a circle"),
        ({"$ref": "#/$defs/gone"}, "points at nothing"),
        ({"$ref": "#/$defs/a", "$defs": {"a": [1]}}, "a JSON object"),
        ({"$ref": "https://example.com/schema.json"}, "may only refer to itself"),
        ({"$ref": "file:///etc/passwd"}, "may only refer to itself"),
        ({"$ref": "../pyproject.toml#/x"}, "may only refer to itself"),
        ({"$ref": "/etc/passwd"}, "may only refer to itself"),
        ({"$dynamicRef": "#x"}, "not supported"),
        ({"$id": "https://example.com"}, "not supported"),
        ({"properties": {"x": {"$anchor": "x"}}}, "not supported"),
        ({"patternProperties": {"(a+)+$": {}}}, "not supported"),
        ({"properties": {"x": {"pattern": "(a)\\1"}}}, "linear time"),
        ({"properties": {"x": {"pattern": "(?=a)b"}}}, "linear time"),
        ({"properties": {"x": {"pattern": "("}}}, "linear time"),
        ({"properties": {"x": {"pattern": "((a{1,1000}){1,1000}){1,1000}"}}}, "linear time"),
        (doubling(30), "add up to too much"),
        (nested(5000), "nested too deeply"),
    ],
)  # fmt: skip
def test_hostile_schemas_are_refused_quickly(schema: Any, said: str) -> None:
    with pytest.raises(SchemaError, match=said):
        resolve(schema)


def test_references_are_written_out() -> None:
    schema = {
        "properties": {
            "a": {"$ref": "#/$defs/x", "description": "mine"},
            "b": {"$ref": "common.schema.json#/$defs/id"},
            "c": {"$ref": "#/$defs/x", "type": "string"},
            "d": {"$ref": "#/$defs/y~1~0"},
            "e": {"$ref": "#/$defs/list/items/0"},
        },
        "$defs": {"x": {"type": "integer", "description": "theirs"}, "y/~": True, "list": {"items": [{"const": 1}]}},
    }
    resolved: Any = resolve(schema)["properties"]
    assert resolved["a"] == {"type": "integer", "description": "mine"}
    assert resolved["b"]["maxLength"] == 80
    assert resolved["c"] == {"allOf": [{"type": "integer", "description": "theirs"}], "type": "string"}
    assert resolved["d"] is True
    assert resolved["e"] == {"const": 1}


def test_a_schema_may_be_large_but_not_larger() -> None:
    at_most: dict[str, Any] = {"enum": [0] * (MAX_SCHEMA_NODES - 2)}
    assert dereferenced(at_most) == at_most
    with pytest.raises(SchemaError, match="add up to too much"):
        dereferenced({"enum": [0] * (MAX_SCHEMA_NODES - 1)})


def test_only_strangers_patterns_are_judged() -> None:
    schema: dict[str, Any] = {"properties": {"x": {"pattern": "(a)\\1"}}}
    assert dereferenced(schema) == schema
    with pytest.raises(SchemaError):
        resolve(schema)


def test_a_bundled_schema_is_read_as_it_is_written() -> None:
    assert schema_document("deck.schema.json")["type"] == "object"
    assert "$ref" in str(schema_document("deck.schema.json"))
    with pytest.raises(SchemaError, match=r'refers to "gone\.schema\.json"'):
        schema_document("gone.schema.json")
