"""A game of a few fields, and cards and a deck of it, to be exported without a pack."""

from typing import Any

from builder.decks import Deck
from builder.documents.data import Data
from builder.exports import Bundle
from builder.games import Card, Game, card_from, game_from


def game() -> Game:
    properties: dict[str, Data] = {key: {"type": "string"} for key in ("id", "name", "type", "text")}
    more: dict[str, Data] = {"number": {"type": "integer"}, "keywords": {"type": "array", "items": {"type": "string"}}}
    return game_from({"id": "g", "name": "G", "edition": "2"}, {"properties": {**properties, **more}})


def card(**definition: Any) -> Card:
    return card_from({"id": "one", "number": 1, "name": "One", "type": "ship", **definition}, "g", "s")


def two_cards() -> list[Card]:
    return [card(), card(id="two", number=2, name="Two")]


def of_deck(*cards: Card, **words: Any) -> Bundle:
    """These cards, or two, in a deck that holds two of each in its one section unless `words` of the deck say else."""
    listed = list(cards) or two_cards()
    sections = {"main": {one.id: 2 for one in listed}}
    deck = Deck(**{"name": "Pair", "game": "g", "sections": sections, **words})
    return Bundle(game(), listed, deck)
