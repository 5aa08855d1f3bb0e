"""How good a position looks for the team. Nothing here looks at a hand but that of the seat that asks."""

from __future__ import annotations

from engine.games.saucer_people.table import Table


def evaluate(state: Table, seat: int) -> float:
    return 0.0
