"""The database: built from packs in one transaction, by whoever comes first, and never left half-made."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, Engine

from builder.checks import check_pack
from builder.diagnostics import UsageError
from builder.library.store import APPLICATION_ID, CARDS_PER_GAME, BuildReport
from builder.library.store import building as database
from builder.library.store.building import add_texts, create_texts, remove_texts
from builder.packs.pack import Pack, read
from tests.support import databases
from tests.support.commands import ROOT
from tests.support.games import GERMAN, RULINGS
from tests.support.packs import checked, deck
from tests.support.printings import reprinted
from tests.support.queries import CARDS, fill


def build(url: str, *packs: Path | Pack) -> BuildReport:
    found = [pack if isinstance(pack, Pack) else read(pack) for pack in packs]
    return database.build(database.connect(url), found, check_pack)


def dump(url: str) -> list[str]:
    return list(databases.dump(database.connect(url)))


def rename_first_card(pack: Path, name: str) -> None:
    cards = pack / "sets/core/cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("name: Coal Sprite\n", f"name: {name}\n", 1), "utf-8")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "cards.db")
    found: str = request.getfixturevalue("empty_postgres_url")
    return found


@pytest.mark.long
def test_build_compiles_then_finds_nothing_to_do_then_follows_a_change(url: str, own_pack: Path) -> None:
    assert build(url, own_pack).built == ["moon-duel"]
    first = dump(url)
    assert build(url, own_pack).current == ["moon-duel"]
    rename_first_card(own_pack, "Renamed by Hand")
    assert build(url, own_pack).built == ["moon-duel"]
    assert "Renamed by Hand" in str(dump(url))
    assert len(dump(url)) == len(first)


def test_a_pack_with_errors_leaves_the_last_good_state(url: str, own_pack: Path) -> None:
    build(url, own_pack)
    before = dump(url)
    rename_first_card(own_pack, "[not, a, name]")
    report = build(url, own_pack)
    assert list(report.failed) == ["moon-duel"]
    assert dump(url) == before


def test_a_deck_with_errors_is_left_out_and_reported(tmp_path: Path) -> None:
    report = build(str(tmp_path / "cards.db"), checked(decks__bad_yaml=deck(cards={"flair": 1})).pack)
    assert (report.built, [*report.failed]) == (["my-game"], ["my-game/bad"])


def test_a_game_whose_pack_is_gone_is_removed(url: str, own_pack: Path) -> None:
    build(url, own_pack)
    assert build(url).removed == ["moon-duel"]
    assert dump(url) == []


def test_equal_packs_make_equal_databases(url: str, tmp_path: Path) -> None:
    pack = checked(**reprinted(rulings_yaml=RULINGS, locales__de_yaml=GERMAN)).pack
    build(url, pack)
    build(str(tmp_path / "other.db"), replace(pack, root=Path("elsewhere/my-game")))
    assert dump(url) == dump(str(tmp_path / "other.db"))
    tables = {line.partition(":")[0] for line in dump(url)}
    assert tables == {str(table.__tablename__) for table in database._TABLES}, "each has rows"


BUILD = """
import sys
from pathlib import Path
from builder.library.store import building as database
from builder.checks import check_pack
from builder.packs.pack import read
real = database._compile_decks
def waiting(*args):  # in the middle of the transaction
    real(*args)
    print("half-way", flush=True)
    input()
