"""Strangers' schemas are asked within limits: here what is light, and the rest in a process that can be stopped."""

import json

import pytest

from builder.documents.reading import parse
from builder.packs.pack import find
from builder.schema import Schema, guarding, resolve
from builder.schema.costs import is_large, parts_at_most, patterns_of, weight_of
from builder.schema.guarding import MAX_WEIGHT, GuardedSchema, TooCostlyError, judge_isolated
from builder.schema.resolving import MAX_PATTERNS, schema_document

HEAVY = {"type": "array", "items": {"allOf": [{"minimum": n} for n in range(2000)]}}


def faults(schema: dict[str, object], text: str) -> list[object]:
    document = parse(text, "f.yaml")
    found = GuardedSchema(Schema(schema)).faults_of_each(document.data, document)  # type: ignore[arg-type]  # plain data
    return [(number, fault and fault.code) for number, fault in found]


@pytest.fixture
def _none_isolated(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(guarding, "judge_isolated", refuse)


@pytest.mark.usefixtures("_none_isolated")
def test_a_light_schema_starts_no_process() -> None:
    assert faults({"type": "integer"}, "- 1\n- x\n- 2\n") == [(1, "wrong-type")]


def test_a_heavy_schema_is_asked_in_a_process_with_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "- [2000, 5]\n- [3000]\n"
    here = [(n, fault and fault.code) for n, fault in Schema(HEAVY).faults_of_each(parse(text, "f").data)]
    assert here
    assert faults(HEAVY, text) == here
    monkeypatch.setattr(guarding, "MAX_COST", 0)
    assert faults({"type": "integer"}, "- 1\n- x\n") == [(1, "wrong-type")]


def test_what_takes_too_long_is_stopped_once_for_a_whole_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    monkeypatch.setattr(guarding, "MAX_COST", 0)
    monkeypatch.setattr(guarding, "judge_isolated", lambda *given: started.append(given))
    shape = GuardedSchema(Schema({"type": "integer"}))
    document = parse("- 1\n", "f.yaml")
    for _ in range(3):
        with pytest.raises(TooCostlyError):
            shape.faults_of_each(document.data, document)
    assert len(started) == 1


def test_a_process_is_stopped_by_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "MEMORY", 1)
    assert judge_isolated(HEAVY, [[1] * 10], 1, 10) is None  # type: ignore[arg-type]  # plain data


def test_so_many_faults_are_explained_and_the_rest_is_known() -> None:
    shape = GuardedSchema(Schema({"type": "integer"}))
    document = parse("- x\n- y\n- z\n", "f.yaml")
    for most in (3, 2, 0):
        found = shape.faults_of_each(document.data, document, most)
        assert [number for number, _ in found] == [0, 1, 2]
        assert sum(fault is not None for _, fault in found) == most


# What a schema asks at most is known before it is asked


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


def test_ordinary_schemas_are_light() -> None:
    for root, _ in find():
        own = root / "card.schema.json"
        schema = json.loads(own.read_text()) if own.is_file() else schema_document(f"{root.name}.card.schema.json")
        weight = weight_of(resolve(schema))
        assert weight.here + weight.below < MAX_WEIGHT, root
        assert len(patterns_of(resolve(schema))) < MAX_PATTERNS / 2, root


def test_a_text_has_at_most_so_many_parts() -> None:
    assert parts_at_most("- a: 1\n  b: [2, {c: 3}]\n- d\n") >= 10
    assert parts_at_most("x" * 1000) == 1


def test_large_values_are_reported_without_a_look_at_all_of_them() -> None:
    assert not is_large([1, 2, {"a": [3]}], 10)
    assert is_large([[1] * 6] * 6, 10)
