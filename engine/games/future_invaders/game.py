"""A table of Future Invaders: prepares its decks, and has the methods of the engine's interface."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bundles import DeckBundle
from engine.core import Module, run
from engine.faults import EngineError
from engine.games.future_invaders import positions, refusing, rules, worth
from engine.games.future_invaders import view as views
from engine.games.future_invaders.cards import read_cards
from engine.games.future_invaders.moves import concede, living
from engine.games.future_invaders.table import Setting, Table


class FutureInvaders(Setting):
    """The decks of a table, one for each player."""

    view = views.view
    step = rules.step
    determinize = views.determinize
    describe = views.describe
    event = views.event
    refused = refusing.refused
    hides = views.hides
    features = views.features
    evaluate = worth.evaluate
    position = positions.position

    def __init__(self, module: Module, bundles: Sequence[DeckBundle]) -> None:
        super().__init__(bundles)
        self.module = module
        definitions = read_cards(bundles, self.resources, self.wild)
        self.known = definitions
        self.seat_cards([[definitions[card_id] for card_id in _arsenal(bundle)] for bundle in bundles])

    def new(self, seed: int, *, log: bool = False) -> Table:
        """The first decision of a new game."""
        state = Table(self, seed, log=log)
        rules.begin_setup(state)
        run(state)
        return state

    def result(self, state: Table) -> tuple[float, ...]:
        """1 for a player or an alliance that is left alone; several that are left at the end share it."""
        left = [seat for seat in range(self.players) if not state.out >> seat & 1]
        if not left and state.lost:
            left = list(state.lost[-1])
        sides = {self.side[seat] for seat in left}
        share = 1.0 / max(1, len(sides))
        return tuple(share if self.side[seat] in sides else 0.0 for seat in range(self.players))

    def remaining(self, state: Table) -> Sequence[int]:
        """The seats that are not eliminated."""
        return living(state, 0)

    def leave(self, state: Table, seat: int) -> None:
        """Eliminates a player who concedes, with those who share the base."""
        concede(state, seat)


def _arsenal(bundle: DeckBundle) -> list[str]:
    """The cards of a player's arsenal. Raises EngineError for a pool of which none has been drafted yet."""
    for section in ("main", "arsenal"):
        if bundle.sections.get(section):
            return bundle.copies(section)
    raise EngineError(
        f"{bundle.where}: the deck has no arsenal, only {', '.join(bundle.sections) or 'nothing'}",
        "arsenals are drafted from a pool before they are played: a deck with the section arsenal is one",
    )
