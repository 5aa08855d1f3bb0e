"""Bots: they take options, see only what their seat may, and are better the more they look."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.bots import BOTS, Bot, GreedyBot, RandomBot, Seat, bot, timed
from engine.bots.searching import Budget, Judge, Node, Rollout, Search, Tried, ends
from engine.core import State
from engine.faults import EngineError
from engine.simulating import simulate
from engine.tallies import wilson
from tests.engine.support import ONE_OF_EACH, decisions, greedy_reaches, loaded, on_each, played, snapshot
from tests.engine.test_core import Taking

GAME = loaded("saucer-dice", ("duel-of-fire-and-ice",), players=2)


@pytest.mark.long
@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_takes_options_by_its_chance_alone_and_leaves_the_state_alone(name: str) -> None:
    state = GAME.new(4)
    for number in range(4):
        before = snapshot(state)
        option, again = (bot(name).choose(Seat(state), Random(number)) for _ in range(2))
        assert snapshot(state) == before
        assert option == again in state.options
        state.apply(option)


def test_random_takes_every_option() -> None:
    state, chance = GAME.new(4), Random(1)
    assert {RandomBot().choose(Seat(state), chance) for _ in range(200)} == set(state.options)


def test_greedy_takes_what_looks_best() -> None:
    state = GAME.new(4)
    target = state.options[-1]

    class Fond:
        """The game as it is, for somebody fond of one option."""

        samples = 2

        def __getattr__(self, name: str) -> object:
            return getattr(GAME, name)

        def determinize(self, state: State, seat: int, seed: int) -> State:
            other = GAME.determinize(state, seat, seed)
            other.game = self
            return other

        def evaluate(self, state: State, seat: int) -> float:
            return float(state.rng == expected)

    after = GAME.determinize(state, state.who, 1)
    state.game = Fond()
    seeds = Random(5).getrandbits(64)
    after.rng = seeds
    after.apply(target)
    expected = after.rng
    assert GreedyBot().choose(Seat(state), Random(5)) == target


def test_a_finished_game_of_saucer_dice_is_worth_its_lead() -> None:
    state = played(GAME, 3)
    lead = GAME.score(state, 0) - GAME.score(state, 1)
    assert [GAME.evaluate(state, seat) for seat in (0, 1)] == pytest.approx([lead, -lead])


def test_greedy_beats_random_in_paired_games() -> None:
    assert wilson(greedy_reaches(GAME, 10) / 20, 20)[0] > 0.6


def test_who_thinks_has_a_budget_of_worlds_or_seconds() -> None:
    assert [timed(name) for name in ("greedy", "search", "search:20", "search:2s")] == [False, False, False, True]
    assert bot("search:20") == Search(Budget(20))
    assert bot("rollout:0.5s") == Rollout(Budget(0, 0.5))
    for budget in ("", "0", "-1", "2.5", "0s", "nans", "1e9s", "two"):
        with pytest.raises(EngineError, match="should have a number of worlds, or seconds"):
            bot(f"search:{budget}")
    with pytest.raises(EngineError, match="greedy has nothing to think about"):
        bot("greedy:500")


def test_games_of_a_bot_with_a_clock_are_not_counted() -> None:
    with pytest.raises(EngineError, match="plays other games on another machine"):
        simulate(GAME.bundles, 2, bots=["search:1s"])


class Nim(Taking):
    """Who takes the last of ten wins: the game is won from the first seat, by leaving a multiple of four each time."""

    def determinize(self, state: State, seat: int, seed: int) -> State:
        return state.clone()


@pytest.mark.parametrize(
    ("thinking", "piles"), [(Search(Budget(400)), (10, 7, 6, 5, 3)), (Rollout(Budget(400)), (3, 2))]
)
def test_who_thinks_finds_the_option_that_wins(thinking: Bot, piles: Sequence[int]) -> None:
    for left in piles:
        state: Any = Nim().new(1)
        state.left = left
        state.opts = [1, 2, 3][:left]
        assert thinking.choose(Seat(state), Random(left)) == left % 4


def test_what_was_tried_most_is_chosen_then_what_went_best() -> None:
    node = Node(tried={1: Tried(5, value=2.0), 2: Tried(3, value=2.5), 3: Tried(5, value=1.0)})
    assert [node.answer(options) for options in ((1, 2, 3), (3, 2), (2, 9))] == [1, 3, 2]


def test_what_is_looked_at_one_step_ahead_is_not_what_the_dice_will_show() -> None:
    state = GAME.new(4)
    reroll = state.opts[-1]
    shown = {GAME.shown(dict(ends(state, state.opts, Random(n)))[reroll]) for n in range(20)}
    assert len(shown) > 1  # dice fall by the chance of the look, not by that of the world
    options = dict(ends(state, state.opts, Random(1)))
    assert len({end.rng for option, end in options.items() if option in (1, 2)}) == 1  # and alike for all options


def test_a_search_of_a_game_of_dice_judges_turns_at_their_end() -> None:
    state = GAME.new(4)
    judge = Judge(Seat(state), Random(1))
    for _ in range(20):
        world = GAME.determinize(state, state.who, 5)
        path = judge.grow(world)
        assert path[0][1] == state.who
        assert world.over or world.who != state.who
    below = [tried.below for tried in judge.root.tried.values()]
    assert all(shown is not None for positions in below for shown in positions)  # other dice, other options


@on_each([*ONE_OF_EACH, ("future-invaders", ("the-whole-sky",)), ("future-invaders", ("earthwall-with-reserves",) * 2)])
def test_who_thinks_does_not_peek(name: str, decks: tuple[str, ...]) -> None:
    """What a seat can't know makes no difference: in any world that agrees with what it sees, it chooses the same.

    Of all tables, `tests/engine/test_modules.py` shows that it thinks of the same worlds.
    """
    game = loaded(name, decks)
    for state in decisions(game, 5, most=60):
        if state.decisions % 10 == 0:
            other = game.determinize(state, state.who, 77)
            for thinking in map(bot, ("greedy", "search:12")):
                assert thinking.choose(Seat(state), Random(1)) == thinking.choose(Seat(other), Random(1))


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(EngineError, match='there is no bot "gready"') as error:
        bot("gready")
    assert "random, greedy, rollout, search" in error.value.help
