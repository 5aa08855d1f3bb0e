"""Future Invaders: bases, ships and structures on grids that face each other, for two to six players and two alliances.

The rules stand in these rooms: `turn` (set-up, steps, windows), `chains` (events, reactions, attacks, deployment,
destruction), `moves` (places, damage, payment, elimination) and `values` (weapons, costs, facing). What cards say
becomes programs in `reading`, `verbs`, `lasting` and `abilities`. `state` is a position; `views`, `telling`,
`evaluation` and `positions` look at one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bundles import Bundle
from engine.games.future_invaders.abilities import IMPLEMENTED
from engine.games.future_invaders.game import FutureInvaders
from engine.games.future_invaders.telling import EVENTS, KINDS

__all__ = ["EVENTS", "KINDS", "MODULE"]


class FutureInvadersModule:
    """Future Invaders as the engine finds it."""

    id: str = "future-invaders"
    shared = False
    cooperative = False
    verbs = IMPLEMENTED

    def load(self, bundles: Sequence[Bundle], players: int) -> FutureInvaders:
        """The decks made ready, one for each seat in turn order."""
        return FutureInvaders(self, bundles)


MODULE: Final = FutureInvadersModule()
