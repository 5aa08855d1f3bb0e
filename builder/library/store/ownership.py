"""Whether a database is Arsenal's own: by a mark that nothing else has. Tables of others are never touched.

An SQLite file is marked in its header (`PRAGMA application_id`), any database by the table `arsenal_meta`, which also
names the tables that were made. Only those are ever dropped.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, inspect, select, text
from sqlmodel import SQLModel, col

from builder.library.store import APPLICATION_ID, SCHEMA_VERSION, ForeignDatabaseError, tables

_HELP = (
    "give Arsenal a database of its own with --database; if this is one that an earlier Arsenal made, delete it: it is "
    "made anew from the packs"
)


def is_current(connection: Connection) -> bool:
    """Whether the tables are ours and of this version. Raises ForeignDatabaseError where the database is not ours."""
    return _is_marked(connection) and _fact(connection, "schema_version") == str(SCHEMA_VERSION)


def take(connection: Connection, names: Collection[str]) -> bool:
    """Make the tables, of these names, where they are not there or of another version; whether they were made.

    Raises ForeignDatabaseError, with nothing changed, where the database is not ours.
    """
    if is_current(connection):
        return False
    quote = connection.dialect.identifier_preparer.quote
    if _is_marked(connection):
        for name in reversed(_fact(connection, "tables").split()):
            connection.execute(text(f"DROP TABLE IF EXISTS {quote(name)}"))
    if taken := sorted(set(inspect(connection).get_table_names()) & set(names)):
        raise ForeignDatabaseError(f"this database holds other tables called {', '.join(taken)}", _HELP)
    SQLModel.metadata.create_all(connection)
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
    facts = {"schema_version": str(SCHEMA_VERSION), "tables": " ".join(names)}
    connection.execute(tables.MetaRow.__table__.insert(), [{"name": k, "value": v} for k, v in facts.items()])  # type: ignore[attr-defined]  # SQLModel sets it at run time
    return True


def _is_marked(connection: Connection) -> bool:
    """Whether the database has our mark; False for an empty one. Raises ForeignDatabaseError for any other."""
    names = inspect(connection).get_table_names()
    if connection.dialect.name == "sqlite":
        mark = connection.execute(text("PRAGMA application_id")).scalar()
        if mark != APPLICATION_ID and (mark or connection.execute(text("SELECT 1 FROM sqlite_master")).first()):
            held = f": {', '.join(sorted(names)[:5])}" if names else ""
            raise ForeignDatabaseError(f"this database is not Arsenal's; it holds other tables{held}", _HELP)
    return tables.MetaRow.__tablename__ in names


def _fact(connection: Connection, name: str) -> str:
    query = select(col(tables.MetaRow.value)).where(col(tables.MetaRow.name) == name)
    return str(connection.execute(query).scalar() or "")
