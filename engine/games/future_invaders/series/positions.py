"""Positions of a series that are set up by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core import PLAYER, push
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.future_invaders.nested import dealt
from engine.games.future_invaders.series.rules import DRAWN, SERIES
from engine.games.future_invaders.series.table import Match, Reserves
from engine.games.future_invaders.table import Table
from engine.steps import goto


def position(game: Reserves, data: Mapping[str, Any], seed: int = 0) -> Match:
    """A position from plain data: the number of the `game`, counted from 1, the `wins` of each seat, and either
    `play`, a position of that game, or `exchange`, the seat that has lost it.

    Raises EngineError for data that it can't read.
    """
    facts = Facts(data, "position")
    facts.only("game", "wins", "play", "exchange")
    state = Match(game, seed)
    state.number = facts.number("game", 1, DRAWN * game.best_of, 1)
    if facts.has("wins"):
        state.wins = list(facts.numbers("wins", 0, game.needed))
        if len(state.wins) != game.players:
            raise EngineError(f"position.wins: should be a list of {game.players} numbers")
    push(state, SERIES, -1, -1)
    decks = game.decks(state)
    if facts.has("exchange"):
        loser = facts.number("exchange", 0, game.players - 1)
        state.play = Table(dealt(game.table, decks), seed)
        state.play.over = True
        state.stack[0][PLAYER] = loser
        state.exchanges[loser] += 1
        goto(state.stack[0], "exchange")
    else:
        game.set_up(state, decks, facts.part("play").data, seed)
        goto(state.stack[0], "play")
    return state
