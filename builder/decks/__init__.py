"""Decks: what they hold, how they are written and read, and what they are made of. No verdicts."""

from __future__ import annotations

from builder.decks.deck import MAX_COPIES, Deck, Dice, dice_from, sample_deck
from builder.decks.index import MAX_SUGGESTIONS, CardIndex
from builder.decks.lists import parse_text, to_text
from builder.games import MAIN, MAX_PLAYERS

__all__ = [
    "MAIN",
    "MAX_COPIES",
    "MAX_PLAYERS",
    "MAX_SUGGESTIONS",
    "CardIndex",
    "Deck",
    "Dice",
    "dice_from",
    "parse_text",
    "sample_deck",
    "to_text",
]
