"""Which cards can't be played or used now, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core import Refused
from engine.games.invasion_tcg.moves import distinct, in_play, may_play, unused
from engine.games.invasion_tcg.table import OPEN, PLAY, Setting, Table
from engine.refusing import LIMIT, TARGET, TIME

_OWN: Final = ""  # `State.about` in the open part of one's own turn


def refused(game: Setting, state: Table, seat: int) -> Iterator[Refused]:
    """The cards that the deciding seat can't play or use, in its turn or as a response."""
    if state.about not in (_OWN, *game.windows) or seat != state.who or not state.opts:
        return
    open_part = state.about == _OWN
    limit = not may_play(state, seat)
    for card in distinct(state, state.hand[seat]):
        proto = game.cards[card]
        if not {PLAY + copy for copy in state.hand[seat] if game.which[copy] == game.which[card]} & {*state.opts}:
            possible = all(need(state, seat, card) for need in proto.needs)
            timely = open_part if proto.moments == OPEN else not open_part or proto.moments & OPEN
            why = LIMIT if limit else TIME if not timely or possible else TARGET
            yield Refused(game.describe(state, PLAY + card), why)
    if open_part:
        for card in in_play(state, seat):
            for index, line in enumerate(game.cards[card].uses):
                option = game.use + index * game.count + card
                if line.own_turn and option not in state.opts and not unused(state, card, line):
                    yield Refused(game.describe(state, option), LIMIT)
