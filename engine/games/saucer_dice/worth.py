"""Evaluates positions."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import PLAYER, PROGRAM
from engine.games.saucer_dice.rules import TURN
from engine.games.saucer_dice.table import INTERCEPTOR, MISSILE, REBUILD, UNDAMAGED, Box, Table
from engine.steps import is_before


def evaluate(game: Box, state: Table, seat: int) -> float:
    """The lead of a planet, with the effects of this turn's dice on it.

    Its terms: the points of the planet; of those of the others, the best counts 0.7 and the mean 0.3; in a turn
    before the damage, each saucer that would be left costs 1 point, a point of a Missile is worth 0.5, and a
    point of a Rebuild as much as there is to mend.
    """
    scores = [game.score(state, s) for s in range(game.players)]
    others = [score for s, score in enumerate(scores) if s != seat]
    ahead = scores[seat] - 0.7 * max(others) - 0.3 * sum(others) / len(others)
    if state.over:  # only the lead, since in the last turn it is compared with positions that go on
        return ahead
    turn = state.stack[0]
    if turn[PROGRAM] is not TURN or turn[PLAYER] != seat or not is_before(turn, "4 Cities"):
        return ahead
    worth = game.points[state.round]
    missing = sum(UNDAMAGED - token for token in state.planets[seat])
    left = sum(_left(state.invasion, state.defense, worth))
    rebuilt = min(missing + left, state.defense.count(REBUILD) * worth)
    return ahead - left + 0.5 * worth * state.defense.count(MISSILE) + rebuilt


def _left(invasion: Sequence[int], defense: Sequence[int], worth: int) -> list[int]:
    """The saucers that are left on the Invasion dice after the obvious assignment."""
    left = sorted(invasion, key=lambda die: -(die % 10))
    for face in defense:
        if face < MISSILE:
            for k, die in enumerate(left):
                if die // 10 == face and die % 10:
                    left[k] = die - min(worth, die % 10)
                    break
    saucers = sorted((die % 10 for die in left), reverse=True)
    return saucers[defense.count(INTERCEPTOR) :]
