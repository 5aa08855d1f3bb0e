"""Saved games: a game goes on where it was, and each wrong thing in a file is named."""

import copy
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import saves
from engine.core import Game, State
from engine.faults import EngineError
from engine.saves import MOST_BYTES, MOST_OPTIONS, read, read_file, save
from tests.engine.support import chosen, loaded, log_lines, snapshot
from tests.support.properties import examples

GAME = loaded("saucer-dice", ("duel-of-fire-and-ice",), players=2)
SEED = 11


def _options(count: int = 1_000, game: Game = GAME, seed: int = SEED) -> list[int]:
    taken: list[int] = []
    state, chance = game.new(seed), Random(3)
    while state.options and len(taken) < count:
        taken.append(chosen(state, chance))
        state.apply(taken[-1])
    return taken


def _after(options: Sequence[int], game: Game = GAME, seed: int = SEED) -> State:
    state = game.new(seed)
    for option in options:
        state.apply(option)
    return state


SAVED = json.loads(json.dumps(save(GAME, SEED, _options(12), ["human", "greedy"])))


def changed(**parts: Any) -> dict[str, Any]:
    return {**copy.deepcopy(SAVED), **parts}


def test_a_game_goes_on_where_it_was_saved(tmp_path: Path) -> None:
    options = _options()
    whole = read(save(GAME, SEED, options)).state(log=True)
    assert whole.result is not None
    for count in (0, 1, len(options) // 2, len(options)):
        file = tmp_path / "game.json"
        file.write_text(json.dumps(save(GAME, SEED, options[:count])), "utf-8")
        state = read_file(file).state(log=True)
        for option in options[count:]:
            state.apply(option)
        assert log_lines(state) == log_lines(whole)
        assert snapshot(state) == snapshot(whole)


def test_what_is_saved_says_who_plays_and_holds_each_deck_once() -> None:
    assert SAVED["schema"] == "arsenal/saved-game"
    assert (SAVED["seats"], len(SAVED["bundles"]), SAVED["players"]) == ([0], 1, 2)
    found = read(SAVED)
    assert (found.names, found.seed, found.options) == (("human", "greedy"), SEED, tuple(_options(12)))
    assert found.digest == SAVED["digest"] != save(GAME, SEED, _options(11))["digest"]


def test_who_is_always_asked_is_saved_where_somebody_is() -> None:
    assert "always-ask" not in SAVED
    assert read(SAVED).game.always_ask == frozenset()
    decks = ("faction=terrans", "faction=organics")
    games = [loaded("future-invaders", decks, always_ask=asked) for asked in ((), (1, 0))]
    seed = next(seed for seed in range(20) if _options(game=games[0], seed=seed) != _options(game=games[1], seed=seed))
    ended = []
    for game in games:
        taken = _options(game=game, seed=seed)
        state = _after(taken, game, seed)
        data = json.loads(json.dumps(save(game, seed, taken)))
        assert data.get("always-ask", []) == sorted(game.always_ask)
        found = read(data)
        assert found.game.always_ask == game.always_ask
        assert snapshot(found.state()) == snapshot(state)
        assert state.over
        ended.append(data)
    # The questions are others, so the options of the one are not those of the other.
    assert ended[0]["options"] != ended[1]["options"]
    with pytest.raises(EngineError):
        read({key: value for key, value in ended[1].items() if key != "always-ask"})


def test_the_positions_between_are_those_of_the_game() -> None:
    decided = [(state.who, state.decisions) for state in read(SAVED).played()]
    assert [number for _, number in decided] == list(range(13))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "is not a saved game"),
        ({"schema": "arsenal/engine-deck"}, "is not a saved game"),
        (changed(version=3), "has version 3 of the format, and this engine reads 1 and 2"),
        (changed(version=True), "has version true of the format"),
        (changed(mode="easy"), "save.mode is not known"),
        (changed(players=0), "save.players is 0, and should be a whole number from 1 to 100"),
        (changed(players="2"), 'save.players is "2", and should be a whole number'),
        (changed(players=7), "is for 2 to 6 players, not 7"),
        (changed(seed=-1), "save.seed is -1, and should be a whole number"),
        (changed(seed=1.0), "save.seed is 1.0, and should be a whole number"),
        (changed(bundles={}), "save.bundles is {}, and should be a list of at most 100"),
        (changed(bundles=[3]), r"bundles\[0\] is not a deck for the engine"),
        (changed(bundles=[]), "there is no deck to play with"),
        (changed(seats=[1]), r"save.seats\[0\] is 1, and should be a whole number from 0 to 0"),
        (changed(seats=[True]), r"save.seats\[0\] is true, and should be"),
        (changed(seats=[]), "there is no deck to play with"),
        (changed(seats=[0, 0]), "one deck for the whole table"),
        (changed(seats=[0] * 101), "save.seats is .* a list of at most 100 whole numbers"),
        (changed(names=["a"]), "names of at most 80 characters for 2 players"),
        (changed(names=["a", 3]), "save.names is .* a list of words"),
        (changed(names=["a", "b" * 81]), "names of at most 80 characters for 2 players"),
        ({**SAVED, "always-ask": 1}, "save.always-ask is 1, and should be a list"),
        ({**SAVED, "always-ask": [0] * 101}, "save.always-ask is .* a list of at most 100 whole numbers"),
        ({**SAVED, "always-ask": [2]}, r"save.always-ask\[0\] is 2, and should be a whole number from 0 to 1"),
        ({**SAVED, "always-ask": [0, True]}, r"save.always-ask\[1\] is true, and should be a whole number from 0 to 1"),
        (changed(options=7), "save.options is 7, and should be a list"),
        (changed(options=["1"]), r'save.options\[0\] is "1", and should be a whole number'),
        (changed(options=[True]), r"save.options\[0\] is true, and should be a whole number"),
        (changed(options=[0] * (MOST_OPTIONS + 1)), "save.options is .* a list of at most 100000 whole numbers"),
        (changed(options=[*SAVED["options"], 999]), r"options\[12\] is 999, and the options are "),
        (changed(options=[*_options(), 0]), "none, as the game is over"),
        (changed(options=_options(11)), "the rules have changed since it was saved"),
        (changed(digest=3), "the rules have changed"),
        (changed(conceded=3), "save.conceded is 3, and should be a list"),
        (changed(conceded=[[0, 0]] * 1_001), "save.conceded is .* a list of at most 1000"),
        (changed(conceded=[3]), "save.conceded is .* a list of lists"),
        (changed(conceded=[[0, True]]), r"conceded\[0\] should be a number of options and a seat"),
        (changed(conceded=[[13, 0]]), r"conceded\[0\] is after 13 options, out of order or beyond the last"),
        (changed(conceded=[[3, 0], [2, 1]]), r"conceded\[1\] is after 2 options, out of order"),
        (changed(conceded=[[12, 2]]), r"conceded\[0\]: seat 2 is not in the game then"),
        (changed(conceded=[[12, 1], [12, 0]]), r"conceded\[1\]: seat 0 is not in the game then"),
        (changed(conceded=[[11, 1]]), r"options\[11\] is \d+, and the options are none, as the game is over"),
        (changed(conceded=[[12, 1]]), "the rules have changed"),
    ],
)
def test_each_wrong_thing_is_named(data: Any, said: str) -> None:
    with pytest.raises(EngineError, match=said):
        read(data)


