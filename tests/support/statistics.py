"""A deck and a table of dice whose statistics tests look at."""

from __future__ import annotations

from typing import Any

from builder.decks import CardIndex, Deck
from builder.decks.statistics import Statistics, statistics
from builder.games import Format, Question, game_from
from tests.support.cards import INDEX, bare_card

SCHEMA = {
    "properties": {
        "id": {"type": "string"},
        "number": {"type": "integer"},
        "name": {"type": "string"},
        "faction": {"title": "Faction", "type": "string", "x-vocabulary": "factions"},
        "type": {"title": "Type", "type": "string", "enum": ["ship", "structure", "action"]},
        "rarity": {"title": "Rarity", "type": "string", "enum": ["pinnacle", "supreme"]},
        "cost": {
            "title": "Cost",
            "type": "object",
            "properties": {"oil": {"type": "integer"}, "scrap": {"type": "integer"}},
        },
        "weapons": {"title": "Weapons", "type": "integer"},
        "traits": {"title": "Traits", "type": "array", "items": {"enum": ["fast", "big"]}},
    }
}

WORDS: dict[str, Any] = {
    "sets": {"first": {}, "second": {}},
    "factions": {key: {} for key in ("pirates", "terrans", "invaders", "organics", "neutral")},
}
GAME = game_from(WORDS, SCHEMA)
FLEET = Deck(
    "Fleet",
    "test",
    {"main": {"scrap-tug": 2, "flagship": 1, "mine": 2, "vim": 3, "gone": 4}, "side": {"probe": 1}},
)


def format_of(**setup: Any) -> Format:
    """A format with these facts of play."""
    return Format("test", "Test", setup=setup)


def of_fleet(section: str = "", **setup: Any) -> Statistics:
    """The statistics of the fleet, by a format with these facts of play."""
    return statistics(FLEET, INDEX, GAME, format_of(**setup), section=section)


DIE = [["hit"], ["hit", "hit"], ["miss"], []]
TABLE = CardIndex(
    [
        bare_card("attack-die", "Attack Die", faces=DIE, type="die"),
        bare_card("coin", "Coin", faces=[["heads"], ["tails"]], type="die"),
        bare_card("city", "City", type="board"),
    ]
)
TABLE_GAME = game_from(
    {
        "symbols": {"hit": {"name": "Hit"}, "miss": {"name": "Miss"}},
        "types": {"die": {"form": "die"}, "board": {"form": "board"}},
    },
    {"properties": {"type": {"enum": ["die", "board"]}, "faces": {"type": "array"}}},
)
ODDS = (
    Question("Two hits in three dice", roll={"attack-die": 3}, want={"hit": 2}, rerolls=1),
    Question("A hit against a coin " * 5, attack={"attack-die": 1}, defense={"coin": 1}, blocks=("heads",)),
    Question("A card that is no die", roll={"city": 1}, want={"hit": 1}),
)


def of_table(cards: dict[str, int], dice: Any = ()) -> Statistics:
    """The statistics of a table with these cards, and dice that a player made."""
    deck = Deck("Table", "test", {"main": cards}, dice=dice)
    return statistics(deck, TABLE, TABLE_GAME, Format("test", "Test", odds=ODDS))
