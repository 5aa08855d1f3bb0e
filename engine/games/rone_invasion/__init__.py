"""RONE: Invasion: decks and dice that are built while they fight each other, or together against the Invasion.

`match` is the course of a match, `rules` that of a turn, `invasion` that of the Invasion's turn. What happens to cards
is in `moves`, to what lies before a player in `board`, to the Invasion in `fleet`; what cards say becomes programs in
`cards` and `verbs`. `table` is a position; `view`, `worth` and `positions` look at one.
"""

from __future__ import annotations

from engine.games.rone_invasion.game import MODULE, RoneInvasion

__all__ = ["MODULE", "RoneInvasion"]
