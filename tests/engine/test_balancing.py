"""Balance: what many games say of decks, seats and cards, with intervals that hold."""

import math
import tracemalloc
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import balancing
from engine.balancing import Figure, Seeds, changes, difference, games_within, mean_of, measure, plan, strengths
from engine.bundles import DeckBundle, read
from engine.core import seed_of
from engine.faults import EngineError
from engine.running import BATCH, Played, Processes, batches, prepare
from engine.tallies import Tally
from tests.engine.support import bundle

TERRANS, PIRATES = (bundle("future-invaders", f"faction={one}") for one in ("terrans", "pirates"))
DICE = bundle("saucer-dice", "duel-of-fire-and-ice")


def tally(*results: float) -> Tally:
    found = Tally()
    for result in results:
        found.add(result, won=result == 1)
    return found


def reported(decks: Any, games: int, **more: Any) -> balancing.Report:
    return measure(plan(decks, games, bots=("random",), **more), Processes())


# Figures


def test_a_share_within_points_needs_so_many_games() -> None:
    assert [games_within(points) for points in (7, 3, 2)] == [196, 1068, 2401]


def test_the_difference_of_two_shares_has_the_interval_of_newcombe() -> None:
    # Newcombe 1998, method 10, first example: 56 of 70 against 48 of 80.
    found = difference(tally(*[1] * 56, *[0] * 14), tally(*[1] * 48, *[0] * 32))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-3)
    assert difference(tally(), tally(1)) is None


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=60))
def test_the_interval_of_seeds_has_the_mean_and_narrows(values: list[float]) -> None:
    few, many = mean_of(values, 2), mean_of(values * 4, 2)
    assert few.low <= few.value <= few.high
    assert many.value == pytest.approx(few.value)
    assert many.high - many.low < few.high - few.low
    assert many.games == 8 * len(values)


def test_intervals_hold_nineteen_times_in_twenty() -> None:
    chance = Random(4)
    inside = 0
    for _ in range(1000):
        values = [(int(chance.random() < 0.6) + int(chance.random() < 0.6)) / 2 for _ in range(100)]
        inside += not mean_of(values, 2).excludes(0.6)
    assert 930 <= inside <= 975


def test_a_seed_counts_once_all_its_rotations_are_played() -> None:
    seeds = Seeds(2)
    for result in (1.0, 0.0, 1.0, 1.0, 1.0):
        seeds.add(result)
    assert list(seeds.means) == [0.5, 1.0]
    assert seeds.share.games == 4


# Strengths and cycles


def matrix(*rows: tuple[int, int, float]) -> dict[tuple[int, int], Figure]:
    return {(a, b): Figure(share, share - 0.03, share + 0.03, 1000) for a, b, share in rows}


def test_strengths_give_back_the_shares_that_a_ranking_makes() -> None:
    worth = (0.6, 0.1, -0.7)
    shares = matrix(*((a, b, 1 / (1 + math.exp(worth[b] - worth[a]))) for a, b in ((0, 1), (0, 2), (1, 2))))
    found = strengths(shares, 3)
    for (value, error), true in zip(found.strengths, worth, strict=True):
        assert value == pytest.approx(true, abs=0.01)
        assert 0.03 < error < 0.1
    assert found.cyclic < 0.001
    assert found.cycles == ()


def test_a_circle_is_no_ranking_and_is_named() -> None:
    found = strengths(matrix((0, 1, 0.7), (1, 2, 0.7), (0, 2, 0.3)), 3)
    assert [value for value, _ in found.strengths] == pytest.approx([0, 0, 0], abs=1e-6)
    assert found.cyclic == pytest.approx(1)
    assert found.cycles == ((0, 1, 2),)
    assert strengths(matrix((0, 1, 0.51), (1, 2, 0.7), (0, 2, 0.3)), 3).cycles == (), "one link may be chance"


def test_who_wins_all_is_strong_and_not_endlessly() -> None:
    (best, _), (worst, _), _ = strengths(matrix((0, 1, 1.0), (0, 2, 1.0), (1, 2, 0.5)), 3).strengths
    assert 3 < best - worst < 20


# Games


def test_figures_are_of_the_games_that_were_played() -> None:
    report = reported([TERRANS, PIRATES], 12, seed=3)
    found = report.to_json()
    assert found["games"] == 12
    assert sum(found["turns"]["games"].values()) == 12
    (pair,) = found["pairings"]
    assert (pair["deck"], pair["against"], pair["games"]) == (TERRANS.deck, PIRATES.deck, 12)
    first, second = found["decks"]
    assert first["share"]["value"] + second["share"]["value"] == pytest.approx(1)
    assert first["share"]["value"] == pair["value"]
    assert found["decisions"] > 10
    assert 0 < found["forced"] < 1
    for deck in found["decks"]:
        for card in deck["cards"].values():
            seen, unseen = (card[name]["games"] if card[name] else 0 for name in ("in-hand", "not-seen"))
            assert seen + unseen == 12
            assert (card["first-hand"]["games"] if card["first-hand"] else 0) <= seen
    assert any(card["first-hand"] and card["played"] for card in first["cards"].values())


def test_an_odd_number_of_games_is_made_even() -> None:
    assert plan([TERRANS, PIRATES], 5, bots=("random",)).games == 6
    assert plan([DICE], 5, bots=("random",)).games == 5, "a deck against itself is the same from both seats"


