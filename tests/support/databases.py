"""Databases in memory, and what a database says."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, select
from sqlmodel import create_engine

from builder.checks import check_pack
from builder.library.store.building import _TABLES, build
from builder.packs.pack import Pack


@contextmanager
def in_memory(*packs: Pack) -> Iterator[Engine]:
    """An SQLite database in memory, with these packs compiled into it."""
    made = create_engine("sqlite://")
    if packs:
        build(made, packs, check_pack)
    yield made
    made.dispose()


def dump(engine: Engine) -> Iterator[str]:
    """Every row of every table as a line of text, in a fixed order: equal databases have equal dumps."""
    with engine.connect() as connection:
        for table in _TABLES:
            columns = [c for c in table.__table__.columns if c.name != "root"]  # type: ignore[attr-defined]  # SQLModel sets it at run time
            order = list(table.__table__.primary_key.columns)  # type: ignore[attr-defined]  # as above
            for row in connection.execute(select(*columns).order_by(*order)):
                yield f"{table.__tablename__}: {tuple(row)!r}"
