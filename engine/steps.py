"""Programs whose steps have names, like the sections of a rulebook: the parts of a turn, from top to bottom.

    TURN = steps(
        "2.1 Draw", draw,
        "2.2 Play", offer_card, play_card,
        "2.3 End", end_turn,
    )

A step is a function of a position and its frame (see `core`). A name stands before the step that it names. Steps run
in order; a step can jump to another by name: `goto(frame, "2.2 Play")`. Often one step asks, and the next does what
was chosen: `ask_once_more` in the second repeats the first, and `skip` in the first leaves out the second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from engine.core import ANSWER, EXTRA, IT, PC, PLAYER, PROGRAM, Frame, Instruction, question


class Steps(tuple[Instruction, ...]):
    """A program, with the number of each step that has a name."""

    names: Mapping[str, int]


def steps(*parts: str | Instruction | Sequence[Instruction]) -> Steps:
    """A program of steps and of the steps of other programs; a text names the step after it.

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
    """Makes the step of that name the next one. Returns False, which a step can return: it does not wait."""
    frame[PC] = frame[PROGRAM].names[name]
    return False


def restart(frame: Frame) -> bool:
    """Makes the first step of the program the next one."""
    frame[PC] = 0
    return False


def finish(frame: Frame) -> bool:
    """Ends the program: no step comes next."""
    frame[PC] = len(frame[PROGRAM])
    return False


def skip(frame: Frame, count: int = 1) -> bool:
    """Leaves out the next `count` steps."""
    frame[PC] += count
    return False


def repeat(frame: Frame) -> bool:
    """Runs this step once more."""
    frame[PC] -= 1
    return False


def ask_once_more(frame: Frame) -> bool:
    """Makes the step before this one, which asked, the next one: it asks again."""
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


def rerun_step(state: Any) -> bool:
    """Runs the step that asks now once more, after hidden cards were dealt again, so that its options may differ.

    Returns whether it asks again; if it doesn't, its answer is in the frame.
    """
    frame = state.stack[-1]
    pc = frame[PC]
    asks: bool = frame[PROGRAM][pc - 1](state, frame)
    frame[PC] = pc
    return asks


def find_options(state: Any) -> None:
    """Finds the options of a seat whose cards were dealt again; at least one, so that the game does not go on."""
    who = state.who
    if not rerun_step(state):
        state.opts = [state.stack[-1][ANSWER]]
    state.who = who


def so_often(offer: Instruction, *then: Callable[[Any, Frame], object]) -> Steps:
    """A program that asks, then does what was chosen, as many times as the number in `frame[IT]`.

    `offer` asks, and may end the program by `finish`. The last step of `then` does it; those before may ask more.
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
    """A program in which a player chooses something `frame[IT]` times, and `deed` is done to each.

    The frame's player chooses, or the seat that `who` returns. `options` are those of the player, numbers from `first`
    on; with none the program is over. `deed` gets the option without `first`.
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
) -> Steps:
    """A window with priority: seats may do something, one after the other in an order, until all have passed.

    `options` are those of a seat, and 0 is the one that passes; a seat without options is not asked. `act` begins what
    a seat has chosen, and may call `again` to ask all of them once more. `passed` is the field of the frame with the
    number of seats that have passed.
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
        if frame[ANSWER] != 0:
            return act(state, frame, state.who)
        frame[passed] += 1
        return ask_once_more(frame)

    return steps(offer, take)


def again(frame: Frame, passed: int = EXTRA) -> bool:
    """Begins a window again, in which nobody has passed yet (see `window`)."""
    frame[passed] = 0
    return ask_once_more(frame)


def one_by_one(
    offer: Callable[[Any, Frame], bool],
    which: Callable[[Any, Frame], int],
    deed: Callable[[Any, Frame, Any], object],
) -> Steps:
    """A program that does something with each item of `frame[EXTRA]`, one after the other.

    `offer` asks which is next, `which` returns the place in `EXTRA` of the one that was chosen.
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
    """Steps in which each of some seats does something once, in an order that is chosen.

    `who` asks which of the seats that are left is next; a seat's option is `base` + seat. `go` begins what it does.
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
