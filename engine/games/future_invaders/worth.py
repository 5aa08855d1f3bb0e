"""Evaluates positions for a seat, one step ahead; and cards for an arsenal, in drafts and exchanges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.core import EXTRA, PROGRAM
from engine.games.future_invaders.rules import SETUP, TURN
from engine.games.future_invaders.table import ACTION, CARD, REACTION, SHIP, STRUCTURE, Card, Setting, Table
from engine.games.future_invaders.values import faces, shield, weapons
from engine.steps import comes_next

# The terms, each per unit. What a player has is added up and compared with the mean of the opponents.
BASE: Final = 1.0  # durability of the base
LOW_BASE: Final = 1.0  # the same again, of its last 10
SHIP_WEAPONS: Final = 1.0
SHIP_DURABILITY: Final = 0.45
STRUCTURE_DURABILITY: Final = 0.3
INCOME: Final = 2.0  # each resource that a deployed card yields
ABILITY: Final = 1.2  # each line of a deployed card
HITS_BASE: Final = 0.7  # weapons of a ship that faces a base
HITS_CARD: Final = 0.3  # weapons of a ship that faces a card, up to that card's durability
HAND: Final = 1.4  # a card in hand
RESOURCE: Final = 0.12  # resources, except those that the reset will soon take
SCRAP: Final = 0.15  # a card in the scrap pile
PENDING: Final = 0.5  # each resource of the cost of an action or reaction that is being played
OPENING: Final = 1.0  # a cheap card with an income in the first hand, up to a number of them
ENOUGH: Final = 3
WON: Final = 1000.0

# Further terms, for cards in an arsenal: each per unit.
LINE: Final = 1.0  # each line of a ship or structure
EFFECT: Final = 2.0  # an action or reaction, which is drawn and does something,
EFFECT_COST: Final = 1.4  # and more the more it costs
COST: Final = 0.7  # subtracted for each resource of a cost
NEEDED: Final = 3.0  # income of a kind in the arsenal that makes half of the costs of 1 of that kind payable


def evaluate(game: Setting, state: Table, seat: int) -> float:
    """The seat's score and its allies' minus the mean of the opponents'; no hidden card is used."""
    if state.over:
        return WON * (2 * game.result(state)[seat] - 1)
    if state.out >> seat & 1:
        return -WON
    allies, enemies = game.allies[seat], game.enemies[seat]
    grids = _of_grids(state)
    own = sum([_score(state, other, grids[other]) for other in allies]) / len(allies)
    others = [_score(state, other, grids[other]) for other in enemies if not state.out >> other & 1]
    return own - sum(others) / len(enemies) + _pending(state, seat)


def _score(state: Table, seat: int, grid: Sequence[float]) -> float:
    """What a seat has; `grid` are the values of its deployed cards."""
    game = state.game
    base = state.bases[game.base_of[seat]]
    score = BASE * base + LOW_BASE * min(base, 10) + HAND * len(state.hand[seat]) + SCRAP * len(state.scrap[seat])
    if seat != state.active or not _before_reset(state):
        score += RESOURCE * sum(state.resources[seat])
    for worth in grid:  # `sum` rounds otherwise from Python 3.12 on
        score += worth
    return score


def _of_grids(state: Table) -> Sequence[Sequence[float]]:
    """By seat, the values of its deployed cards. Most options change none, so the game notes the last ones."""
    game = state.game
    seen = game.cards, state.out, state.grid, state.durability, state.changes, state.skips
    noted, worths = game.judged
    if noted != seen:
        noted = *seen[:2], state.grid[:], state.durability[:], state.changes.copy(), state.skips.copy()
        worths = [_of_grid(state, seat) for seat in range(game.players)]
        game.judged = noted, worths
    return worths


def _of_grid(state: Table, seat: int) -> list[float]:
    game = state.game
    cards = game.cards
    found = []
    for card in state.grid[seat * game.stride : (seat + 1) * game.stride]:
        if card >= 0:
            definition = cards[card]
            left = state.durability[card]
            if definition.type == SHIP:
                power = weapons(state, card)
                aim = faces(state, card)
                if aim < 0:
                    hit = HITS_BASE * power
                else:
                    target = state.grid[aim]
                    hit = HITS_CARD * min(max(0, power - shield(state, target)), state.durability[target])
                if card in state.skips:
                    hit = 0.0
                found.append(SHIP_WEAPONS * power + hit + SHIP_DURABILITY * left)
            else:
                found.append(STRUCTURE_DURABILITY * left)
            found.append(INCOME * definition.yields + ABILITY * definition.lines)
    return found


def _before_reset(state: Table) -> bool:
    """Whether the active player's resources are about to be lost."""
    turn = state.stack[0]
    return turn[PROGRAM] is TURN and comes_next(turn, "Reset and income")


