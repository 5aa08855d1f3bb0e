"""Statistics of decks: counts, curves, exact chances, and their schema."""

import json
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.decks import CardIndex, Deck
from builder.decks.comparing import Change, changes
from builder.decks.statistics import TURNS, Statistics, chance_to_draw, statistics
from builder.games import Format, Game, Question, game_from
from tests.support.cards import INDEX, bare_card
from tests.support.outputs import fits

SCHEMA = {
    "properties": {
        "number": {"type": "integer"},
        "faction": {"title": "Faction", "type": "string", "x-vocabulary": "factions"},
        "type": {"title": "Type", "type": "string", "enum": ["ship", "structure", "action"]},
        "rarity": {"title": "Rarity", "type": "string", "enum": ["pinnacle", "supreme"]},
        "cost": {
            "title": "Cost",
            "type": "object",
            "properties": {"oil": {"type": "integer"}, "scrap": {"type": "integer"}},
        },
        "weapons": {"title": "Weapons", "type": "integer"},
        "traits": {"title": "Traits", "type": "array", "items": {"enum": ["fast", "big"]}},
    }
}

WORDS: dict[str, Any] = {
    "sets": {"first": {}, "second": {}},
    "factions": {key: {} for key in ("pirates", "terrans", "invaders", "organics", "neutral")},
}
GAME = game_from(WORDS, SCHEMA)
FLEET = Deck(
    "Fleet", "test", {"main": {"scrap-tug": 2, "flagship": 1, "mine": 2, "vim": 3, "gone": 4}, "side": {"probe": 1}}
)


def of_fleet(section: str = "", deck: Deck = FLEET, game: Game = GAME, **setup: Any) -> Statistics:
    """The statistics of the fleet, or another deck, by a format with these facts of play."""
    return statistics(deck, INDEX, game, Format("test", "Test", setup=setup), section=section)


DIE = [["hit"], ["hit", "hit"], ["miss"], []]
TABLE = CardIndex(
    [
        bare_card("attack-die", "Attack Die", faces=DIE, type="die"),
        bare_card("coin", "Coin", faces=[["heads"], ["tails"]], type="die"),
        bare_card("city", "City", type="board"),
    ]
)
TABLE_GAME = game_from(
    {
        "symbols": {"hit": {"name": "Hit"}, "miss": {"name": "Miss"}},
        "types": {"die": {"form": "die"}, "board": {"form": "board"}},
    },
    {"properties": {"type": {"enum": ["die", "board"]}, "faces": {"type": "array"}}},
)
ODDS = (
    Question("Two hits in three dice", roll={"attack-die": 3}, want={"hit": 2}, rerolls=1),
    Question("A hit against a coin " * 5, attack={"attack-die": 1}, defense={"coin": 1}, blocks=("heads",)),
    Question("A card that is no die", roll={"city": 1}, want={"hit": 1}),
)


def of_table(cards: dict[str, int], dice: Any = ()) -> Statistics:
    """The statistics of a table with these cards, and dice that a player made."""
    deck = Deck("Table", "test", {"main": cards}, dice=dice)
    return statistics(deck, TABLE, TABLE_GAME, Format("test", "Test", odds=ODDS))


def test_counts_of_closed_words() -> None:
    found = of_fleet()
    assert (found.cards, found.distinct, found.section, found.unknown) == (8, 4, "main", ("gone",))
    by_field = {w.field: w for w in found.words}
    assert by_field["faction"].counts == {"pirates": 2, "terrans": 3, "organics": 3}
    assert by_field["type"].counts == {"ship": 3, "structure": 2, "action": 3}
    assert (by_field["rarity"].counts, by_field["rarity"].none) == ({"pinnacle": 1}, 7)
    assert by_field["set"].counts == {"first": 5, "second": 3}
    assert by_field["traits"].none == 8


def test_a_field_with_one_possible_word_says_nothing() -> None:
    game = game_from({**WORDS, "sets": {"first": {}}}, SCHEMA)
    assert "set" not in {w.field for w in of_fleet(game=game).words}


def test_curves_and_totals() -> None:
    by_field = {a.field: a for a in of_fleet().amounts}
    assert set(by_field) == {"cost", "weapons"}
    cost = by_field["cost"]
    assert cost.curve == {0: 3, 1: 2, 3: 2, 5: 1}
    assert (cost.total, cost.average, cost.none) == (13, 1.625, 0)
    assert cost.parts == {"oil": 9, "scrap": 4}
    weapons = by_field["weapons"]
    assert weapons.curve == {1: 2, 6: 1}
    assert (weapons.total, weapons.none, weapons.parts) == (8, 5, {})
    assert weapons.average == pytest.approx(8 / 3, abs=1e-4)


def test_another_section() -> None:
    found = of_fleet(section="side")
    assert (found.section, found.cards, found.distinct) == ("side", 1, 1)


def test_an_empty_deck_has_no_chances() -> None:
    found = of_fleet(deck=Deck("Empty", "test"), hand=6)
    assert (found.cards, found.chances) == (0, ())


def test_chances_to_draw() -> None:
    found = of_fleet(hand=2, draw=2)
    by_group = {c.group: c for c in found.chances}
    structure = by_group["type:structure"]
    assert structure.copies == 2
    assert structure.opening == float(1 - Fraction(6 * 5, 8 * 7))
    assert structure.by_turn[0] == float(1 - Fraction(6 * 5 * 4 * 3, 8 * 7 * 6 * 5))
    assert structure.by_turn[-1] == 1.0
    assert len(structure.by_turn) == TURNS
    assert {"1 copy", "2 copies", "3 copies"} <= by_group.keys()
    assert by_group["1 copy"].opening == 0.25


