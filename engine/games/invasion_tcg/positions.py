"""Positions that are set up by hand, from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core import push, shuffle
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.invasion_tcg.rules import SET_UP, TURN
from engine.games.invasion_tcg.table import OVER, Setting, Table
from engine.positions import Supply
from engine.steps import goto

PLAYER_KEYS: Final = (
    "life", "hand", "known", "top", "deck", "graveyard", "creatures", "battlefield", "battlefield-used", "plays",
    "more-plays", "third-cards",
)  # fmt: skip
STEPS: Final = {"set-up": "", "start": "2.1 Start", "draw": "2.2 Draw", "open": "2.3 Open"}
MOST: Final = 999


def position(game: Setting, data: Mapping[str, Any], seed: int = 0) -> Table:
    """A position: `turn` (3), `active` (0), `first`, the `step` that comes next (open), `attacked`, and `players`.

    Each of the players has `life`, `hand`, `known` (the cards of the hand that the opponent knows), `top` (of the deck,
    from the top down; the rest is shuffled under it) or `deck` (all of it; cards that are nowhere take no part),
    `graveyard`, `creatures` (ids, or `{card, new: played or put into play, used}`), `battlefield`, `battlefield-used`,
    `plays`, `more-plays` and `third-cards`. Missing values are as at the start of a game, or empty.

    Raises EngineError for data that it can't read.
    """
    facts = Facts(data, "position")
    facts.only("turn", "active", "first", "step", "attacked", "players")
    state = Table(game, seed)
    state.turn = facts.number("turn", 0, MOST, 3)
    state.active = facts.number("active", 0, 1, 0)
    state.first = facts.number("first", 0, 1, state.active if state.turn % 2 else 1 - state.active)
    players = facts.parts("players", game.players)
    late: list[tuple[int, str]] = []
    for seat in range(game.players):
        player = players[seat] if seat < len(players) else Facts({}, f"position.players[{seat}]")
        late += _lay_out(state, seat, player)
    state.before = state.arrivals
    for card, how in late:
        _arrived(state, card, 0)
        if how == "played":
            state.played |= 1 << card
    if facts.flag("attacked", False):
        state.attack = OVER
    step = facts.word("step", tuple(STEPS), "open")
    state.moment = step == "open"
    push(state, TURN if STEPS[step] else SET_UP, -1, state.active)
    if STEPS[step]:
        goto(state.stack[0], STEPS[step])
        state.turn -= step == "start"
    return state


def _lay_out(state: Table, seat: int, facts: Facts) -> list[tuple[int, str]]:
    """Lays out a player's cards; returns those that arrived this turn, with the way in which they did."""
    game = state.game
    facts.only(*PLAYER_KEYS)
    mine = [card for card, owner in enumerate(game.owner) if owner == seat]
    supply = Supply([game.cards[card].id for card in mine])

    def lies(found: list[int]) -> list[int]:
        return [mine[card] for card in found]

    state.life[seat] = facts.number("life", 0, MOST, game.life)
    state.hand[seat] = sorted(lies(supply.take_all(facts, "hand")))
    known = Supply([game.cards[card].id for card in state.hand[seat]])
    for n in known.take_all(facts, "known"):
        state.known[1 - seat] |= 1 << state.hand[seat][n]
    state.graveyard[seat] = lies(supply.take_all(facts, "graveyard"))
    late = []
    for said in facts.cards("creatures", "new", "used"):
        (card,) = lies([supply.take(said.data.get("card"), said.where)])
        _kind(state, card, "creature", said.where)
        _arrived(state, card, said.number("used", 0, MOST, 0))
        state.field[seat].append(card)
        if said.has("new"):
            late.append((card, said.word("new", ("played", "put into play"))))
    if facts.data.get("battlefield"):
        (card,) = lies([supply.take(facts.data["battlefield"], f"{facts.where}.battlefield")])
        _kind(state, card, "battlefield", f"{facts.where}.battlefield")
        _arrived(state, card, facts.number("battlefield-used", 0, MOST, 0))
        state.battlefield[seat] = card
    state.plays[seat] = facts.number("plays", 0, MOST, 0)
    state.extra[seat] = facts.number("more-plays", 0, MOST, 0)
    state.third[seat] = facts.number("third-cards", 0, MOST, 0)
    if facts.has("deck"):
        state.deck[seat] = lies(supply.take_all(facts, "deck"))[::-1]
        state.aside = [*state.aside, *lies(supply.left())]
    else:
        top = lies(supply.take_all(facts, "top"))[::-1]
        left = lies(supply.left())
        shuffle(state, left)
        state.deck[seat] = left + top
    return late


def _arrived(state: Table, card: int, used: int) -> None:
    state.arrivals += 1
    state.serial[card] = state.arrivals
    state.used[card] = used


def _kind(state: Table, card: int, kind: str, where: str) -> None:
    if (found := state.game.cards[card].type) != kind:
        raise EngineError(f"{where}: {state.game.cards[card].id} is a {found}, not a {kind}")
