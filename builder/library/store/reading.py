"""Reads games and cards from the store. Only here do rows become types of `builder.games`.

SQLite files are read with Python's own library, which starts faster than SQLAlchemy.
"""

from __future__ import annotations

import functools
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast  # Any: a row has the types of its columns

from builder.diagnostics import KeyPath, Span, UsageError
from builder.documents.data import Data
from builder.games import Card, Expansion, Game, Printing, card_from, game_from
from builder.library.game import LoadedGame, Part
from builder.library.remembering import TEXTS
from builder.library.store import (
    APPLICATION_ID,
    CARDS_PER_GAME,
    LONGEST_INDEXED,
    META,
    SCHEMA_VERSION,
    DamagedCacheError,
    ForeignDatabaseError,
    UnusableDatabaseError,
    sealing,
)
from builder.storage.files import display
from builder.translations.localized import Translation

if TYPE_CHECKING:  # most commands do not search, and use no database server
    from sqlalchemy import Engine

    from builder.library.search import GameIndex

WAIT_SECONDS = 60  # for another process that writes

Row = tuple[Any, ...]  # values of the types of the columns
_Method = TypeVar("_Method", bound="Callable[..., Any]")

NO_PARAMETERS: Mapping[str, object] = {}

_AT_ONCE = 500  # cards fetched with one query
_TRIGRAM = 3  # characters
_CARD = "SELECT pk, set_id, pack, definition, places FROM card"


