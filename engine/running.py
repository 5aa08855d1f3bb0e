"""Plays many games between decks: who meets whom, what is counted in a game, and which processes play.

Every seed is played in all rotations of the players around the table, so that neither luck nor the first turn favors a
deck. A game's seed depends only on the run, the pairing and the game's number. So any number of processes plays the
same games, and each game can be played again alone.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from multiprocessing import active_children, get_context
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from engine import modules
from engine.bots import Bot, Seat, bot, timed
from engine.bundles import DeckBundle
from engine.core import LIMIT, Event, Game, State, seed_of
from engine.faults import EngineError

MOST_DECISIONS: Final = 1_000_000  # of one game; more are a fault of the game's module
BATCH: Final = 8  # games that are reported together
AHEAD: Final = 4  # batches that wait for each process
# The names of these events and options in games.
TURN: Final = "turn"
DRAWN: Final = frozenset({"draw", "draws", "hand"})
PLAYED: Final = frozenset({"play", "plays", "deploy", "react"})

Batch = tuple[int, range]  # a pairing, and the numbers of its games


@dataclass(frozen=True)
class Entry:
    """A participant: a deck and the bot that plays it."""

    deck: DeckBundle
    bot: str
    label: str
    without: str = ""  # the id of a card that it plays only if it has no other option


Seating = tuple[int, ...]  # by seat, the number of its entry


@dataclass(slots=True)
class CardCounts:
    """How many copies of a card a seat drew and played in one game."""

    first: int = 0  # in the first hand
    drawn: int = 0  # including the first hand
    played: int = 0
    offered: int = 0  # decisions in which it could be played
    taken: int = 0  # of these decisions, those in which it was played


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of one game: who sat where, the result of each seat, and the number of turns and decisions.

    `began` is the seat that had the first turn. `forced` is the number of questions with a single option. `leads`
    counts how often the seat that is ahead at the beginning of a turn has changed. `leads` and the cards of each seat
    are counted only in a watched run.
    """

    seats: Seating
    result: tuple[float, ...]
    turns: int
    decisions: int
    limits: tuple[str, ...] = ()  # the engine's limits that it met
    forced: int = 0
    leads: int = 0
    cards: tuple[Mapping[str, CardCounts], ...] = ()
    began: int = 0

    @property
    def in_turn_order(self) -> tuple[float, ...]:
        """The results, from the seat that had the first turn: chance may say who that is."""
        return self.result[self.began :] + self.result[: self.began]


