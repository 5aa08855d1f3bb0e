"""No cards pay for each other for ever: see tests/support/loops.py for how that is known.

A sentence on a card gives what its phrase is said to give below; a phrase of a guide that is not there has to be added
before its first card. Where a new card fails, limit it to once a turn, or find weights by which it loses as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.loops import Move, endless
from tests.support.wording import Card, Guide, lines

FUTURE = Guide("future-invaders", "wording.md")
TCG = Guide("invasion-tcg", "wording-invasion-tcg.md")
LIMITED = "Use this once per turn"


def number(sentence: str) -> int:
    """The first number of a sentence."""
    found = re.search(r"[0-9]+", sentence)
    assert found, sentence
    return int(found[0])


# Future Invaders. A resource weighs 1. -----------------------------------------------------------------------

HAND, GRID, SCRAP = 8.0, 7.0, 3.5  # a ship or structure there
GONE_WITH_COST = {"hollow-whale": 4.0}  # weighs so much more on the grid, for which its cost of 6 pays

IDLE_FUTURE = {  # changes what is on the grid, or what opponents have, and gives the player nothing to pay with
    "Deal <N> damage to <target>",
    "Repair <N> on <target>",
    "Destroy <target>",
    "Discard <cards>",
    "<Player> discards <cards>",
    "<Player> loses <amount>",
    "It fails",
    "Return <target> to its owner's hand",
    "Move <target> to a free slot",
    "Move <target> to one of your free slots",
    "Place <target> at the bottom of its owner's arsenal",
    "Place <card> from an opponent's scrap pile at the bottom of its owner's arsenal",
    "<Target> gets <change> <duration>",
    "Double the weapons of <target> <duration>",
    "<Target> attacks",
    "It attacks <target> instead",
    "<Target> skips its attacks <duration>",
    LIMITED,
    "<Own> gets <change>",
    "<This> gets <change> for each of your other ships",
    "<This> ignores enemy <row> when it attacks",
    "<Own> takes <N> less damage from attacks",
    "Your <kind> cost <resources> less",  # which `paid` knows
}
FROM_THE_ARSENAL = {  # which runs out
    "Draw <cards>",
    "Discard the top <cards> of your arsenal",
    "<Player> draws <cards>",
    "An opponent reveals their hand and discards a card that you choose",
    "Reveal the top <cards> of your arsenal, place 1 in your hand and the others at the bottom of your arsenal",
}
ON_ACTIONS_ONLY = {  # these are cards that are gone when they were played, and lie in no scrap pile
    "Gain the income of <target>",
    "Recycle <cards> and gain its income twice",
}


class FutureInvaders:
    """The moves that a player can repeat in one turn with these cards, at most two of each on the grid."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = [card for card in cards if card["type"] in ("ship", "structure")]
        self.gifts: dict[str, Callable[[str], float]] = {
            "Gain <gain>": lambda said: said.count("{") or number(said),
            "Return <card> from your scrap pile to your hand": lambda said: HAND - SCRAP,
            "Deploy <card> from your <zone> for free": self.deployed,
        }

    def gives(self, line: str) -> float:
        """What a line gives when it happens once."""
        _, _, body = line.rpartition(": ")
        given = 0.0
        for sentence in re.split(r"(?<=\.) ", body):
            for phrase in FUTURE.read_line(sentence)[0]:
                if phrase in self.gifts:
                    given += self.gifts[phrase](sentence)
        return given

    def deployed(self, sentence: str) -> float:
        """What it is worth to deploy a card for nothing, at most: the best that costs no more than the text allows."""
        limit = number(sentence) if "costs" in sentence else 99
        source = SCRAP if "scrap pile" in sentence else HAND
        return max(self.on_grid(c) + self.of_own(c, "is deployed") for c in self.cards if cost(c) <= limit) - source

    def on_grid(self, card: Card) -> float:
        return GRID + GONE_WITH_COST.get(card["id"], 0.0)

    def of_own(self, card: Card, event: str) -> float:
        """What a card's triggers give where the event happens to itself."""
        return sum(self.gives(line) for line in lines(card) if re.match(f"When this \\w+ {event},", line))

    def of_others(self, event: str) -> float:
        """What all triggers on the grid give, where every card is there as often as an arsenal may have it."""
        return sum(
            (1 if "rarity" in card else 2) * self.gives(line)
            for card in self.cards
            for line in lines(card)
            if line.startswith(f"When {event},")
        )

    def discounts(self) -> int:
        return sum(
            2 * line.count("{") for card in self.cards for line in lines(card) if line.startswith("Your ships cost")
        )

    def paid(self, card: Card) -> int:
        """What a card costs at least."""
        asked = card.get("cost", {})
        return sum(asked.values()) - min(asked.get("credits", 0), self.discounts())

    def destroyed(self, card: Card) -> float:
        """What is there after a card was destroyed."""
        ship = card["type"] == "ship"
        others = self.of_others("one of your ships is destroyed") + self.of_others(
            "one of your other ships is destroyed"
        )
        return (SCRAP if card.get("income") else 0) + self.of_own(card, "is destroyed") + (others if ship else 0)

    def moves(self) -> Iterator[Move]:
        replaced = self.of_others("you replace a ship")
        for card in self.cards:
            name, here = card["name"], self.on_grid(card)
            arrives = here + self.of_own(card, "is deployed")
            yield Move(f"deploying {name}", HAND + self.paid(card), arrives)
            yield Move(f"replacing by {name}", HAND + self.paid(card) + GRID, arrives + replaced)
            yield Move(f"replacing {name}", here + 1, self.of_own(card, "is replaced") + replaced)
            yield Move(f"destroying {name}", here, self.destroyed(card))
            income = sum(card.get("income", {}).values())
            yield Move(f"recycling {name}", SCRAP, income + self.of_others("you recycle a card"))
            for line in lines(card):
                if line.startswith("{") and LIMITED not in line:
                    yield self.used(card, line)

    def used(self, card: Card, line: str) -> Move:
        """The use of an ability that may be used without limit."""
        price = re.sub(r"^\{(action|reaction)\} ?", "", line).partition(":")[0]
        taken, given = float(price.count("{")), self.gives(line)
        if price.startswith("Destroy this"):
            taken, given = taken + self.on_grid(card), given + self.destroyed(card)
        elif price.startswith("Discard"):
            taken, given = taken + HAND * number(price), given + SCRAP * number(price)
        return Move(f"{card['name']}: {line}", taken, given)


