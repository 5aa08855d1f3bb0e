"""Players that are programs. A bot sees what its seat may see, and never the state itself."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from engine.core import Choice, State
from engine.faults import EngineError


class Seat:
    """What a player knows whose decision it is: the options, what their seat sees, and worlds that agree with it."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.number = state.who

    @property
    def options(self) -> Sequence[int]:
        """What may be chosen."""
        return self._state.opts

    def view(self) -> dict[str, Any]:
        """What this seat sees, as plain data."""
        return self._state.view(self.number)

    def describe(self, option: int) -> Choice:
        """What an option means."""
        return self._state.describe(option)

    def imagine(self, seed: int) -> State:
        """A state to try things in: all that this seat can't know is drawn anew, by the seed."""
        return self._state.game.determinize(self._state, self.number, seed)


class Bot(Protocol):
    """Chooses one of the options of a seat; `rng` is all the chance that it may use."""

    def choose(self, seat: Seat, rng: Random) -> int:
        """One of the seat's options."""
        ...


class RandomBot:
    """Takes any option, all equally likely."""

    def choose(self, seat: Seat, rng: Random) -> int:
        """Any option."""
        options = seat.options
        return options[int(rng.random() * len(options))]


class GreedyBot:
    """Tries each option in worlds that agree with what it sees, and takes what looks best by the game's evaluation."""

    def choose(self, seat: Seat, rng: Random) -> int:
        """The option after which positions look best on average; among equals any."""
        options = seat.options
        worth = [0.0] * len(options)
        world = seat.imagine(rng.getrandbits(64))
        evaluate = world.game.evaluate
        for sample in range(world.game.samples):
            if sample:
                world = seat.imagine(rng.getrandbits(64))
            for index, option in enumerate(options):
                tried = world.clone()
                tried.apply(option)
                worth[index] += evaluate(tried, seat.number)
        most = max(worth)
        best = [option for option, value in zip(options, worth, strict=True) if value == most]
        return best[int(rng.random() * len(best))]


BOTS: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}


def bot(name: str) -> Bot:
    """The bot of this name. Raises EngineError where there is none."""
    if name not in BOTS:
        raise EngineError(f'there is no bot "{name}"', f"bots are {', '.join(BOTS)}")
    return BOTS[name]
