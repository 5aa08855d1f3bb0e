"""Conceding: at any moment, by any seat that is still in, in every game, and what must hold then as it always does."""

import json
import os
from random import Random
from typing import Any

import pytest

from engine import saves
from engine.core import ANSWER, Game, Module, State, ask, push, roll, run, tell
from tests.engine.support import OF_EACH_FORMAT, chosen, finish, loaded, log_lines, played, snapshot
from tests.engine.test_core import Pile, Taking

GAMES = int(os.environ.get("ARSENAL_GAMES", "3"))
FUTURE = tuple(f"faction={one}" for one in ("terrans", "pirates", "invaders", "organics", "neutral", "terrans"))
MORE = [
    ("future-invaders", FUTURE[:3], "", 0),
    ("future-invaders", FUTURE[2:6], "", 0),
    ("future-invaders", FUTURE, "", 0),
    ("future-invaders", FUTURE, "rivals", 0),
    ("future-invaders", ("the-whole-sky",), "", 3),
    *(("saucer-dice", ("whole-box",), "", players) for players in (3, 6)),
    *(("saucer-people", ("fifty-two",), "", players) for players in (2, 3)),
    ("saucer-people", ("twice-around",), "", 4),
    ("saucer-people", ("the-ceres-connection",), "trading-crews", 4),
    ("rone-invasion", ("rust-and-thorns",) * 2, "", 6),
    ("rone-invasion", ("the-whole-valley",), "", 0),
]


ALL = [*((name, decks, "", 0) for name, decks in OF_EACH_FORMAT), *MORE]
each_table = pytest.mark.parametrize("table", ALL, ids=[f"{t[0]}:{'+'.join(t[1])}:{t[2]}{t[3] or ''}" for t in ALL])


def _concessions(game: Game, seed: int, *, log: bool = False) -> tuple[State, list[int], list[tuple[int, int]]]:
    """A game by chance in which seats concede now and then: its end, its options, and who conceded after how many."""
    chance = Random(seed)
    state = game.new(seed, log=log)
    cards = game.instances(state)
    options: list[int] = []
    conceded: list[tuple[int, int]] = []
    often = (0.01, 0.3, 0.05)[seed % 3]
    while not state.over:
        if chance.random() < often:
            seat = chance.choice(list(state.remaining))
            before = set(state.remaining)
            state.concede(seat)
            conceded.append((len(options), seat))
            assert set(state.remaining) <= before
            assert game.instances(state) == cards
            if game.module.id != "future-invaders":  # in a series who concedes a game plays the next
                assert seat not in state.remaining
        else:
            options.append(chosen(state, chance))
            state.apply(options[-1])
        assert state.over or state.who in state.remaining
        assert state.over or len(set(state.opts)) == len(state.opts) >= 2
        assert state.decisions < 20_000
    assert game.instances(state) == cards
    return state, options, conceded


@each_table
def test_games_with_concessions_end_and_lose_no_card(table: Any) -> None:
    game = loaded(*table)
    for seed in range(GAMES):
        state, _, conceded = _concessions(game, seed)
        result = state.result
        assert len(result) == game.players
        assert all(0 <= reached <= 1 for reached in result)
        assert list(state.remaining) == []
        if "reserves" not in table[1][0] and not game.module.cooperative:
            assert all(result[seat] == 0 for _, seat in conceded)
            assert sum(result) > 0


@each_table
def test_a_saved_game_with_concessions_is_the_same_game(table: Any) -> None:
    game = loaded(*table)
    state, options, conceded = _concessions(game, 1, log=True)
    read = saves.read(json.loads(json.dumps(saves.save(game, 1, options, conceded=conceded))))
    assert read.conceded == tuple(conceded)
    again = read.state(log=True)
    assert log_lines(again) == log_lines(state)
    assert snapshot(again) == snapshot(state)
    assert again.result == state.result


