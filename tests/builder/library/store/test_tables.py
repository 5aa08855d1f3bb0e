"""The tables: what a row must have, and what of it must be unique."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine, insert, inspect, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import SQLModel, create_engine

from builder.library.store.tables import CardFieldRow, CardRow, DeckRow, FormatRow, GameRow, RulingRow


@pytest.fixture
def engine() -> Iterator[Engine]:
    made = create_engine("sqlite://")
    SQLModel.metadata.create_all(made)
    yield made
    made.dispose()


CARD = {"game_id": "g", "id": "flare", "set_id": "core", "number": 1, "name": "Flare", "type": "spell"}


def test_all_tables_are_made(engine: Engine) -> None:
    assert set(inspect(engine).get_table_names()) >= {
        "arsenal_meta", "game", "card_set", "card", "card_field", "printing", "format", "deck", "deck_entry",
        "ruling", "translation",
    }  # fmt: skip


def test_what_a_row_does_not_say_is_empty(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(insert(CardRow).values(pk=1, **CARD))
        connection.execute(insert(GameRow).values(id="g", pk=1, name="G", key="k", root="/g"))
        connection.execute(insert(FormatRow).values(game_id="g", id="standard", name="Standard"))
        connection.execute(insert(DeckRow).values(game_id="g", id="first", name="First", format_id="standard"))
        card = connection.execute(select(CardRow)).mappings().one()
        assert (card["text"], card["definition"], card["places"]) == ("", {}, [])
        game = connection.execute(select(GameRow)).mappings().one()
        assert (game["bundled"], game["card_schema"], game["places"], game["expansions"]) == (False, {}, [], [])
        assert connection.execute(select(FormatRow)).mappings().one()["queries"] == {}
        assert connection.execute(select(DeckRow)).mappings().one()["definition"] == {}


def test_values_come_back_as_they_were(engine: Engine) -> None:
    ruling = {"question": "Who?", "ruling": "You.", "decided": date(2024, 5, 1), "section": "", "cards": ["flare"]}
    definition = {"id": "flare", "cost": {"oil": 2}, "name": "Flàre"}
    with engine.begin() as connection:
        connection.execute(insert(RulingRow).values(game_id="g", position=0, **ruling))
        assert connection.execute(select(RulingRow)).mappings().one() == {"game_id": "g", "position": 0, **ruling}
        connection.execute(insert(CardRow).values(pk=30_000_000_001, definition=definition, **CARD))
        card = connection.execute(select(CardRow)).mappings().one()
        assert (card["pk"], card["definition"]) == (30_000_000_001, definition)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"pk": 1, **CARD}, {"pk": 2, **CARD}),
        ({"pk": 1, **CARD}, {"pk": 1, **CARD, "id": "other"}),
        ({"pk": 1, **CARD}, {"pk": 2, **CARD, "id": "other", "name": None}),
    ],
    ids=["same-id", "same-pk", "no-name"],
)
def test_cards_that_cannot_be_stored(engine: Engine, first: dict[str, Any], second: dict[str, Any]) -> None:
    with engine.begin() as connection:
        connection.execute(insert(CardRow).values(**first))
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(insert(CardRow).values(**second))


def test_two_games_may_have_cards_of_the_same_id(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(insert(CardRow).values(pk=1, **CARD))
        connection.execute(insert(CardRow).values(pk=2, **{**CARD, "game_id": "h"}))
        assert len(connection.execute(select(CardRow)).all()) == 2


def test_a_cards_number_suits_each_kind_of_database() -> None:
    table = SQLModel.metadata.tables["card"]
    assert "pk INTEGER NOT NULL" in str(CreateTable(table).compile(dialect=sqlite.dialect()))
    assert "pk BIGINT NOT NULL" in str(CreateTable(table).compile(dialect=postgresql.dialect()))


def test_only_the_index_of_postgresql_leaves_long_texts_out() -> None:
    indexes = {str(index.name): index for index in SQLModel.metadata.tables[str(CardFieldRow.__tablename__)].indexes}
    index = indexes["card_field_by_text"]
    assert str(CreateIndex(index).compile(dialect=postgresql.dialect())).endswith("WHERE length(text) <= 200")
    assert "WHERE" not in str(CreateIndex(index).compile(dialect=sqlite.dialect()))
