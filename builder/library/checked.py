"""A game of a pack that was checked and has no errors, without the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from builder.documents.data import Data
from builder.games import Card, Game, Ruling
from builder.library.game import LoadedGame
from builder.translations.translation import Translation

if TYPE_CHECKING:  # a browser judges games that were checked elsewhere
    from builder.checks import CheckedPack
    from builder.decks import Deck


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

    @property
    def written_formats(self) -> Mapping[str, Mapping[str, Data]]:
        """The formats as written, by id."""
        return {name: document.data for name, document in sorted(self._pack.formats.items())}

    @property
    def sample_decks(self) -> Mapping[str, str]:
        """The names of the sample decks by their ids."""
        return {name: document.data["name"] for name, document in sorted(self._pack.decks.items())}

    def sample_deck(self, deck_id: str) -> Deck:
        """A sample deck, with the default format where it names none."""
        from builder.decks import sample_deck

        deck = sample_deck(self._pack.decks[deck_id].data, self._pack.aliases)
        return replace(deck, format=deck.format or self.game.default_format)

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings in their order."""
        written = self._pack.rulings.data if self._pack.rulings else ()
        return tuple(
            Ruling(
                r["question"], r["ruling"], date.fromisoformat(r["date"]), r.get("section", ""),
                tuple(r.get("cards", ())),
            )
            for r in written
        )  # fmt: skip

    @property
    def translated(self) -> tuple[str, ...]:
        """The languages that the game is translated to, in alphabetical order."""
        return tuple(sorted(self._pack.locales))

    def translation(self, language: str) -> Translation:
        """The game's words in a language."""
        return self._pack.translation(language)
