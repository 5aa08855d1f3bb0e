"""Evaluates positions for a seat, one step ahead, from what it may know."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.effects.costs import lacks
from engine.games.rone_invasion import fleet
from engine.games.rone_invasion.board import damage_of
from engine.games.rone_invasion.rules import to_play
from engine.games.rone_invasion.table import (
    ARMOR,
    DAMAGE,
    HEALTH,
    MAIN,
    MELEE,
    NEUTRAL,
    PARTS,
    RANGED,
    STORE,
    UNROLLED,
    UNUSED,
    WILD,
    Card,
    Die,
    Setting,
    Table,
)

# The terms, each per unit.
LIFE: Final = 2.2  # health
LOW: Final = 2.5  # the same again, of its last 6
SHIELD: Final = 1.1  # armor
HITS: Final = (1.5, 2.6, 0.7)  # waiting melee damage, ranged damage and destroyed armor
POOL: Final = 0.6  # a resource
UNUSED_DIE: Final = 0.15  # in addition, for each colored screw that it shows:
SHOWN: Final = 0.4
STORED: Final = 0.8
PAIR: Final = 0.5  # the second stored resource of a kind
IN_DICE: Final = 0.7  # a colored screw
DUMPED: Final = 0.9  # a card in the garbage dump
FATAL: Final = 1.5  # each such card for which a survival check would lose the last health
LATE: Final = 7  # from this round on it counts three times
SCREW: Final = 0.8  # on a card in training that needs it
TRAINING: Final = 0.6  # a card in training
REROLL: Final = 0.6
PART: Final = 0.7  # a spare part
BASE: Final = 3.0  # a technology
READY: Final = 0.6  # a permanent that can be used
WON: Final = 1000.0
# The value of the cards of a hand before the dice are rolled, by their number.
HAND: Final = (0.0, 2.2, 4.0, 5.4, 6.3, 6.6, 6.4, 5.8, 5.0)
PAYABLE: Final = (0.8, 0.35, 0.15)  # the part of a card's value that counts in hand, by the missing resources
# Of the Invasion, each for every player.
DEPLOYED: Final = 2.5  # a card on the stack
LEFT: Final = 0.5  # remaining armor and health of the topmost card
TOKEN: Final = 0.8  # up to 4
STORES: Final = 0.4
ENOUGH: Final = 1.5  # a zone that will train
MAST: Final = 1.5
ROUND: Final = 4.0  # of a scenario that must be survived


def evaluate(game: Setting, state: Table, seat: int) -> float:
    """The mean of the seat's team minus that of the other team, or minus the value of the Invasion."""
    if state.over:
        return WON * ((state.scores or (0.0,) * game.players)[seat] - 0.5)
    team = game.team[seat]
    if game.cooperative:
        threat, melee, ranged = invasion(state)
        return sum(player(state, s, melee, ranged) for s in game.seats[0]) / game.players - threat
    own = sum(player(state, s) for s in game.seats[team]) / len(game.seats[team])
    others = [s for s in range(game.players) if game.team[s] != team]
    return own - sum(player(state, s) for s in others) / len(others) + dealt(state, team) - dealt(state, 1 - team)


