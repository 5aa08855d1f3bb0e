"""Datasette: a database that SQLite reads, and metadata that names what is in it."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from builder.exports import target
from builder.exports.bundling import bundle
from tests.support.clients import a_card, deck_bundle, exported, game_bundle, hostile_cards
from tests.support.commands import GAMES
from tests.support.properties import examples
from tests.support.shipped import shipped, shipped_decks, shipped_game, without_machine
from tests.support.strange import WORDS, on_one_line


@contextmanager
def read(content: bytes) -> Iterator[sqlite3.Connection]:
    """The database, whole and without links to what is not there."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        yield connection


def checked(files: Mapping[str, bytes]) -> dict[str, Any]:
    """The metadata, which names tables and columns that are there."""
    said: dict[str, Any] = json.loads(files["metadata.json"])
    assert said.keys() <= {"title", "description", "source", "source_url", "databases"}
    assert {f"{name}.db" for name in said["databases"]} <= files.keys()
    with read(files["cards.db"]) as connection:
        for name, told in said["databases"]["cards"]["tables"].items():
            columns = {row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')}
            if name.startswith("deck") and not columns:
                continue
            assert told.keys() <= {"label_column", "sort", "size", "facets", "columns", "description"}
            named = [told.get("label_column"), told.get("sort"), *told.get("facets", ()), *told.get("columns", ())]
            assert {one for one in named if one} <= columns
    return said


TEXT = "Pay [Oil]: draw.\nOnce."  # of Flare


def test_a_game_has_a_row_for_each_card_and_set() -> None:
    files = exported("datasette", game_bundle()).files
    checked(files)
    with read(files["cards.db"]) as connection:
        assert connection.execute("SELECT * FROM cards").fetchall() == [
            ("flare", "Flare", "core", 1, "Ship", "Reds", "Rare", "2 Oil, 1 Scrap", 3, 3, None, None, TEXT),
            ("undertow", "Undertow", "core", 2, "Ship", "Blues", None, None, None, 0, "Swift", "Down.", None),
            ("old-coin", "Old Coin", "core", 3, "Coin", None, None, None, None, None, None, None, None),
        ]
        sets = connection.execute("SELECT id, name, code, released FROM sets").fetchall()
        assert sets == [("core", "Core", "C", "2026-01-02"), ("more", "More", "M", None)]
        found = connection.execute(
            "SELECT name FROM cards WHERE rowid IN (SELECT rowid FROM cards_fts WHERE cards_fts MATCH '\"draw\"')"
        )
        assert found.fetchall() == [("Flare",)]
        (sql,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'cards_fts'").fetchone()
        assert 'content="cards"' in sql, "by this Datasette finds what searches a table"


def test_a_deck_is_its_cards_and_how_many() -> None:
    found = exported("datasette", deck_bundle())
    assert found.files.keys() == {"cards.db", "metadata.json"}
    checked(found.files)
    with read(found.files["cards.db"]) as connection:
        assert connection.execute("SELECT id, name, size FROM decks").fetchall() == [("pair", "Pair", 4)]
        rows = connection.execute("SELECT section, card, copies FROM deck_cards ORDER BY rowid").fetchall()
    assert rows == [("main", "flare", 2), ("main", "undertow", 1), ("side", "old-coin", 1)]


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_game_and_deck_can_be_read(game: str) -> None:
    made = bundle(shipped(), game, target("datasette"))
    files = target("datasette").export(replace(made, is_whole=False)).files
    checked(files)
    with read(files["cards.db"]) as connection:
        assert connection.execute("SELECT count(*) FROM cards").fetchone() == (len(made.cards),)
        sizes = dict(connection.execute("SELECT deck, sum(copies) FROM deck_cards GROUP BY deck"))
    assert sizes == {deck_id: sum(made.with_deck(deck).counts.values()) for deck_id, deck in made.decks.items()}
    for _, written in shipped_decks(game, "datasette"):
        checked(written.files)


def test_a_whole_game_brings_its_compiled_database() -> None:
    made, found = without_machine("invasion-tcg", "datasette")
    assert found.files.keys() == {"cards.db", "compiled.db", "metadata.json"}
    assert not found.losses
    with read(found.files["compiled.db"]) as connection:
        assert connection.execute("SELECT count(*) FROM card").fetchone()[0] >= len(made.cards)


def test_some_cards_bring_no_decks_that_need_others() -> None:
    made, _ = shipped_game("invasion-tcg", "datasette")
    found = exported("datasette", replace(made, cards=made.cards[:3], is_whole=False))
    assert found.losses == ["compiled.db, with rulings, formats and translations, is made of whole games alone"]
    with read(found.files["cards.db"]) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert "cards" in tables
    assert "decks" not in tables


@given(WORDS, WORDS)
@examples(15)
def test_any_words_come_through(name: str, text: str) -> None:
    said = text.translate(str.maketrans("*{", "  "))
    found = exported("datasette", game_bundle([a_card(name=name, flavor=said)]))
    checked(found.files)
    with read(found.files["cards.db"]) as connection:
        (row,) = connection.execute("SELECT * FROM cards").fetchall()
    assert row[1] == on_one_line(name)


def test_all_hostile_names_at_once_are_all_there() -> None:
    cards = hostile_cards()
    with read(exported("datasette", game_bundle(cards)).files["cards.db"]) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM cards")]
    assert names == [on_one_line(one.name) for one in cards]
