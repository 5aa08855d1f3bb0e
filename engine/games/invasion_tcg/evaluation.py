"""How good a position looks, from what a seat may know."""

from __future__ import annotations

from typing import Final

from engine.core import SUBJECT
from engine.games.invasion_tcg.attack import reading
from engine.games.invasion_tcg.state import ROLLED, Table

WIN: Final = 1000.0
LIFE: Final = 1.0  # a life more than the opponent
CREATURE: Final = 2.2  # a creature in play: half a life each turn that it stays
BATTLEFIELD: Final = 1.6
CARD: Final = 0.9  # a card in hand
PLAYED: Final = 0.6  # how much of what a card on the stack will be worth is counted already
SPELL: Final = 1.2  # a spell on the stack: a little more than a card, so that it is played where it can be


def evaluate(state: Table, seat: int) -> float:
    """The lead of a seat, in life.

    Its terms: life; creatures and battlefields in play, and those on the stack; cards in hand; the dice on the table as
    they would be read now.
    """
    if state.over:
        return 0.0 if state.winner < 0 else WIN if state.winner == seat else -WIN
    return _side(state, seat) - _side(state, 1 - seat)


def _side(state: Table, seat: int) -> float:
    game = state.game
    worth = LIFE * state.life[seat] + CREATURE * len(state.field[seat]) + CARD * len(state.hand[seat])
    if state.battlefield[seat] >= 0:
        worth += BATTLEFIELD
    for card in state.pile:
        if game.owner[card] == seat:
            proto = game.cards[card]
            worth += CREATURE if proto.is_creature else SPELL if proto.is_spell else BATTLEFIELD
    if state.attack == ROLLED and state.active != seat:
        hits, prevented, _ = reading(state, state.active)
        worth -= LIFE * (hits - prevented)
    return worth


__all__ = ["SUBJECT", "evaluate"]
