"""How messages show values, and the codes for words that are in no list of game.yaml."""

from __future__ import annotations

import json

from builder.games.game import VOCABULARIES
from builder.words import words_here


def describe(value: object) -> str:
    """A value in a message: short, and never more than a line."""
    if value is None:
        return words_here("shapes")("nothing")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        shown = value if len(value) <= 40 else value[:37] + "..."
        return words_here()("quoted", word=json.dumps(shown, ensure_ascii=False)[1:-1])
    if isinstance(value, list):
        return words_here("shapes")("kind.array")
    if isinstance(value, dict):
        return words_here("shapes")("mapping")
    return str(value)[:40]


def word_code(vocabulary: str) -> str:
    """The code for a word that is not in the vocabulary: "unknown-faction"."""
    return f"unknown-{VOCABULARIES.get(vocabulary, 'value')}"