@pytest.mark.parametrize("hand", [None, 0, -3, 1.5, "six", True, 10**12])
def test_without_a_believable_hand_there_are_no_chances(hand: Any) -> None:
    assert of_fleet(hand=hand).chances == ()


@given(st.integers(1, 8), st.data())
def test_chances_are_exact(deck: int, data: st.DataObject) -> None:
    copies = data.draw(st.integers(0, deck))
    drawn = data.draw(st.integers(0, deck))
    hands = list(combinations(range(deck), drawn))
    seen = sum(1 for hand in hands if any(card < copies for card in hand))
    assert chance_to_draw(deck, copies, drawn) == float(Fraction(seen, len(hands)))


@given(st.integers(1, 2000), st.integers(0, 3000), st.integers(0, 3000))
def test_chances_are_chances(deck: int, copies: int, drawn: int) -> None:
    assert 0.0 <= chance_to_draw(deck, copies, drawn) <= 1.0


def test_a_huge_deck_is_no_trouble() -> None:
    found = of_fleet(deck=Deck("Huge", "test", {"main": {"probe": 10**6, "mine": 1}}), hand=7)
    chance = next(c for c in found.chances if c.group == "1 copy")
    assert chance.opening == 7 / (10**6 + 1)


def test_statistics_have_the_shape_of_their_schema() -> None:
    for setup in ({"hand": 6}, {}):
        fits(json.loads(json.dumps(of_fleet(**setup).to_json())), "stats-output")


def test_what_dice_show() -> None:
    attack, coin = of_table({"attack-die": 3, "city": 2, "coin": 1}).dice
    assert (attack.die, attack.name, attack.count) == ("attack-die", "Attack Die", 3)
    hit, miss = attack.symbols
    assert (hit.symbol, hit.name, hit.one, hit.any, hit.expected) == ("hit", "Hit", 0.5, 0.875, 2.25)
    assert (miss.one, miss.any, miss.expected) == (0.25, 1 - 0.75**3, 0.75)
    assert [symbol.name for symbol in coin.symbols] == ["heads", "tails"]


def test_dice_that_a_player_made_are_reported_too() -> None:
    die, other = [["hit"], ["hit"]], [["hit"], []]
    one, two = of_table({"city": 1}, dice=[die, other, die]).dice
    assert (one.die, one.name, one.count, one.symbols[0].one) == ("", "Dice 1, 3", 2, 1.0)
    assert (two.name, two.count, two.symbols[0].one) == ("Die 2", 1, 0.5)


def test_questions_are_answered() -> None:
    two, against = of_table({"city": 1}).odds
    hit = Fraction(3, 4)
    assert two.chance > float(hit**2)
    assert two.left is None
    assert (against.chance, against.left) == (float(Fraction(1, 4) + Fraction(3, 8)), 0.5)


def test_dice_have_the_shape_of_their_schema() -> None:
    document = json.loads(json.dumps(of_table({"attack-die": 3, "city": 2}, dice=[[["hit"], []]]).to_json()))
    fits(document, "stats-output")
    assert len(document["dice"]) == len(document["odds"]) == 2


# Two decks compared: what came in and went out, whatever they hold


cards = st.dictionaries(st.sampled_from(["scrap-tug", "flagship", "mine", "probe", "gone"]), st.integers(1, 3))
sections = st.dictionaries(st.sampled_from(["main", "side", "odd"]), cards)
NAMES = {"main": "Main", "side": "Side"}


def test_former_ids_and_ids_of_no_card_are_compared_too() -> None:
    before = Deck("A", "test", {"main": {"vim": 2, "gone": 1}})
    after = Deck("B", "test", {"main": {"elan": 2, "gone": 3}, "side": {"mine": 1}})
    main, side = changes(before, after, INDEX, NAMES)
    assert (main.name, main.in_both, main.changes) == ("Main", 3, (Change("gone", "gone", 1, 3),))
    assert (side.name, side.came_in) == ("Side", (Change("mine", "Mine", 0, 1),))


@given(sections, sections)
def test_what_came_in_less_what_went_out_is_the_difference(
    first: dict[str, dict[str, int]], second: dict[str, dict[str, int]]
) -> None:
    before, after = Deck("A", "test", first), Deck("B", "test", second)
    found = changes(before, after, INDEX, NAMES)
    assert {one.section for one in found} == {*first, *second}
    assert sum(change.after - change.before for one in found for change in one.changes) == after.size - before.size
    for one in found:
        assert {*one.came_in, *one.went_out, *one.changed} == set(one.changes)
        less = sum(max(change.before - change.after, 0) for change in one.changes)
        assert one.in_both + less == sum(first.get(one.section, {}).values())
    assert (not any(one.changes for one in found)) == (
        {s: c for s, c in first.items() if c} == {s: c for s, c in second.items() if c}
    )
    back = changes(after, before, INDEX, NAMES)
    assert {(o.section, c.card, c.before, c.after) for o in found for c in o.changes} == {
        (o.section, c.card, c.after, c.before) for o in back for c in o.changes
    }
