"""What all games share: frames, decisions, randomness, and the interface of a game. No rule of a game is here.

Each process in a game is a frame on the state's stack: the turn, an attack, an effect of a card. A frame runs a
program, which is a tuple of instructions. An instruction is a function of the state and its frame; it returns true if
it waits for an answer. Nothing else can be interrupted. So a state is plain lists and integers, which are copied in
microseconds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self

from engine.bundles import DeckBundle
from engine.faults import EngineError
from engine.state import Declared, begin, instances, listing, listings, not_copied, plain

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Position = TypeVar("Position", bound="State", contravariant=True, default=Any)  # the positions of a game
else:
    from typing import TypeVar

    Position = TypeVar("Position", contravariant=True)

Begun = TypeVar("Begun", bound="State")

Frame = list[Any]
Instruction = Callable[[Any, Frame], bool | None]  # a step: returns true if it waits for an answer
Program = tuple[Instruction, ...]
Event = tuple[str, int, int, Any]  # its name, the seat that it concerns, a card instance (or -1), and values by name

# Events of all games: a seat gives up; the game meets a limit of the engine (`limit`: which, `most`: how many).
CONCEDE: Final = "concede"
LIMIT: Final = "limit"

# The fields of a frame.
PROGRAM: Final = 0
PC: Final = 1  # the next instruction
SOURCE: Final = 2  # the card instance that asks or acts, -1 for none
PLAYER: Final = 3  # the seat that controls it
IT: Final = 4  # the card, seat or number that the previous effect was about
ANSWER: Final = 5  # the option that was chosen last, or what an instruction leaves for the next
SUBJECT: Final = 6  # what the frame's event is about
EXTRA: Final = 7

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15  # how far the state of the random generator moves with each number


class Choice(NamedTuple):
    """An option in words of the rules: what is done (`kind`), with which card, and further values.

    `card` is the id of a card or "", `values` are plain data by name, such as a place, a resource or dice. `at` are the
    keys in the view of what the option is about (see `engine.tables`): one of them, since all are equal, or with
    `together` all of them. `role` is `pass` for doing nothing now, `next` for ending a phase or a turn, else "".
    """

    code: int
    kind: str
    card: str = ""
    values: Mapping[str, Any] = {}
    at: tuple[str, ...] = ()
    role: str = ""
    together: bool = False

    def __str__(self) -> str:
        parts = [self.kind, self.card, *(f"{name}={trace_text(value)}" for name, value in self.values.items())]
        return " ".join(filter(None, parts))


@dataclass(frozen=True)
class Refused:
    """A choice that is no option now, and why (see `engine.refusing`); `lacks` are the missing amounts by name."""

    choice: Choice
    why: str
    lacks: Mapping[str, int] = field(default_factory=dict)


def trace_text(value: object) -> str:
    """A value as text for a trace: words unchanged, lists joined by commas, "none" for an empty list."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(trace_text, value)) or "none"
    return str(value)


