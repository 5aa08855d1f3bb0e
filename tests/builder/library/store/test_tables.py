"""The tables: what a row must have, and what of it must be unique."""

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from sqlalchemy import Engine, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import SQLModel

from builder.library.store.tables import CardFieldRow, CardRow
from tests.support.databases import in_memory


@pytest.fixture
def engine() -> Iterator[Engine]:
    with in_memory() as made:
        SQLModel.metadata.create_all(made)
        yield made


CARD = {"pk": 1, "game_id": "g", "id": "flare", "set_id": "core", "number": 1, "name": "Flare", "type": "spell"}


@pytest.mark.parametrize(
    ("changes", "stored"),
    [
        ({"pk": 2}, False),
        ({"id": "other"}, False),
        ({"pk": 2, "id": "other", "name": None}, False),
        ({"pk": 30_000_000_001, "game_id": "h"}, True),
    ],
    ids=["same-id", "same-pk", "no-name", "another-game"],
)
def test_cards_that_can_be_stored_next_to_another(engine: Engine, changes: dict[str, Any], stored: bool) -> None:
    with engine.begin() as connection:
        connection.execute(insert(CardRow).values(CARD))
    with nullcontext() if stored else pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(insert(CardRow).values(CARD | changes))


def test_a_cards_number_suits_each_kind_of_database() -> None:
    table = SQLModel.metadata.tables["card"]
    assert "pk INTEGER NOT NULL" in str(CreateTable(table).compile(dialect=sqlite.dialect()))
    assert "pk BIGINT NOT NULL" in str(CreateTable(table).compile(dialect=postgresql.dialect()))


def test_only_the_index_of_postgresql_leaves_long_texts_out() -> None:
    indexes = {str(index.name): index for index in SQLModel.metadata.tables[str(CardFieldRow.__tablename__)].indexes}
    index = indexes["card_field_by_text"]
    assert str(CreateIndex(index).compile(dialect=postgresql.dialect())).endswith("WHERE length(text) <= 200")
    assert "WHERE" not in str(CreateIndex(index).compile(dialect=sqlite.dialect()))
