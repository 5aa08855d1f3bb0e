"""Games as environments of PettingZoo, by its own tests."""

import warnings
from random import Random
from typing import Any

import pytest

from tests.engine.support import ONE_OF_EACH, loaded, on_each

pytest.importorskip("pettingzoo", reason="the extra arsenal[pettingzoo] is not installed")

import numpy as np
from pettingzoo.test import api_test, seed_test

from engine.adapters.pettingzoo import Table


@on_each(ONE_OF_EACH)
def test_the_library_takes_it_for_one_of_its_own(name: str, decks: tuple[str, ...]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an observation is a dictionary with a mask
        api_test(Table(loaded(name, decks)), num_cycles=200)
        seed_test(lambda: Table(loaded(name, decks)), num_cycles=20)


def test_agents_see_their_options_and_get_what_they_reach() -> None:
    table = Table(loaded("saucer-dice", ("duel-of-fire-and-ice",), "", 3), render_mode="ansi")
    table.reset(seed=5)
    chance, rewards = Random(1), dict.fromkeys(table.possible_agents, 0.0)
    assert table.agents == ["player_1", "player_2", "player_3"]
    for agent in table.agent_iter():
        seen, reward, ended, _, _ = table.last()
        rewards[agent] += reward
        options = np.flatnonzero(seen["action_mask"])
        if ended:
            table.step(None)
            continue
        assert list(options) == sorted(table.state_of_game.options)
        assert table.observation_space(agent).contains(seen)
        table.step(int(chance.choice(list(options))))
    result: Any = table.state_of_game.result
    assert list(rewards.values()) == [2 * reached - 1 for reached in result]
    table.reset(seed=5)
    assert "round: 1" in str(table.render())
    with pytest.raises(ValueError, match="is not an option now"):
        table.step(99)
