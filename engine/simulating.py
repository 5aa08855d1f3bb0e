"""Plays many games between decks, with bots: how often each wins, with an interval of confidence.

Every seed is played with the players in all their rotations around the table, so that neither luck nor the first turn
favors a deck. A game's seed depends on the run, the pairing and its number alone: the same games are played by any
number of processes, and each can be played again alone.
"""

from __future__ import annotations

import math
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations, islice
from multiprocessing import active_children, get_context
from pathlib import Path
from random import Random
from typing import Any

from engine import modules
from engine.bots import Bot, Seat, bot, timed
from engine.bundles import DeckBundle
from engine.core import LIMIT, Event, Game, State, seed_of
from engine.faults import EngineError

MOST_GAMES = 1_000_000
MOST_DECISIONS = 1_000_000  # of one game, after which it is a fault of the game's module
TURN = "turn"  # the event with which every game's turns begin
Z = 1.959964  # of the normal distribution, for intervals of 95 %
BATCH = 8  # games that a process plays before it reports
AHEAD = 4  # batches that wait for each process

Progress = Callable[[int, int], None]  # how many more games are played, of how many in all


@dataclass(frozen=True)
class Entry:
    """Who takes part: a deck and the bot that plays it."""

    deck: DeckBundle
    bot: str
    label: str


Seating = tuple[int, ...]  # which entry sits where


@dataclass(frozen=True)
class Played:
    """How one game went: who sat where, what each seat has reached, in how many turns and decisions."""

    seats: Seating
    result: tuple[float, ...]
    turns: int
    decisions: int
    limits: tuple[str, ...] = ()  # of the engine that it met


@dataclass(frozen=True)
class Tally:
    """How one deck, or one seat, has done: games won alone or by a team, and the share of all that could be won."""

    label: str
    games: int
    wins: int
    share: float  # the mean of the results: a victory is 1, a shared one or a draw a part of it
    squares: float = 0.0  # the sum of the squares of what the results are off the share
    plain: bool = True  # each result is a victory or a defeat, nothing between

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies with a certainty of 95 %."""
        return wilson(self.share, self.games) if self.plain else normal(self.share, self.squares, self.games)

    @property
    def interval_by(self) -> str:
        """How the interval is calculated: Wilson's is for games won or lost, shares need their spread."""
        return "wilson" if self.plain else "normal"


@dataclass(frozen=True)
class Report:
    """What came of many games."""

    decks: tuple[Tally, ...]
    seats: tuple[Tally, ...]
    games: int
    draws: int  # games that nobody won alone
    partial: int  # games that a team won in part
    players: int  # at a table
    pairings: int  # who met whom: each has as many games
    mirror: bool  # all seats had the same deck and the same bot
    limits: Mapping[str, int]  # how many games met each limit of the engine
    turns: tuple[int, float, int]  # the least, the mean, the most
    decisions: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The report as plain data; all but `seconds` is the same for the same arguments."""
        least, mean, most = self.turns
        return {
            "games": self.games,
            "decks": [{"deck": t.label, **_figures(t)} for t in self.decks],
            "draws": self.draws,
            "partial": self.partial,
            "players": self.players,
            "pairings": self.pairings,
            "mirror": self.mirror,
            "limits": dict(self.limits),
            "seats": [{"seat": n, **_figures(t)} for n, t in enumerate(self.seats, start=1)],
            "turns": {"least": least, "mean": round(mean, 2), "most": most},
            "decisions": self.decisions,
            "seconds": round(self.seconds, 2),
        }


def _figures(tally: Tally) -> dict[str, Any]:
    low, high = tally.interval
    interval = [round(low, 4), round(high, 4)]
    return {
        "wins": tally.wins,
        "win-rate": round(tally.share, 4),
        "interval": interval,
        "interval-by": tally.interval_by,
    }


def wilson(share: float, games: int) -> tuple[float, float]:
    """The interval of 95 % around a share of so many games (Wilson 1927).

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    middle = share + Z * Z / (2 * games)
    reach = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def normal(share: float, squares: float, games: int) -> tuple[float, float]:
    """The interval of 95 % around a mean of results from 0 to 1, by their spread (the normal approximation).

    A game that is won and one that is lost are added to the spread, so that a few alike results are not certain.

    >>> [round(end, 3) for end in normal(0.5, 20.0, 200)]
    [0.456, 0.544]
    """
    if not games:
        return 0.0, 1.0
    variance = (squares + share * share + (1 - share) * (1 - share)) / (games + 1)
    reach = Z * math.sqrt(variance / games)
    return max(0.0, share - reach), min(1.0, share + reach)


