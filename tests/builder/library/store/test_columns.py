"""The columns of a game in memory and in the database: the same, and those of no other game."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import Engine, delete
from sqlmodel import col

from builder.library.search import Columns, MemoryColumns, values_of_cards
from builder.library.store.reading import StoredColumns
from builder.library.store.tables import CardRow
from tests.support.databases import in_memory
from tests.support.queries import CARDS, FIELDS, SharedReader, as_cards, fill

MEMORY = MemoryColumns([card["id"] for card in CARDS], values_of_cards(as_cards(CARDS), FIELDS))


@contextmanager
def filled() -> Iterator[Engine]:
    with in_memory() as made:
        fill(made, CARDS)
        fill(made, CARDS[:2], game="pirates", pk=2)
        yield made


@pytest.fixture(scope="module")
def reader() -> Iterator[SharedReader]:
    with filled() as engine, closing(SharedReader(engine)) as made:
        yield made


@pytest.fixture
def stored(reader: SharedReader) -> StoredColumns:
    return StoredColumns(reader, "invaders", 1)


@pytest.fixture(params=["memory", "stored"])
def columns(request: pytest.FixtureRequest, stored: StoredColumns) -> Columns:
    return MEMORY if request.param == "memory" else stored


def test_places_and_ids(columns: Columns) -> None:
    assert columns.places() == [1, 2, 3, 4, 5, 6]
    assert columns.ids([6, 1]) == ["tax", "rust-corsair"]


def test_places_and_ids_of_another_game(reader: SharedReader) -> None:
    assert StoredColumns(reader, "pirates", 2).places() == [1, 2]
    assert StoredColumns(reader, "pirates", 2).ids([2]) == ["elan"]
    assert StoredColumns(reader, "chess", 3).places() == MemoryColumns([], []).places() == []


def test_places_with_a_gap() -> None:
    with filled() as engine:
        with engine.begin() as connection:
            connection.execute(delete(CardRow).where(col(CardRow.id) == "elan", col(CardRow.game_id) == "invaders"))
        with closing(SharedReader(engine)) as reader:
            columns = StoredColumns(reader, "invaders", 1)
            assert sorted(columns.places()) == [1, 3, 4, 5, 6]
            assert columns.ids([3]) == ["free-dock"]


@pytest.mark.parametrize("field", [*sorted(FIELDS), "no-such-field"])
def test_the_database_has_the_values_of_the_cards(stored: StoredColumns, field: str) -> None:
    assert sorted(zip(*stored.numbers(field), strict=True)) == sorted(zip(*MEMORY.numbers(field), strict=True))
    assert sorted(zip(*stored.texts(field), strict=True)) == sorted(zip(*MEMORY.texts(field), strict=True))
    assert set(stored.having(field)) == set(MEMORY.having(field))


def test_numbers_and_texts_are_separate_and_folded() -> None:
    assert MEMORY.numbers("cost") == ([3, 1, 1, 9, 2], [1, 2, 4, 5, 6])
    assert MEMORY.texts("cost") == (["scrap", "credits", "oil", "scrap", "oil", "credits"], [1, 1, 2, 4, 5, 6])
    assert MEMORY.texts("tags") == (["dry dock", "home", "home"], [3, 3, 6])
    assert MEMORY.texts("artist") == (["zoe o'hara"], [1])
    assert (MEMORY.numbers("name"), MEMORY.texts("no-such-field")) == (([], []), ([], []))


def test_who_says_something_and_who_says_this(columns: Columns) -> None:
    assert set(columns.having("weapons")) == {1, 4, 5}
    assert sorted(columns.saying("faction", "pirates")) == [1, 4]
    assert columns.saying("tags", "dry dock") == [3]
    assert columns.saying("tags", "dock") == columns.saying("text", "x" * 300) == []


def test_who_contains_this(stored: StoredColumns) -> None:
    assert stored.containing("", "draw") == [1, 6]
    assert stored.containing("name", "corsair") == [1]
    assert stored.containing("text", "corsair") == []
    assert stored.containing("flavor", 'said "now"') == [4]


def test_what_no_index_of_trigrams_knows(stored: StoredColumns) -> None:
    assert stored.containing("", "no") is stored.containing("artist", "zoe") is MEMORY.containing("", "draw") is None
