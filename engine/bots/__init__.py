"""Players that are programs. A bot gets only what its seat may see, never the state itself."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Final, Protocol

from engine.bots.searching import Budget, Rollout, Search
from engine.bots.seats import Seat as Seat
from engine.faults import EngineError


class Bot(Protocol):
    """Chooses one of the options of a seat; all its randomness comes from `rng`."""

    def choose(self, seat: Seat, rng: Random) -> int:
        """One of the seat's options."""
        ...


class RandomBot:
    """Takes a random option, all equally likely."""

    def choose(self, seat: Seat, rng: Random) -> int:
        """A random option."""
        options = seat.options
        return options[int(rng.random() * len(options))]


class GreedyBot:
    """Tries each option in worlds that agree with what it sees, and takes the best by the game's evaluation."""

    def choose(self, seat: Seat, rng: Random) -> int:
        """The option after which positions are best on average; a random one of several."""
        options = seat.options
        worth = [0.0] * len(options)
        world = seat.imagine(rng.getrandbits(64))
        evaluate = world.game.evaluate
        for sample in range(world.game.samples):
            if sample:
                world = seat.imagine(rng.getrandbits(64))
            for index, option in enumerate(options):
                tried = world.clone() if index + 1 < len(options) else world  # the last option needs no copy
                tried.apply(option)
                worth[index] += evaluate(tried, seat.number)
        most = max(worth)
        best = [option for option, value in zip(options, worth, strict=True) if value == most]
        return best[int(rng.random() * len(best))]


BOTS: Final = ("random", "greedy", "rollout", "search")
WORLDS: Final = {"rollout": 100, "search": 500}  # the default number of worlds for each decision
MOST_WORLDS: Final = 1_000_000
MOST_SECONDS: Final = 3_600.0


def bot(name: str) -> Bot:
    """The bot of this name: `random`, `greedy`, `rollout` or `search`.

    For the last two the name may have the worlds or the seconds for each decision: `search:2000`, `search:2s`.
    Raises EngineError if there is no such bot.
    """
    kind, colon, limit = name.partition(":")
    if kind not in BOTS:
        raise EngineError(f'there is no bot "{kind}"', f"bots are {', '.join(BOTS)}")
    if kind not in WORLDS and colon:
        raise EngineError(f'"{name}" has a limit, and {kind} has nothing to think about', f'write "{kind}"')
    if kind == "random":
        return RandomBot()
    if kind == "greedy":
        return GreedyBot()
    budget = _budget(name, limit) if colon else Budget(WORLDS[kind])
    return Search(budget) if kind == "search" else Rollout(budget)


def timed(name: str) -> bool:
    """Whether the bot's time is limited in seconds, so that it may choose differently on another machine."""
    return name.endswith("s") and ":" in name


def _budget(name: str, limit: str) -> Budget:
    """The budget after the colon: a number of worlds, or of seconds with an s."""
    with suppress(ValueError):
        if timed(name) and 0 < (seconds := float(limit[:-1])) <= MOST_SECONDS:
            return Budget(0, seconds)
        if limit.isdecimal() and 0 < (worlds := int(limit[:9])) <= MOST_WORLDS:
            return Budget(worlds)
    raise EngineError(
        f'"{name}" should have a number of worlds, or seconds, after the colon', "for instance search:500 or search:2s"
    )
