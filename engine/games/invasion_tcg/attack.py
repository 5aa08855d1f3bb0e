"""The attack step: who attacks, dice, rerolls, dice that are turned over, hits and what they set off (4.1 to 4.8)."""

from __future__ import annotations

from typing import Final

from engine.core import ANSWER, EXTRA, PC, PLAYER, Frame, Program, push, tell
from engine.games.invasion_tcg.cards import DICE, FREE, MISSES, ROLLS
from engine.games.invasion_tcg.effects import fire, judge, lose_life, set_off_by
from engine.games.invasion_tcg.playing import open_moment
from engine.games.invasion_tcg.standing import dice_of, holding, total, worth
from engine.games.invasion_tcg.state import ATTACK as GO
from engine.games.invasion_tcg.state import DECLARED, OVER, ROLLED, STOP, Table, ask_for, die, distinct_anywhere, ready
from engine.games.invasion_tcg.state import DIE as DIE_OPTION


def reading(state: Table, attacker: int) -> tuple[int, int, int]:
    """What the dice on the table are now: hits, how many of them are prevented, and misses."""
    effects = holding(state, attacker)
    hits = worth(state, effects)
    counted = sum(hits[number] for number in state.dice)
    misses = sum(1 for number in state.dice if not hits[number])
    return counted, min(counted, total(state, effects, "prevent")), misses


def _begin(state: Table, frame: Frame) -> bool:
    """All that can attack do, but those that now stay back (4.3)."""
    state.attackers = ready(state, frame[PLAYER])
    return False


def _offer_attackers(state: Table, frame: Frame) -> bool:
    """The attack goes on, or one more creature stays back while another is left."""
    attackers, last = state.attackers, frame[EXTRA]
    # Those that stay back are named in one order, so that no set of them is offered twice.
    found = [card for card in distinct_anywhere(state, attackers) if card > last] if len(attackers) > 1 else []
    return ask_for(state, frame, frame[PLAYER], [GO, *(state.game.pick + card for card in found)], "hold-back")


def _take_attackers(state: Table, frame: Frame) -> bool:
    if frame[ANSWER] != GO:
        frame[EXTRA] = frame[ANSWER] - state.game.pick
        state.attackers.remove(frame[EXTRA])
        frame[PC] = OFFER
        return False
    state.attack = DECLARED
    state.rerolls = state.arrivals
    for card in state.attackers:
        tell(state, "attacks", frame[PLAYER], card)
    open_moment(state, FREE)
    return False


def _roll(state: Table, frame: Frame) -> bool:
    seat = frame[PLAYER]
    effects = holding(state, seat)
    count = dice_of(state, effects, len(state.attackers))
    state.dice = [die(state) for _ in range(count)]
    tell(state, "dice", seat, -1, tuple(state.dice))
    if not count:
        state.attack = OVER
        frame[PC] = len(ATTACK)
        return False
    state.attack = ROLLED
    for other in (1 - seat, seat):
        # Only rerolls that were declared, of cards that are still there (4.6).
        declared = [one for one in effects if one[0] == other and (one[1] < 0 or state.serial[one[1]] <= state.rerolls)]
        rerolls = total(state, declared, "reroll")
        if rerolls:
            push(state, REROLL, -1, other, -1, -1, rerolls)
    return False


def _offer_reroll(state: Table, frame: Frame) -> bool:
    options = [STOP, *(DIE_OPTION + number for number in sorted(set(state.dice)))]
    return ask_for(state, frame, frame[PLAYER], options, "reroll")


def _take_reroll(state: Table, frame: Frame) -> bool:
    if frame[ANSWER] == STOP:
        return False
    old = frame[ANSWER] - DIE_OPTION
    new = die(state)
    state.dice[state.dice.index(old)] = new
    tell(state, "rerolls", frame[PLAYER], -1, (old, new))
    frame[EXTRA] -= 1
    if frame[EXTRA]:
        frame[PC] = 0
    return False


REROLL: Final[Program] = (_offer_reroll, _take_reroll)


def _turn_over(state: Table, frame: Frame) -> bool:
    open_moment(state, FREE | DICE)
    return False


def _read(state: Table, frame: Frame) -> bool:
    """Hits take life, all at once; then what waits for numbers or misses happens."""
    seat = frame[PLAYER]
    other = 1 - seat
    hits, prevented, misses = reading(state, seat)
    numbers = set(state.dice)
    tell(state, "hits", seat, -1, (hits, prevented, misses))
    state.attack = OVER
    state.attackers = []
    state.dice = []
    lose_life(state, other, (hits - prevented) * state.game.life_per_hit)
    judge(state)
    if state.over:
        return False
    happening = [entry for number in sorted(numbers) for entry in set_off_by(state, ROLLS, seat, number)]
    happening += set_off_by(state, MISSES, other, misses)
    if happening:
        fire(state, happening)
    return False


ATTACK: Final[Program] = (_begin, _offer_attackers, _take_attackers, _roll, _turn_over, _read)
OFFER: Final = 1
