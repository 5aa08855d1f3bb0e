"""A series: ordinary games one after the other, between which the loser may exchange cards.

`rules` has its steps; `table` is what the players bring and a position; `view`, `worth` and `positions` read one.
"""
