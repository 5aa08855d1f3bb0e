"""Architect drafting: packs from a pool, arsenals from what was picked, and then the game with these arsenals.

`rules` has its steps, from the first pack to the game that follows; `table` is the pool and a position; `view`, `worth`
and `positions` read one.
"""
