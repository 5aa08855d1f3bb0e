"""A table of Future Invaders: its decks ready to be played, and what the engine's interface asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.bundles import DeckBundle
from engine.core import Choice, Event, Module, State, run
from engine.faults import EngineError
from engine.games.future_invaders import positions, view, worth
from engine.games.future_invaders.cards import read_cards
from engine.games.future_invaders.moves import concede, living
from engine.games.future_invaders.rules import begin_setup
from engine.games.future_invaders.table import Setting, Table


class FutureInvaders(Setting):
    """Decks made ready for a table of so many players."""

    def __init__(self, module: Module, bundles: Sequence[DeckBundle]) -> None:
        super().__init__(bundles)
        self.module = module
        definitions = read_cards(bundles, self.resources, self.wild)
        self.known = definitions
        self.seat_cards([[definitions[card_id] for card_id in _arsenal(bundle)] for bundle in bundles])

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game."""
        state = Table(self, seed, log=log)
        begin_setup(state)
        run(state)
        return state

    def result(self, state: State) -> tuple[float, ...]:
        """1 for who is left, alone or with their alliance; those who are left together at the end share it."""
        table = _table(state)
        left = [seat for seat in range(self.players) if not table.out >> seat & 1]
        if not left and table.lost:
            left = list(table.lost[-1])
        sides = {self.side[seat] for seat in left}
        worth = 1.0 / max(1, len(sides))
        return tuple(worth if self.side[seat] in sides else 0.0 for seat in range(self.players))

    def view(self, state: State, seat: int) -> dict[str, Any]:
        """What a seat sees, as plain data."""
        return view.view(_table(state), seat)

    def determinize(self, state: State, seat: int, seed: int) -> Table:
        """A clone in which all that the seat can't know is drawn anew."""
        return view.determinize(_table(state), seat, seed)

    def describe(self, state: State, option: int) -> Choice:
        """What an option of the state means."""
        return view.describe(_table(state), option)

    def event(self, event: Event, seat: int | None = None) -> dict[str, Any]:
        """An entry of the log as plain data, without what the seat has not seen."""
        return view.event(self, event, seat)

    def remaining(self, state: State) -> Sequence[int]:
        """The seats that are not eliminated."""
        return living(_table(state), 0)

    def leave(self, state: State, seat: int) -> None:
        """Eliminates a player who concedes, with those who share the base."""
        concede(_table(state), seat)

    def evaluate(self, state: State, seat: int) -> float:
        """How good the position looks for a seat, higher is better, from what that seat may know."""
        return worth.evaluate(_table(state), seat)

    def features(self, state: State, seat: int) -> list[int]:
        """What a seat sees as a list of numbers, always of the same length."""
        return view.features(_table(state), seat)

    def position(self, data: Mapping[str, Any], seed: int = 0) -> Table:
        """A position that is set up by hand, from plain data."""
        return positions.position(self, data, seed)


def _table(state: State) -> Table:
    if not isinstance(state, Table):
        raise TypeError(f"not a position of Future Invaders: {state!r}")
    return state


def _arsenal(bundle: DeckBundle) -> list[str]:
    """The cards of a player's arsenal. Raises EngineError for a pool of which none has been drafted yet."""
    for section in ("main", "arsenal"):
        if bundle.sections.get(section):
            return bundle.copies(section)
    raise EngineError(
        f"{bundle.where}: the deck has no arsenal, only {', '.join(bundle.sections) or 'nothing'}",
        "arsenals are drafted from a pool before they are played: a deck with the section arsenal is one",
    )
