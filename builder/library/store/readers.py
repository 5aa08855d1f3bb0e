"""How the card database is asked: SQL in, rows out. An SQLite file needs no library but Python's own."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol  # Any: a row has the types of its columns

from builder.diagnostics import UsageError
from builder.library.store import DamagedCacheError, ForeignDatabaseError, UnusableDatabaseError, sealing

if TYPE_CHECKING:
    from sqlalchemy import Engine

WAIT_SECONDS = 60  # for another process that writes

Row = tuple[Any, ...]  # what a row holds has the types of its columns
_HELP = "delete it if it is Arsenal's: it is made anew from the packs; or pick another with --database"
NO_PARAMETERS: Mapping[str, object] = {}


class Reader(Protocol):
    """An open database, as it was at the first question. Parameters are written `:name` in SQL."""

    is_sqlite: bool

    def rows(self, sql: str, parameters: Mapping[str, object] = NO_PARAMETERS) -> list[Row]:
        """The rows that answer a question."""

    def not_understood(self) -> UsageError:
        """What is said where tables or rows are not as Arsenal makes them."""

    def close(self) -> None:
        """Ask no more."""


class FileReader:
    """An SQLite file. Any thread may close it.

    One that is `cached`, and can be made again from the packs, is removed where it turns out to be damaged; any other
    stays as it is.
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
        """The rows that answer a question. Raises UsageError where the file is no database that can be read."""
        try:
            with explained_file(self._path):
                return self._connection.execute(sql, dict(parameters)).fetchall()
        except ForeignDatabaseError as error:
            raise self.not_understood() if self._cached else error from None

    def not_understood(self) -> UsageError:
        """What is said where rows are not as Arsenal writes them; what is `cached` is removed."""
        if not self._cached:
            return _not_as_written(str(self._path))
        self.close()
        remove_database(self._path)
        message = f"the card database {self._path} in the cache was damaged, and was removed"
        return DamagedCacheError(message, "run the command again: it is made anew")

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
        """What is said where rows are not as Arsenal writes them."""
        return _not_as_written(self._where)

    @property
    def _where(self) -> str:
        return self._engine.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Ask no more."""
        self._connection.close()
        self._engine.dispose()


def remove_database(path: Path) -> None:
    """Remove an SQLite file and what lies beside it, as far as that can be done."""
    for ending in ("", "-wal", "-shm", "-journal", sealing.ENDING):
        with suppress(OSError):
            path.with_name(path.name + ending).unlink()


def value_of(stored: Any) -> Any:
    """A JSON value of a row, which SQLite stores as text."""
    return json.loads(stored) if isinstance(stored, str | bytes) else stored


def _not_as_written(where: str) -> ForeignDatabaseError:
    return ForeignDatabaseError(f"{where} is not a card database as Arsenal makes it", _HELP)


@contextmanager
def explained_file(path: Path) -> Iterator[None]:
    """What SQLite raises for a file, as words for the user."""
    try:
        yield
    except sqlite3.Error as error:
        raise explained(str(path), str(error), is_sqlite=True) from None


def explained(where: str, message: str, *, is_sqlite: bool) -> UnusableDatabaseError:
    """What a database's driver says is wrong, as words for the user."""
    message = message.strip().splitlines()[0].lower() if message.strip() else "it can't be used"
    if (is_sqlite and "not a database" in message) or "malformed" in message:
        return ForeignDatabaseError(f"{where} is not a card database", _HELP)
    if is_sqlite and message.startswith("no such"):  # table or column
        return ForeignDatabaseError(f"{where} is not a card database as Arsenal makes it: {message}", _HELP)
    return UnusableDatabaseError(f"the database {where} can't be used: {message}", "--database picks another one")
