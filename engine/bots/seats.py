"""What a bot gets to decide with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Choice, State


class Seat:
    """The knowledge of the player who decides: the options, the seat's view, and worlds that agree with it."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.number = state.who

    @property
    def options(self) -> Sequence[int]:
        """The options."""
        return self._state.opts

    def view(self) -> dict[str, Any]:
        """What this seat sees, as plain data."""
        return self._state.view(self.number)

    def describe(self, option: int) -> Choice:
        """What an option means."""
        return self._state.describe(option)

    def imagine(self, seed: int) -> State:
        """A state to try options in: what this seat can't know is random, by the seed."""
        return self._state.game.determinize(self._state, self.number, seed)
