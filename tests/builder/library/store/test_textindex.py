"""The index of all texts: games come into it and go out of it one at a time."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, create_mock_engine
from sqlmodel import create_engine

from builder.library.store import CARDS_PER_GAME
from builder.library.store.building import add_texts, create_texts, remove_texts
from tests.support.queries import CARDS, fill


@pytest.fixture
def engine() -> Iterator[Engine]:
    made = create_engine("sqlite://")
    fill(made, CARDS)
    yield made
    made.dispose()


def found(engine: Engine, phrase: str) -> list[int]:
    with engine.connect() as connection:
        sql = "SELECT rowid FROM card_text WHERE card_text MATCH ? ORDER BY rowid"
        return [row for (row,) in connection.exec_driver_sql(sql, (phrase,))]


def size(engine: Engine) -> int | None:
    with engine.connect() as connection:
        counted: int | None = connection.exec_driver_sql("SELECT count(*) FROM card_text").scalar()
    return counted


def test_cards_are_found_by_parts_of_their_folded_texts(engine: Engine) -> None:
    first = CARDS_PER_GAME
    assert found(engine, '"raw 2 car"') == [first + 1]
    assert found(engine, '"elan"') == [first + 2]
    assert found(engine, '"Elan"') == []  # the texts have no capitals
    assert found(engine, '"zoe"') == []  # an artist is no text
    assert found(engine, '{name} : "ship"') == []
    assert found(engine, '{flavor} : "never"') == [first + 4]


def test_the_index_forgets_a_removed_game(engine: Engine) -> None:
    assert size(engine) == len(CARDS)
    with engine.begin() as connection:
        remove_texts(connection, 1)
        assert connection.exec_driver_sql("SELECT count(*) FROM card_text").scalar() == 0
        remove_texts(connection, 1)


def test_a_game_leaves_the_others_alone(engine: Engine) -> None:
    fill(engine, CARDS[:2], game="pirates", pk=2)
    assert found(engine, '"corsair"') == [CARDS_PER_GAME + 1, 2 * CARDS_PER_GAME + 1]
    with engine.begin() as connection:
        remove_texts(connection, 1)
    assert found(engine, '"corsair"') == [2 * CARDS_PER_GAME + 1]
    with engine.begin() as connection:
        add_texts(connection, 1)
    assert found(engine, '"corsair"') == [CARDS_PER_GAME + 1, 2 * CARDS_PER_GAME + 1]


def test_made_anew_it_is_empty(engine: Engine) -> None:
    with engine.begin() as connection:
        create_texts(connection)
    assert size(engine) == 0


def test_postgresql_does_without() -> None:
    said: list[object] = []
    connection = create_mock_engine("postgresql+psycopg://", lambda sql, *_, **__: said.append(sql))
    create_texts(connection)  # type: ignore[arg-type]  # it notes what it would execute
    add_texts(connection, 1)  # type: ignore[arg-type]  # as above
    remove_texts(connection, 1)  # type: ignore[arg-type]  # as above
    assert said == []