def keys(reader: Reader) -> dict[str, str]:
    """The keys of games' packs, by game; empty where the tables are of another version, or not ours.

    Raises UsageError where tables are missing.
    """
    if not _is_marked(reader):
        return {}
    facts: dict[Any, Any] = dict(reader.rows("SELECT name, value FROM arsenal_meta"))
    if facts.get("schema_version") != str(SCHEMA_VERSION):
        return {}
    if reader.is_sqlite:
        there = {name for (name,) in reader.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not there.issuperset(str(facts.get("tables")).split()):
            raise reader.not_understood()
    return {str(key): str(game_id) for key, game_id in reader.rows("SELECT key, id FROM game")}


def _is_marked(reader: Reader) -> bool:
    if reader.is_sqlite:
        return [tuple(row) for row in reader.rows("PRAGMA application_id")] == [(APPLICATION_ID,)]
    return bool(reader.rows("SELECT 1 WHERE to_regclass(:name) IS NOT NULL", {"name": META}))


def _understood(method: _Method) -> _Method:
    """Decorates a method of a game: it raises `not_understood` where rows are not as Arsenal writes them."""

    @functools.wraps(method)
    def understood(self: StoredGame, *given: Any, **named: Any) -> Any:
        try:
            return method(self, *given, **named)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
            raise self._reader.not_understood() from None

    return cast("_Method", understood)


def games_in(reader: Reader) -> list[StoredGame]:
    """The games of a store, in alphabetical order."""
    return [StoredGame(reader, game_id, pk) for game_id, pk in reader.rows("SELECT id, pk FROM game ORDER BY id")]


class StoredGame(LoadedGame):
    """A game of the store."""

    def __init__(self, reader: Reader, game_id: str, pk: int) -> None:
        super().__init__(game_id)
        self._reader, self._pk = reader, pk

    @cached_property
    @_understood
    def game(self) -> Game:
        """The game itself."""
        sql = "SELECT key, root, bundled, definition, card_schema, places, expansions FROM game WHERE id = :game"
        [(key, root, bundled, definition, card_schema, places, expansions)] = self._rows(sql)
        folder = Path(root)
        made = game_from(
            value_of(definition),
            value_of(card_schema),
            root=folder,
            key=key,
            bundled=bool(bundled),
            places=_places(value_of(places), folder),
            expansions=[Expansion(**{**one, "root": Path(one["root"])}) for one in value_of(expansions)],
        )
        if made.id != self.id:
            raise self._reader.not_understood()
        return made

    @property
    def count(self) -> int:
        """How many cards the game has."""
        [(number,)] = self._rows("SELECT count(*) FROM card WHERE game_id = :game")
        return int(number)

    @cached_property
    @_understood
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of sets and numbers."""
        return tuple(self._card(row) for row in self._rows(f"{_CARD} WHERE game_id = :game ORDER BY pk"))

    @_understood
    def at(self, places: Sequence[int]) -> Mapping[int, Card]:
        """The cards at these places in the game; some may be missing, since a build may have removed them meanwhile."""
        if "cards" in self.__dict__:
            return super().at(places)
        first = self._pk * CARDS_PER_GAME
        found: dict[int, Card] = {}
        for start in range(0, len(places), _AT_ONCE):
            some = {f"p{place}": first + place for place in places[start : start + _AT_ONCE]}
            rows = self._reader.rows(f"{_CARD} WHERE pk IN ({', '.join(f':{name}' for name in some)})", some)
            found |= {row[0] - first: self._card(row) for row in rows}
        return found

    @_understood
    def _data(self, part: Part) -> Data:
        if part == "rulings":
            sql = 'SELECT question, ruling, decided, "section", cards FROM ruling WHERE game_id = :game'
            return [
                {"question": question, "ruling": ruling, "date": _day(day).isoformat(), "section": section,
                 "cards": value_of(cards)}
                for question, ruling, day, section, cards in self._rows(f"{sql} ORDER BY position")
            ]  # fmt: skip
        table = "format" if part == "formats" else "deck"
        rows = self._rows(f"SELECT id, definition FROM {table} WHERE game_id = :game")  # noqa: S608 - one of these two
        return {one_id: value_of(definition) for one_id, definition in rows}

    @cached_property
    def translated(self) -> tuple[str, ...]:
        """The languages that the game is translated to, in alphabetical order."""
        sql = "SELECT DISTINCT language FROM translation WHERE game_id = :game ORDER BY language"
        return tuple(language for (language,) in self._rows(sql))

    @_understood
    def translation(self, language: str) -> Translation:
        """The game's words in a language."""
        sql = "SELECT card_id, definition, places FROM translation WHERE game_id = :game AND language = :language"
        rows = self._rows(sql, language=language)
        spans: dict[KeyPath, Span] = {}
        for row in rows:
            spans |= _places(value_of(row[2]), self.game.root)
        return Translation(language, {card_id: value_of(definition) for card_id, definition, _ in rows}, spans)

    @cached_property
    @_understood
    def answers(self) -> Mapping[str, frozenset[str]]:
        """The ids of the cards that the formats' queries match, found when the game was compiled."""
        rows = self._rows("SELECT queries FROM format WHERE game_id = :game")
        return {query: frozenset(ids) for (queries,) in rows for query, ids in value_of(queries).items()}

    @cached_property
    @_understood
    def searched(self) -> GameIndex:
        """The index for searching the cards."""
        from builder.library.search import GameIndex
        from builder.query.meaning import Fields

        for (one,) in self._rows("SELECT pk FROM card WHERE game_id = :game LIMIT 1"):
            if one // CARDS_PER_GAME != self._pk:
                raise self._reader.not_understood()
        return GameIndex(Fields(self.game.fields), StoredColumns(self._reader, self.id, self._pk))

    def _rows(self, sql: str, **parameters: object) -> list[Row]:
        return self._reader.rows(sql, {"game": self.id, **parameters})

    def _card(self, row: Row) -> Card:
        _, set_id, pack, definition, places = row
        spans = _places(value_of(places), self.game.root)
        definition = value_of(definition)
        printings = self._printings.get(definition["id"], ())
        own = "" if pack == self.id else pack
        return card_from(definition, self.id, set_id, spans.get(("id",)), spans.get(("name",)), printings, own)

    @cached_property
    def _printings(self) -> dict[str, tuple[Printing, ...]]:
        """All printings of those cards that are in several sets, by the cards' ids."""
        sql = (
            "SELECT card_id, set_id, number, released, flavor, art, artist, pack, places FROM printing "
            "WHERE game_id = :game AND card_id IN "
            "(SELECT card_id FROM printing WHERE game_id = :game AND position > 0) ORDER BY card_id, position"
        )
        found: dict[str, tuple[Printing, ...]] = {}
        for card_id, set_id, number, released, flavor, art, artist, pack, places in self._rows(sql):
            place = _places(value_of(places), self.game.root).get(("card",))
            day = _day(released) if released else None
            own = "" if pack == self.id else pack
            one = Printing(set_id, number, day, flavor, art, artist, own, place)
            found[card_id] = (*found.get(card_id, ()), one)
        return found


class StoredColumns:
    """The values of one game's cards: see `builder.library.search.Columns`.

    Each column is fetched as one JSON array, which takes a tenth of the time of single rows.
    """

    def __init__(self, reader: Reader, game_id: str, game_pk: int) -> None:
        self._reader, self._game = reader, game_id
        self._first = game_pk * CARDS_PER_GAME
        self._ids: dict[int, str] = {}

    def places(self) -> list[int]:
        """The places of all cards."""
        [(last, size)] = self._reader.rows(
            "SELECT max(pk), count(*) FROM card WHERE game_id = :game", {"game": self._game}
        )
        if size and last - self._first == size:  # from 1 on, without gaps
            return list(range(1, size + 1))
        return self._placed(self._lists("card", ("pk",), "game_id = :game", {})[0])

    def ids(self, places: Sequence[int]) -> list[str]:
        """The ids of the cards at these places."""
        if not self._ids:
            pks, ids = self._lists("card", ("pk", "id"), "game_id = :game", {})
            self._ids = dict(zip(self._placed(pks), ids, strict=True))
        return [self._ids[place] for place in places]

    def numbers(self, field: str) -> tuple[list[float], list[int]]:
        """The numbers that cards have in a field, and the places of these cards."""
        return self._values(field, "number")

    def texts(self, field: str) -> tuple[list[str], list[int]]:
        """The folded texts that cards have in a field, and the places of these cards."""
        return self._values(field, "text")

    def having(self, field: str) -> list[int]:
        """The places of the cards with a value in a field."""
        return self._placed(self._fields("field = :field", {"field": field}))

    def saying(self, field: str, text: str) -> list[int]:
        """The places of the cards that have this folded text as a value of a field."""
        where = "field = :field AND text = :text"
        if not self._reader.is_sqlite and len(text) <= LONGEST_INDEXED:
            # PostgreSQL's index has only short texts, and is used only for a query that asks for short texts.
            where += f" AND length(text) <= {LONGEST_INDEXED}"
        return self._placed(self._fields(where, {"field": field, "text": text}))

    def containing(self, field: str, text: str) -> list[int] | None:
        """The places of the cards whose texts contain this; None where the index of trigrams can't be used."""
        if not self._reader.is_sqlite or len(text) < _TRIGRAM or (field and field not in TEXTS):
            return None
        phrase = '"' + text.replace('"', '""') + '"'
        parameters = {
            "wanted": f"{{{field}}} : {phrase}" if field else phrase,
            "first": self._first,
            "last": self._first + CARDS_PER_GAME - 1,
        }
        where = "card_text MATCH :wanted AND rowid BETWEEN :first AND :last"
        return self._placed(self._lists("card_text", ("rowid",), where, parameters)[0])

    def _values(self, field: str, column: str) -> tuple[list[Any], list[int]]:
        where = f"game_id = :game AND field = :field AND {column} IS NOT NULL"
        values, pks = self._lists("card_field", (column, "card_pk"), where, {"field": field})
        return values, self._placed(pks)

    def _fields(self, where: str, parameters: Mapping[str, object]) -> list[int]:
        return self._lists("card_field", ("card_pk",), f"game_id = :game AND {where}", parameters)[0]

    def _lists(
        self, table: str, columns: Sequence[str], where: str, parameters: Mapping[str, object]
    ) -> list[list[Any]]:
        """Columns of the rows as lists. Only this module gives names of tables and columns: they are safe in SQL."""
        listed = "json_group_array" if self._reader.is_sqlite else "json_agg"
        selected = ", ".join(f"{listed}({column})" for column in columns)
        bound = {**parameters, "game": self._game} if ":game" in where else parameters
        [row] = self._reader.rows(f"SELECT {selected} FROM {table} WHERE {where}", bound)  # noqa: S608 - see above
        return [value_of(values) or [] for values in row]

    def _placed(self, pks: Sequence[int]) -> list[int]:
        first = self._first
        return [pk - first for pk in pks]


class Reader(Protocol):
    """An open database, as it was at the first query. Parameters are written `:name` in SQL."""

    is_sqlite: bool

    def rows(self, sql: str, parameters: Mapping[str, object] = NO_PARAMETERS) -> list[Row]:
        """The rows of a query."""

    def not_understood(self) -> UsageError:
        """The error for tables or rows that are not as Arsenal makes them."""

    def close(self) -> None:
        """Close the database."""


class FileReader:
    """An SQLite file. Any thread may close it.

    A `cached` file, which can be made again from the packs, is removed if it is damaged; any other stays as it is.
    """

    is_sqlite = True

    def __init__(self, path: Path, *, cached: bool = False) -> None:
        self._path, self._cached = path, cached
        with explained_file(path):
            self._connection = sqlite3.connect(
                path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("BEGIN")

    def rows(self, sql: str, parameters: Mapping[str, object] = NO_PARAMETERS) -> list[Row]:
        """The rows of a query. Raises UsageError where the file is no database or can't be read."""
        try:
            with explained_file(self._path):
                return self._connection.execute(sql, dict(parameters)).fetchall()
        except ForeignDatabaseError as error:
            raise self.not_understood() if self._cached else error from None

    def not_understood(self) -> UsageError:
        """The error for rows that are not as Arsenal writes them; a `cached` file is removed."""
        if not self._cached:
            return _not_as_written(str(self._path))
        self.close()
        remove_database(self._path)
        return DamagedCacheError.of("stops", "database.damaged", path=self._path)

    def close(self) -> None:
        """Ask no more."""
        with sealing.closing(self._path) if self._cached else nullcontext():
            self._connection.close()


class EngineReader:
    """Any database that SQLAlchemy reaches: a PostgreSQL server, or SQLite in memory. It owns the engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection = engine.connect()
        self.is_sqlite = engine.dialect.name == "sqlite"

    def rows(self, sql: str, parameters: Mapping[str, object] = NO_PARAMETERS) -> list[Row]:
        """The rows that answer a question."""
        from sqlalchemy import text
        from sqlalchemy.exc import DatabaseError

        try:
            return [tuple(row) for row in self._connection.execute(text(sql), dict(parameters))]
        except DatabaseError as error:
            raise explained(self._where, str(error.orig), is_sqlite=self.is_sqlite) from None

    def not_understood(self) -> UsageError:
        """The error for rows that are not as Arsenal writes them."""
        return _not_as_written(self._where)

    @property
    def _where(self) -> str:
        return self._engine.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Ask no more."""
        self._connection.close()
        self._engine.dispose()


def remove_database(path: Path) -> None:
    """Remove an SQLite file and those that belong to it, if possible."""
    for ending in ("", "-wal", "-shm", "-journal", sealing.ENDING):
        with suppress(OSError):
            path.with_name(path.name + ending).unlink()


def value_of(stored: Any) -> Any:
    """A JSON value of a row, which SQLite stores as text."""
    return json.loads(stored) if isinstance(stored, str | bytes) else stored


def _not_as_written(where: str) -> ForeignDatabaseError:
    return ForeignDatabaseError.of("stops", "database.other", where=where)


@contextmanager
def explained_file(path: Path) -> Iterator[None]:
    """Turns SQLite's errors for a file into errors for the user."""
    try:
        yield
    except sqlite3.Error as error:
        raise explained(str(path), str(error), is_sqlite=True) from None


def explained(where: str, message: str, *, is_sqlite: bool) -> UnusableDatabaseError:
    """The error for a message of a database's driver."""
    message = message.strip().splitlines()[0].lower() if message.strip() else "it can't be used"
    if (is_sqlite and "not a database" in message) or "malformed" in message:
        return ForeignDatabaseError.of("stops", "database.none", where=where)
    if is_sqlite and message.startswith("no such"):  # table or column
        return ForeignDatabaseError.of("stops", "database.lacking", where=where, why=message)
    return UnusableDatabaseError.of("stops", "database.unusable", where=where, why=message)


def _places(stored: Sequence[Any], folder: Path) -> dict[KeyPath, Span]:
    """Places from a row, with the files' paths as the user would write them."""
    here = os.getcwd()  # noqa: PTH109 - asked for each card, and a Path costs time
    return {
        tuple(part): Span(_shown(folder, file, here), line, column, end_line, end_column)
        for part, file, line, column, end_line, end_column in stored
    }


@cache
def _shown(folder: Path, file: str, here: str) -> str:
    return display(Path(os.path.normpath(folder / file)))  # which may be of another pack


def _day(stored: Any) -> date:
    return stored if isinstance(stored, date) else date.fromisoformat(stored)
