"""RONE: Invasion: players build decks and dice while they fight each other, or together the Invasion.

`match` has the steps of a match, `rules` those of a turn, `invasion` those of the Invasion's turn. `moves` changes
cards, `board` the other things of a player, `fleet` those of the Invasion. `cards` and `verbs` compile abilities to
programs. `table` is a position; `view`, `worth` and `positions` read one.
"""

from __future__ import annotations

from engine.games.rone_invasion.game import MODULE, RoneInvasion

__all__ = ["MODULE", "RoneInvasion"]
