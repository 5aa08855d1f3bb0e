"""How good a position looks, from what a seat may know."""

from __future__ import annotations

from typing import Final

from engine.games.invasion_tcg.attack import reading
from engine.games.invasion_tcg.cards import ALWAYS, OTHER_ATTACK, OWN_ATTACK
from engine.games.invasion_tcg.state import NOT_YET, OVER, ROLLED, Table, in_play, ready

WIN: Final = 1000.0
LIFE: Final = 1.0  # a life more than the opponent
NOW: Final = 0.95  # a hit that the attack of this turn may be expected to do
FUTURE: Final = 1.5  # a hit that an attack with all creatures may be expected to do
CREATURE: Final = 1.2  # a creature in play, beside its die
BATTLEFIELD: Final = 1.0  # a battlefield in play, beside what it does in attacks
CARD: Final = 0.8  # a card in hand,
FULL: Final = 7  # up to so many,
MORE: Final = 0.3  # and a card beyond them
SPELL: Final = (
    1.0  # a spell on the stack: more than a card in hand, so that it is played where nothing speaks against it
)
UNTOUCHABLE: Final = 0.15  # of the dice of an attack whose hits are all prevented


def evaluate(state: Table, seat: int) -> float:
    """The lead of a seat, in life.

    Its terms: life; the hits that the attack of this turn, and one with all creatures, may be expected to do; creatures and
    battlefields in play, and those on the stack; cards in hand; the dice on the table as they would be read now.
    """
    if state.over:
        return 0.0 if state.winner < 0 else WIN if state.winner == seat else -WIN
    return _side(state, seat) - _side(state, 1 - seat)


def _side(state: Table, seat: int) -> float:
    game = state.game
    hand = len(state.hand[seat])
    worth = LIFE * state.life[seat] + CARD * min(hand, FULL) + MORE * max(hand - FULL, 0)
    creatures = len(state.field[seat])
    if state.battlefield[seat] >= 0:
        worth += BATTLEFIELD
    for card in state.pile:
        if game.owner[card] == seat:
            proto = game.cards[card]
            if proto.is_creature:
                creatures += 1
            else:
                worth += SPELL if proto.is_spell else BATTLEFIELD
    worth += CREATURE * creatures + FUTURE * expected(state, seat, creatures, this_turn=False)
    if state.active == seat and state.attack != OVER:
        if state.attack == ROLLED:
            hits, prevented, _ = reading(state, seat)
            worth += LIFE * (hits - prevented)
        else:
            attackers = ready(state, seat) if state.attack == NOT_YET else state.attackers
            worth += NOW * expected(state, seat, len(attackers), this_turn=True)
    return worth


def expected(state: Table, attacker: int, creatures: int, *, this_turn: bool) -> float:
    """The hits that an attack with so many creatures does on average, roughly."""
    if not creatures:
        return 0.0
    game = state.game
    cards = game.cards
    dice = creatures * game.dice_each
    cap, rerolls, prevented = 99, 0, 0
    hits = game.worth
    changed = False
    misses = []
    for seat in (attacker, 1 - attacker):
        phase = OWN_ATTACK if seat == attacker else OTHER_ATTACK
        standings = [(card, standing) for card in in_play(state, seat) for standing in cards[card].standing]
        if this_turn:
            standings += [(-1, standing) for standing in state.standing[seat]]
        for card, standing in standings:
            if standing.phase not in (ALWAYS, phase):
                continue
            if standing.condition is not None and not standing.condition(state, seat, 0):
                continue
            kind = standing.kind
            if kind == "add-dice":
                dice += standing.number * (1 if standing.count is None else standing.count(state, seat, card))
            elif kind == "prevent":
                prevented += standing.number
            elif kind == "reroll":
                rerolls += standing.number
            elif kind == "max-dice":
                cap = min(cap, standing.number)
            elif kind == "numbers":
                if not changed:
                    hits, changed = hits[:], True
                if standing.count_as == "miss":
                    misses.append(standing.number)
                else:
                    hits[standing.number] = max(hits[standing.number], 2 if standing.count_as == "2 hits" else 1)
    for number in misses:
        hits[number] = 0
    dice = min(dice, cap)
    mean = sum(hits) / 6
    missed = dice * hits[1:].count(0) / 6
    done = dice * mean + min(rerolls, missed) * mean
    return max(done - prevented, UNTOUCHABLE * done)
