"""The card database: its tables, how packs are compiled into it, and how it is read.

`tables` and `building` need SQLAlchemy; `reading` and `columns` do without where the database is an SQLite file, since
importing that library takes longer than most commands.
"""

from __future__ import annotations

from builder.diagnostics import UsageError

SCHEMA_VERSION = 8
"""Raised when a table changes; a database of another version is built anew."""

APPLICATION_ID = 0x4172736E
"""What marks an SQLite file as a card database, in its header: "Arsn"."""

META = "arsenal_meta"
"""The table that marks any card database; no other program has one of that name."""

CARDS_PER_GAME = 10_000_000
"""A card's `pk` is its game's `pk` times this, plus the card's place in the game, counted from 1."""

LONGEST_INDEXED = 200
"""Characters; PostgreSQL's index entries hold no long texts, and no query compares those whole."""


class UnusableDatabaseError(UsageError):
    """A database can't be used."""


class ForeignDatabaseError(UnusableDatabaseError):
    """A database is not Arsenal's, or so damaged that it can't be read."""


class DamagedCacheError(ForeignDatabaseError):
    """A card database in the cache was damaged, and is gone now: asked for once more, it is made anew."""
