"""Evaluates positions of a draft."""

from __future__ import annotations

from engine.games.future_invaders.draft.table import PICK, Drafting, Pool


def evaluate(game: Pool, state: Drafting, seat: int) -> float:
    """The value of the arsenal, or until it is built of the best cards; later that of the inner game's position.

    A game that has just begun is not evaluated, since its first hand shows nothing about the arsenal.
    """
    if state.step == PICK:
        slots = game.picked_slots(state, seat)
        if state.chosen[seat] >= 0:
            slots = [*slots, state.chosen[seat]]
        return game.worth_of(game.numbers(state, slots), game.low)
    play = state.play
    if play is not None and play.decisions:
        return play.game.evaluate(play, seat)
    return game.worth_of(game.numbers(state, state.arsenals[seat] if state.arsenals else game.slots_in(state, seat)))
