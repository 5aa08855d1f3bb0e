"""Columns of cards that are in no database: what they say, field by field."""

import pytest

from builder.games import card_from
from builder.library.search import FieldValue, MemoryColumns, values_of_cards
from tests.support.queries import CARDS, FIELDS

VALUES: list[FieldValue] = [
    (1, "name", None, "ash"),
    (1, "cost", 3.0, None),
    (1, "cost", None, "oil"),
    (2, "name", None, "bolt"),
    (2, "tags", None, "dry"),
    (2, "tags", None, "home"),
    (3, "weapons", 2.0, "2"),
    (3, "name", None, "ash"),
]


@pytest.fixture
def columns() -> MemoryColumns:
    return MemoryColumns(["a", "b", "c"], VALUES)


def test_values_of_cards_are_numbered_from_one_and_folded() -> None:
    cards = [card_from({k: v for k, v in card.items() if k != "set"}, "g", card["set"]) for card in CARDS[1:3]]
    values = set(values_of_cards(cards, FIELDS))
    assert {value for value in values if value[1] in ("set", "name", "cost", "unique", "tags", "number")} == {
        (1, "set", None, "core"),
        (1, "number", 2.0, "2"),
        (1, "name", None, "elan vital"),
        (1, "cost", 1.0, None),
        (1, "cost", None, "oil"),
        (2, "set", None, "core"),
        (2, "number", 3.0, "3"),
        (2, "name", None, "free dock"),
        (2, "unique", None, "true"),
        (2, "tags", None, "dry dock"),
        (2, "tags", None, "home"),
    }
    assert list(values_of_cards([], FIELDS)) == []


def test_places_and_ids(columns: MemoryColumns) -> None:
    assert columns.places() == [1, 2, 3]
    assert columns.ids([3, 1]) == ["c", "a"]
    assert MemoryColumns([], []).places() == []


def test_numbers_and_texts_are_separate(columns: MemoryColumns) -> None:
    assert columns.numbers("cost") == ([3.0], [1])
    assert columns.texts("cost") == (["oil"], [1])
    assert columns.texts("tags") == (["dry", "home"], [2, 2])
    assert columns.numbers("name") == ([], [])
    assert columns.texts("rarity") == ([], [])


def test_who_says_something_and_who_says_this(columns: MemoryColumns) -> None:
    assert set(columns.having("weapons")) == {3}
    assert set(columns.having("cost")) == {1}
    assert columns.having("rarity") == []
    assert columns.saying("name", "ash") == [1, 3]
    assert columns.saying("tags", "home") == [2]
    assert columns.saying("name", "as") == []


def test_no_index_knows_which_texts_contain_a_part(columns: MemoryColumns) -> None:
    assert columns.containing("name", "ash") is None
