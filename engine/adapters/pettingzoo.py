"""A game as an environment of PettingZoo (`pip install ".[pettingzoo]"`), in which agents take turns.

    from engine.adapters.pettingzoo import Table
    env = Table(engine.load([bundle, other_bundle]))
    env.reset(seed=1)

Observations have `observation`, the game's features as the agent sees them, and `action_mask`, the options. Rewards
come at the end, from -1 (lost) to 1 (won).
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from engine.core import Game, State, seed_of


class Table(AECEnv):
    """A game whose players are the agents `player_1`, `player_2` and so on, in turn order."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "is_parallelizable": False, "name": "arsenal_v0"}

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat + 1}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed = 0
        self._games = 0
        self.state_of_game: State = game.new(0)
        size = len(game.features(self.state_of_game, 0))
        bounds = np.iinfo(np.int32)
        self._observations = spaces.Dict(
            {
                "observation": spaces.Box(bounds.min, bounds.max, (size,), np.int32),
                "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
            }
        )
        self._actions = spaces.Discrete(game.actions)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self._observations

    def action_space(self, agent: str) -> Any:
        """The space of the numbers of options."""
        return self._actions

    def observe(self, agent: str) -> dict[str, Any]:
        """The features that an agent sees, and the mask of its options."""
        state, seat = self.state_of_game, self._seats[agent]
        mask: Any = np.zeros(self.game.actions, np.int8)
        if state.who == seat:
            mask[list(state.options)] = 1
        return {"observation": np.array(self.game.features(state, seat), np.int32), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: that of the seed, or without one another game than before."""
        if seed is not None:
            self._seed, self._games = seed, 0
        self.state_of_game = self.game.new(seed_of(self._seed, self._games))
        self._games += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_of_game.who]

    def step(self, action: int | None) -> None:
        """Take an option of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that plays on has to choose an option")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_of_game.apply(int(action))
        if (result := self.state_of_game.result) is None:
            self.agent_selection = self.possible_agents[self.state_of_game.who]
        else:
            self.rewards = {agent: 2 * result[self._seats[agent]] - 1 for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What the agent whose turn it is sees, where the mode is `ansi`."""
        if self.render_mode != "ansi":
            return None
        seen = self.state_of_game.view(self._seats[self.agent_selection])
        return "\n".join(f"{name}: {value}" for name, value in seen.items())

    def close(self) -> None:
        """Does nothing, since nothing is open."""
