"""What all games are played with: frames, decisions and randomness. No rule of any game lives here.

Whatever takes time in a game is a frame on the state's stack: the turn, an attack, an effect of a card. A frame runs a
program, which is a tuple of instructions; an instruction is a function of the state and its frame that returns true
where it waits for an answer. Nothing else can be interrupted, so a state is plain lists and integers: it copies in
microseconds, and what happens next is data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.modules import Choice, Game

Frame = list[Any]
Instruction = Callable[[Any, Frame], bool]
Program = tuple[Instruction, ...]
Event = tuple[str, int, int, Any]  # its name, the seat that it concerns, a card instance (or -1), and what else it says

# Events of all games: a seat gives up; the game meets a limit of the engine (`limit`: which, `most`: how many).
CONCEDE: Final = "concede"
LIMIT: Final = "limit"

# The fields of a frame.
PROGRAM: Final = 0
PC: Final = 1  # the next instruction
SOURCE: Final = 2  # the card instance that asks or acts, -1 for none
PLAYER: Final = 3  # the seat that controls it
IT: Final = 4  # what the effect before was about
ANSWER: Final = 5  # the option that was chosen last, or what an instruction leaves for the next
SUBJECT: Final = 6  # what the event is about that the frame belongs to
EXTRA: Final = 7

_MASK: Final = (1 << 64) - 1


class State:
    """A position of a game: whose decision it is, between which options, and all that led there.

    Seats are numbered from 0 in turn order. Games add their own slots and say in `clone` how they are copied.
    """

    __slots__ = ("conceded", "decisions", "fixed", "game", "log", "opts", "over", "rng", "sealed", "stack", "who")

    game: Game
    rng: int  # the whole random generator
    fixed: list[int]  # results of the next rolls, for positions that are set up by hand
    stack: list[Frame]
    who: int  # the seat that decides
    opts: list[int]  # what it may choose; empty once the game is over
    sealed: bool  # the decision is made at the same time as those of others, who don't see it
    over: bool
    conceded: int  # a bit for each seat that has left the game by conceding
    decisions: int
    log: list[Event] | None  # what has happened, where somebody wants to know

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = seed & _MASK
        self.fixed = []
        self.stack = []
        self.who = 0
        self.opts = []
        self.sealed = False
        self.over = False
        self.conceded = 0
        self.decisions = 0
        self.log = None

    def clone(self) -> State:
        """A copy that can be played on without touching this state; it keeps no log."""
        raise NotImplementedError

    def copied_to(self, other: State) -> None:
        """Gives `other`, made by `clone`, what every state has."""
        other.game = self.game
        other.rng = self.rng
        other.fixed = self.fixed[:]
        other.stack = [frame[:] for frame in self.stack]
        other.who = self.who
        other.opts = self.opts
        other.sealed = self.sealed
        other.over = self.over
        other.conceded = self.conceded
        other.decisions = self.decisions
        other.log = None

    @property
    def options(self) -> Sequence[int]:
        """The options of the seat whose decision it is (`who`); none once the game is over."""
        return self.opts

    @property
    def result(self) -> tuple[float, ...] | None:
        """What each seat has reached, from 0 (lost) to 1 (won), or None while the game goes on."""
        if not self.over:
            return None
        return _without_conceded(self) if self.conceded else self.game.result(self)

    @property
    def remaining(self) -> Sequence[int]:
        """The seats that may concede: those that are still in the game; none once it is over."""
        return [] if self.over else self.game.remaining(self)

    def apply(self, option: int) -> None:
        """Takes one of the options and plays on to the next decision.

        Raises ValueError for what is not an option now.
        """
        if option not in self.opts:
            raise ValueError(f"{option} is not an option now: {', '.join(map(str, self.opts)) or 'the game is over'}")
        self.stack[-1][ANSWER] = option
        self.opts = []
        self.decisions += 1
        run(self)

    def concede(self, seat: int) -> None:
        """A seat gives up, whoever decides now: it leaves as one that is eliminated does, and the others play on.

        Raises ValueError for a seat that is no longer in the game.
        """
        if not self.opts:  # a position that is set up by hand, and not yet played on
            run(self)
        if seat not in self.remaining:
            why = "the game is over" if self.over else "it is not in the game"
            raise ValueError(f"seat {seat} can't concede: {why}")
        tell(self, CONCEDE, seat)
        leave(self, seat)

    def view(self, seat: int) -> dict[str, Any]:
        """What this seat sees, as plain data."""
        return self.game.view(self, seat)

    def describe(self, option: int) -> Choice:
        """What an option means."""
        return self.game.describe(self, option)


def leave(state: State, seat: int) -> None:
    """Takes a seat out of the game, as that says, and plays on to the next decision."""
    state.game.leave(state, seat)
    if state.over or not state.opts:
        run(state)


def ask_again(state: State) -> None:
    """What was asked will be asked again, of those who are left then: for games whose questions change nothing."""
    state.stack[-1][PC] -= 1
    state.opts = []


def _without_conceded(state: State) -> tuple[float, ...]:
    """What seats have reached where some have conceded: nothing, and the others what those would have had."""
    game = state.game
    left = [seat for seat in range(game.players) if not state.conceded >> seat & 1]
    if not left or (len(left) == 1 and not game.module.cooperative):
        return tuple(float(seat in left) for seat in range(game.players))
    reached = game.result(state)
    best = max((reached[seat] for seat in left), default=0.0)
    first = [seat for seat in left if reached[seat] == best]
    lost = 0.0 if game.module.cooperative else sum(reached) - sum(reached[seat] for seat in left)
    more = [lost / len(first) if seat in first else 0.0 for seat in range(game.players)]
    return tuple(min(1.0, reached[seat] + more[seat]) if seat in left else 0.0 for seat in range(game.players))


def run(state: State) -> None:
    """Plays on until somebody has to decide or the game is over."""
    stack = state.stack
    while stack and not state.over:
        frame = stack[-1]
        program = frame[PROGRAM]
        pc = frame[PC]
        if pc == len(program):
            stack.pop()
            continue
        frame[PC] = pc + 1
        if program[pc](state, frame):
            return
    stack.clear()
    state.over = True
    state.opts = []


def push(
    state: State, program: Program, source: int, player: int, it: int = -1, subject: int = -1, extra: Any = 0
) -> None:
    """Puts a frame on the stack; it runs to its end before the one below goes on."""
    state.stack.append([program, 0, source, player, it, -1, subject, extra])


def ask(state: State, frame: Frame, who: int, options: list[int], *, sealed: bool = False) -> bool:
    """Waits for one of the options, unless there is only one: that is taken without a question.

    The first is taken for a seat that has conceded, where its game asks it all the same. For an instruction to return.
    The next instruction of the program finds the option in `frame[ANSWER]`.
    """
    if len(options) == 1 or (state.conceded and state.conceded >> who & 1):
        frame[ANSWER] = options[0]
        return False
    state.who = who
    state.opts = options
    state.sealed = sealed
    return True


def tell(state: State, event: str, seat: int, card: int = -1, value: Any = None) -> None:
    """Notes what has happened, where the state keeps a log."""
    if state.log is not None:
        state.log.append((event, seat, card, value))


def roll(state: State, sides: int) -> int:
    """A number from 0 to `sides` - 1, all equally likely: splitmix64, of which the state holds all that it needs."""
    if state.fixed:
        return state.fixed.pop(0) % sides
    state.rng = z = (state.rng + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return ((z ^ (z >> 31)) * sides) >> 64


def shuffle(state: State, cards: list[int]) -> None:
    """Shuffles in place (Fisher and Yates)."""
    for last in range(len(cards) - 1, 0, -1):
        other = roll(state, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def seed_of(*parts: object) -> int:
    """A seed of 64 bits that depends on the parts alone: the same on every machine and in every run."""
    digest = hashlib.blake2b("\x1f".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")
