"""Measures how often decks win in many games between bots, with a confidence interval."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import modules
from engine.bundles import DeckBundle
from engine.faults import EngineError
from engine.running import Played, Processes, Run, Runner, batches, prepare
from engine.tallies import Tally

MOST_GAMES = 1_000_000

Progress = Callable[[int, int], None]  # called with the number of games just played, and of all games


@dataclass(frozen=True)
class Report:
    """The result of many games."""

    decks: tuple[Tally, ...]
    seats: tuple[Tally, ...]
    games: int
    draws: int  # games that nobody won alone
    partial: int  # games that a team won in part
    players: int  # at a table
    pairings: int  # all have the same number of games
    mirror: bool  # all seats had the same deck and the same bot
    limits: Mapping[str, int]  # how many games met each limit of the engine
    turns: tuple[int, float, int]  # of a game: the least, the mean, the most
    decisions: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The report as plain data; except `seconds` it is the same for the same arguments."""
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
    interval = [round(end, 4) for end in tally.interval]
    share = round(tally.share, 4)
    return {"wins": tally.wins, "win-rate": share, "interval": interval, "interval-by": tally.interval_by}


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
    runner: Runner | None = None,
) -> Report:
    """Plays `games` games of every pairing of the decks, with one bot for all or one for each deck.

    All decks sit at one table if the game allows so many; else each pairing of `players` decks, or of the most that can
    play, is played. A single deck plays against itself; if the whole table has one deck, the bots play each other. With
    more than one of `jobs`, this number of processes plays at once; a script that uses that needs
    `if __name__ == "__main__":` around its code.

    Raises EngineError for decks that can't be played together, and for arguments that make no sense.
    """
    started = time.perf_counter()
    if not 1 <= games <= MOST_GAMES:
        raise EngineError(f"{games} games can't be played; the number is from 1 to {MOST_GAMES:,}")
    run = prepare(decks, bots, players, seed, labels)
    count = Totals(run)
    for found in (runner or Processes(jobs)).play(run, batches(run, games)):
        for played in found:
            count.add(played)
        if progress is not None:
            progress(len(found), games * len(run.pairings))
    return count.report(time.perf_counter() - started)


class Totals:
    """The sums of the games so far. They take as much memory for a million games as for one."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.decks = [Tally(entry.label) for entry in run.entries]
        self.seats = [Tally(str(seat)) for seat in range(1, max(map(len, run.pairings)) + 1)]
        self.games = self.between = self.turns = self.decisions = 0
        self.least, self.most = math.inf, 0
        self.limits: Counter[str] = Counter()

    def add(self, played: Played) -> None:
        """Counts a game. If several seats have the same entry, their mean counts once."""
        self.games += 1
        for entry, tally in enumerate(self.decks):
            reached = [r for seat, r in zip(played.seats, played.result, strict=True) if seat == entry]
            if reached:
                tally.add(sum(reached) / len(reached), won=max(reached) == 1)
        for tally, result in zip(self.seats, played.in_turn_order, strict=False):
            tally.add(result, won=result == 1)
        self.between += 0 < max(played.result) < 1
        self.turns += played.turns
        self.least = min(self.least, played.turns)
        self.most = max(self.most, played.turns)
        self.decisions += played.decisions
        self.limits.update(played.limits)

    def report(self, seconds: float) -> Report:
        """The report of all games so far."""
        first = self.run.entries[0]
        team = modules.find(first.deck.game).cooperative
        return Report(
            tuple(self.decks),
            tuple(self.seats),
            self.games,
            0 if team else self.between,
            self.between if team else 0,
            len(self.seats),
            len(self.run.pairings),
            not team and all(e.bot == first.bot and e.deck.data == first.deck.data for e in self.run.entries),
            dict(sorted(self.limits.items())),
            (int(self.least), self.turns / self.games, self.most),
            self.decisions,
            seconds,
        )
