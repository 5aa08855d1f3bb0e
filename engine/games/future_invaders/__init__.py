"""Future Invaders: bases, ships and structures on grids that face each other, for two to six players and alliances.

`rules` are set-up, the steps of a turn and windows; `chains` events, reactions, attacks, deployment, destruction;
`moves` places, damage, payment, elimination; `values` weapons, costs, facing. What cards say becomes programs in
`cards`, `plans` and `verbs`. `table` is a position; `view`, `worth` and `positions` look at one.

A `draft` and a `series` are games of their own, of the same form, in which ordinary ones are played (`nested`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bundles import DeckBundle
from engine.core import Module
from engine.games.future_invaders.cards import IMPLEMENTED
from engine.games.future_invaders.draft.game import Draft, is_draft
from engine.games.future_invaders.game import FutureInvaders
from engine.games.future_invaders.series.game import Series, is_series

__all__ = ["MODULE"]


def _load(bundles: Sequence[DeckBundle], players: int) -> FutureInvaders | Draft | Series:
    """The decks made ready, one for each seat in turn order; or the pool that all draft from."""
    if is_draft(bundles):
        return Draft(MODULE, bundles[0], players)
    return Series(MODULE, bundles) if is_series(bundles) else FutureInvaders(MODULE, bundles)


MODULE: Final = Module("future-invaders", _load, IMPLEMENTED)
