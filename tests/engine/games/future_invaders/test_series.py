"""Series: games one after the other, what the loser may exchange, and what seats can know of it."""

import copy
import os
from collections import Counter
from random import Random

import pytest

import engine
from engine.core import run
from engine.faults import EngineError
from engine.games.future_invaders.series.game import Series
from engine.games.future_invaders.series.table import Match
from tests.engine.support import bundle, chosen, document, line, played, set_up

GAMES = int(os.environ.get("ARSENAL_GAMES", "6"))
RESERVES = "earthwall-with-reserves"


def series(**setup: int) -> Series:
    """Earthwall with its reserves against pirates who have none."""
    pirates = document("future-invaders", "nothing-left-over", "series")
    data = [copy.deepcopy(dict(one)) for one in (document("future-invaders", RESERVES), pirates)]
    for one in data:
        one["format"]["setup"] |= setup
    game = engine.load(data)
    assert isinstance(game, Series)
    return game


def exchange(game: Series, loser: int = 0) -> Match:
    """The exchange after a game that a seat has lost."""
    found = set_up(game, {"wins": [loser, 1 - loser], "exchange": loser})
    assert isinstance(found, Match)
    return found


def test_series_by_chance_end_and_lose_no_card() -> None:
    game = series()
    for seed in range(GAMES):
        chance = Random(seed)
        state = game.new(seed)
        cards = game.instances(state)
        while not state.over:
            assert max(state.opts) < game.actions
            state.apply(chosen(state, chance))
            assert game.instances(state) == cards
        assert max(state.wins) == 2
        assert sum(state.wins) == state.number <= 3
        assert sorted(state.result or ()) == [0, 1]
        assert state.result is not None
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
    assert state.log is not None
    assert "exchange player=1 cards=40" in [line(game.event(event)) for event in state.log]


def test_no_more_changes_than_the_format_allows() -> None:
    game = series()
    game.changes = 2
    state = exchange(game)
    for kind in ("put-in", "take-out", "put-in", "take-out"):
        state.apply(next(o for o in state.opts if state.describe(o).kind == kind))
    assert game.exchanging(state) < 0, "two swaps are all that is allowed, so nothing is left to ask"
    assert len(state.arsenals[0]) == 40


@pytest.mark.parametrize("short", [5, 20, 35])
def test_an_arsenal_that_is_too_small_is_made_legal_or_left_alone(short: int) -> None:
    deck = copy.deepcopy(dict(document("future-invaders", RESERVES)))
    deck["sections"]["main"] = [{"id": card["id"], "count": 1} for card in deck["sections"]["main"]][: short // 2]
    deck["sections"]["main"][0]["count"] += short - len(deck["sections"]["main"])
    game = engine.load([deck, document("future-invaders", RESERVES)])
    assert isinstance(game, Series)
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
        state.apply(next(o for o in state.opts if state.describe(o).kind == kind))
        views.append(state.view(0))
        assert state.view(1) == other
    assert views[0] != views[-1]
    assert state.log is not None
    assert {line(game.event(event, 1)) for event in state.log} == {"take-out player=0", "put-in player=0"}


def test_worlds_of_an_exchange_begin_it_anew() -> None:
    game = series()
    state = exchange(game)
    state.apply(next(o for o in state.opts if state.describe(o).kind == "take-out"))
    world = game.determinize(state, 1, 5)
    assert world.arsenals[0] == game.arsenals[0]
    assert world.opts == exchange(game).opts
    assert game.determinize(state, 0, 5).arsenals == state.arsenals


def test_after_an_exchange_the_other_knows_what_was_shown_and_no_more() -> None:
    game = series()
    chance = Random(3)
    state = exchange(game)
    for kind in ("put-in", "take-out") * 5:
        state.apply(next(o for o in state.opts if state.describe(o).kind == kind))
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


def drawn(game: Series, number: int) -> Match:
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
    assert state.log is not None
    assert [line(game.event(event)) for event in state.log][:2] == ["game-drawn wins=1,1", "game game=4"]


def test_drawn_games_do_not_go_on_for_ever() -> None:
    game = series()
    state = drawn(game, 9)
    assert state.over
    assert state.result == (0.5, 0.5)
    assert [line(game.event(event)) for event in state.log] == [
        "game-drawn wins=1,1",
        "limit limit=games most=9",
        "series-drawn",
    ]


def test_a_series_is_of_two_players() -> None:
    deck = copy.deepcopy(dict(document("future-invaders", RESERVES)))
    deck["format"]["players"] = {"min": 2, "max": 6}
    with pytest.raises(EngineError, match="a series of duels, for 2 players, and there are 3"):
        engine.load([deck] * 3)


def test_a_deck_of_only_a_collection_is_refused() -> None:
    deck = copy.deepcopy(dict(document("future-invaders", RESERVES)))
    del deck["sections"]["main"]
    with pytest.raises(EngineError, match="and no arsenal"):
        engine.load([deck, bundle("future-invaders", RESERVES)])
