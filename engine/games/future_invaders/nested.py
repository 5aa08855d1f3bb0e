"""Games within a game: a draft ends in an ordinary game, a series is several of them.

The state of the outer game holds that of the inner one; while that is played, its decisions and options are the outer
game's own. What happens in it is noted in the outer log, together with the game that it happened in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from engine.bundles import DeckBundle
from engine.core import ANSWER, Choice, Event, Frame, Game, Module, State, leave, roll, run
from engine.faults import EngineError
from engine.games.future_invaders import worth
from engine.games.future_invaders.game import FutureInvaders
from engine.games.future_invaders.table import CARD, SHUFFLED, Card, Setting, Table
from engine.games.future_invaders.view import determinize
from engine.state import other_position
from engine.steps import repeat

WORTH: Final = 10.0  # a point of an arsenal's mean card


class Outer(State):
    """A position of a game in which another is played: `play` is the position of that one, None while there is none."""

    play: Table | None = other_position()

    @property
    def innermost(self) -> State:
        """The position of the game that is played; its own while there is none."""
        return self.play or self

    @property
    def inner(self) -> Table:
        """The position of the game that is played. Raises ValueError while there is none."""
        if self.play is None:
            raise ValueError("no game is played yet")
        return self.play


Position = TypeVar("Position", bound=Outer, contravariant=True)


class Nesting(Game[Position]):
    """A game in which others are played with the cards of `table`.

    Its own options are about cards by their numbers, of the two kinds that `kinds` names, and one that says "ready".
    """

    samples = 1
    kinds: ClassVar[tuple[str, str]]
    table: FutureInvaders
    ids: list[str]  # by a card's number
    definitions: list[Card]  # by a card's number, as the inner games have them
    priced: list[worth.Priced]  # and as they are valued
    play_actions: int  # options below this are those of the inner game
    second: int  # where options of the second kind begin
    ready: int

    @property
    def always_ask(self) -> frozenset[int]:
        """The seats that are asked even where all options have the same outcome, in the inner games, which are made of
        the table.
        """
        return self.table.always_ask

    @always_ask.setter
    def always_ask(self, seats: frozenset[int]) -> None:
        self.table.always_ask = seats

    def lay_table(self, module: Module, bundles: Sequence[DeckBundle], ids: Sequence[str] = ()) -> None:
        """Makes the table, and gives the cards that the bundles describe, or those with these ids, their numbers."""
        self.module = module
        self.table = with_all_cards(module, bundles)
        self.ids = list(ids or self.table.known)
        self.definitions = [self.table.known[card_id] for card_id in self.ids]
        self.priced = [worth.priced(card) for card in self.definitions]

    def worth_of(self, numbers: Iterable[int], at_least: int = 0) -> float:
        """What the best of some cards, or the mean of all, are worth to an arsenal of them (see `worth`)."""
        worths = worth.each([self.priced[number] for number in numbers], self.table.kinds)
        return WORTH * worth.mean(worths, at_least or len(worths))

    def set_up(self, state: Outer, decks: Sequence[Sequence[Card]], data: Mapping[str, Any], seed: int) -> None:
        """Sets up a position of the inner game by hand. Raises EngineError for what it can't read."""
        game = dealt(self.table, decks)
        state.play = game.position(data, seed)
        if len(state.play.game.cards) != len(game.cards):
            raise EngineError("position.play: names cards that are not in the arsenals")

    def number_options(self, cards: int) -> None:
        """Gives options their numbers, for inner games with at most so many cards."""
        self.play_actions = most_actions(self.table, cards)
        self.second = self.play_actions + len(self.ids)
        self.ready = self.second + len(self.ids)
        self.actions = self.ready + 1

    def describe(self, state: Position, option: int) -> Choice:
        """What an option of the state means."""
        if option < self.play_actions:
            return state.inner.describe(option)
        if option == self.ready:
            return Choice(option, "ready")
        which, number = divmod(option - self.play_actions, len(self.ids))
        return Choice(option, self.kinds[which], self.ids[number])

    def id_of(self, card: int) -> str:
        """The id of a card of the outer game."""
        return self.ids[card]

    def event(self, event: Event, seat: int | None = None) -> dict[str, Any]:
        """An entry of the log as plain data, without what the seat has not seen; of an inner game, as that says it."""
        name, player, card, value = event
        if isinstance(value, InnerEvent):
            return value.game.event((name, player, card, value.value), seat)
        return super().event(event, seat)

    def hides(self, event: Event, seat: int) -> bool:
        """What another picks or exchanges is not seen."""
        return event[1] != seat


