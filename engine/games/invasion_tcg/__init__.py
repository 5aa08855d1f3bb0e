"""Invasion TCG: two decks, two plays a turn, and every creature attacks with a die.

`game` has what the engine's interface asks for; `turn`, `playing` and `attack` are the course of play; `effects`,
`verbs`, `targets` and `standing` what cards do; `lines` and `cards` how a bundle's abilities become programs.
"""

from __future__ import annotations

from engine.games.invasion_tcg.game import MODULE, InvasionTcg
from engine.games.invasion_tcg.views import EVENTS, KINDS

__all__ = ["EVENTS", "KINDS", "MODULE", "InvasionTcg"]
