"""Positions that are set up by hand, from data as `view` gives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

from engine.core import push, shuffle
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.future_invaders.moves import arrive, eliminate
from engine.games.future_invaders.rules import TURN, begin_setup
from engine.games.future_invaders.table import KNOWN, LEAVES_PLAY, SHIP, STRUCTURE, UP, Card, Setting, Table
from engine.positions import Supply
from engine.steps import goto

# Where the turn of the active player goes on, by the name of the step; before the first turn, what comes then.
STEPS: Final = {
    "leftovers": "Leftovers",
    "income": "Reset and income",
    "draw": "Draw",
    "choice": "Choice",
    "deployment": "Deployment",
    "combat": "Combat",
    "end": "End",
}
FIRST_STEPS: Final = {"redraws": "Redraws", "initiative": "Initiative"}
_SEAT: Final = ("base", "resources", "hand", "arsenal", "scrap-pile", "ships", "structures", "out")
_PILES: Final = ("hand", "arsenal", "scrap-pile", "ships", "structures")
_MOST: Final = 10_000


def position(game: Setting, data: Mapping[str, Any], seed: int = 0) -> Table:
    """A position from plain data; missing values are empty, and a base is undamaged. Without data, a new game.

    `step` says where the turn of the `active` player goes on: leftovers, income, draw, choice, deployment, combat or
    end; redraws and initiative lie before the first turn. A seat has `base`, `resources` by name, `hand`, `arsenal`
    (from the top; by default the rest of the deck, shuffled), `scrap-pile`, `ships` and `structures`, and `out`. A
    deployed card is a name or null for each column, or `card` with `durability`, `maximum`, `owner`, and added
    `weapons`. Cards are any that a deck of the table describes.
    """
    if not data:
        state = Table(game, seed)
        begin_setup(state)
        return state
    facts = Facts(data, "position")
    facts.only("turn", "round", "active", "first", "step", "seats")
    seats = facts.parts("seats", game.players)
    seats += [Facts({}, f"position.seats[{n}]") for n in range(len(seats), game.players)]
    for seat in seats:
        seat.only(*_SEAT)
    state = Table(_with_cards_of(game, seats), seed)
    state.arsenal = [[] for _ in seats]
    supply = Supply([card.id for card in state.game.cards], state.game.owner)
    for n, seat in enumerate(seats):
        _fill(state, supply, n, seat)
    for n, seat in enumerate(seats):
        _fill_arsenal(state, supply, n, seat)
    state.active = facts.number("active", 0, game.players - 1, 0)
    state.first = facts.number("first", 0, game.players - 1, 0)
    state.turn = facts.number("turn", 1, _MOST, game.players + 1)
    state.round = facts.number("round", 1, _MOST, (state.turn - 1) // game.players + 1)
    for n, seat in enumerate(seats):
        if seat.data.get("out"):
            eliminate(state, [n], "base-destroyed")
    if state.over:
        raise EngineError("position.seats: the game would be over")
    step = facts.word("step", (*FIRST_STEPS, *STEPS), "choice")
    if step in FIRST_STEPS:
        begin_setup(state, FIRST_STEPS[step])
        state.turn = state.round = 0
    else:
        push(state, TURN, -1, state.active)
        goto(state.stack[0], STEPS[step])
        state.turn -= step == "leftovers"
    return state


def _entries(seat: Facts, name: str) -> list[Facts | None]:
    """The cards of a list; None for an empty place."""
    found = seat.cards(name, "durability", "maximum", "weapons", "owner")
    return [None if entry.data.get("card", "") is None else entry for entry in found]


def _with_cards_of(game: Setting, seats: Sequence[Facts]) -> Setting:
    """The table with decks to which the cards that the position names are added, as far as they are missing."""
    decks: list[list[Card]] = [
        [card for card, owner in zip(game.cards, game.owner, strict=True) if owner == n] for n in range(game.players)
    ]
    for owner in range(game.players):
        for card_id, count in _named(game, seats, owner).items():
            if card_id not in game.known:
                raise EngineError(f'position: no deck of the table has the card "{card_id[:80]}"')
            card = game.known[card_id]
            missing = count - decks[owner].count(card)
            at = decks[owner].index(card) if card in decks[owner] else len(decks[owner])
            decks[owner][at:at] = [card] * missing
    table = copy(game)
    table.seat_cards(decks)
    return table


def _named(game: Setting, seats: Sequence[Facts], owner: int) -> dict[str, int]:
    """The number of times that the position names each card of an owner."""
    counts: dict[str, int] = {}
    for n, seat in enumerate(seats):
        for entry in (entry for name in _PILES for entry in _entries(seat, name)):
            if entry is not None and entry.number("owner", 0, game.players - 1, n) == owner:
                counts[entry.word("card")] = counts.get(entry.word("card"), 0) + 1
    return counts


def _fill(state: Table, supply: Supply, n: int, seat: Facts) -> None:
    """The base, the resources, and the cards that the position names."""
    game = state.game
    if seat.has("base"):
        state.bases[game.base_of[n]] = seat.number("base", 1, _MOST)
    state.resources[n] = list(seat.part("resources").amounts(game.resources, _MOST))
    state.hand[n] = sorted(_take(supply, n, seat, "hand"))
    state.scrap[n] = _take(supply, n, seat, "scrap-pile")
    for card in state.scrap[n]:
        state.label[card] = KNOWN
    for row, name in ((SHIP, "ships"), (STRUCTURE, "structures")):
        entries = _entries(seat, name)
        if len(entries) > game.columns:
            raise EngineError(f"{seat.where}.{name}: there are {game.columns} columns")
        for column, entry in enumerate(entries):
            if entry is not None:
                _place(state, supply, n, row, column, entry)


def _take(supply: Supply, n: int, seat: Facts, name: str) -> list[int]:
    return [supply.take(entry.word("card"), entry.where, n) for entry in _entries(seat, name) if entry is not None]


def _place(state: Table, supply: Supply, n: int, row: int, column: int, entry: Facts) -> None:
    """A deployed card."""
    game = state.game
    card = supply.take(entry.word("card"), entry.where, entry.number("owner", 0, game.players - 1, n))
    if game.cards[card].type != row:
        raise EngineError(f"{entry.where}: {game.cards[card].id} does not go into this row")
    arrive(state, card, n * game.stride + row * game.columns + column)
    state.label[card] = KNOWN
    state.most[card] = entry.number("maximum", 1, _MOST, state.most[card])
    state.durability[card] = entry.number("durability", 1, state.most[card], state.most[card])
    if plus := entry.number("weapons", 0, _MOST, 0):
        state.changes[card] = ((UP, plus, LEAVES_PLAY),)


def _fill_arsenal(state: Table, supply: Supply, n: int, seat: Facts) -> None:
    """The arsenal: the cards of the position, from the top, or else the rest of the deck, shuffled."""
    named = _take(supply, n, seat, "arsenal")
    if seat.has("arsenal"):
        state.arsenal[n] = named[::-1]
        state.gone += supply.left(n)
    else:
        state.arsenal[n] = supply.left(n)
        shuffle(state, state.arsenal[n])
