"""The store read as games: which it has, made from what, and what it says when it changes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from sqlmodel import create_engine

from builder.diagnostics import UsageError
from builder.library.store import APPLICATION_ID
from builder.library.store.reading import EngineReader, FileReader, Reader, explained, keys
from builder.library.store.sealing import ENDING, copy, is_broken, seal
from tests.support.databases import in_memory
from tests.support.games import small_games
from tests.support.queries import CARDS, SharedReader, fill


def test_keys_say_what_each_game_was_made_from() -> None:
    packs = [checked.pack for checked in small_games()]
    with in_memory(*packs) as engine, closing(SharedReader(engine)) as reader:
        assert keys(reader) == {packs[0].key: "my-game", packs[1].key: "tide-duel"}


def test_no_keys_are_known_of_another_version_or_of_other_tables() -> None:
    with in_memory() as engine:
        with closing(SharedReader(engine)) as reader:
            assert keys(reader) == {}
        fill(engine, CARDS)
        with engine.begin() as connection:
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.exec_driver_sql("INSERT INTO arsenal_meta VALUES ('schema_version', '0')")
        with closing(SharedReader(engine)) as reader:
            assert reader.rows("SELECT id FROM game") == [("invaders",)]
            assert keys(reader) == {}


# Databases asked in SQL, and what is wrong with them in words for the user


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "cards.db"
    with sqlite3.connect(made) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE card (id TEXT, cost INTEGER)")
        connection.execute("INSERT INTO card VALUES ('flare', 1), ('whale', 5)")
    connection.close()
    return made


@pytest.fixture(params=["file", "engine"])
def reader(request: pytest.FixtureRequest, path: Path) -> Iterator[Reader]:
    made: Reader = FileReader(path) if request.param == "file" else EngineReader(create_engine(f"sqlite:///{path}"))
    yield made
    made.close()


def test_rows_with_and_without_parameters(reader: Reader) -> None:
    assert reader.is_sqlite
    assert reader.rows("SELECT id, cost FROM card ORDER BY id") == [("flare", 1), ("whale", 5)]
    assert reader.rows("SELECT id FROM card WHERE cost > :least", {"least": 2}) == [("whale",)]
    assert reader.rows("SELECT id FROM card WHERE id = :id", {"id": "' OR 1 --"}) == []


def test_a_file_is_read_as_it_was_at_the_first_question(path: Path) -> None:
    count = "SELECT count(*) FROM card"
    with closing(FileReader(path)) as reader:
        assert reader.rows(count) == [(2,)]
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("DELETE FROM card")
        assert reader.rows(count) == [(2,)]
    with closing(FileReader(path)) as later:
        assert later.rows(count) == [(0,)]


def test_any_thread_may_close_a_file(path: Path) -> None:
    reader = FileReader(path)
    thread = Thread(target=reader.close)
    thread.start()
    thread.join()
    with pytest.raises(UsageError, match="closed"):
        reader.rows("SELECT 1")


def test_a_file_that_is_no_database_cannot_be_opened_or_lacks_a_table_is_explained(tmp_path: Path, path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("my notes\n" * 100)
    with closing(FileReader(notes)) as reader, pytest.raises(UsageError, match=r"notes\.txt is not a card") as raised:
        reader.rows("SELECT 1 FROM card")
    assert raised.value.help.startswith("delete it if it is Arsenal's")
    with pytest.raises(UsageError, match="can't be used: unable to open"):
        FileReader(tmp_path / "nowhere" / "cards.db")
    lacking = "is not a card database as Arsenal makes it: no such table: game"
    with closing(FileReader(path)) as reader, pytest.raises(UsageError, match=lacking):
        reader.rows("SELECT 1 FROM game")


@pytest.mark.parametrize(
    ("message", "is_sqlite", "said"),
    [
        ("file is not a database", True, "cards.db is not a card database"),
        ("Database disk image is MALFORMED", True, "cards.db is not a card database"),
        ("That is not a database", False, "the database cards.db can't be used: that is not a database"),
        ("Connection refused\n  Is it running?", False, "the database cards.db can't be used: connection refused"),
        (" \n", True, "the database cards.db can't be used: it can't be used"),
    ],
)
def test_what_a_driver_says_as_words_for_the_user(message: str, is_sqlite: bool, said: str) -> None:
    assert str(explained("cards.db", message, is_sqlite=is_sqlite)) == said


# What a seal says of a database, and what is made of a seal that is damaged


@pytest.mark.parametrize("said", [b"", b"1 2\nno digest", b"\xff\xfe\x00", b"\x80" * 300])
def test_a_damaged_seal_is_not_believed(said: bytes, tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    database.write_bytes(b"cards")
    assert not is_broken(database)  # without a seal
    seal(database)
    assert not is_broken(database)
    (tmp_path / f"cards.db{ENDING}").write_bytes(said)
    assert is_broken(database)


def test_a_copy_is_made_of_what_is_as_it_was_sealed_and_only_where_nothing_is(tmp_path: Path) -> None:
    database, other = tmp_path / "cards.db", tmp_path / "other.db"
    database.write_bytes(b"cards")
    copy(database, other)
    assert not other.exists()  # without a seal
    seal(database)
    copy(database, other)
    assert other.read_bytes() == b"cards"
    database.write_bytes(b"more cards")
    for changed in (other, tmp_path / "third.db"):
        copy(database, changed)
    assert other.read_bytes() == b"cards"
    seal(database)
    copy(database, other)
    assert other.read_bytes() == b"cards"
    log = tmp_path / "fourth.db-wal"
    log.write_bytes(b"of a database that is gone")
    copy(database, tmp_path / "fourth.db")
    log.unlink()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cards.db", f"cards.db{ENDING}", "other.db"]
