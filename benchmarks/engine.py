"""Games a second: random play of each game that the engine has, and of card games of RLCard and OpenSpiel.

`python -m benchmarks.engine [--peers PYTHON] [--seconds N] [--against REV]`. The peers are no dependencies: PYTHON is
an interpreter that has `rlcard` and `open_spiel`, and without one only Arsenal's own rows are measured. A decision of a
peer is a step in a loop in Python, as a program that learns would take it. All take turns, and the row has the median.

`--against REV` plays the same decks with the engine of another commit, too, in turns, and says how many times as many
decisions a second are made now, and how many times as long a clone takes.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from benchmarks.compare import worktree
from benchmarks.measuring import require, table
from benchmarks.packs import ROOT
from builder.workspace import Workspace

TURNS = 3
TABLES: Mapping[str, tuple[str, ...]] = {
    "Saucer Dice, two players": ("duel-of-fire-and-ice",),
    "Saucer Dice, four players": ("table-for-four",),
    "Invasion of the Saucer People!": ("fifty-two",),
    "Invasion TCG": ("even-odds", "high-water"),
    "Future Invaders": ("earthwall", "the-accord"),
}

OWN = """
import os, sys, time
from random import Random
import engine
assert engine.__file__.startswith(os.getcwd()), engine.__file__
game = engine.load(sys.argv[2:])
chance = Random(7).random
seconds, decisions, games = float(sys.argv[1]), 0, 0
begun = time.process_time()
while time.process_time() - begun < seconds:
    state = game.new(games)
    while not state.over:
        options = state.opts
        state.apply(options[int(chance() * len(options))])
    decisions += state.decisions
    games += 1
took = time.process_time() - begun
state = game.new(1)
while not state.over and state.decisions < 40:
    state.apply(state.opts[0])
begun = time.process_time()
for _ in range(5000):
    state.clone()
print(decisions / took, games / took, (time.process_time() - begun) / 5000 * 1e6, games)
"""
RLCARD = """
import sys, time, random
import rlcard
env = rlcard.make(sys.argv[2], config={"seed": 7})
seconds, steps, games = float(sys.argv[1]), 0, 0
begun = time.process_time()
while time.process_time() - begun < seconds:
    state, _ = env.reset()
    games += 1
    while not env.is_over():
        state, _ = env.step(random.choice(list(state["legal_actions"])))
        steps += 1
took = time.process_time() - begun
print(steps / took, games / took, float("nan"), games)
"""
SPIEL = """
import sys, time, random
import pyspiel
game = pyspiel.load_game(sys.argv[2])
seconds, steps, games = float(sys.argv[1]), 0, 0
begun = time.process_time()
while time.process_time() - begun < seconds:
    state = game.new_initial_state()
    games += 1
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
took = time.process_time() - begun
print(steps / took, games / took, float("nan"), games)
"""
PEERS = {
    "RLCard, uno": (RLCARD, "uno"),
    "RLCard, gin-rummy": (RLCARD, "gin-rummy"),
    "OpenSpiel, crazy_eights": (SPIEL, "crazy_eights"),
    "OpenSpiel, gin_rummy": (SPIEL, "gin_rummy"),
}
HEADER = ("game", "decisions a second", "games a second", "clone, microseconds", "checked")
AGAINST = ("decisions, now / before", "clone, now / before")


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", default="", help="an interpreter that has rlcard and open_spiel")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each game, in each of three turns")
    parser.add_argument("--against", default="", metavar="REV", help="a commit whose engine plays the same decks")
    parser.add_argument("--quick", action="store_true", help="a tenth of a second, once")
    chosen = parser.parse_args()
    seconds, turns = (0.1, 1) if chosen.quick else (chosen.seconds, TURNS)
    with tempfile.TemporaryDirectory(prefix="arsenal-engine-") as name, ExitStack() as stack:
        before = stack.enter_context(worktree(ROOT, chosen.against, Path(name))) if chosen.against else None
        runs = {what: [sys.executable, "-c", OWN, str(seconds), *files] for what, files in _bundles(Path(name))}
        if chosen.peers:
            runs |= {what: [chosen.peers, "-c", code, str(seconds), game] for what, (code, game) in PEERS.items()}
        measured: dict[str, list[tuple[float, ...]]] = {what: [] for what in runs}
        for _ in range(turns):
            for what, command in runs.items():
                now = _measure(what, command)
                old = _measure(what, command, before) if before else now
                measured[what].append((*now, now[0] / old[0], now[2] / old[2]))
    header = HEADER + AGAINST * bool(before)
    print(table(header, [[what, *_medians(of)][: len(header)] for what, of in measured.items()]))


def _bundles(folder: Path) -> Iterator[tuple[str, list[str]]]:
    with Workspace() as workspace:
        for what, decks in TABLES.items():
            files = [folder / f"{deck}.json" for deck in decks]
            for deck, file in zip(decks, files, strict=True):
                workspace.export(deck, to="engine", path=file)
            yield what, list(map(str, files))


def _measure(what: str, command: list[str], tree: Path = ROOT) -> tuple[float, ...]:
    """What a process says that plays with the engine in a tree."""
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    require(done.returncode == 0, f"{what}: {done.stderr[-500:]}")
    numbers = tuple(map(float, done.stdout.splitlines()[-1].split()))
    require(numbers[0] > 0 and numbers[3] > 0, f"{what}: no game came to its end")
    return numbers


def _medians(measured: list[tuple[float, ...]]) -> list[str]:
    decisions, rate, clone, games, *ratios = (statistics.median(column) for column in zip(*measured, strict=True))
    cloned, ended = f"{clone:.1f}" if clone == clone else "", f"{games:,.0f} games to their end"
    return [f"{decisions:,.0f}", f"{rate:,.1f}", cloned, ended, *(f"{r:.2f}" for r in ratios)]


if __name__ == "__main__":
    main()
