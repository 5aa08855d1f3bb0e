"""Drafts: what a pool must be, what becomes of it, and what seats can know of it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import engine
from engine.bots import GreedyBot, Seat
from engine.bundles import read
from engine.faults import EngineError
from engine.games.future_invaders.draft.game import Draft
from engine.games.future_invaders.draft.rules import leavings
from engine.games.future_invaders.draft.table import BUILD, PICK, PLAY
from engine.games.future_invaders.game import FutureInvaders
from tests.engine.support import bundle, chosen, decisions, document, line, loaded, rewritten

GAME, SKY = "future-invaders", "the-whole-sky"
POOL = Counter(bundle(GAME, SKY).copies())


def draft(players: int = 2) -> Any:
    return loaded(GAME, (SKY,), players=players)


def drafted(game: Any, seed: int, until: int = PLAY) -> Any:
    """A draft by chance, up to the first decision of the game that follows, or about an arsenal."""
    return next(state for state in decisions(game, seed) if state.step == until)


def changed(players: int, most: int = 0, **setup: int) -> Any:
    """A draft from the pool with other numbers in the setup, and of the most cards of an arsenal."""
    data = rewritten(GAME, SKY)
    data["format"]["setup"] |= setup
    if most:
        data["format"]["clauses"]["arsenal"]["max"] = most
    return engine.load([data], players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_drafts_by_chance_end_and_lose_no_card(players: int) -> None:
    game = draft(players)
    cards, steps = game.instances(game.new(1)), set()
    for state in decisions(game, 1):
        steps.add(state.step)
        assert max(state.opts) < game.actions
        assert game.instances(state) == cards
    assert steps == {PICK, BUILD, PLAY}
    assert sum(state.result) == 1


def test_each_seat_keeps_as_many_cards_and_builds_a_legal_arsenal() -> None:
    game = draft(3)
    state = drafted(game, 1)
    picked = [game.names(state, game.picked_slots(state, seat)) for seat in range(3)]
    assert [len(cards) for cards in picked] == [50, 50, 50]
    assert Counter(card for cards in picked for card in cards) <= POOL
    table = state.inner.game
    for seat, arsenal in enumerate(state.arsenals):
        assert 40 <= len(arsenal) <= 50
        assert set(arsenal) <= set(game.picked_slots(state, seat))
        inner = [card.id for card, owner in zip(table.cards, table.owner, strict=True) if owner == seat]
        assert sorted(inner) == sorted(game.names(state, arsenal))


def test_what_was_drafted_is_played_as_an_ordinary_game_too() -> None:
    game = draft()
    with pytest.raises(EngineError, match="not built yet"):
        game.arsenals(game.new(1))
    state = drafted(game, 1)
    arsenals = game.arsenals(state)
    for seat, arsenal in enumerate(arsenals):
        assert sorted(arsenal.copies()) == sorted(game.names(state, state.arsenals[seat]))
        assert read(arsenal.data).sections == arsenal.sections
    ordinary = engine.load(arsenals)
    assert isinstance(ordinary, FutureInvaders)
    assert ordinary.new(1).options


def test_a_deck_with_its_pool_and_its_arsenal_is_played_with_the_arsenal() -> None:
    data = rewritten(GAME, SKY)
    data["sections"]["arsenal"] = data["sections"]["pool"][:40]
    game = engine.load([data, data])
    assert isinstance(game, FutureInvaders)
    assert len(game.cards) == sum(card["count"] for card in data["sections"]["arsenal"]) * 2
    with pytest.raises(EngineError, match="one pool for the whole table"):
        engine.load([data, document(GAME, SKY)])


def test_the_same_pool_for_each_seat_is_one_pool() -> None:
    game = engine.load([document(GAME, SKY)] * 3)
    assert (type(game), game.players) == (Draft, 3)


@pytest.mark.parametrize(
    ("players", "setup", "fault"),
    [
        (5, {}, "the pool has 209 cards, and 5 players open 25 packs of 10, which are 250"),
        (2, {"packs-per-player": 3}, "3 packs of 10 are 30 cards for each player, and an arsenal has at least 40"),
        (2, {"pack": 1000}, "setup.pack is 1000, and should be a whole number from 1 to 100"),
        (2, {"pack": 100, "packs-per-player": 50}, "the engine drafts at most 500"),
        (2, {"pack": 0}, "setup.pack is 0"),
        (2, {"most": 30}, "ask for 40 or more cards, and for 30 at most"),
    ],
)
def test_a_pool_that_makes_no_draft_is_refused(players: int, setup: dict[str, int], fault: str) -> None:
    with pytest.raises(EngineError, match=fault):
        changed(players, **setup)


def test_packs_of_another_size_are_drafted() -> None:
    game = changed(3, **{"pack": 7, "packs-per-player": 6})
    state = drafted(game, 2)
    assert {len(game.picked_slots(state, seat)) for seat in range(3)} == {42}
    assert all(40 <= len(arsenal) <= 42 for arsenal in state.arsenals)


def test_an_arsenal_is_cut_to_the_most_that_it_may_hold() -> None:
    state = drafted(changed(2, most=60, **{"packs-per-player": 10}), 3)
    assert all(40 <= len(arsenal) <= 60 for arsenal in state.arsenals)


def test_picks_are_secret_but_to_who_made_them() -> None:
    game = draft()
    state = game.new(4, log=True)
    assert state.sealed
    before = state.view(1)
    state.apply(state.opts[0])
    assert (state.who, state.sealed) == (1, True)
    assert state.view(1) == before
    assert state.view(0)["draft"]["chosen"] == game.ids[game.number[state.cards[state.chosen[0]]]]
    log_lines = [[line(game.event(event, seat)) for event in state.log] for seat in (0, 1, None)]
    assert log_lines[0][1] == log_lines[2][1] == f"pick player=0 card={state.view(0)['draft']['chosen']}"
    assert log_lines[1][1] == "pick player=0"


def test_worlds_have_other_picks_than_those_just_made() -> None:
    game = draft()
    state = game.new(5)
    state.apply(state.opts[3])
    worlds = [game.determinize(state, 1, n) for n in range(40)]
    assert len({game.number[world.cards[world.chosen[0]]] for world in worlds}) > 10
    assert len({world.chosen[0] for world in worlds}) > 5, "the place in the pack says which card it is"
    own = {game.determinize(state, 0, n).chosen[0] for n in range(10)}
    assert own == {state.chosen[0]}


def test_worlds_have_other_cards_left_out() -> None:
    game = draft()
    state = drafted(game, 5, BUILD)
    for option in (1, 1, 1):
        state.apply(state.opts[option])
    worlds = [game.determinize(state, 1, n) for n in range(40)]
    assert len({tuple(world.out[0]) for world in worlds}) > 30, "0 is still at it"
    assert {len(world.out[0]) for world in worlds} <= set(range(10))
    for world in worlds[:5]:
        assert set(world.opts) == set(leavings(game, world, 0))
    state.apply(game.ready)
    worlds = [game.determinize(state, 1, n) for n in range(40)]
    assert len({len(world.out[0]) for world in worlds}) > 5, "nobody knows yet how many"
    assert all(game.determinize(state, 0, n).out[0] == state.out[0] for n in range(5))


@pytest.mark.parametrize("players", [2, 3])
def test_worlds_agree_with_all_packs_that_a_seat_has_had_in_hand(players: int) -> None:
    """The packs as a seat has seen them one after the other, and what it has kept, are the same in each world."""
    game = draft(players)
    chance = Random(players)
    state = game.new(6)
    seen: list[dict[tuple[int, int], list[str]]] = [{} for _ in range(players)]
    worlds = set()
    while state.step == PICK or (state.play is not None and state.play.decisions < 60):
        for seat in range(players):
            if state.step == PICK:
                seen[seat][state.round, state.pick] = game.names(state, game.pack_slots(state, seat))
            if chance.random() < 0.04:
                world = game.determinize(state, seat, chance.getrandbits(60))
                worlds.add(tuple(world.cards))
                assert sorted(world.cards) == sorted(state.cards)
                for (r, at), names in seen[seat].items():
                    pack = (seat - game.onward[r] * at) % players
                    assert game.names(world, game.rest_of(r, pack, at)) == names
                    picked = game.picked[seat][r * game.pack + at]
                    if (r, at) < (state.round, state.pick):
                        assert world.cards[picked] == state.cards[picked]
        state.apply(chosen(state, chance))
        while state.step == BUILD:
            state.apply(chosen(state, chance))
    assert len(worlds) > 10


@pytest.mark.parametrize("players", [2, 3])
def test_worlds_of_a_game_with_drafted_arsenals_hide_what_was_not_shown(players: int) -> None:
    game = draft(players)
    state = drafted(game, 7)
    worlds = [game.determinize(state, 0, n) for n in range(20)]
    arsenals = {tuple(sorted(card.id for card in w.inner.game.cards[len(state.arsenals[0]) :])) for w in worlds}
    assert len(arsenals) == 20, "what the others have drafted is known"
    assert len({tuple(sorted(world.arsenals[1])) for world in worlds}) == 20, "what they have left out is known"
    chance = Random(7)
    while not state.over:
        if chance.random() < 0.05:
            for seat in range(players):
                world = game.determinize(state, seat, chance.getrandbits(60))
                assert world.view(seat) == state.view(seat)
                assert Counter(card.id for card in world.inner.game.cards) <= POOL
        state.apply(chosen(state, chance))


def test_cutting_an_arsenal_is_as_bounded_as_it_is_short() -> None:
    game = draft()
    state = drafted(game, 8, BUILD)
    first = state.decisions
    while state.step == BUILD:
        leave = [option for option in state.opts if option != game.ready]
        state.apply(leave[0])
    assert state.decisions - first <= 2 * 10
    assert {len(arsenal) for arsenal in state.arsenals} == {40}


def test_a_greedy_player_drafts_what_it_can_pay_for() -> None:
    """All of the better half of its cards are of few factions, as one that takes anything would hardly have them."""
    game = draft()
    chance = Random(9)
    state = game.new(9)
    while state.step != PLAY:
        state.apply(GreedyBot().choose(Seat(state), chance) if state.who == 0 else chosen(state, chance))
    worths = [game.worth_of(game.numbers(state, arsenal)) for arsenal in state.arsenals]
    assert worths[0] > 1.3 * worths[1]
