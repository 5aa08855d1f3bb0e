"""Odds of dice against brute force: every die by itself, every choice tried, in fractions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.decks.odds import (
    MAX_DICE,
    Answer,
    Faces,
    answer,
    chance_of,
    chance_of_any,
    defended,
    distribution,
    expected,
    roll_chance,
    too_large,
)
from builder.diagnostics import UsageError
from builder.games import Question, question_from
from tests.support.properties import examples

D6: Faces = [[str(n)] for n in range(1, 7)]
COIN: Faces = [["hit"], []]
ATTACK: Faces = [["red"], ["red", "red"], ["blue"], []]
DEFENSE: Faces = [["anti-red"], ["anti-blue", "anti-red"], ["shield"], []]
CANCELS = {"anti-red": "red", "anti-blue": "blue"}


# Brute force ----------------------------------------------------------------------------------------------

Face = tuple[str, ...]


def best(dice: Sequence[Faces], rerolls: int, worth: Callable[[tuple[Face, ...]], Fraction]) -> Fraction:
    """What dice are worth on average, if after each roll the best set of them is rolled again."""
    sides = [[tuple(face) for face in faces] for faces in dice]

    @cache
    def shown(faces: tuple[Face, ...], left: int) -> Fraction:
        if not left:
            return worth(faces)
        return max(rolled(faces, again, left - 1) for again in product((False, True), repeat=len(faces)))

    @cache
    def rolled(faces: tuple[Face, ...], again: tuple[bool, ...], left: int) -> Fraction:
        choices = [sides[i] if again[i] else [faces[i]] for i in range(len(faces))]
        results = [shown(result, left) for result in product(*choices)]
        return sum(results, Fraction(0)) / len(results)

    return rolled(tuple(side[0] for side in sides), (True,) * len(sides), rerolls)


def brute_roll(dice: Sequence[Faces], want: Mapping[str, int], rerolls: int) -> Fraction:
    def worth(faces: tuple[Face, ...]) -> Fraction:
        return Fraction(all(sum(face.count(symbol) for face in faces) >= n for symbol, n in want.items()))

    return best(dice, rerolls, worth)


@cache
def brute_left(attack: tuple[Face, ...], defense: tuple[Face, ...], worth: int) -> int:
    """The fewest symbols left, over every assignment of every die."""
    least = sum(map(len, attack))
    for assigned in product(range(len(attack)), repeat=len(defense)):
        left = 0
        for i, face in enumerate(attack):
            here = [symbol for die, at in zip(defense, assigned, strict=True) if at == i for symbol in die]
            if "shield" in here:
                continue
            for color in ("red", "blue"):
                left += max(face.count(color) - worth * here.count(f"anti-{color}"), 0)
        least = min(least, left)
    return least


def brute_defended(
    attack: Sequence[Faces], defense: Sequence[Faces], worth: int, rerolls: int
) -> tuple[Fraction, Fraction]:
    attacks = list(product(*[[tuple(face) for face in faces] for faces in attack]))
    nothing = left = Fraction(0)
    for rolled in attacks:
        nothing += best(defense, rerolls, lambda faces, a=rolled: Fraction(brute_left(a, faces, worth) == 0))  # type: ignore[misc]
        left -= best(defense, rerolls, lambda faces, a=rolled: Fraction(-brute_left(a, faces, worth)))  # type: ignore[misc]
    return nothing / len(attacks), left / len(attacks)


def sorts(dice: Sequence[Faces]) -> list[tuple[Faces, int]]:
    return [(faces, 1) for faces in dice]


# One die and several --------------------------------------------------------------------------------------


def test_a_die() -> None:
    assert chance_of(ATTACK, "red") == Fraction(1, 2)
    assert expected(ATTACK, "red") == Fraction(3, 4)
    assert chance_of(ATTACK, "green") == expected(ATTACK, "green") == 0
    assert chance_of_any(D6, "6", 4) == 1 - Fraction(5, 6) ** 4
    assert chance_of_any(D6, "6", 0) == 0


symbols = st.sampled_from(["a", "b", "c"])
faces = st.lists(st.lists(symbols, max_size=2), min_size=1, max_size=4)
small = st.lists(faces, min_size=1, max_size=3)


@given(faces, symbols, st.integers(0, 6))
def test_distributions_add_up(die: Faces, symbol: str, dice: int) -> None:
    found = distribution(die, symbol, dice)
    assert sum(found.values()) == 1
    assert sum(n * chance for n, chance in found.items()) == dice * expected(die, symbol)
    assert 1 - found.get(0, 0) == chance_of_any(die, symbol, dice)


# Rolls ----------------------------------------------------------------------------------------------------


def test_five_of_a_kind_in_three_rolls_is_as_is_well_known() -> None:
    found = roll_chance([(D6, 5)], {"6": 5}, rerolls=2)
    assert found == pytest.approx(float((1 - Fraction(5, 6) ** 3) ** 5), abs=1e-12)


@pytest.mark.parametrize("rerolls", [0, 1, 4])
def test_one_symbol_stays_whenever_it_shows(rerolls: int) -> None:
    one = 1 - Fraction(1, 2) ** (rerolls + 1)
    exact = sum(comb(8, n) * one**n * (1 - one) ** (8 - n) for n in range(3, 9))
    assert roll_chance([(COIN, 8)], {"hit": 3}, rerolls) == pytest.approx(float(exact), abs=1e-12)


@examples(60)
@given(small, st.dictionaries(symbols, st.integers(1, 3), min_size=1, max_size=2), st.integers(0, 2))
def test_rolls_are_exact(dice: list[Faces], want: dict[str, int], rerolls: int) -> None:
    exact = brute_roll(dice, want, rerolls)
    assert roll_chance(sorts(dice), want, rerolls) == pytest.approx(float(exact), abs=1e-9)


@examples(60)
@given(st.lists(faces, min_size=1, max_size=4), st.dictionaries(symbols, st.integers(1, 4), min_size=1))
def test_more_rerolls_are_never_worse(dice: list[Faces], want: dict[str, int]) -> None:
    chances = [roll_chance(sorts(dice), want, rerolls) for rerolls in range(4)]
    assert chances == sorted(chances)
    assert all(0 <= chance <= 1 for chance in chances)
    less = {symbol: n - 1 for symbol, n in want.items()}
    assert roll_chance(sorts(dice), less, 1) >= chances[1]
    assert roll_chance([*sorts(dice), (ATTACK, 1)], want, 1) >= chances[1] - 1e-12


@given(faces, st.integers(1, 4), st.dictionaries(symbols, st.integers(1, 3), min_size=1), st.integers(0, 2))
def test_how_dice_are_listed_does_not_matter(die: Faces, n: int, want: dict[str, int], rerolls: int) -> None:
    together = roll_chance([(die, n)], want, rerolls)
    assert roll_chance([(die, 1)] * n, want, rerolls) == pytest.approx(together, abs=1e-12)
    assert roll_chance([([*die, *die][::-1], n)], want, rerolls) == pytest.approx(together, abs=1e-12)


# Attacks --------------------------------------------------------------------------------------------------


def test_a_coin_against_a_coin() -> None:
    stop: Faces = [["shield"], []]
    assert defended([(COIN, 1)], [(stop, 1)], blocks=["shield"]) == (0.75, 0.25)
    assert defended([(COIN, 1)], [(stop, 1)], blocks=["shield"], rerolls=1) == (0.875, 0.125)
    assert defended([(COIN, 2)], [(stop, 1)], cancels={"shield": "hit"}) == (0.25 + 0.5 * 0.5, 0.625)


def test_without_a_defense_all_is_left() -> None:
    chance, left = defended([(ATTACK, 3)], [(D6, 2)])
    assert (chance, left) == (pytest.approx(1 / 64), pytest.approx(3.0))


def test_dice_that_stop_others_are_best_used_last() -> None:
    attack: Faces = [["hit"] * 3]
    defense: Faces = [["shield", "block"]]
    assert defended([(attack, 2)], [(defense, 1)], cancels={"shield": "hit"}, blocks=["block"]) == (0.0, 3.0)
    assert defended([(attack, 2)], [([["shield"]], 3)], cancels={"shield": "hit"}) == (0.0, 3.0)
    assert defended([(attack, 1)], [([["shield"]], 2)], cancels={"shield": "hit"}, worth=2) == (1.0, 0.0)


def dice_of(*words: str, most: int) -> st.SearchStrategy[list[Faces]]:
    """Up to so many dice, with up to three faces of these words."""
    face = st.lists(st.sampled_from(words), max_size=2)
    return st.lists(st.lists(face, min_size=1, max_size=3), min_size=1, max_size=most)


attack_dice = dice_of("red", "blue", most=3)
defense_dice = dice_of("anti-red", "anti-blue", "shield", "moon", most=2)


@examples(60)
@given(attack_dice, defense_dice, st.integers(1, 2), st.integers(0, 2))
def test_attacks_are_exact(attack: list[Faces], defense: list[Faces], worth: int, rerolls: int) -> None:
    found = defended(sorts(attack), sorts(defense), cancels=CANCELS, blocks=["shield"], worth=worth, rerolls=rerolls)
    exact = brute_defended(attack, defense, worth, rerolls)
    assert found == (pytest.approx(float(exact[0]), abs=1e-9), pytest.approx(float(exact[1]), abs=1e-9))


@examples(60)
@given(attack_dice, defense_dice, st.integers(0, 2))
def test_more_is_never_worse(attack: list[Faces], defense: list[Faces], rerolls: int) -> None:
    def found(worth: int, rerolls: int, blocks: Sequence[str] = ("shield",)) -> tuple[float, float]:
        return defended(sorts(attack), sorts(defense), cancels=CANCELS, blocks=blocks, worth=worth, rerolls=rerolls)

    chance, left = found(1, rerolls)
    for other in (found(2, rerolls), found(1, rerolls + 1), found(1, rerolls, ("shield", "moon"))):
        assert other[0] >= chance - 1e-12
        assert other[1] <= left + 1e-12
    assert 0 <= chance <= 1
    assert 0 <= left <= sum(sum(map(len, die)) / len(die) for die in attack) + 1e-12
    worse = defended([*sorts(attack), (ATTACK, 1)], sorts(defense), cancels=CANCELS, blocks=["shield"], rerolls=rerolls)
    assert worse[0] <= chance + 1e-12
    assert worse[1] >= left - 1e-12


@given(attack_dice, defense_dice)
def test_colors_have_no_order(attack: list[Faces], defense: list[Faces]) -> None:
    def swapped(dice: list[Faces]) -> list[Faces]:
        other = {"red": "blue", "blue": "red", "anti-red": "anti-blue", "anti-blue": "anti-red"}
        return [[[other.get(symbol, symbol) for symbol in face] for face in die] for die in dice]

    one = defended(sorts(attack), sorts(defense), cancels=CANCELS, blocks=["shield"], rerolls=1)
    two = defended(sorts(swapped(attack)), sorts(swapped(defense)), cancels=CANCELS, blocks=["shield"], rerolls=1)
    assert one == pytest.approx(two, abs=1e-9)


@pytest.mark.long
def test_nine_dice_against_five_take_some_seconds_at_most() -> None:
    attack: Faces = [["red"], ["red", "red"], ["blue"], ["blue", "blue"], ["white"], []]
    defense: Faces = [["anti-red"], ["anti-blue"], ["anti-white"], ["shield"], ["anti-red", "anti-blue"], []]
    chance, left = defended(
        [(attack, 9)], [(defense, 5)], cancels={**CANCELS, "anti-white": "white"}, blocks=["shield"], rerolls=3
    )
    assert 0 < chance < 0.1
    assert 3 < left < 5


# Questions ------------------------------------------------------------------------------------------------

CARDS: dict[str, Faces] = {
    "attack-die": ATTACK,
    "defense-die": DEFENSE,
    "coin": COIN,
    "strange": [[str(n)] for n in range(20)],
}
FIGHT = Question("Fight", attack={"attack-die": 1}, defense={"defense-die": 1}, cancels=CANCELS, blocks=("shield",))


def test_questions() -> None:
    roll = Question("Heads twice", roll={"coin": 2}, want={"hit": 2})
    assert answer(roll, CARDS) == Answer("Heads twice", 0.25)
    assert answer(replace(roll, rerolls=1), CARDS) == Answer("Heads twice", 0.5625)
    assert answer(FIGHT, CARDS).left == brute_defended([ATTACK], [DEFENSE], 1, 0)[1]
    assert answer(replace(FIGHT, worth=2), CARDS).left == brute_defended([ATTACK], [DEFENSE], 2, 0)[1]


@pytest.mark.parametrize(
    "question",
    [
        {"roll": {"strange": 12}, "want": {str(n): 1 for n in range(20)}},
        {"attack": {"strange": 12}, "defense": {"coin": 12}, "cancels": {"hit": "1"}},
        {"attack": {"strange": 9}, "defense": {"defense-die": 5}, "cancels": {"anti-red": "1"}, "rerolls": 3},
    ],
)
def test_questions_that_take_too_long_are_refused(question: dict[str, Any]) -> None:
    asked = question_from({"name": "Q", **question})
    assert "too many ways" in too_large(asked, CARDS)
    with pytest.raises(UsageError, match="too many ways"):
        answer(asked, CARDS)


def test_there_is_an_end_to_how_many_dice_are_rolled() -> None:
    question = Question("Q", roll={"coin": MAX_DICE, "strange": 1}, want={"hit": 1})
    assert too_large(question, CARDS).startswith("13 dice")


def test_questions_of_a_usual_size_are_not_refused() -> None:
    fight = replace(FIGHT, attack={"attack-die": 9}, defense={"defense-die": 5}, rerolls=3)
    assert too_large(fight, CARDS) == ""
    assert too_large(Question("Q", roll={"coin": 12}, want={"hit": 12}, rerolls=10), CARDS) == ""
