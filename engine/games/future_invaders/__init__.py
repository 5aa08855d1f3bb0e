"""Future Invaders: bases, ships and structures on grids that face each other, for two to six players and alliances.

`rules` has set-up, the steps of a turn and windows; `chains` events, reactions, attacks, deployment, destruction;
`moves` places, damage, payment, elimination; `values` weapons, costs, facing. `cards`, `plans` and `verbs` compile
abilities to programs. `table` is a position; `view`, `worth` and `positions` read one.

A `draft` and a `series` are games with the same modules, in which ordinary games are played (`nested`).
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
    """Prepares the decks, one for each seat in turn order, or the pool that all draft from."""
    if is_draft(bundles):
        return Draft(MODULE, bundles[0], players)
    return Series(MODULE, bundles) if is_series(bundles) else FutureInvaders(MODULE, bundles)


MODULE: Final = Module("future-invaders", _load, IMPLEMENTED)
