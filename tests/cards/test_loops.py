"""No cards pay for each other for ever.

Everything that a player has gets a weight: a resource, a card in hand, in play, in the pile of cards that are gone. A
move that can be made again and again within a turn must lose weight, whatever its triggers give back; then no chain of
moves goes on without end. Weights leave out what runs out by itself: the cards of a deck that are drawn or turned up,
the cards that the other player has in play, and what cards do once a turn. So a chain may still go round by drawing the
same cards again out of a deck that is all but empty; that takes a game that is won already.

An effect gives what its verb is said to give below; a verb that is not there has to be added before its first card.
Where a new card fails, limit it to once a turn, or find weights by which it loses as well.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import pytest

from builder.abilities import Ability, Effect, Event, Range, Selector
from tests.support.abilities import lexicon
from tests.support.gamecards import Card, abilities_of, cards, changed

FI, TCG = "future-invaders", "invasion-tcg"
LIMITS = {"once per turn"}  # what is used so often is no part of a chain


@dataclass(frozen=True, slots=True)
class Move:
    """Something that can be done again and again within a turn: the weight that it takes, and gives with triggers."""

    name: str
    takes: float
    gives: float


def endless(moves: Iterator[Move]) -> list[str]:
    """The moves that do not lose weight, and might be made for ever."""
    return [f"{m.name} takes {m.takes:g} and gives {m.gives:g}" for m in moves if m.takes <= m.gives]


def total(effect: Effect) -> int:
    """All that the effect's amounts are, or its number."""
    main = effect.values["main"]
    if isinstance(main, Mapping):
        return sum(n for n in main.values() if isinstance(n, int))
    assert isinstance(main, int), effect
    return main


def selected(effect: Effect) -> Selector:
    main = effect.values["main"]
    assert isinstance(main, Selector), effect
    return main


def of_others(event: Event | None, event_id: str, card_type: str = "") -> bool:
    """Whether the event is this one, and happens to any card of the player of that type."""
    subject = next(iter(event.values.values()), None) if event else None
    if event is None or event.id != event_id or (isinstance(subject, Selector) and subject.ref == "this"):
        return False
    mine = not isinstance(subject, Selector) or subject.side != "enemy"
    return mine and (not card_type or not isinstance(subject, Selector) or card_type in subject.kinds)


def of_itself(event: Event | None, event_id: str) -> bool:
    """Whether the event is this one, and happens to the card that waits for it."""
    subject = next(iter(event.values.values()), None) if event else None
    itself = isinstance(subject, Selector) and subject.ref == "this"
    return event is not None and event.id == event_id and itself


# Future Invaders. A resource weighs 1. -----------------------------------------------------------------------

HAND, GRID, SCRAP = 8.0, 7.0, 3.5  # a ship or structure there
GONE_WITH_COST = {"hollow-whale": 4.0}  # weighs so much more on the grid, for which its cost of 6 pays

IDLE_FUTURE = {  # changes what is on the grid, or what opponents have, and gives the player nothing to pay with
    *("deal", "repair", "destroy", "discard", "lose", "fail", "move", "bury", "give", "double", "redirect"),
    *("skip-attacks", "ignore", "shield"),
    "discount",  # which `paid` knows
}
FROM_THE_ARSENAL = {"draw", "reveal"}  # which runs out
ON_ACTIONS_ONLY = {"collect", "recycle"}  # which are gone when they were played, and lie in no scrap pile
COSTS_FUTURE = {"pay", "destroy", "discard"}
EVENTS_FUTURE = {"deployed", "destroyed", "replaced", "attacks", "you-recycle", "you-replace"}  # within one's own turn
OF_OPPONENTS = {"attacks-base", "opponent-deploys", "opponent-plays", "opponent-recycles"}


