"""What every game module must hold, for each of its sample tables and pairings, collected by themselves."""

import os
from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations, takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.bots import Seat
from engine.core import Choice, Game, State
from engine.games.future_invaders.draft.table import Drafting
from engine.modules import SHIPPED, find
from engine.refusing import COST, WHYS
from engine.tables import faces, key, undoable
from tests.engine.support import (
    ALL_TABLES,
    ONE_OF_EACH,
    POOL,
    chosen,
    document,
    finish,
    loaded,
    log_lines,
    named,
    offered,
    on_each,
    played,
    sample_decks,
    snapshot,
    tables,
)

GAMES = int(os.environ.get("ARSENAL_GAMES", "4"))  # random games of each table
ENOUGH = GAMES * 600  # decisions, after which a table of long games is played no more
GOLDENS = Path(__file__).parent / "goldens"
TO_READ = (
    "duel-of-fire-and-ice", "faction=brood--faction=skew", "faction=pirates--faction=invaders", "fifty-two",
    "one-at-the-gate",
)  # fmt: skip
LONGEST = 20_000  # decisions, after which a game counts as endless

FACTIONS = {
    "future-invaders": [f"faction={one}" for one in ("terrans", "pirates", "invaders", "organics", "neutral")],
    "invasion-tcg": [f"faction={one}" for one in ("brood", "march", "skew", "tide", "strays")],
}
MARKED = [  # of games whose sample lists change, what else can be played, and factions against each other
    *((name, decks) for name, decks in ALL_TABLES if name not in FACTIONS or len({*decks}) == 1),
    *((name, pair) for name, factions in FACTIONS.items() for pair in combinations(factions, 2)),
]


@on_each(ALL_TABLES)
def test_random_games_end_and_lose_no_card(name: str, decks: tuple[str, ...]) -> None:
    """On the way, positions are looked at: many at the beginning of a game, and ever fewer towards its end."""
    game, chance = loaded(name, decks), Random(name)
    looks = Looks(game)
    decisions = 0
    for seed in range(GAMES):
        state = game.new(seed, log=True)
        cards = game.instances(state)
        while not state.over:
            assert len(set(state.opts)) == len(state.opts) >= 2
            assert all(0 <= option < game.actions for option in state.opts)
            assert 0 <= state.who < game.players
            option, looked = chosen(state, chance), chance.random() < 40 / (40 + state.decisions)
            if looked:
                looks.at_options(state)
            if looked and chance.random() < 1 / 3:
                looks.at_all(state)
            if looked and min(looks.promised.values()) < 8:
                looks.take(state, option)
            else:
                state.apply(option)
            if state.decisions % 10 == 0 or state.over:
                assert game.instances(state) == cards
            assert state.decisions < LONGEST, f"seed {seed} does not end"
        assert cards is None or len(cards) == len(set(cards))
        assert len(state.result) == game.players
        assert all(0 <= reached <= 1 for reached in state.result)
        assert state.options == []
        if (decisions := decisions + state.decisions) > ENOUGH:
            break
    for event in state.log or ():
        assert event[0] in named(name, "log")
        for seat in (None, *range(game.players)):
            assert game.event(event, seat)["event"] == event[0]
    assert looks.whys or name == "saucer-dice" or decks == ("the-whole-sky",)
    assert looks.promised[False]
    assert looks.promised[True] or decks == ("the-whole-sky",)  # in which all choose at the same time


