"""The cards that can't be played or used now, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core import Refused
from engine.effects.costs import Cost, lacks
from engine.games.future_invaders.chains import deployed
from engine.games.future_invaders.moves import one_of_each
from engine.games.future_invaders.table import CARD, REACTION, STRUCTURE, Setting, Table
from engine.games.future_invaders.values import cost_of
from engine.refusing import COST, LIMIT, TIME

_OPEN: Final = ("window", "choice", "deployment", "attack")  # questions in which cards may be played


def refused(game: Setting, state: Table, seat: int) -> Iterator[Refused]:
    """The cards and lines that the deciding seat can't play or use."""
    if state.about not in _OPEN or seat != state.who or not state.opts:
        return
    kinds = game.resources, game.wild
    for option in one_of_each(state, state.hand[seat]):
        card = game.cards[option - CARD]
        if option in state.opts:
            continue
        cost = cost_of(state, seat, card)
        if card.type == REACTION or (card.type <= STRUCTURE and state.about != "deployment"):
            yield Refused(game.describe(state, option), TIME)
        elif lacking := lacks(state.resources[seat], cost, *kinds):
            yield Refused(game.describe(state, option), COST, lacking)
    for number, line in deployed_lines(state, seat):
        if number not in state.opts:
            lacking = lacks(state.resources[seat], line, *kinds)
            yield Refused(game.describe(state, number), COST if lacking else LIMIT, lacking)


def deployed_lines(state: Table, seat: int) -> Iterator[tuple[int, Cost]]:
    """The lines of deployed cards that are used at any time, as options, with what they cost."""
    for card in deployed(state, seat):
        for line in state.game.cards[card].uses:
            if line.event < 0:
                yield CARD + line.index * state.game.count + card, line.cost
