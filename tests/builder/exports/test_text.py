"""Decks as lists of lines, and games as the names of their cards."""

from builder.decks import CardIndex, Deck
from builder.exports import Bundle
from builder.exports.text import export
from tests.support.exported import card, game, of_deck, two_cards


def test_a_deck_is_a_line_a_card() -> None:
    exported = export(of_deck(card(name="Élan Vital"), author="Me"))
    assert exported.content.decode() == "# Name: Pair\n# Game: g\n# Author: Me\n\n2 Élan Vital\n"
    assert exported.losses == ()


def test_a_game_is_the_names_of_its_cards() -> None:
    assert export(Bundle(game(), two_cards())).content == b"One\nTwo\n"


def test_equal_names_are_reported_where_no_ids_are_written() -> None:
    twins = [card(), card(id="two", number=2, name="ONE")]
    made = Bundle(game(), twins, index=CardIndex(twins))
    assert export(made).losses == ["cards with equal names are equal lines: One, ONE"]
    assert not export(made.with_deck(Deck("Pair", "g", {"main": {"one": 1, "two": 1}}))).losses
