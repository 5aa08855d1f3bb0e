"""Invasion TCG: two decks, two plays a turn, and every creature attacks with a die.

`rules` is the course of play, `moves` and `events` what happens in it; what cards say becomes programs in `cards`,
`plans` and `verbs`. `table` is a position; `view`, `worth` and `positions` look at one.
"""

from __future__ import annotations

from engine.games.invasion_tcg.game import MODULE, InvasionTcg

__all__ = ["MODULE", "InvasionTcg"]
