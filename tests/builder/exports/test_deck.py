"""Decks as deck files: what is written is read back as the same deck, and near names are taken on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.decks import Deck
from builder.diagnostics import FindingsError
from builder.exports.bundling import ExportRequest
from builder.exports.writing import export_to
from builder.library import OpenedDeck
from tests.support.catalogs import small_catalog


def test_a_deck_file_is_read_back_as_the_same_deck(tmp_path: Path) -> None:
    sections = {"main": {"flare": 2, "undertow": 1}, "side": {"flare": 1}}
    deck = Deck('Two: "and" more', "my-game", sections, "standard", "Me", "First.\nSecond.", 2, lost=False)
    catalog = small_catalog()
    done = export_to(catalog, OpenedDeck("mine", deck), "deck", tmp_path / "mine.yaml", ExportRequest(force=True))
    assert done.line.endswith("4 cards as a deck file")
    assert catalog.open_deck(str(tmp_path / "mine.yaml")).deck == deck


def test_near_names_are_taken_where_that_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "pasted.txt"
    path.write_text("# Game: my-game\n2 Flrae\n1 Undertow\n", "utf-8")
    with pytest.raises(FindingsError, match='there is no card "Flrae"'):
        export_to(small_catalog(), str(path), "deck", tmp_path / "mine.yaml", ExportRequest(force=True))
    wanted = ExportRequest(force=True, accept=True)
    done = export_to(small_catalog(), str(path), "deck", tmp_path / "mine.yaml", wanted)
    assert done.notes == ('"Flrae" was taken for Flare',)
    assert small_catalog().open_deck(str(tmp_path / "mine.yaml")).deck.sections == {"main": {"flare": 2, "undertow": 1}}


def test_a_list_is_called_after_its_file_where_it_says_no_name(tmp_path: Path) -> None:
    (tmp_path / "dusk.txt").write_text("2 Flare\n", "utf-8")
    (tmp_path / "named.txt").write_text("# Name: Dawn\n2 Flare\n", "utf-8")
    catalog = small_catalog()
    assert catalog.open_deck(str(tmp_path / "dusk.txt")).deck.name == "dusk"
    assert catalog.open_deck(str(tmp_path / "named.txt")).deck.name == "Dawn"
