"""A draft as the engine plays it: the methods of the engine's interface."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bundles import DeckBundle
from engine.core import Game, begun, shuffle
from engine.faults import EngineError
from engine.games.future_invaders.draft import positions, rules, worth
from engine.games.future_invaders.draft import view as views
from engine.games.future_invaders.draft.table import Drafting, Pool
from engine.games.future_invaders.moves import living


class Draft(Pool):
    """A draft for a number of players, and the game that follows."""

    view = views.view
    determinize = views.determinize
    features = views.features
    evaluate = worth.evaluate
    position = positions.position
    leave = rules.leave

    def new(self, seed: int, *, log: bool = False) -> Drafting:
        """The first decision of a new draft."""
        state = Drafting(self, seed, log=log)
        shuffle(state, state.cards)
        return begun(state, rules.DRAFT)

    def result(self, state: Drafting) -> tuple[float, ...]:
        """The result of each seat in the game that follows."""
        if state.play is None:  # all sides except one have conceded
            left = self.remaining(state)
            return tuple(float(seat in left) for seat in range(self.players))
        return state.play.game.result(state.play)

    def remaining(self, state: Drafting) -> Sequence[int]:
        """The seats that draft or play."""
        play = state.play
        return living(play, 0) if play is not None else Game.remaining(self, state)


def is_draft(bundles: Sequence[DeckBundle]) -> bool:
    """Whether arsenals are drafted from a pool. Raises EngineError for several pools."""
    first = bundles[0]
    if not first.setup.has("packs-per-player") or all(b.sections.get(b.rules("draft").word("to")) for b in bundles):
        return False
    if any(bundle.sections != first.sections for bundle in bundles):
        raise EngineError(
            f"{first.format_name} is played with one pool for the whole table, or else with an arsenal for each player"
        )
    return True
