"""Games and cards as types: what all other rooms talk about. Nothing here reads or writes."""

from __future__ import annotations

from builder.games.card import UNLIMITED, Card, Fact, card_from, facts_of
from builder.games.fields import Field
from builder.games.game import CardSet, CardType, Component, Faction, Game, Symbol, Word, game_from, with_definition
from builder.games.ruling import Ruling

__all__ = [
    "UNLIMITED",
    "Card",
    "CardSet",
    "CardType",
    "Component",
    "Fact",
    "Faction",
    "Field",
    "Game",
    "Ruling",
    "Symbol",
    "Word",
    "card_from",
    "facts_of",
    "game_from",
    "with_definition",
]
