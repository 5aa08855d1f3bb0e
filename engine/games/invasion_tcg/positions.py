"""Positions that are set up by hand, from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.core import PC, push, shuffle
from engine.faults import EngineError
from engine.games.invasion_tcg.state import OVER, Table, empty
from engine.games.invasion_tcg.turn import OFFER, SET_UP, TURN, begin_turn

if TYPE_CHECKING:
    from engine.games.invasion_tcg.game import InvasionTcg

KEYS: Final = ("turn", "active", "first", "step", "attacked", "players")
PLAYER_KEYS: Final = (
    "life",
    "hand",
    "known",
    "top",
    "deck",
    "graveyard",
    "creatures",
    "battlefield",
    "battlefield-used",
    "plays",
    "more-plays",
    "third-cards",
)
CREATURE_KEYS: Final = ("card", "new", "used")
STEPS: Final = ("set-up", "start", "draw", "open")
MOST: Final = 999


def position(game: InvasionTcg, data: Mapping[str, Any], seed: int) -> Table:
    """A position from what `KEYS` names: `turn` (3), `active` (0), the `step` that comes next (open), `players`.

    Each of the players has `life`, `hand`, `known` (the cards of the hand that the opponent knows), `top` (of the deck,
    from the top down; the rest is shuffled under it) or `deck` (all of it; cards that are nowhere take no part),
    `graveyard`, `creatures` (ids, or `{card, new: played or put into play, used}`), `battlefield`, `battlefield-used`,
    `plays`, `more-plays` and `third-cards`. What is not said is as at the start of a game, or not there.

    Raises EngineError for what it can't read.
    """
    _only("a position", data, KEYS)
    state = empty(game, seed)
    begin_turn(state)
    state.turn = _number(data, "turn", 3)
    state.active = _number(data, "active", 0, 1)
    state.first = _number(data, "first", state.active if state.turn % 2 else 1 - state.active, 1)
    players = data.get("players", [])
    if not isinstance(players, list) or len(players) > game.players:
        raise EngineError(f"players of a position should be a list of at most {game.players}")
    players = [*players, *({} for _ in range(game.players - len(players)))]
    late: list[tuple[int, str]] = []
    for seat, player in enumerate(players):
        late += _lay_out(state, seat, player)
    state.before = state.arrivals
    for card, how in late:
        state.arrivals += 1
        state.serial[card] = state.arrivals
        if how == "played":
            state.played |= 1 << card
    if _flag(data, "attacked"):
        state.attack = OVER
    step = data.get("step", "open")
    if step not in STEPS:
        raise EngineError(f"the step of a position is {step!r}, and should be one of {', '.join(STEPS)}")
    state.moment = step == "open"
    push(state, SET_UP if step == "set-up" else TURN, -1, state.active)
    if step == "start":
        state.turn -= 1
    elif step in ("draw", "open"):
        state.stack[0][PC] = 1 if step == "draw" else OFFER
    return state


def _lay_out(state: Table, seat: int, data: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Lays out a player's cards; returns those that arrived this turn, and how."""
    game = state.game
    if not isinstance(data, Mapping):
        raise EngineError(f"player {seat} of a position should be a mapping")
    _only(f"player {seat} of a position", data, PLAYER_KEYS)
    supply = _Supply(game, seat)
    state.life[seat] = _number(data, "life", game.life)
    state.hand[seat] = sorted(supply.take_all(data, "hand"))
    for card in supply.chosen(data, "known", state.hand[seat]):
        state.known[1 - seat] |= 1 << card
    state.graveyard[seat] = supply.take_all(data, "graveyard")
    late = []
    creatures = data.get("creatures", [])
    for entry in creatures if isinstance(creatures, list) else ():
        said = {"card": entry} if isinstance(entry, str) else entry
        _only("a creature", said, CREATURE_KEYS)
        card = supply.take(said.get("card"), "creature")
        state.arrivals += 1
        state.serial[card] = state.arrivals
        state.used[card] = _number(said, "used", 0)
        state.field[seat].append(card)
        if said.get("new"):
            late.append((card, str(said["new"])))
    if data.get("battlefield"):
        card = supply.take(data["battlefield"], "battlefield")
        state.arrivals += 1
        state.serial[card] = state.arrivals
        state.used[card] = _number(data, "battlefield-used", 0)
        state.battlefield[seat] = card
    state.plays[seat] = _number(data, "plays", 0)
    state.extra[seat] = _number(data, "more-plays", 0)
    state.third[seat] = _number(data, "third-cards", 0)
    if "deck" in data:
        state.deck[seat] = supply.take_all(data, "deck")[::-1]
        state.aside = [*state.aside, *supply.left]
    else:
        top = supply.take_all(data, "top")[::-1]
        shuffle(state, supply.left)
        state.deck[seat] = supply.left + top
    return late


class _Supply:
    """The cards of a deck that are not yet laid out."""

    def __init__(self, game: InvasionTcg, seat: int) -> None:
        self.game = game
        self.left = [card for card, owner in enumerate(game.owner) if owner == seat]
        self.where = f"the deck of player {seat}"

    def take(self, card_id: Any, kind: str = "") -> int:
        """The next copy of a card. Raises EngineError where the deck has no more of it."""
        for card in self.left:
            if self.game.cards[card].id == card_id:
                if kind and self.game.cards[card].type != kind:
                    raise EngineError(f"{card_id} is a {self.game.cards[card].type}, not a {kind}")
                self.left.remove(card)
                return card
        raise EngineError(f"{self.where} has not so many of the card {card_id!r}")

    def take_all(self, data: Mapping[str, Any], name: str) -> list[int]:
        """The copies of a list of cards."""
        return [self.take(card_id) for card_id in _list(data, name)]

    def chosen(self, data: Mapping[str, Any], name: str, among: list[int]) -> list[int]:
        """Those of some cards that a list names."""
        left = among[:]
        found = []
        for card_id in _list(data, name):
            card = next((card for card in left if self.game.cards[card].id == card_id), -1)
            if card < 0:
                raise EngineError(f"{name} names {card_id!r}, which is not there")
            left.remove(card)
            found.append(card)
        return found


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    listed = data.get(name, [])
    if not isinstance(listed, list):
        raise EngineError(f"{name} of a position should be a list of cards")
    return listed


def _only(what: str, data: Mapping[str, Any], known: tuple[str, ...]) -> None:
    unknown = set(data) - set(known) if isinstance(data, Mapping) else {repr(data)}
    if unknown:
        raise EngineError(f"{what} has no {', '.join(sorted(map(str, unknown)))}", f"it has {', '.join(known)}")


def _number(data: Mapping[str, Any], name: str, default: int, high: int = MOST) -> int:
    value = data.get(name, default)
    if type(value) is not int or not 0 <= value <= high:
        raise EngineError(f"{name} of a position is {value!r}, and should be a whole number from 0 to {high}")
    return value


def _flag(data: Mapping[str, Any], name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise EngineError(f"{name} of a position is {value!r}, and should be true or false")
    return value
