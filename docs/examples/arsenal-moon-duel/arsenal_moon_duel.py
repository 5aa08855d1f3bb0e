"""Moon Duel at its smallest: one plays a card, the other answers, and the card that costs more scores a point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import Bundle, Choice, Game, State
from engine.core import ANSWER, PLAYER, Frame, ask, push, run, shuffle, tell
from engine.state import by_seat, plain, zones


class Duel(State):
    hands: list[list[int]] = zones()
    piles: list[list[int]] = zones()
    played: int = plain(-1)
    points: list[int] = by_seat(0)


class MoonDuel(Game):
    def __init__(self, bundles: Sequence[Bundle], players: int) -> None:
        self.module, self.bundles, self.players = Module, bundles, players
        self.hand = bundles[0].setup.number("hand", 1, 10)
        self.decks = [bundle.copies() for bundle in bundles]
        self.ids = self.decks[0] + self.decks[1]
        self.costs = [bundle.card(card).number("cost") for bundle in bundles for card in bundle.copies()]
        self.actions = len(self.ids)

    def new(self, seed: int, *, log: bool = False) -> Any:
        state: Any = Duel(self, seed, log=log)
        state.piles = [list(range(len(self.decks[0]))), list(range(len(self.decks[0]), len(self.ids)))]
        for pile in state.piles:
            shuffle(state, pile)
        state.hands = [[pile.pop() for _ in range(self.hand)] for pile in state.piles]
        push(state, (choose, play) * 2 * self.hand, -1, 0)
        run(state)
        return state

    def view(self, state: Any, seat: int) -> dict[str, Any]:
        played = [] if state.played < 0 else [self.ids[state.played]]
        return {"hand": [self.ids[card] for card in state.hands[seat]], "played": played, "points": state.points[:]}

    def determinize(self, state: Any, seat: int, seed: int) -> Any:
        other, size = state.clone(), len(state.hands[1 - seat])
        other.rng = seed
        unseen = other.hands[1 - seat] + other.piles[1 - seat]
        shuffle(other, unseen)
        other.hands[1 - seat], other.piles[1 - seat] = unseen[:size], unseen[size:]
        return other

    def describe(self, state: Any, option: int) -> Choice:
        return Choice(option, "play", self.ids[option])

    def result(self, state: Any) -> tuple[float, ...]:
        return tuple((1 + (mine > other) - (mine < other)) / 2 for mine, other in (state.points, state.points[::-1]))

    def evaluate(self, state: Any, seat: int) -> float:
        return float(state.points[seat] - state.points[1 - seat])


def choose(state: Any, frame: Frame) -> bool:
    return ask(state, frame, frame[PLAYER], state.hands[frame[PLAYER]][:])


def play(state: Any, frame: Frame) -> bool:
    seat, card, other = frame[PLAYER], frame[ANSWER], state.played
    state.hands[seat].remove(card)
    tell(state, "play", seat, value={"card": state.game.ids[card]})
    state.played, frame[PLAYER] = card, 1 - seat
    if other >= 0:  # this was the answer: whose card costs more scores, and leads
        more = state.game.costs[card] > state.game.costs[other]
        state.played, frame[PLAYER] = -1, seat if more else 1 - seat
        state.points[frame[PLAYER]] += 1
    return False


class Module:
    id, shared, cooperative, verbs = "moon-duel", False, False, frozenset[str]()  # cards do nothing here
    load = MoonDuel