def cost(card: Card) -> int:
    return int(sum(card.get("cost", {}).values()))


def with_text(card_id: str, text: str, guide: Guide) -> list[Card]:
    """The cards of a game, one of them with another text."""
    assert any(card["id"] == card_id for card in guide.cards)
    return [{**card, "text": text} if card["id"] == card_id else card for card in guide.cards]


def test_no_cards_of_future_invaders_pay_for_each_other_for_ever() -> None:
    moves = list(FutureInvaders(FUTURE.cards).moves())
    assert len(moves) > 400
    assert endless(iter(moves)) == []


@pytest.mark.parametrize(
    ("card_id", "text"),
    [
        ("mother-bulb", "{action} {essence}{essence}: Return a ship from your scrap pile to your hand."),
        ("scrapper-barge", "{action} Destroy this ship: Gain {scrap}{scrap}."),
        ("sunward-grove", "When one of your ships is destroyed, gain {essence}{essence}."),
        ("rust-orchid", "When you recycle a card, gain {scrap}."),
        ("belt-squat", "{action} Discard 1 card: Return a card from your scrap pile to your hand. Gain {scrap}."),
        ("exchange-house", "{action} {credits}{credits}: Gain 2 resources of your choice."),
    ],
)
def test_a_loop_of_future_invaders_is_found(card_id: str, text: str) -> None:
    assert endless(FutureInvaders(with_text(card_id, text, FUTURE)).moves())


# Invasion TCG. A play weighs 1, and so does a play without counting. -------------------------------------------

CREATURE = {"hand": 10.0, "play": 9.0, "graveyard": 8.5}
SPELL = {"hand": 3.0, "graveyard": 1.5}
LOST_BY_A_DISCARD = 1.5  # for either kind of card

IDLE_TCG = {  # changes life, dice, or what the opponent has
    "Discard <cards>",
    "Destroy <target>",
    "Destroy this creature instead",
    "Cancel it",
    "Gain <N> life",
    "Your opponent draws <cards>",
    "Your opponent loses <N> life",
    "Your opponent loses <N> life for <counted>",
    "Your opponent destroys one of their creatures",
    "Your opponent reveals their hand and discards a card that you choose",
    "Shuffle your opponent's graveyard into their deck",
    "Roll 1 die",
    "Roll <more>",
    "Roll <more> for <counted>",
    "Reroll <dice>",
    "Turn <dice> over",
    "Prevent <hits>",
    "<Numbers> are hits",
    "<Numbers> are <many> hits",
    "<Numbers> are misses",
    "Creatures that you played this turn can attack",
    "This creature can attack on the turn you play it",
    "No attack has more than <many> dice",
}
FROM_THE_DECK = {  # which runs out
    "Draw <cards>",
    "Search your deck for <card> and put it into your hand",
    (
        "Reveal the top <cards> of your deck, put each creature among them into your hand "
        "and the others into your graveyard"
    ),
    "Put the top <cards> of your deck into your graveyard",
}


