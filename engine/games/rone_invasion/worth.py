"""What a position is worth to a seat, one step ahead, from what it may know."""

from __future__ import annotations

from typing import Final

from engine.games.rone_invasion import fleet
from engine.games.rone_invasion.table import (
    DAMAGE,
    DESTROY,
    HEALTH,
    MELEE,
    NEUTRAL,
    RANGED,
    UNUSED,
    Table,
)

# The terms, each per unit.
HEALTH_LEFT: Final = 3.0
LOW_HEALTH: Final = 2.0  # the same again, of its last 6
ARMOR_LEFT: Final = 1.2
MELEE_DEALT: Final = 1.6
RANGED_DEALT: Final = 2.6
ARMOR_DESTROYED: Final = 0.7
RESOURCE: Final = 0.55  # in the pool
STORED: Final = 0.9
DIE: Final = 0.4  # unused, and as much for each colored screw that it shows
COLORED: Final = 0.5  # each colored screw of the dice
IN_HAND: Final = 0.9  # a card, and its cost
DUMPED: Final = 1.6  # a card in the garbage dump
TRAINED: Final = 1.1  # a card in the deck, and what it deals and gives
SCREW: Final = 0.55
IN_TRAINING: Final = 0.5
TECHNOLOGY: Final = 3.0
REROLL: Final = 0.6
SPARE: Final = 0.5
READY: Final = 0.4  # a permanent that can be used
WON: Final = 1000.0
# Of the Invasion.
VISIBLE: Final = 2.6  # damage that each player will take in the cleanup
ON_STACK: Final = 0.7  # armor and health of the topmost card
TOKEN: Final = 0.6
STORES: Final = 0.5  # what its zones hold
MAST: Final = 2.0


def evaluate(table: Table, seat: int) -> float:
    """What the seat's team has, against the mean of the other; with the Invasion against what that is about to do."""
    game = table.game
    if table.over:
        return WON * ((table.scores or (0.0,) * game.players)[seat] - 0.5)
    team = game.team[seat]
    own = sum(player(table, s) for s in game.seats[team]) / len(game.seats[team])
    if game.cooperative:
        return own - invasion(table)
    others = [s for s in range(game.players) if game.team[s] != team]
    return own - sum(player(table, s) for s in others) / len(others) + dealt(table, team) - dealt(table, 1 - team)


def player(table: Table, seat: int) -> float:
    """What a player has."""
    game = table.game
    cards = game.cards
    health = table.health[seat]
    worth = HEALTH_LEFT * health + LOW_HEALTH * min(6, health) + ARMOR_LEFT * table.armor[seat]
    if health <= 0:
        worth -= WON / 4
    worth += RESOURCE * sum(table.pool[seat]) + STORED * sum(table.stored[seat])
    for die, condition in enumerate(table.used[seat]):
        for face in table.dice[seat][die]:
            worth += COLORED / 3 * (3 - face.count(NEUTRAL))
        if condition == UNUSED:
            worth += DIE * (1 + 3 - table.dice[seat][die][table.shown[seat][die]].count(NEUTRAL))
    worth += sum(IN_HAND + 0.3 * sum(cards[card].cost) for card in table.hand[seat])
    worth -= DUMPED * len(table.dump[seat]) - 0.5 * min(len(table.dump[seat]), len(table.base[seat]) - 1)
    for pile in (table.deck[seat], table.hand[seat], table.discard[seat], table.dump[seat], table.played[seat]):
        for card in pile:
            combat = cards[card].combat
            worth += TRAINED * 0.2 * (combat[0] + 1.5 * combat[1] + 0.5 * combat[2] + cards[card].parts)
    for card in table.training[seat]:
        worth += IN_TRAINING + SCREW * min(table.screws[card], cards[card].training)
        if table.screws[card] >= cards[card].training:
            worth += 1.5
    worth += TECHNOLOGY * len(table.base[seat]) + REROLL * table.rerolls[seat] + SPARE * table.parts[seat]
    worth += sum(READY for card in table.base[seat] if cards[card].use and not table.exhausted >> card & 1)
    worth += SPARE * sum(cards[card].parts for card in table.played[seat]) if table.phase <= DAMAGE else 0.0
    return worth


def dealt(table: Table, team: int) -> float:
    """What a team is about to deal."""
    damage = list(table.damage[team])
    if table.active == team and table.phase <= DAMAGE:
        cards = table.game.cards
        for seat in table.game.seats[team]:
            for card in table.played[seat]:
                for kind in (MELEE, RANGED, DESTROY):
                    damage[kind] += cards[card].combat[kind]
    return MELEE_DEALT * damage[MELEE] + RANGED_DEALT * damage[RANGED] + ARMOR_DESTROYED * damage[DESTROY]


def invasion(table: Table) -> float:
    """What the Invasion threatens: damage of the cleanup, what protects its topmost card, its zones, the mast."""
    game = table.game
    values = fleet.statistics(table)
    worth = STORES * sum(table.stores) - TOKEN * min(4, table.tokens)
    worth += MAST * values[HEALTH] if not table.deployed else 0.0
    if table.deployed:
        scenario = game.scenarios[table.scenario]
        worth += MAST * (scenario.mast * game.players - table.mast) if scenario.mast else 0.0
        worth += VISIBLE * (values[MELEE] * 0.8 + values[RANGED] * 1.2)
        worth += ON_STACK * (values[3] + values[HEALTH]) + 5.0 * len(table.deployed)
    return worth - dealt(table, 0) / game.players