def test_a_file_of_the_first_version_is_read_as_before() -> None:
    first = changed(version=1)
    del first["conceded"]
    said = hashlib.blake2b(digest_size=16)  # as the first version reckoned it
    state = GAME.new(SEED)
    for option in first["options"]:
        said.update(f"{state.who} {state.describe(option)}\n".encode())
        state.apply(option)
    assert first["digest"] == said.hexdigest()
    assert read(first).state().decisions == 12


def test_who_conceded_is_saved() -> None:
    state = _after(_options(12))
    state.concede(1)
    found = read(json.loads(json.dumps(save(GAME, SEED, _options(12), conceded=[(12, 1)]))))
    assert found.conceded == ((12, 1),)
    assert found.state().result == state.result == (1.0, 0.0)


def test_without_a_digest_the_options_alone_are_checked() -> None:
    assert read({key: value for key, value in SAVED.items() if key != "digest"}).state().decisions == 12


@pytest.mark.parametrize(
    ("content", "size", "said"),
    [
        *((content, len(content), "is not") for content in (b"", b"\xff", b"[" * 100_000, b'{"schema": 1e400}')),
        (b"", MOST_BYTES + 1, "larger than 64 MB"),
    ],
)
def test_files_that_are_no_games(content: bytes, size: int, said: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    os.truncate(file, size)
    with pytest.raises(EngineError, match=said):
        read_file(file)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@examples(50)
@given(st.sampled_from([key for key in saves._KEYS if key not in ("schema", "version")]), JSON)
def test_anything_in_any_place_is_a_fault_or_a_game(key: str, value: Any) -> None:
    try:
        said, decisions = "", read(changed(**{key: value})).state().decisions
    except EngineError as error:
        said, decisions = error.message, 0
    assert decisions == 12 or 0 < len(said) < 1_000
