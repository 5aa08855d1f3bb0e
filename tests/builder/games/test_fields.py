"""A game's searchable fields are those of its card schema, and what cards say in them."""

from typing import Any

import pytest

from builder.games.fields import ABILITIES, Field, fields_of, for_readers, values_of

GAME: dict[str, Any] = {
    "sets": {"core": {}, "second": {}},
    "factions": {"pirates": {}, "terrans": {}},
    "resources": {"oil": {}, "scrap": {}},
}
SET = Field("set", "word", "Set", ("core", "second"), "s", "sets")


def fields(**properties: Any) -> list[Field]:
    """The fields of a game whose cards have these properties."""
    found = fields_of({"properties": properties}, GAME)
    assert all(name == field.name for name, field in found.items())
    return list(found.values())


def test_every_card_has_a_set() -> None:
    assert fields() == [SET]
    assert fields_of({}, {}) == {"set": Field("set", "word", "Set", short="s", vocabulary="sets")}


@pytest.mark.parametrize(
    ("schema", "field"),
    [
        ({"type": "integer"}, Field("it", "number", "it")),
        ({"type": "number", "title": "Price"}, Field("it", "number", "Price")),
        ({"type": "boolean"}, Field("it", "flag", "it")),
        ({"type": "string"}, Field("it", "text", "it")),
        ({}, Field("it", "text", "it")),
        ({"type": "string", "enum": ["a", 1]}, Field("it", "word", "it", ("a", "1"))),
        ({"x-vocabulary": "factions"}, Field("it", "word", "it", ("pirates", "terrans"), "f", "factions")),
        ({"x-vocabulary": "moods"}, Field("it", "text", "it", vocabulary="moods")),
        ({"type": "array", "items": {"type": "string"}}, Field("it", "text", "it")),
        ({"type": "array"}, Field("it", "text", "it")),
        ({"type": "array", "items": {"enum": ["a"]}}, Field("it", "word", "it", ("a",))),
        ({"type": "array", "items": {"type": "array", "items": {"enum": ["a"]}}}, Field("it", "word", "it", ("a",))),
    ],
)
def test_a_field_is_of_the_kind_that_its_schema_says(schema: Any, field: Field) -> None:
    assert fields(it=schema) == [SET, field]


@pytest.mark.parametrize("schema", [True, False, None, []])
def test_what_is_no_schema_is_no_field(schema: Any) -> None:
    assert fields(it=schema) == [SET]


def test_amounts_by_name_are_a_tally_and_its_parts() -> None:
    parts = [Field("cost.oil", "number", "Cost: oil"), Field("cost.scrap", "number", "Cost: scrap")]
    tally = [SET, Field("cost", "tally", "Cost", ("oil", "scrap"), "c"), *parts]
    assert fields(cost={"type": "object", "title": "Cost", "x-vocabulary": "resources"}) == tally
    amounts = {"oil": {"type": "integer"}, "scrap": {"type": "number"}}
    assert fields(cost={"type": "object", "title": "Cost", "properties": amounts}) == tally


def test_other_objects_are_the_fields_in_them() -> None:
    owner = {"name": {"type": "string", "title": "Name"}, "age": {"type": "integer"}}
    assert fields(owner={"type": "object", "properties": owner}) == [
        SET,
        Field("owner.name", "text", "Name"),
        Field("owner.age", "number", "owner.age"),
    ]


@pytest.mark.parametrize(
    ("value", "rows"),
    [
        (3, [(3, "3")]),
        (1.5, [(1.5, "1.5")]),
        (0, [(0, "0")]),
        ("  Élan VITAL", [(None, "elan vital")]),
        (True, [(None, "true")]),
        (False, []),
        (None, []),
        ([], []),
        (["Swift", "swift", None], [(None, "swift"), (None, "swift")]),
        ([["hit", "hit"], [], ["miss", "hit"]], [(None, "hit"), (None, "miss")]),
        ({"oil": 2, "Scrap": 1}, [(3, None), (None, "oil"), (None, "scrap")]),
        ({}, []),
    ],
)
def test_what_a_card_says_in_a_field(value: Any, rows: list[tuple[float | None, str | None]]) -> None:
    found = values_of({"it": value, "other": 1}, {"it": Field("it", "text", "it")})
    assert list(found) == [("it", number, words) for number, words in rows]


