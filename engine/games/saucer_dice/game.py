"""Saucer Dice as the engine plays it: the methods of the engine's interface."""

from __future__ import annotations

from typing import Final

from engine.bundles import DeckBundle
from engine.core import Module, begun
from engine.games.saucer_dice import positions, rules, worth
from engine.games.saucer_dice import view as views
from engine.games.saucer_dice.rules import TURN
from engine.games.saucer_dice.table import PLACE, PLACES, Box, Table


class SaucerDice(Box):
    """A table of Saucer Dice for a number of players."""

    actions = PLACE + PLACES
    samples = 4
    whole_turns = True
    view = views.view
    determinize = views.determinize
    describe = views.describe
    features = views.features
    evaluate = worth.evaluate
    position = positions.position
    leave = rules.leave

    def __init__(self, bundle: DeckBundle, players: int) -> None:
        super().__init__(bundle, players)
        self.module = MODULE

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game."""
        return begun(Table(self, seed, log=log), TURN)

    def shown(self, state: Table) -> tuple[int, ...]:
        """The dice of a turn, since options refer to dice by their place."""
        return (*state.invasion, *state.defense)

    def result(self, state: Table) -> tuple[float, ...]:
        """1 for the winner; several winners share it."""
        tied = state.tied
        return tuple(1 / len(tied) if seat in tied else 0.0 for seat in range(self.players))


MODULE: Final = Module("saucer-dice", lambda bundles, players: SaucerDice(bundles[0], players), shared=True)
