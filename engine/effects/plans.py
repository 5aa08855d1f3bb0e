"""Compiles abilities to programs: selectors, choices, optional effects and conditions.

Each game has its own subclass of `Plan`, with the way to find its cards, and its verbs. When a deck is loaded, each
line of a card gets one plan.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.core import ANSWER, IT, PLAYER, SOURCE, Frame, Instruction, question
from engine.effects.reading import Condition, Effect, Selector
from engine.faults import EngineError
from engine.steps import ask_once_more, skip

Found = Callable[[Any, int, int], list[int]]  # of a position, a seat and the source card: the cards that are meant
Need = Callable[[Any, int, int], bool]  # of a position, a seat and the source card: whether something is possible
Deed = Callable[[Any, Frame, list[int]], object]  # does something to cards
Seats = Callable[[Any, Frame], list[int]]
Verb = Callable[[Any, Effect], list[Instruction]]  # of a plan and an effect: its steps


class Verbs(dict[str, Verb]):
    """The functions of verbs, by the verbs' names."""

    def __call__(self, name: str) -> Callable[[Verb], Verb]:
        """A decorator that registers a function for a verb."""

        def registered(function: Verb) -> Verb:
            self[name] = function
            return function

        return registered


class Plan:
    """Compiles one line of a card to a program. Each game has a subclass, with the methods that raise
    NotImplementedError here.

    `NO` and `YES` are the options of optional effects. The option for a card is `CARD` + its instance, for one of
    several effects `LINE` + its number. `CHOSEN` is the field of a frame with the cards that were chosen so far.
    `others` are verbs that the game plays without steps, such as standing effects.
    """

    verbs: ClassVar[Mapping[str, Verb]] = {}
    others: ClassVar[Collection[str]] = ()
    NO: ClassVar[int] = 0
    YES: ClassVar[int] = 1
    CARD: ClassVar[int] = 0
    LINE: ClassVar[int] = 0
    CHOSEN: ClassVar[int] = 8

    def __init__(self, where: str) -> None:
        self.where = where

    # What a game defines.

    def found(self, effect: Effect, meant: Selector, place: str) -> Found:
        """Returns a function that finds the cards that are meant in a place; "" is the usual place."""
        raise NotImplementedError

    def is_there(self, state: Any, card: int) -> bool:
        """Whether a card lies where effects can affect it."""
        raise NotImplementedError

    def holds(self, condition: Condition) -> Callable[[Any, Frame], bool]:
        """Whether a condition holds."""
        raise condition.wrong()

    def seats(self, effect: Effect) -> Seats:
        """The seats that an effect is about."""
        raise NotImplementedError

    def options(self, state: Any, cards: Sequence[int]) -> list[int]:
        """The options for cards that may be chosen."""
        return [self.CARD + card for card in cards]

    # What is the same in all games.

    def program(self, effects: Sequence[Effect]) -> list[Instruction]:
        """The steps of effects, in this order."""
        return [step for effect in effects for step in self.steps_of(effect)]

    def steps_of(self, effect: Effect) -> list[Instruction]:
        """The steps of an effect, with the question if it is optional, and its condition."""
        done = self.done(effect)
        if effect.may and done:
            done = [*self.asking(done), *done]
        if effect.condition is not None:
            done = [unless(self.holds(effect.condition), done), *done]
        return done

    def done(self, effect: Effect) -> list[Instruction]:
        """The steps of an effect's verb."""
        verb = self.verbs.get(effect.op)
        if verb is None:
            raise self.unknown(effect)
        return verb(self, effect)

    def unknown(self, effect: Effect, how: str = " here") -> EngineError:
        """The error for a verb that the game doesn't have, or that it can't play here (`how`)."""
        known = sorted({*self.verbs, *self.others})
        message = f"{effect.facts.where}: the engine doesn't know the verb {effect.op}"
        if effect.op in known:
            return EngineError(message + how)
        return EngineError(message, f"it knows {', '.join(known)} in this game")

    def accepting(self, needs: Sequence[Need] = ()) -> Instruction:
        """Asks whether to do something; without a question the answer is no if one of its `needs` is not met."""

        def offer(state: Any, frame: Frame) -> bool:
            if all(need(state, frame[PLAYER], frame[SOURCE]) for need in needs):
                return question(state, frame, "may", frame[PLAYER], [self.NO, self.YES])
            frame[ANSWER] = self.NO
            return False

        return offer

    def asking(self, done: Sequence[Instruction], needs: Sequence[Need] = ()) -> list[Instruction]:
        """Asks whether to do the steps `done`, and leaves them out if not."""
        return [self.accepting(needs), unless(lambda _state, frame: frame[ANSWER] != self.NO, done)]

    def to_seats(self, effect: Effect, deed: Callable[[Any, Frame, int], object]) -> list[Instruction]:
        """Does something to each of the seats that are meant."""
        seats = self.seats(effect)

        def do(state: Any, frame: Frame) -> None:
            for seat in seats(state, frame):
                deed(state, frame, seat)

        return [do]

    def on(
        self, effect: Effect, deed: Deed, name: str = "main", place: str = "", about: str = "target"
    ) -> list[Instruction]:
        """Does something to the cards that are meant, to all at once."""
        meant = effect.selector(name)
        if meant.ref:
            return [self.to_one(self.field_of(meant), deed)]
        found = self.found(effect, meant, place)
        if meant.take == "each":

            def to_each(state: Any, frame: Frame) -> None:
                if each := found(state, frame[PLAYER], frame[SOURCE]):
                    deed(state, frame, each)

            return [to_each]
        return self.to_chosen(found, deed, meant, about)

    def field_of(self, meant: Selector) -> int:
        """The field of a frame that holds the one card that is meant."""
        if meant.ref not in ("this", "it"):
            raise meant.wrong()
        return SOURCE if meant.ref == "this" else IT

    def to_one(self, field: int, deed: Deed) -> Instruction:
        """Does something to the card in a field of the frame, if it is still there."""

        def do(state: Any, frame: Frame) -> None:
            card = frame[field]
            if card >= 0 and self.is_there(state, card):
                deed(state, frame, [card])

        return do

    def to_chosen(self, found: Found, deed: Deed, meant: Selector, about: str) -> list[Instruction]:
        """Does something to cards that the player chooses when it is done."""
        if meant.take == "up-to":
            return self.up_to(meant.most, found, deed, about)

        def options(state: Any, frame: Frame) -> list[int]:
            return self.options(state, found(state, frame[PLAYER], frame[SOURCE]))

        return [*self.choose(options, about), self.to_one(IT, deed)]

    def choose(self, options: Callable[[Any, Frame], list[int]], about: str = "target") -> list[Instruction]:
        """Asks for one of the options for cards; `it` is then that card, or -1 if there is none."""

        def offer(state: Any, frame: Frame) -> bool:
            found = options(state, frame)
            if found:
                return question(state, frame, about, frame[PLAYER], found)
            frame[IT] = -1
            return skip(frame)

        def take(_state: Any, frame: Frame) -> None:
            frame[IT] = frame[ANSWER] - self.CARD

        return [offer, take]

    def up_to(self, most: int, found: Found, deed: Deed, about: str) -> list[Instruction]:
        """Asks for up to `most` cards one after the other, and does something to those that are still there."""
        chosen = self.CHOSEN

        def offer(state: Any, frame: Frame) -> bool:
            before = frame[chosen]
            left = [card for card in found(state, frame[PLAYER], frame[SOURCE]) if card not in before]
            if len(before) == most or not left:
                return skip(frame)
            return question(state, frame, about, frame[PLAYER], [self.NO, *self.options(state, left)])

        def take(_state: Any, frame: Frame) -> bool:
            if frame[ANSWER] == self.NO:
                return False
            frame[chosen] = (*frame[chosen], frame[ANSWER] - self.CARD)
            return ask_once_more(frame)

        def do(state: Any, frame: Frame) -> None:
            if there := [card for card in frame[chosen] if self.is_there(state, card)]:
                deed(state, frame, there)
            frame[chosen] = ()

        return [offer, take, do]

    def times(self, effect: Effect, name: str = "for-each", place: str = "") -> Found | None:
        """Finds the cards for each of which the effect is done once; None if it is done once in all."""
        if effect.get(name) is None:
            return None
        return self.found(effect, effect.selector(name), place)


def unless(holds: Callable[[Any, Frame], bool], done: Sequence[Instruction]) -> Instruction:
    """A step that leaves out the steps `done` after it if a condition doesn't hold."""
    count = len(done)

    def check(state: Any, frame: Frame) -> bool:
        return False if holds(state, frame) else skip(frame, count)

    return check
