"""What can't be played, used or bought now, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core import Refused
from engine.games.rone_invasion.board import lacking
from engine.games.rone_invasion.moves import distinct
from engine.games.rone_invasion.rules import can_do, price_of
from engine.games.rone_invasion.table import ACTION, CARD, COLORS, WILD, Setting, Table
from engine.refusing import COST, LIMIT, TARGET


def refused(game: Setting, state: Table, seat: int) -> Iterator[Refused]:
    """What the seat that decides can't play or use in the main phase, or buy of the player board."""
    if seat != state.who or not state.opts:
        return
    if state.about == "main":
        yield from _cards(game, state, seat)
    elif state.about == "spend":
        for number, action in enumerate(game.actions_of_board):
            if ACTION + number not in state.opts:
                more = price_of(state, seat, action) - state.parts[seat]
                why, lacks = (COST, {"spare-part": more}) if more > 0 else (TARGET, {})
                if more > 0 or not can_do(state, seat, action):
                    yield Refused(game.describe(state, ACTION + number), why, lacks)


def _cards(game: Setting, state: Table, seat: int) -> Iterator[Refused]:
    for card in (option - CARD for option in distinct(state, state.hand[seat])):
        if lacks := _lacks(game, state.pool[seat], game.cards[card].cost, state.off[seat]):
            yield Refused(game.describe(state, game.play + card), COST, lacks)
    for card in state.base[seat]:
        use = game.cards[card].use
        if not use or game.ability + card in state.opts:
            continue
        choice = game.describe(state, game.ability + card)
        if state.exhausted >> card & 1:
            yield Refused(choice, LIMIT)
        elif lacks := _lacks(game, state.pool[seat], use.cost, (0,) * len(use.cost)):
            yield Refused(choice, COST, lacks)
        else:
            yield Refused(choice, TARGET)


def _lacks(game: Setting, pool: Sequence[int], cost: Sequence[int], off: Sequence[int]) -> dict[str, int]:
    """What a pool lacks by color, after what is wild in it has been used for that."""
    lacks = {color: max(0, cost[color] - pool[color] - off[color]) for color in range(COLORS)}
    left = lacking(pool, cost, off)
    found: dict[str, int] = {}
    for color, number in lacks.items():
        if number and left:
            found[game.colors[color]] = min(number, left)
            left -= found[game.colors[color]]
    return {**found, game.colors[WILD]: left} if left else found
