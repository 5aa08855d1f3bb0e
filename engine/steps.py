"""Programs whose steps have names, as the sections of a rulebook have: what a turn is made of, from top to bottom.

    TURN = steps(
        "2.1 Draw", draw,
        "2.2 Play", offer_card, play_card,
        "2.3 End", end_turn,
    )

A step is a function of a position and its frame (see `core`), and a name stands before the step that it names. Steps
follow one another; one that wants another next says so by name: `goto(frame, "2.2 Play")`. Two steps that ask and do
what was answered go round with `ask_once_more`, and the second is left out with `skip`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from engine.core import ANSWER, EXTRA, IT, PC, PLAYER, PROGRAM, Frame, Instruction, question


class Steps(tuple[Instruction, ...]):
    """A program, with the number of each step that has a name."""

    names: Mapping[str, int]


def steps(*parts: str | Instruction | Sequence[Instruction]) -> Steps:
    """The program of these steps, and of the steps of these programs; a text names the step after it.

    Raises ValueError for a name that occurs twice, or at the end.
    """
    found: list[Instruction] = []
    names: dict[str, int] = {}
    for part in parts:
        if isinstance(part, str):
            if part in names:
                raise ValueError(f'two steps are called "{part}"')
            names[part] = len(found)
        elif callable(part):
            found.append(part)
        else:
            found.extend(part)
    if any(number == len(found) for number in names.values()):
        raise ValueError("there is no step after the last name")
    program = Steps(found)
    program.names = names
    return program


def goto(frame: Frame, name: str) -> bool:
    """The step of that name comes next. Returns False, for a step to return: it waits for nobody."""
    frame[PC] = frame[PROGRAM].names[name]
    return False


def restart(frame: Frame) -> bool:
    """The first step of the program comes next."""
    frame[PC] = 0
    return False


def finish(frame: Frame) -> bool:
    """No step comes next: the program is over."""
    frame[PC] = len(frame[PROGRAM])
    return False


def skip(frame: Frame, count: int = 1) -> bool:
    """The next step, or so many, are left out."""
    frame[PC] += count
    return False


def repeat(frame: Frame) -> bool:
    """The step that is under way comes once more."""
    frame[PC] -= 1
    return False


def ask_once_more(frame: Frame) -> bool:
    """The step before this one comes next: it asked, and asks again."""
    frame[PC] -= 2
    return False


def comes_next(frame: Frame, name: str) -> bool:
    """Whether the step of that name is the next one."""
    number: int = frame[PROGRAM].names[name]
    return bool(frame[PC] == number)


def is_over(frame: Frame) -> bool:
    """Whether no step comes next."""
    return bool(frame[PC] == len(frame[PROGRAM]))


def is_before(frame: Frame, name: str) -> bool:
    """Whether the step of that name is still to come in this round of the program."""
    number: int = frame[PROGRAM].names[name]
    return bool(frame[PC] <= number)


def next_step(frame: Frame) -> Instruction:
    """The step that comes next."""
    step: Instruction = frame[PROGRAM][frame[PC]]
    return step


def asked_anew(state: Any) -> bool:
    """Runs the step that asks now once more, in a world where what it looks at may differ.

    Returns whether it asks again; where it doesn't, its answer is in the frame.
    """
    frame = state.stack[-1]
    pc = frame[PC]
    asks: bool = frame[PROGRAM][pc - 1](state, frame)
    frame[PC] = pc
    return asks


def ask_anew(state: Any) -> None:
    """Finds the options of a seat whose cards were dealt anew; at least one, so that the world stays where it is."""
    who = state.who
    if not asked_anew(state):
        state.opts = [state.stack[-1][ANSWER]]
    state.who = who


def so_often(offer: Instruction, *then: Callable[[Any, Frame], object]) -> Steps:
    """A program that asks and does what was answered, as many times as its frame says in `IT`.

    `offer` may end it before that, by `finish`; between it and the last step others may ask more.
    """
    *between, take = then

    def asking(state: Any, frame: Frame) -> bool | None:
        return finish(frame) if frame[IT] <= 0 else offer(state, frame)

    def taking(state: Any, frame: Frame) -> None:
        frame[IT] -= 1
        skip(frame, -1 - len(then))
        take(state, frame)

    return steps("Ask", asking, *cast("list[Instruction]", between), "Do it", taking)


def choosing(
    options: Callable[[Any, int], list[int]],
    about: str,
    deed: Callable[[Any, int, int], object],
    first: int = 0,
    who: Callable[[Any], int] | None = None,
) -> Steps:
    """A program that does something to so many things (see `so_often`), which its player chooses, or whom `who` says.

    `options` are those of a seat, numbers from `first` on; once there are none it is over. `deed` is done by the seat.
    """

    def offer(state: Any, frame: Frame) -> bool:
        found = options(state, frame[PLAYER])
        return question(state, frame, about, who(state) if who else frame[PLAYER], found) if found else finish(frame)

    return so_often(offer, lambda state, frame: deed(state, frame[PLAYER], frame[ANSWER] - first))


def window(
    about: str,
    order: Callable[[Any, Frame], Sequence[int]],
    options: Callable[[Any, Frame, int], list[int]],
    act: Callable[[Any, Frame, int], bool | None],
    passed: int = EXTRA,
    decline: int = 0,
) -> Steps:
    """A window with priority: seats in an order may do something, one after the other, until all have passed.

    `options` are those of a seat, of which `decline` passes; a seat without any is not asked. `act` begins what a seat
    has chosen, and says what comes next: `again` asks all of them once more. The frame has in `passed` how many are
    through.
    """

    def offer(state: Any, frame: Frame) -> bool:
        seats = order(state, frame)
        for n in range(frame[passed], len(seats)):
            if found := options(state, frame, seats[n]):
                frame[passed] = n
                return question(state, frame, about, seats[n], found)
        frame[passed] = 0
        frame[PC] += 1  # what `skip` does, without a call: most windows end here
        return False

    def take(state: Any, frame: Frame) -> bool | None:
        if frame[ANSWER] != decline:
            return act(state, frame, state.who)
        frame[passed] += 1
        return ask_once_more(frame)

    return steps(offer, take)


def again(frame: Frame, passed: int = EXTRA) -> bool:
    """Nobody has passed yet: a window begins anew (see `window`)."""
    frame[passed] = 0
    return ask_once_more(frame)


def one_by_one(
    offer: Callable[[Any, Frame], bool],
    which: Callable[[Any, Frame], int],
    deed: Callable[[Any, Frame, Any], object],
) -> Steps:
    """A program that does something with all that its frame has in `EXTRA`, one after the other.

    `offer` asks which is next, `which` is the place in `EXTRA` of the one that was chosen.
    """

    def ask_which(state: Any, frame: Frame) -> bool:
        return offer(state, frame) if frame[EXTRA] else skip(frame)

    def take(state: Any, frame: Frame) -> None:
        left, at = frame[EXTRA], which(state, frame)
        frame[EXTRA] = left[:at] + left[at + 1 :]
        if frame[EXTRA]:
            ask_once_more(frame)
        deed(state, frame, left[at])

    return steps(ask_which, take)


def each_seat(
    seats: Callable[[Any, Frame], Sequence[int]],
    who: Callable[[Any, Frame, list[int]], bool],
    go: Callable[[Any, Frame, int], object],
    base: int,
) -> Steps:
    """Steps that let each of some seats do something once, in an order that they choose.

    `who` asks which of those that are left is next, whose option is `base` and the seat; `go` begins what it does.
    """

    def gather(state: Any, frame: Frame) -> None:
        frame[EXTRA] = tuple(seats(state, frame))

    return steps(
        gather,
        one_by_one(
            lambda state, frame: who(state, frame, [base + seat for seat in frame[EXTRA]]),
            lambda _state, frame: frame[EXTRA].index(frame[ANSWER] - base),
            go,
        ),
    )
