"""What every game module must hold, for each of its sample tables and pairings, collected by themselves."""

import os
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations, takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from builder.workspace import Workspace
from engine import tables
from engine.bots import RandomBot, Seat
from engine.core import Choice, State
from engine.refusing import COST, WHYS
from tests.engine.support import (
    ALL_TABLES,
    chosen,
    loaded,
    log_lines,
    named,
    played,
    sample_decks,
    snapshot,
)
from tests.support.commands import ROOT

GAMES = int(os.environ.get("ARSENAL_GAMES", "6"))  # random games of each table
GOLDENS = Path(__file__).parent / "goldens"
TO_READ = (
    "duel-of-fire-and-ice", "faction=brood--faction=skew", "faction=pirates--faction=invaders", "fifty-two",
    "one-at-the-gate",
)  # fmt: skip
LONGEST = 20_000  # decisions, after which a game counts as endless

TABLES = pytest.mark.parametrize(
    ("name", "decks"), ALL_TABLES, ids=[f"{name}:{'+'.join(decks)}" for name, decks in ALL_TABLES]
)
FACTIONS = {
    "future-invaders": [f"faction={one}" for one in ("terrans", "pirates", "invaders", "organics", "neutral")],
    "invasion-tcg": [f"faction={one}" for one in ("brood", "march", "skew", "tide", "strays")],
}
MARKED = [  # of games whose sample lists change, what else can be played, and factions against each other
    *((name, decks) for name, decks in ALL_TABLES if name not in FACTIONS or len({*decks}) == 1),
    *((name, pair) for name, factions in FACTIONS.items() for pair in combinations(factions, 2)),
]


