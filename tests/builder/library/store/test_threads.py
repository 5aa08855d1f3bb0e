"""A command closes each database connection that it opened, in the thread that opened it.

A connection that is merely dropped is rolled back by whichever thread the garbage collector happens to run in, and
SQLite refuses that: a traceback appears in the middle of whatever that thread was doing.
"""

import gc
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from unittest import TestCase

import pytest

from tests.support.commands import Arsenal

COMMANDS = [
    ("build", 0),
    ("games --database notes.txt", 2),
    ("search is:pinnacle", 0),
    ("search cost<=abc", 1),
    ("show no-such-card", 2),
    ("check earthwall", 0),
    ("images earthwall --cards is:pinnacle -o deck", 0),
]


class _Recorded(sqlite3.Connection):
    """A connection that is remembered."""

    opened: list[sqlite3.Connection]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.opened.append(self)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """All connections to SQLite that are opened from here on."""
    connect = sqlite3.connect
    monkeypatch.setattr(_Recorded, "opened", [], raising=False)

    def recording(*args: Any, **options: Any) -> sqlite3.Connection:
        return connect(*args, **{"factory": _Recorded, **options})

    for module in (sqlite3, sqlite3.dbapi2):  # SQLAlchemy takes it from the second
        monkeypatch.setattr(module, "connect", recording)
    return _Recorded.opened


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """Nothing is collected by chance."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(("line", "code"), COMMANDS)
@pytest.mark.usefixtures("_no_collection")
def test_a_command_leaves_no_connection_open(
    arsenal: Arsenal, opened: list[sqlite3.Connection], tmp_path: Path, line: str, code: int
) -> None:
    (tmp_path / "notes.txt").write_text("no database\n" * 100)
    arsenal(*line.split(), code=code)
    assert opened
    assert [connection for connection in opened if _is_open(connection)] == []


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("select 1")
    except sqlite3.ProgrammingError:  # closed
        return False
    return True


@pytest.mark.long
@pytest.mark.usefixtures("_no_collection", "alone")
def test_what_a_command_leaves_can_be_collected_in_any_thread(arsenal: Arsenal, own_pack: Path, tmp_path: Path) -> None:
    gc.collect()  # what other tests have left
    for database in ("sqlite://", str(tmp_path / "cards.db")):
        assert "Flare" in arsenal("search", "flare", "--packs", str(own_pack), "--database", database).stdout
    with TestCase().assertNoLogs(level="ERROR"):
        collecting = Thread(target=gc.collect)
        collecting.start()
        collecting.join()
