"""The cards and actions that can't be played, used or bought now, and why."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Refused
from engine.effects.costs import lacks
from engine.games.rone_invasion.moves import distinct
from engine.games.rone_invasion.rules import can_do, price_of, to_play
from engine.games.rone_invasion.table import ACTION, CARD, WILD, Setting, Table
from engine.refusing import COST, LIMIT, TARGET


def refused(game: Setting, state: Table, seat: int) -> Iterator[Refused]:
    """What the deciding seat can't play or use in the main phase, or buy from the player board."""
    if seat != state.who or not state.opts:
        return
    if state.about == "main":
        yield from _cards(game, state, seat)
    elif state.about == "spend":
        for number, action in enumerate(game.actions_of_board):
            if ACTION + number not in state.opts:
                more = price_of(state, seat, action) - state.parts[seat]
                why, lacking = (COST, {"spare-part": more}) if more > 0 else (TARGET, {})
                if more > 0 or not can_do(state, seat, action):
                    yield Refused(game.describe(state, ACTION + number), why, lacking)


def _cards(game: Setting, state: Table, seat: int) -> Iterator[Refused]:
    for card in (option - CARD for option in distinct(state, state.hand[seat])):
        if lacking := lacks(state.pool[seat], to_play(state, seat, card), game.colors, WILD):
            yield Refused(game.describe(state, game.play + card), COST, lacking)
    for card in state.base[seat]:
        use = game.cards[card].use
        if not use or game.ability + card in state.opts:
            continue
        choice = game.describe(state, game.ability + card)
        if state.exhausted >> card & 1:
            yield Refused(choice, LIMIT)
        elif lacking := lacks(state.pool[seat], use.cost, game.colors, WILD):
            yield Refused(choice, COST, lacking)
        else:
            yield Refused(choice, TARGET)
