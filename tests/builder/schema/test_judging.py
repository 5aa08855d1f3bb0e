"""JSON Schema in an author's words, and schemas from strangers, which may not hang, fetch or crash."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from builder.diagnostics import Diagnostic, KeyPath, Span
from builder.documents.reading import parse
from builder.schema import (
    MAX_PROBLEMS,
    Schema,
    SchemaError,
    bundled_schema,
    describe,
    has_bundled_schema,
    resolve,
    word_code,
)
from builder.storage.resources import bundled

CARD = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "type"],
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "description": "The permanent name."},
        "name": {"type": "string", "minLength": 1, "maxLength": 8},
        "type": {"x-vocabulary": "types", "enum": ["ship", "action"]},
        "kind": {"enum": ["a", "b", 3]},
        "cost": {
            "x-vocabulary": "resources",
            "additionalProperties": False,
            "properties": {"oil": {}, "scrap": {}},
        },
        "weapons": {"type": "integer", "minimum": 0, "maximum": 20, "description": "Attack power."},
        "price": {"type": "number", "exclusiveMinimum": 0},
        "art": {"type": ["string", "null"]},
        "released": {"type": "string", "pattern": "^[0-9]{4}$", "description": "A year."},
        "keywords": {"type": "array", "uniqueItems": True, "maxItems": 3, "items": {"type": "string"}},
        "copies": {"anyOf": [{"const": "unlimited"}, {"type": "integer"}]},
        "words": {
            "propertyNames": {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
            "minProperties": 1,
            "type": "object",
        },
        "unique": {"type": "boolean"},
    },
    "allOf": [
        {"if": {"properties": {"type": {"const": "ship"}}}, "then": {"required": ["weapons"]}},
        {"if": {"properties": {"type": {"const": "action"}}}, "then": {"properties": {"weapons": False}}},
    ],
}
ACTION = {"id": "x", "type": "action"}


def fault(code: str, path: KeyPath, message: str, help_: str = "", at_key: bool = False) -> Diagnostic:
    return Diagnostic(code, message, help=help_, path=path, at_key=at_key)


def problems(**changes: Any) -> list[Diagnostic]:
    return Schema(CARD).problems({**ACTION, **changes})


def one(**changes: Any) -> Diagnostic:
    [found] = problems(**changes)
    return found


# Each kind of fault ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"wepons": 2},
            fault(
                "unknown-key",
                ("wepons",),
                '"wepons" is not a key of a card of type "action"',
                'did you mean "weapons"? known: art, copies, cost, id, keywords, kind, name, price, '
                "released, type, unique, weapons and 1 more",
                at_key=True,
            ),
        ),
        ({"type": "ship"}, fault("missing-key", (), '"x" has no "weapons"', "Attack power.")),
        (
            {"weapons": 2},
            fault(
                "key-not-allowed",
                ("weapons",),
                '"weapons" does not belong on a card of type "action"',
                "remove it, or change the type",
                at_key=True,
            ),
        ),
        (
            {"type": "shipp"},
            fault("unknown-type", ("type",), '"shipp" is not a type', 'did you mean "ship"? known: action, ship'),
        ),
        (
            {"cost": {"oli": 1}},
            fault(
                "unknown-resource",
                ("cost", "oli"),
                '"oli" is not a resource',
                'did you mean "oil"? known: oil, scrap',
                at_key=True,
            ),
        ),
        ({"kind": "c"}, fault("unknown-value", ("kind",), '"kind" can\'t be "c"', "allowed: 3, a, b")),
        (
            {"name": ""},
            fault("bad-length", ("name",), '"name" is empty', "write something, or remove the key"),
        ),
        (
            {"name": "x" * 9},
            fault("bad-length", ("name",), '"name" has 9 characters; at most 8 are allowed'),
        ),
        (
            {"keywords": list("abcd")},
            fault("bad-length", ("keywords",), '"keywords" has 4 items; at most 3 are allowed'),
        ),
        (
            {"words": {}},
            fault("bad-length", ("words",), '"words" is empty', "write something, or remove the key"),
        ),
        (
            {"keywords": ["a", "b", "a"]},
            fault("repeated-item", ("keywords", 2), '"a" is in "keywords" twice', "keep one of the two"),
        ),
        (
            {"id": "A b"},
            fault(
                "bad-id",
                ("id",),
                '"A b" can\'t be an id',
                'use lower-case letters, digits and single hyphens: "a-b"',
            ),
        ),
        (
            {"words": {"A": 1}},
            fault(
                "bad-id",
                ("words", "A"),
                '"A" can\'t be an id',
                'use lower-case letters, digits and single hyphens: "a"',
                at_key=True,
            ),
        ),
        (
            {"released": "soon"},
            fault("bad-format", ("released",), '"released" can\'t be "soon"', "A year."),
        ),
        (
            {"price": 0},
            fault("out-of-range", ("price",), '"price" is 0; it must be as its schema asks (exclusiveMinimum 0)'),
        ),
        (
            {"copies": "many"},
            fault("wrong-type", ("copies",), '"copies" must be "unlimited" or a whole number, not "many"'),
        ),
        (
            {"name": None},
            fault(
                "wrong-type",
                ("name",),
                '"name" is empty; it must be text',
                "write a value, or remove the key",
            ),
        ),
        (
            {"name": 7},
            fault("wrong-type", ("name",), '"name" must be text, not 7', 'put it in quotes: "7"'),
        ),
        (
            {"name": True},
            fault("wrong-type", ("name",), '"name" must be text, not true', 'put it in quotes: "true"'),
        ),
        ({"art": []}, fault("wrong-type", ("art",), '"art" must be text or empty, not a list')),
        ({"unique": "yes"}, fault("wrong-type", ("unique",), '"unique" must be true or false, not "yes"')),
        (
            {"keywords": "swift"},
            fault(
                "wrong-type",
                ("keywords",),
                '"keywords" must be a list, not "swift"',
                "write it as a list: [swift]",
            ),
        ),
        (
            {"keywords": [{}]},
            fault("wrong-type", ("keywords", 0), 'item 1 of "keywords" must be text, not a mapping'),
        ),
    ],
)
def test_each_fault_in_an_authors_words(changes: dict[str, Any], problem: Diagnostic) -> None:
    assert one(**changes) == problem


@pytest.mark.parametrize(("weapons", "said"), [("3", "write it without quotes: 3"), (1.5, ""), ([], "")])
def test_numbers_are_numbers(weapons: Any, said: str) -> None:
    found = one(type="ship", weapons=weapons)
    assert (found.code, found.help) == ("wrong-type", said)


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ({"minimum": 1, "maximum": 3}, "from 1 to 3"),
        ({"minimum": 10}, "10 or more"),
        ({"maximum": 3}, "3 or less"),
    ],
)
def test_numbers_have_bounds(bounds: dict[str, int], said: str) -> None:
    [found] = Schema({"properties": {"n": bounds}}).problems({"n": 7 if "maximum" in bounds else 3})
    assert found.message == f'"n" is {7 if "maximum" in bounds else 3}; it must be {said}'


def test_a_choice_of_keys_is_said_as_one() -> None:
    shape = bundled_schema("deck")
    deck = {"name": "First", "game": "x"}
    [neither] = shape.problems(deck)
    assert (neither.code, neither.message) == ("missing-key", '"First" needs "cards" or "sections"')
    [both] = shape.problems({**deck, "cards": {}, "sections": {"main": {}}})
    assert (both.code, both.message) == ("unknown-key", '"First" must have only one of "cards" or "sections"')


def test_a_file_of_the_wrong_kind_gets_one_fault() -> None:
    [found] = bundled_schema("deck").problems(["flare"])
    assert (found.code, found.path) == ("wrong-type", ())
    [found] = bundled_schema("rulings").problems({"question": "?"})
    assert (found.message, found.help) == ("this must be a list, not a mapping", 'begin each item with "- "')


def test_other_rules_are_quoted() -> None:
    [found] = Schema({"dependentRequired": {"artist": ["art"]}}).problems({"artist": "me"})
    assert found.code == "shape"
    assert "'art' is a dependency of 'artist'" in found.message


def test_what_fits_has_no_problems() -> None:
    assert problems() == []
    assert problems(name="ok", keywords=["a", "b"], cost={"oil": 1}, copies=2, art=None, words={"a-b": 1}) == []


def test_many_faults_are_reported_together_and_bounded() -> None:
    assert {p.code for p in problems(name="", weapons=1, id="A")} == {
        "bad-length",
        "key-not-allowed",
        "bad-id",
    }
    many = Schema({"items": {"type": "integer"}}).problems(["x"] * 1000)
    assert len(many) == MAX_PROBLEMS


def test_problems_find_their_place_in_a_document() -> None:
    document = parse("- id: x\n  type: action\n  wepons: 2\n", "f.yaml")
    [problem] = Schema(CARD).problems(document.data[0])
    assert document.located(problem, (0,)).span == Span("f.yaml", 3, 3, 3, 9)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "nothing"),
        (True, "true"),
        (7, "7"),
        ("é\n", '"é\\n"'),
        ([], "a list"),
        ({}, "a mapping"),
        (1.5, "1.5"),
    ],
)
def test_values_are_described_in_a_line(value: Any, said: str) -> None:
    assert describe(value) == said
    assert len(describe("x" * 1000)) < 50


def test_codes_of_words() -> None:
    assert (word_code("rarities"), word_code("moods")) == ("unknown-rarity", "unknown-value")


# Arsenal's own schemas ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(bundled("schemas").glob("*.schema.json")), ids=lambda path: path.name)
def test_bundled_schemas_are_usable_and_described(path: Any) -> None:
    schema = json.loads(path.read_text("utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
    shape = bundled_schema(path.name.removesuffix(".schema.json"))
    assert shape.fits(None) in (True, False)


def test_names_of_bundled_schemas_are_not_paths() -> None:
    assert has_bundled_schema("deck")
    for name in ("../schemas/deck", "nothing", "\0", "x" * 5000):
        assert not has_bundled_schema(name)


# Schemas from strangers --------------------------------------------------------------------------------


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


def test_a_pattern_that_backtracks_elsewhere_is_harmless() -> None:
    schema = resolve({"items": {"type": "string", "pattern": "^(a+)+$"}})
    [found] = Schema(schema).problems(["a" * 5000 + "!"])
    assert found.code == "bad-format"


@pytest.mark.parametrize("schema", [{"type": "strin"}, {"minimum": "x"}, {"required": 3}, {"properties": [1]}])
def test_what_is_no_schema_is_refused(schema: Any) -> None:
    with pytest.raises(SchemaError):
        Schema(resolve(schema)).fits({})


def test_references_are_written_out() -> None:
    schema = {
        "properties": {
            "a": {"$ref": "#/$defs/x", "description": "mine"},
            "b": {"$ref": "common.schema.json#/$defs/id"},
            "c": {"$ref": "#/$defs/x", "type": "string"},
            "d": {"$ref": "#/$defs/y~1~0"},
            "e": {"$ref": "#/$defs/list/items/0"},
        },
        "$defs": {
            "x": {"type": "integer", "description": "theirs"},
            "y/~": True,
            "list": {"items": [{"const": 1}]},
        },
    }
    resolved = resolve(schema)["properties"]
    assert resolved["a"] == {"type": "integer", "description": "mine"}
    assert resolved["b"]["maxLength"] == 80
    assert resolved["c"] == {"allOf": [{"type": "integer", "description": "theirs"}], "type": "string"}
    assert resolved["d"] is True
    assert resolved["e"] == {"const": 1}


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
@settings(max_examples=300)
def test_any_schema_judges_any_value_or_is_refused(schema: Any, value: Any) -> None:
    try:
        found = Schema(resolve(schema)).problems(value)
    except SchemaError:
        return
    document = parse(json.dumps(value), "f.yaml")
    for problem in found:
        assert problem.message
        assert document.located(problem).span is not None
