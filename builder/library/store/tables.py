"""The card database's tables: what all games have in common. What only one game has is in `definition`.

`places` are places in the pack's files: [part, file, line, column, end line, end column], the file by its path from the
pack's folder, so that later findings are reported at their line without opening a file.

A card's own fields (cost, weapons, faction...) are rows of `CardFieldRow`, taken from the game's card schema, so
that a new game is searchable without new columns.
"""

from __future__ import annotations

from datetime import date
from typing import Any  # Any: JSON columns, read and written as plain data

from sqlalchemy import JSON, BigInteger, Column, Index, Integer
from sqlalchemy import text as sql
from sqlmodel import Field, SQLModel

from builder.library.store import LONGEST_INDEXED, META

# SQLite keeps a table in the order of its INTEGER primary key and needs no index for it; "BIGINT" won't do.
_PK = BigInteger().with_variant(Integer(), "sqlite")


def _json() -> Any:
    return Field(default_factory=dict, sa_column=Column(JSON, nullable=False, default=dict))


def _json_list() -> Any:
    return Field(default_factory=list, sa_column=Column(JSON, nullable=False, default=list))


class MetaRow(SQLModel, table=True):
    """Facts about this database, a row for each: `schema_version`, and `tables`, the names of its tables."""

    __tablename__ = META

    name: str = Field(primary_key=True)
    value: str


class GameRow(SQLModel, table=True):
    """A game. `definition` is the whole game.yaml, `card_schema` the JSON Schema of one card.

    `expansions` are the packs that extend it: their ids, folders and words.
    """

    __tablename__ = "game"

    id: str = Field(primary_key=True)
    pk: int = Field(unique=True)
    name: str
    key: str  # hash of the pack's files: what this compiled form was made from
    root: str  # the pack's folder, where its templates and art are
    bundled: bool = False
    definition: dict[str, Any] = _json()
    card_schema: dict[str, Any] = _json()
    places: list[Any] = _json_list()
    expansions: list[Any] = _json_list()


class CardSetRow(SQLModel, table=True):
    """A set of a game, in the order of game.yaml, then those of its expansions."""

    __tablename__ = "card_set"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    id: str = Field(primary_key=True)
    name: str
    released: date | None = None
    position: int = 0


class CardRow(SQLModel, table=True):
    """A card. `definition` is the card as it was written."""

    __tablename__ = "card"

    pk: int = Field(sa_column=Column(_PK, primary_key=True, autoincrement=False))
    game_id: str = Field(foreign_key="game.id")
    id: str
    set_id: str
    number: int
    name: str
    type: str
    pack: str = ""  # the id of the pack that it is from
    text: str = ""
    definition: dict[str, Any] = _json()
    places: list[Any] = _json_list()

    __table_args__ = (
        Index("card_by_id", "game_id", "id", unique=True),
        Index("card_by_number", "game_id", "set_id", "number"),
        Index("card_by_name", "game_id", "name"),
    )


class PrintingRow(SQLModel, table=True):
    """A card as it is in one of its sets; every card is in one at least. `position` counts from the oldest, from 0.

    `flavor`, `art` and `artist` are empty where they are those of the card.
    """

    __tablename__ = "printing"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    card_id: str = Field(primary_key=True)
    set_id: str = Field(primary_key=True)
    number: int
    released: date | None = None
    position: int = 0
    flavor: str = ""
    art: str = ""
    artist: str = ""
    pack: str = ""  # the id of the pack that printed it
    places: list[Any] = _json_list()

    __table_args__ = (
        Index("printing_by_number", "game_id", "set_id", "number"),
        Index("printing_by_position", "game_id", "position"),
    )


class CardFieldRow(SQLModel, table=True):
    """One searchable value of a card: `cost` 3, `faction` pirates. Text is folded: small letters without accents."""

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


class FormatRow(SQLModel, table=True):
    """A format as written; `builder.legality` resolves what it extends and its history.

    `queries` has the ids of the cards that match each query of its clauses, so that decks are judged without searching.
    """

    __tablename__ = "format"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    id: str = Field(primary_key=True)
    name: str
    definition: dict[str, Any] = _json()
    queries: dict[str, Any] = _json()


class DeckRow(SQLModel, table=True):
    """A sample deck of a pack. `definition` is the deck as in a deck file, with current ids of cards."""

    __tablename__ = "deck"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    id: str = Field(primary_key=True)
    name: str
    format_id: str
    definition: dict[str, Any] = _json()


class DeckEntryRow(SQLModel, table=True):
    """Copies of a card in a section of a deck, in the order written."""

    __tablename__ = "deck_entry"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    deck_id: str = Field(primary_key=True)
    section: str = Field(primary_key=True)
    card_id: str = Field(primary_key=True)
    count: int
    position: int


class RulingRow(SQLModel, table=True):
    """A question that the rulebook leaves open, answered. `cards` are card ids."""

    __tablename__ = "ruling"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    position: int = Field(primary_key=True)
    question: str
    ruling: str
    decided: date
    section: str = ""
    cards: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False, default=list))


class TranslationRow(SQLModel, table=True):
    """A card's words in another language, as its locale has them; the game's own words have `card_id` ""."""

    __tablename__ = "translation"

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    language: str = Field(primary_key=True)
    card_id: str = Field(primary_key=True)
    definition: dict[str, Any] = _json()
    places: list[Any] = _json_list()
