"""Strangers' schemas are asked within limits: here what is light, and the rest in a process that can be stopped."""

import pytest

from builder.documents.reading import parse
from builder.schema import Schema, guarding
from builder.schema.guarding import GuardedSchema, TooCostlyError, judge_isolated

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
