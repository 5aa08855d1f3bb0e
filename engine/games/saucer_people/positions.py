"""Positions that are set up by hand, for examples and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from engine.core import push, shuffle, tell
from engine.faults import EngineError
from engine.games.saucer_people.deck import NONE, POSTS
from engine.games.saucer_people.table import Table
from engine.games.saucer_people.turn import TURN

if TYPE_CHECKING:
    from engine.games.saucer_people.game import SaucerPeople

KEYS: Final = (
    "pass",
    "turn",
    "leader",
    "crews",
    "face-down",
    "hands",
    "removed",
    "attack",
    "pile",
    "discard",
    "marks",
    "bragging",
    "jokers",
)
MOST_TURNS: Final = 1000


def read(game: SaucerPeople, data: Mapping[str, Any], seed: int) -> Table:
    """The beginning of a turn, from plain data as in `view`. Raises EngineError for what can't be read.

    `attack` are the cards that are turned up next, `pile` those below them from the top, `leader` who led the last
    turn or has dealt, `crews` and `hands` lists by seat. What of the crews isn't said is dealt. Where there are no
    `hands`, full ones are dealt. All other cards are shuffled and put on the pile, or discarded where it is said.
    """
    unknown = [str(key) for key in data if key not in KEYS]
    if unknown:
        raise EngineError(f"a position has no {unknown[0][:80]}{_meant(unknown[0], KEYS)}", f"it has {', '.join(KEYS)}")
    state = game.empty(seed)
    claim = _Claims(game)
    state.round = _number(data, "pass", 1, game.passes, 1)
    state.turn = _number(data, "turn", 1, MOST_TURNS, 1) - 1
    state.leader = _number(data, "leader", 0, game.players - 1, 0)
    deal_crews(state, claim.by_seat(data, "crews"))
    for card_id in _list(data, "face-down"):
        found = [card for crew in state.crews for card in crew if game.deck.ids[card] == card_id]
        if not found:
            raise EngineError(f"face-down: nobody has {str(card_id)[:80]} in the crew")
        state.down |= 1 << found[0]
    attack = claim.cards(_list(data, "attack"), "attack")
    state.hands = [sorted(hand) for hand in claim.by_seat(data, "hands")]
    state.removed = claim.cards(_list(data, "removed"), "removed")
    state.bragging = claim.by_seat(data, "bragging")
    state.jokers = claim.by_seat(data, "jokers")
    for world, card_id in _mapping(data, "marks").items():
        if not isinstance(world, str) or world not in game.deck.worlds:
            raise EngineError(f"marks: there is no world {str(world)[:80]}{_meant(world, game.deck.worlds)}")
        state.marks[game.deck.worlds.index(world)] = claim.cards([card_id], "marks")[0]
    state.discard = claim.cards(_list(data, "discard"), "discard")
    pile = claim.cards(_list(data, "pile"), "pile")
    rest = claim.rest()
    shuffle(state, rest)
    if "hands" not in data:
        for hand in state.hands:
            hand.extend(rest.pop() for _ in range(min(game.hand, len(rest))))
            hand.sort()
        if "removed" not in data:
            state.removed = [rest.pop() for _ in range(min(game.removed, len(rest)))]
    if "pile" in data:
        state.discard.extend(rest)
        rest = []
    state.pile = [*reversed(pile or rest), *reversed(attack)]
    push(state, TURN, NONE, 0)
    return state


def deal_crews(state: Table, given: Sequence[Sequence[int]]) -> None:
    """Deals a captain, a navigator and an engineer to each player, but where one of the post is given."""
    game = state.game
    crews = [[NONE] * len(POSTS) for _ in range(game.players)]
    gone = {card for crew in given for card in crew}
    for post, cards in enumerate(game.deck.crews):
        left = [card for card in cards if card not in gone]
        shuffle(state, left)
        for seat, crew in enumerate(crews):
            mine = [card for card in given[seat] if card in cards] if given else []
            crew[post] = mine[0] if mine else left.pop()
        state.unused.extend(left)
    state.crews = crews
    for seat, crew in enumerate(crews):
        tell(state, "crew", seat, NONE, (tuple(crew),))


class _Claims:
    """Which instances of cards a position has named: each can be in one place."""

    def __init__(self, game: SaucerPeople) -> None:
        self.game = game
        self.free: dict[str, list[int]] = {}
        for card, card_id in enumerate(game.deck.ids):
            self.free.setdefault(card_id, []).append(card)

    def cards(self, ids: Sequence[Any], where: str) -> list[int]:
        """The instances of these cards, which must be free."""
        found = []
        for card_id in ids:
            if not isinstance(card_id, str) or card_id not in self.free:
                raise EngineError(f"{where}: the deck has no {str(card_id)[:80]}{_meant(card_id, self.free)}")
            if not self.free[card_id]:
                raise EngineError(f"{where}: {card_id} is somewhere else already")
            found.append(self.free[card_id].pop(0))
        crew = where == "crews"
        for card in found:
            if (card < len(self.game.deck.pile)) == crew:
                raise EngineError(f"{where}: {self.game.deck.ids[card]} can't be there")
        return found

    def by_seat(self, data: Mapping[str, Any], key: str) -> list[list[int]]:
        """A list of cards for each seat; for those that aren't said, empty ones."""
        lists = _list(data, key)
        if len(lists) > self.game.players:
            raise EngineError(f"{key}: {len(lists)} lists, and there are {self.game.players} players")
        if not all(isinstance(cards, list) for cards in lists):
            raise EngineError(f"{key} should list the cards of each seat")
        found = [self.cards(cards, key) for cards in lists]
        if key == "crews":
            for cards in found:
                posts = [sum(card in post for card in cards) for post in self.game.deck.crews]
                if max(posts) > 1:
                    raise EngineError(f"crews: a player has one {', one '.join(POSTS)}")
        return found + [[] for _ in range(self.game.players - len(found))]

    def rest(self) -> list[int]:
        """All cards of the draw pile that nothing has named."""
        return sorted(card for cards in self.free.values() for card in cards if card < len(self.game.deck.pile))


def _number(data: Mapping[str, Any], key: str, low: int, high: int, default: int) -> int:
    value = data.get(key, default)
    if type(value) is not int or not low <= value <= high:
        raise EngineError(f"{key} is {str(value)[:80]}, and should be a number from {low} to {high}")
    return value


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list) or any(isinstance(item, dict) for item in value):
        raise EngineError(f"{key} should be a list of cards")
    return value


def _mapping(data: Mapping[str, Any], key: str) -> Mapping[Any, Any]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise EngineError(f"{key} should name a card for each world")
    return value


def _meant(said: object, known: Sequence[str] | Mapping[str, Any]) -> str:
    close = get_close_matches(str(said)[:80], known, 1)
    return f"; did you mean {close[0]}?" if close else ""
