"""Many games: paired by seeds, the same for any number of processes, with intervals that hold."""

import os
import signal
import subprocess
import sys
from random import Random

import pytest

from engine import running, simulating
from engine.bundles import Players, read
from engine.faults import EngineError
from engine.running import BATCH, Entry, Run
from engine.simulating import simulate
from engine.tallies import normal, wilson
from tests.engine.support import bundle, document, loaded
from tests.support.commands import ROOT
from tests.support.processes import SECONDS, lives, until

DUEL = bundle("saucer-dice", "duel-of-fire-and-ice")
TERRANS, PIRATES = (bundle("future-invaders", f"faction={one}") for one in ("terrans", "pirates"))
TABLE = bundle("saucer-dice", "table-for-four")


def figures(report: simulating.Report) -> dict[str, object]:
    return {key: value for key, value in report.to_json().items() if key != "seconds"}


def test_the_report_has_the_shape_that_is_promised() -> None:
    found = simulate([DUEL], 10, bots=["random"], seed=1).to_json()
    assert list(found) == [
        "games", "decks", "draws", "partial", "players", "pairings", "mirror", "limits",
        "seats", "turns", "decisions", "seconds",
    ]  # fmt: skip
    (deck,) = found["decks"]
    assert list(deck) == ["deck", "wins", "win-rate", "interval", "interval-by"]
    low, high = deck["interval"]
    assert 0 <= low <= deck["win-rate"] <= high <= 1
    assert [seat["seat"] for seat in found["seats"]] == [1, 2]
    assert sum(seat["wins"] for seat in found["seats"]) + found["draws"] == found["games"] == 10
    assert found["turns"] == {"least": 6, "mean": 6.0, "most": 6}  # three rounds of two players
    assert found["decisions"] >= 60


def test_any_number_of_processes_plays_the_same_games() -> None:
    one = simulate([TABLE], 30, bots=["random"], seed=5)
    assert figures(simulate([TABLE], 30, bots=["random"], seed=5, jobs=2)) == figures(one)
    assert figures(simulate([TABLE], 30, bots=["random"], seed=6)) != figures(one)


def test_every_seed_is_played_in_every_rotation() -> None:
    run = Run([Entry(TABLE, "greedy", "g"), Entry(TABLE, "random", "r")], [(0, 1, 1, 1)], 3, shared=True)
    first = [run.play(0, number) for number in range(4)]
    assert [game.seats for game in first] == [(0, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1)]
    assert run.play(0, 2) == first[2]
    # the same seed: the first dice are the same, whoever sits there
    seeds = []
    run.game = lambda seats: seeds.append(seats) or loaded("saucer-dice", ("table-for-four",))
    run.play(0, 4)
    assert len(seeds) == 1


def test_the_better_bot_wins_more_and_is_named_next_to_its_deck() -> None:
    found = simulate([DUEL], 20, bots=["greedy", "random"], seed=2)
    greedy, random = found.decks
    assert (greedy.label, random.label) == (f"{DUEL.deck} (greedy)", f"{DUEL.deck} (random)")
    assert greedy.share > random.share
    assert greedy.games == random.games == 20
    assert greedy.wins + random.wins + found.draws == 20


def test_a_team_is_counted_once() -> None:
    found = simulate([bundle("saucer-people", "fifty-two")], 12, bots=["random"], players=3, seed=1)
    (team,) = found.decks
    assert team.games == 12
    assert [seat.share for seat in found.seats] == [team.share] * 3
    assert [seat.wins for seat in found.seats] == [team.wins] * 3
    assert 0 < found.partial < 12
    assert found.draws == 0, "what a team wins in part is no draw"
    assert {tally.interval_by for tally in (team, *found.seats)} == {"normal"}
    assert not found.mirror


def test_progress_is_reported_as_batches_are_done() -> None:
    done: list[tuple[int, int]] = []
    simulate([DUEL], BATCH * 2 + 5, bots=["random"], progress=lambda more, of: done.append((more, of)))
    assert sum(more for more, _ in done) == BATCH * 2 + 5
    assert len(done) >= 3
    assert {of for _, of in done} == {BATCH * 2 + 5}


