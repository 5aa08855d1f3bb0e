"""A series: ordinary games one after the other, between which the loser may exchange cards.

`rules` are its steps; `table` is what the players bring and a position; `view`, `worth` and `positions` look at one.
"""