def back_in_hand(said: str) -> float:
    where = SPELL if "a spell" in said else CREATURE
    return where["hand"] - where["graveyard"]


GIFTS_TCG: dict[str, Callable[[str], float]] = {
    "Return <target> to its owner's hand": lambda said: CREATURE["hand"] - CREATURE["play"],
    "Return <card> from your graveyard to your hand": back_in_hand,
    "Play <card> from your <zone>": lambda said: back_in_hand(said) if "graveyard" in said else 0,
    "Play <card> from your <zone> without counting it": lambda said: (
        1 + (back_in_hand(said) if "graveyard" in said else 0)
    ),
    "Play <many> more cards this turn": number,
    "Put <card> from your graveyard into play": lambda said: CREATURE["play"] - CREATURE["graveyard"],
}


def gives(line: str) -> float:
    return sum(
        GIFTS_TCG[phrase](sentence)
        for sentence in re.split(r"(?<=\.) ", line)
        for phrase in TCG.read_line(sentence)[0]
        if phrase in GIFTS_TCG
    )


def moves(cards: list[Card]) -> Iterator[Move]:
    """The moves that a player of these cards can repeat in one turn."""
    for card in cards:
        usable = [line for line in lines(card) if not line.startswith(("Once on your turn", "In your attack"))]
        if card["type"] == "spell":
            yield Move(f"playing {card['name']}", 1 + SPELL["hand"], SPELL["graveyard"] + sum(map(gives, usable)))
        elif card["type"] == "creature":
            on_arrival = [line for line in usable if line.startswith("When you play this creature")]
            on_leaving = [line for line in usable if line.startswith("When this creature is destroyed")]
            yield Move(f"playing {card['name']}", 1 + CREATURE["hand"], CREATURE["play"] + sum(map(gives, on_arrival)))
            left = CREATURE["graveyard"] + sum(
                # "it" comes back from the graveyard
                CREATURE["hand"] - CREATURE["graveyard"] if "Return it" in line else gives(line)
                for line in on_leaving
            )
            paid = sum(LOST_BY_A_DISCARD for line in on_leaving if ", discard 1 card:" in line)
            yield Move(f"destroying {card['name']}", CREATURE["play"] + paid, left)


def test_no_cards_of_invasion_tcg_pay_for_each_other_for_ever() -> None:
    found = list(moves(TCG.cards))
    assert len(found) > 50
    assert endless(iter(found)) == []


@pytest.mark.parametrize(
    ("card_id", "text"),
    [
        (
            "doorstep-cousin",
            (
                "When you play this creature, you may return another creature to its owner's hand. "
                "You may play a creature from your hand without counting it."
            ),
        ),
        ("forced-march", "You may play 3 more cards this turn."),
        ("silt-walker", "When this creature is destroyed, return it to its owner's hand."),
        ("seed-herald", "When you play this creature, you may play 2 more cards this turn."),
    ],
)
def test_a_loop_of_invasion_tcg_is_found(card_id: str, text: str) -> None:
    assert endless(moves(with_text(card_id, text, TCG)))


@pytest.mark.parametrize(
    ("guide", "known"),
    [
        (FUTURE, IDLE_FUTURE | FROM_THE_ARSENAL | ON_ACTIONS_ONLY | set(FutureInvaders([]).gifts)),
        (TCG, IDLE_TCG | FROM_THE_DECK | set(GIFTS_TCG)),
    ],
    ids=["future-invaders", "invasion-tcg"],
)
def test_of_every_phrase_it_is_said_what_it_gives(guide: Guide, known: set[str]) -> None:
    phrases = {phrase for heading in ("Effects", "Standing effects") for phrase in guide.phrases(heading)}
    assert phrases == known


def test_what_only_actions_say_is_on_no_ship_or_structure() -> None:
    staying: list[dict[str, Any]] = [card for card in FUTURE.cards if card["type"] in ("ship", "structure")]
    said = {phrase for card in staying for line in lines(card) for phrase in FUTURE.read_line(line)[0]}
    assert said & ON_ACTIONS_ONLY == set()