class State(metaclass=Declared):
    """A position of a game: whose decision it is, the options, and the stack of what is under way.

    Seats are numbered from 0 in turn order. Games declare further slots (see `engine.state`).
    """

    game: Game = plain(None)
    rng: int = plain()  # the state of the random generator
    fixed: list[int] = listing()  # results of the next rolls, for positions that are set up by hand
    stack: list[Frame] = listings(lambda _game: [])
    who: int = plain()  # the seat that decides
    about: str = plain("")  # what the decision is about, if the game says so (see `question`)
    opts: list[int] = plain(lambda _game: [])  # the options; empty once the game is over
    sealed: bool = plain(False)  # others decide at the same time, and don't see this decision
    over: bool = plain(False)
    conceded: int = plain()  # a bit for each seat that has left the game by conceding
    decisions: int = plain()
    forced: int = plain()  # questions with a single option, which nobody was asked
    log: list[Event] | None = not_copied()  # the events so far; None if nobody needs them

    def __init__(self, game: Game, seed: int, *, log: bool = False) -> None:
        begin(self, game)
        self.game = game
        self.rng = seed & _MASK
        self.log = [] if log else None

    if TYPE_CHECKING:  # made from the declarations

        def clone(self) -> Self:
            """A copy that can be played on without a change to this state; it has no log."""
            ...

    @property
    def innermost(self) -> State:
        """In a draft or a series the position of the inner game, if one is played; else this position."""
        return self

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

        Raises ValueError for a number that is no option now.
        """
        if option not in self.opts:
            raise ValueError(f"{option} is not an option now: {', '.join(map(str, self.opts)) or 'the game is over'}")
        self.stack[-1][ANSWER] = option
        self.opts = []
        self.decisions += 1
        run(self)

    def concede(self, seat: int) -> None:
        """A seat gives up, also when another decides: it leaves like an eliminated one, and the others play on.

        Raises ValueError for a seat that is no longer in the game.
        """
        if not self.opts:  # a position that was set up by hand, in which nobody was asked yet
            run(self)
        if seat not in self.remaining:
            why = "the game is over" if self.over else "it is not in the game"
            raise ValueError(f"seat {seat} can't concede: {why}")
        tell(self, CONCEDE, seat)
        leave(self, seat)

    def with_chance(self, seed: int) -> Self:
        """A copy whose further random results depend on this seed."""
        other = self.clone()
        other.rng = seed & _MASK
        other.fixed = []
        return other

    def view(self, seat: int) -> dict[str, Any]:
        """What this seat sees, as plain data."""
        return self.game.view(self, seat)

    def describe(self, option: int) -> Choice:
        """What an option means."""
        return self.game.describe(self, option)


class Game(Protocol[Position]):
    """A game with its decks, ready to be played: everything that never changes while it is played.

    Each game has a class that inherits from this one; methods with a body here can be left out. A method may be a
    function of another module: `view = views.view`.
    """

    module: Module
    bundles: Sequence[DeckBundle]
    players: int
    actions: int  # options are numbers below this
    always_ask: frozenset[int] = frozenset()  # seats that are asked even if all options have the same outcome
    cards: Sequence[Any] = ()  # by instance, each with its `id`, where there are cards
    owner: Sequence[int] = ()  # by instance, the seat whose card it is, where cards belong to seats
    windows: frozenset[str] = frozenset()  # values of `State.about` with which a seat may respond to others, or pass
    standing: frozenset[str] = frozenset()  # kinds of choices that are possible at any time, and respond to nothing
    steps: tuple[str, ...] = ()  # parts of a turn with windows: in these a seat may want to be asked always
    whole_turns: bool = False  # whether a search judges turns only at their end: before, dice decide too much
    samples: int = 1  # worlds in which a bot with one step of foresight tries each option: more if dice decide

    def new(self, seed: int, *, log: bool = False) -> State:
        """The first decision of a new game; the same seed gives the same game. With `log` all events are noted."""
        ...

    def view(self, state: Position, seat: int) -> dict[str, Any]:
        """What a seat sees, as plain data: ids of cards, numbers, words."""
        ...

    def determinize(self, state: Position, seat: int, seed: int) -> State:
        """A clone that agrees with all that the seat knows; what it can't know is random."""
        ...

    def describe(self, state: Position, option: int) -> Choice:
        """What an option of the state means."""
        ...

    def step(self, state: Position) -> str:
        """Which of the `steps` of a turn is under way; "" if none is."""
        return ""

    def refused(self, state: Position, seat: int) -> Iterable[Refused]:
        """What the deciding seat might want to do but can't do now, with the reason (see `engine.refusing`)."""
        return ()

    def event(self, event: Event, seat: int | None = None) -> dict[str, Any]:
        """An entry of the log as plain data: `event`, `player`, `card`, and further values by name.

        It has only what `seat` has seen; with None everything.
        """
        name, player, card, values = event
        data: dict[str, Any] = {"event": name}
        if player >= 0:
            data["player"] = player
        if card >= 0 and (seat is None or not self.hides(event, seat)):
            data["card"] = self.id_of(card)
        return {**data, **values}

    def hides(self, event: Event, seat: int) -> bool:
        """Whether a seat has not seen which card an event is about."""
        return False

    def id_of(self, card: int) -> str:
        """The id of a card instance."""
        return str(self.cards[card].id if self.cards else card)

    def named(self, cards: Sequence[int]) -> list[str]:
        """The ids of card instances."""
        return [self.id_of(card) for card in cards]

    def result(self, state: Position) -> tuple[float, ...]:
        """What each seat has reached in a game that is over, from 0 (lost) to 1 (won)."""
        ...

    def remaining(self, state: Position) -> Sequence[int]:
        """The seats that are still in a game that goes on, and may concede."""
        return [seat for seat in range(self.players) if not state.conceded >> seat & 1]

    def leave(self, state: Position, seat: int) -> None:
        """Takes a seat that concedes out of the game, or ends the game (`state.over`).

        A game in which players can be eliminated eliminates the seat here and repeats the question (`core.ask_again`);
        its `remaining` has the others. In other games the first option is taken whenever the seat would be asked, and
        its result is 0. The last seat left wins, unless all play as one team.
        """
        state.conceded |= 1 << seat
        if len(self.remaining(state)) <= (0 if self.module.cooperative else 1):
            state.over = True
        elif state.conceded >> state.who & 1:
            state.stack[-1][ANSWER] = state.opts[0]
            state.opts = []

    def evaluate(self, state: Position, seat: int) -> float:
        """How good the position is for a seat, from what that seat may know; higher is better."""
        return 0.0

    def shown(self, state: Position) -> Hashable:
        """The random results that options refer to, such as dice that are chosen by their place; empty if none."""
        return None

    def features(self, state: Position, seat: int) -> list[int]:
        """What a seat sees as a list of numbers, always of the same length, for programs that learn."""
        return []

    def position(self, data: Mapping[str, Any], seed: int = 0) -> State:
        """A position that is set up by hand, from plain data. Then `run` plays it on to its first decision.

        Raises EngineError for data that it can't read.
        """
        raise EngineError("this game has no positions that are set up by hand")

    def instances(self, state: Position) -> list[int] | None:
        """Every card instance, sorted, so that a test can find lost ones; None in games without cards."""
        return sorted(instances(state)) or None


