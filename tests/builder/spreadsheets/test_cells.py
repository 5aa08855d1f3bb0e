"""What cells say by the schema of their field, and what is written in them: each undoes the other."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builder.documents.data import Data
from builder.spreadsheets.cells import CellError, forms_of, guarded, read_cell, unguarded, write_cell
from builder.spreadsheets.tables import clean

GAME: dict[str, Data] = {
    "sets": {"core": {"name": "Core Set", "code": "C"}},
    "factions": {"ember": {"name": "Ember"}, "tide": {"name": "The Tide", "plural": "Tides"}},
    "keywords": {"guard": {"name": "Guard"}, "first-strike": {"name": "First Strike"}},
    "resources": {"oil": {"name": "Oil", "symbol": "drop"}, "scrap": {"name": "Scrap"}, "steel": {"name": "Steel"}},
    "symbols": {"drop": {"name": "Drop", "letters": "O"}, "spark": {"name": "Spark"}},
}
AMOUNT: dict[str, Data] = {"type": "integer"}
SCHEMA: dict[str, Data] = {
    "properties": {
        "faction": {"type": "string", "title": "Clan", "x-vocabulary": "factions", "enum": ["ember", "tide"]},
        "cost": {
            "type": "object",
            "properties": {"oil": AMOUNT, "scrap": AMOUNT, "steel": AMOUNT},
            "x-vocabulary": "resources",
        },
        "power": {"type": "integer"},
        "speed": {"type": "number"},
        "nocturnal": {"type": "boolean"},
        "keywords": {"type": "array", "items": {"type": "string", "x-vocabulary": "keywords"}},
        "hints": {"type": "array", "items": {"type": "string"}},
        "faces": {"type": "array", "items": {"type": "array", "items": {"type": "string", "x-vocabulary": "symbols"}}},
        "rank": {"enum": ["high", "low"], "x-names": {"high": "On High"}},
        "text": {"type": "string"},
        "deckbuilding": {"type": "object", "properties": {"copies": {"anyOf": [{"const": "unlimited"}, AMOUNT]}}},
        "abilities": {"x-abilities": {}, "type": "array"},
    }
}
FORMS = forms_of(SCHEMA, GAME)


@pytest.mark.parametrize(
    ("field", "cell", "value"),
    [
        ("faction", "EMBER", "ember"),
        ("faction", "the tide", "tide"),
        ("faction", "Tides", "tide"),
        ("faction", "embr", "embr"),
        ("rank", "on high", "high"),
        ("set", "c", "core"),
        ("power", "3", 3),
        ("power", "3.0", 3),
        ("power", "−2", -2),
        ("power", "1,200", 1200),
        ("power", "two", "two"),
        ("speed", "2.5", 2.5),
        ("speed", "2,5", 2.5),
        ("speed", "3", 3),
        ("nocturnal", "Yes", True),
        ("nocturnal", "x", True),
        ("nocturnal", "nocturnal", True),
        ("nocturnal", "no", False),
        ("keywords", "Guard, first strike", ["guard", "first-strike"]),
        ("keywords", "guard;Gaurd", ["guard", "Gaurd"]),
        ("hints", "one, two; three", ["one, two", "three"]),
        ("hints", "one; two\nthree", ["one; two", "three"]),
        ("faces", "Spark | drop drop", [["spark"], ["drop", "drop"]]),
        ("text", "Gain {Spark} and {nothing}.", "Gain {spark} and {nothing}."),
        ("text", "'=1+1", "=1+1"),
        ("text", "a\r\nb ", "a\nb"),
        ("deckbuilding.copies", "unlimited", "unlimited"),
        ("deckbuilding.copies", "4", 4),
        ("cost", "2 oil, 1 scrap", {"oil": 2, "scrap": 1}),
        ("cost", "2 Oil and scrap", {"oil": 2, "scrap": 1}),
        ("cost", "oil: 2; scrap x1", {"oil": 2, "scrap": 1}),
        ("cost", "2x oil + 3 oil", {"oil": 5}),
        ("cost", "{oil}{oil} {scrap}", {"oil": 2, "scrap": 1}),
        ("cost", "2 {oil}", {"oil": 2}),
        ("cost", "OO", {"oil": 2}),
        ("cost", "free", None),
        ("cost", "", None),
    ],
)
def test_a_cell_is_read_by_its_field(field: str, cell: str, value: Data) -> None:
    assert read_cell(FORMS[field], cell) == value


def test_letters_stand_for_resources_that_begin_so_alone() -> None:
    two = forms_of({"properties": {"cost": {"type": "object", "properties": {"oil": AMOUNT, "scrap": AMOUNT}}}}, GAME)
    assert read_cell(two["cost"], "OOS") == {"oil": 2, "scrap": 1}
    assert read_cell(two["cost"], "2O1S") == {"oil": 2, "scrap": 1}
    with pytest.raises(CellError, match='"OOS" is nothing that "cost" counts'):  # scrap or steel
        read_cell(FORMS["cost"], "OOS")


@pytest.mark.parametrize(
    ("field", "cell", "message", "help_"),
    [
        ("cost", "2 oli", '"oli" is nothing that "cost" counts', 'did you mean "oil"? known: oil, scrap, steel'),
        ("cost", "3", '"3" says not of what', "write 3 oil"),
        ("nocturnal", "maybe", '"nocturnal" must be yes or no, not "maybe"', "write yes, or leave the cell empty"),
        ("text", "a\x1b[31mb", "an invisible character (U+001B) stands in this cell", "delete it"),
        ("abilities", "draw", '"abilities" can\'t be read from a spreadsheet', "change it in the YAML"),
    ],
)
def test_what_can_not_be_read_says_what_is_allowed(field: str, cell: str, message: str, help_: str) -> None:
    with pytest.raises(CellError) as caught:
        read_cell(FORMS[field], cell)
    assert str(caught.value) == message
    assert caught.value.help.startswith(help_)


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), min_size=1, max_size=20).map(clean)
VALUES = {
    "faction": st.sampled_from(["ember", "tide"]),
    "cost": st.dictionaries(st.sampled_from(["oil", "scrap", "steel"]), st.integers(0, 99), min_size=1),
    "power": st.integers(-99, 9999),
    "speed": st.integers(-99, 99) | st.sampled_from([0.5, 2.25]),
    "nocturnal": st.booleans(),
    "keywords": st.lists(st.sampled_from(["guard", "first-strike"]), min_size=1, max_size=3),
    "hints": st.lists(words.filter(bool), min_size=1, max_size=3).filter(
        lambda hints: len(hints) > 1 or not {";", "|"} <= set(hints[0])  # no sign is left to end it
    ),
    "faces": st.lists(st.lists(st.sampled_from(["spark", "drop"]), min_size=1), min_size=2, max_size=6),
    "text": words.filter(bool),
}


@given(st.sampled_from(sorted(VALUES)).flatmap(lambda name: st.tuples(st.just(name), VALUES[name])))
@example(("hints", ["|"]))
@example(("hints", ["draw; then win"]))
def test_what_is_written_in_a_cell_is_read_as_the_same(drawn: tuple[str, Any]) -> None:
    name, value = drawn
    cell = guarded(write_cell(FORMS[name], value)) if isinstance(value, str) else write_cell(FORMS[name], value)
    assert read_cell(FORMS[name], cell) == value


@given(st.text(max_size=20))
def test_an_apostrophe_guards_and_is_taken_away_again(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))
