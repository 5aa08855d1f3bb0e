"""Targets and other choices of an effect: when they are made, and whether what was chosen is still there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core import ANSWER, EXTRA, PLAYER, SOURCE, SUBJECT, Frame, Instruction, tell
from engine.games.invasion_tcg.moves import ask_for, distinct_anywhere, lies_in_play, marked, still
from engine.games.invasion_tcg.table import ACCEPT, DECLINE, MOST_SERIAL, Condition, Finder, Need, Table
from engine.steps import finish, skip

NONE: Final = -1  # a target that was not chosen, or that there was none for
GRAVEYARD: Final = 1 << 40  # marks a target that lies in a graveyard


class Plan:
    """What a program is made of while a line of a card is compiled."""

    def __init__(self, where: str, *, from_hand: bool = False) -> None:
        self.where = where
        self.from_hand = from_hand  # its card is in the hand when it is asked what is possible
        self.opening: list[Instruction] = []
        self.needs: list[Need] = []
        self.slots = 0
        self.declared: list[int] = []  # the slots that are chosen in the opening
        self.drawn = 0  # cards that were drawn by the effects before
        self.first = True
        self.optional = False
        self.returns_it = False  # the next effect returns the card that this one cancels

    def target(
        self, finder: Finder, purpose: str, *, most: int = 1, up_to: bool = False
    ) -> tuple[list[int], list[Instruction]]:
        """Slots for cards that the player chooses: in the opening, or by the instructions that are returned.

        What a player may do after something else is chosen when it is reached; all else when the card is declared.
        """
        optional = self.optional or up_to
        inline = self.optional and not self.first
        slots = list(range(self.slots, self.slots + most))
        self.slots += most
        instructions: list[Instruction] = []
        for slot in slots:
            instructions += _chooser(finder, slot, slots[0], purpose, optional=optional)
        if not optional or (self.optional and self.first):
            self.needs.append(lambda state, seat, source: bool(finder(state, seat, source)))
        if inline:
            return slots, instructions
        self.opening += instructions
        self.declared += slots
        return slots, []


def _chooser(finder: Finder, slot: int, start: int, purpose: str, *, optional: bool) -> tuple[Instruction, Instruction]:
    """Asks for a target of a slot, other than those of the slots from `start` on, and keeps it."""

    def offer(state: Table, frame: Frame) -> bool:
        chosen = frame[EXTRA][start:slot]
        found = [card for card in finder(state, frame[PLAYER], frame[SOURCE]) if _mark(state, card) not in chosen]
        if not found or (slot > start and chosen[-1] == NONE):
            frame[ANSWER] = DECLINE
            return False
        pick = state.game.pick
        options = [pick + card for card in distinct_anywhere(state, found)]
        if optional:
            options.insert(0, DECLINE)
        return ask_for(state, frame, frame[PLAYER], options, purpose)

    def take(state: Table, frame: Frame) -> bool:
        target = NONE
        if frame[ANSWER] != DECLINE:
            card = frame[ANSWER] - state.game.pick
            target = _mark(state, card)
            tell(state, "target", frame[PLAYER], card)
        targets = frame[EXTRA]
        frame[EXTRA] = (*targets[:slot], target, *targets[slot + 1 :])
        return False

    return offer, take


def _mark(state: Table, card: int) -> int:
    mark = marked(state, card)
    return mark if lies_in_play(state, card) else mark + GRAVEYARD


def target_of(state: Table, frame: Frame, slot: int) -> int:
    """The card of a slot where it still is what it was, or -1."""
    target: int = frame[EXTRA][slot]
    if target == NONE:
        return -1
    if target < GRAVEYARD:
        return still(state, target)
    card = target % MOST_SERIAL
    return card if card in state.graveyard[state.game.owner[card]] else -1


def all_there(slots: list[int]) -> Callable[[Table, Frame], bool]:
    """Whether every target that was chosen is still what it was (2.10)."""

    def check(state: Table, frame: Frame) -> bool:
        targets = frame[EXTRA]
        return all(targets[slot] == NONE or target_of(state, frame, slot) >= 0 for slot in slots)

    return check


def accepting(needs: list[Need]) -> tuple[Instruction, Instruction]:
    """Asks whether to do something; ends the program where not, or where it is not possible."""

    def offer(state: Table, frame: Frame) -> bool:
        if not all(need(state, frame[PLAYER], frame[SOURCE]) for need in needs):
            frame[ANSWER] = DECLINE
            return False
        return ask_for(state, frame, frame[PLAYER], [DECLINE, ACCEPT], "may")

    def take(_state: Table, frame: Frame) -> bool:
        return finish(frame) if frame[ANSWER] == DECLINE else False

    return offer, take


def skip_unless(condition: Condition, length: int) -> Instruction:
    """Leaves out the instructions that follow where a condition doesn't hold."""

    def check(state: Table, frame: Frame) -> bool:
        if not condition(state, frame[PLAYER], frame[SUBJECT]):
            return skip(frame, length)
        return False

    return check


def skip_if_declined(needs: list[Need], length: int) -> tuple[Instruction, Instruction]:
    """Asks whether to do what follows, and leaves it out where not."""
    offer, _ = accepting(needs)

    def take(_state: Table, frame: Frame) -> bool:
        if frame[ANSWER] == DECLINE:
            return skip(frame, length)
        return False

    return offer, take