@each_table
def test_a_clone_concedes_alone_and_nobody_sees_more_for_it(table: Any) -> None:
    game = loaded(*table)
    for seed in range(2):
        chance = Random(seed)
        state = played(game, seed, most=chance.randrange(60))
        if state.over:
            continue
        before = snapshot(state)
        clone = state.clone()
        seat = chance.choice(list(clone.remaining))
        clone.concede(seat)
        assert snapshot(state) == before
        state.concede(seat)
        assert snapshot(state) == snapshot(clone)
        for looks in range(game.players) if not state.over else ():
            world = game.determinize(state, looks, 7)
            assert world.view(looks) == state.view(looks)
            assert game.features(world, looks) == game.features(state, looks)
            if state.who == looks:
                finish(world, chance)


def test_only_who_is_in_the_game_concedes() -> None:
    state = loaded("saucer-dice", ("whole-box",), players=3).new(1)
    state.concede(1)
    for seat in (1, 3, -1):
        with pytest.raises(ValueError, match=f"seat {seat} can't concede: it is not in the game"):
            state.concede(seat)
    state.concede(0)
    assert state.result == (0.0, 0.0, 1.0)
    with pytest.raises(ValueError, match="the game is over"):
        state.concede(2)


# Games that say nothing of it


class Round(Taking):
    """Seats in turn take from a pile; the game knows nothing of conceding."""

    def __init__(self, players: int, *, cooperative: bool) -> None:
        self.players, self.module = players, Module("taking", lambda *_: self, cooperative=cooperative)

    def result(self, state: Any) -> tuple[float, ...]:
        best = max(state.taken)
        return tuple(float(n == best) / state.taken.count(best) for n in state.taken)


def _begun(players: int, *, cooperative: bool = False) -> Any:
    def choose(state: Any, frame: Any) -> bool:
        return ask(state, frame, frame[3], [1, 2, 3])

    def take(state: Any, frame: Any) -> bool:
        tell(state, "take", frame[3], pick=frame[ANSWER])
        state.taken[frame[3]] += frame[ANSWER]
        state.left -= 1
        frame[3] = (frame[3] + 1) % players
        frame[1] = 0 if state.left else 2
        return False

    state = Pile(Round(players, cooperative=cooperative), 1)
    state.log, state.left, state.taken = [], 6, [0] * players
    push(state, (choose, take), -1, 0)
    run(state)
    return state


def test_of_two_the_other_wins_whatever_the_points() -> None:
    state = _begun(2)
    state.apply(3)
    state.concede(0)
    assert state.over
    assert state.result == (0.0, 1.0)
    assert [event[:2] for event in state.log] == [("take", 0), ("concede", 0)]


def test_of_three_two_play_on_and_the_first_option_is_taken_for_the_third() -> None:
    state = _begun(3)
    state.concede(0)
    assert state.who == 1, "who decides is asked no more"
    state.apply(2)
    state.concede(1)
    assert state.result == (0.0, 0.0, 1.0)
    state = _begun(3)
    state.concede(1)
    state.apply(3)
    assert (state.who, state.taken) == (2, [3, 1, 0])
    state.apply(3)
    state.apply(3)
    state.apply(2)
    assert state.result == (1.0, 0.0, 0.0)


def test_what_who_conceded_would_have_reached_is_the_others() -> None:
    state = _begun(3)
    for option in (1, 3, 1):
        state.apply(option)
    state.concede(1)
    state.apply(1)
    state.apply(1)
    assert state.taken == [2, 4, 2]
    assert state.result == (0.5, 0.0, 0.5)


def test_a_team_goes_on_until_nobody_is_left() -> None:
    state = _begun(2, cooperative=True)
    state.concede(1)
    assert not state.over
    other = state.clone()
    for _ in range(3):
        state.apply(3)
    assert state.result == (1.0, 0.0)
    other.concede(0)
    assert other.result == (0.0, 0.0)


def test_chance_goes_on_as_it_would_have() -> None:
    """A concession draws nothing: the next roll is the one that would have come."""
    game = loaded("saucer-dice", ("whole-box",), players=4)
    one, other = game.new(3), game.new(3)
    other.concede(2)
    assert roll(one, 1 << 30) == roll(other, 1 << 30)
