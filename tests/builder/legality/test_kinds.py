"""The kinds of clauses: the schema and the manual know the same ones, and plugins add more."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from builder.diagnostics import UsageError
from builder.legality import kinds
from builder.legality.faults import check_format
from builder.legality.kinds import ClauseKind, kind_of, own_kinds
from builder.schema import bundled_schema
from tests.support.cards import judge_of
from tests.support.commands import ROOT
from tests.support.plugins import PAIRS, install

SCHEMA = json.loads((ROOT / "schemas" / "format.schema.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _forgotten_plugins() -> Iterator[None]:
    kind_of.cache_clear()
    yield
    kind_of.cache_clear()


@pytest.fixture(params=own_kinds())
def kind(request: pytest.FixtureRequest) -> tuple[str, ClauseKind]:
    found = kind_of(request.param)
    assert found is not None
    return request.param, found


def test_a_kind_is_documented(kind: tuple[str, ClauseKind]) -> None:
    name, known = kind
    text = (ROOT / "docs" / "legality.md").read_text("utf-8")
    assert f"\n### {name}\n\n<!-- table: clause {name} -->\n" in text, f"docs/legality.md has no section on {name}"
    assert known.make.__doc__
    assert known.description
    assert known.codes


def test_the_published_schema_has_the_schema_of_each_kind(kind: tuple[str, ClauseKind]) -> None:
    name, known = kind
    shapes = SCHEMA["$defs"]
    assert shapes[name] == known.schema(name)
    assert shapes["clause"]["properties"]["clause"]["else"]["enum"] == list(own_kinds())
    asked = {"required": ["clause"], "properties": {"clause": {"const": name}}}
    assert {"if": asked, "then": {"$ref": f"#/$defs/{name}"}} in shapes["clause"]["allOf"]


# Plugins


def with_pairs(monkeypatch: pytest.MonkeyPatch, name: str = "PAIRS") -> None:
    install(monkeypatch, kinds.GROUP, x_pairs=f"tests.support.plugins:{name}")


def faults(**clause: Any) -> list[tuple[tuple[Any, ...], str, str]]:
    definition = {"name": "It", "clauses": {"even": clause}}
    assert bundled_schema("format").problems(definition) == []
    found = list(check_format("it", {"it": definition}, cards=(), sets=(), fields=()))
    return [(fault.path, fault.code, fault.message) for fault in found]


def test_a_plugin_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with_pairs(monkeypatch, "FAILING")
    judge = judge_of({"even": {"clause": "x-pairs"}})
    assert judge.judge({"main": {}}).legal
    with pytest.raises(UsageError, match='the plugin "x-pairs" can\'t be used: KeyError'):
        judge.judge({"main": {"probe": 1}})


def test_a_plugin_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with_pairs(monkeypatch)
    assert kind_of("x-pairs") is PAIRS
    install(monkeypatch, kinds.GROUP)
    assert kind_of("x-pairs") is not None


def test_plugins_are_not_looked_for_without_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.plugins._has_plugins", lambda path: True)
    monkeypatch.setattr("importlib.metadata.entry_points", None)
    assert kind_of("size")
    assert kind_of("sise") is None


def test_the_parameters_of_a_plugins_clause_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    with_pairs(monkeypatch)
    place = ("clauses", "even")
    assert faults(clause="x-pairs", where="type:ship", description="Two by two.") == []
    assert faults(clause="x-pairs") == [(place, "missing-key", '"clauses.even" has no "where"')]
    assert faults(clause="x-pairs", where=5)[0][:2] == ((*place, "where"), "wrong-type")
    (unknown,) = faults(clause="x-pairs", where="x", wheer="y")
    assert unknown == ((*place, "wheer"), "unknown-key", '"wheer" is not a key of "even"')


def test_parameters_with_the_names_of_arsenals_own_mean_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, kinds.GROUP)
    found = faults(clause="x-more", section="side", banned=["nobody"], sets=["none"], by="colour", min=2, max=1)
    assert [code for _, code, _ in found] == [
        *("unknown-section", "unknown-clause", "contradictory-clause", "unknown-card", "unknown-set", "unknown-field")
    ]


@pytest.mark.parametrize("value", [None, 5, "words", [1, [2]], {"a": {"b": 1}}, True])
def test_parameters_of_any_shape_are_no_trouble(monkeypatch: pytest.MonkeyPatch, value: Any) -> None:
    install(monkeypatch, kinds.GROUP)
    names = ("section", "across", "where", "besides", "groups", "cards", "banned", "sets", "min", "max", "restricted")
    assert faults(clause="x-more", **dict.fromkeys((*names, "points", "players", "of", "start"), value))


def test_a_kind_whose_plugin_is_missing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, kinds.GROUP)
    assert faults(clause="x-pairs", where="x") == [
        (("clauses", "even", "clause"), "unknown-clause", 'there is no kind of clause "x-pairs"')
    ]
    with pytest.raises(UsageError, match='there is no kind of clause "x-pairs"') as raised:
        judge_of({"even": {"clause": "x-pairs"}})
    assert "install the one that brings it" in raised.value.help
    with_pairs(monkeypatch)
    with pytest.raises(UsageError) as raised:
        judge_of({"even": {"clause": "x-pears"}})
    assert raised.value.help == 'did you mean "x-pairs"? kinds of plugins: x-pairs'


@pytest.mark.parametrize("name", ["NO_KIND", "NO_SUCH_NAME"])
def test_a_broken_plugin_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    with_pairs(monkeypatch, name)
    with pytest.raises(UsageError, match='the plugin "x-pairs" can\'t be used'):
        judge_of({"even": {"clause": "x-pairs"}})
    with pytest.raises(UsageError, match='the plugin "x-pairs" can\'t be used'):
        faults(clause="x-pairs")


def test_a_plugin_whose_parameters_are_no_schemas_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with_pairs(monkeypatch, "BAD_SCHEMA")
    with pytest.raises(UsageError, match='the plugin "x-pairs" can\'t be used: its parameters are no JSON Schemas'):
        faults(clause="x-pairs", where="x")
