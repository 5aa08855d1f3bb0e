"""The store read as games: which it has, made from what, and what it says when it changes."""

from contextlib import closing

from sqlmodel import SQLModel, create_engine

from builder.checks import check_pack
from builder.library.store import APPLICATION_ID
from builder.library.store.building import build
from builder.library.store.reading import keys
from tests.support.games import small_games
from tests.support.queries import CARDS, SharedReader, fill, found, opened


def test_keys_say_what_each_game_was_made_from() -> None:
    engine = create_engine("sqlite://")
    packs = [checked.pack for checked in small_games()]
    build(engine, packs, check_pack)
    with closing(SharedReader(engine)) as reader:
        assert keys(reader) == {packs[0].key: "my-game", packs[1].key: "tide-duel"}
    engine.dispose()


def test_no_keys_are_known_of_another_version_or_of_other_tables() -> None:
    engine = create_engine("sqlite://")
    with closing(SharedReader(engine)) as reader:
        assert keys(reader) == {}
    SQLModel.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.exec_driver_sql("INSERT INTO arsenal_meta VALUES ('schema_version', '0')")
    fill(engine, CARDS)
    with closing(SharedReader(engine)) as reader:
        assert reader.rows("SELECT id FROM game") == [("invaders",)]
        assert keys(reader) == {}
    engine.dispose()


def test_a_game_that_changed_is_read_anew() -> None:
    engine = create_engine("sqlite://")
    fill(engine, CARDS)
    with opened(engine) as catalog:
        assert found(catalog, "type:ship") == ["rust-corsair", "scout", "dreadnought"]
    fill(engine, CARDS[:2])
    with opened(engine) as catalog:
        assert found(catalog, "type:ship") == ["rust-corsair"]
    engine.dispose()
