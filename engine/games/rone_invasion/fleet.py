"""The Invasion's cards, tokens and stores, and the stack of its deployed cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core import shuffle, tell
from engine.games.rone_invasion.board import refresh
from engine.games.rone_invasion.moves import begin, distinct, end, hide, know, leader, own_lines, supply_card
from engine.games.rone_invasion.table import ARMOR, CARD, COLORS, DAMAGES, DESTROY, HEALTH, NONE, WILD, ZONE, Table
from engine.steps import choosing


def refill(state: Table) -> bool:
    """Makes a new deck of the Invasion if that is empty; false if there are no cards for one."""
    if state.invasion:
        return True
    cards = [*state.invasion_discard, *state.invasion_dump]
    state.invasion_discard = []
    state.invasion_dump = []
    for card in cards:
        hide(state, card)
    shuffle(state, cards)
    state.invasion = cards
    if cards:
        tell(state, "invasion-reshuffles", cards=len(cards))
        for _ in range(min(len(cards), state.game.thinned + state.game.players)):
            card = state.invasion.pop()
            state.invasion_gone.append(card)
            tell(state, "thinned", -1, card)
    if not state.invasion:
        tell(state, "invasion-has-no-card")
        end(state, "exhausted")
    return bool(state.invasion)


def invasion_card(state: Table) -> int:
    """Takes the top card of the Invasion's deck; -1 if it has none and so has lost."""
    if not refill(state):
        return -1
    card = state.invasion.pop()
    hide(state, card)
    return card


def invasion_discards(state: Table, number: int, *, into_dump: bool = False) -> None:
    """The Invasion discards cards of its deck, or puts them into its garbage dump."""
    for _ in range(number):
        if (card := invasion_card(state)) < 0:
            return
        (state.invasion_dump if into_dump else state.invasion_discard).append(card)
        tell(state, "invasion-dumps" if into_dump else "invasion-discards", -1, card)


def invasion_dumps(state: Table, number: int) -> None:
    """The Invasion puts cards of its deck into its garbage dump."""
    invasion_discards(state, number, into_dump=True)


def invasion_recycles(state: Table, number: int) -> None:
    """The Invasion puts the top cards of its garbage dump, else of its discard pile, on top of its deck."""
    for _ in range(number):
        pile = state.invasion_dump or state.invasion_discard
        if not pile:
            return
        card = pile.pop()
        know(state, card)
        state.invasion.append(card)
        tell(state, "invasion-recycles", -1, card)


def invasion_recruits(state: Table, zone: int) -> None:
    """The Invasion recruits a card into a training zone, which stays empty if there is none."""
    if (card := supply_card(state, state.invasion_supply, state.invasion_gone)) >= 0:
        state.zone_cards[zone] = card
        tell(state, "invasion-recruits", -1, card, zone=state.game.colors[zone])


def fills_zones(state: Table) -> None:
    """The Invasion recruits a card into each training zone that has none."""
    for zone, card in enumerate(state.zone_cards):
        if card < 0:
            invasion_recruits(state, zone)


def activates_protocols(state: Table, number: int) -> None:
    """The Invasion activates protocols, which are then refreshed; does nothing if none is left."""
    for _ in range(min(number, len(state.protocol_deck))):
        card = state.protocol_deck.pop()
        state.protocols.append(card)
        tell(state, "activates", -1, card)


def invasion_tokens(state: Table, by: int) -> None:
    """The Invasion gains technology tokens, or loses some, but not below 0."""
    before = state.tokens
    state.tokens = max(0, before + by)
    if state.tokens != before:
        tell(state, "tokens", number=state.tokens)


def stores_in(state: Table, zone: int, number: int = 1) -> None:
    """The Invasion stores resources in a zone."""
    state.stores[zone] += number
    tell(state, "invasion-stores", zone=state.game.colors[zone], number=number)


def loses_stored(state: Table, _seat: int, zone: int) -> None:
    """A resource that is stored in a zone is destroyed."""
    state.stores[zone] -= 1
    tell(state, "invasion-loses-stored", zone=state.game.colors[zone])


# The zone in which a wild resource is stored, or a stored one destroyed (Q6).
STORE_WILD: Final = choosing(
    lambda _state, _seat: [ZONE + zone for zone in range(COLORS)],
    "store-in",
    lambda state, _seat, zone: stores_in(state, zone),
    ZONE,
    leader,
)
DESTROY_STORES: Final = choosing(
    lambda state, _seat: [ZONE + zone for zone in range(COLORS) if state.stores[zone]],
    "destroy-stored-in",
    loses_stored,
    ZONE,
    leader,
)


