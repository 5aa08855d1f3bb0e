"""The card database's tables: what every game has in common. What only one game has is in `definition`.

A card's own fields (cost, weapons, faction...) are rows of `CardField`, taken from the game's card schema, so
that a new game is searchable without new columns.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, Integer
from sqlalchemy import text as sql
from sqlmodel import Field, SQLModel

SCHEMA_VERSION = 3  # raised when a table changes; a database of another version is built anew

CARDS_PER_GAME = 10_000_000  # a card's `pk` is its game's `pk` times this, plus its place in the pack


LONGEST_INDEXED = 200  # characters; PostgreSQL's index entries hold no long texts, and nobody asks for those whole

# SQLite keeps a table in the order of its INTEGER primary key and needs no index for it; "BIGINT" won't do.
_PK = BigInteger().with_variant(Integer(), "sqlite")


def _json() -> Any:
    return Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Meta(SQLModel, table=True):
    """What this database is: one row a fact (`schema_version`)."""

    name: str = Field(primary_key=True)
    value: str


class Game(SQLModel, table=True):
    """A game pack. `definition` is the whole game.yaml, `card_schema` the JSON Schema of one card."""

    id: str = Field(primary_key=True)
    pk: int = Field(unique=True)
    name: str
    edition: str = ""
    key: str  # hash of the pack's files: what this compiled form was made from
    root: str  # the pack's folder, where its templates and art are
    bundled: bool = False
    definition: dict[str, Any] = _json()
    card_schema: dict[str, Any] = _json()


class CardSet(SQLModel, table=True):
    """A set of a game, in the order of game.yaml."""

    __tablename__ = "card_set"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    id: str = Field(primary_key=True)
    name: str
    released: date | None = None
    position: int = 0


class Card(SQLModel, table=True):
    """A card. `definition` is the card as it was written; `search` its name and texts, folded for matching."""

    pk: int = Field(sa_column=Column(_PK, primary_key=True, autoincrement=False))
    game_id: str = Field(foreign_key="game.id")
    id: str
    set_id: str
    number: int
    name: str
    type: str
    text: str = ""
    search: str = ""
    definition: dict[str, Any] = _json()

    __table_args__ = (
        Index("card_by_id", "game_id", "id", unique=True),
        Index("card_by_number", "game_id", "set_id", "number"),
        Index("card_by_name", "game_id", "name"),
    )


class CardField(SQLModel, table=True):
    """One searchable value of a card: `cost` 3, `faction` pirates. Text is folded as `Card.search` is."""

    __tablename__ = "card_field"

    pk: int = Field(sa_column=Column(_PK, primary_key=True, autoincrement=False))
    card_pk: int = Field(sa_column=Column(BigInteger, nullable=False))
    game_id: str
    field: str
    number: float | None = None
    text: str | None = None

    __table_args__ = (
        Index("card_field_by_number", "game_id", "field", "number", "card_pk"),
        Index(
            "card_field_by_text",
            "game_id",
            "field",
            "text",
            "card_pk",
            postgresql_where=sql(f"length(text) <= {LONGEST_INDEXED}"),
        ),
    )


class CardAlias(SQLModel, table=True):
    """A former id of a card, still understood in decks."""

    __tablename__ = "card_alias"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    alias: str = Field(primary_key=True)
    card_id: str


class Format(SQLModel, table=True):
    """A format as written; `builder.legality` resolves what it extends and what was in force when."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    id: str = Field(primary_key=True)
    name: str
    definition: dict[str, Any] = _json()


class Deck(SQLModel, table=True):
    """A sample deck of a pack. `players` is None where the deck does not say; `dice` are dice of lists of symbols."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    id: str = Field(primary_key=True)
    name: str
    format_id: str
    description: str = ""
    players: int | None = None
    dice: list[list[list[str]]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))


class DeckEntry(SQLModel, table=True):
    """So many copies of a card in a section of a deck, in the order written."""

    __tablename__ = "deck_entry"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    deck_id: str = Field(primary_key=True)
    section: str = Field(primary_key=True)
    card_id: str = Field(primary_key=True)
    count: int
    position: int


class Ruling(SQLModel, table=True):
    """A question that the rulebook leaves open, answered. `cards` are card ids."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    position: int = Field(primary_key=True)
    question: str
    ruling: str
    decided: date
    section: str = ""
    cards: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))


class Translation(SQLModel, table=True):
    """A card's words in another language, as its locale has them; the game's own words have `card_id` ""."""

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    language: str = Field(primary_key=True)
    card_id: str = Field(primary_key=True)
    definition: dict[str, Any] = _json()
