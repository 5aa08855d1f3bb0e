"""The view of Saucer Dice, in which nothing is hidden; what options mean; features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import tables
from engine.core import EXTRA, PLAYER, PROGRAM, Choice
from engine.games.saucer_dice.rules import REBUILDING
from engine.games.saucer_dice.table import (
    ASSIGN,
    DICE,
    FACES,
    KEEP,
    LEAVE,
    NAMES,
    ORDER,
    PLACE,
    TOKENS,
    USED,
    Box,
    Table,
)


def view(game: Box, state: Table, seat: int) -> dict[str, Any]:
    """The whole state, since nothing is hidden; `seat` is only returned in it."""
    return {
        "seat": seat,
        "round": state.round + 1,
        "player": state.stack[0][PLAYER] if state.stack else None,
        "seats": [{"planet": _named(planet), "points": game.score(state, s)} for s, planet in enumerate(state.planets)],
        "invasion": [{"key": _invasion(n), "shows": DICE[die]} for n, die in enumerate(state.invasion)],
        "defense": [{"key": _defense(n), "shows": FACES[face]} for n, face in enumerate(state.defense) if face != USED],
        "rerolls": state.rolls,
        "order": state.order[:],
        "tied": state.tied[:],
    }


def determinize(game: Box, state: Table, seat: int, seed: int) -> Table:
    """A clone with other future rolls."""
    return state.with_chance(seed)


def describe(game: Box, state: Table, option: int) -> Choice:
    """What an option of the state means."""
    frame = state.stack[-1]
    if option >= PLACE:
        name = NAMES[option - PLACE]
        return Choice(option, "rebuild", values={"place": name}, at=(tables.place("planet", state.who, name),))
    if option >= ORDER:
        saucers = state.invasion[option - ORDER] % 10
        return Choice(option, "next", values={"saucers": saucers}, at=_dice_of(state, option - ORDER))
    if option == LEAVE and frame[PROGRAM] is REBUILDING:
        return Choice(option, "rebuild-no-more", values={"points": frame[EXTRA]}, role="next")
    if option >= LEAVE:
        die = FACES[state.defense[frame[EXTRA]]]
        if option == LEAVE:
            return Choice(option, "leave", values={"die": die}, role="pass")
        to = option - ASSIGN
        return Choice(option, "assign", values={"die": die, "to": DICE[state.invasion[to]]}, at=_dice_of(state, to))
    if option == KEEP:
        return Choice(option, "keep", role="next")
    chosen = [index for index in range(len(state.defense)) if option >> index & 1]
    dice = [FACES[state.defense[index]] for index in chosen]
    return Choice(option, "reroll", values={"dice": dice}, at=tuple(map(_defense, chosen)), together=True)


def features(game: Box, state: Table, seat: int) -> list[int]:
    """The planets from the seat on, the round, the dice; the length depends only on the number of players."""
    planets = [token for s in range(game.players) for token in state.planets[(seat + s) % game.players]]
    invasion = (state.invasion + [0] * 9)[:9]
    defense = (state.defense + [USED] * 5)[:5]
    return [*planets, state.round, state.rolls, *invasion, *defense]


def _invasion(die: int) -> str:
    """The key of an Invasion die."""
    return tables.place("invasion", "-", die)


def _defense(die: int) -> str:
    """The key of a Defense die."""
    return tables.place("defense", "-", die)


def _dice_of(state: Table, die: int) -> tuple[str, ...]:
    """The keys of the Invasion dice that show the same."""
    same = state.invasion[die]
    return tuple(_invasion(n) for n, other in enumerate(state.invasion) if other == same)


def _named(planet: Sequence[int]) -> dict[str, str]:
    return {name: TOKENS[token] for name, token in zip(NAMES, planet, strict=True)}
