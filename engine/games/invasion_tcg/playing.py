"""How cards and effects are played: what may be played when, the stack of responses, and the moments for spells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core import ANSWER, EXTRA, IT, PC, PLAYER, SOURCE, SUBJECT, Frame, Instruction, Program, push, tell
from engine.games.invasion_tcg.cards import OPEN, Line
from engine.games.invasion_tcg.effects import act, finish
from engine.games.invasion_tcg.state import (
    MOST_SERIAL,
    PASS,
    PLAY,
    Table,
    arrive,
    ask_for,
    count_play,
    in_play,
    lies_in_play,
    marked,
    may_play,
    of_hand,
    still,
    to_graveyard,
    unused,
)

NO_TARGET: Final = -1


# What may be played or used.


def playable(state: Table, seat: int, moment: int) -> list[int]:
    """The cards of a hand that may be played at such a moment, as options; one for all copies of a card."""
    hand = state.hand[seat]
    if not hand or not may_play(state, seat):
        return []
    game = state.game
    cards, which = game.cards, game.which
    found: list[int] = []
    seen = 0
    for card in hand:
        proto = cards[card]
        if not proto.moments & moment:
            continue
        bit = 1 << which[card]
        if seen & bit:
            continue
        seen |= bit
        for need in proto.needs:
            if not need(state, seat, card):
                break
        else:
            found.append(PLAY + card)
    return found


def usable(state: Table, seat: int, moment: int) -> list[int]:
    """The effects of cards in play that may be used at such a moment, as options."""
    game = state.game
    own = seat == state.active
    cards = game.cards
    found: list[int] = []
    seen = set()
    for card in in_play(state, seat):
        if not cards[card].uses:
            continue
        for index, line in enumerate(cards[card].uses):
            if line.moments & moment and line.own_turn == own and unused(state, card, line):
                key = (game.which[card], index)
                if key not in seen and all(need(state, seat, card) for need in line.needs):
                    seen.add(key)
                    found.append(game.use + index * game.count + card)
    found.sort()
    return found


def answers(state: Table, seat: int, moment: int) -> list[int]:
    """All that a player may play or use at such a moment."""
    found = playable(state, seat, moment)
    game = state.game
    if (game.own_uses if seat == state.active else game.other_uses)[seat] & moment:
        found += usable(state, seat, moment)
    return found


def start(state: Table, option: int, seat: int, it: int = -1) -> None:
    """Begins to play a card or to use an effect; `it` is the card that it responds to."""
    game = state.game
    if option < game.use:
        card = of_hand(state, seat, option - PLAY)
        push(state, game.cards[card].program, card, seat, it, 1)
    else:
        index, card = divmod(option - game.use, game.count)
        push(state, game.cards[card].uses[index].program, card, seat, -1, marked(state, card))


# Instructions of a card that is played.


def announcing(slots: int) -> Instruction:
    """Shows a card, puts it on the stack and counts it; also one that will be cancelled has been played (2.4)."""

    def announce(state: Table, frame: Frame) -> bool:
        card, seat = frame[SOURCE], frame[PLAYER]
        if not act(state):
            return False
        hand = state.hand[seat]
        if card in hand:
            hand.remove(card)
            place = "hand"
        else:
            state.graveyard[seat].remove(card)
            place = "graveyard"
        state.pile.append(card)
        frame[EXTRA] = (NO_TARGET,) * slots
        if frame[SUBJECT]:
            count_play(state, seat)
            tell(state, "plays", seat, card, (place, True))
        else:
            tell(state, "plays", seat, card, (place, False))
        return False

    return announce


def responding(moment: int) -> tuple[Instruction, Instruction]:
    """The opponent may respond with a spell or an effect, to which the author may respond, and so on (2.6, 2.8)."""

    def offer(state: Table, frame: Frame) -> bool:
        other = 1 - frame[PLAYER]
        return ask_for(state, frame, other, [PASS, *answers(state, other, moment)], "respond")

    def take(state: Table, frame: Frame) -> bool:
        if frame[ANSWER] != PASS:
            start(state, frame[ANSWER], 1 - frame[PLAYER], frame[SOURCE])
        return False

    return offer, take


def resolving(check: Callable[[Table, Frame], bool]) -> Instruction:
    """A spell resolves, unless it was cancelled, or a target is gone (2.10)."""

    def resolve(state: Table, frame: Frame) -> bool:
        card = frame[SOURCE]
        if card not in state.pile:
            return finish(frame)
        if not check(state, frame):
            tell(state, "fails", frame[PLAYER], card)
            _leave_stack(state, card)
            return finish(frame)
        tell(state, "resolves", frame[PLAYER], card)
        return False

    return resolve


def _leave_stack(state: Table, card: int) -> None:
    state.pile.remove(card)
    to_graveyard(state, card)


def resolved(state: Table, frame: Frame) -> bool:
    """A spell that was done goes to the graveyard."""
    _leave_stack(state, frame[SOURCE])
    return False


def entering(state: Table, frame: Frame) -> bool:
    """A creature or battlefield that was not cancelled arrives; what it does when played waits for the stack (2.9)."""
    card = frame[SOURCE]
    if card in state.pile:
        state.pile.remove(card)
        arrive(state, card, played=True)
        if state.game.cards[card].arrival:
            state.queue.append(marked(state, card))
    return False


# Instructions of an effect of a card in play.


def beginning(line: Line, slots: int) -> Instruction:
    """Ends an effect that can't happen: it has happened, or nothing of what it may do is possible."""

    def begin(state: Table, frame: Frame) -> bool:
        card = frame[SOURCE]
        if not act(state):
            return False
        if not unused(state, card, line):
            return finish(frame)
        if line.may and not all(need(state, frame[PLAYER], card) for need in line.needs):
            return finish(frame)
        frame[EXTRA] = (NO_TARGET,) * slots
        return False

    return begin


