"""A game and its cards in another language, from the card database; what is not translated stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from sqlmodel import SQLModel, col, select

from builder.catalog.catalog import Shelf
from builder.checks import check
from builder.checks.rules.translations import stale_translation
from builder.database.tables import Card, Game, Translation
from builder.diagnostics import Diagnostic, UsageError, suggestion
from builder.packs.pack import Pack
from builder.translations.words import (
    FIELDS,
    CardWords,
    Entry,
    Place,
    Source,
    Words,
    card_with_words,
    game_things,
    game_with_words,
    said_of_game,
    schema_with_words,
)

Row = TypeVar("Row", bound=SQLModel)

PRINTED_LISTS = ("types", "factions", "resources", "rarities", "keywords")  # whose words faces show


@dataclass
class Localized:
    """A game in a language: `original` as it was written, `said` its translation by card id ("" for the game's)."""

    original: Game
    language: str
    said: dict[str, dict[str, Any]] = field(default_factory=dict)

    @cached_property
    def game(self) -> Game:
        """The game with its words in the language."""
        if not self.foreign:
            return self.original
        said = self.said.get("")
        definition = game_with_words(self.original.definition, said, self.language)
        schema = schema_with_words(self.original.card_schema, said)
        name = definition.get("name", self.original.name)
        return _copy(self.original, definition=definition, card_schema=schema, name=name)

    @property
    def foreign(self) -> bool:
        """Whether the language is another than the game's own."""
        return bool(self.language != self.original.definition.get("language", "en"))

    def card(self, card: Card) -> Card:
        """The card in the language. `original` in its definition has the words that it has otherwise."""
        if card.id not in self.said:
            return card
        made = card_with_words(card.definition, self.said[card.id])
        return _copy(card, definition=made, name=made["name"], text=made.get("text", ""))

    def cards(self, found: Iterable[tuple[Card, int]]) -> list[tuple[Card, int]]:
        """Cards by count, in the language."""
        return [(self.card(card), count) for card, count in found]

    @cached_property
    def _things(self) -> dict[Place, Words]:
        return game_things(self.original.definition, self.original.card_schema)

    def note(self, cards: Sequence[Card]) -> str:
        """What of these cards, and of the words that faces show, is printed as it was written; empty if nothing is."""
        if not self.foreign:
            return ""
        lists = PRINTED_LISTS if "face" in self.original.definition else (*PRINTED_LISTS, FIELDS)
        words = [place for place in self._things if place and place[0] in lists]
        there = said_of_game(self.said.get(""))
        parts = [
            (len({card.id for card in cards if card.id not in self.said}), len({card.id for card in cards}), "cards"),
            (sum(place not in there for place in words), len(words), "words of the game"),
        ]
        left = [f"{lacking} of {total} {what}" for lacking, total, what in parts if lacking]
        own = self.original.definition.get("language", "en")
        return f"not translated to {self.language}, printed in {own}: {' and '.join(left)}" if left else ""

    def stale(self, cards: Iterable[Card]) -> list[str]:
        """Ids of the entries, of these cards and of the game, whose source has changed since they were made."""
        words = CardWords(self.original.card_schema)
        source = Source(self._things, {card.id: words.of(card.definition) for card in cards})
        entries = source.entries({"game": self.said.get("", {}), "cards": self.said})
        return [entry.id for entry in entries if entry.stale]

    def warnings(self, cards: Iterable[Card], packs: Iterable[Pack]) -> list[Diagnostic]:
        """What is stale, with its places in the pack's files."""
        stale = set(self.stale(cards)) if self.foreign else set()
        if not stale:
            return []
        checked = next((found for pack in packs if (found := check(pack)).id == self.original.id), None)
        document = checked.locales.get(self.language) if checked else None
        if checked is None or document is None:
            return []
        entries: list[Entry] = checked.translatable.entries(document.data)
        return [stale_translation(checked, document, entry) for entry in entries if entry.id in stale and entry.stale]


def languages(shelf: Shelf, game: Game) -> list[str]:
    """The languages that a game's words can be had in: its own, then those of its translations."""
    rows = shelf.reading.exec(
        select(Translation.language)
        .where(Translation.game_id == game.id)
        .distinct()
        .order_by(col(Translation.language))
    )
    return list(dict.fromkeys([game.definition.get("language", "en"), *rows]))


def no_words(game: str, language: str, known: Sequence[str]) -> UsageError:
    """That the game of this name has no words in a language, and in which it has."""
    return UsageError(f'{game} has no words in "{language}"', suggestion(language, known, "languages"))


def localized(shelf: Shelf, game: Game, language: str = "") -> Localized:
    """The game in a language, its own where none is named. Raises UsageError, with near matches, for one it has not."""
    known = languages(shelf, game)
    if not language:
        return Localized(game, known[0])
    if language not in known:
        raise no_words(game.name, language, known)
    rows = shelf.reading.exec(
        select(Translation).where(Translation.game_id == game.id, Translation.language == language)
    )
    return Localized(game, language, {row.card_id: row.definition for row in rows})


def _copy(row: Row, **changes: Any) -> Row:
    """A row that is no part of the database, with other values in some columns."""
    return type(row)(**{name: getattr(row, name) for name in type(row).model_fields} | changes)
