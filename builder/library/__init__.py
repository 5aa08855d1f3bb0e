"""What the names that users type stand for: games, cards, decks."""

from __future__ import annotations

from builder.library.catalog import Catalog, Judgement, OpenedDeck, card_json, ruling_json
from builder.library.sources import CheckedSource, GameSource

__all__ = ["Catalog", "CheckedSource", "GameSource", "Judgement", "OpenedDeck", "card_json", "ruling_json"]
