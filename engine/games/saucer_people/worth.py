"""Evaluates positions for the team. Of the hands only that of the evaluating seat is used.

The value of a position is the number of worlds that are likely to be free at the end, and a little for the cards that
the players have left. The constants below name its terms.
"""

from __future__ import annotations

from math import exp
from typing import Final

from engine.games.saucer_people.cards import DOUBLE, FLY, NONE, SUITS, TURN_DOWN
from engine.games.saucer_people.rules import fame
from engine.games.saucer_people.table import Setting, Table

# The terms of the value of a position, and the numbers for its risks.
SURVIVES: Final = 0.8  # the chance that a free world is free after one more turn
ABILITY: Final = 0.06  # a crew card that can still act, with three or more turns left
PIP: Final = 0.015  # a point of value in the seat's hand, in the suit of a free world
FALLEN_PIP: Final = 0.008  # the same of a captured world, which counts only in the system attack
GONE_PIP: Final = 0.002  # a point of value that can't come back in a second pass
FAME: Final = 0.002  # a bragging card, if its world is free
FINAL: Final = 100.0  # a world that is free when the game is over
CARD_OF_OTHERS: Final = 6.5  # the mean value of a card that is not yet played
SPREAD: Final = 0.6  # the uncertainty of the defense's sum for each of these cards
HELPS: Final = 0.95  # the chance that a player who can hold a world does so
MOST_ODDS: Final = 50.0  # odds above this are certain
RESCUED: Final = 0.5  # the risk of a world that a crew card can hold


def evaluate(game: Setting, state: Table, seat: int) -> float:
    """Worlds that will be free, crew cards that can act, the seat's hand, bragging cards, and cards that are gone."""
    boast = FAME * len(fame(state, seat))
    if state.over:
        return FINAL * state.marks.count(NONE) + boast
    turns = len(state.pile) // game.revealed
    if state.round < game.passes:
        turns += len(game.deck.pile) // game.revealed - game.hand
    risks = _risks(state, seat)
    later = SURVIVES**turns
    worth = boast
    for world, mark in enumerate(state.marks):
        if mark == NONE:
            worth += (1 - risks[world]) * later
    if turns:
        worth += _left(state, seat) * min(3, turns) / 3
    if state.round < game.passes:
        values = game.deck.values
        gone = [card for card in state.marks if card != NONE]
        worth += GONE_PIP * sum(values[card] for cards in (gone, *state.bragging) for card in cards)
    return worth


def _left(state: Table, seat: int) -> float:
    """The value of crews and of the seat's hand in later turns."""
    deck = state.game.deck
    worth = 0.0
    for crew in state.crews:
        for card in crew:
            power = deck.powers[card]
            if power & TURN_DOWN and not state.down >> card & 1:
                worth += ABILITY
    for card in state.hands[seat]:
        suit = deck.suits[card]
        if suit != NONE:
            worth += (PIP if state.marks[suit] == NONE else FALLEN_PIP) * deck.values[card]
    return worth


def _risks(state: Table, seat: int) -> list[float]:
    """The chance of each world to be captured in this turn."""
    game = state.game
    deck = game.deck
    values, suits = deck.values, deck.suits
    risks = [0.0] * len(SUITS)
    attack = [0] * len(SUITS)
    for card in state.attack:
        if suits[card] != NONE:
            attack[suits[card]] += values[card]
    defense = [0] * len(SUITS)
    total = 0
    for card, suit, factor in zip(state.defense, state.suits, state.doubled, strict=True):
        if suit != NONE:
            total += values[card] * factor
            defense[suit] += values[card] * factor
    players = game.players
    waiting = [s for step in range(state.played, players) if state.hands[s := (state.leader + step) % players]]
    missing = state.value - total - CARD_OF_OTHERS * len(waiting)
    odds = (missing - 0.5) / (0.3 + SPREAD * len(waiting))
    broken = 1 / (1 + exp(-max(-MOST_ODDS, min(MOST_ODDS, odds))))
    short = [world for world in range(len(SUITS)) if state.marks[world] == NONE and attack[world] > defense[world]]
    if not short:
        return risks
    pool = _unseen(state, seat) if waiting else []
    for world in short:
        lack = attack[world] - defense[world]
        chance = 1.0
        for s in waiting:
            chance *= (1 - _help(state, seat, s, world, lack, pool)) ** (1 / len(short))
        if _rescued(state, world, lack):
            chance *= RESCUED
        risks[world] = broken * chance
    return risks


def _rescued(state: Table, world: int, lack: int) -> bool:
    """Whether a player alone can hold a world, by flying there or by doubling a card there."""
    deck = state.game.deck
    gone = state.down | state.used
    for seat, suit in enumerate(state.suits):
        if suit != NONE:
            value = deck.values[state.defense[seat]] * state.doubled[seat]
            power = FLY if suit != world else DOUBLE
            if value >= lack and (power == FLY or state.doubled[seat] == 1):
                for card in state.crews[seat]:
                    if deck.suits[card] == world and deck.powers[card] & power and not gone >> card & 1:
                        return True
    return False


def _help(state: Table, seat: int, other: int, world: int, lack: int, pool: list[int]) -> float:
    """The chance that a player has one card that is enough for what a world lacks."""
    values, suits = state.game.deck.values, state.game.deck.suits
    if other == seat:
        return HELPS if any(suits[card] == world and values[card] >= lack for card in state.hands[seat]) else 0.0
    if state.lacks[other] >> world & 1 or not pool:
        return 0.0
    able = sum(suits[card] == world and values[card] >= lack for card in pool)
    return HELPS * (1 - (1 - able / len(pool)) ** len(state.hands[other]))


def _unseen(state: Table, seat: int) -> list[int]:
    """The cards whose places the seat does not know."""
    seen = set(state.discard)
    seen.update(state.attack, state.defense, state.marks, state.hands[seat], *state.bragging, *state.jokers)
    return [card for card in state.game.deck.pile if card not in seen]
