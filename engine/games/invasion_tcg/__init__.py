"""Invasion TCG: two decks, two plays a turn, and every creature attacks with a die.

`rules` has the steps of the game, `moves` and `events` what happens in them. `cards`, `plans` and `verbs` compile
abilities to programs. `table` is a position; `view`, `worth` and `positions` read one.
"""

from __future__ import annotations

from engine.games.invasion_tcg.game import MODULE, InvasionTcg

__all__ = ["MODULE", "InvasionTcg"]
