"""Decks: what they hold, how they are written and read, and what they are made of. No verdicts."""

from __future__ import annotations

from builder.decks.deck import MAIN, MAX_COPIES, MAX_PLAYERS, DeckList, Dice, sample_deck
from builder.decks.index import MAX_SUGGESTIONS, CardFacts, CardIndex, CardLike
from builder.decks.lists import parse_text, to_text

__all__ = [
    "MAIN",
    "MAX_COPIES",
    "MAX_PLAYERS",
    "MAX_SUGGESTIONS",
    "CardFacts",
    "CardIndex",
    "CardLike",
    "DeckList",
    "Dice",
    "parse_text",
    "sample_deck",
    "to_text",
]
