"""A game from its first roll, and a turn from its start to its end (1.5, 1.6, 2.1 to 2.4)."""

from __future__ import annotations

from typing import Final

from engine.core import ANSWER, EXTRA, LIMIT, PC, PLAYER, SUBJECT, Frame, Program, push, tell
from engine.games.invasion_tcg.attack import ATTACK
from engine.games.invasion_tcg.cards import FREE, OPEN, START
from engine.games.invasion_tcg.effects import discard, discards, end, fire, higher_roll, set_off_by
from engine.games.invasion_tcg.playing import answers, settle, start
from engine.games.invasion_tcg.state import ATTACK as GO
from engine.games.invasion_tcg.state import (
    END,
    GO_FIRST,
    GO_SECOND,
    NOT_YET,
    OVER,
    PASS,
    Table,
    ask_for,
    distinct,
    draw,
    in_play,
    of_hand,
    ready,
)

MOST_TURNS: Final = 400  # of both players together, after which the game is a draw


def _roll_for_first(state: Table, frame: Frame) -> bool:
    winner = higher_roll(state)
    if winner < 0:
        end(state, -1)
    frame[PLAYER] = winner
    return False


def _offer_first(state: Table, frame: Frame) -> bool:
    return ask_for(state, frame, frame[PLAYER], [GO_FIRST, GO_SECOND], "")


def _take_first(state: Table, frame: Frame) -> bool:
    seat = frame[PLAYER] if frame[ANSWER] == GO_FIRST else 1 - frame[PLAYER]
    tell(state, "goes-first", seat)
    state.first = seat
    for player in (seat, 1 - seat):
        draw(state, player, state.game.hand)
    push(state, TURN, -1, seat)
    return False


SET_UP: Final[Program] = (_roll_for_first, _offer_first, _take_first)


def _begin(state: Table, frame: Frame) -> bool:
    """What is counted for each turn begins anew, then what happens at the start of the turn happens (2.1)."""
    seat = frame[PLAYER]
    state.turn += 1
    if state.turn > MOST_TURNS:
        tell(state, LIMIT, -1, -1, ("turns", MOST_TURNS))
        end(state, -1)
        return False
    state.active = seat
    begin_turn(state)
    state.before = state.arrivals
    game = state.game
    for player in (0, 1):
        if player == seat or game.renewed_each_turn:
            for card in in_play(state, player):
                state.used[card] = 0
    tell(state, "turn", seat, -1, state.turn)
    happening = set_off_by(state, START, seat)
    if happening:
        fire(state, happening)
    return False


def begin_turn(state: Table) -> None:
    """Clears all that was counted for a turn."""
    state.plays = [0, 0]
    state.extra = [0, 0]
    state.traded = 0
    state.played = 0
    state.acts = 0
    state.attack = NOT_YET
    state.moment = False


def _main_draw(state: Table, frame: Frame) -> bool:
    game = state.game
    draw(state, frame[PLAYER], game.first_draw if state.turn == 1 else game.draw)
    state.moment = True
    return False


def _offer(state: Table, frame: Frame) -> bool:
    """The open part: anything in any order, until the turn ends."""
    if settle(state, frame):
        return False
    seat = frame[PLAYER]
    game = state.game
    options = [END, *answers(state, seat, OPEN)]
    hand = state.hand[seat]
    if state.traded < game.trades and len(hand) >= game.trade_discards and (state.turn > 1 or game.first_trade):
        options += [game.trade + card for card in distinct(state, hand)]
    if state.attack == NOT_YET and ready(state, seat):
        options.append(GO)
    return ask_for(state, frame, seat, options, "")


def _take(state: Table, frame: Frame) -> bool:
    seat, option = frame[PLAYER], frame[ANSWER]
    frame[PC] = OFFER
    game = state.game
    if option == END:
        push(state, ENDING, -1, seat)
    elif option == GO:
        push(state, ATTACK, -1, seat, -1, -1, -1)
    elif game.trade <= option < game.pick:
        push(state, TRADE, -1, seat, -1, option - game.trade)
    else:
        state.moment = True
        start(state, option, seat)
    return False


TURN: Final[Program] = (_begin, _main_draw, _offer, _take)
OFFER: Final = 2


def _offer_before_trade(state: Table, frame: Frame) -> bool:
    """Before an additional draw, to which nobody can respond, the moment that was open closes."""
    if not state.moment:
        frame[ANSWER] = PASS
        return False
    other = 1 - frame[PLAYER]
    return ask_for(state, frame, other, [PASS, *answers(state, other, FREE)], "moment")


def _trade(state: Table, frame: Frame) -> bool:
    """Discards, then draws; where the other player does something first, the turn goes on from there instead."""
    seat = frame[PLAYER]
    if frame[ANSWER] != PASS:
        frame[PC] = len(TRADE)
        state.moment = True
        start(state, frame[ANSWER], 1 - seat)
        return False
    state.moment = False
    state.traded += 1
    tell(state, "additional-draw", seat)
    if state.game.trade_discards > 1:
        discards(state, seat, seat, state.game.trade_discards - 1)
    discard(state, seat, of_hand(state, seat, frame[SUBJECT]))
    return False


def _draw_for_trade(state: Table, frame: Frame) -> bool:
    draw(state, frame[PLAYER], state.game.trade_draws)
    return False


TRADE: Final[Program] = (_offer_before_trade, _trade, _draw_for_trade)


def _offer_at_end(state: Table, frame: Frame) -> bool:
    other = 1 - frame[PLAYER]
    return ask_for(state, frame, other, [PASS, *answers(state, other, FREE)], "moment")


def _end(state: Table, frame: Frame) -> bool:
    """The turn ends where the other player passes; it goes on where they play something."""
    seat = frame[PLAYER]
    if frame[ANSWER] != PASS:
        state.moment = True
        start(state, frame[ANSWER], 1 - seat)
        return False
    if state.attack != OVER:
        tell(state, "no-attack", seat)
    tell(state, "ends-turn", seat)
    state.standing = [[], []]
    state.stack.clear()
    push(state, TURN, -1, 1 - seat)
    return False


ENDING: Final[Program] = (_offer_at_end, _end)

__all__ = ["EXTRA", "SET_UP", "TRADE", "TURN", "begin_turn"]
