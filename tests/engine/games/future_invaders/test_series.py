"""Series: games one after the other, what the loser may exchange, and what seats can know of it."""

import os
from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import engine
from engine.core import run
from engine.faults import EngineError
from tests.engine.support import bundle, chosen, decisions, document, line, log_lines, played, rewritten, set_up

GAMES = int(os.environ.get("ARSENAL_GAMES", "4"))
GAME, RESERVES = "future-invaders", "earthwall-with-reserves"


def series(**setup: int) -> Any:
    """Earthwall with its reserves against pirates who have none."""
    data = [rewritten(GAME, RESERVES), deepcopy(document(GAME, "nothing-left-over", "series"))]
    for one in data:
        one["format"]["setup"] |= setup
    return engine.load(data)


def exchange(game: Any, loser: int = 0) -> Any:
    """The exchange after a game that a seat has lost."""
    return set_up(game, {"wins": [loser, 1 - loser], "exchange": loser})


def change(state: Any, *kinds: str) -> None:
    """Changes so many cards, the first that can be."""
    for kind in kinds:
        state.apply(next(option for option in state.opts if state.describe(option).kind == kind))


def test_series_by_chance_end_and_lose_no_card() -> None:
    game = series()
    cards = game.instances(game.new(0))
    for seed in range(GAMES):
        for state in decisions(game, seed):
            assert max(state.opts) < game.actions
            assert game.instances(state) == cards
        assert max(state.wins) == 2
        assert sum(state.wins) == state.number <= 3
        assert sorted(state.result) == [0, 1]
        assert state.result.index(1) == state.wins.index(2)


def test_every_exchange_by_chance_is_legal() -> None:
    game = series()
    sizes = set()
    for seed in range(200):
        chance = Random(seed)
        state = exchange(game)
        before = Counter(state.arsenals[0])
        steps = 0
        while game.exchanging(state) == 0:
            state.apply(chosen(state, chance))
            steps += 1
        now = Counter(state.arsenals[0])
        sizes.add(now.total())
        assert max((now - before).total(), (before - now).total()) <= 10
        assert 40 <= now.total() <= 100
        assert steps <= 21
        assert now + Counter(state.collections[0]) == before + Counter(game.collections[0])
    assert len(sizes) > 3


def test_who_has_no_collection_and_no_card_left_is_not_asked() -> None:
    game = series()
    state = exchange(game, loser=1)
    assert game.exchanging(state) < 0
    assert state.number == 2
    assert "exchange player=1 cards=40" in log_lines(state)


def test_no_more_changes_than_the_format_allows() -> None:
    game = series()
    game.changes = 2
    state = exchange(game)
    change(state, *("put-in", "take-out") * 2)
    assert game.exchanging(state) < 0, "two swaps are all that is allowed, so nothing is left to ask"
    assert len(state.arsenals[0]) == 40


@pytest.mark.parametrize("short", [5, 20, 35])
def test_an_arsenal_that_is_too_small_is_made_legal_or_left_alone(short: int) -> None:
    deck = rewritten(GAME, RESERVES)
    deck["sections"]["main"] = [{"id": card["id"], "count": 1} for card in deck["sections"]["main"]][: short // 2]
    deck["sections"]["main"][0]["count"] += short - len(deck["sections"]["main"])
    game = engine.load([deck, document(GAME, RESERVES)])
    assert len(game.arsenals[0]) == short
    for seed in range(20):
        chance = Random(seed)
        state = exchange(game)
        while game.exchanging(state) == 0:
            state.apply(chosen(state, chance))
        assert len(state.arsenals[0]) == short or len(state.arsenals[0]) >= 40


def test_an_exchange_is_hidden_from_the_other() -> None:
    game = series()
    state = exchange(game)
    other = state.view(1)
    views = [state.view(0)]
    for kind in ("put-in", "take-out") * 2:
        change(state, kind)
        views.append(state.view(0))
        assert state.view(1) == other
    assert views[0] != views[-1]
    assert {line(game.event(event, 1)) for event in state.log} == {"take-out player=0", "put-in player=0"}


def test_worlds_of_an_exchange_begin_it_anew() -> None:
    game = series()
    state = exchange(game)
    change(state, "take-out")
    world = game.determinize(state, 1, 5)
    assert world.arsenals[0] == game.arsenals[0]
    assert world.opts == exchange(game).opts
    assert game.determinize(state, 0, 5).arsenals == state.arsenals


def test_after_an_exchange_the_other_knows_what_was_shown_and_no_more() -> None:
    game = series()
    chance = Random(3)
    state = exchange(game)
    change(state, *("put-in", "take-out") * 5)
    state.apply(game.ready)
    found = set()
    looked = 0
    while not state.over and state.number == 2:
        if chance.random() < 0.1:
            looked += 1
            world = game.determinize(state, 1, chance.getrandbits(60))
            assert world.view(1) == state.view(1)
            assert game.features(world, 1) == game.features(state, 1)
            before, now = Counter(game.arsenals[0]), Counter(world.arsenals[0])
            assert max((now - before).total(), (before - now).total()) <= 10
            assert now.total() == len(state.arsenals[0])
            table = world.inner.game
            inner = [card.number for card, owner in zip(table.cards, table.owner, strict=True) if owner == 0]
            assert Counter(inner) == now
            found.add(tuple(world.arsenals[0]))
        state.apply(chosen(state, chance))
    assert looked > 5
    assert len(found) > 5


def test_a_series_of_five_takes_three_wins() -> None:
    game = series(**{"best-of": 5})
    assert max(played(game, 4).wins) == 3


def drawn(game: Any, number: int) -> Any:
    """What follows a game of that number which nobody has won."""
    state = game.position({"game": number, "wins": [1, 1]})
    state.log = []
    play = state.inner
    play.out, play.lost, play.over = 3, ((0, 1),), True
    run(state)
    return state


def test_nothing_is_exchanged_after_a_drawn_game() -> None:
    game = series()
    state = drawn(game, 3)
    assert (state.number, state.wins, state.exchanges) == (4, [1, 1], [0, 0])
    assert log_lines(state)[:2] == ["game-drawn wins=1,1", "game game=4"]


def test_drawn_games_do_not_go_on_for_ever() -> None:
    game = series()
    state = drawn(game, 9)
    assert state.over
    assert state.result == (0.5, 0.5)
    assert log_lines(state) == ["game-drawn wins=1,1", "limit limit=games most=9", "series-drawn"]


def test_a_series_is_of_two_players() -> None:
    deck = rewritten(GAME, RESERVES)
    deck["format"]["players"] = {"min": 2, "max": 6}
    with pytest.raises(EngineError, match="a series of duels, for 2 players, and there are 3"):
        engine.load([deck] * 3)


def test_a_deck_of_only_a_collection_is_refused() -> None:
    deck = rewritten(GAME, RESERVES)
    del deck["sections"]["main"]
    with pytest.raises(EngineError, match="and no arsenal"):
        engine.load([deck, bundle(GAME, RESERVES)])
