"""Deck files: what they say, and decks written as they are."""

import pytest

from builder.decks import CardIndex, Deck
from builder.schema import bundled_schema
from tests.support.cards import bare_card


def test_deck_files_in_and_out() -> None:
    document = {"name": "First Fleet", "game": "test", "format": "prepared", "author": "Ada", "cards": {"probe": 2}}
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


# The cards of one game, found by what people write


CARDS = CardIndex(
    [
        bare_card("scrap-tug", "Scrap Tug"),
        bare_card("flagship", "Flagship"),
        bare_card("your-turn", "Your Turn, Captains", aliases=["captains-all"]),
        bare_card("elan", "Élan Vital"),
    ]
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Scrap Tgu", 'did you mean "Scrap Tug" (scrap-tug)?'),
        ("scrap-tgu", 'did you mean "Scrap Tug" (scrap-tug)?'),
        ("tug scrap", 'did you mean "Scrap Tug" (scrap-tug)?'),
        ("elan vitall", 'did you mean "Élan Vital" (elan)?'),
        ("captain-all", 'did you mean "Your Turn, Captains" (your-turn)?'),
        ("captains your trun", 'did you mean "Your Turn, Captains" (your-turn)?'),
        ("zzzz", ""),
        ("", ""),
        ("x" * 100_000, ""),
    ],
)
def test_what_was_meant(words: str, expected: str) -> None:
    assert CARDS.meant(words) == expected


def test_two_cards_may_be_meant() -> None:
    cards = CardIndex([bare_card("card", "Card"), bare_card("cart", "Cart"), bare_card("carp", "Carp")])
    assert cards.meant("Carx") == 'did you mean "Card" (card) or "Carp" (carp)?'
