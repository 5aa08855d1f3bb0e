"""The columns of a game in the database: the same as those of its cards in memory, and those of no other game."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, delete
from sqlmodel import col, create_engine

from builder.games import card_from
from builder.library.search import MemoryColumns, values_of_cards
from builder.library.store.reading import StoredColumns
from builder.library.store.tables import CardRow
from tests.support.queries import CARDS, FIELDS, SharedReader, fill

IDS = [card["id"] for card in CARDS]


@contextmanager
def filled() -> Iterator[Engine]:
    made = create_engine("sqlite://")
    fill(made, CARDS)
    fill(made, CARDS[:2], game="pirates", pk=2)
    yield made
    made.dispose()


@pytest.fixture(scope="module")
def reader() -> Iterator[SharedReader]:
    with filled() as engine:
        made = SharedReader(engine)
        yield made
        made.close()


@pytest.fixture
def columns(reader: SharedReader) -> StoredColumns:
    return StoredColumns(reader, "invaders", 1)


def test_places_and_ids_of_one_game(columns: StoredColumns, reader: SharedReader) -> None:
    assert columns.places() == [1, 2, 3, 4, 5, 6]
    assert columns.ids([6, 1]) == ["tax", "rust-corsair"]
    assert StoredColumns(reader, "pirates", 2).places() == [1, 2]
    assert StoredColumns(reader, "pirates", 2).ids([2]) == ["elan"]
    assert StoredColumns(reader, "chess", 3).places() == []


def test_places_with_a_gap() -> None:
    with filled() as engine:
        with engine.begin() as connection:
            connection.execute(delete(CardRow).where(col(CardRow.id) == "elan", col(CardRow.game_id) == "invaders"))
        reader = SharedReader(engine)
        columns = StoredColumns(reader, "invaders", 1)
        assert sorted(columns.places()) == [1, 3, 4, 5, 6]
        assert columns.ids([3]) == ["free-dock"]
        reader.close()


@pytest.mark.parametrize("field", [*sorted(FIELDS), "no-such-field"])
def test_values_are_those_of_the_cards(columns: StoredColumns, field: str) -> None:
    cards = [card_from({k: v for k, v in card.items() if k != "set"}, "invaders", card["set"]) for card in CARDS]
    expected = MemoryColumns(IDS, values_of_cards(cards, FIELDS))
    assert sorted(zip(*columns.numbers(field), strict=True)) == sorted(zip(*expected.numbers(field), strict=True))
    assert sorted(zip(*columns.texts(field), strict=True)) == sorted(zip(*expected.texts(field), strict=True))
    assert set(columns.having(field)) == set(expected.having(field))


def test_who_says_this(columns: StoredColumns) -> None:
    assert sorted(columns.saying("faction", "pirates")) == [1, 4]
    assert columns.saying("tags", "dry dock") == [3]
    assert columns.saying("tags", "dock") == []
    assert columns.saying("text", "x" * 300) == []


def test_who_contains_this(columns: StoredColumns) -> None:
    assert columns.containing("", "draw") == [1, 6]
    assert columns.containing("name", "corsair") == [1]
    assert columns.containing("text", "corsair") == []
    assert columns.containing("flavor", 'said "now"') == [4]


def test_what_the_index_of_trigrams_does_not_know(columns: StoredColumns) -> None:
    assert columns.containing("", "no") is None
    assert columns.containing("artist", "zoe") is None
