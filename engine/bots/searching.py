"""Bots that look ahead: they play on in worlds that agree with what their seat sees, and count the results.

`Rollout` plays random options to the end of the game, and knows only the game's rules. `Search` grows a tree of the
options of all seats, and judges positions by the game's evaluation: information set Monte Carlo tree search with a
single observer (Cowling, Powley and Whitehouse 2012). Options that look good one step ahead are tried first and most
often, so that lines in which a seat plays badly count little (PUCT: Rosin 2011). Both stop after a number of worlds or
seconds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine.bots.seats import Seat
from engine.core import State

EXPLORES: Final = 0.5  # the weight of options that were tried seldom, and looked good at first (PUCT)
SHARP: Final = 0.06  # an option whose first value is this much higher is tried e times as often
PATIENCE: Final = 2  # visits of a new decision that judge only its position, before its options are evaluated
SPREAD: Final = 4.0  # a position that is so many standard deviations of first evaluations ahead is nearly won
LEAST_SPREAD: Final = 1.0  # the least standard deviation, if the first evaluations hardly differ
FIRST: Final = 12  # evaluations before the search begins, for their standard deviation
JUDGED: Final = 0.45  # the most that an evaluation adds to 0.5: only games that are over have 0 or 1
TRIES: Final = 0.3  # the weight of options that a rollout has tried seldom (UCB1)
MOST_ROLLED: Final = 5_000  # random decisions of one game; a longer one counts as undecided


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot thinks about a decision: a number of worlds, or if not 0 of seconds."""

    worlds: int
    seconds: float = 0.0

    def spend(self) -> Iterator[int]:
        """A number for each world that may still be tried; always at least one."""
        if not self.seconds:
            yield from range(self.worlds)
            return
        end = time.monotonic() + self.seconds
        number = 0
        while not number or time.monotonic() < end:
            yield number
            number += 1


@dataclass(slots=True)
class Tried:
    """Statistics of an option: how often it was tried, and the sum of its results, each from 0 to 1.

    `weight` is higher if it looked good at first. `below` are the decisions after it, by the random results before
    them (`Game.shown`).
    """

    visits: int = 0
    value: float = 0.0
    weight: float = 1.0
    below: dict[Hashable, Node] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """The mean of its results."""
        return self.value / self.visits

    def note(self, value: float) -> None:
        """Adds a result."""
        self.visits += 1
        self.value += value


@dataclass(slots=True)
class Node:
    """A decision in the tree, with all options that it had in any world; each world has only some of them."""

    visits: int = 0
    tried: dict[int, Tried] = field(default_factory=dict)

    def look(self, ends: Iterator[tuple[int, float]]) -> None:
        """Adds options, each with its value one step ahead, which counts as a first visit."""
        new = []
        for option, worth in ends:
            tried = self.tried.get(option)
            if tried is None:
                tried = self.tried[option] = Tried()
                new.append(tried)
            tried.note(worth)
        for tried in new:
            tried.weight = math.exp(tried.mean / SHARP)

    def best(self, options: Sequence[int]) -> int:
        """The option to try next: the best so far, or one that was tried too seldom for its first value."""
        known = [self.tried[option] for option in options]
        eager = EXPLORES * math.sqrt(sum(tried.visits for tried in known)) / sum(tried.weight for tried in known)
        bounds = [tried.mean + eager * tried.weight / (1 + tried.visits) for tried in known]
        return options[bounds.index(max(bounds))]

    def answer(self, options: Sequence[int]) -> int:
        """The option that was tried most; among equals the one with the best results."""
        known = [option for option in options if option in self.tried]
        return max(known, key=lambda option: (self.tried[option].visits, self.tried[option].value))


def ends(world: State, options: Iterable[int], rng: Random) -> Iterator[tuple[int, State]]:
    """The world after each of these options, all with one new random seed, not with the world's own."""
    other = world.with_chance(rng.getrandbits(64))
    for option in options:
        end = other.clone()
        end.apply(option)
        yield option, end


