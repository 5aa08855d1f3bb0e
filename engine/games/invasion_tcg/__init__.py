"""Invasion TCG: two decks, two plays a turn, and every creature attacks with a die.

`game` has what the engine asks for, `rules` the course of play; `effects`, `verbs`, `targets` and `standing` what cards
do; `lines` and `cards` how abilities of a bundle become programs.
"""

from __future__ import annotations

from engine.games.invasion_tcg.game import MODULE, InvasionTcg
from engine.games.invasion_tcg.view import EVENTS, KINDS

__all__ = ["EVENTS", "KINDS", "MODULE", "InvasionTcg"]
