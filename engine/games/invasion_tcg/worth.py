"""Evaluates positions, from what a seat may know."""

from __future__ import annotations

from typing import Final

from engine.games.invasion_tcg.moves import ready
from engine.games.invasion_tcg.rules import read_dice
from engine.games.invasion_tcg.standing import hits_of, holding, total
from engine.games.invasion_tcg.table import NOT_YET, OVER, ROLLED, THIS_DESTROYED, Card, Setting, Table

WIN: Final = 1000.0
LIFE: Final = 1.0  # a life more than the opponent
NOW: Final = 0.95  # an expected hit of this turn's attack
STAYED_BACK: Final = 99.0  # subtracted if a creature is held back, since its use is several steps away
FUTURE: Final = 1.5  # an expected hit of an attack with all creatures
CREATURE: Final = 1.2  # a creature in play, without its die
BATTLEFIELD: Final = 1.3  # a battlefield in play, without what it does in attacks
CARD: Final = 1.1  # a card in hand,
FULL: Final = 7  # up to this number of cards,
MORE: Final = 0.3  # and a card beyond them
SPELL: Final = 1.0  # a spell on the stack
USE: Final = 0.8  # an effect of a card in play that its player may use each turn
WAITS: Final = 0.4  # an effect of a card in play that waits for an event
DIES: Final = -0.3  # an effect that waits for its card's destruction, so that this creature is given up first
ARRIVAL: Final = 0.5  # an effect of a creature on the stack that happens when it has arrived
UNTOUCHABLE: Final = 0.15  # the part of an attack's hits that counts even if all are prevented


def evaluate(_game: Setting, state: Table, seat: int) -> float:
    """The lead of a seat, in life.

    Its terms: life; the expected hits of this turn's attack, and of one with all creatures; creatures and battlefields
    in play and on the stack; cards in hand; the hits of the dice on the table.
    """
    if state.over:
        return 0.0 if state.winner < 0 else WIN if state.winner == seat else -WIN
    if state.attack == NOT_YET and state.attackers and len(state.attackers) < len(ready(state, state.active)):
        return -STAYED_BACK if seat == state.active else STAYED_BACK
    return _side(state, seat) - _side(state, 1 - seat)


def quality(card: Card) -> float:
    """The value of the effects of a card in play, by what they wait for."""
    waits = sum(len(found) for when, found in card.triggers.items() if when != THIS_DESTROYED)
    dies = len(card.triggers.get(THIS_DESTROYED, ()))
    return USE * len(card.uses) + WAITS * (waits + len(card.replacements)) + DIES * dies


def _side(state: Table, seat: int) -> float:
    game = state.game
    hand = len(state.hand[seat])
    value = LIFE * state.life[seat] + CARD * min(hand, FULL) + MORE * max(hand - FULL, 0)
    field = state.field[seat]
    creatures = len(field)
    quality = game.quality
    for card in field:
        value += quality[card]
    if state.battlefield[seat] >= 0:
        value += BATTLEFIELD + quality[state.battlefield[seat]]
    for card in state.pile:
        if game.owner[card] == seat:
            proto = game.cards[card]
            if proto.is_creature:
                creatures += 1
                value += quality[card] + ARRIVAL * len(proto.arrival)
            else:
                value += SPELL if proto.is_spell else BATTLEFIELD + quality[card]
    force = Force(state, seat, this_turn=False)
    value += CREATURE * creatures + FUTURE * force.hits(creatures)
    if state.active == seat and state.attack != OVER:
        if state.attack == ROLLED:
            hits, prevented, _ = read_dice(state, seat)
            value += LIFE * (hits - prevented)
        else:
            attackers = ready(state, seat) if state.attack == NOT_YET else state.attackers
            if state.standing[0] or state.standing[1]:
                force = Force(state, seat, this_turn=True)
            value += NOW * force.hits(len(attackers))
    return value


class Force:
    """The values for an attack's expected hits, for any number of creatures."""

    __slots__ = ("cap", "further", "mean", "misses", "per_creature", "prevented", "rerolls")

    def __init__(self, state: Table, attacker: int, *, this_turn: bool) -> None:
        self.per_creature = state.game.dice_each
        effects = holding(state, attacker, this_turn=this_turn)
        hits = hits_of(state, effects) if effects else state.game.worth
        self.mean = sum(hits) / 6
        self.misses = hits[1:].count(0) / 6
        self.further = total(state, effects, "add-dice") if effects else 0
        self.rerolls = total(state, effects, "reroll") if effects else 0
        self.prevented = total(state, effects, "prevent") if effects else 0
        self.cap = min((entry[2].number for entry in effects if entry[2].kind == "max-dice"), default=99)

    def hits(self, creatures: int) -> float:
        """The approximate mean hits of an attack with this number of creatures."""
        if not creatures:
            return 0.0
        dice = min(creatures * self.per_creature + self.further, self.cap)
        done = (dice + min(self.rerolls, dice * self.misses)) * self.mean
        return max(done - self.prevented, UNTOUCHABLE * done)
