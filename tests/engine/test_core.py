"""Frames, decisions and chance, with a game of dice that is written here."""

from collections import Counter
from typing import Any

import pytest

from engine.core import (
    ANSWER,
    EXTRA,
    IT,
    PC,
    Choice,
    Frame,
    Game,
    Module,
    State,
    ask,
    push,
    roll,
    run,
    seed_of,
    shuffle,
    tell,
)
from engine.faults import EngineError
from engine.modules import ask_always, asked_always
from engine.state import by_seat, plain


class Pile(State):
    """How much each seat has taken from a pile of ten."""

    left: int = plain(10)
    taken: list[int] = by_seat(0)
    last: int = plain()  # the seat that took last


class Taking(Game):
    """Seats take one, two or three in turn; the last to take wins."""

    players, actions, bundles = 2, 4, ()

    def new(self, seed: int, *, log: bool = False) -> Pile:
        state = Pile(self, seed, log=log)
        push(state, TURN, -1, 0, extra=0)
        run(state)
        return state

    def describe(self, state: State, option: int) -> Choice:
        return Choice(option, "take", values={"n": option})

    def result(self, state: Any) -> tuple[float, ...]:
        return (0.0, 1.0) if state.last else (1.0, 0.0)


def _choose(state: Any, frame: Frame) -> bool:
    return ask(state, frame, frame[EXTRA], list(range(1, min(3, state.left) + 1)))


def _take(state: Any, frame: Frame) -> bool:
    push(state, (_note,), -1, frame[EXTRA], it=frame[ANSWER])
    return False


def _note(state: Any, frame: Frame) -> bool:
    state.left -= frame[IT]
    state.taken[frame[3]] += frame[IT]
    state.last = frame[3]
    tell(state, "take", frame[3], it=frame[IT])
    return False


def _next(state: Any, frame: Frame) -> bool:
    frame[EXTRA] = 1 - frame[EXTRA]
    if state.left:
        frame[PC] = 0
    else:
        state.over = True
    return False


TURN = (_choose, _take, _next)
GAME = Taking()


def test_a_game_goes_from_decision_to_decision() -> None:
    state = GAME.new(1, log=True)
    assert (state.who, state.options, state.result) == (0, [1, 2, 3], None)
    for option, who, left in ((3, 1, 7), (3, 0, 4), (2, 1, 2)):
        state.apply(option)
        assert (state.who, state.left) == (who, left)
    assert state.options == [1, 2]
    state.apply(1)
    # the last one is taken without a question
    assert (state.options, state.over, state.taken, state.decisions) == ([], True, [6, 4], 4)
    assert [entry[3]["it"] for entry in state.log or ()] == [3, 3, 2, 1, 1]


def test_a_game_that_says_nothing_of_it_skips_no_question_for_anybody() -> None:
    assert GAME.always_ask == frozenset()

    class Fixed(Taking):
        __slots__ = ()
        module, always_ask = Module("taking", lambda *_: GAME), property(lambda self: frozenset())

    ask_always(Fixed(), [])
    with pytest.raises(EngineError, match="the module of taking does not let anybody be always asked"):
        ask_always(Fixed(), [1])
    with pytest.raises(EngineError, match="names seat 2, and the seats of 2 players are 0 to 1"):
        ask_always(Taking(), [2])
    assert asked_always(object()) == frozenset()  # type: ignore[arg-type]


def test_only_options_are_taken() -> None:
    state = GAME.new(1)
    for wrong in (0, 4, -1):
        with pytest.raises(ValueError, match="is not an option now: 1, 2, 3"):
            state.apply(wrong)
    assert state.left == 10
    for option in (3, 3, 3):
        state.apply(option)
    with pytest.raises(ValueError, match="the game is over"):
        state.apply(1)


def test_a_clone_is_played_on_alone() -> None:
    state = GAME.new(1, log=True)
    state.apply(2)
    other = state.clone()
    assert other.log is None
    other.apply(3)
    assert (state.left, state.who, state.taken) == (8, 1, [2, 0])
    assert (other.left, other.who, other.taken) == (5, 0, [2, 3])
    assert str(state.describe(2)) == "take n=2"


def test_chance_follows_from_the_seed_and_is_even() -> None:
    def rolls(seed: int, sides: int, count: int) -> list[int]:
        state = Pile(GAME, seed)
        return [roll(state, sides) for _ in range(count)]

    # the first numbers of splitmix64 as its author publishes them
    assert rolls(1234567, 1 << 64, 2) == [6457827717110365317, 3203168211198807973]
    assert rolls(7, 6, 12) == rolls(7, 6, 12)
    assert rolls(7, 6, 12) != rolls(8, 6, 12)
    found = Counter(rolls(3, 6, 60_000))
    assert set(found) == set(range(6))
    assert all(abs(count - 10_000) < 400 for count in found.values())


def test_rolls_can_be_fixed() -> None:
    state = Pile(GAME, 1)
    state.fixed = [5, 2]
    before = state.rng
    assert [roll(state, 6), roll(state, 6)] == [5, 2]
    assert state.rng == before


def test_a_shuffle_keeps_the_cards() -> None:
    state, seen = Pile(GAME, 1), set()
    for _ in range(200):
        cards = [0, 1, 2]
        shuffle(state, cards)
        assert sorted(cards) == [0, 1, 2]
        seen.add(tuple(cards))
    assert len(seen) == 6


def test_seeds_depend_on_all_their_parts() -> None:
    assert seed_of("run", 1, 2) == seed_of("run", "1", 2)
    assert len({seed_of("run", a, b) for a in range(20) for b in range(20)}) == 400
    assert seed_of(1, 23) != seed_of(12, 3)
    assert 0 <= seed_of() < 1 << 64