def test_seats_are_counted_from_who_has_the_first_turn() -> None:
    wanted = plan([TERRANS, PIRATES], 12, bots=("random",))
    games = [wanted.main.play(0, number) for number in range(12)]
    assert {game.began for game in games} == {0, 1}, "chance says who begins"
    for number, game in enumerate(games):
        state = wanted.main.game(game.seats).new(seed_of(wanted.main.seed, 0, number // 2))
        while not state.turn:
            state.apply(state.options[0])
        assert game.began == state.first
    counted = balancing.Totals(wanted.main)
    for game in games:
        counted.add(0, game)
    assert counted.seats[0].wins == sum(game.result[game.began] == 1 for game in games)


@pytest.mark.long
def test_many_processes_and_a_run_that_goes_on_play_the_same_games() -> None:
    noted: list[tuple[int, int, Played]] = []

    def found(runner: Processes, **more: Any) -> dict[str, Any]:
        wanted = plan([TERRANS, PIRATES], 20, bots=("random",), seed=2, without=["lunar-tanker"])
        return measure(wanted, runner, **more).to_json()

    def note(run: int, batch: Any, games: Iterable[Played]) -> None:
        noted.extend((run, batch[0], game) for game in games)

    whole = found(Processes(), note=note)
    assert len(noted) == 40
    assert found(Processes(2)) == whole
    for after in (BATCH, 31, 40):
        assert found(Processes(), before=noted[:after], after=after) == whole


def test_a_card_that_is_not_played_is_not_played() -> None:
    wanted = plan([TERRANS], 6, bots=("random",), without=["yard-tender"])
    (run,) = wanted.without
    run.watched = True
    for number in range(4):
        played = run.play(0, number)
        barred = played.seats.index(1)
        assert "yard-tender" not in played.cards[barred] or not played.cards[barred]["yard-tender"].played
    run.entries[1] = replace(run.entries[1], without="")
    games = [run.play(0, number) for number in range(4)]
    assert any(played.cards[played.seats.index(1)]["yard-tender"].played for played in games)


def test_nothing_has_moved_between_the_same_games() -> None:
    found = changes(*(reported([TERRANS, PIRATES], 8, seed=1) for _ in range(2)))
    assert [(change.by.value, change.by.excludes(0)) for change in found] == [(0, False)] * 3


def dearer(oil: int, *cards: str) -> DeckBundle:
    """The deck with cards that cost so much oil."""
    data = {**TERRANS.data, "cards": dict(TERRANS.data["cards"])}
    data["cards"] |= {card: {**data["cards"][card], "cost": {"oil": oil}} for card in cards}
    return read(data, "dearer")


@pytest.mark.long
def test_cards_that_became_dear_move_their_deck() -> None:
    ships = [card for card, one in TERRANS.data["cards"].items() if one["type"] == "ship"]
    before = measure(plan([TERRANS, PIRATES], 8, seed=1), Processes())
    after = measure(plan([dearer(9, *ships), PIRATES], 8, seed=1), Processes())
    pair, own, other = changes(before, after)
    assert pair.what == f"{TERRANS.deck} - {PIRATES.deck}"
    assert own.by.excludes(0)
    assert own.by.value < -0.1
    assert other.by.value == pytest.approx(-own.by.value)
    assert own.after == pytest.approx(after.main.decks[0].share)


def test_cards_that_nobody_can_play_are_found() -> None:
    found = reported([dearer(30, "yard-tender")], 20).findings()
    assert {"code": "never-playable", "deck": TERRANS.deck, "card": "yard-tender"} in found


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"games": 0}, "0 games can't be played"),
        ({"without": ["nobody"]}, 'no deck has the card "nobody"'),
        ({"decks": []}, "there is no deck"),
        ({"bots": ["search:1s"]}, "plays other games on another machine"),
        (
            {"decks": [bundle("saucer-people", "fifty-two")], "without": ["ace-of-spades"]},
            "between two decks",
        ),  # a team
    ],
)
def test_wishes_that_make_no_sense(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(EngineError, match=said):
        plan(**{"decks": [TERRANS], "games": 4, **wishes})


def test_batches_go_on_after_what_was_played() -> None:
    run = prepare([TERRANS, PIRATES], ("random",), 2, 0, ())
    every = [number for _, numbers in batches(run, 21) for number in numbers]
    assert every == list(range(21))
    assert [number for _, numbers in batches(run, 21, 13) for number in numbers] == list(range(13, 21))
    assert not list(batches(run, 21, 21))


def test_what_moved_takes_no_more_memory_for_many_seeds() -> None:
    def peak(games: int) -> int:
        wanted = plan([TERRANS, PIRATES], games, bots=["random"])
        before, after = balancing.Totals(wanted.main), balancing.Totals(wanted.main)
        for game in range(games):
            for totals, won in ((before, game % 3 == 0), (after, game % 5 == 0)):
                totals.pairings[0].add(float(won))
        reports = [balancing.Report(wanted, (totals,)) for totals in (before, after)]
        tracemalloc.start()
        changes(*reports)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert peak(40_000) < peak(400) + 50_000  # bytes; a number for each seed would be 300,000
