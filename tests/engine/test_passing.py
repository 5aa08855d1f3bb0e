"""When somebody who could answer what others do is asked, and when they pass by themselves."""

from __future__ import annotations

from functools import cache

import pytest

from engine import passing
from engine.core import Event, State
from engine.passing import ALWAYS, UNTIL_IT_IS_ABOUT_ME, UNTIL_MY_TURN, WHEN_IT_MATTERS, passes
from tests.engine.support import decisions, loaded

OTHERS = 3  # seats of a table at which two can fight without the third


@cache
def fight() -> tuple[State, ...]:
    """The decisions of some games of three, each as it was asked."""
    game = loaded("future-invaders", ("faction=terrans",) * OTHERS)
    return tuple(state.clone() for seed in range(2) for state in decisions(game, seed, log=True, most=600))


def kinds(state: State) -> set[str]:
    return {one.kind for one in map(state.describe, state.options) if not one.role}


@cache
def windows(*, answers: bool) -> list[State]:
    """Windows of somebody whose turn it is not: those with an answer, or those without one."""
    return [
        state
        for state in fight()
        if state.about in state.game.windows
        and not passing.is_turn_of(state, state.who)
        and (kinds(state) != {"recycle"}) is answers
    ]


def attack(state: State, opponent: int) -> Event:
    """An attack by somebody else, with a card of theirs."""
    attacker = next(seat for seat in range(OTHERS) if seat not in (state.who, opponent))
    return "attack", attacker, state.game.owner.index(attacker), {"opponent": opponent}


def between_others(state: State) -> Event:
    first, second = (seat for seat in range(OTHERS) if seat != state.who)
    return "attack", first, state.game.owner.index(first), {"opponent": second}


def test_who_can_answer_is_asked_even_where_only_others_fight() -> None:
    found = windows(answers=True)
    assert found
    assert all(passes(state, [between_others(state)]) is None for state in found)
    assert all(passes(state, []) is None for state in found)


def test_who_can_answer_nothing_passes_where_only_others_fight() -> None:
    found = windows(answers=False)
    assert found
    for state in found:
        passed = passes(state, [between_others(state)])
        assert (state.describe(passed.option).role, passed.why) == ("pass", "nothing")


@pytest.mark.parametrize("wish", [WHEN_IT_MATTERS, UNTIL_IT_IS_ABOUT_ME])
def test_who_is_attacked_is_asked(wish: str) -> None:
    for state in (*windows(answers=True), *windows(answers=False)):
        assert passes(state, [between_others(state), attack(state, state.who)], wish) is None
        own = state.game.owner.index(state.who)
        damage: Event = ("damage", -1, own, {"amount": 1, "left": 1})
        assert passes(state, [damage], wish) is None, "a card of theirs is damaged"


def test_wishes() -> None:
    for state in (*windows(answers=True), *windows(answers=False)):
        others = [between_others(state)]
        assert passes(state, others, ALWAYS) is None
        assert (found := passes(state, others, UNTIL_IT_IS_ABOUT_ME))
        assert found.why == "wish"
        assert (found := passes(state, [*others, attack(state, state.who)], UNTIL_MY_TURN))
        assert found.why == "wish"


def test_in_ones_own_turn_one_passes_only_what_can_be_done_later_too() -> None:
    own = [state for state in fight() if state.about in state.game.windows and passing.is_turn_of(state, state.who)]
    for wish in (WHEN_IT_MATTERS, UNTIL_IT_IS_ABOUT_ME, UNTIL_MY_TURN):
        for state in own:
            assert (passes(state, [], wish) is None) is (kinds(state) != {"recycle"})
            assert passes(state, [attack(state, state.who)], wish) is None
    assert {frozenset(kinds(state)) for state in own} > {frozenset({"recycle"})}


def test_nobody_passes_by_themselves_but_in_windows() -> None:
    """Not in a phase of one's own, nor where a target or a discard is asked for, nor where all decide at once."""
    others = [state for state in fight() if state.about not in state.game.windows]
    assert {"redraw", "deployment"} <= {state.about for state in others}
    for state in others:
        for wish in passing.WISHES:
            assert passes(state, [], wish) is None


def test_a_spell_is_answered_by_who_can() -> None:
    game = loaded("invasion-tcg", ("faction=brood", "faction=skew"))
    met = 0
    for state in decisions(game, 1, log=True, most=400):
        if state.about in game.windows and not passing.is_turn_of(state, state.who):
            met += 1
            others: list[Event] = [("ends-turn", 1 - state.who, -1, {})]
            if len(state.options) > 1:
                assert passes(state, others) is None
            assert passes(state, others, UNTIL_IT_IS_ABOUT_ME) is not None
            assert passes(state, [("loses-life", state.who, -1, {"life": 2, "left": 18})], UNTIL_IT_IS_ABOUT_ME) is None
    assert met > 3


@pytest.mark.parametrize("game", ["saucer-dice", "rone-invasion"])
def test_games_without_windows_always_ask(game: str) -> None:
    table = loaded(game, ("duel-of-fire-and-ice",) if game == "saucer-dice" else ("one-at-the-gate",))
    assert all(passes(state, [], UNTIL_MY_TURN) is None for state in decisions(table, 2, log=True, most=60))


def test_one_is_stopped_at_the_steps_that_one_names() -> None:
    found: set[str] = set()
    for state in windows(answers=False):
        step = state.game.step(state)
        assert step in state.game.steps
        if passes(state, []) is not None:
            found.add(step)
            assert passes(state, [], UNTIL_MY_TURN, [step]) is None
            assert passes(state, [], WHEN_IT_MATTERS, [one for one in state.game.steps if one != step]) is not None
    assert {"before-income", "combat"} <= found


def test_a_battle_has_its_steps() -> None:
    game = loaded("invasion-tcg", ("faction=strays", "faction=strays"))
    found = {game.step(state) for state in decisions(game, 1, log=True, most=600) if state.about in game.windows}
    assert len(found) > 1
    assert found <= {*game.steps}