@dataclass
class Module:
    """A game that the engine can play."""

    id: str
    load: Callable[[Sequence[DeckBundle], int], Game]  # prepares decks, or raises EngineError with the reason
    verbs: frozenset[str] = frozenset()  # the verbs of abilities that it knows
    shared: bool = False  # one deck is the whole table's, rather than each player's own, in every format
    cooperative: bool = False


def begun(state: Begun, program: Program, player: int = 0) -> Begun:
    """Runs a program on a new position to the first decision, and returns the position."""
    push(state, program, -1, player)
    run(state)
    return state


def leave(state: State, seat: int) -> None:
    """Takes a seat out of the game by `Game.leave`, and plays on to the next decision."""
    state.game.leave(state, seat)
    if state.over or not state.opts:
        run(state)


def ask_again(state: State) -> None:
    """Repeats the question after a seat has left, for those who remain. Only for games whose steps that ask change
    nothing else.
    """
    state.stack[-1][PC] -= 1
    state.opts = []


def _without_conceded(state: State) -> tuple[float, ...]:
    """The result if seats have conceded: these get 0. Except in a team game, their share goes to the best of the
    others.
    """
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
    """Asks a seat to choose an option. A single option is taken without a question.

    For a seat that has conceded the first option is taken. Returns whether the game waits for the answer; the
    instruction that asks returns that, too. The next instruction finds the option in `frame[ANSWER]`.
    """
    if len(options) == 1 or (state.conceded and state.conceded >> who & 1):
        state.forced += 1
        frame[ANSWER] = options[0]
        return False
    state.who = who
    state.opts = options
    state.sealed = sealed
    return True


def question(state: State, frame: Frame, about: str, who: int, options: list[int], *, sealed: bool = False) -> bool:
    """Asks a seat as `ask` does, and notes what the question is about.

    A step that asks changes nothing before that, so that it can run again after hidden cards were dealt again.
    """
    state.about = about
    return ask(state, frame, who, options, sealed=sealed)


def tell(state: State, event: str, seat: int = -1, card: int = -1, /, **values: Any) -> None:
    """Adds an event to the log, if the state has one; values are plain data."""
    if state.log is not None:
        state.log.append((event, seat, card, values))


def roll(state: State, sides: int) -> int:
    """A random number from 0 to `sides` - 1, all equally likely (splitmix64, with `State.rng` as its state)."""
    if state.fixed:
        return state.fixed.pop(0) % sides
    state.rng = z = (state.rng + _STEP) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return ((z ^ (z >> 31)) * sides) >> 64


def pass_over(state: State, count: int) -> None:
    """Leaves out this number of random numbers, as if they had been rolled."""
    state.rng = (state.rng + count * _STEP) & _MASK


def shuffle(state: State, cards: list[int]) -> None:
    """Shuffles in place (Fisher and Yates)."""
    for last in range(len(cards) - 1, 0, -1):
        other = roll(state, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def deal_anew(state: State, zones: Sequence[list[int]], known: int = 0) -> None:
    """Shuffles the cards of some zones with each other, except the `known` ones (a bit for each)."""
    places = [(zone, n) for zone in zones for n, card in enumerate(zone) if not known >> card & 1]
    cards = sorted(zone[n] for zone, n in places)
    shuffle(state, cards)
    for (zone, n), card in zip(places, cards, strict=True):
        zone[n] = card


def seed_of(*parts: object) -> int:
    """A seed of 64 bits that depends on the parts alone: the same on every machine and in every run."""
    digest = hashlib.blake2b("\x1f".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")
