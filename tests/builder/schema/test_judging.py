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
from builder.schema import MAX_PROBLEMS, Schema, SchemaError, bundled_schema, resolve
from builder.storage.resources import bundled
from tests.support.commands import ROOT
from tests.support.properties import examples
from tests.support.schemas import ACTION, CARD, problems


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


def test_a_key_that_is_misspelt_is_not_missing_too() -> None:
    schema = Schema({"properties": {"power": {}, "cost": {}}, "required": ["power"], "additionalProperties": False})
    assert [fault.code for fault in schema.problems({"powr": 1})] == ["unknown-key"]
    assert [fault.code for fault in schema.problems({"zzz": 1})] == ["missing-key", "unknown-key"]


def test_problems_find_their_place_in_a_document() -> None:
    document = parse("- id: x\n  type: action\n  wepons: 2\n", "f.yaml")
    [problem] = Schema(CARD).problems(document.data[0])
    assert document.located(problem, (0,)).span == Span("f.yaml", 3, 3, 3, 9)


def test_all_of_several_values_must_fit() -> None:
    schema = Schema(CARD)
    assert schema.fits_all([])
    assert schema.fits_all([ACTION, {**ACTION, "name": "ok"}])
    assert not schema.fits_all([ACTION, {**ACTION, "name": ""}])


def test_the_faults_of_a_document_have_their_places() -> None:
    document = parse("id: x\ntype: shipp\n", "f.yaml")
    [found] = Schema(CARD).diagnostics(document)
    assert (found.code, found.span) == ("unknown-type", Span("f.yaml", 2, 7, 2, 12))


# Arsenal's own schemas ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(bundled("schemas").glob("*.schema.json")), ids=lambda path: path.name)
def test_bundled_schemas_are_usable_and_described(path: Any) -> None:
    schema = json.loads(path.read_text("utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
    shape = bundled_schema(path.name.removesuffix(".schema.json"))
    assert shape.fits(None) in (True, False)


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
