"""A game loaded from a checked pack without errors, without the store."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from builder.documents.data import Data
from builder.games import Card, Game
from builder.library.game import LoadedGame, Part
from builder.translations.localized import Translation

if TYPE_CHECKING:  # in a browser, checks are not there
    from builder.checks import CheckedPack


class CheckedGame(LoadedGame):
    """The game of a checked pack."""

    def __init__(self, pack: CheckedPack) -> None:
        super().__init__(pack.id)
        self._pack = pack

    @cached_property
    def game(self) -> Game:
        """The game itself."""
        return self._pack.as_game()

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of sets and numbers."""
        return tuple(self._pack.as_cards())

    @property
    def count(self) -> int:
        """How many cards the game has."""
        return len(self._pack.cards)

    def _data(self, part: Part) -> Data:
        pack = self._pack
        if part == "formats":
            return {name: document.data for name, document in pack.formats.items()}
        if part == "rulings":
            return pack.rulings.data if pack.rulings else []
        from builder.decks import sample_deck

        decks = {name: sample_deck(document.data, pack.aliases) for name, document in pack.decks.items()}
        default = self.game.default_format
        return {name: replace(deck, format=deck.format or default).to_document() for name, deck in decks.items()}

    @property
    def translated(self) -> tuple[str, ...]:
        """The languages that the game is translated to, in alphabetical order."""
        return tuple(sorted(self._pack.locales))

    def translation(self, language: str) -> Translation:
        """The game's words in a language."""
        return self._pack.translation(language)
