"""How good a position of a series looks."""

from __future__ import annotations

from engine.games.future_invaders.series.table import Match, Reserves
from engine.games.future_invaders.worth import WON


def evaluate(game: Reserves, state: Match, seat: int) -> float:
    """Games won and lost, each as much as the inner game says of its end; then the position of the game, or where
    it has just begun or is over the worth of the arsenal.
    """
    lost = max(won for other, won in enumerate(state.wins) if other != seat)
    score = 2 * WON * (state.wins[seat] - lost)
    play = state.inner
    if play.decisions and not play.over:
        return score + play.game.evaluate(play, seat)
    return score + game.worth_of(state.arsenals[seat])