database._compile_decks = waiting
print(database.build(database.connect(sys.argv[1]), [read(Path(sys.argv[2]))], check_pack).built)
"""


def half_way(url: str, pack: Path) -> subprocess.Popen[str]:
    """A process that builds the database, and waits in the middle of it for a line."""
    command = [sys.executable, "-c", BUILD, url, str(pack)]
    pipe = subprocess.PIPE
    child = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT)
    assert child.stdout is not None
    assert child.stdout.readline() == "half-way\n"
    return child


@pytest.mark.long
def test_who_reads_while_a_build_runs_or_after_it_is_killed_finds_the_last_good_state(url: str, own_pack: Path) -> None:
    build(url, own_pack)
    before = dump(url)
    rename_first_card(own_pack, "Killed Half-way")
    child = half_way(url, own_pack)
    assert dump(url) == before
    child.kill()
    child.communicate()
    assert dump(url) == before
    assert build(url, own_pack).built == ["moon-duel"]
    assert "Killed Half-way" in str(dump(url))


@pytest.mark.long
def test_two_builds_at_once_both_end_well(url: str, own_pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, begun, prepare = half_way(url, own_pack), Event(), database._prepare

    def prepared(connection: Connection) -> None:
        prepare(connection)
        begun.set()

    monkeypatch.setattr(database, "_prepare", prepared)
    with ThreadPoolExecutor() as threads:
        second = threads.submit(build, url, own_pack)
        assert not begun.wait(0.5), "it waits for the first"
        assert first.communicate("go on\n") == ("['moon-duel']\n", "")
        assert second.result().current == ["moon-duel"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mysql://localhost/cards", "not supported"),
        ("://", "can't be read"),
        ("/no/such/folder/cards.db", "can't be used"),
        ("postgresql://nobody@127.0.0.1:1/none", "can't be used"),
    ],
)
def test_a_database_that_cannot_work_is_explained(given: str, said: str, own_pack: Path) -> None:
    with pytest.raises(UsageError, match=said):
        build(given, own_pack)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, own_pack: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes, not a database " * 100)
    with pytest.raises(UsageError, match="not a card database"):
        build(str(file), own_pack)
    assert file.read_text().startswith("my notes")


def everything_in(path: Path) -> tuple[list[str], tuple[str]]:
    with closing(sqlite3.connect(path)) as theirs:
        journal: tuple[str] = theirs.execute("PRAGMA journal_mode").fetchone()
        return list(theirs.iterdump()), journal


@pytest.mark.parametrize(
    "sql",
    [
        "create table card (secret text); insert into card values ('mine');",
        "create table meta (name, value); insert into meta values ('schema_version', '4'); create table card (secret);",
        "create table meta (name, value); insert into meta values ('schema_version', '5');",
        "create table arsenal_meta (name, value); create table card (secret text);",
        "create table notes (note text);",
        "pragma application_id = 1196444487;",
    ],
)
def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path, sql: str, own_pack: Path) -> None:
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path)) as theirs:
        theirs.executescript(sql)
    before = everything_in(path)
    with pytest.raises(UsageError, match="not Arsenal's") as caught:
        build(str(path), own_pack)
    assert "give Arsenal a database of its own with --database" in caught.value.help
    assert everything_in(path) == before


def test_tables_that_somebody_adds_to_a_card_database_stay(tmp_path: Path, own_pack: Path) -> None:
    path = tmp_path / "cards.db"
    build(str(path), own_pack)
    with closing(sqlite3.connect(path)) as ours:
        ours.executescript("create table notes (note text); insert into notes values ('mine');")
        ours.execute("update arsenal_meta set value = '0' where name = 'schema_version'")
        ours.commit()
    assert build(str(path), own_pack).built == ["moon-duel"]
    with closing(sqlite3.connect(path)) as ours:
        assert ours.execute("select note from notes").fetchall() == [("mine",)]


def test_tables_of_somebody_else_on_a_server_are_left_alone(empty_postgres_url: str, own_pack: Path) -> None:
    engine = database.connect(empty_postgres_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("create table notes (note text)")
    assert build(empty_postgres_url, own_pack).built == ["moon-duel"]
    with engine.begin() as connection:
        connection.exec_driver_sql("drop schema public cascade")
        connection.exec_driver_sql("create schema public")
        connection.exec_driver_sql("create table meta (name text, value text)")
        connection.exec_driver_sql("create table card (secret text)")
        connection.exec_driver_sql("insert into card values ('mine')")
    with pytest.raises(UsageError, match="holds other tables called card"):
        build(empty_postgres_url, own_pack)
    with engine.begin() as connection:
        assert connection.exec_driver_sql("select secret from card").scalar() == "mine"


def test_an_empty_file_becomes_a_card_database(tmp_path: Path, own_pack: Path) -> None:
    path = tmp_path / "cards.db"
    path.touch()
    assert build(str(path), own_pack).built == ["moon-duel"]
    with closing(sqlite3.connect(path)) as ours:
        assert ours.execute("pragma application_id").fetchone() == (APPLICATION_ID,)


@pytest.mark.long
def test_a_database_of_another_version_is_built_anew(url: str, own_pack: Path) -> None:
    build(url, own_pack)
    first = dump(url)
    with database.connect(url).begin() as old:
        old.exec_driver_sql("update arsenal_meta set value = '0' where name = 'schema_version'")
    assert build(url, own_pack).built == ["moon-duel"]
    assert dump(url) == first


def test_a_game_is_known_by_its_folder_when_its_file_breaks(url: str, own_pack: Path) -> None:
    own = own_pack.rename(own_pack.parent / "my-own-name")
    build(url, own)
    before = dump(url)
    game = own / "game.yaml"
    game.write_text(game.read_text("utf-8") + "x: [\n", "utf-8")
    assert list(build(url, own).failed) == ["moon-duel"]
    assert dump(url) == before


# The index of all texts: games come into it and go out of it one at a time


@pytest.fixture
def engine() -> Iterator[Engine]:
    with databases.in_memory() as made:
        fill(made, CARDS)
        yield made


def found(engine: Engine, phrase: str) -> list[int]:
    with engine.connect() as connection:
        sql = "SELECT rowid FROM card_text WHERE card_text MATCH ? ORDER BY rowid"
        return [row for (row,) in connection.exec_driver_sql(sql, (phrase,))]


def test_the_index_forgets_a_game_that_is_removed(tmp_path: Path, own_pack: Path) -> None:
    url = str(tmp_path / "cards.db")
    for packs, places in (([own_pack], [CARDS_PER_GAME + 7]), ([], [])):
        build(url, *packs)
        assert found(database.connect(url), '"moon whale"') == places


def test_a_game_leaves_the_others_alone(engine: Engine) -> None:
    fill(engine, CARDS[:2], game="pirates", pk=2)
    assert found(engine, '"corsair"') == [CARDS_PER_GAME + 1, 2 * CARDS_PER_GAME + 1]
    with engine.begin() as connection:
        remove_texts(connection, 1)
    assert found(engine, '"corsair"') == [2 * CARDS_PER_GAME + 1]
    with engine.begin() as connection:
        add_texts(connection, 1)
    assert found(engine, '"corsair"') == [CARDS_PER_GAME + 1, 2 * CARDS_PER_GAME + 1]


def test_made_anew_it_is_empty(engine: Engine) -> None:
    with engine.begin() as connection:
        create_texts(connection)
    assert found(engine, '"corsair"') == []
