"""Searching the words of games in another language: they are in no database, and are put together once a language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from builder.games import Card
from builder.library.search import GameIndex, MemoryColumns, count, find
from builder.library.search.memory import values_of_cards
from builder.query.meaning import Fields
from builder.translations.localized import Localized


@dataclass(frozen=True, slots=True)
class Spoken:
    """The cards of a game in a language, in their order, and what searches them."""

    cards: Sequence[Card]
    index: GameIndex

    @classmethod
    def of(cls, words: Localized, cards: Sequence[Card]) -> Spoken:
        """The cards, which are as they were written, in the language of the words."""
        localized = [words.card(card) for card in cards]
        columns = MemoryColumns([card.id for card in cards], values_of_cards(localized, words.game.fields))
        return cls(localized, GameIndex(Fields(words.game.fields), columns))


def search_in(
    games: Sequence[Spoken], text: str, sort: str = "", limit: int | None = None, offset: int = 0
) -> tuple[int, list[Card]]:
    """How many cards a query matches in their games' language, and those from `offset` on, at most `limit` of them.

    Raises QueryError for a bad query.
    """
    indexes = [game.index for game in games]
    for game, first in zip(games, accumulate((len(game.cards) for game in games), initial=0), strict=False):
        game.index.first = first
    cards = games[0].cards if len(games) == 1 else [card for game in games for card in game.cards]
    return count(indexes, text), [cards[number - 1] for number in find(indexes, text, sort, limit, offset)]
