"""Games within a game: a draft ends in an ordinary game, a series is several of them.

The state of the outer game has that of the inner one. While the inner game is played, its decisions and options are
those of the outer game, too, and its events are noted in the outer log, with the game that they are of.
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

WORTH: Final = 10.0  # the weight of the value of an arsenal's mean card


class Outer(State):
    """A position of an outer game: `play` is the position of the inner game, None while there is none."""

    play: Table | None = other_position()

    @property
    def innermost(self) -> State:
        """The position of the inner game, or this one while there is none."""
        return self.play or self

    @property
    def inner(self) -> Table:
        """The position of the inner game. Raises ValueError while there is none."""
        if self.play is None:
            raise ValueError("no game is played yet")
        return self.play


Position = TypeVar("Position", bound=Outer, contravariant=True)


class Nesting(Game[Position]):
    """An outer game, whose inner games are played with the cards of `table`.

    Its own options are cards by their numbers, of the two `kinds`, and one for "ready".
    """

    samples = 1
    kinds: ClassVar[tuple[str, str]]
    table: FutureInvaders
    ids: list[str]  # by a card's number
    definitions: list[Card]  # by a card's number, as the inner games have them
    priced: list[worth.Priced]  # by a card's number, its value
    play_actions: int  # options below this are those of the inner game
    second: int  # where options of the second kind begin
    ready: int

    @property
    def always_ask(self) -> frozenset[int]:
        """The seats that are asked even if all options have the same outcome, also in the inner games."""
        return self.table.always_ask

    @always_ask.setter
    def always_ask(self, seats: frozenset[int]) -> None:
        self.table.always_ask = seats

    def lay_table(self, module: Module, bundles: Sequence[DeckBundle], ids: Sequence[str] = ()) -> None:
        """Makes the table, and numbers the cards that the bundles describe, or only those with these ids."""
        self.module = module
        self.table = with_all_cards(module, bundles)
        self.ids = list(ids or self.table.known)
        self.definitions = [self.table.known[card_id] for card_id in self.ids]
        self.priced = [worth.priced(card) for card in self.definitions]

    def worth_of(self, numbers: Iterable[int], at_least: int = 0) -> float:
        """The mean value of the best `at_least` of these cards in an arsenal of them (see `worth`)."""
        worths = worth.each([self.priced[number] for number in numbers], self.table.kinds)
        return WORTH * worth.mean(worths, at_least or len(worths))

    def set_up(self, state: Outer, decks: Sequence[Sequence[Card]], data: Mapping[str, Any], seed: int) -> None:
        """Sets up a position of the inner game by hand. Raises EngineError for what it can't read."""
        game = dealt(self.table, decks)
        state.play = game.position(data, seed)
        if len(state.play.game.cards) != len(game.cards):
            raise EngineError("position.play: names cards that are not in the arsenals")

    def number_options(self, cards: int) -> None:
        """Numbers the options, for inner games with at most this number of cards."""
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
        """An entry of the log as plain data, without what the seat has not seen; one of an inner game by that game."""
        name, player, card, value = event
        if isinstance(value, InnerEvent):
            return value.game.event((name, player, card, value.value), seat)
        return super().event(event, seat)

    def hides(self, event: Event, seat: int) -> bool:
        """Whether the event is a card that another seat picks or exchanges."""
        return event[1] != seat


class InnerEvent(NamedTuple):
    """The values of an event of an inner game, and the game."""

    game: Setting
    value: Any


def with_all_cards(module: Module, bundles: Sequence[DeckBundle]) -> FutureInvaders:
    """A table whose decks are one of each card that the bundles describe, so that it has the programs of all."""
    of_each = [{"main": tuple((card_id, 1) for card_id in bundle.cards)} for bundle in bundles]
    decks = [replace(bundle, sections=sections) for bundle, sections in zip(bundles, of_each, strict=True)]
    return FutureInvaders(module, decks)


def dealt(game: FutureInvaders, decks: Sequence[Sequence[Card]]) -> FutureInvaders:
    """The table with these decks. Its values about all cards stay, since nobody knows which cards are in the decks."""
    other = copy(game)
    other.seat_cards(decks)
    other.lines, other.answered = game.lines, game.answered
    other.actions = most_actions(game, len(other.cards))
    return other


def with_cards(game: Setting, cards: list[Card]) -> Setting:
    """The same table with other cards by instance, for a world in which hidden instances are other cards."""
    other = copy(game)
    other.cards = cards
    return other


def hidden(play: Table, owner: int) -> list[int]:
    """The cards of a seat that nobody else has seen in an inner game."""
    piles = (play.arsenal[owner], play.hand[owner])
    return [card for pile in piles for card in pile if play.label[card] == SHUFFLED and play.game.owner[card] == owner]


def imagine_inner(world: Outer, seat: int, cards: list[Card]) -> None:
    """Makes what a seat can't know of an inner game random, with these cards by instance."""
    play = world.inner
    play.game = with_cards(play.game, cards)
    world.play = determinize(play.game, play, seat, roll(world, 1 << 62))
    world.opts = world.play.opts


def most_actions(game: FutureInvaders, cards: int) -> int:
    """Options of the table, with decks of this number of cards, are below the result."""
    return CARD + game.lines * cards


def number(state: State) -> int:
    """A random seed, also if the results of the next rolls are fixed."""
    fixed, state.fixed = state.fixed, []
    drawn = roll(state, 1 << 62)
    state.fixed = fixed
    return drawn


def begin(state: Outer, game: FutureInvaders) -> None:
    """Begins an inner game."""
    state.play = game.new(number(state), log=state.log is not None)


def play_on(state: Outer, frame: Frame) -> bool:
    """Game Series: applies the chosen option in the inner game, and asks its next question, until it is over."""
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
    """Takes a seat out of the inner game; then `play_on` asks its next question."""
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
