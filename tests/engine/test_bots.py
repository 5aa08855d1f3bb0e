"""Bots: they take options, see only what their seat may, and are better the more they look."""

from random import Random

import pytest

from engine.bots import BOTS, Bot, GreedyBot, RandomBot, Seat, bot
from engine.core import State
from engine.faults import EngineError
from engine.simulating import play, wilson
from tests.engine.support import loaded, snapshot

GAME = loaded("saucer-dice", ("duel-of-fire-and-ice",), players=2)


@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_takes_options_and_leaves_the_state_alone(name: str) -> None:
    state, chance = GAME.new(4), Random(1)
    for _ in range(20):
        before = snapshot(state)
        option = bot(name).choose(Seat(state), chance)
        assert snapshot(state) == before
        assert option in state.options
        state.apply(option)


@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_depends_on_its_chance_alone(name: str) -> None:
    state = GAME.new(4)
    chosen = [bot(name).choose(Seat(state), Random(n)) for n in range(8)]
    assert chosen == [bot(name).choose(Seat(state), Random(n)) for n in range(8)]


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
            other.game = self  # type: ignore[assignment]
            return other

        def evaluate(self, state: State, seat: int) -> float:
            return float(state.rng == expected)

    after = GAME.determinize(state, state.who, 1)
    state.game = Fond()  # type: ignore[assignment]
    seeds = Random(5).getrandbits(64)
    after.rng = seeds
    after.apply(target)
    expected = after.rng
    assert GreedyBot().choose(Seat(state), Random(5)) == target


def test_greedy_beats_random_in_paired_games() -> None:
    bots: list[Bot] = [GreedyBot(), RandomBot()]
    games = 60
    won = 0.0
    for number in range(games):
        order = bots if number % 2 == 0 else bots[::-1]
        result = play(GAME, order, number // 2)[0].result or ()
        won += result[order.index(bots[0])]
    assert wilson(won / games, games)[0] > 0.6


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(EngineError, match='there is no bot "gready"') as error:
        bot("gready")
    assert "random, greedy" in error.value.help
