"""Evaluates positions of a series."""

from __future__ import annotations

from engine.games.future_invaders.series.table import Match, Reserves
from engine.games.future_invaders.worth import WON


def evaluate(game: Reserves, state: Match, seat: int) -> float:
    """The games won and lost, each with the value of an inner game's end; then the value of the inner position, or if
    the game has just begun or is over, that of the arsenal.
    """
    lost = max(won for other, won in enumerate(state.wins) if other != seat)
    score = 2 * WON * (state.wins[seat] - lost)
    play = state.inner
    if play.decisions and not play.over:
        return score + play.game.evaluate(play, seat)
    return score + game.worth_of(state.arsenals[seat])
