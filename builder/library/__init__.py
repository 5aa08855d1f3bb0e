"""The library: loaded games, where they come from, and what the names that users type stand for in them."""

from __future__ import annotations

from builder.library.catalog import Catalog, Judgement, OpenedDeck
from builder.library.game import LoadedGame
from builder.library.published import card_json, ruling_json

__all__ = ["Catalog", "Judgement", "LoadedGame", "OpenedDeck", "card_json", "ruling_json"]
