"""Brings decks to the engine: each is judged, and handed over as the bundle that `export --to engine` writes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date

import engine
from builder.diagnostics import UsageError, some_of
from builder.exports.bundling import Wanted, bundle
from builder.exports.engine import TARGET
from builder.library import Catalog
from engine import bundles
from engine.bundles import Bundle
from engine.core import Game
from engine.faults import EngineError
from engine.modules import one_deck

MOST_DECKS = 100


@dataclass(frozen=True)
class Seated:
    """Decks as the engine reads them, with what the user called each."""

    labels: tuple[str, ...]
    bundles: tuple[Bundle, ...]

    @property
    def game_id(self) -> str:
        """The id of the game that they are of."""
        return self.bundles[0].game

    def table(self, players: int = 0) -> Game:
        """The game of these decks; one that isn't the whole table's plays against itself. Raises UsageError."""
        with in_words():
            alone = len(self.bundles) == 1 and not one_deck(self.bundles[0])
            count = players or (max(self.bundles[0].players.low, 2) if alone else 0)
            return engine.load(self.bundles * count if alone else self.bundles, count)


@contextmanager
def in_words() -> Iterator[None]:
    """What the engine can't play is a UsageError."""
    try:
        yield
    except EngineError as error:
        raise UsageError(error.message, error.help) from None


def seat(
    catalog: Catalog, names: Sequence[str], format_id: str = "", players: int | None = None, on: date | None = None
) -> Seated:
    """The decks of these names, judged by one format for all: the one named, or that of the first deck.

    Raises FindingsError for an illegal deck, UsageError for decks of different games and what the engine can't read.
    """
    if len(names) > MOST_DECKS:
        raise UsageError(f"there are {len(names)} decks, and at most {MOST_DECKS} can play")
    opened = [catalog.open_deck(name, format_id=format_id) for name in names]
    games = list(dict.fromkeys(one.deck.game for one in opened))
    if len(games) > 1:
        raise UsageError(f"the decks are of different games: {some_of(games)}", "name decks of one game")
    by = catalog.format(opened[0].deck, format_id, on).id
    made = []
    for one in opened:
        own = replace(one, deck=replace(one.deck, format=by))
        content = TARGET.export(bundle(catalog, own, TARGET, Wanted(format_id=by, on=on, players=players))).content
        with in_words():
            made.append(bundles.read(json.loads(content), one.label))
    return Seated(tuple(one.label for one in opened), tuple(made))