class Run:
    """What is to be played: the entries, their pairings, and the seed of all games."""

    def __init__(
        self, entries: Sequence[Entry], pairings: Sequence[Seating], seed: int, *, shared: bool, watched: bool = False
    ) -> None:
        self.entries = entries
        self.watched = watched
        self.pairings = pairings
        self.wanted: Sequence[int] = range(len(pairings))  # which of the pairings are played
        self.seed = seed
        self.shared = shared  # the whole table plays with one deck
        can = entries[0].deck.players
        self.size = max(1, len(pairings[0]) // can.teams) if can.team_deck and pairings else 1  # of a team
        self._games: dict[Seating, Game] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_games": {}}  # each process loads them itself

    def game(self, seats: Seating) -> Game:
        """The game with these entries in their seats. Raises EngineError where it can't be played."""
        if seats not in self._games:
            decks = [self.entries[entry].deck for entry in seats]
            self._games[seats] = modules.load(decks[:1] if self.shared else decks, len(seats))
        return self._games[seats]

    def rotations(self, seats: Seating) -> int:
        """The number of rotations of these entries around the table that are played with each seed."""
        return len(seats) // self.size if len(set(seats)) > 1 else 1

    def play(self, pairing: int, number: int) -> Played:
        """Plays the game of this number. Consecutive numbers are the rotations of one seed, then of the next one."""
        seats = self.pairings[pairing]
        turns = self.rotations(seats)
        turned = number % turns * self.size
        seats = seats[turned:] + seats[:turned]
        seed = seed_of(self.seed, pairing, number // turns)
        game = self.game(seats)
        bots = [bot(self.entries[entry].bot) for entry in seats]
        without = [self.entries[entry].without for entry in seats]
        log = Watch(game) if self.watched else Counts(game)
        state = play(game, bots, seed, log, without)
        limits = tuple(sorted(log.limits))
        counted = (log.turns, state.decisions, limits, state.forced, *log.watched(), log.began)
        return Played(seats, state.result or (), *counted)


class Barred(Seat):
    """A seat that may play a card only if it has no other option."""

    def __init__(self, state: State, card: str) -> None:
        super().__init__(state)
        self.card = card

    @property
    def options(self) -> Sequence[int]:
        """What may be chosen."""
        return self._left(self._state)

    def imagine(self, seed: int) -> State:
        """A world to try options in, in which the card is barred, too."""
        world = super().imagine(seed)
        world.opts = self._left(world)
        return world

    def _left(self, state: State) -> list[int]:
        described = map(state.describe, state.opts)
        left = [choice.code for choice in described if choice.kind not in PLAYED or choice.card != self.card]
        return left or state.opts


class Counts(list[Event]):
    """A log that stores no events: it counts turns, and notes who had the first one and which limits were met."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns = self.began = 0
        self.limits: set[str] = set()

    def append(self, event: Event) -> None:
        """Counts an event."""
        if event[0] == TURN:
            if not self.turns:
                self.began = max(0, event[1])  # no seat begins where all take their turn together
            self.turns += 1
        elif event[0] == LIMIT:
            self.limits.add(str(self.game.event(event).get("limit", "")))

    def decided(self, state: State, option: int) -> None:
        """Called with each decision, before the option is taken."""

    def watched(self) -> tuple[int, tuple[Mapping[str, CardCounts], ...]]:
        """How often the lead has changed, and what became of the cards of each seat."""
        return 0, ()


class Watch(Counts):
    """A log that also counts cards, and how often the lead changes."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.cards: tuple[dict[str, CardCounts], ...] = tuple({} for _ in range(game.players))
        self.leads = 0
        self._ahead = -1
        self._looked = 0  # the last turn in which `_ahead` was updated

    def append(self, event: Event) -> None:
        """Counts an event."""
        super().append(event)
        name = event[0]
        if (name in DRAWN or name in PLAYED) and event[1] >= 0:
            data = self.game.event(event)
            for card in data.get("cards") or [data["card"]]:
                counts = self._of(event[1], card)
                if name in PLAYED:
                    counts.played += 1
                    continue
                counts.drawn += 1
                if not self.turns:
                    counts.first += 1

    def _of(self, seat: int, card: str) -> CardCounts:
        return self.cards[seat].setdefault(card, CardCounts())

    def decided(self, state: State, option: int) -> None:
        """Counts a decision, before the option is taken."""
        seat = state.who
        could: dict[str, bool] = {}  # by card, whether it is played now
        for one in state.options:
            choice = state.describe(one)
            if choice.kind in PLAYED:
                could[choice.card] = one == option or could.get(choice.card, False)
        for card, taken in could.items():
            counts = self._of(seat, card)
            counts.offered += 1
            counts.taken += taken
        if self.turns > self._looked:
            self._looked = self.turns
            worth = [state.game.evaluate(state, other) for other in range(state.game.players)]
            ahead = max(range(len(worth)), key=worth.__getitem__)
            if worth.count(worth[ahead]) == 1:
                self.leads += self._ahead not in (-1, ahead)
                self._ahead = ahead

    def watched(self) -> tuple[int, tuple[Mapping[str, CardCounts], ...]]:
        """How often the lead has changed, and what became of the cards of each seat."""
        return self.leads, self.cards


def play(game: Game, bots: Sequence[Bot], seed: int, log: Counts | None = None, without: Sequence[str] = ()) -> State:
    """Plays a game to its end with a bot in each seat. The same seed gives the same game.

    Events are counted in `log`. A seat plays its card of `without` only if it has no other option.
    """
    log = Counts(game) if log is None else log
    state = game.new(seed, log=True)
    for event in state.log or ():
        log.append(event)
    state.log = log
    chance = [Random(seed_of(seed, "bot", seat)) for seat in range(game.players)]  # noqa: S311 - it is no secret
    while options := state.options:
        seat = state.who
        barred = without[seat] if without else ""
        option = bots[seat].choose(Barred(state, barred) if barred else Seat(state), chance[seat])
        if option not in options:
            raise EngineError(f"the bot of seat {seat + 1} chose {option}, which is not an option")
        log.decided(state, option)
        state.apply(option)
        if state.decisions > MOST_DECISIONS:
            raise EngineError(f"the game with the seed {seed} has not ended after {MOST_DECISIONS:,} decisions")
    return state


def _check(bots: Sequence[str]) -> None:
    """Raises EngineError for unknown bots, and for bots whose games depend on the speed of the machine."""
    for name in bots:
        bot(name)
        if timed(name):
            by_worlds = f"{name.partition(':')[0]}:500"
            raise EngineError(f'"{name}" plays other games on another machine', f"limit it by worlds: {by_worlds}")


def prepare(decks: Sequence[DeckBundle], bots: Sequence[str], players: int, seed: int, labels: Sequence[str]) -> Run:
    """A run of these decks and bots, with its pairings. Raises EngineError if they make no sense together."""
    if not decks:
        raise EngineError("there is no deck to play with")
    _check(bots)
    named = list(labels) or [deck.deck for deck in decks]
    can = decks[0].players
    alone = len(decks) == 1
    shared = alone and modules.one_deck(decks[0])
    if modules.find(decks[0].game).shared and not alone:
        raise EngineError(f"{decks[0].game} is played with one deck for the whole table, and there are {len(decks)}")
    if alone:
        count = players or (decks[0].for_players if shared else 0) or max(can.low, 2)
        by = list(dict.fromkeys(bots))
        entries = [Entry(decks[0], name, named[0]) for name in by]
        pairings = [tuple(by.index(bots[seat % len(bots)]) for seat in range(count))]
    else:
        count = players or next((n for n in range(len(decks), 0, -1) if can.allows(n)), len(decks))
        each = list(bots) if len(bots) == len(decks) else [bots[0]] * len(decks)
        entries = [Entry(*entry) for entry in zip(decks, each, named, strict=True)]
        pairings = list(combinations(range(len(decks)), count))
        if can.team_deck:
            count = players or can.low
            each_team = combinations(range(len(decks)), can.teams)
            pairings = [tuple(entry for entry in teams for _ in range(count // can.teams)) for teams in each_team]
    if not pairings:
        raise EngineError(f"{count} players need {count} decks, and there are {len(decks)}", "name a deck for each")
    if len(bots) not in (1, count if alone else len(decks)):
        wanted = f"one for each of the {count} seats" if alone else f"one for each of the {len(decks)} decks"
        raise EngineError(f"there are {len(bots)} bots", f"name one for all, or {wanted}")
    if len({entry.bot for entry in entries}) > 1:
        entries = [replace(entry, label=f"{entry.label} ({entry.bot})") for entry in entries]
    run = Run(entries, pairings, seed, shared=shared)
    for seats in pairings:
        run.game(seats)
    return run


def batches(run: Run, games: int, after: int = 0) -> Iterator[Batch]:
    """The games of all pairings in their order, in batches, without the first `after` games."""
    for pairing in run.wanted:
        done, after = min(after, games), max(0, after - games)
        for first in range(done, games, BATCH):
            yield pairing, range(first, min(first + BATCH, games))


class Runner(Protocol):
    """Plays the games of a run, on this machine or on others. The results are in the order of the batches."""

    def play(self, run: Run, work: Iterable[Batch]) -> Iterator[list[Played]]:
        """Plays batch after batch."""
        ...


@dataclass(frozen=True)
class Processes:
    """Plays with `jobs` processes of this machine; with 1 in this process.

    A script that uses more needs `if __name__ == "__main__":` around its code.
    """

    jobs: int = 1

    def play(self, run: Run, work: Iterable[Batch]) -> Iterator[list[Played]]:
        """Plays batch after batch. Raises EngineError if a process is ended from outside."""
        work = iter(work)
        first = list(islice(work, self.jobs * AHEAD)) if self.jobs > 1 else []
        if len(first) <= 1:
            for pairing, numbers in chain(first, work):
                yield [run.play(pairing, number) for number in numbers]
            return
        with _processes(run, min(self.jobs, len(first))) as pool:
            with _undisturbed():
                waiting = deque(pool.submit(play_batch, *batch) for batch in first)
            while waiting:
                try:
                    yield waiting.popleft().result()
                except BrokenProcessPool:
                    ended = "a process that played games was ended from outside"
                    raise EngineError(ended, "play with fewer jobs") from None
                waiting.extend(pool.submit(play_batch, *batch) for batch in islice(work, 1))


@contextmanager
def _processes(run: Run, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that play. At the end of the context, games that have not begun are dropped."""
    others = {child.pid for child in active_children()}
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), prepare_process, (run, modules.used()))
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in active_children():
            if child.pid not in others:
                child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until the end of this context. Processes started in it never receive it: their parent ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield  # Windows
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_RUN: Run | None = None  # of this process, if it was started to play


def prepare_process(run: Run, used: Sequence[Path]) -> None:
    """Prepares this process for the games of a run: runs the module files that are `used`."""
    global _RUN
    for path in used:
        modules.use(path)
    _RUN = run


def play_batch(pairing: int, numbers: range) -> list[Played]:
    """Plays a batch of the run that this process was prepared for."""
    assert _RUN is not None  # noqa: S101 - the pool prepares each process
    return [_RUN.play(pairing, number) for number in numbers]
