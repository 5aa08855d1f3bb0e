"""A loaded game: its typed cards, and all that queries and judges need.

There are three sources: a checked pack (`checked`), the store (`store.reading`), and published JSON (`published`).
Parts are read when they are first needed, and stay in memory.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from builder.documents.data import Data, mapping, sequence, text, texts
from builder.games import Card, Format, Game, Ruling
from builder.library.names import refused, unknown
from builder.library.remembering import remembered
from builder.translations.localized import Translation

if TYPE_CHECKING:  # a search does without decks and judges
    from builder.decks import CardIndex, Deck
    from builder.legality import Judge
    from builder.library.search import GameIndex
    from builder.statistics import GameStatistics
    from builder.translations.localized import Localized

MOST_JUDGES = 200  # of a game, that stay in memory
MAX_LANGUAGES = 8  # in which all cards of a game stay in memory

Part = Literal["formats", "decks", "rulings"]


class LoadedGame(ABC):
    """A game and all that belongs to it."""

    def __init__(self, game_id: str) -> None:
        self.id = game_id
        self._judges: dict[tuple[str, date, str], Judge] = {}
        self._local: dict[str, CardsIn] = {}
        self._localized: dict[str, Localized] = {}
        self._statistics: dict[str, GameStatistics] = {}

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game itself."""

    @property
    @abstractmethod
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of sets and numbers."""

    @abstractmethod
    def _data(self, part: Part) -> Data:
        """The data of the pack's files: formats and sample decks by their ids, or rulings in their order."""

    @property
    @abstractmethod
    def translated(self) -> tuple[str, ...]:
        """The languages that the game is translated to, in alphabetical order."""

    @abstractmethod
    def translation(self, language: str) -> Translation:
        """The game's words in a language."""

    @cached_property
    def written_formats(self) -> Mapping[str, Mapping[str, Data]]:
        """The formats as written, by id."""
        return {name: mapping(written) for name, written in sorted(mapping(self._data("formats")).items())}

    @cached_property
    def _decks(self) -> Mapping[str, Mapping[str, Data]]:
        return {name: mapping(deck) for name, deck in sorted(mapping(self._data("decks")).items())}

    @cached_property
    def sample_decks(self) -> Mapping[str, str]:
        """The names of the sample decks by their ids."""
        return {name: text(deck.get("name")) for name, deck in self._decks.items()}

    def sample_deck(self, deck_id: str, language: str = "") -> Deck:
        """A sample deck, with the default format where it names none; its words in a language, if the game has it."""
        from builder.decks import Deck

        return Deck.from_document(self.words(language).decks({deck_id: self._decks[deck_id]})[deck_id])

    @property
    def phrases(self) -> Mapping[str, Data]:
        """The phrases for playing the game, by language, if it was published with them."""
        return {}

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings in their order."""
        return tuple(_ruling(mapping(ruling)) for ruling in sequence(self._data("rulings")))

    @property
    def answers(self) -> Mapping[str, frozenset[str]]:
        """The ids of the cards that the formats' queries match, for queries whose answer is stored."""
        return {}

    @property
    def count(self) -> int:
        """How many cards the game has."""
        return len(self.cards)

    @cached_property
    def searched(self) -> GameIndex:
        """The index for searching the cards."""
        from builder.library.search import index_of

        return index_of(self.cards, self.game.fields)

    def at(self, places: Sequence[int]) -> Mapping[int, Card]:
        """The cards at these places in the game, which are counted from 1."""
        return _cards_at(self.cards, places)

    def matching(self, query: str) -> frozenset[str]:
        """The ids of the cards that a query matches. Raises QueryError for a bad query."""
        if (known := self.answers.get(query)) is not None:
            return known
        from builder.library.search import matching_ids

        return matching_ids(self.searched, query)

    @cached_property
    def index(self) -> CardIndex:
        """The cards, to be found by id, former id and name."""
        from builder.decks import CardIndex

        kinds = self.game.types.values()
        groups = [word for kind in kinds for word in (kind.id, kind.name, kind.plural) if word]
        return CardIndex(self.cards, self._names_elsewhere, self.game.sets.values(), groups)

    def _names_elsewhere(self) -> Iterator[tuple[str, str]]:
        """The names of the cards in other languages, each with the card's id."""
        for language in self.translated:
            for card_id, entry in self.translation(language).entries.items():
                if name := text(mapping(entry).get("name")) if card_id else "":
                    yield name, card_id

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages of the game's words: its own, then those of its translations."""
        return tuple(dict.fromkeys([self.game.language, *self.translated]))

    def localized(self, language: str = "") -> Localized:
        """The game in a language, or in its own. Raises UsageError for one that it does not have, with near ones."""
        from builder.translations.localized import Localized, no_words

        name = language or self.game.language
        if name not in self.languages:
            raise no_words(self.game.name, language, self.languages)

        def made() -> Localized:
            return Localized(self.game, name, *(() if name == self.game.language else (self.translation(name),)))

        return remembered(self._localized, name, len(self.languages), made)

    def words(self, language: str) -> Localized:
        """The game in a language, or as written if it does not have that one."""
        return self.localized(language if language in self.languages else "")

    def cards_in(self, language: str) -> CardsIn:
        """The cards in a language that the game has. The last few languages stay in memory."""
        return remembered(self._local, language, MAX_LANGUAGES, lambda: CardsIn(self.localized(language), self.cards))

    def statistics(self, language: str = "") -> GameStatistics:
        """What the game's data shows, with titles in a language, or in its own. Raises as `localized` does."""
        from builder.statistics import game_statistics

        def made() -> GameStatistics:
            words = self.localized(language)
            found = game_statistics(words.game, self.cards)
            return replace(found, names={card.id: words.card(card).name for card in self.cards})

        return remembered(self._statistics, language, MAX_LANGUAGES, made)

    @cached_property
    def _formats(self) -> Mapping[str, Mapping[str, Data]]:
        written = self.written_formats
        return {name: written[name] for name in sorted(written, key=lambda name: name != self.game.default_format)}

    def formats(self, language: str = "") -> Mapping[str, Mapping[str, Data]]:
        """The formats as written, by id, the default one first; with their words in a language, if the game has it."""
        words = self.words(language)
        return words.formats(self._formats) if words.is_translated else self._formats

    def format(self, name: str, on: date, language: str = "") -> Format:
        """A format, or the default one, as of a day. Its words are in the language, if the game has it.

        Raises UsageError for an unknown format.
        """
        from builder.legality.formats import compose

        name = name or next(iter(self._formats), "")
        if name not in self._formats:
            raise unknown("format", name, self._formats, game=self.id) if name else refused("no-formats", game=self.id)
        return compose(name, self.formats(language), on, language or self.game.language)

    def judge_by(self, by: Format, language: str = "") -> Judge:
        """A judge of decks by a format. Its verdicts are in the language, or in English where Arsenal does not have it;
        the names of cards are in the language if the game has it.
        """
        from builder.legality import Judge
        from builder.legality.speech import speech_of

        return Judge(self.index, by, self.matching, speech_of(language, self.words(language).names()))

    def judge(self, name: str, on: date, language: str = "") -> Judge:
        """The judge for the format that `format` returns; it is cached by format, day and language.

        Raises UsageError for an unknown format.
        """
        key = name or next(iter(self._formats), ""), on, language
        return remembered(
            self._judges, key, MOST_JUDGES, lambda: self.judge_by(self.format(name, on, language), language)
        )


class CardsIn:
    """The cards of a game in a language, in their order, and the index for searching them."""

    def __init__(self, words: Localized, cards: Sequence[Card]) -> None:
        from builder.library.search import index_of

        self.cards = [words.card(card) for card in cards]
        self.searched = index_of(self.cards, words.game.fields)

    def at(self, places: Sequence[int]) -> Mapping[int, Card]:
        """The cards at these places in the game, which are counted from 1."""
        return _cards_at(self.cards, places)


def _cards_at(cards: Sequence[Card], places: Sequence[int]) -> Mapping[int, Card]:
    return {place: cards[place - 1] for place in places}


def _ruling(data: Mapping[str, Data]) -> Ruling:
    decided = date.fromisoformat(text(data.get("date")))
    question, answer, section = (text(data.get(key)) for key in ("question", "ruling", "section"))
    return Ruling(question, answer, decided, section, texts(data.get("cards")))