def player(state: Table, seat: int, melee: int = 0, ranged: int = 0) -> float:
    """The value of a player after this damage of a cleanup."""
    cards, quality = state.game.cards, state.game.quality
    armor, dump = state.armor[seat], len(state.dump[seat])
    health = state.health[seat] - ranged - max(0, melee - armor)
    worth = LIFE * health + LOW * min(6, health) + SHIELD * max(0, armor - melee)
    if health <= 0:
        worth -= WON / 2
    worth += sum(STORED * n + PAIR * (n // 2) for n in state.stored[seat])
    fatal = FATAL * (3 if state.turn >= LATE else 1)
    worth -= DUMPED * dump + fatal * max(0, dump - len(state.base[seat]) + 2 - health)
    worth += REROLL * state.rerolls[seat] + BASE * len(state.base[seat])
    for die in state.dice[seat]:
        worth += IN_DICE * colored(die)
    for pile in (state.deck[seat], state.hand[seat], state.discard[seat], state.dump[seat], state.played[seat]):
        worth += sum([quality[card] - 1.0 for card in pile])
    for card in state.training[seat]:
        screws, needed = state.screws[card], cards[card].training
        worth += TRAINING + SCREW * min(screws, needed)
        if screws >= needed:
            worth += max(0.0, quality[card] - 1.0)
    for card in state.base[seat]:
        if cards[card].use and not state.exhausted >> card & 1:
            worth += READY
    if state.game.team[seat] == state.active and state.phase <= PARTS:
        worth += in_turn(state, seat)
    return worth


def in_turn(state: Table, seat: int) -> float:
    """The value of what a player can still use in this turn: dice, resources, the hand, spare parts."""
    cards = state.game.cards
    pool, hand = state.pool[seat], state.hand[seat]
    worth = PART * (state.parts[seat] + sum(cards[card].parts for card in state.played[seat]))
    if state.phase < MAIN:
        return worth + HAND[min(len(hand), len(HAND) - 1)] + to_roll(state, seat)
    if state.phase >= STORE:
        return worth + 0.5 * STORED * sum(pool) - DUMPED * (len(hand) - len(state.keeps[seat]))
    worth += POOL * sum(pool)
    for die, condition in enumerate(state.used[seat]):
        if condition == UNUSED:
            worth += UNUSED_DIE + SHOWN * (3 - state.dice[seat][die][state.shown[seat][die]].count(NEUTRAL))
    for card in hand:
        lacking = sum(lacks(pool, to_play(state, seat, card), state.game.colors, WILD).values())
        if lacking < len(PAYABLE):
            worth += PAYABLE[lacking] * (state.game.quality[card] + DUMPED)
    return worth


def to_roll(state: Table, seat: int) -> float:
    """The mean value of dice before they are rolled; without it, to roll them would look better than to draw."""
    dice = [die for die, condition in zip(state.dice[seat], state.used[seat], strict=True) if condition == UNROLLED]
    return sum(UNUSED_DIE + SHOWN * colored(die) / len(die) for die in dice)


@lru_cache(1_000)
def colored(die: Die) -> int:
    """The colored screws in a die."""
    return sum(3 - face.count(NEUTRAL) for face in die)


def quality(card: Card) -> float:
    """The approximate value of playing a card."""
    melee, ranged, broken, _, _ = card.combat
    worth = 0.6 * melee + 1.1 * ranged + 0.3 * broken + 0.4 * card.parts + 0.35 * min(4, len(card.program))
    return worth - 0.3 * card.cost.total


def coming(state: Table, team: int) -> list[int]:
    """The damage that a team is about to deal, with the cards that it has played."""
    return damage_of(state, team) if state.active == team and state.phase < DAMAGE else state.damage[team]


def dealt(state: Table, team: int) -> float:
    """The value of the damage that a team is about to deal; more if it ends the match."""
    melee, ranged, broken = damage = coming(state, team)
    worth = sum(each * number for each, number in zip(HITS, damage, strict=True))
    for seat in range(state.game.players):
        if state.game.team[seat] != team:
            through = ranged + max(0, melee - max(0, state.armor[seat] - broken))
            worth += WON / 4 if through >= state.health[seat] > 0 else 0.0
    return worth


def invasion(state: Table) -> tuple[float, int, int]:
    """The value of the Invasion, and its melee and ranged damage of the cleanup, after the players' waiting damage."""
    game = state.game
    scenario = game.scenarios[state.scenario]
    worth = STORES * sum(state.stores) - TOKEN * min(4, state.tokens)
    for zone, card in enumerate(state.zone_cards):
        if card >= 0 and state.stores[zone] >= game.cards[card].training:
            worth += ENOUGH
    melee, ranged, broken = coming(state, 0)
    seen, topmost = fleet.visible(state), True
    seen_melee = seen_ranged = 0
    stack = list(state.deployed)
    while stack:
        card = stack[-1]
        values = (
            fleet.statistics(state) if topmost else [a + b for a, b in zip(seen, game.cards[card].combat, strict=True)]
        )
        topmost = False
        armor, health = values[ARMOR], values[HEALTH]
        armor, broken = max(0, armor - broken), max(0, broken - armor)
        armor, melee = max(0, armor - melee), max(0, melee - armor)
        health, ranged = max(0, health - ranged), max(0, ranged - health)
        if not armor:
            health, melee = max(0, health - melee), max(0, melee - health)
        if health:
            worth += LEFT * (armor + health)
            seen_melee, seen_ranged = values[MELEE], values[RANGED]
            break
        stack.pop()
        seen = [a - b for a, b in zip(seen, game.cards[card].support, strict=True)]
    worth += DEPLOYED * len(stack)
    if scenario.mast:
        worth += MAST * (fleet.mast_left(state) - (0 if stack else melee + ranged))
    if scenario.rounds:
        worth -= ROUND * state.turn
    return worth - 20.0 * state.match, seen_melee, seen_ranged