class FutureInvaders:
    """The moves that a player can repeat in one turn with these cards, at most two of each on the grid."""

    def __init__(self, all_cards: list[Card]) -> None:
        self.cards = [card for card in all_cards if card["type"] in ("ship", "structure")]
        self.abilities = {card["id"]: abilities_of(FI, card) for card in self.cards}
        self.gifts: dict[str, Callable[[Effect, Ability], float]] = {
            "gain": lambda effect, ability: total(effect),
            "return": self.returned,
            "deploy": self.deployed,
            "attack": self.attacked,
        }
        self.of_others = cache(self._of_others)

    def gives(self, ability: Ability) -> float:
        """What an ability gives when it happens once."""
        return sum(self.gifts[effect.op](effect, ability) for effect in ability.effects if effect.op in self.gifts)

    def returned(self, effect: Effect, ability: Ability) -> float:
        """What it is worth to have a card back in hand; nothing where it is an opponent's."""
        selector = selected(effect)
        lost = ability.when is not None and ability.when.id == "destroyed" and selector.ref == "it"
        if "from" in effect.values or lost:
            return HAND - SCRAP
        return 0 if selector.side == "enemy" else HAND - GRID

    def deployed(self, effect: Effect, ability: Ability) -> float:
        """What it is worth to deploy a card for nothing, at most: the best that the filter allows."""
        bounds = effect.values.get("with")
        limit = bounds["cost"] if isinstance(bounds, Mapping) and "cost" in bounds else None
        most = limit.n if isinstance(limit, Range) and limit.bound != "least" else 99
        source = SCRAP if effect.values["from"] == "scrap pile" else HAND
        return max(self.on_grid(c) + self.of_own(c, "deployed") for c in self.cards if cost(c) <= most) - source

    def attacked(self, effect: Effect, ability: Ability) -> float:
        """What one more attack gives, at most: the best attacker's, or that of all."""
        gifts = [self.of_own(card, "attacks") for card in self.cards]
        return 2 * sum(gifts) if selected(effect).take == "each" else max(gifts)

    def on_grid(self, card: Card) -> float:
        return GRID + GONE_WITH_COST.get(card["id"], 0.0)

    def of_own(self, card: Card, event: str) -> float:
        """What a card's triggers give where the event happens to itself."""
        return sum(self.gives(ability) for ability in self.abilities[card["id"]] if of_itself(ability.when, event))

    def _of_others(self, event: str, card_type: str = "") -> float:
        """What all triggers on the grid give, where every card is there as often as an arsenal may have it."""
        return sum(
            (1 if "rarity" in card else 2) * self.gives(ability)
            for card in self.cards
            for ability in self.abilities[card["id"]]
            if not ability.use and of_others(ability.when, event, card_type)
        )

    def discount(self, resource: str) -> int:
        """How much less of a resource a ship may cost."""
        return sum(
            2 * amount
            for abilities in self.abilities.values()
            for ability in abilities
            for effect in ability.effects
            if effect.op == "discount" and effect.values["of"] != "reaction"
            for name, amount in effect.values["main"].items()
            if name == resource
        )

    def paid(self, card: Card) -> int:
        """What a card costs at least."""
        asked: dict[str, int] = card.get("cost", {})
        return sum(amount - min(amount, self.discount(resource)) for resource, amount in asked.items())

    def destroyed(self, card: Card) -> float:
        """What is there after a card was destroyed."""
        left = SCRAP if card.get("income") else 0
        return left + self.of_own(card, "destroyed") + self.of_others("destroyed", card["type"])

    def moves(self) -> Iterator[Move]:
        for card in self.cards:
            name, here = card["name"], self.on_grid(card)
            arrives = here + self.of_own(card, "deployed")
            replaced = self.of_others("you-replace", card["type"])
            yield Move(f"deploying {name}", HAND + self.paid(card), arrives)
            yield Move(f"replacing by {name}", HAND + self.paid(card) + GRID, arrives + self.of_others("you-replace"))
            yield Move(f"replacing {name}", here + 1, self.of_own(card, "replaced") + replaced)
            yield Move(f"destroying {name}", here, self.destroyed(card))
            income = sum(card.get("income", {}).values())
            yield Move(f"recycling {name}", SCRAP, income + self.of_others("you-recycle"))
            for ability in self.abilities[card["id"]]:
                if ability.use and ability.limit not in LIMITS:
                    yield self.used(card, ability)

    def used(self, card: Card, ability: Ability) -> Move:
        """The use of an ability that may be used without limit."""
        taken, given = 0.0, self.gives(ability)
        for price in ability.cost:
            if price.op == "pay":
                taken += total(price)
            elif price.op == "discard":
                taken, given = taken + HAND * total(price), given + SCRAP * total(price)
            else:
                assert selected(price).ref == "this", card
                taken, given = taken + self.on_grid(card), given + self.destroyed(card)
        return Move(f"{card['name']}: {ability.data()}", taken, given)


