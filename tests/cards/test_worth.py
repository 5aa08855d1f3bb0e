"""Cards are worth what they cost: none is strictly better than another, stands above its curve, or is never played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import permutations

import pytest

from tests.support.wording import Card, Guide, lines

FUTURE = Guide("future-invaders", "wording.md").cards
TCG = Guide("invasion-tcg", "wording-invasion-tcg.md").cards

DRAWBACKS = {
    "Discard 1 card.",
    "Destroy one of your creatures.",
    "Your opponent draws 1 card.",
    "When this ship is deployed, discard the top 2 cards of your arsenal.",
    "At the start of your turn, deal 2 damage to your base.",
}
NEITHER = {"Put the top 2 cards of your deck into your graveyard."}  # good for some decks and bad for others
LESS = {  # what a sentence does at least as well, whatever the decks
    "Destroy an enemy creature.": {"Your opponent destroys one of their creatures."},
    "Destroy an enemy creature or battlefield.": {
        "Destroy an enemy creature.",
        "Your opponent destroys one of their creatures.",
    },
    "When you play this creature, you may search your deck for a card with this name and put it into your hand.": {
        "When you play this creature, draw 1 card."
    },
    "When you play this creature, you may search your deck for a battlefield and put it into your hand.": set(),
    "When an opponent plays an action or reaction, it fails.": {
        "When an opponent plays an action, it fails.",
        "When an opponent plays a reaction, it fails.",
    },
    "Deal 2 damage to an enemy ship or structure.": {"Deal 2 damage to an enemy ship."},
    "Deal 2 damage to each of up to 2 enemy ships.": {"Deal 2 damage to an enemy ship."},
}
HIGHEST_COST = 8  # what eight slots of free cards yield, and nobody has more before the game is decided
COPIES = {"unlimited": 99}


def sentences(card: Card) -> set[str]:
    """What a card says, sentence by sentence, but for what it says of decks."""
    said = (line for line in lines(card) if not line.startswith("A deck may hold"))
    return {sentence for line in said for sentence in re.split(r"(?<=\.) ", line)}


def does_no_less(better: Card, card: Card) -> bool:
    """Whether a card's text does all that another's does, at no price that the other has not."""
    mine, theirs = sentences(better), sentences(card)
    done = mine | {less for sentence in mine for less in LESS.get(sentence, ())}
    return mine & DRAWBACKS <= theirs & DRAWBACKS and theirs - DRAWBACKS - NEITHER <= done


def amounts(card: Card, field: str) -> dict[str, int]:
    return dict(card.get(field, {}))


def at_most(some: dict[str, int], other: dict[str, int]) -> bool:
    return all(amount <= other.get(resource, 0) for resource, amount in some.items())


def copies(card: Card) -> int:
    said = card.get("deckbuilding", {}).get("copies", 1 if "rarity" in card else 3)
    return int(COPIES.get(said, said))


def better_by_far(better: Card, other: Card) -> bool:
    """Whether nobody would ever choose the second card where the first can be had: same faction, same type."""
    if better["type"] != other["type"] or copies(better) < copies(other):
        return False
    paid = any(field in card for card in (better, other) for field in ("cost", "income"))
    if paid and better["faction"] != other["faction"]:
        return False
    figures = all(better.get(name, 0) >= other.get(name, 0) for name in ("weapons", "durability"))
    pays = at_most(amounts(better, "cost"), amounts(other, "cost")) and at_most(
        amounts(other, "income"), amounts(better, "income")
    )
    return figures and pays and does_no_less(better, other)


def outclassed(cards: Iterable[Card]) -> list[str]:
    pairs = permutations(cards, 2)
    return [f"{other['name']} by {better['name']}" for better, other in pairs if better_by_far(better, other)]


@pytest.mark.parametrize("cards", [FUTURE, TCG], ids=["future-invaders", "invasion-tcg"])
def test_no_card_is_outclassed_by_another(cards: list[Card]) -> None:
    assert outclassed(cards) == []


def changed(cards: list[Card], card_id: str, **words: object) -> Iterator[Card]:
    assert any(card["id"] == card_id for card in cards)
    return ({**card, **words} if card["id"] == card_id else card for card in cards)


def test_a_card_that_outclasses_another_is_found() -> None:
    volley = changed(TCG, "massed-volley", text="Destroy an enemy creature.")
    assert outclassed(volley) == ["Drag Under by Massed Volley"]
    search = "you may search your deck for a card with this name and put it into your hand."
    podling = changed(TCG, "podling", text=f"When you play this creature, {search}")
    assert outclassed(podling) == ["Caravan Scout by Podling"]
    assert "Lunar Tanker by Patrol Cutter" in outclassed(changed(FUTURE, "patrol-cutter", durability=4))
    assert "Settler Dome by Polar Condenser" not in outclassed(changed(FUTURE, "polar-condenser", durability=2))
    assert outclassed(changed(FUTURE, "splinter-drone", weapons=3, durability=5, income={"technology": 2})) == []


def points(ship: Card) -> float:
    """What a ship brings: durability, weapons that count twice, as they do so each turn, and income likewise."""
    return 2 * float(ship["weapons"]) + float(ship["durability"]) + 2 * sum(amounts(ship, "income").values())


@pytest.mark.parametrize(
    "ship",
    [card for card in FUTURE if card["type"] == "ship" and "rarity" not in card and "cost" in card],
    ids=lambda card: card["id"],
)
def test_no_ship_stands_above_its_curve(ship: Card) -> None:
    assert points(ship) <= 7.5 + 2.2 * sum(amounts(ship, "cost").values())


def test_what_costs_most_can_be_paid() -> None:
    costs = {card["name"]: sum(amounts(card, "cost").values()) for card in FUTURE}
    assert {name for name, cost in costs.items() if cost > HIGHEST_COST} == set()
    assert max(costs.values()) == HIGHEST_COST


@pytest.mark.parametrize("cards", [FUTURE, TCG], ids=["future-invaders", "invasion-tcg"])
def test_no_two_cards_do_the_same(cards: list[Card]) -> None:
    """Ships and structures may: their figures tell them apart."""
    said: dict[tuple[str, str], str] = {}
    for card in cards:
        if card["type"] not in ("ship", "structure"):
            assert said.setdefault((card["type"], card["text"]), card["id"]) == card["id"]


KINDS = re.compile(r"\b(?:an? )?(?:action|reaction|ship|structure|creature|battlefield|spell)(?: or )?")


def twins(cards: Iterable[Card]) -> list[tuple[str, str]]:
    """Responses of one faction whose first sentences differ only by the kind of card that they wait for."""
    first: dict[tuple[str, str], str] = {}
    found = []
    for card in cards:
        if card["type"] in ("reaction", "spell") and card["text"].startswith("When "):
            sentence = re.split(r"(?<=\.) ", card["text"])[0]
            other = first.setdefault((card["faction"], " ".join(KINDS.sub("", sentence).split())), card["id"])
            if other != card["id"]:
                found.append((other, card["id"]))
    return found


def test_no_two_cards_of_a_faction_differ_by_what_they_wait_for_alone() -> None:
    assert twins(FUTURE) == twins(TCG) == []
    old = changed(FUTURE, "counterproof", text="When an opponent plays a reaction, it fails. Draw 1 card.")
    assert twins(old) == [("signal-denied", "counterproof")]
