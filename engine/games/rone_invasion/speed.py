"""Speed training: both players go through each phase of a turn, one after the other.

Their effects on each other wait until both have ended the phase.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core import ANSWER, EXTRA, IT, SUBJECT, Frame, Program, question, tell
from engine.games.rone_invasion import board, moves, rules
from engine.games.rone_invasion.moves import begin, lead
from engine.games.rone_invasion.rules import CLEAN_PHASE, DRAW_PHASE, PARTS_PHASE, STORE_PHASE, TRAIN_PHASE
from engine.games.rone_invasion.table import (
    BEGINNING,
    DAMAGES,
    DRAW,
    MELEE,
    MILL_LATER,
    RANGED,
    SCREWS_LATER,
    SEAT,
    STORED_LATER,
    WILD,
    Table,
)
from engine.steps import repeat, skip, steps


def in_chosen_order(wants: Callable[[Table, int], bool]) -> Program:
    """Speed training: if both could take from a common supply, revealed recruits decide which player chooses who does
    the whole phase first (S33).
    """

    def reveal(state: Table, frame: Frame) -> bool:
        if not all(wants(state, seat) for seat in (0, 1)):
            return skip(frame, 2)
        revealed: list[int] = []
        costs = [0, 0]
        while costs[0] == costs[1]:
            moves.draw_supply(state, "recruitment", 2)
            pair, state.drawn = state.drawn, []
            revealed += pair
            if len(pair) < 2:
                break
            for seat, card in enumerate(pair):
                costs[seat] = state.game.cards[card].training
                tell(state, "reveals", seat, card)
        for card in revealed:
            moves.put_away(state, card)
        frame[EXTRA] = int(costs[1] > costs[0])
        return skip(frame, 2) if costs[0] == costs[1] else False

    def offer(state: Table, frame: Frame) -> bool:
        return question(state, frame, "goes-first", frame[EXTRA], [SEAT, SEAT + 1])

    def take(state: Table, frame: Frame) -> None:
        state.first = frame[ANSWER] - SEAT

    return steps(reveal, offer, take)


def could_take_cards(state: Table, seat: int) -> bool:
    """Whether a player could take something from a common supply in the main phase."""
    cards = state.game.cards
    own = [*state.hand[seat], *(card for card in state.base[seat] if not state.exhausted >> card & 1)]
    return any(cards[card].takes for card in own) or state.stored[seat][WILD] > 1


def could_buy_cards(state: Table, seat: int) -> bool:
    """Whether a player has spare parts to buy from a common supply."""
    return state.parts[seat] + sum(state.game.cards[card].parts for card in state.played[seat]) > 1


def in_parallel(program: Program) -> Program:
    """Steps in which both players go through a phase of their own, then their waiting effects on each other happen."""

    def both(state: Table, frame: Frame) -> None:
        for team in reversed(rules.turn_order(state)):
            begin(state, program, -1, lead(state, team), subject=team)

    return steps(both, together)


LATER: Final = {SCREWS_LATER: board.SCREWS, MILL_LATER: moves.MILL, STORED_LATER: board.DESTROY_STORED}


def together(state: Table, frame: Frame) -> None:
    """Speed training: effects on opponents happen when both have finished; both without health is a tie (S18)."""
    waiting, state.waiting = state.waiting, []
    if not waiting:
        return
    repeat(frame)  # these effects may do something to an opponent, too
    for seat, kind, number in waiting:
        if kind in LATER:
            begin(state, LATER[kind], -1, seat, number)
            continue
        points = number
        if kind != RANGED:
            off = min(points, state.armor[seat])
            state.armor[seat] -= off
            points = points - off if kind == MELEE else 0
        state.health[seat] -= points
        if number:
            tell(state, "damaged", seat, kind=DAMAGES[kind], number=number)
    if min(state.health) <= 0:
        moves.end(state, "health")


def activate(state: Table, frame: Frame) -> None:
    """Speed training: the player of this frame goes through the phase."""
    state.active = frame[SUBJECT]
    frame[IT] = 0


def part_is_over(_state: Table, _frame: Frame) -> None:
    """Speed training: the main phase of one player is over."""


MAIN_PART: Final = steps(
    activate, "Who goes on", rules.next_to_act, rules.note_actor, "3.4 Main phase", rules.offer_main, rules.take_main,
    "3.5 Store", part_is_over,
)  # fmt: skip
SPEED_TURN: Final = steps(
    "3.1 Beginning of the turn", rules.phase(BEGINNING), in_parallel(steps(activate, rules.begin_turn)),
    "3.2 Draw", in_parallel(steps(activate, rules.phase(DRAW), rules.everyone(DRAW_PHASE))),
    "3.3 Roll", in_parallel(steps(activate, rules.roll_dice)),
    "3.4 Main phase", in_chosen_order(could_take_cards), in_parallel(MAIN_PART),
    "3.5 Store", in_parallel(steps(activate, rules.everyone(STORE_PHASE))),
    "3.6 Deal damage", in_parallel(steps(activate, rules.sum_up, rules.offer_order, rules.deal_all)),
    "3.7 Spare parts", in_chosen_order(could_buy_cards), in_parallel(steps(activate, rules.everyone(PARTS_PHASE))),
    "3.8 Clean", in_parallel(steps(activate, rules.everyone(CLEAN_PHASE))),
    "3.9 Train", in_parallel(steps(activate, rules.everyone(TRAIN_PHASE))),
    "3.10 End of the turn", in_parallel(steps(activate, rules.end_turn)),
)  # fmt: skip
