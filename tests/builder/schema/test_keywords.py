"""What is large is explained as what is small: only the parts that fail are asked by the slow validator."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from builder.schema import Schema, explaining

LARGE = 20_000


def said(schema: dict[str, Any], value: object) -> list[tuple[str, tuple[str | int, ...], str]]:
    return [(p.code, p.path, p.message) for p in Schema(schema).problems(value)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The values that jsonschema is asked about."""
    values: list[object] = []
    real = Draft202012Validator.VALIDATORS["type"]

    def type_(validator: Any, wanted: Any, instance: object, schema: Any) -> Any:
        values.append(instance)
        return real(validator, wanted, instance, schema)

    monkeypatch.setitem(Draft202012Validator.VALIDATORS, "type", type_)  # type: ignore[arg-type]  # it is a dictionary
    return values


@pytest.mark.parametrize(
    ("schema", "value", "place"),
    [
        ({"items": {"type": "integer"}}, [*range(LARGE), "x"], (LARGE,)),
        (
            {"additionalProperties": {"type": "integer"}},
            {**{f"k{i}": i for i in range(LARGE)}, "last": "x"},
            ("last",),
        ),
        (
            {"properties": {"a": {"items": {"items": {"type": "integer"}}}}},
            {"a": [[1] * 50] * 400 + [[1, "x"]]},
            ("a", 400, 1),
        ),
    ],
)
def test_only_what_fails_is_asked_twice(
    schema: dict[str, Any], value: object, place: tuple[str | int, ...], asked: list[object]
) -> None:
    assert [p[:2] for p in said(schema, value)] == [("wrong-type", place)]
    assert len(asked) < 10


def test_of_unknown_keys_only_so_many_are_named() -> None:
    schema = {"properties": {"a": True}, "additionalProperties": False}
    found = said(schema, {"a": 1} | {f"k{i}": 1 for i in range(LARGE)})
    assert [p[1] for p in found[:2]] == [("k0",), ("k1",)]
    assert len(found) == 25


def test_items_that_are_there_twice_are_found_among_many() -> None:
    schema = {"uniqueItems": True}
    assert said(schema, [{"a": i} for i in range(LARGE)]) == []
    ((code, path, _),) = said(schema, [*({"a": i} for i in range(LARGE)), {"a": 3}])
    assert (code, path) == ("repeated-item", (LARGE,))
    assert [p[1] for p in said(schema, [1, 1.0, True, "1", {"a": [2.0]}, {"a": [2]}])] == [(1,), (5,)]


def test_names_of_keys_are_asked_quickly_too() -> None:
    schema = {"propertyNames": {"pattern": "^[a-z]+$"}}
    found = said(schema, {**dict.fromkeys(map("abc".__add__, ["x" * i for i in range(500)])), "B": 1})
    assert [p[1] for p in found] == [("B",)]


def test_items_after_those_of_a_prefix() -> None:
    schema = {"prefixItems": [True], "items": {"type": "integer"}}
    assert [p[1] for p in said(schema, ["a", 1, "b"])] == [(2,)]
    assert said({"prefixItems": [True], "items": False}, ["a", "b"])


def test_keys_that_are_missing_are_each_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    named = []
    real = explaining.key_help
    monkeypatch.setattr(explaining, "key_help", lambda *given: named.append(given) or real(*given))
    schema = {"required": [f"k{i}" for i in range(20)]}
    assert len(said(schema, {"k3": 1})) == 19
    assert len(named) == 19
