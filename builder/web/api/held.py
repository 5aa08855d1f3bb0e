"""The games that requests are answered from, and what of them is made once: judges, and words in a language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from builder.decks import Deck
from builder.diagnostics import Diagnostic
from builder.exports import PLAIN
from builder.games import Game
from builder.legality import Judge
from builder.legality.allowed import Allowed, allowed
from builder.library import Catalog, OpenedDeck

if TYPE_CHECKING:  # most requests ask for the game's own language
    from builder.translations.localized import Localized

MOST_REMEMBERED = 1_000  # answers to how many copies are allowed

Remembered = dict[tuple[str, str, date, int, str], Allowed]  # by game, format, day, players and language


class Games(ABC):
    """Games, wherever they come from. `version` tells one state of them from another; `failed` are the faults of
    packs that could not be taken, by game id: of these the last good data is shown, if there is any. `day` is the day
    as of which formats are read; `presets` are the ways to print that can be asked for, none where nothing is printed,
    and `targets` what decks can be exported to.
    """

    version: str
    failed: Mapping[str, Sequence[Diagnostic]]
    day: date
    presets: Sequence[str] = ()
    targets: Sequence[str] = PLAIN
    remembered: Remembered

    @property
    @abstractmethod
    def catalog(self) -> Catalog:
        """The games' catalog."""

    def localized(self, game: Game, language: str = "") -> Localized:
        """The game in a language, its own where none is named. Raises UsageError for one that it has not."""
        return self.catalog.localized(game, language)

    def judge(self, opened: OpenedDeck, format_id: str, on: date | None, language: str = "") -> Judge:
        """The judge of a deck by a format, as of a day, in a language. It asks its queries once, and then judges any
        number of decks.

        Raises UsageError for an unknown format.
        """
        return self.catalog.judge_of(opened.deck, format_id, on or self.day, language)

    def allowed(
        self, game_id: str, format_id: str, players: int | None, on: date | None, language: str = ""
    ) -> Allowed:
        """How many copies of each card a format of a game allows, and why none, in a language.

        Raises UsageError for an unknown format.
        """
        key = game_id, format_id, on or self.day, players or 0, language
        known = self.remembered
        if key not in known:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            judge = self.judge(OpenedDeck("", Deck("", game_id)), format_id, on, language)
            known[key] = allowed(judge, players)
        return known[key]

    def formats(self, game_id: str) -> list[str]:
        """The ids of a game's formats, the default one first. Raises UsageError for an unknown game."""
        return list(self.catalog.formats(game_id))
