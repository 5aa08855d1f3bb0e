"""The attack step: who attacks, dice, rerolls, dice that are turned over, hits and what they set off (4.1 to 4.8)."""

from __future__ import annotations

from typing import Final

from engine.core import ANSWER, EXTRA, PC, PLAYER, Frame, Program, push, tell
from engine.games.invasion_tcg.cards import ALWAYS, DICE, FREE, MISSES, OWN_ATTACK, ROLLS, Standing
from engine.games.invasion_tcg.effects import fire, judge, lose_life, set_off_by
from engine.games.invasion_tcg.playing import open_moment
from engine.games.invasion_tcg.state import ATTACK as GO
from engine.games.invasion_tcg.state import DECLARED, OVER, ROLLED, STOP, Table, ask_for, die, distinct_anywhere, ready
from engine.games.invasion_tcg.state import DIE as DIE_OPTION

MOST_DICE: Final = 100


def holding(state: Table, attacker: int, kind: str) -> list[tuple[int, int, Standing]]:
    """What of a kind holds in an attack, each with its seat and its card (-1 for what a spell said)."""
    cards = state.game.cards
    found = []
    for seat in (attacker, 1 - attacker):
        phase = OWN_ATTACK if seat == attacker else 3 - OWN_ATTACK
        battlefield = state.battlefield[seat]
        for card in state.field[seat]:
            for standing in cards[card].standing:
                if standing.kind == kind and standing.phase in (ALWAYS, phase):
                    found.append((seat, card, standing))
        if battlefield >= 0:
            for standing in cards[battlefield].standing:
                if standing.kind == kind and standing.phase in (ALWAYS, phase):
                    found.append((seat, battlefield, standing))
        for standing in state.standing[seat]:
            if standing.kind == kind and standing.phase in (ALWAYS, phase):
                found.append((seat, -1, standing))
    return [
        (seat, card, standing)
        for seat, card, standing in found
        if standing.condition is None or standing.condition(state, seat, 0)
    ]


def total(state: Table, attacker: int, kind: str, seat: int = -1) -> int:
    """How much all that holds of a kind adds up to, or of one seat alone."""
    return sum(
        standing.number * (1 if standing.count is None else standing.count(state, owner, card))
        for owner, card, standing in holding(state, attacker, kind)
        if seat in (-1, owner)
    )


def dice_of(state: Table, attacker: int, creatures: int) -> int:
    """How many dice so many creatures roll: dice beside theirs only with at least one, and no more than the cap."""
    if not creatures:
        return 0
    dice = creatures * state.game.dice_each + total(state, attacker, "add-dice")
    caps = [standing.number for _, _, standing in holding(state, attacker, "max-dice")]
    return min([dice, MOST_DICE, *caps])


def worth(state: Table, attacker: int) -> list[int]:
    """The hits that each number is worth in an attack, by the number: a miss beats a hit, and 2 hits don't add up."""
    hits = state.game.worth[:]
    misses = []
    for _, _, standing in holding(state, attacker, "numbers"):
        number = standing.number
        if standing.count_as == "miss":
            misses.append(number)
        else:
            hits[number] = max(hits[number], 2 if standing.count_as == "2 hits" else 1)
    for number in misses:
        hits[number] = 0
    return hits


def reading(state: Table, attacker: int) -> tuple[int, int, int]:
    """What the dice on the table are now: hits, how many of them are prevented, and misses."""
    hits = worth(state, attacker)
    counted = sum(hits[number] for number in state.dice)
    misses = sum(1 for number in state.dice if not hits[number])
    return counted, min(counted, total(state, attacker, "prevent")), misses


def _offer_attackers(state: Table, frame: Frame) -> bool:
    """All attack, unless something counts their dice or misses: then any may be held back."""
    held = frame[EXTRA]
    attackers = [card for card in ready(state, frame[PLAYER]) if card not in held]
    if len(attackers) < 2 or not _counts_against(state, frame[PLAYER]):
        frame[ANSWER] = GO
        return False
    pick = state.game.pick
    # Those held back are named in one order, so that no set of them is offered twice.
    last = max(held, default=-1)
    options = [pick + card for card in distinct_anywhere(state, attackers) if card > last]
    return ask_for(state, frame, frame[PLAYER], [GO, *options], "hold-back")


def _counts_against(state: Table, attacker: int) -> bool:
    cards = state.game.cards
    other = 1 - attacker
    battlefield = state.battlefield[other]
    return any(MISSES in cards[card].triggers for card in state.field[other]) or (
        battlefield >= 0 and MISSES in cards[battlefield].triggers
    )


def _take_attackers(state: Table, frame: Frame) -> bool:
    if frame[ANSWER] != GO:
        frame[EXTRA] = (*frame[EXTRA], frame[ANSWER] - state.game.pick)
        frame[PC] = 0
        return False
    seat = frame[PLAYER]
    state.attackers = [card for card in ready(state, seat) if card not in frame[EXTRA]]
    state.attack = DECLARED
    state.rerolls = state.arrivals
    for card in state.attackers:
        tell(state, "attacks", seat, card)
    open_moment(state, FREE)
    return False


def _roll(state: Table, frame: Frame) -> bool:
    seat = frame[PLAYER]
    count = dice_of(state, seat, len(state.attackers))
    state.dice = [die(state) for _ in range(count)]
    tell(state, "dice", seat, -1, tuple(state.dice))
    if not count:
        state.attack = OVER
        frame[PC] = len(ATTACK)
        return False
    state.attack = ROLLED
    for other in (1 - seat, seat):
        rerolls = _rerolls(state, seat, other)
        if rerolls:
            push(state, REROLL, -1, other, -1, -1, rerolls)
    return False


def _rerolls(state: Table, attacker: int, seat: int) -> int:
    """The declared rerolls whose cards are still there (4.6)."""
    return sum(
        standing.number
        for owner, card, standing in holding(state, attacker, "reroll")
        if owner == seat and (card < 0 or state.serial[card] <= state.rerolls)
    )


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


ATTACK: Final[Program] = (_offer_attackers, _take_attackers, _roll, _turn_over, _read)
