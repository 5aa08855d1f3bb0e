"""A game of the engine as a game of OpenSpiel (`pip install ".[openspiel]"`).

    from engine.adapters.openspiel import register
    game = register(engine.load([bundle, other_bundle]))
    state = game.new_initial_state()

All randomness comes from the seed: the first moves are those of OpenSpiel's chance player, which chooses the digits of
the seed. So a state is the list of its actions, which OpenSpiel can save, copy and play again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from engine import core
from engine.core import Game

DIGITS = 3  # of the seed
BASE = 256
MOST_DECISIONS = 100_000  # more than any game needs

_TABLES: dict[str, Game] = {}  # the registered games, by name


def register(game: Game, name: str = "") -> Any:
    """Registers a game with OpenSpiel by a name, by default `arsenal_` and the game's id, and returns it."""
    name = name or f"arsenal_{game.bundles[0].game.replace('-', '_')}"
    utility = pyspiel.GameType.Utility
    kind = pyspiel.GameType(
        short_name=name,
        long_name=game.bundles[0].game_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.IDENTICAL if game.module.cooperative else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=BASE,
        num_players=game.players,
        min_utility=-1.0,
        max_utility=1.0,
        max_game_length=MOST_DECISIONS,
    )

    class Registered(_Game):
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})
            self.name = name

    _TABLES[name] = game
    pyspiel.register_game(kind, Registered)
    return pyspiel.load_game(name)


class _Game(pyspiel.Game):
    """A registered game."""

    name: str

    def new_initial_state(self) -> _State:
        """The state before the first digit of the seed is chosen."""
        return _State(self, _Position(self.name))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """The observer of players' views."""
        return _Observer(_TABLES[self.name])


class _Position:
    """The chosen digits of the seed, and once all are chosen the engine's state. It is pickled as the list of its
    actions.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.actions: list[int] = []
        self.state: core.State | None = None

    def apply(self, action: int) -> None:
        self.actions.append(action)
        if self.state is not None:
            self.state.apply(action)
        elif len(self.actions) == DIGITS:
            self.state = _TABLES[self.name].new(core.seed_of(*self.actions))

    def clone(self) -> _Position:
        other = _Position(self.name)
        other.actions = self.actions[:]
        other.state = None if self.state is None else self.state.clone()
        return other

    def __reduce__(self) -> tuple[Any, tuple[str, list[int]]]:
        return _restored, (self.name, self.actions)


def _restored(name: str, actions: list[int]) -> _Position:
    position = _Position(name)
    for action in actions:
        position.apply(action)
    return position


class _State(pyspiel.State):
    """A position with the methods that OpenSpiel calls."""

    def __init__(self, game: Any, position: _Position) -> None:
        super().__init__(game)
        self.position = position

    @property
    def inner(self) -> core.State | None:
        """The engine's state; None while the seed is chosen."""
        return self.position.state

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for chance, or for the end."""
        if self.inner is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.inner.who if self.inner.options else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A digit of the seed, all equally likely."""
        return [(digit, 1 / BASE) for digit in range(BASE)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.inner.options) if self.inner is not None and self.inner.who == player else []

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.inner is None or action not in self.inner.options:
            return str(action)
        return str(self.inner.describe(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.inner is not None and not self.inner.options

    def returns(self) -> list[float]:
        """The result of each seat, from -1 (lost) to 1 (won); 0 before the end."""
        result: Sequence[float] | None = self.inner.result if self.inner is not None else None
        return [2 * reached - 1 for reached in result] if result else [0.0] * self.num_players()

    def __str__(self) -> str:
        return _seen(self, 0)

    def __deepcopy__(self, memo: Any) -> _State:
        return _State(self.get_game(), self.position.clone())


class _Observer:
    """What a player sees: the game's features as numbers, and the view as JSON."""

    def __init__(self, table: Game) -> None:
        self.table = table
        self.tensor: Any = np.zeros(len(table.features(table.new(0), 0)), np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        """Fill the numbers with what a player sees."""
        self.tensor[:] = 0 if state.inner is None else self.table.features(state.inner, player)

    def string_from(self, state: _State, player: int) -> str:
        """What a player sees, as JSON."""
        return _seen(state, player)


def _seen(state: _State, player: int) -> str:
    return "before the deal" if state.inner is None else json.dumps(state.inner.view(player), sort_keys=True)
