"""Values are judged by JSON Schemas, Arsenal's own and those of strangers, and faults find their places."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from builder.diagnostics import Span
from builder.documents.reading import parse
from builder.schema import MAX_PROBLEMS, Schema, SchemaError, bundled_schema, explaining, resolve
from builder.storage.resources import bundled
from builder.web.api.endpoints import ENDPOINTS
from builder.web.server.openapi import description
from engine.schemas import Validator
from tests.support.commands import ROOT
from tests.support.properties import examples
from tests.support.schemas import CARD, problems


def test_what_fits_has_no_problems() -> None:
    assert problems() == []
    assert problems(name="ok", keywords=["a", "b"], cost={"oil": 1}, copies=2, art=None, words={"a-b": 1}) == []


def test_many_faults_are_reported_together_and_bounded() -> None:
    assert {p.code for p in problems(name="", weapons=1, id="A")} == {"bad-length", "key-not-allowed", "bad-id"}
    many = Schema({"items": {"type": "integer"}}).problems(["x"] * 1000)
    assert len(many) == MAX_PROBLEMS


def test_a_key_that_a_condition_asks_for_has_its_own_help() -> None:
    then = {"if": {"required": ["part"]}, "then": {"required": ["cost"]}}
    described = {"cost": {"description": "What it costs."}, "part": {"required": ["cost"]}}
    faults = Schema({"properties": described, **then}).problems({"part": {}})
    assert [(fault.path, fault.help) for fault in faults] == [(("part",), ""), ((), "What it costs.")]


def test_a_key_that_is_misspelt_is_not_missing_too() -> None:
    schema = Schema({"properties": {"power": {}, "cost": {}}, "required": ["power"], "additionalProperties": False})
    assert [fault.code for fault in schema.problems({"powr": 1})] == ["unknown-key"]
    assert [fault.code for fault in schema.problems({"zzz": 1})] == ["missing-key", "unknown-key"]


def test_problems_find_their_place_in_a_document() -> None:
    document = parse("- id: x\n  type: action\n  wepons: 2\n", "f.yaml")
    [problem] = Schema(CARD).problems(document.data[0])
    assert document.located(problem, (0,)).span == Span("f.yaml", 3, 3, 3, 9)


def test_the_faults_of_a_document_have_their_places() -> None:
    document = parse("id: x\ntype: shipp\n", "f.yaml")
    [found] = Schema(CARD).diagnostics(document)
    assert (found.code, found.span) == ("unknown-type", Span("f.yaml", 2, 7, 2, 12))


# Arsenal's own schemas ---------------------------------------------------------------------------------


def test_bundled_schemas_are_usable_and_described() -> None:
    files = sorted(bundled("schemas").glob("*.schema.json"))
    assert len(files) > 30
    for file in files:
        schema = json.loads(file.read_text("utf-8"))
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema", file
        assert schema["title"], file
        assert bundled_schema(file.name.removesuffix(".schema.json")).fits(None) in (True, False), file


# Schemas from strangers --------------------------------------------------------------------------------


def test_a_pattern_that_backtracks_elsewhere_is_harmless() -> None:
    schema = resolve({"items": {"type": "string", "pattern": "^(a+)+$"}})
    [found] = Schema(schema).problems(["a" * 5000 + "!"])
    assert found.code == "bad-format"


@pytest.mark.parametrize("schema", [{"type": "strin"}, {"minimum": "x"}, {"required": 3}, {"properties": [1]}])
def test_what_is_no_schema_is_refused(schema: Any) -> None:
    with pytest.raises(SchemaError):
        Schema(resolve(schema)).fits({})


KEYWORDS = [*Draft202012Validator.VALIDATORS, "then", "$defs", "x-vocabulary", "description", "a", "b"]
LEAVES = ["string", "object", "array", "#", "#/$defs/a", "a", "types", "^a*$", ""]

leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(LEAVES)


def trees(keys: list[str], size: int) -> st.SearchStrategy[Any]:
    return st.recursive(
        leaves,
        lambda inner: st.dictionaries(st.sampled_from(keys), inner, max_size=4) | st.lists(inner, max_size=3),
        max_leaves=size,
    )


@given(trees(KEYWORDS, 12), trees(["a", "b", "type", "id"], 6))
@examples(300)
def test_any_schema_judges_any_value_or_is_refused(schema: Any, value: Any) -> None:
    try:
        found = Schema(resolve(schema)).problems(value)
    except SchemaError:
        return
    document = parse(json.dumps(value), "f.yaml")
    for problem in found:
        assert problem.message
        assert document.located(problem).span is not None


def test_an_interrupt_while_the_validators_are_imported_is_one() -> None:
    script = (
        "import sys\n"
        "class Interrupts:\n"
        " def find_spec(self, name, *_):\n"
        "  if name == 'decimal': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        "from builder.schema.judging import fast_validator\n"
        "try: fast_validator(True)\n"
        "except KeyboardInterrupt: print('interrupted')"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


# What is large is explained as what is small: only the parts that fail are asked by the slow validator


LARGE = 5_000


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
        ({"additionalProperties": {"type": "integer"}}, {**{f"k{i}": i for i in range(LARGE)}, "last": "x"}, ("last",)),
        ({"properties": {"a": {"items": {"items": {"type": "integer"}}}}}, {"a": [[1] * 50, [1, "x"]]}, ("a", 1, 1)),
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


# In a browser, without jsonschema, the same values fit, and the same is said of those that don't


CARDS = {"a": 1, "b": 10_000}
DECKS: list[Any] = [
    None, 3, [], {}, {"name": "x"}, {"name": "x", "game": "g", "cards": CARDS}, {"name": "", "game": "g", "cards": {}},
    {"name": "x", "game": "g", "cards": {"a": 0, "b": "2", "c": 1.0, "d": 1.5, "e": True}},
    {"name": "x", "game": "g", "cards": {}, "sections": {"Main": {}, "side": {"a": None}}},
    {"name": "x" * 121, "game": 7, "cards": CARDS, "more": 1, "nmae": 2, "players": 101, "lost": "no"},
    {"name": "x", "game": "g", "sections": {}, "dice": [[["a"], ["B", "a-"]], [[]]]},
    {"name": "x", "game": "g", "cards": CARDS, "printings": {"a": {}, "b": {"S": 0}}},
    {"name": "x", "game": "g", "cards": CARDS, "dice": [], "description": {"spark": None}, "author": ["x"]},
]  # fmt: skip
DECK = bundled_schema("deck").schema
NAMED = {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"a": {"type": "integer"}}}]}  # or a text


@pytest.mark.parametrize(
    ("schema", "value"),
    [*((DECK, deck) for deck in DECKS), (NAMED, {"a": "x"}), (NAMED, 1), ({"pattern": "^[a-z]+$"}, "a\n")],
)
def test_the_same_is_said_of_a_value(schema: Any, value: Any) -> None:
    usual, plain = Schema(schema), Schema(schema)
    plain.__dict__["_verdict"] = plain.__dict__["_explainer"] = Validator(schema)
    assert plain.fits(value) is usual.fits(value)
    assert plain.problems(value) == usual.problems(value)


def test_all_that_the_api_is_sent_can_be_asked_so() -> None:
    assert description()
    for one in ENDPOINTS:
        if one.body is not None:
            sent = {"deck": {}, "decks": [{}], "before": {}, "after": {}, "text": "", "formats": [1]}
            list(Validator(one.body).iter_errors(sent))