def test_parts_of_a_field_are_looked_up_in_it() -> None:
    wanted = {name: Field(name, "number", name) for name in ("cost.oil", "cost.scrap", "name.oil")}
    assert list(values_of({"cost": {"oil": 2}, "name": "x"}, wanted)) == [("cost.oil", 2, "2")]


TEXT = {"type": "string", "title": "Text"}
LINE = {"type": "object", "title": "Win", "properties": {"do": {ABILITIES: {}}, "text": TEXT}}
ACTION = {"type": "object", "properties": {"pays": {"type": "integer"}, "do": {ABILITIES: {}}, "text": TEXT}}
BOARD = {"win": LINE, "setup": {"type": "array", "items": LINE}, "actions": {"type": "array", "items": ACTION}}
DONE = [{"kind": "played", "effects": [{"op": "draw", "main": 1}]}]


def test_abilities_with_their_text_are_a_text() -> None:
    found = fields_of({"properties": BOARD}, GAME)
    assert [(field.name, field.kind, field.title) for field in found.values()][1:4] == [
        ("win", "text", "Win"),
        ("setup", "text", "setup"),
        ("actions", "text", "actions"),
    ]


def test_the_texts_of_entries_are_what_a_card_says_in_their_field() -> None:
    card = {
        "win": {"do": DONE, "text": "The Mast falls."},
        "setup": [{"do": DONE, "text": "Draw."}, {"text": "Rest."}],
        "actions": [{"pays": 1, "do": DONE, "text": "Draw."}, {"pays": 2}],
    }
    found = list(values_of(card, fields_of({"properties": BOARD}, GAME)))
    assert found == [
        ("ability", None, "played"),
        ("op", None, "draw"),
        ("win", None, "the mast falls."),
        ("setup", None, "draw."),
        ("setup", None, "rest."),
        ("actions", None, "draw."),
    ]


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ({"win": {"do": DONE, "text": "Draw."}}, {"win": "Draw."}),
        ({"setup": [{"do": DONE, "text": "Draw."}, {"text": "Rest."}]}, {"setup": ["Draw.", "Rest."]}),
        ({"actions": [{"pays": 1, "do": DONE, "text": "Draw."}]}, {"actions": [{"pays": 1, "text": "Draw."}]}),
        ({"actions": [{"text": "Draw."}]}, {"actions": [{"text": "Draw."}]}),
        ({"win": {"do": DONE}}, {"win": {}}),
        ({"win": "Draw.", "other": {"do": DONE}}, {"win": "Draw.", "other": {"do": DONE}}),
    ],
)
def test_of_abilities_people_see_the_text(value: Any, wanted: Any) -> None:
    assert for_readers(value, {"properties": BOARD}) == wanted


def shorts(**properties: Any) -> dict[str, str]:
    """The fields of a game by the short names that they have."""
    return {field.short: field.name for field in fields(**properties) if field.short}


def test_usual_letters_stand_for_the_lists_of_words_and_for_names() -> None:
    clan = {"type": "string", "x-vocabulary": "factions"}
    marks = {"type": "array", "items": {"type": "string", "x-vocabulary": "keywords"}}
    found = shorts(name={}, type={}, clan=clan, marks=marks, cost={"type": "integer"}, text={}, power={})
    assert found == {"s": "set", "n": "name", "t": "type", "f": "clan", "k": "marks", "c": "cost", "o": "text"}


def test_a_schema_gives_its_fields_short_names_before_the_usual_ones() -> None:
    assert shorts(cost={}, color={"x-short": "c"}) == {"s": "set", "c": "color"}
    assert shorts(cost={"x-short": "price"}) == {"s": "set", "price": "cost"}
    first = {"x-short": "w"}
    assert shorts(weapons=first, weight=first) == {"s": "set", "w": "weapons"}
    assert shorts(clan={"x-vocabulary": "factions"}, ally={"x-vocabulary": "factions"}) == {"s": "set", "f": "clan"}