def _worth(definition: Card) -> float:
    """The value of a deployed card."""
    if definition.type == SHIP:
        power = (SHIP_WEAPONS + HITS_CARD) * definition.weapons + SHIP_DURABILITY * definition.durability
    else:
        power = STRUCTURE_DURABILITY * definition.durability
    return power + (INCOME * definition.yields + ABILITY * definition.lines)


def _pending(state: Table, seat: int) -> float:
    """The value of what is about to happen: cards that are being played, and the best next deployment."""
    game = state.game
    if state.stack[0][PROGRAM] is SETUP:
        return _opening(state, seat)
    score = 0.0
    for card in state.played if state.about != "bury" else ():
        definition = game.cards[card]
        sign = 1.0 if game.side[game.owner[card]] == game.side[seat] else -1.0
        if definition.type in (ACTION, REACTION):
            score += sign * (HAND + RESOURCE + (PENDING + RESOURCE) * definition.cost.total)
        else:
            score += sign * _worth(definition)
    if state.who == seat and state.about == "deployment":
        score += max(0.0, *(_deployment(state, seat, option - CARD) for option in state.opts if option >= CARD), 0.0)
    elif state.who == seat and state.about == "slot":
        card = state.played[-1]
        score -= _cheapest(state, seat, card) + RESOURCE * game.cards[card].cost.total
    return score


def _opening(state: Table, seat: int) -> float:
    """The value of the first hand, or a mean one if it goes back: cheap cards with an income are a good start."""
    game = state.game
    hand = state.hand[seat]
    back = [card for card in state.played if game.owner[card] == seat]
    if back or state.stack[0][EXTRA] >> seat & 1:
        arsenal = [card for card, owner in enumerate(game.owner) if owner == seat]
        share = sum(_begins(game.cards[card]) for card in arsenal) / max(1, len(arsenal))
        return HAND * len(back) + OPENING * min(ENOUGH, share * (len(hand) + len(back)))
    return OPENING * min(ENOUGH, sum(_begins(game.cards[card]) for card in hand))


def _begins(definition: Card) -> bool:
    return definition.has_income and definition.cost.total <= 1


def _deployment(state: Table, seat: int, card: int) -> float:
    """The gain of deploying a card from the hand."""
    game = state.game
    if card >= game.count or state.where[card] >= 0 or card not in state.hand[seat]:
        return 0.0
    definition = game.cards[card]
    if definition.type > STRUCTURE:
        return 0.0
    return _worth(definition) - HAND - RESOURCE * definition.cost.total - _cheapest(state, seat, card)


def _cheapest(state: Table, seat: int, card: int) -> float:
    """The value of the worst card that this one could replace; 0 if a slot is free."""
    game = state.game
    start = seat * game.stride + (game.columns if game.cards[card].type == STRUCTURE else 0)
    row = state.grid[start : start + game.columns]
    return 0.0 if -1 in row else min(_worth(game.cards[other]) for other in row)


# To an arsenal, before anything is played


class Priced(NamedTuple):
    """The value of a card if it can be paid for, its income, and its cost."""

    worth: float
    yields: tuple[tuple[int, float], ...]  # by kind of resource: less for an expensive card, which yields late
    need: tuple[tuple[int, int], ...]
    wild: int


def priced(card: Card) -> Priced:
    """The values of a card for an arsenal."""
    cost = card.cost
    share = 1.0 / (1 + cost.total)
    yields = tuple((kind, amount * share) for kind, amount in enumerate(card.income) if amount)
    return Priced(printed(card), yields, cost.need, cost.wild)


def printed(card: Card) -> float:
    """The value of a card if it can be paid for."""
    cost = card.cost.total
    if card.type == SHIP:
        worth = SHIP_WEAPONS * card.weapons + SHIP_DURABILITY * card.durability
    elif card.type == STRUCTURE:
        worth = STRUCTURE_DURABILITY * card.durability
    else:
        return EFFECT + (EFFECT_COST - COST) * cost
    return worth + INCOME * card.yields + LINE * card.lines - COST * cost


def each(cards: Sequence[Priced], kinds: int) -> list[float]:
    """The value of each of these cards in an arsenal of all of them: less if they yield too little for its cost."""
    supply = [0.0] * kinds
    for card in cards:
        for kind, amount in card.yields:
            supply[kind] += amount
    total = sum(supply)
    found = []
    for worth, _, need, wild in cards:
        for kind, amount in need:
            worth *= supply[kind] / (supply[kind] + NEEDED * amount)  # noqa: PLW2901 - reduced by each kind
        found.append(worth * total / (total + NEEDED * wild) if wild else worth)
    return found


def mean(worths: Iterable[float], at_least: int) -> float:
    """The mean of the best `at_least` values; missing ones count as 0."""
    best = sorted(worths, reverse=True)[:at_least]
    return sum(best) / at_least if at_least else 0.0