def preparing(slots: int) -> Instruction:
    """Makes room for the targets of what happens in place of something else."""

    def prepare(_state: Table, frame: Frame) -> bool:
        frame[EXTRA] = (NO_TARGET,) * slots
        return False

    return prepare


def ending_if_declined(slot: int) -> Instruction:
    """Ends an effect whose one target was not chosen."""

    def check(_state: Table, frame: Frame) -> bool:
        return finish(frame) if frame[EXTRA][slot] == NO_TARGET else False

    return check


def happening(word: str) -> Instruction:
    """The effect happens: it is marked as used and noted."""

    def happen(state: Table, frame: Frame) -> bool:
        card = frame[SOURCE]
        state.used[card] += 1
        tell(state, word, frame[PLAYER], card)
        return False

    return happen


def still_there(check: Callable[[Table, Frame], bool]) -> Instruction:
    """An effect is done where its card, the frame's subject, and its targets are still there (2.8, 2.10)."""

    def resolve(state: Table, frame: Frame) -> bool:
        if still(state, frame[SUBJECT]) < 0 or not check(state, frame):
            tell(state, "fails", frame[PLAYER], frame[SOURCE])
            return finish(frame)
        return False

    return resolve


# Moments in which both may start, and what waits for the stack.


def settle(state: Table, frame: Frame) -> bool:
    """Begins the next effect of a creature that was played, after which the instruction is run again; else false."""
    while state.queue:
        mark = state.queue.pop(0)
        card = mark % MOST_SERIAL
        if lies_in_play(state, card) and still(state, mark) >= 0:
            frame[PC] -= 1
            for line in reversed(state.game.cards[card].arrival):
                push(state, line.program, card, state.game.owner[card], -1, mark)
            return True
    return False


def _offer_moment(state: Table, frame: Frame) -> bool:
    if settle(state, frame):
        return False
    seat = frame[IT]
    return ask_for(state, frame, seat, [PASS, *answers(state, seat, frame[SUBJECT])], "moment")


def _take_moment(state: Table, frame: Frame) -> bool:
    """Whoever passes lets the other start; it closes when both have passed in a row."""
    if frame[ANSWER] == PASS:
        frame[EXTRA] += 1
        if frame[EXTRA] < 2:
            frame[IT] = 1 - frame[IT]
            frame[PC] = 0
        return False
    frame[PC] = 0
    frame[EXTRA] = 0
    seat, frame[IT] = frame[IT], frame[PLAYER]
    start(state, frame[ANSWER], seat)
    return False


MOMENT: Final[Program] = (_offer_moment, _take_moment)


def open_moment(state: Table, moment: int) -> None:
    """Both may play spells, the player whose turn it is first."""
    push(state, MOMENT, -1, state.active, state.active, moment, 0)


__all__ = ["MOMENT", "OPEN", "answers", "open_moment", "playable", "settle", "start", "usable"]
