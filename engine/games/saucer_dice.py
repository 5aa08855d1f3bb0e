"""Saucer Dice: three rounds of dice against planets. Nothing is hidden, and there are no abilities.

A planet has 13 places: an outer and an inner crater in each of six sectors, and the Core. Each holds 2 (undamaged), 1
(damaged) or 0 (empty).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from engine.bundles import Bundle
from engine.core import (
    ANSWER,
    EXTRA,
    PC,
    PLAYER,
    Event,
    Frame,
    Program,
    State,
    ask,
    push,
    roll,
    run,
    tell,
)
from engine.faults import EngineError
from engine.modules import Choice

COLORS: Final = ("red", "yellow", "blue")
FACES: Final = ("blaster-red", "blaster-yellow", "blaster-blue", "missile", "rebuild", "interceptor")
MISSILE: Final = 3
REBUILD: Final = 4
INTERCEPTOR: Final = 5
USED: Final = 6  # a Defense die that was assigned, or left
SECTORS: Final = 6
CORE: Final = 12
PLACES: Final = 13
UNDAMAGED: Final = 2
SHOOTOUTS: Final = 1000  # rounds of missiles between the tied, after which the victory is shared

# Options. Those of a reroll are the dice to roll again, a bit for each.
KEEP: Final = 0
LEAVE: Final = 39
ASSIGN: Final = 40
ORDER: Final = 50
PLACE: Final = 60


class Table(State):
    """A position of Saucer Dice."""

    __slots__ = ("defense", "invasion", "order", "planets", "rolls", "round", "shootouts", "tied")

    planets: list[list[int]]  # 13 places each: outer and inner of sectors 1 to 6, then the Core
    round: int  # 0 to 2
    invasion: list[int]  # each die of the attack: its color * 10 + the saucers that are left on it
    defense: list[int]  # the faces of the active player's dice
    rolls: int  # rerolls that are left
    order: list[int]  # saucers of the dice that do damage, in the order that was chosen
    tied: list[int]  # who shoots it out after the last round
    shootouts: int
    game: SaucerDice

    def clone(self) -> Table:
        """A copy that can be played on without touching this state; it keeps no log."""
        other = Table.__new__(Table)
        self.copied_to(other)
        other.planets = [planet[:] for planet in self.planets]
        other.round = self.round
        other.invasion = self.invasion[:]
        other.defense = self.defense[:]
        other.rolls = self.rolls
        other.order = self.order[:]
        other.tied = self.tied[:]
        other.shootouts = self.shootouts
        return other


class SaucerDice:
    """A table of Saucer Dice for so many players."""

    actions = PLACE + PLACES
    samples = 4

    def __init__(self, bundle: Bundle, players: int) -> None:
        setup = bundle.setup
        rounds = setup.number("rounds", 1, 10)
        self.module = MODULE
        self.bundles = (bundle,)
        self.players = players
        self.rounds = rounds
        self.rerolls = setup.number("rerolls", 0, 10)
        self.attack = [setup.number(f"invasion-dice-round-{r}", 0, 9) // len(COLORS) for r in range(1, rounds + 1)]
        self.dice = [setup.number(f"defense-dice-round-{r}", 1, 5) for r in range(1, rounds + 1)]
        self.points = [setup.number(f"points-round-{r}", 1, 9) for r in range(1, rounds + 1)]
        city = (0, setup.number("damaged-city"), setup.number("undamaged-city"))
        core = (0, setup.number("damaged-core"), setup.number("undamaged-core"))
        self.worth = [city] * CORE + [core]
        self.saucers = [_invasion_die(bundle, color) for color in COLORS]
        self.defense_faces = _defense_die(bundle)
        self.paths = _paths(bundle)
        self.blocks_whole = bundle.rules("defense").word("interceptor", ["whole-die"]) == "whole-die"

    def new(self, seed: int) -> Table:
        """The first decision of a new game."""
        state = self._empty(seed)
        push(state, TURN, -1, 0)
        run(state)
        return state

    def _empty(self, seed: int) -> Table:
        state = Table(self, seed)
        state.planets = [[UNDAMAGED] * PLACES for _ in range(self.players)]
        state.round = 0
        state.invasion = []
        state.defense = []
        state.rolls = 0
        state.order = []
        state.tied = []
        state.shootouts = 0
        return state

    def score(self, state: Table, seat: int) -> int:
        """The points of a planet as it stands."""
        return sum(worth[token] for worth, token in zip(self.worth, state.planets[seat], strict=True))
