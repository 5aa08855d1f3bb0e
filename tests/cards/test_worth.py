"""Cards are worth what they cost: none is strictly better than another, stands above its curve, or is never played."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import permutations

import pytest
import yaml

from builder.abilities import Ability, Effect, Range, Selector
from builder.abilities.abilities import Value
from tests.support.commands import ROOT
from tests.support.gamecards import Card, abilities_of, cards, changed

FI, TCG = "future-invaders", "invasion-tcg"
FUTURE, WAVE = cards(FI), cards(TCG)

BETTER_LARGE = {"draw", "deal", "repair", "shield", "prevent", "add-dice", "turn-over", "reroll", "plays"}
LESS = [  # what an effect does at least as well, whatever the decks
    ({"destroy": "enemy creature"}, {"destroy": "own creature", "who": "opponent"}),
    ({"destroy": "enemy creature or battlefield"}, {"destroy": "own creature", "who": "opponent"}),
    ({"search": "namesake"}, {"draw": 1}),
    ({"search": "namesake"}, {"may": True, "draw": 1}),
]
HIGHEST_COST = 8  # what eight slots of free cards yield, and nobody has more before the game is decided
COPIES = {"unlimited": 99}


def deeds(game: str, card: Card) -> list[Ability]:
    """What a card does, an effect at a time."""
    return [replace(ability, effects=(one,)) for ability in abilities_of(game, card) for one in ability.effects]


def is_drawback(effect: Effect) -> bool:
    """Whether a player would rather not have it done."""
    who, main = effect.values.get("who"), effect.values.get("main")
    own = isinstance(main, Selector) and main.side == "own"
    harms = effect.values.get("to") == Selector("ref", ref="base") and effect.op == "deal"
    to_self = effect.op == "discard" or (effect.op == "destroy" and own)
    return harms or (to_self and who is None) or (effect.op == "draw" and who == "opponent")


def is_neither(effect: Effect) -> bool:
    """Whether it is good for some decks and bad for others."""
    return effect.op == "mill" and "who" not in effect.values


def covers(mine: Value, theirs: Value) -> bool:
    """Whether a value is as good as another, wherever that is of use: a wider choice, a wider range."""
    if isinstance(mine, Selector) and isinstance(theirs, Selector):
        chosen = mine.ref == "it" or {mine.take, theirs.take} <= {"one", "up-to"}
        same = (mine.side, mine.place, mine.ref) == (theirs.side, theirs.place, theirs.ref)
        as_many = max(mine.n, 1) >= max(theirs.n, 1)
        return mine == theirs or (chosen and same and as_many and set(mine.kinds) >= set(theirs.kinds))
    if isinstance(mine, Range) and isinstance(theirs, Range):
        return mine == theirs or (mine.bound == theirs.bound == "most" and mine.n >= theirs.n)
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        return mine.keys() == theirs.keys() and all(covers(mine[name], theirs[name]) for name in mine)
    return mine == theirs


def _does(mine: Effect, theirs: Effect) -> bool:
    small, large = theirs.values.get("main"), mine.values.get("main")
    bigger = mine.op in BETTER_LARGE and isinstance(small, int) and isinstance(large, int) and large >= small
    same = mine.values.keys() == theirs.values.keys() and all(
        covers(value, theirs.values[name]) or (name == "main" and bigger) for name, value in mine.values.items()
    )
    return mine.op == theirs.op and same and (mine.may or not theirs.may) and mine.condition in (None, theirs.condition)


def no_less(game: str, mine: Ability, theirs: Ability) -> bool:
    """Whether one deed is at least as good as another: as often, for no more, and doing as much."""
    events = [one.when.values if one.when else {} for one in (mine, theirs)]
    waits = (mine.when.id if mine.when else "") == (theirs.when.id if theirs.when else "")
    opening = replace(mine, effects=(), when=None) == replace(theirs, effects=(), when=None)
    if not (waits and opening and covers(*events)):
        return False
    (one,), (other,) = mine.effects, theirs.effects
    return _does(one, other) or (one.data(), other.data()) in _less(game) or one.data() == other.data()


def _less(game: str) -> list[tuple[object, object]]:
    """The pairs of LESS, as plain data, each also where the player may leave it undone."""
    if game != TCG:
        return []
    pairs = [tuple(abilities_of(game, {"id": "", "type": "spell", "abilities": one})[0] for one in two) for two in LESS]
    return [(replace(a.effects[0], may=may).data(), b.effects[0].data()) for a, b in pairs for may in (False, True)]


def does_no_less(game: str, better: Card, card: Card) -> bool:
    """Whether a card does all that another does, at no price that the other has not."""
    mine, theirs = deeds(game, better), deeds(game, card)
    harms = [one.data() for one in theirs if is_drawback(one.effects[0])]
    wanted = [one for one in theirs if not is_drawback(one.effects[0]) and not is_neither(one.effects[0])]
    return all(one.data() in harms for one in mine if is_drawback(one.effects[0])) and all(
        any(no_less(game, my, their) for my in mine) for their in wanted
    )


def amounts(card: Card, field: str) -> dict[str, int]:
    return dict(card.get(field, {}))


def at_most(some: dict[str, int], other: dict[str, int]) -> bool:
    return all(amount <= other.get(resource, 0) for resource, amount in some.items())


def copies(card: Card) -> int:
    said = card.get("deckbuilding", {}).get("copies", 1 if "rarity" in card else 3)
    return int(COPIES.get(said, said))


def better_by_far(game: str, better: Card, other: Card) -> bool:
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
    return figures and pays and does_no_less(game, better, other)


def outclassed(game: str, all_cards: Iterable[Card], card: str = "") -> list[str]:
    """The cards that another one outclasses; or only those among them that one card outclasses, or that outclass it."""
    pairs = [pair for pair in permutations(all_cards, 2) if not card or card in (pair[0]["id"], pair[1]["id"])]
    return [f"{other['name']} by {better['name']}" for better, other in pairs if better_by_far(game, better, other)]


def with_changed(game: str, card: str, **words: object) -> list[str]:
    """What is outclassed once a card says something else."""
    return outclassed(game, changed(cards(game), card, **words), card)


@pytest.mark.parametrize("game", [FI, TCG])
def test_no_card_is_outclassed_by_another(game: str) -> None:
    assert outclassed(game, cards(game)) == []


def test_a_card_that_outclasses_another_is_found() -> None:
    volley = with_changed(TCG, "massed-volley", abilities={"destroy": "enemy creature"})
    assert volley == ["Drag Under by Massed Volley", "Second Funeral by Massed Volley"]
    search = {"when": "you play this", "may": True, "search": "namesake"}
    assert with_changed(TCG, "podling", abilities=search) == ["Caravan Scout by Podling"]
    waits = {"when": "opponent plays reaction", "fail": "it"}
    narrow = with_changed(FI, "counterproof", abilities=waits, cost={"technology": 2})
    assert narrow == ["Counterproof by Signal Denied"]
    small = with_changed(FI, "counterproof", type="action", abilities={"deal": 1, "to": "enemy ship"})
    assert small == ["Counterproof by Precision Strike"]
    assert "Lunar Tanker by Patrol Cutter" in with_changed(FI, "patrol-cutter", durability=4)
    assert "Settler Dome by Polar Condenser" not in with_changed(FI, "polar-condenser", durability=2)
    assert with_changed(FI, "splinter-drone", weapons=3, durability=5, income={"technology": 2}) == []


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


def test_an_arsenal_yields_what_its_cards_cost() -> None:
    """From four free cards at least, so that none is drawn in vain."""
    by_id = {card["id"]: card for card in FUTURE}
    for path in sorted((ROOT / "cards" / FI / "decks").glob("*.yaml")):
        deck = yaml.safe_load(path.read_text("utf-8"))
        copies_of = deck.get("cards") or deck["sections"]["main"]
        costs = {kind for card in copies_of for kind in amounts(by_id[card], "cost")} - {"credits"}
        for kind in costs:
            free = [card for card in copies_of if kind in amounts(by_id[card], "income") and "cost" not in by_id[card]]
            assert sum(copies_of[card] for card in free) >= 4, (path.stem, kind)


@pytest.mark.parametrize("game", [FI, TCG])
def test_no_two_cards_do_the_same(game: str) -> None:
    """Ships and structures may: their figures tell them apart."""
    said: dict[tuple[str, str], str] = {}
    for card in cards(game):
        if card["type"] not in ("ship", "structure"):
            done = json.dumps([ability.data() for ability in abilities_of(game, card)])
            assert said.setdefault((card["type"], done), card["id"]) == card["id"]


def twins(game: str, all_cards: Iterable[Card]) -> Iterator[tuple[str, str]]:
    """Responses of one faction whose first effects differ only by the kind of card that they wait for."""
    first: dict[tuple[str, str], str] = {}
    for card in all_cards:
        if card["type"] in ("reaction", "spell") and (response := deeds(game, card)[0]).when is not None:
            done = json.dumps(without_kinds(response.data()))
            other = first.setdefault((card["faction"], done), card["id"])
            if other != card["id"]:
                yield other, card["id"]


def without_kinds(value: object) -> object:
    """Plain data without the kinds of cards in it."""
    if isinstance(value, dict):
        return {name: without_kinds(inner) for name, inner in value.items() if name != "kinds"}
    return [without_kinds(one) for one in value] if isinstance(value, list) else value


def test_no_two_cards_of_a_faction_differ_by_what_they_wait_for_alone() -> None:
    assert [*twins(FI, FUTURE), *twins(TCG, WAVE)] == []
    counterproof = {"when": "opponent plays reaction", "do": [{"fail": "it"}, {"draw": 1}]}
    assert [*twins(FI, changed(FUTURE, "counterproof", abilities=counterproof))] == [("signal-denied", "counterproof")]
