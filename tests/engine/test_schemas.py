"""The checker of data: what it finds, and that it finds as much as jsonschema does."""

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.bundles import read, schema
from engine.faults import EngineError
from engine.schemas import DEEPEST, faults
from tests.engine.support import document
from tests.support.properties import examples

CASES: list[tuple[dict[str, Any], Any, str]] = [
    ({"type": "integer"}, "3", 'should be a whole number, not "3"'),
    ({"type": "integer"}, True, "should be a whole number, not true"),
    ({"type": "integer"}, 1.5, "should be a whole number, not 1.5"),
    ({"type": ["string", "null"]}, 3, "should be a string or a null, not 3"),
    ({"type": "object"}, [], "should be an object, not a list"),
    ({"type": "string", "enum": ["a"]}, 1, "should be a string, not 1"),
    ({"const": 1}, True, "should be 1, not true"),
    ({"enum": ["a", "b"]}, "c", 'should be one of a, b, not "c"'),
    ({"pattern": "^[a-z]+$"}, "A", 'should look like ^[a-z]+$, not "A"'),
    ({"minimum": 1}, 0, "should be 1 or more, not 0"),
    ({"maximum": 1}, 2, "should be 1 or less, not 2"),
    ({"required": ["a"]}, {}, "a: is missing"),
    ({"properties": {"a": {"type": "string"}}}, {"a": 1}, "a: should be a string, not 1"),
    ({"properties": {"a": {}}, "additionalProperties": False}, {"b": 1}, "b: is not known here"),
    ({"additionalProperties": {"type": "string"}}, {"b": 1}, "b: should be a string, not 1"),
    ({"minProperties": 1}, {}, "is empty"),
    ({"maxProperties": 1}, {"a": 1, "b": 2}, "says more than one thing: a, b"),
    ({"minItems": 1}, [], "should list 1 or more"),
    ({"items": {"type": "string"}}, ["a", 1], "[1]: should be a string, not 1"),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 1, "can't be 1"),
    ({"oneOf": [{"minimum": 1}, {"minimum": 2}]}, 3, "can't be 3"),
    ({"$defs": {"n": {"minimum": 1}}, "items": {"$ref": "#/$defs/n"}}, [0], "[0]: should be 1 or more, not 0"),
]


@pytest.mark.parametrize(("rule", "data", "said"), CASES, ids=[said for _, _, said in CASES])
def test_a_fault_names_its_place_and_what_is_allowed(rule: dict[str, Any], data: Any, said: str) -> None:
    assert faults(data, rule, 5) == [said]
    assert not Draft202012Validator(rule).is_valid(data)


def test_a_keyword_that_is_not_known_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match="multipleOf"):
        faults(3, {"multipleOf": 2}, 1)


def test_only_so_many_faults_are_listed() -> None:
    assert len(faults([1] * 50, {"items": {"type": "string"}}, 7)) == 7


def test_what_lies_too_deep_is_a_fault() -> None:
    deep: Any = 1
    for _ in range(DEEPEST + 1):
        deep = [deep]
    assert "deeper" in faults(deep, {"$defs": {"x": {"items": {"$ref": "#/$defs/x"}}}, "$ref": "#/$defs/x"}, 1)[0]


def places(data: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in the data."""
    yield at
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inner in items:
        yield from places(inner, (*at, key))


BUNDLES = [document("saucer-dice", "duel-of-fire-and-ice"), document("saucer-people", "fifty-two")]
PLACES = [sorted(places(bundle), key=repr) for bundle in BUNDLES]
VALIDATOR = Draft202012Validator(schema())
VALUES = st.sampled_from(
    [None, False, True, *range(-3, 4), 0.5, -1e5, "", "a", "Ab", "core", "arsenal/engine-deck", [], {}, [{}], {"id": 1}]
)


def mutated(bundle: Mapping[str, Any], where: tuple[str | int, ...], way: str, value: Any) -> Any:
    """The bundle with one place changed, deleted, or given something more."""
    if not where:
        return value
    data = copy.deepcopy(bundle)
    parent: Any = data
    for key in where[:-1]:
        parent = parent[key]
    if way == "change":
        parent[where[-1]] = value
    elif way == "delete":
        del parent[where[-1]]
    elif isinstance(parent, dict):
        parent["more"] = value
    else:
        parent.append(value)
    return data


@examples(100)
@given(st.data())
def test_the_reader_agrees_with_jsonschema_and_raises_nothing_but_faults(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(BUNDLES) - 1))
    where, way = data.draw(st.sampled_from(PLACES[number])), data.draw(st.sampled_from(["change", "delete", "add"]))
    changed = mutated(BUNDLES[number], where, way, data.draw(VALUES))
    assert (not faults(changed, schema(), 1)) == VALIDATOR.is_valid(changed), json.dumps(where)
    try:
        bundle = read(changed)
    except EngineError as error:
        assert str(error)  # noqa: PT017 - nothing is to be said of other errors
    else:
        assert VALIDATOR.is_valid(changed)
        assert bundle.game == changed["game"]["id"]
