"""Bots that look ahead: they play on in worlds that agree with what their seat sees, and count what came of it.

`Rollout` plays by chance to the end of the game, and knows nothing of the game but its rules. `Search` grows a tree of
what may be chosen, by its own seat and by others, and judges positions by the game's evaluation: information set Monte
Carlo tree search with a single observer (Cowling, Powley and Whitehouse 2012). Both stop after so many worlds, or
after so many seconds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine.bots.seats import Seat
from engine.core import State

EXPLORES: Final = 0.3  # how much an option that was tried seldom is preferred (UCB1)
SPREAD: Final = 4.0  # the standard deviations of the first evaluations that make a position nearly won
LEAST_SPREAD: Final = 1.0  # where the first evaluations hardly differ
FIRST: Final = 12  # evaluations before the search begins, to know how far apart they are
JUDGED: Final = 0.45  # what an evaluation adds to a half at most: the rest is for games that are over
MOST_ROLLED: Final = 5_000  # decisions of one game by chance, which then counts as undecided


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot thinks about a decision: so many worlds, or so many seconds if that is not 0."""

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
class Node:
    """What is known of having chosen an option, with what was chosen after it.

    `offered` is how often it could have been chosen, which depends on the world. `value` is the sum of what it brought
    to the seat that chose it, from 0 to 1 each time.
    """

    children: dict[int, Node] = field(default_factory=dict)
    visits: int = 0
    offered: int = 0
    value: float = 0.0

    def best(self, options: list[int]) -> int:
        """The option that looks best, or was tried least (UCB1); all must have been tried."""
        best, most = -1, -1.0
        for option in options:
            child = self.children[option]
            child.offered += 1
            bound = child.value / child.visits + EXPLORES * math.sqrt(math.log(child.offered) / child.visits)
            if bound > most:
                best, most = option, bound
        return best

    def answer(self, options: list[int]) -> int:
        """The option that was tried most; of several the one with the highest value."""
        known = [option for option in options if option in self.children]
        return max(known, key=lambda o: (self.children[o].visits, self.children[o].value))


def grow(world: State, root: Node, rng: Random) -> list[tuple[Node, int]]:
    """Plays the world on along the tree and one option beyond it. What was chosen on the way, and by which seat."""
    path = []
    node, new = root, False
    while world.opts and not new:
        options, seat = world.opts, world.who
        untried = [option for option in options if option not in node.children]
        if untried:
            new = True
            option = untried[int(rng.random() * len(untried))]
            for other in options:
                if other in node.children:
                    node.children[other].offered += 1
            node.children[option] = Node(offered=1)
        else:
            option = node.best(options)
        node = node.children[option]
        path.append((node, seat))
        world.apply(option)
    return path


def note(path: list[tuple[Node, int]], reached: dict[int, float]) -> None:
    """Adds what each seat has reached to what it chose on the way."""
    for node, seat in path:
        node.visits += 1
        node.value += reached[seat]


@dataclass(frozen=True, slots=True)
class Rollout:
    """Plays on by chance to the end of the game, from each of its options, those that look better more often."""

    budget: Budget

    def choose(self, seat: Seat, rng: Random) -> int:
        """The option that was tried most."""
        root = Node()
        for _ in self.budget.spend():
            world = seat.imagine(rng.getrandbits(64))
            # One step of the tree alone: `root` has options, what is below has none.
            options = world.opts
            untried = [option for option in options if option not in root.children]
            option = untried[int(rng.random() * len(untried))] if untried else root.best(options)
            child = root.children.setdefault(option, Node(offered=1))
            world.apply(option)
            rolled = 0
            while world.opts and rolled < MOST_ROLLED:
                world.apply(world.opts[int(rng.random() * len(world.opts))])
                rolled += 1
            result = world.result
            note([(child, seat.number)], {seat.number: result[seat.number] if result else 0.5})
        return root.answer(list(seat.options))


@dataclass(frozen=True, slots=True)
class Search:
    """Grows a tree of decisions, and judges the positions at its ends by the game's evaluation."""

    budget: Budget

    def choose(self, seat: Seat, rng: Random) -> int:
        """The option that was tried most."""
        judge = Judge(seat, rng)
        root = Node()
        for _ in self.budget.spend():
            world = seat.imagine(rng.getrandbits(64))
            path = grow(world, root, rng)
            note(path, {decided: judge(world, decided) for _, decided in path})
        return root.answer(list(seat.options))


class Judge:
    """What positions are worth to seats, from 0 to 1: results as they are, else how far the game's evaluation is above
    or below that of the position now.
    """

    def __init__(self, seat: Seat, rng: Random) -> None:
        world = seat.imagine(rng.getrandbits(64))
        evaluate = world.game.evaluate
        self.now = [evaluate(world, other) for other in range(world.game.players)]
        first: list[float] = []
        while len(first) < FIRST:
            for option in world.opts:
                tried = world.clone()
                tried.apply(option)
                first.append(0.0 if tried.over else evaluate(tried, seat.number) - self.now[seat.number])
            world = seat.imagine(rng.getrandbits(64))
        mean = sum(first) / len(first)
        self.now[seat.number] += mean
        spread = math.sqrt(sum((one - mean) ** 2 for one in first) / len(first))
        self.spread = SPREAD * max(spread, LEAST_SPREAD / SPREAD)

    def __call__(self, world: State, seat: int) -> float:
        """What the position is worth to the seat."""
        if (result := world.result) is not None:
            return result[seat]
        return 0.5 + JUDGED * math.tanh((world.game.evaluate(world, seat) - self.now[seat]) / self.spread)