@dataclass(frozen=True, slots=True)
class Rollout:
    """Plays randomly to the end of the game after each option, more often after those with better results."""

    budget: Budget

    def choose(self, seat: Seat, rng: Random) -> int:
        """The option that was tried most."""
        root = Node()
        for _ in self.budget.spend():
            world = seat.imagine(rng.getrandbits(64))
            option = self.next(root, world.opts, rng)
            world.apply(option)
            rolled = 0
            while world.opts and rolled < MOST_ROLLED:
                world.apply(world.opts[int(rng.random() * len(world.opts))])
                rolled += 1
            result = world.result
            root.tried.setdefault(option, Tried()).note(result[seat.number] if result else 0.5)
        return root.answer(seat.options)

    @staticmethod
    def next(root: Node, options: Sequence[int], rng: Random) -> int:
        """An option that was never tried, else the best so far or one that was tried seldom (UCB1)."""
        untried = [option for option in options if option not in root.tried]
        if untried:
            return untried[int(rng.random() * len(untried))]
        known = [root.tried[option] for option in options]
        often = math.log(sum(tried.visits for tried in known))
        bounds = [tried.mean + TRIES * math.sqrt(often / tried.visits) for tried in known]
        return options[bounds.index(max(bounds))]


@dataclass(frozen=True, slots=True)
class Search:
    """Grows a tree of decisions, and judges the positions at its ends by the game's evaluation."""

    budget: Budget

    def choose(self, seat: Seat, rng: Random) -> int:
        """The option that was tried most."""
        judge = Judge(seat, rng)
        for _ in self.budget.spend():
            world = seat.imagine(rng.getrandbits(64))
            path = judge.grow(world)
            reached = {decided: judge.worth(world, decided) for _, decided in path}
            for tried, decided in path:
                tried.note(reached[decided])
        return judge.root.answer(seat.options)


class Judge:
    """The tree of a search, and the values of positions for seats, from 0 to 1: a game's result, or before its end how
    far the evaluation is above or below that of the current position.
    """

    def __init__(self, seat: Seat, rng: Random) -> None:
        self.seat, self.rng = seat.number, rng
        world = seat.imagine(rng.getrandbits(64))
        evaluate = world.game.evaluate
        self.now = [evaluate(world, other) for other in range(world.game.players)]
        samples = max(world.game.samples, -(-FIRST // len(world.opts)))
        worlds = (seat.imagine(rng.getrandbits(64)) for _ in range(samples))
        found = [each for world in worlds for each in ends(world, world.opts, rng)]
        first = [0.0 if end.over else evaluate(end, seat.number) - self.now[seat.number] for _, end in found]
        mean = sum(first) / len(first)
        self.now[seat.number] += mean
        spread = math.sqrt(sum((one - mean) ** 2 for one in first) / len(first))
        self.spread = SPREAD * max(spread, LEAST_SPREAD / SPREAD)
        self.root = Node()
        self.root.look((option, self.worth(end, seat.number)) for option, end in found)

    def worth(self, world: State, seat: int) -> float:
        """The value of a position for a seat."""
        if (result := world.result) is not None:
            return result[seat]
        return 0.5 + JUDGED * math.tanh((world.game.evaluate(world, seat) - self.now[seat]) / self.spread)

    def grow(self, world: State) -> list[tuple[Tried, int]]:
        """Plays on along the tree, to the end or a new decision; returns the options taken, with their seats."""
        path = []
        node = self.root
        while world.opts:
            node.visits += 1
            if node.visits <= PATIENCE and node is not self.root:
                break
            if new := [option for option in world.opts if option not in node.tried]:
                node.look((option, self.worth(end, world.who)) for option, end in ends(world, new, self.rng))
            option = node.best(world.opts)
            tried = node.tried[option]
            path.append((tried, world.who))
            world.apply(option)
            node = tried.below.setdefault(world.game.shown(world), Node())
        if world.game.whole_turns:
            self.end_turn(world)
        return path

    def end_turn(self, world: State) -> None:
        """Plays on with the option that looks best one step ahead, as long as the searching seat decides."""
        evaluate = world.game.evaluate
        while world.opts and world.who == self.seat:
            world.apply(max(ends(world, world.opts, self.rng), key=lambda found: evaluate(found[1], self.seat))[0])
