"""Positions that are set up by hand, for examples and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core import push, shuffle, tell
from engine.facts import Facts
from engine.faults import EngineError
from engine.games.saucer_people.cards import NONE, POSTS
from engine.games.saucer_people.rules import TURN
from engine.games.saucer_people.table import Setting, Table
from engine.positions import Supply

KEYS: Final = (
    "pass", "turn", "leader", "crews", "face-down", "hands", "removed", "attack", "pile", "discard", "marks",
    "bragging", "jokers",
)  # fmt: skip
MOST_TURNS: Final = 1000


def read(game: Setting, data: Mapping[str, Any], seed: int = 0) -> Table:
    """The beginning of a turn, from plain data as in `view`. Raises EngineError for data that can't be read.

    `attack` are the cards that are turned up next, `pile` those below them from the top, `leader` is the last turn's
    leader or the dealer, `crews` and `hands` are lists by seat. Missing crew cards are dealt, and without `hands` full
    ones. All other cards are shuffled into the pile, except those that the data discards.
    """
    facts = Facts(data, "position")
    facts.only(*KEYS)
    state = Table(game, seed)
    ids, first_of_crew = game.deck.ids, len(game.deck.pile)
    supply = Supply(ids, [int(card >= first_of_crew) for card in range(len(ids))])
    state.round = facts.number("pass", 1, game.passes, 1)
    state.turn = facts.number("turn", 1, MOST_TURNS, 1) - 1
    state.leader = facts.number("leader", 0, game.players - 1, 0)
    deal_crews(state, _crews(facts, supply, game))
    for card_id in facts.items("face-down"):
        found = [card for crew in state.crews for card in crew if ids[card] == card_id]
        if not found:
            raise EngineError(f"position.face-down: nobody has {str(card_id)[:80]} in the crew")
        state.down |= 1 << found[0]
    attack = supply.take_all(facts, "attack")
    state.hands = [sorted(hand) for hand in _by_seat(facts, "hands", supply, game.players)]
    state.removed = supply.take_all(facts, "removed")
    state.bragging = _by_seat(facts, "bragging", supply, game.players)
    state.jokers = _by_seat(facts, "jokers", supply, game.players)
    marks = facts.part("marks")
    marks.only(*game.deck.worlds)
    for world, card_id in marks.data.items():
        state.marks[game.deck.worlds.index(world)] = supply.take(card_id, f"{marks.where}.{world}")
    state.discard = supply.take_all(facts, "discard")
    pile = supply.take_all(facts, "pile")
    rest = supply.left()
    shuffle(state, rest)
    if not facts.has("hands"):
        for hand in state.hands:
            hand.extend(rest.pop() for _ in range(min(game.hand, len(rest))))
            hand.sort()
        if not facts.has("removed"):
            state.removed = [rest.pop() for _ in range(min(game.removed, len(rest)))]
    if facts.has("pile"):
        state.discard.extend(rest)
        rest = []
    state.pile = [*reversed(pile or rest), *reversed(attack)]
    push(state, TURN, NONE, 0)
    return state


def _by_seat(facts: Facts, name: str, supply: Supply, players: int, kind: int = 0) -> list[list[int]]:
    """A list of cards for each seat; missing ones are empty."""
    listed = facts.lists(name, players)
    found = [supply.take_each(cards, f"{facts.where}.{name}[{seat}]", kind) for seat, cards in enumerate(listed)]
    return found + [[] for _ in range(players - len(found))]


def _crews(facts: Facts, supply: Supply, game: Setting) -> list[list[int]]:
    """The named crew cards of each seat: at most one of each post."""
    found = _by_seat(facts, "crews", supply, game.players, 1)
    for cards in found:
        if any(sum(card in post for card in cards) > 1 for post in game.deck.crews):
            raise EngineError(f"position.crews: a player has one {', one '.join(POSTS)}")
    return found


def deal_crews(state: Table, given: Sequence[Sequence[int]]) -> None:
    """Deals a captain, a navigator and an engineer to each player, except for posts in `given`."""
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
    for seat, crew in enumerate(crews) if state.log is not None else ():
        tell(state, "crew", seat, cards=game.named(crew))
