"""Invasion of the Saucer People! as the engine plays it: set-up, and the methods of the engine's interface."""

from __future__ import annotations

from typing import Final

from engine.bundles import DeckBundle
from engine.core import Module, begun
from engine.games.saucer_people import positions, rules, worth
from engine.games.saucer_people import view as views
from engine.games.saucer_people.cards import NONE, SUITS, VERBS
from engine.games.saucer_people.rules import TURN, deal
from engine.games.saucer_people.table import Setting, Table


class SaucerPeople(Setting):
    """A table of Invasion of the Saucer People! for a number of players."""

    samples = 3
    view = views.view
    determinize = views.determinize
    describe = views.describe
    refused = views.refused
    event = views.event
    features = views.features
    leave = rules.leave
    evaluate = worth.evaluate
    position = positions.read

    def __init__(self, bundle: DeckBundle, players: int) -> None:
        super().__init__(bundle, players)
        self.module = MODULE

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game. The first seat is the dealer."""
        state = Table(self, seed, log=log)
        positions.deal_crews(state, [])
        state.pile = self.deck.pile[:]
        deal(state)
        return begun(state, TURN)

    def id_of(self, card: int) -> str:
        """The id of a card."""
        return self.deck.ids[card]

    def result(self, state: Table) -> tuple[float, ...]:
        """The share of the worlds that have not been captured, the same for all: the team wins or loses together."""
        free = state.marks.count(NONE) / len(SUITS)
        return (free,) * self.players


MODULE: Final = Module(
    "saucer-people",
    lambda bundles, players: SaucerPeople(bundles[0], players),
    frozenset(VERBS),
    shared=True,
    cooperative=True,
)