def loses_stores(state: Table, number: int) -> None:
    """Resources that are stored in the zones are destroyed."""
    begin(state, DESTROY_STORES, -1, leader(state), number)


def invasion_stores(state: Table, resources: Sequence[int]) -> None:
    """The Invasion stores resources; for wild ones the players choose the zone."""
    for zone in range(COLORS):
        if resources[zone]:
            stores_in(state, zone, resources[zone])
    if resources[WILD]:
        begin(state, STORE_WILD, -1, leader(state), it=resources[WILD])


REFRESH_PROTOCOL: Final = choosing(
    lambda state, _seat: distinct(state, [card for card in state.protocols if state.exhausted >> card & 1]),
    "refresh",
    lambda state, _seat, card: refresh(state, -1, card),
    CARD,
    leader,
)


# The stack of deployed cards


def visible(state: Table) -> list[int]:
    """The support of all deployed cards and of the open strips of the scenario."""
    game = state.game
    support = [NONE, *game.scenarios[state.scenario].strips[: state.level]]
    support += [game.cards[card].support for card in state.deployed]
    return [*map(sum, zip(*support, strict=True))]


def mast_left(state: Table) -> int:
    """The remaining health of the scenario, 0 if it can't be attacked."""
    mast = state.game.scenarios[state.scenario].mast
    return mast * state.game.players - state.mast if mast else 0


def hit_scenario(state: Table, points: int) -> int:
    """Deals damage to the scenario, which has no armor; returns the remaining points."""
    left = mast_left(state)
    dealt = min(points, left)
    if dealt:
        state.mast += dealt
        tell(state, "hits-scenario", -1, state.scenario, number=dealt, left=left - dealt)
        if dealt == left:
            end(state, "won")
    return points - dealt


def statistics(state: Table) -> list[int]:
    """The values of the topmost deployed card: its combat, visible support and what is given to it, minus its marks.

    Without a deployed card all values are 0, except the health of a scenario that can be attacked.
    """
    game = state.game
    if not state.deployed:
        return [0, 0, 0, 0, mast_left(state)]
    card = state.deployed[-1]
    total = [a + b for a, b in zip(visible(state), game.cards[card].combat, strict=True)]
    for source in (*state.protocols, card):
        for give in game.cards[source].gives:
            if not give.itself or source == card:
                total[give.stat] += give.number * (len(state.deployed) - 1 if give.below else 1)
    armor, health = state.marks.get(card, (0, 0))
    total[ARMOR] = max(0, total[ARMOR] - armor)
    total[HEALTH] -= health
    return total


def hit_invasion(state: Table, kind: int, points: int) -> int:
    """Deals damage of a kind to the topmost deployed card, or to the scenario; returns the remaining points.

    It stops when a card's armor is gone, since other damage may go on from there, and when the card is defeated.
    """
    if not state.deployed:
        return 0 if kind == DESTROY else hit_scenario(state, points)
    values = statistics(state)
    card = state.deployed[-1]
    armor, health = state.marks.get(card, (0, 0))
    at_armor = kind == DESTROY or (kind == 0 and values[ARMOR] > 0)
    dealt = min(points, values[ARMOR] if at_armor else values[HEALTH])
    if dealt <= 0:
        return points if values[ARMOR if at_armor else HEALTH] <= 0 and kind != DESTROY else 0
    state.marks[card] = (armor + dealt, health) if at_armor else (armor, health + dealt)
    tell(state, "hits", -1, card, kind=DAMAGES[kind], number=dealt)
    if not at_armor and dealt == values[HEALTH]:
        defeated(state, card)
    return points - dealt


def defeated(state: Table, card: int) -> None:
    """A deployed card without health goes to the Invasion's discard pile, and sets off what waits for that."""
    leaves_stack(state, card)
    tell(state, "defeated", -1, card)
    own_lines(state, "defeated", leader(state), card)


def leaves_stack(state: Table, card: int) -> None:
    """A deployed card goes to the Invasion's discard pile; its marks are gone."""
    state.deployed.remove(card)
    state.marks.pop(card, None)
    state.invasion_discard.append(card)


def forbidden(state: Table, what: str) -> bool:
    """Whether a deployed card forbids the players something."""
    cards = state.game.cards
    return any(what in cards[card].forbids for card in state.deployed)