def test_decks_meet_at_one_table_or_in_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = loaded("saucer-dice", ("duel-of-fire-and-ice",), players=2)
    monkeypatch.setattr("engine.games.saucer_dice.game.MODULE.shared", False)
    monkeypatch.setattr("engine.modules.load", lambda decks, players: duel)
    decks = [read({**document("saucer-dice", "duel-of-fire-and-ice")}, name) for name in "abc"]
    object.__setattr__(decks[0], "players", Players(2, 2))
    pairs = simulate(decks, 4, bots=["random"], labels=["a", "b", "c"])
    assert (pairs.games, pairs.pairings, pairs.players) == (12, 3, 2)
    assert [(t.label, t.games) for t in pairs.decks] == [("a", 8), ("b", 8), ("c", 8)]


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"games": 0}, "0 games can't be played"),
        ({"bots": ["clever"]}, 'there is no bot "clever"'),
        ({"bots": ["greedy"] * 3}, "there are 3 bots"),
        ({"players": 9}, "is for 2 to 6 players, not 9"),
        ({"decks": []}, "there is no deck"),
        ({"decks": [DUEL, TABLE]}, "one deck for the whole table, and there are 2"),
    ],
)
def test_wishes_that_make_no_sense(wishes: dict[str, object], said: str) -> None:
    with pytest.raises(EngineError, match=said):
        simulate(**{"decks": [DUEL], "games": 5, **wishes})


def test_a_bot_that_chooses_what_is_no_option_is_reported() -> None:
    class Liar:
        def choose(self, seat: object, rng: Random) -> int:
            return -1

    with pytest.raises(EngineError, match="the bot of seat 1 chose -1"):
        running.play(loaded("saucer-dice", ("duel-of-fire-and-ice",)), [Liar(), Liar()], 1)


def test_a_mirror_is_named() -> None:
    assert simulate([DUEL], 4, bots=["random"]).mirror
    assert not simulate([DUEL], 4, bots=["random", "greedy"]).mirror
    assert simulate([TERRANS, TERRANS], 2, bots=["random"]).mirror
    assert not simulate([TERRANS, PIRATES], 2, bots=["random"]).mirror


def test_limits_that_games_met_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.future_invaders.rules.MOST_TURNS", 3)
    found = simulate([TERRANS, PIRATES], 4, bots=["random"])
    assert found.limits == {"turns": 4}
    assert found.draws == 4
    assert [tally.interval_by for tally in found.decks] == ["normal", "normal"]


def test_the_interval_of_shares_follows_their_spread() -> None:
    # the normal interval of a mean: 1.96 s / sqrt(n)
    assert normal(0.5, 1000 * 0.01, 1000) == pytest.approx((0.5 - 0.0062, 0.5 + 0.0062), abs=2e-4)
    assert normal(0.5, 0.0, 4)[0] < 0.2, "four like results say little"
    low, high = normal(0.0, 0.0, 10)
    assert low == 0.0
    assert high > 0.1
    assert normal(0.5, 0.0, 0) == (0.0, 1.0)


def test_wilson_intervals() -> None:
    # by the formula of Wilson (1927), as tables have them
    assert wilson(0.5, 50) == pytest.approx((0.3664, 0.6336), abs=5e-5)
    assert wilson(0.9, 100) == pytest.approx((0.8256, 0.9448), abs=5e-5)
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)
    assert wilson(0.5, 0) == (0.0, 1.0)


@pytest.mark.long
def test_ctrl_c_ends_all_processes() -> None:
    script = """
from engine.simulating import simulate
from tests.engine.support import bundle
deck = bundle("saucer-dice", "duel-of-fire-and-ice")
simulate([deck], 1_000_000, bots=["random"], jobs=2, progress=lambda more, of: print(more, flush=True))
"""
    done = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert done.stdout is not None
    assert done.stdout.readline().strip().isdecimal()
    os.killpg(done.pid, signal.SIGINT)
    _, said = done.communicate(timeout=SECONDS)
    assert said.count("Traceback") == 1, "only who asked hears of it"
    assert said.rstrip().endswith("KeyboardInterrupt")
    until(lambda: not lives(done.pid))  # what Python itself keeps for them ends a moment later
