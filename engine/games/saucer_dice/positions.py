"""Positions that are set up by hand, from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core import push
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.saucer_dice.rules import SHOOTOUTS, TURN
from engine.games.saucer_dice.table import DICE, FACES, MISSILE, NAMES, TOKENS, Box, Table
from engine.steps import goto

# The step of the turn that comes next, as positions name it.
STEPS: Final = {
    "invasion": "1 Invasion",
    "defense": "2 Defense",
    "reroll": "2 Rerolls",
    "assign": "3 Saucers",
    "damage": "4 Cities",
    "missiles": "5 Missiles",
    "rebuild": "6 Rebuild",
}


def position(game: Box, data: Mapping[str, Any], seed: int = 0) -> Table:
    """A position from data as `view` has it: `round`, `player`, `planets` (without the undamaged tokens), `invasion`,
    `defense`, `rerolls`, the `step` of the turn that comes next, and the number of past `shootouts`.

    Raises EngineError for data that it can't read.
    """
    facts = Facts(data, "position")
    facts.only("round", "player", "planets", "invasion", "defense", "rerolls", "step", "shootouts")
    state = Table(game, seed)
    state.round = facts.number("round", 1, game.rounds, 1) - 1
    for seat, tokens in enumerate(facts.parts("planets", game.players)):
        tokens.only(*NAMES)
        for place in tokens.data:
            state.planets[seat][NAMES.index(place)] = tokens.one_of(place, TOKENS)
    state.invasion = [_invasion_die(die) for die in facts.items("invasion", 9)]
    state.defense = [FACES.index(face) for face in facts.words("defense", FACES, [])][:5]
    state.rolls = facts.number("rerolls", 0, game.rerolls, 0)
    state.shootouts = facts.number("shootouts", 0, SHOOTOUTS, 0)
    push(state, TURN, -1, facts.number("player", 0, game.players - 1, 0), it=state.defense.count(MISSILE))
    goto(state.stack[0], STEPS[facts.word("step", tuple(STEPS), "invasion")])
    return state


def _invasion_die(text: object) -> int:
    if text not in DICE:
        raise EngineError(f'"{text}" is no Invasion die; say color-saucers, such as red-3')
    return DICE.index(str(text))
