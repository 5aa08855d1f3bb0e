"""Deck files: what they say, and decks written as they are."""

from __future__ import annotations

from builder.decks import Deck
from builder.schema import bundled_schema


def test_deck_files_in_and_out() -> None:
    document = {
        "name": "First Fleet",
        "game": "test",
        "format": "prepared",
        "author": "Ada",
        "cards": {"probe": 2},
    }
    deck = Deck.from_document(document)
    assert deck == Deck("First Fleet", "test", {"main": {"probe": 2}}, "prepared", "Ada")
    assert deck.to_document() == document
    assert deck.size == 2
    sections = {"name": "Two", "game": "test", "sections": {"pool": {"probe": 2}, "side": {"mine": 1}}}
    assert Deck.from_document(sections).to_document() == sections
    assert Deck.from_document({"name": "Bare", "game": "test", "cards": {}}).size == 0
    table = {"name": "Table", "game": "test", "players": 3, "dice": [[["red", "blue"], []]], "cards": {"mine": 1}}
    deck = Deck.from_document(table)
    assert (deck.players, deck.dice) == (3, ((("red", "blue"), ()),))
    assert deck.to_document() == table
    after = {"name": "After", "game": "test", "lost": False, "cards": {"mine": 1}}
    assert Deck.from_document(after).lost is False
    assert Deck.from_document(table).lost is None
    assert Deck.from_document(after).to_document() == after
    for written in (document, sections, table, after):
        assert bundled_schema("deck").problems(Deck.from_document(written).to_document()) == []