def simulate(
    decks: Sequence[DeckBundle],
    games: int,
    *,
    bots: Sequence[str] = ("greedy",),
    players: int = 0,
    seed: int = 0,
    jobs: int = 1,
    labels: Sequence[str] = (),
    progress: Progress | None = None,
) -> Report:
    """Plays `games` games of every pairing of the decks, with one bot for all or one for each deck.

    All decks sit at one table where so many can play; else every pairing of as many as can, or of `players`, is played.
    A single deck plays against itself; where one deck is the whole table's, the bots are who plays. With more than one
    of `jobs`, as many processes play at once; a script that asks for that needs `if __name__ == "__main__":` around
    what it does.

    Raises EngineError for decks that can't be played together, and for arguments that make no sense.
    """
    started = time.perf_counter()
    if not 1 <= games <= MOST_GAMES:
        raise EngineError(f"{games} games can't be played; the number is from 1 to {MOST_GAMES:,}")
    run = _run(decks, bots, players, seed, labels)
    played: list[Played] = []
    for found in _batches(run, games, jobs):
        played += found
        if progress is not None:
            progress(len(found), games * len(run.pairings))
    return _report(run, played, time.perf_counter() - started)


class Run:
    """What is to be played: the entries, who of them meets, and the seed of it all."""

    def __init__(self, entries: Sequence[Entry], pairings: Sequence[Seating], seed: int, *, shared: bool) -> None:
        self.entries = entries
        self.pairings = pairings
        self.seed = seed
        self.shared = shared  # one deck is the whole table's
        can = entries[0].deck.players
        self.size = max(1, len(pairings[0]) // can.teams) if can.team_deck and pairings else 1  # of a team
        self._games: dict[Seating, Game] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_games": {}}  # they are made ready anew in each process

    def game(self, seats: Seating) -> Game:
        """The game with these entries in their seats. Raises EngineError where it can't be played."""
        if seats not in self._games:
            decks = [self.entries[entry].deck for entry in seats]
            self._games[seats] = modules.load(decks[:1] if self.shared else decks, len(seats))
        return self._games[seats]

    def play(self, pairing: int, number: int) -> Played:
        """The game of that number: each seed is played in every rotation around the table before the next."""
        seats = self.pairings[pairing]
        turns = len(seats) // self.size if len(set(seats)) > 1 else 1
        turned = number % turns * self.size
        seats = seats[turned:] + seats[:turned]
        seed = seed_of(self.seed, pairing, number // turns)
        state, log = play(self.game(seats), [bot(self.entries[entry].bot) for entry in seats], seed)
        return Played(seats, state.result or (), log.turns, state.decisions, tuple(sorted(log.limits)))


class Counts(list[Event]):
    """A log that has nothing but the number of turns, and which limits of the engine were met."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns = 0
        self.limits: set[str] = set()

    def append(self, event: Event) -> None:
        """Counts an event."""
        if event[0] == TURN:
            self.turns += 1
        elif event[0] == LIMIT:
            self.limits.add(str(self.game.event(event).get("limit", "")))


def play(game: Game, bots: Sequence[Bot], seed: int) -> tuple[State, Counts]:
    """A game played to its end by a bot in each seat, and what was counted. A seed gives one game."""
    state = game.new(seed, log=True)
    log = Counts(game)
    for event in state.log or ():
        log.append(event)
    state.log = log
    chance = [Random(seed_of(seed, "bot", seat)) for seat in range(game.players)]  # noqa: S311 - it is no secret
    while options := state.options:
        option = bots[state.who].choose(Seat(state), chance[state.who])
        if option not in options:
            raise EngineError(f"the bot of seat {state.who + 1} chose {option}, which is not an option")
        state.apply(option)
        if state.decisions > MOST_DECISIONS:
            raise EngineError(f"the game with the seed {seed} has not ended after {MOST_DECISIONS:,} decisions")
    return state, log


def _check(bots: Sequence[str]) -> None:
    """Raises EngineError for bots that there are not, or that would play other games on another machine."""
    for name in bots:
        bot(name)
        if timed(name):
            by_worlds = f"{name.partition(':')[0]}:500"
            raise EngineError(f'"{name}" plays other games on another machine', f"limit it by worlds: {by_worlds}")


def _run(decks: Sequence[DeckBundle], bots: Sequence[str], players: int, seed: int, labels: Sequence[str]) -> Run:
    """The entries and their pairings. Raises EngineError where they make no sense."""
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


def _batches(run: Run, games: int, jobs: int) -> Iterator[list[Played]]:
    """The games of all pairings in their order, some at a time, played by as many processes."""
    work = (
        (pairing, range(first, min(first + BATCH, games)))
        for pairing in range(len(run.pairings))
        for first in range(0, games, BATCH)
    )
    jobs = min(jobs, len(run.pairings) * -(-games // BATCH))
    if jobs <= 1:
        for pairing, numbers in work:
            yield [run.play(pairing, number) for number in numbers]
        return
    with _processes(run, jobs) as pool:
        with _undisturbed():
            waiting = deque(pool.submit(_play, *batch) for batch in islice(work, jobs * AHEAD))
        while waiting:
            try:
                yield waiting.popleft().result()
            except BrokenProcessPool:
                ended = "a process that played games was ended from outside"
                raise EngineError(ended, "play with fewer jobs") from None
            waiting.extend(pool.submit(_play, *batch) for batch in islice(work, 1))


@contextmanager
def _processes(run: Run, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that play. At the end of the context, games that are not yet played are dropped."""
    others = {child.pid for child in active_children()}
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (run, modules.used()))
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


_RUN: Run | None = None  # of this process, where it was started to play


def _prepare(run: Run, used: Sequence[Path]) -> None:
    global _RUN
    for path in used:
        modules.use(path)
    _RUN = run


def _play(pairing: int, numbers: range) -> list[Played]:
    assert _RUN is not None  # noqa: S101 - the pool prepares each process
    return [_RUN.play(pairing, number) for number in numbers]


def _report(run: Run, played: Sequence[Played], seconds: float) -> Report:
    most = max(map(len, run.pairings))
    first = run.entries[0]
    team = modules.find(first.deck.game).cooperative
    between = sum(0 < max(game.result) < 1 for game in played)
    of_decks = [[_of_entry(game, entry) for game in played if entry in game.seats] for entry in range(len(run.entries))]
    return Report(
        tuple(_tally(entry.label, results) for entry, results in zip(run.entries, of_decks, strict=True)),
        tuple(_tally(f"seat {seat + 1}", [(game.result[seat],) for game in played]) for seat in range(most)),
        len(played),
        0 if team else between,
        between if team else 0,
        most,
        len(run.pairings),
        not team and all(entry.bot == first.bot and entry.deck.data == first.deck.data for entry in run.entries),
        dict(sorted(Counter(limit for game in played for limit in game.limits).items())),
        (min(g.turns for g in played), sum(g.turns for g in played) / len(played), max(g.turns for g in played)),
        sum(game.decisions for game in played),
        seconds,
    )


def _of_entry(game: Played, entry: int) -> tuple[float, ...]:
    """What the seats of one entry have reached in a game."""
    return tuple(reached for seat, reached in zip(game.seats, game.result, strict=True) if seat == entry)


def _tally(label: str, games: Sequence[tuple[float, ...]]) -> Tally:
    """The tally of what seats have reached, game by game: where several are alike, a game counts once."""
    shares = [sum(reached) / len(reached) for reached in games]
    share = sum(shares) / len(games) if games else 0.0
    squares = sum((one - share) ** 2 for one in shares)
    plain = all(one in (0, 1) for one in shares)
    return Tally(label, len(games), sum(max(r) == 1 for r in games), share, squares, plain)
