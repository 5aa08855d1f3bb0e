"""Searching the words of games in another language, which are put together for each search."""

from __future__ import annotations

from collections.abc import Sequence

from builder.games import Card
from builder.query.meaning import Fields
from builder.search import GameIndex, MemoryColumns, find
from builder.search.memory import values_of_cards
from builder.translations.localized import Localized


def search_in(
    games: Sequence[tuple[Localized, Sequence[Card]]], text: str, sort: str = "", limit: int | None = None
) -> list[Card]:
    """The cards that a query matches in their games' language, in that language. Raises QueryError for a bad query."""
    cards: list[Card] = []
    indexes = []
    for words, own in games:
        localized = [words.card(card) for card in own]
        columns = MemoryColumns([card.id for card in own], values_of_cards(localized, words.game.fields))
        indexes.append(GameIndex(Fields(words.game.fields), columns, len(cards)))
        cards += localized
    return [cards[number - 1] for number in find(indexes, text, sort, limit)]
