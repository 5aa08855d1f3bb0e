"""Verbs that games share. They read the effect's arguments in the same way in all games; a game gives the function.

A game registers one with a line: `VERBS["either"] = verbs.either`, `VERBS["mill"] = verbs.so_many(mill)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core import ANSWER, IT, PLAYER, Frame, Instruction, question
from engine.effects.plans import Plan, Verb, unless
from engine.effects.reading import Effect


def so_many(deed: Callable[[Any, int, int], object]) -> Verb:
    """A verb with a number, done by each player that is meant: calls `deed` with a seat and the number."""

    def verb(plan: Plan, effect: Effect) -> list[Instruction]:
        effect.only("who")
        number = effect.number()
        return plan.to_seats(effect, lambda state, _frame, seat: deed(state, seat, number))

    return verb


def to_cards(deed: Callable[[Any, Sequence[int]], object], *names: str) -> Verb:
    """A verb done to the cards that follow it, to all at once; the effect may also have the arguments `names`."""

    def verb(plan: Plan, effect: Effect) -> list[Instruction]:
        effect.only(*names)
        return plan.on(effect, lambda state, _frame, cards: deed(state, cards))

    return verb


def so_much_to(deed: Callable[[Any, Sequence[int], int], object]) -> Verb:
    """A verb with a number, done to the cards after `to`."""

    def verb(plan: Plan, effect: Effect) -> list[Instruction]:
        effect.only("to")
        number = effect.number()
        return plan.on(effect, lambda state, _frame, cards: deed(state, cards, number), "to")

    return verb


def either(plan: Plan, effect: Effect) -> list[Instruction]:
    """The player chooses one of several effects; the option for each is `LINE` + its number."""
    effect.only()
    choices = [plan.steps_of(one) for one in effect.effects()]

    def offer(state: Any, frame: Frame) -> bool:
        return question(state, frame, "either", frame[PLAYER], [plan.LINE + n for n in range(len(choices))])

    def take(_state: Any, frame: Frame) -> None:
        frame[IT] = frame[ANSWER]

    def chosen(option: int) -> Callable[[Any, Frame], bool]:
        return lambda _state, frame: bool(frame[IT] == option)

    found: list[Instruction] = [offer, take]
    for number, done in enumerate(choices):
        found += [unless(chosen(plan.LINE + number), done), *done]
    return found