@TABLES
def test_random_games_end_and_lose_no_card(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    for seed in range(GAMES):
        chance = Random(seed)
        state = game.new(seed)
        cards = game.instances(state)
        while not state.over:
            assert len(set(state.opts)) == len(state.opts) >= 2
            assert all(0 <= option < game.actions for option in state.opts)
            assert 0 <= state.who < game.players
            state.apply(chosen(state, chance))
            assert game.instances(state) == cards
            assert state.decisions < LONGEST, f"seed {seed} does not end"
        assert cards is None or len(cards) == len(set(cards))
        result = state.result
        assert result is not None
        assert len(result) == game.players
        assert all(0 <= reached <= 1 for reached in result)
        assert state.options == []


@TABLES
def test_a_game_is_its_seed_and_its_options(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    again = engine.load(game.bundles, game.players)
    for seed in range(2):
        one, other = played(game, seed, log=True), played(again, seed, log=True)
        assert log_lines(one) == log_lines(other)
        assert snapshot(one) == snapshot(other)
        assert snapshot(played(game, seed)) == snapshot(one), "a log changes the game"


@TABLES
def test_a_clone_goes_its_own_way(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    for seed in range(2):
        chance = Random(seed)
        state = played(game, seed, most=chance.randrange(5, 80))
        if state.over:
            continue
        before = snapshot(state)
        clone = state.clone()
        assert snapshot(clone) == before
        _end(clone, seed)
        assert snapshot(state) == before
        _end(state, seed)
        assert snapshot(state) == snapshot(clone)


def _end(state: State, seed: int) -> None:
    chance = Random(seed)
    while not state.over:
        state.apply(chosen(state, chance))


@TABLES
def test_keys_name_one_thing_each_and_options_name_what_is_there(name: str, decks: tuple[str, ...]) -> None:
    """A seat that is asked finds what its options are about among what it sees, but for cards of its deck."""
    game = loaded(name, decks)
    chance = Random(name)
    for seed in range(2):
        state = game.new(seed)
        while not state.over:
            if chance.random() < 0.1:
                view = state.view(state.who)
                seen = list(_keys(view))
                assert len(seen) == len(set(seen)), sorted(key for key in seen if seen.count(key) > 1)
                for option in state.options:
                    for at in state.describe(option).at:
                        area, _, rest = at.partition(":")
                        assert at in seen or area in ("seat", "card") or _is_empty(view, at), f"{at}: {rest}"
            state.apply(chosen(state, chance))


def _keys(part: Any) -> Iterator[str]:
    """The keys of all that lies in a part of a view."""
    if isinstance(part, dict):
        if "key" in part:
            yield part["key"]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from _keys(one)


def _is_empty(view: Any, at: str) -> bool:
    """Whether a key names an empty place of a row, or a place of a map."""
    area, seat, place = at.split("/")
    lies = (view if seat == "-" else view["seats"][int(seat)])[area]
    return place in lies if isinstance(lies, dict) else lies[int(place)] is None


@TABLES
def test_what_can_be_taken_back_has_shown_nothing(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    chance, found = Random(name), {True: 0, False: 0}
    state = game.new(3, log=True)
    while not state.over and min(found.values()) < 8:
        seat, option, before = state.who, chosen(state, chance), state.view(state.who)
        seen, heard = tables.faces(before), len(state.log or ())
        promised = tables.undoable(state, option)
        found[promised] += 1
        state.apply(option)
        for event in (state.log or [])[heard:] if promised else ():
            assert event[0] not in ("rolls", "dice", "rerolls", "reroll"), event
            if event[2] >= 0 and not game.hides(event, seat) and game.instances(state):
                assert tables.key(event[2]) in seen, event
    assert found[False]
    assert found[True] or decks == ("the-whole-sky",)  # a draft, in which all choose at the same time


@TABLES
def test_what_is_refused_is_no_option_and_is_seen_by_who_decides(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    chance, state = Random(name), game.new(5)
    whys = set()
    for _ in range(400):
        if state.over:
            break
        played = state.innermost
        there = {*_keys(state.view(state.who))}
        for one in played.game.refused(played, state.who):
            assert one.choice.code not in state.options
            assert one.why in WHYS
            assert bool(one.lacks) is (one.why == COST), one
            assert all(amount > 0 for amount in one.lacks.values())
            assert {*one.choice.at} <= there
            whys.add(one.why)
        for seat in range(game.players):
            if seat != state.who:
                assert not [*played.game.refused(played, seat)]
        state.apply(chosen(state, chance))
    assert whys or name == "saucer-dice" or decks == ("the-whole-sky",)


@TABLES
def test_nobody_sees_what_is_hidden(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    chance = Random(name)
    state = game.new(1)
    looked = 0
    while not state.over and looked < 6:
        if chance.random() < 0.06:
            looked += 1
            for seat in range(game.players):
                view, features = state.view(seat), game.features(state, seat)
                before = snapshot(state)
                for seed in range(4):
                    world = game.determinize(state, seat, seed)
                    assert world.view(seat) == view
                    assert game.features(world, seat) == features
                    if world.who == seat:
                        assert world.opts == state.opts
                        assert [str(world.describe(o)) for o in world.opts] == [
                            str(state.describe(o)) for o in state.opts
                        ]
                    else:  # whose options are those of the hand that was dealt anew
                        for option in world.opts:
                            world.clone().apply(option)
                assert snapshot(state) == before
        state.apply(chosen(state, chance))


@TABLES
def test_a_world_that_is_imagined_can_be_played_to_its_end(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    state = played(game, 3, most=30)
    if not state.over:
        cards = game.instances(state)
        world = game.determinize(state, state.who, 5)
        _end(world, 5)
        assert game.instances(world) == cards


@TABLES
def test_options_differ_and_all_that_happens_is_known(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    chance = Random(2)
    state = game.new(2, log=True)
    while not state.over:
        choices = [state.describe(option) for option in state.opts]
        assert all(isinstance(choice, Choice) and choice.kind in named(name, "choices") for choice in choices)
        same = Counter(map(str, choices)).most_common(1)[0]
        assert same[1] == 1, f"{same[0]} is offered twice"
        state.apply(chosen(state, chance))
    for event in state.log or ():
        assert event[0] in named(name, "log")
        for seat in (None, *range(game.players)):
            assert game.event(event, seat)["event"] == event[0]


@TABLES
def test_features_keep_their_length_and_evaluations_are_numbers(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    state = game.new(4)
    lengths = set()
    chance = Random(4)
    while not state.over:
        seat = Seat(state)
        lengths.add(len(game.features(state, seat.number)))
        assert isinstance(game.evaluate(state, seat.number), (int, float))
        state.apply(RandomBot().choose(seat, chance))
    assert len(lengths) == 1
    assert game.features(state, 0)


@TABLES
def test_seats_are_always_asked_where_it_is_said(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    assert game.always_ask == frozenset()
    last = game.players - 1
    assert loaded(name, decks, players=game.players, always_ask=(last,)).always_ask == {last}
    with pytest.raises(engine.EngineError, match=f"the seats of {game.players} players are 0 to {last}"):
        engine.load(game.bundles, game.players, [last + 1])


@pytest.mark.parametrize(("name", "decks"), MARKED, ids=lambda part: part if isinstance(part, str) else "+".join(part))
def test_a_whole_game_goes_as_it_went(name: str, decks: tuple[str, ...]) -> None:
    """One game of each pack is there to be read; of the others there is a mark for each fifty events.

    With ARSENAL_GOLDENS=write the marks are written anew, and all games in full, which git ignores but for those to
    read: write them before a change and after it, and compare, to see what it does to play.
    """
    state = played(loaded(name, decks), 2026, log=True)
    lines = [*log_lines(state), "result " + " ".join(f"{r:g}" for r in state.result or ())]
    title = "--".join(decks)
    whole, file = GOLDENS / name / f"{title}.txt", GOLDENS / f"{name}.txt"
    marks = [
        blake2b("\n".join(lines[at : at + 50]).encode(), digest_size=4).hexdigest() for at in range(0, len(lines), 50)
    ]
    known = dict(line.split(" ", 1) for line in file.read_text("utf-8").splitlines()) if file.exists() else {}
    if os.environ.get("ARSENAL_GOLDENS") == "write":
        whole.parent.mkdir(exist_ok=True)
        whole.write_text("\n".join(lines) + "\n", "utf-8")
        known[title] = " ".join(marks)
        file.write_text("".join(f"{one} {known[one]}\n" for one in sorted(known)), "utf-8")
    if title in TO_READ:
        assert lines == whole.read_text("utf-8").splitlines()
    assert title in known, "no golden: write it with ARSENAL_GOLDENS=write"
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(marks, known[title].split(), strict=False)))
    elsewhere = f"goes another way (should it? ARSENAL_GOLDENS=write) within {lines[same * 50 : same * 50 + 50]}"
    assert marks == known[title].split(), elsewhere


@pytest.mark.parametrize("name", sorted({name for name, _ in ALL_TABLES}))
def test_a_module_knows_the_verbs_of_its_cards(name: str) -> None:
    """All verbs of the cards of the pack; one that the module knows and no card uses would never have been played."""
    with Workspace(ROOT / "cards") as workspace:
        used = {verb for card in workspace.catalog.cards(workspace.game(name)) for verb in _verbs(card.definition)}
    assert engine.modules.find(name).verbs == used - {"pay"}


def _verbs(value: object) -> Iterator[str]:
    """The verbs of all effects anywhere in a card."""
    if isinstance(value, dict):
        if isinstance(value.get("op"), str):
            yield value["op"]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _verbs(item)


def test_every_sample_deck_of_the_games_is_played() -> None:
    for name in {name for name, _ in ALL_TABLES}:
        assert {deck for n, decks in ALL_TABLES if n == name for deck in decks} == set(sample_decks(name))
