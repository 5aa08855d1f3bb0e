"""Invasion of the Saucer People!: two to four captains defend four worlds together with the cards of a poker deck."""

from __future__ import annotations

from engine.games.saucer_people.game import MODULE

__all__ = ["MODULE"]
