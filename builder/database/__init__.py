"""The card database: its tables, how packs are compiled into it, and how it is read.

`tables` and `building` need SQLAlchemy; `reading` and `columns` do without where the database is an SQLite file, since
importing that library takes longer than most commands.
"""

from __future__ import annotations

SCHEMA_VERSION = 6
"""Raised when a table changes; a database of another version is built anew."""

CARDS_PER_GAME = 10_000_000
"""A card's `pk` is its game's `pk` times this, plus the card's place in the game, counted from 1."""

LONGEST_INDEXED = 200
"""Characters; PostgreSQL's index entries hold no long texts, and no query compares those whole."""
