"""Values of cards in a position: weapons, shields, costs, and what a ship faces."""

from __future__ import annotations

from typing import Final

from engine.effects import costs
from engine.effects.costs import Cost
from engine.games.future_invaders.table import DISCOUNT, DOWN, SHIELD, UP, WEAPONS, Card, Table

MOST_DOUBLED: Final = 16  # times, so that numbers stay small


def controller(state: Table, card: int) -> int:
    """The seat on whose grid a card lies."""
    return state.where[card] // state.game.stride


def weapons(state: Table, ship: int) -> int:
    """The weapons of a deployed ship.

    Its controller orders the changes. The best order, which is taken, is gains first, then doublings, then losses. The
    result is never below 0.
    """
    up = state.game.cards[ship].weapons
    if ship not in state.changes and not state.listen[WEAPONS]:
        return up
    down = doubled = 0
    for what, amount, _ in state.changes.get(ship, ()):
        if what == UP:
            up += amount
        elif what == DOWN:
            down += amount
        else:
            doubled += amount
    if state.listen[WEAPONS]:
        for amount in _lasting(state, WEAPONS, ship):
            if amount > 0:
                up += amount
            else:
                down -= amount
    return max(0, (up << min(doubled, MOST_DOUBLED)) - down)


def shield(state: Table, target: int) -> int:
    """The damage that a deployed card's shields take off each attack."""
    return sum(_lasting(state, SHIELD, target)) if state.listen[SHIELD] else 0


def _lasting(state: Table, what: int, target: int) -> list[int]:
    """The sum that the standing lines of deployed cards add to a deployed card."""
    cards = state.game.cards
    return [
        static.amount * static.applies(state, other, target)
        for other in state.grid
        if other >= 0
        for static in cards[other].statics
        if static.what == what
    ]


def cost_of(state: Table, seat: int, card: Card) -> Cost:
    """The current cost of a card in this seat's hand."""
    cost = card.cost
    if not cost.total or not state.listen[DISCOUNT]:
        return cost
    game = state.game
    stride = game.stride
    less = [0] * game.kinds
    for other in state.grid[seat * stride : (seat + 1) * stride]:
        if other >= 0:
            for static in game.cards[other].statics:
                if static.what == DISCOUNT and static.of == card.type:
                    less[static.resource] += static.amount
    return costs.reduced(cost, less, game.wild) if any(less) else cost


def faces(state: Table, ship: int) -> int:
    """The first element that a ship faces: the slot of a card, or -1 - seat where it is that seat's base."""
    game = state.game
    stride = game.stride
    seat, column = divmod(state.where[ship], stride)
    slot = state.facing[seat * game.columns + column]
    ignores = game.cards[ship].ignores
    if state.grid[slot] >= 0 and not ignores & 1:
        return slot
    behind = slot + game.columns
    if state.grid[behind] >= 0 and not ignores & 2:
        return behind
    return -1 - slot // stride
