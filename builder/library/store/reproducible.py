"""Databases as bytes that depend only on the data: that of one game, and others made in the same way."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import OperationalError

from builder.checks import check_pack
from builder.diagnostics import FindingsError, UsageError
from builder.library.store.building import build, connect
from builder.packs.pack import Pack
from builder.storage.resources import temporary_folder

# Where the file's header counts changes and names the library that wrote it (SQLite's file format, section 1.3).
_COUNTER, _COUNTED_BY, _LIBRARY = slice(24, 28), slice(92, 96), slice(96, 100)
_LIBRARY_VERSION = 3_037_000


def database_of(pack: Pack) -> bytes:
    """An SQLite file with only the pack's game, without names of files.

    Raises FindingsError for a pack with errors, UsageError where no file can be written.
    """
    with _workplace() as folder:
        made = folder / "made.db"
        engine = connect(str(made))
        try:
            report = build(engine, [pack], check_pack)
        finally:
            engine.dispose()
        if not report.built:
            raise FindingsError([one for diagnostics in report.failed.values() for one in diagnostics])

        def forget(connection: sqlite3.Connection) -> None:
            _forget_places(connection)
            _put_indexes_in_order(connection)

        return _packed(made, forget)


def packed(fill: Callable[[sqlite3.Connection], object]) -> bytes:
    """An SQLite file with what `fill` puts into it. Raises UsageError where no file can be written."""
    with _workplace() as folder:
        return _packed(folder / "made.db", fill)


@contextmanager
def _workplace() -> Iterator[Path]:
    """A temporary folder. Raises UsageError where files can't be written there."""
    place = temporary_folder()
    try:
        with tempfile.TemporaryDirectory(dir=place, ignore_cleanup_errors=True) as folder:
            yield Path(folder)
    except (OSError, sqlite3.OperationalError, OperationalError) as error:
        cause = error.orig if isinstance(error, OperationalError) else error
        reason = str(getattr(cause, "strerror", None) or cause).lower()
        raise UsageError.of("stops", "database.place", path=place, why=reason) from None


def _packed(made: Path, change: Callable[[sqlite3.Connection], object]) -> bytes:
    """The bytes of a database file after a change, without anything that differs between two builds."""
    written = made.with_name("packed.db")
    connection = sqlite3.connect(made, isolation_level=None)
    try:
        connection.execute("BEGIN")
        change(connection)
        connection.execute("COMMIT")
        connection.execute("VACUUM INTO ?", (str(written),))
    finally:
        connection.close()
    content = bytearray(written.read_bytes())
    content[_COUNTER] = content[_COUNTED_BY] = (1).to_bytes(4, "big")
    content[_LIBRARY] = _LIBRARY_VERSION.to_bytes(4, "big")
    return bytes(content)


def _forget_places(connection: sqlite3.Connection) -> None:
    """Remove the paths and places of the pack's files."""
    connection.execute("UPDATE game SET root = '', key = '', bundled = 0")
    for game_id, expansions in connection.execute("SELECT id, expansions FROM game").fetchall():
        forgotten = json.dumps([{**one, "root": ""} for one in json.loads(expansions)])
        connection.execute("UPDATE game SET expansions = ? WHERE id = ?", (forgotten, game_id))
    for table in ("game", "card", "printing", "translation"):
        connection.execute(f"UPDATE {table} SET places = '[]'")  # noqa: S608 - one of those four


def _put_indexes_in_order(connection: sqlite3.Connection) -> None:
    """Make the indexes again in the order of their names: SQLAlchemy makes them in an order that changes."""
    indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
    made = connection.execute(indexes).fetchall()
    for name, _ in made:
        quoted = name.replace('"', '""')
        connection.execute(f'DROP INDEX "{quoted}"')
    for _, sql in made:
        connection.execute(sql)