class InnerEvent(NamedTuple):
    """What an event of an inner game says, and of which game."""

    game: Setting
    value: Any


def with_all_cards(module: Module, bundles: Sequence[DeckBundle]) -> FutureInvaders:
    """A table whose decks are one of each card that the bundles describe, so that it knows what any of them does."""
    of_each = [{"main": tuple((card_id, 1) for card_id in bundle.cards)} for bundle in bundles]
    decks = [replace(bundle, sections=sections) for bundle, sections in zip(bundles, of_each, strict=True)]
    return FutureInvaders(module, decks)


def dealt(game: FutureInvaders, decks: Sequence[Sequence[Card]]) -> FutureInvaders:
    """The table with these decks. What it says of all its cards stays, since nobody knows which of them are played."""
    other = copy(game)
    other.seat_cards(decks)
    other.lines, other.answered = game.lines, game.answered
    other.actions = most_actions(game, len(other.cards))
    return other


def with_cards(game: Setting, cards: list[Card]) -> Setting:
    """The same table with some cards replaced, for a world in which their numbers mean other cards."""
    other = copy(game)
    other.cards = cards
    return other


def hidden(play: Table, owner: int) -> list[int]:
    """The cards of a seat that nobody else has seen in an inner game."""
    piles = (play.arsenal[owner], play.hand[owner])
    return [card for pile in piles for card in pile if play.label[card] == SHUFFLED and play.game.owner[card] == owner]


def imagine_inner(world: Outer, seat: int, cards: list[Card]) -> None:
    """What a seat can't know of an inner game is drawn anew, where its numbers mean these cards."""
    play = world.inner
    play.game = with_cards(play.game, cards)
    world.play = determinize(play.game, play, seat, roll(world, 1 << 62))
    world.opts = world.play.opts


def most_actions(game: FutureInvaders, cards: int) -> int:
    """Options of the table with decks of so many cards are numbers below this."""
    return CARD + game.lines * cards


def number(state: State) -> int:
    """A random seed, even where the results of the next rolls are fixed."""
    fixed, state.fixed = state.fixed, []
    drawn = roll(state, 1 << 62)
    state.fixed = fixed
    return drawn


def begin(state: Outer, game: FutureInvaders) -> None:
    """Begins an inner game."""
    state.play = game.new(number(state), log=state.log is not None)


def play_on(state: Outer, frame: Frame) -> bool:
    """Game Series: takes what was chosen in the inner game, and asks what that asks, until it is over."""
    play = _ready(state)
    if play.opts:
        if frame[ANSWER] >= 0:
            play.apply(frame[ANSWER])
    elif not play.over:
        run(play)
    if state.log is not None and play.log:
        for name, seat, card, value in play.log:
            state.log.append((name, seat, card, InnerEvent(play.game, value)))
        play.log.clear()
    if play.over:
        return False
    repeat(frame)
    state.who, state.opts, state.sealed = play.who, play.opts, play.sealed
    return True


def leave_play(state: Outer, seat: int) -> None:
    """Takes a seat out of the inner game; `play_on` asks what that asks then."""
    leave(_ready(state), seat)
    state.stack[-1][ANSWER] = -1
    state.opts = []


def _ready(state: Outer) -> Table:
    """The inner game, with the log and the next rolls of the outer one."""
    play = state.inner
    if state.log is not None and play.log is None:
        play.log = []
    play.fixed = state.fixed
    return play
