"""What the database holds for searches beside the cards' own rows: trigrams of their texts, and zeros.

`builder.database` calls these in the transaction that builds a game; `builder.query` reads what they make.
"""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, literal, select, text
from sqlmodel import SQLModel

from builder.fields import fields_of
from builder.models import CARDS_PER_GAME

_GAME = SQLModel.metadata.tables["game"]
_CARD = SQLModel.metadata.tables["card"]
_FIELD = SQLModel.metadata.tables["card_field"]


def create(connection: Connection) -> None:
    """Make the index anew and empty; called after the tables were made."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("DROP TABLE IF EXISTS card_text"))
        # Texts are folded already, so that case need not be looked at.
        options = "search, tokenize='trigram case_sensitive 1'"
        connection.execute(text(f"CREATE VIRTUAL TABLE card_text USING fts5({options})"))


def remove(connection: Connection, game_pk: int) -> None:
    """Take a game's cards out; called before or after their rows are deleted."""
    if connection.dialect.name == "sqlite":
        first = game_pk * CARDS_PER_GAME
        connection.execute(
            text("DELETE FROM card_text WHERE rowid BETWEEN :first AND :last"),
            {"first": first, "last": first + CARDS_PER_GAME - 1},
        )


def add(connection: Connection, game_pk: int) -> None:
    """Add a game's cards; called after the rows of the game, its cards and their fields were inserted."""
    game = connection.execute(
        select(_GAME.c.id, _GAME.c.definition, _GAME.c.card_schema).where(_GAME.c.pk == game_pk)
    ).one()
    if connection.dialect.name == "sqlite":
        connection.execute(
            text("INSERT INTO card_text (rowid, search) SELECT pk, search FROM card WHERE game_id = :game"),
            {"game": game.id},
        )
    for spec in fields_of(game.card_schema, game.definition).values():
        if spec.kind == "tally":
            _add_zeros(connection, game.id, spec.name)


def _add_zeros(connection: Connection, game_id: str, tally: str) -> None:
    """A tally that a card lacks is 0 (a card without a cost is free): a row says so, which an index finds."""
    told = select(_FIELD.c.card_pk).where(
        _FIELD.c.game_id == game_id, _FIELD.c.field == tally, _FIELD.c.number.is_not(None)
    )
    last = select(func.max(_FIELD.c.pk)).where(_FIELD.c.game_id == game_id).scalar_subquery()
    place = func.row_number().over(order_by=_CARD.c.pk)
    zeros = select(last + place, _CARD.c.pk, literal(game_id), literal(tally), literal(0.0)).where(
        _CARD.c.game_id == game_id, _CARD.c.pk.not_in(told)
    )
    connection.execute(insert(_FIELD).from_select(["pk", "card_pk", "game_id", "field", "number"], zeros))
