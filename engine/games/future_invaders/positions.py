"""Positions that are set up by hand, from data as `view` gives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Final

from engine.core import PC, push, shuffle
from engine.faults import EngineError
from engine.games.future_invaders.cards import SHIP, STRUCTURE, Card
from engine.games.future_invaders.moves import arrive, eliminate
from engine.games.future_invaders.state import KNOWN, LEAVES_PLAY, UP, Table
from engine.games.future_invaders.turn import COMBAT, IN_DEPLOYMENT, TURN, begin_setup

if TYPE_CHECKING:
    from engine.games.future_invaders.game import FutureInvaders

# Where the turn of the active player goes on, by the name of the step.
STEPS: Final = {
    "leftovers": 0,
    "income": 1,
    "draw": 3,
    "choice": 5,
    "deployment": IN_DEPLOYMENT,
    "combat": COMBAT,
    "end": len(TURN) - 1,
}
FIRST_STEPS: Final = {"redraws": 1, "initiative": 4}  # before the first turn
_FIELDS: Final = {"turn", "round", "active", "first", "step", "seats"}
_SEAT_FIELDS: Final = {
    "base", "resources", "hand", "arsenal", "scrap-pile", "ships", "structures", "out",
}  # fmt: skip
_MOST: Final = 10_000


def position(game: FutureInvaders, data: Mapping[str, Any], seed: int) -> Table:
    """A position from plain data; what isn't said is empty, and a base undamaged. Without data, a new game.

    `step` says where the turn of the `active` player goes on: leftovers, income, draw, choice, deployment, combat or
    end; redraws and initiative lie before the first turn. A seat has `base`, `resources` by name, `hand`, `arsenal`
    (from the top; the rest of the deck, shuffled, where it isn't said), `scrap-pile`, `ships` and `structures`, and
    `out`. A deployed card is a name or null for each column, or `card` with `durability`, `maximum`, `owner`, and
    `weapons` beyond what is printed. Cards are any that a deck of the table describes.
    """
    if not data:
        state = game.empty(seed)
        begin_setup(state)
        return state
    _check(data, _FIELDS, "position")
    seats = data.get("seats") or []
    if not isinstance(seats, Sequence) or len(seats) > game.players:
        raise EngineError(f"position.seats: should be a list of at most {game.players} seats")
    seats = [*seats, *({} for _ in range(game.players - len(seats)))]
    for n, seat in enumerate(seats):
        _check(seat, _SEAT_FIELDS, f"position.seats.{n}")
    state = _Dealer(game, seats).table.empty(seed)
    filler = _Filler(state)
    for n, seat in enumerate(seats):
        filler.fill(n, seat)
    for n, seat in enumerate(seats):
        filler.rest(n, seat)
    state.active = _number(data.get("active", 0), 0, game.players - 1, "position.active")
    state.first = _number(data.get("first", 0), 0, game.players - 1, "position.first")
    state.turn = _number(data.get("turn", game.players + 1), 1, _MOST, "position.turn")
    state.round = _number(data.get("round", (state.turn - 1) // game.players + 1), 1, _MOST, "position.round")
    for n, seat in enumerate(seats):
        if seat.get("out"):
            eliminate(state, [n], "base-destroyed")
    if state.over:
        raise EngineError("position.seats: the game would be over")
    _begin_at(state, data.get("step", "choice"))
    return state


def _begin_at(state: Table, step: str) -> None:
    """Puts what is left of the turn on the stack."""
    if step in FIRST_STEPS:
        begin_setup(state, FIRST_STEPS[step])
        state.turn = state.round = 0
    elif step in STEPS:
        push(state, TURN, -1, state.active)
        state.stack[-1][PC] = STEPS[step]
        if step == "leftovers":
            state.turn -= 1
    else:
        steps = ", ".join([*FIRST_STEPS, *STEPS])
        raise EngineError(f'position.step: there is no step "{step}"', f"steps are {steps}")


def _check(data: Any, known: set[str], where: str) -> None:
    if not isinstance(data, Mapping):
        raise EngineError(f"{where}: should be an object")
    for name in data:
        if name not in known:
            raise EngineError(f"{where}.{name}: is not known", f"known are {', '.join(sorted(known))}")


def _number(value: Any, low: int, high: int, where: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise EngineError(f"{where}: should be a whole number from {low} to {high}, not {str(value)[:40]}")
    return value


def _entry(value: Any, where: str) -> tuple[str, Mapping[str, Any]]:
    if isinstance(value, str):
        return value, {}
    if isinstance(value, Mapping) and isinstance(value.get("card"), str):
        _check(value, {"card", "durability", "maximum", "weapons", "owner"}, where)
        return value["card"], value
    raise EngineError(f"{where}: should be a card, or an object with card")


class _Dealer:
    """A table whose decks hold what the position names, beyond what they hold already."""

    def __init__(self, game: FutureInvaders, seats: Sequence[Mapping[str, Any]]) -> None:
        decks = [
            [card for card, owner in zip(game.cards, game.owner, strict=True) if owner == n]
            for n in range(game.players)
        ]
        for owner in range(game.players):
            for card_id, count in _named(game, seats, owner).items():
                if card_id not in game.known:
                    raise EngineError(f'position: no deck of the table has the card "{card_id[:80]}"')
                card = game.known[card_id]
                missing = count - decks[owner].count(card)
                at = decks[owner].index(card) if card in decks[owner] else len(decks[owner])
                decks[owner][at:at] = [card] * missing
        self.table = copy(game)
        self.table.seat_cards(decks)


def _named(game: FutureInvaders, seats: Sequence[Mapping[str, Any]], owner: int) -> dict[str, int]:
    """How often the position names each card of an owner."""
    counts: dict[str, int] = {}
    for n, seat in enumerate(seats):
        for field in ("hand", "arsenal", "scrap-pile", "ships", "structures"):
            listed = seat.get(field) or []
            if not isinstance(listed, Sequence) or isinstance(listed, str) or len(listed) > _MOST:
                raise EngineError(f"position.seats.{n}.{field}: should be a list of cards")
            for value in listed:
                if value is not None:
                    card_id, more = _entry(value, f"position.seats.{n}.{field}")
                    if _number(more.get("owner", n), 0, game.players - 1, "owner") == owner:
                        counts[card_id] = counts.get(card_id, 0) + 1
    return counts


class _Filler:
    """Puts the cards of a new table where the position says."""

    def __init__(self, state: Table) -> None:
        self.state = state
        self.game = state.game
        self.unused: dict[tuple[int, str], list[int]] = {}
        for card, owner in enumerate(self.game.owner):
            self.unused.setdefault((owner, self.game.cards[card].id), []).append(card)
        self.arsenals = [list(arsenal) for arsenal in state.arsenal]
        state.arsenal = [[] for _ in range(self.game.players)]

    def take(self, owner: int, card_id: str) -> int:
        card = self.unused[owner, card_id].pop(0)
        self.arsenals[owner].remove(card)
        return card

    def fill(self, n: int, seat: Mapping[str, Any]) -> None:
        """The base, the resources, and the cards that the position names."""
        state, game = self.state, self.game
        where = f"position.seats.{n}"
        if "base" in seat:
            state.bases[game.base_of[n]] = _number(seat["base"], 1, _MOST, f"{where}.base")
        resources = seat.get("resources") or {}
        _check(resources, set(game.resources), f"{where}.resources")
        for kind, name in enumerate(game.resources):
            state.resources[n * game.kinds + kind] = _number(
                resources.get(name, 0), 0, _MOST, f"{where}.resources.{name}"
            )
        state.hand[n] = sorted(self.take(n, _entry(value, where)[0]) for value in seat.get("hand") or [])
        for value in seat.get("scrap-pile") or []:
            card = self.take(n, _entry(value, where)[0])
            state.label[card] = KNOWN
            state.scrap[n].append(card)
        for row, field in ((SHIP, "ships"), (STRUCTURE, "structures")):
            listed = seat.get(field) or []
            if len(listed) > game.columns:
                raise EngineError(f"{where}.{field}: there are {game.columns} columns")
            for column, value in enumerate(listed):
                if value is not None:
                    self.place(n, row, column, value, f"{where}.{field}.{column}")

    def place(self, n: int, row: int, column: int, value: Any, where: str) -> None:
        """A deployed card."""
        state, game = self.state, self.game
        card_id, more = _entry(value, where)
        card = self.take(more.get("owner", n), card_id)
        definition: Card = game.cards[card]
        if definition.type != row:
            raise EngineError(f"{where}: {card_id} does not go into this row")
        arrive(state, card, n * game.stride + row * game.columns + column)
        state.label[card] = KNOWN
        state.most[card] = _number(more.get("maximum", state.most[card]), 1, _MOST, f"{where}.maximum")
        state.durability[card] = _number(
            more.get("durability", state.most[card]), 1, state.most[card], f"{where}.durability"
        )
        plus = _number(more.get("weapons", 0), 0, _MOST, f"{where}.weapons")
        if plus:
            state.changes[card] = ((UP, plus, LEAVES_PLAY),)

    def rest(self, n: int, seat: Mapping[str, Any]) -> None:
        """The arsenal: what the position says, from the top, or else the rest of the deck, shuffled."""
        state = self.state
        if "arsenal" in seat:
            named = [self.take(n, _entry(value, "arsenal")[0]) for value in seat["arsenal"] or []]
            state.arsenal[n] = named[::-1]
            state.gone += self.arsenals[n]
        else:
            state.arsenal[n] = self.arsenals[n]
            shuffle(state, state.arsenal[n])