class Looks:
    """What must hold at a position, whoever is asked; and what was found at all of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds = named(game.module.id, "choices")
        self.lengths: set[int] = set()  # of features
        self.whys: set[str] = set()  # why something was refused
        self.promised = {True: 0, False: 0}  # options that can be taken back, and that can't

    def at_options(self, state: State) -> None:
        """Options differ in words, and have phrases."""
        choices = [*map(state.describe, state.opts)]
        assert all(isinstance(choice, Choice) for choice in choices)
        assert {choice.kind for choice in choices} <= {*self.kinds}, "they need a phrase under choices"
        assert len({*map(str, choices)}) == len(choices), "something is offered twice"

    def at_all(self, state: State) -> None:
        view = state.view(state.who)
        keys = [part["key"] for part in _parts(view) if "key" in part]
        self.at_keys(state, view, keys)
        self.at_refused(state, {*keys})
        self.lengths.add(len(self.game.features(state, state.who)))
        assert len(self.lengths) == 1
        assert self.lengths != {0}
        assert isinstance(self.game.evaluate(state, state.who), (int, float))

    def at_keys(self, state: State, view: Any, keys: list[str]) -> None:
        """A key names one thing. A seat sees what its options are about, but for cards of its deck."""
        assert len(keys) == len(set(keys)), sorted(key for key in keys if keys.count(key) > 1)
        for option in state.options:
            for at in state.describe(option).at:
                assert at in keys or at.partition(":")[0] in ("seat", "card") or _is_empty(view, at), at

    def at_refused(self, state: State, keys: set[str]) -> None:
        """What is refused is no option, and is seen by who decides."""
        state = state.innermost
        for one in state.game.refused(state, state.who):
            assert one.choice.code not in state.options
            assert one.why in WHYS
            assert bool(one.lacks) is (one.why == COST), one
            assert all(amount > 0 for amount in one.lacks.values())
            assert {*one.choice.at} <= keys
            self.whys.add(one.why)
        for seat in range(state.game.players):
            assert seat == state.who or not [*state.game.refused(state, seat)]

    def take(self, state: State, option: int) -> None:
        """What can be taken back shows nothing."""
        seat, seen, heard = state.who, faces(state.view(state.who)), len(state.log or ())
        promised = undoable(state, option)
        self.promised[promised] += 1
        state.apply(option)
        for event in (state.log or [])[heard:] if promised else ():
            assert event[0] not in ("rolls", "dice", "rerolls", "reroll"), event
            if event[2] >= 0 and not self.game.hides(event, seat) and self.game.instances(state):
                assert key(event[2]) in seen, event


def _parts(data: Any) -> Iterator[dict[str, Any]]:
    """All mappings in data."""
    if isinstance(data, dict):
        yield data
        data = [*data.values()]
    if isinstance(data, list):
        for one in data:
            yield from _parts(one)


def _is_empty(view: Any, at: str) -> bool:
    """Whether a key names an empty place of a row, or a place of a map."""
    area, seat, place = at.split("/")
    lies = (view if seat == "-" else view["seats"][int(seat)])[area]
    return place in lies if isinstance(lies, dict) else lies[int(place)] is None


@on_each(ALL_TABLES)
def test_a_game_is_its_seed_and_its_options(name: str, decks: tuple[str, ...]) -> None:
    """It is the same when its decks are loaded again, without a log, and played on from a copy."""
    whole = played(loaded(name, decks), 0, log=True)
    state, chance = engine.load(loaded(name, decks).bundles, whole.game.players).new(0), Random(0)
    finish(state, chance, min(Random(name).randrange(5, 80), whole.decisions // 2))
    before, clone, way = snapshot(state), state.clone(), chance.getstate()
    assert snapshot(clone) == before
    finish(clone, chance)
    assert snapshot(state) == before, "a clone changes its original"
    chance.setstate(way)
    finish(state, chance)
    assert snapshot(state) == snapshot(clone)
    assert snapshot(state) == snapshot(whole), "a log or loading again changes the game"


@on_each(ALL_TABLES)
def test_nobody_sees_what_is_hidden(name: str, decks: tuple[str, ...]) -> None:
    """Who thinks in a world that agrees with what they see thinks of the same worlds as in the true one."""
    game, chance = loaded(name, decks), Random(str(decks))
    state = game.new(1)
    while not state.over:
        if chance.random() < 2 / (2 + state.decisions):
            for seat in range(game.players):
                view, features, before = state.view(seat), game.features(state, seat), snapshot(state)
                for seed in range(2):
                    world = game.determinize(state, seat, seed)
                    assert world.view(seat) == view
                    assert game.features(world, seat) == features
                    if seat == state.who:
                        assert world.opts == state.opts
                        assert [*offered(world)] == [*offered(state)]
                        if not isinstance(state, Drafting):  # in which cards of a pack may lie in any order
                            assert snapshot(Seat(state).imagine(9)) == snapshot(Seat(world).imagine(9))
                    else:  # whose options are those of the hand that was dealt anew
                        for option in world.opts:
                            world.clone().apply(option)
                assert snapshot(state) == before
        state.apply(chosen(state, chance))


@on_each(ALL_TABLES)
def test_a_world_that_is_imagined_can_be_played_to_its_end(name: str, decks: tuple[str, ...]) -> None:
    game = loaded(name, decks)
    state = played(game, 3, most=30)
    if not state.over:
        cards = game.instances(state)
        world = game.determinize(state, state.who, 5)
        finish(world, Random(5))
        assert game.instances(world) == cards


@on_each(ONE_OF_EACH)
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


@pytest.mark.parametrize("name", SHIPPED)
def test_a_module_knows_the_verbs_of_its_cards(name: str) -> None:
    """All verbs of the cards of the pack; one that the module knows and no card uses would never have been played."""
    used = {part["op"] for part in _parts(document(name, POOL)["cards"]) if isinstance(part.get("op"), str)}
    assert find(name).verbs == used - {"pay"}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_sample_deck_of_the_games_is_played(name: str) -> None:
    assert {deck for decks in tables(name) for deck in decks} == {*sample_decks(name)}
