"""What the database holds for searches beside the cards' own rows: an index of all texts, by their trigrams.

`building` calls these in the transaction that builds a game; `columns` reads what they make. PostgreSQL does without.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

from builder.library.search.index import TEXTS
from builder.library.store import CARDS_PER_GAME


def create(connection: Connection) -> None:
    """Make the index anew and empty; called after the tables were made."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("DROP TABLE IF EXISTS card_text"))
        # The texts are folded, so that their case is one already.
        options = f"{', '.join(TEXTS)}, tokenize='trigram case_sensitive 1'"
        connection.execute(text(f"CREATE VIRTUAL TABLE card_text USING fts5({options})"))


def remove(connection: Connection, game_pk: int) -> None:
    """Take a game's cards out; called before or after their rows are deleted."""
    if connection.dialect.name == "sqlite":
        query = text("DELETE FROM card_text WHERE rowid BETWEEN :first AND :last")
        first = game_pk * CARDS_PER_GAME
        connection.execute(query, {"first": first, "last": first + CARDS_PER_GAME - 1})


def add(connection: Connection, game_pk: int) -> None:
    """Add a game's cards; called after the rows of the game, its cards and their fields were inserted."""
    if connection.dialect.name == "sqlite":
        columns = ", ".join(f"group_concat(CASE WHEN field = '{name}' THEN text END, char(10))" for name in TEXTS)
        names = ", ".join(f"'{name}'" for name in TEXTS)
        query = text(  # all that is put into it are the names above
            f"INSERT INTO card_text (rowid, {', '.join(TEXTS)}) SELECT card_pk, {columns} FROM card_field "  # noqa: S608 - see above
            f"WHERE game_id = (SELECT id FROM game WHERE pk = :game) AND field IN ({names}) GROUP BY card_pk"
        )
        connection.execute(query, {"game": game_pk})
