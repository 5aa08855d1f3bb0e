"""How well bots play: what one reaches over greedy with the same deck, and how hard RONE's scenarios are for it.

`python -m benchmarks.bots [--bot search:500] [--games 200] [--seed 27] [--of duels,scenarios]`. It takes hours with
search, so `make bench` leaves it out; each row is printed when its games are over. Take a seed that nothing was
designed with. Games are played in one process; `arsenal simulate DECK --bots search,greedy` takes all cores.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

import engine
from benchmarks.measuring import require, row_of, table
from builder.workspace import Workspace
from engine.bots import Seat, bot
from engine.bundles import DeckBundle, read_file
from engine.core import Game, seed_of
from engine.games.rone_invasion.table import Table
from engine.simulating import simulate
from engine.tallies import Tally

DUELS = {
    "Saucer Dice": "duel-of-fire-and-ice",
    "Invasion TCG": "high-water",
    "Future Invaders": "earthwall",
    "RONE: Invasion": "odras-muster",
}
TOGETHER = {"Invasion of the Saucer People!": "fifty-two"}  # all win or lose: with each bot by itself
CAMPAIGNS = ("one-at-the-gate", "two-gates")
LEVELS = ("easy", "normal", "hard")
HEADER = ("what", "bot", "won", "interval", "games to their end, checked", "processor seconds a game")


def main() -> None:
    """Print a row for each game, or for each scenario and difficulty."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="search:500")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=27)
    parser.add_argument("--of", default="duels,scenarios")
    parser.add_argument("--quick", action="store_true", help="two games, by chance: to see that the benchmark works")
    chosen = parser.parse_args()
    name, games = ("random", 2) if chosen.quick else (chosen.bot, chosen.games)
    print(table(HEADER, []))
    with tempfile.TemporaryDirectory(prefix="arsenal-bots-") as folder, Workspace() as workspace:

        def exported(deck: str) -> DeckBundle:
            file = Path(folder, f"{deck}.json")
            workspace.export(deck, to="engine", path=file)
            return read_file(file)

        if "duels" in chosen.of:
            for what, deck in DUELS.items():
                show(f"{what}, over greedy", name, *over_greedy(exported(deck), name, games, chosen.seed))
            for what, deck in TOGETHER.items():
                for one in (name, "greedy"):
                    begun = process_time()
                    found = simulate([exported(deck)], games, bots=[one], seed=chosen.seed)
                    show(what, one, found.decks[0], (process_time() - begun) / games)
        if "scenarios" in chosen.of:
            for deck in CAMPAIGNS:
                bundle = exported(deck)
                game = engine.load([bundle], bundle.for_players)
                for level in LEVELS:
                    scenarios(game, f"{bundle.deck}, {level}", level, name, games, chosen.seed)


def show(what: str, name: str, tally: Tally, seconds: float) -> None:
    """Prints a row."""
    low, high = tally.interval
    won = f"{tally.share:.1%}", f"{low:.1%} to {high:.1%}", str(tally.games)
    print(row_of([what, name, *won, f"{seconds:.2f}"]), flush=True)


def over_greedy(bundle: DeckBundle, name: str, games: int, seed: int) -> tuple[Tally, float]:
    """What the bot reaches against greedy, which has the same deck and sits in each seat as often."""
    begun = process_time()
    found = simulate([bundle], games, bots=[name, "greedy"], seed=seed)
    return found.decks[0], (process_time() - begun) / games


def scenarios(game: Game, what: str, level: str, name: str, games: int, seed: int) -> None:
    """Plays campaigns with that difficulty, and prints a row for each scenario: of those who came to it, who won it."""
    begun = process_time()
    tallies: dict[str, Tally] = {}
    for number in range(games):
        for scenario, won in campaign(game, level, name, seed_of(seed, number)):
            tallies.setdefault(scenario, Tally()).add(float(won), won=won)
    for scenario, tally in tallies.items():
        show(f"{what}: {scenario}", name, tally, (process_time() - begun) / games)


def campaign(game: Game, level: str, name: str, seed: int) -> Iterator[tuple[str, bool]]:
    """Its scenarios up to the one that was lost, and whether they were won."""
    state = game.new(seed)
    assert isinstance(state, Table)
    chance = [Random(seed_of(seed, "bot", seat)) for seat in range(game.players)]
    player, match, scenario = bot(name), state.match, game.id_of(state.scenario)
    while options := state.options:
        given = [option for option in options if state.describe(option).values.get("level") == level]
        state.apply(given[0] if given else player.choose(Seat(state), chance[state.who]))
        if state.match > match:
            yield scenario, True
            match, scenario = state.match, game.id_of(state.scenario)
    require(state.over, "a campaign did not come to its end")
    yield scenario, bool(state.scores and state.scores[0])


if __name__ == "__main__":
    main()