def cost(card: Card) -> int:
    return int(sum(card.get("cost", {}).values()))


def test_no_cards_of_future_invaders_pay_for_each_other_for_ever() -> None:
    moves = list(FutureInvaders(cards(FI)).moves())
    assert len(moves) > 400
    assert endless(iter(moves)) == []


REGROWTH = {"return": "card", "from": "scrap pile"}
PAID = {"use": "action", "cost": {"credits": 3}}


@pytest.mark.parametrize(
    ("card_id", "abilities"),
    [
        ("mother-bulb", {"use": "action", "cost": {"essence": 2}, "return": "ship", "from": "scrap pile"}),
        ("scrapper-barge", {"use": "action", "cost": {"destroy": "this"}, "gain": {"scrap": 2}}),
        ("sunward-grove", {"when": "own ship destroyed", "gain": {"essence": 2}}),
        ("rust-orchid", {"when": "you recycle", "gain": {"scrap": 1}}),
        ("belt-squat", {"use": "action", "cost": {"discard": 1}, "do": [REGROWTH, {"gain": {"scrap": 1}}]}),
        ("exchange-house", {"use": "action", "cost": {"credits": 2}, "gain": {"any": 2}}),
        ("decoy-hulk", {"when": "this deployed", "return": "other own ship"}),
        ("decoy-hulk", {"when": "this destroyed", "return": "it"}),
        ("chop-shop", {"when": "you replace ship", "gain": {"scrap": 8}}),
        ("extortionists-yacht", [{"when": "this attacks", "gain": {"credits": 3}}, {**PAID, "attack": "this"}]),
        ("orbital-bazaar", {"discount": {"essence": 3}, "of": "ship"}),
    ],
)
def test_a_loop_of_future_invaders_is_found(card_id: str, abilities: object) -> None:
    assert endless(FutureInvaders(changed(cards(FI), card_id, abilities=abilities)).moves())


# Invasion TCG. A play weighs 1, and so does a play without counting. -------------------------------------------

CREATURE = {"hand": 10.0, "play": 9.0, "graveyard": 8.5}
SPELL = {"hand": 3.0, "graveyard": 1.5}
LOST_BY_A_DISCARD = 1.5  # for either kind of card

IDLE_TCG = {  # changes life, dice, or what the opponent has
    *("discard", "destroy", "instead", "fail", "gain", "lose", "bury", "shuffle", "roll", "add-dice", "reroll"),
    *("turn-over", "prevent", "numbers", "attack-at-once", "max-dice"),
}
FROM_THE_DECK = {"draw", "search", "reveal", "mill"}  # which runs out
EVENTS_TCG = {"destroyed", "you-play-this"}
ONCE_OR_IN_AN_ATTACK = {"opponent-plays", "opponent-discards", "opponent-misses", "you-roll", "attack-dice-rolled"}


def back_in_hand(selector: Selector) -> float:
    where = SPELL if selector.kinds == ("spell",) else CREATURE
    return where["hand"] - where["graveyard"]


def returned(effect: Effect, ability: Ability) -> float:
    """What it is worth to have a card back in hand; nothing where it is the opponent's."""
    selector = selected(effect)
    if "from" in effect.values:
        return back_in_hand(selector)
    if selector.ref == "it":
        lost = ability.when is not None and ability.when.id == "destroyed"
        return back_in_hand(selector) if lost else 0
    return 0 if selector.side == "enemy" else CREATURE["hand"] - CREATURE["play"]


def played(effect: Effect, ability: Ability) -> float:
    uncounted = 1 if effect.values.get("counted") is False else 0
    return uncounted + (back_in_hand(selected(effect)) if effect.values["from"] == "graveyard" else 0)


GIFTS_TCG: dict[str, Callable[[Effect, Ability], float]] = {
    "return": returned,
    "play": played,
    "plays": lambda effect, ability: total(effect),
    "deploy": lambda effect, ability: CREATURE["play"] - CREATURE["graveyard"],
}


