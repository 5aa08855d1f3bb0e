"""The store of cards, a database: its tables, how packs are compiled into it, and how it is read.

`tables` and `building` need SQLAlchemy; `reading` does without where the database is an SQLite file, since importing
that library takes longer than most commands.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.diagnostics import Diagnostic, UsageError

SCHEMA_VERSION = 9
"""Increased when a table changes; a database of another version is built again."""

APPLICATION_ID = 0x4172736E
"""What marks an SQLite file as a card database, in its header: "Arsn"."""

META = "arsenal_meta"
"""The table that marks any card database; no other program has one of that name."""

CARDS_PER_GAME = 10_000_000
"""A card's `pk` is its game's `pk` times this, plus the card's place in the game, counted from 1."""

LONGEST_INDEXED = 200
"""Characters; PostgreSQL's index has only texts up to this length, and no query compares longer ones as a whole."""


class UnusableDatabaseError(UsageError):
    """A database can't be opened, read or written."""


class ForeignDatabaseError(UnusableDatabaseError):
    """A database is not Arsenal's, or too damaged to be read."""


class DamagedCacheError(ForeignDatabaseError):
    """A card database in the cache was damaged, and has been removed: the next call makes it again."""


@dataclass
class BuildReport:
    """What a build did: games compiled, games that were up to date, games removed, and packs with errors.

    `failed` has the faults of such packs, and of decks that are left out, by their ids. `mended` says that the database
    in the cache was damaged, and was made again.
    """

    built: list[str] = field(default_factory=list)
    current: list[str] = field(default_factory=list)
    failed: dict[str, list[Diagnostic]] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    mended: bool = False
