"""Loads decks into the engine: each is judged, then passed to it as the bundle that `export --to engine` writes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import Any  # Any: the values of the engine's messages

import engine
from builder.diagnostics import UsageError, some_of
from builder.exports.bundling import ExportRequest, bundle
from builder.exports.engine import TARGET
from builder.games import UNLIMITED, Players
from builder.library import Catalog, OpenedDeck
from builder.words import words_here
from engine import bundles
from engine.bundles import DeckBundle
from engine.core import Game
from engine.faults import EngineError
from engine.modules import one_deck

MOST_DECKS = 100


@dataclass(frozen=True)
class Seated:
    """Decks as the engine reads them, with the name that the user gave for each."""

    labels: tuple[str, ...]
    bundles: tuple[DeckBundle, ...]

    @property
    def game_id(self) -> str:
        """The id of their game."""
        return self.bundles[0].game

    def table(self, players: int = 0) -> Game:
        """The game between these decks. A single deck plays against itself, unless it is for the whole table.

        Raises UsageError where the engine can't play them.
        """
        with in_words():
            alone = len(self.bundles) == 1 and not one_deck(self.bundles[0])
            count = players or (max(self.bundles[0].players.low, 2) if alone else 0)
            return engine.load(self.bundles * count if alone else self.bundles, count)


@contextmanager
def in_words() -> Iterator[None]:
    """Raise the engine's errors as UsageErrors."""
    try:
        yield
    except EngineError as error:
        raise UsageError(*_message_of(error)) from None


def _message_of(error: EngineError) -> tuple[str, str]:
    """The message and the help of an engine error; translated where the error has a code."""
    words, values = words_here("play"), dict[str, Any](error.values)
    if not error.code:
        return words("engine", why=error.message), error.help
    if error.code == "players":
        can_play = Players(values["low"], values["high"] or UNLIMITED, values["teams"] or 1)
        values["can_play"] = can_play.in_words(words)
    return words.with_help(f"engine.{error.code}", **values)


def seat(
    catalog: Catalog,
    decks: Sequence[str | OpenedDeck],
    format_id: str = "",
    players: int | None = None,
    on: date | None = None,
    language: str = "",
) -> Seated:
    """Decks, given as such or by name, all judged by one format: `format_id`, or that of the first deck.

    Sample decks have their names in the language. Raises FindingsError for an illegal deck, UsageError for decks of
    different games and for decks that the engine can't read.
    """
    if len(decks) > MOST_DECKS:
        raise UsageError.of("play", "many-decks", len(decks), most=MOST_DECKS)
    opened = [
        catalog.open_deck(deck, format_id=format_id, language=language) if isinstance(deck, str) else deck
        for deck in decks
    ]
    games = list(dict.fromkeys(one.deck.game for one in opened))
    if len(games) > 1:
        raise UsageError.of("play", "engine.games", games=some_of(games))
    by = catalog.format(opened[0].deck, format_id, on).id
    made = []
    for one in opened:
        own = replace(one, deck=replace(one.deck, format=by))
        content = TARGET.export(
            bundle(catalog, own, TARGET, ExportRequest(format_id=by, on=on, players=players, to_play=True))
        ).content
        with in_words():
            made.append(bundles.read(json.loads(content), one.label))
    return Seated(tuple(one.label for one in opened), tuple(made))
