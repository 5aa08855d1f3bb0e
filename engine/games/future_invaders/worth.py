"""What cards are worth to an arsenal before anything is played, for bots that draft or exchange cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.games.future_invaders.cards import SHIP, STRUCTURE, Card

# What is printed on a card, each per unit.
WEAPONS: Final = 1.0
SHIP_DURABILITY: Final = 0.45
STRUCTURE_DURABILITY: Final = 0.3
INCOME: Final = 2.0
LINE: Final = 1.0  # each line of a ship or structure
EFFECT: Final = 2.0  # an action or reaction, which is drawn and does something,
EFFECT_COST: Final = 1.4  # and more the more it costs
COST: Final = 0.7  # what each resource of a cost takes from that
NEEDED: Final = 3.0  # income of a kind in the arsenal that makes half of the costs of 1 of that kind payable


class Priced(NamedTuple):
    """What a card is worth where it can be paid for, what it yields, and what it needs."""

    worth: float
    yields: tuple[tuple[int, float], ...]  # by kind of resource: less from what costs much, since that yields late
    need: tuple[tuple[int, int], ...]
    wild: int


def priced(card: Card) -> Priced:
    """A card as it is valued."""
    cost = card.cost
    share = 1.0 / (1 + cost.total)
    yields = tuple((kind, amount * share) for kind, amount in enumerate(card.income) if amount)
    return Priced(printed(card), yields, cost.need, cost.wild)


def printed(card: Card) -> float:
    """What a card is worth where it can be paid for."""
    cost = card.cost.total
    if card.type == SHIP:
        worth = WEAPONS * card.weapons + SHIP_DURABILITY * card.durability
    elif card.type == STRUCTURE:
        worth = STRUCTURE_DURABILITY * card.durability
    else:
        return EFFECT + (EFFECT_COST - COST) * cost
    lines = len(card.uses) + len(card.triggers) + len(card.statics) + (card.ignores > 0)
    return worth + INCOME * sum(card.income) + LINE * lines - COST * cost


def each(cards: Sequence[Priced], kinds: int) -> list[float]:
    """What each of these cards is worth in an arsenal of all of them: less, the less of what it costs they yield."""
    supply = [0.0] * kinds
    for card in cards:
        for kind, amount in card.yields:
            supply[kind] += amount
    total = sum(supply)
    found = []
    for worth, _, need, wild in cards:
        for kind, amount in need:
            worth *= supply[kind] / (supply[kind] + NEEDED * amount)  # noqa: PLW2901 - what is left of it
        found.append(worth * total / (total + NEEDED * wild) if wild else worth)
    return found


def mean(worths: Iterable[float], at_least: int) -> float:
    """The mean of the best so many, or of all where there are fewer, as if the rest were worth nothing."""
    best = sorted(worths, reverse=True)[:at_least]
    return sum(best) / at_least if at_least else 0.0
