"""Each kind of fault is told in an author's words, at its place, with what would mend it."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from builder.diagnostics import Diagnostic
from builder.games.game import VOCABULARIES
from builder.schema import Schema, bundled_schema
from builder.schema.explaining import key_help, problems_of
from builder.schema.wording import describe, word_code
from tests.support.schemas import CARD, problems

BRACE = 'text that begins with a brace needs quotes: "{spark}"; without them YAML reads a mapping'
KEYS = "known: art, copies, cost, id, keywords, kind, name, price, released, size, type, unique and 2 more"
HYPHENS = "use lower-case letters, digits and single hyphens"
WRITE = "write something, or remove the key"
EMPTY = "write a value, or remove the key"


@pytest.mark.parametrize(
    ("changes", "code", "place", "message", "help_"),
    [
        (
            {"wepons": 2}, "unknown-key", "key wepons",
            '"wepons" is not a key of a card of type "action"', f'did you mean "weapons"? {KEYS}',
        ),
        ({"type": "ship"}, "missing-key", "", '"x" has no "weapons"', "Attack power."),
        (
            {"weapons": 2}, "key-not-allowed", "key weapons",
            '"weapons" does not belong on a card of type "action"', "remove it, or change the type",
        ),
        (
            {"type": "shipp"}, "unknown-type", "type",
            '"shipp" is not a type', 'did you mean "ship"? known: action, ship',
        ),
        (
            {"cost": {"oli": 1}}, "unknown-resource", "key cost/oli",
            '"oli" is not a resource', 'did you mean "oil"? known: oil, scrap',
        ),
        ({"kind": "c"}, "unknown-value", "kind", '"kind" can\'t be "c"', "allowed: 3, a, b"),
        ({"name": ""}, "bad-length", "name", '"name" is empty', WRITE),
        ({"name": "x" * 9}, "bad-length", "name", '"name" has 9 characters; at most 8 are allowed', ""),
        ({"keywords": list("abcd")}, "bad-length", "keywords", '"keywords" has 4 items; at most 3 are allowed', ""),
        ({"words": {}}, "bad-length", "words", '"words" is empty', WRITE),
        (
            {"keywords": ["a", "b", "a"]}, "repeated-item", "keywords/2",
            '"a" is in "keywords" twice', "keep one of the two",
        ),
        ({"id": "A b"}, "bad-id", "id", '"A b" can\'t be an id', f'{HYPHENS}: "a-b"'),
        ({"words": {"A": 1}}, "bad-id", "key words/A", '"A" can\'t be an id', f'{HYPHENS}: "a"'),
        ({"released": "soon"}, "bad-format", "released", '"released" can\'t be "soon"', "A year."),
        ({"price": 0}, "out-of-range", "price", '"price" is 0; it must be as its schema asks (exclusiveMinimum 0)', ""),
        ({"copies": "many"}, "wrong-type", "copies", '"copies" must be "unlimited" or a whole number, not "many"', ""),
        ({"name": None}, "wrong-type", "name", '"name" is empty; it must be text', EMPTY),
        (
            {"copies": None}, "wrong-type", "copies",
            '"copies" is empty; it must be "unlimited" or a whole number', EMPTY,
        ),
        ({"size": 2}, "wrong-type", "size", '"size" must be text, not 2', 'put it in quotes: "2"'),
        ({"name": 7}, "wrong-type", "name", '"name" must be text, not 7', 'put it in quotes: "7"'),
        ({"name": True}, "wrong-type", "name", '"name" must be text, not true', 'put it in quotes: "true"'),
        ({"name": {"spark": None}}, "wrong-type", "name", '"name" must be text, not a mapping', BRACE),
        ({"name": {"spark": 2}}, "wrong-type", "name", '"name" must be text, not a mapping', ""),
        ({"art": {"spark": None}}, "wrong-type", "art", '"art" must be text or empty, not a mapping', BRACE),
        ({"art": []}, "wrong-type", "art", '"art" must be text or empty, not a list', ""),
        ({"unique": "yes"}, "wrong-type", "unique", '"unique" must be true or false, not "yes"', ""),
        (
            {"keywords": "swift"}, "wrong-type", "keywords",
            '"keywords" must be a list, not "swift"', "write it as a list: [swift]",
        ),
        ({"keywords": [{}]}, "wrong-type", "keywords/0", 'item 1 of "keywords" must be text, not a mapping', ""),
        (
            {"type": "ship", "weapons": "3"}, "wrong-type", "weapons",
            '"weapons" must be a whole number, not "3"', "write it without quotes: 3",
        ),
        ({"type": "ship", "weapons": 1.5}, "wrong-type", "weapons", '"weapons" must be a whole number, not 1.5', ""),
    ],
)  # fmt: skip
def test_each_fault_in_an_authors_words(
    changes: dict[str, Any], code: str, place: str, message: str, help_: str
) -> None:
    [found] = problems(**changes)
    assert found == Diagnostic(code, message, help=help_, path=found.path, at_key=place.startswith("key "))
    assert "/".join(map(str, found.path)) == place.removeprefix("key ")


@pytest.mark.parametrize(
    ("bounds", "said"),
    [({"minimum": 1, "maximum": 3}, "from 1 to 3"), ({"minimum": 10}, "10 or more"), ({"maximum": 3}, "3 or less")],
)
def test_numbers_have_bounds(bounds: dict[str, int], said: str) -> None:
    [found] = Schema({"properties": {"n": bounds}}).problems({"n": 7})
    assert found.message == f'"n" is 7; it must be {said}'


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


def test_a_choice_that_was_begun_is_to_be_finished() -> None:
    schema = Schema({"anyOf": [{"required": ["card", "count"]}, {"required": ["face"]}]})
    [found] = schema.problems({"id": "x", "card": "flare"})
    assert found == Diagnostic("missing-key", '"x" needs "count"', help='or "face" in place of "card" and "count"')


def test_an_error_has_the_place_of_its_value() -> None:
    schema: dict[str, Any] = {"properties": {"cards": {"items": {"required": ["id"]}}}}
    value = {"cards": [{"id": "a"}, {"name": "Flare"}]}
    [error] = Draft202012Validator(schema).iter_errors(value)
    [found] = problems_of(error, value)
    assert (found.path, found.message) == (("cards", 1), '"Flare" has no "id"')


def test_the_help_of_a_key_is_its_description() -> None:
    assert key_help("weapons", CARD) == "Attack power."
    assert key_help("name", CARD) == key_help("gone", CARD) == key_help("a", {"properties": {"a": False}}) == ""


# What messages call values, and the codes of words that no list has


@pytest.mark.parametrize(
    ("value", "said"),
    [(None, "nothing"), (True, "true"), (7, "7"), ("é\n", '"é\\n"'), ([], "a list"), ({}, "a mapping"), (1.5, "1.5")],
)
def test_values_are_described_in_a_line(value: Any, said: str) -> None:
    assert describe(value) == said
    assert len(describe("x" * 1000)) < 50


def test_long_texts_are_cut() -> None:
    assert describe("x" * 40) == '"' + "x" * 40 + '"'
    assert describe("x" * 41) == '"' + "x" * 37 + '..."'
    assert describe(10**100) == "1" + "0" * 39


def test_each_list_has_a_code_of_its_own() -> None:
    assert len({word_code(name) for name in VOCABULARIES}) == len(VOCABULARIES)
    assert all(word_code(name) == f"unknown-{word}" for name, word in VOCABULARIES.items())
    assert (word_code("rarities"), word_code("moods")) == ("unknown-rarity", "unknown-value")
