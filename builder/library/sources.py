"""Where the catalog's games come from: the card database, or packs that were just checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from builder.decks import Deck, sample_deck
from builder.documents.data import Data
from builder.games import Card, Game, Ruling
from builder.translations.translation import Translation

if TYPE_CHECKING:  # importing it brings the YAML parser, which reading the database does without
    from builder.checks import CheckedPack
    from builder.library.search import GameIndex


class GameSource(Protocol):
    """Games and all that belongs to them, by the games' ids. What was read once is remembered."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The games' ids, in alphabetical order."""

    def game(self, game_id: str) -> Game:
        """The game of that id."""

    def count(self, game_id: str) -> int:
        """How many cards a game has."""

    def cards(self, game_id: str) -> tuple[Card, ...]:
        """The game's cards in the order of sets and numbers."""

    def formats(self, game_id: str) -> Mapping[str, Mapping[str, Data]]:
        """The game's formats as written, by id."""

    def sample_decks(self, game_id: str) -> Mapping[str, str]:
        """The names of the game's sample decks by their ids."""

    def sample_deck(self, game_id: str, deck_id: str) -> Deck:
        """A sample deck of the game."""

    def rulings(self, game_id: str) -> tuple[Ruling, ...]:
        """The game's rulings in their order."""

    def languages(self, game_id: str) -> tuple[str, ...]:
        """The languages that the game is translated to, in alphabetical order."""

    def translation(self, game_id: str, language: str) -> Translation:
        """The game's words in a language."""

    def search(
        self, game_ids: Sequence[str], text: str, sort: str = "", limit: int | None = None, offset: int = 0
    ) -> list[Card]:
        """The cards of these games that a query matches: see `builder.library.search.find`."""

    def page(
        self, game_ids: Sequence[str], text: str, sort: str = "", limit: int | None = None, offset: int = 0
    ) -> tuple[int, list[Card]]:
        """The same, and before them how many cards it matches in all."""

    def matching(self, game_id: str, text: str) -> frozenset[str]:
        """The ids of the game's cards that a query matches."""

    def close(self) -> None:
        """Read no more."""


class SearchedInMemory(ABC):
    """The searches of a source that has all its cards in memory."""

    def __init__(self) -> None:
        self._indexes: dict[str, GameIndex] = {}

    @abstractmethod
    def game(self, game_id: str) -> Game:
        """The game of that id."""

    @abstractmethod
    def cards(self, game_id: str) -> tuple[Card, ...]:
        """The game's cards in the order of sets and numbers."""

    def search(
        self, game_ids: Sequence[str], text: str, sort: str = "", limit: int | None = None, offset: int = 0
    ) -> list[Card]:
        """The cards of these games that a query matches: see `builder.library.search.find`."""
        return self.page(game_ids, text, sort, limit, offset)[1]

    def page(
        self, game_ids: Sequence[str], text: str, sort: str = "", limit: int | None = None, offset: int = 0
    ) -> tuple[int, list[Card]]:
        """The same, and before them how many cards it matches in all."""
        from builder.library.search import count, find

        indexes = [self._index(game_id, 0) for game_id in game_ids]
        first = 0
        firsts = []
        for game_id, index in zip(game_ids, indexes, strict=True):
            index.first = first
            firsts.append((first, game_id))
            first += len(self.cards(game_id)) + 1
        found = []
        for number in find(indexes, text, sort, limit, offset):
            start, game_id = max(pair for pair in firsts if pair[0] < number)
            found.append(self.cards(game_id)[number - start - 1])
        return count(indexes, text), found

    def matching(self, game_id: str, text: str) -> frozenset[str]:
        """The ids of the game's cards that a query matches."""
        from builder.library.search import matching_ids

        return matching_ids(self._index(game_id, 0), text)

    def _index(self, game_id: str, first: int) -> GameIndex:
        if game_id not in self._indexes:
            from builder.library.search import GameIndex, MemoryColumns
            from builder.library.search.memory import values_of_cards
            from builder.query.meaning import Fields

            cards, fields = self.cards(game_id), self.game(game_id).fields
            columns = MemoryColumns([card.id for card in cards], values_of_cards(cards, fields))
            self._indexes[game_id] = GameIndex(Fields(fields), columns, first)
        return self._indexes[game_id]


class CheckedSource(SearchedInMemory):
    """The games of packs that were checked and have no errors, without a database."""

    def __init__(self, packs: Sequence[CheckedPack]) -> None:
        super().__init__()
        self._packs = {pack.id: pack for pack in packs}
        self._games: dict[str, Game] = {}
        self._cards: dict[str, tuple[Card, ...]] = {}

    def close(self) -> None:
        """Nothing is open."""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The games' ids, in alphabetical order."""
        return tuple(sorted(self._packs))

    def game(self, game_id: str) -> Game:
        """The game of that id."""
        if game_id not in self._games:
            self._games[game_id] = self._packs[game_id].as_game()
        return self._games[game_id]

    def count(self, game_id: str) -> int:
        """How many cards a game has."""
        return len(self._packs[game_id].cards)

    def cards(self, game_id: str) -> tuple[Card, ...]:
        """The game's cards in the order of sets and numbers."""
        if game_id not in self._cards:
            self._cards[game_id] = tuple(self._packs[game_id].as_cards())
        return self._cards[game_id]

    def formats(self, game_id: str) -> Mapping[str, Mapping[str, Data]]:
        """The game's formats as written, by id."""
        return {name: document.data for name, document in sorted(self._packs[game_id].formats.items())}

    def sample_decks(self, game_id: str) -> Mapping[str, str]:
        """The names of the game's sample decks by their ids."""
        return {name: document.data["name"] for name, document in sorted(self._packs[game_id].decks.items())}

    def sample_deck(self, game_id: str, deck_id: str) -> Deck:
        """A sample deck of the game."""
        pack = self._packs[game_id]
        deck = sample_deck(pack.decks[deck_id].data, pack.aliases)
        return replace(deck, format=deck.format or self.game(game_id).default_format)

    def rulings(self, game_id: str) -> tuple[Ruling, ...]:
        """The game's rulings in their order."""
        rulings = self._packs[game_id].rulings
        return tuple(
            Ruling(
                r["question"], r["ruling"], date.fromisoformat(r["date"]), r.get("section", ""),
                tuple(r.get("cards", ())),
            )
            for r in (rulings.data if rulings else ())
        )  # fmt: skip

    def languages(self, game_id: str) -> tuple[str, ...]:
        """The languages that the game is translated to, in alphabetical order."""
        return tuple(sorted(self._packs[game_id].locales))

    def translation(self, game_id: str, language: str) -> Translation:
        """The game's words in a language."""
        return self._packs[game_id].translation(language)
