"""What a schema asks at most is known before it is asked."""

import json
from pathlib import Path

import pytest

from builder.packs.pack import find
from builder.schema import bundled_schema, resolve
from builder.schema.costs import is_large, parts_at_most, patterns_of, weight_of
from builder.schema.guarding import MAX_WEIGHT
from builder.schema.resolving import MAX_PATTERNS, schema_document


def test_schemas_of_one_value_add_up_and_those_of_others_do_not() -> None:
    number = {"type": "integer", "minimum": 0}
    assert weight_of({"properties": {"a": number, "b": number}}).below == weight_of({"properties": {"a": number}}).below
    many = weight_of({"items": {"allOf": [number] * 1000}})
    assert many.here < 5
    assert many.below > 2000
    assert many.cost(values=1, parts=100) > 200_000


def test_conditions_are_asked_of_the_value_itself() -> None:
    condition = {"if": {"required": ["a"]}, "then": {"properties": {"a": {"type": "string"}}}}
    assert weight_of({"allOf": [condition] * 50}).here > 150
    assert weight_of({"allOf": [condition] * 50}).below >= 50  # all of them judge "a"


def test_nested_unevaluated_words_multiply() -> None:
    nested: dict[str, object] = {"properties": {"a": True}, "unevaluatedProperties": False}
    for _ in range(18):
        nested = {"allOf": [nested], "unevaluatedProperties": False}
    assert weight_of(nested).here > 10**9  # type: ignore[arg-type]  # it is plain data


@pytest.mark.parametrize("root", [root for root, _ in find()], ids=lambda root: root.name)
def test_ordinary_schemas_are_light(root: Path) -> None:
    name = f"{root.name}.card"
    own = root / "card.schema.json"
    schema = resolve(json.loads(own.read_text())) if own.is_file() else resolve(schema_document(f"{name}.schema.json"))
    weight = weight_of(schema)
    assert weight.here + weight.below < MAX_WEIGHT
    assert len(patterns_of(schema)) < MAX_PATTERNS / 2


def test_weights_of_bundled_schemas_are_found_at_once() -> None:
    assert weight_of(dict(bundled_schema("format").schema)).below > 0


def test_a_text_has_at_most_so_many_parts() -> None:
    assert parts_at_most("- a: 1\n  b: [2, {c: 3}]\n- d\n") >= 10
    assert parts_at_most("x" * 1000) == 1


def test_large_values_are_reported_without_a_look_at_all_of_them() -> None:
    assert not is_large([1, 2, {"a": [3]}], 10)
    assert is_large([[1] * 6] * 6, 10)