def gives(ability: Ability) -> float:
    return sum(GIFTS_TCG[effect.op](effect, ability) for effect in ability.effects if effect.op in GIFTS_TCG)


def moves(all_cards: list[Card]) -> Iterator[Move]:
    """The moves that a player of these cards can repeat in one turn."""
    usable = {card["id"]: [a for a in abilities_of(TCG, card) if not a.use and not a.during] for card in all_cards}
    on_others = sum(
        3 * gives(ability)
        for abilities in usable.values()
        for ability in abilities
        if of_others(ability.when, "destroyed", "creature")
    )
    for card in all_cards:
        mine = usable[card["id"]]
        if card["type"] == "spell":
            yield Move(f"playing {card['name']}", 1 + SPELL["hand"], SPELL["graveyard"] + sum(map(gives, mine)))
        elif card["type"] == "creature":
            arrival = [ability for ability in mine if ability.when is not None and ability.when.id == "you-play-this"]
            leaving = [ability for ability in mine if of_itself(ability.when, "destroyed")]
            yield Move(f"playing {card['name']}", 1 + CREATURE["hand"], CREATURE["play"] + sum(map(gives, arrival)))
            paid = LOST_BY_A_DISCARD * sum(total(price) for ability in leaving for price in ability.cost)
            left = CREATURE["graveyard"] + sum(map(gives, leaving)) + on_others
            yield Move(f"destroying {card['name']}", CREATURE["play"] + paid, left)


def test_no_cards_of_invasion_tcg_pay_for_each_other_for_ever() -> None:
    found = list(moves(cards(TCG)))
    assert len(found) > 50
    assert endless(iter(found)) == []


UNCOUNTED = {"may": True, "play": "creature", "from": "hand", "counted": False}


@pytest.mark.parametrize(
    ("card_id", "abilities"),
    [
        ("doorstep-cousin", {"when": "you play this", "do": [{"may": True, "return": "other creature"}, UNCOUNTED]}),
        ("forced-march", {"may": True, "plays": 3}),
        ("silt-walker", {"when": "this destroyed", "return": "it"}),
        ("seed-herald", {"when": "you play this", "may": True, "plays": 2}),
        ("seed-herald", {"when": "other own creature destroyed", "return": "it"}),
    ],
)
def test_a_loop_of_invasion_tcg_is_found(card_id: str, abilities: object) -> None:
    assert endless(moves(changed(cards(TCG), card_id, abilities=abilities)))


VERBS = {
    FI: [IDLE_FUTURE, FROM_THE_ARSENAL, ON_ACTIONS_ONLY, set(FutureInvaders([]).gifts)],
    TCG: [IDLE_TCG, FROM_THE_DECK, set(GIFTS_TCG)],
}
EVENTS = {FI: EVENTS_FUTURE | OF_OPPONENTS, TCG: EVENTS_TCG | ONCE_OR_IN_AN_ATTACK}


@pytest.mark.parametrize("game", VERBS)
def test_of_every_verb_and_event_it_is_said_what_it_gives(game: str) -> None:
    said = set().union(*VERBS[game])
    assert said ^ {*lexicon(game).verbs} == set(), "each verb is in one of the sets by what it gives"
    assert len(said) == sum(map(len, VERBS[game]))  # a verb is in one set
    assert EVENTS[game] == set(lexicon(game).events)


def test_every_use_is_limited_or_reckoned() -> None:
    """What is left out above runs out by itself: these are all the limits, uses and prices that there are."""
    assert set(lexicon(FI).lists["limits"]) == LIMITS
    assert lexicon(TCG).lists["uses"] == ("once on your turn",)
    future = [ability for card in cards(FI) for ability in abilities_of(FI, card)]
    assert {price.op for ability in future for price in ability.cost} <= COSTS_FUTURE


def test_what_only_actions_do_no_ship_or_structure_does() -> None:
    staying = [card for card in cards(FI) if card["type"] in ("ship", "structure")]
    done = {effect.op for card in staying for ability in abilities_of(FI, card) for effect in ability.all_effects}
    assert done & ON_ACTIONS_ONLY == set()
