"""Bundles from files, and the facts of play that modules ask them for."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

import engine
from engine.bundles import MOST_BYTES, MOST_CARDS, Facts, Players, read, read_file, schema
from engine.faults import EngineError
from tests.engine.support import document, loaded
from tests.support.commands import ROOT

BUNDLE = document("saucer-dice", "duel-of-fire-and-ice")


def test_a_bundle_says_what_is_played() -> None:
    bundle = read(BUNDLE, "duel")
    assert (bundle.game, bundle.format, bundle.where) == ("saucer-dice", "standard", "duel")
    counts = {card["id"]: card["count"] for cards in BUNDLE["sections"].values() for card in cards}
    assert Counter(bundle.copies()) == counts
    assert bundle.rules("path").number("opposite") == 3
    with pytest.raises(EngineError, match=r"game\.rules\.weather is missing"):
        bundle.rules("weather")


def test_the_schema_is_the_published_one() -> None:
    assert schema() == json.loads((ROOT / "schemas" / "engine-deck.schema.json").read_text("utf-8"))


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    file.write_text(json.dumps(BUNDLE), "utf-8")
    assert read_file(file) == read(BUNDLE, str(file))
    assert engine.load([file], 2).players == engine.load([BUNDLE], 2).players == 2
    os.truncate(file, MOST_BYTES + 1)
    with pytest.raises(EngineError, match="larger than 32 MB"):
        read_file(file)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe{", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"1" * 5_000, "is not JSON"),
        (b"[]", "is not a deck for the engine"),
        (b'{"schema": "arsenal/engine-deck"}', "has version null of the format"),
        (b'{"schema": "arsenal/engine-deck", "version": NaN}', "has version NaN of the format"),
    ],
)
def test_files_that_are_no_bundles(content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    file.write_bytes(content)
    with pytest.raises(EngineError, match=said):
        read_file(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="can't be read: no such file"):
        read_file(tmp_path / "deck.json")
    with pytest.raises(EngineError, match="can't be read: is a directory"):
        read_file(tmp_path)


def test_each_wrong_field_is_named_and_no_more_than_ten() -> None:
    with pytest.raises(EngineError) as error:
        read({**BUNDLE, "format": {"id": 3, "name": None}, "cards": []}, "it")
    lines = error.value.message.split("\n")
    assert "it: format.id: should be a string, not 3" in lines
    assert "it: format.name: should be a string, not null" in lines
    assert "it: cards: should be an object, not a list" in lines
    assert len(lines) <= 10
    assert error.value.help == "export the deck again"


def test_decks_name_described_cards_and_not_too_many() -> None:
    with pytest.raises(EngineError, match="it lists the card ghost, and cards doesn't describe it"):
        read({**BUNDLE, "sections": {"main": [{"id": "ghost", "count": 1}]}})
    card = next(iter(BUNDLE["cards"]))
    with pytest.raises(EngineError, match=f"the engine plays at most {MOST_CARDS}"):
        read({**BUNDLE, "sections": {"main": [{"id": card, "count": MOST_CARDS + 1}]}})


def test_facts_are_asked_for_by_what_they_may_be() -> None:
    facts = Facts({"n": 3, "w": "red", "ws": ["red", "blue"], "ns": [1, 2], "f": True, "x": 1.5}, "here")
    assert (facts.number("n"), facts.number("none", default=4), facts.numbers("ns", 1, 2)) == (3, 4, (1, 2))
    assert (facts.word("w", ["red"]), facts.words("w"), facts.words("ws", ["red", "blue"])) == (
        "red", ("red",), ("red", "blue"),
    )  # fmt: skip
    assert (facts.flag("f"), facts.has("n"), facts.has("none")) == (True, True, False)
    for ask, said in (
        (lambda: facts.number("n", 4, 9), "here.n is 3, and should be a whole number from 4 to 9"),
        (lambda: facts.number("f"), "here.f is true, and should be a whole number"),
        (lambda: facts.number("x"), "here.x is 1.5, and should be a whole number"),
        (lambda: facts.number("none"), "here.none is missing, and the game can't be played without it"),
        (lambda: facts.word("w", ["blue"]), 'here.w is "red", and should be one of blue'),
        (lambda: facts.words("ws", ["red"]), "and should be a list of red"),
        (lambda: facts.numbers("ns", 2, 3), "here.ns[0] is 1, and should be a whole number from 2 to 3"),
        (lambda: facts.flag("n"), "here.n is 3, and should be true or false"),
    ):
        with pytest.raises(EngineError, match=said.replace("[", r"\[")):
            ask()


def test_who_can_play() -> None:
    assert [n for n in range(8) if Players(2, 6, 2).allows(n)] == [2, 4, 6]
    assert [str(p) for p in (Players(2, 2), Players(1, 1), Players(2, 4), Players(3), Players(2, 6, 2))] == [
        "2 players",
        "1 player",
        "2 to 4 players",
        "3 or more players",
        "2 to 6 players in 2 equal teams",
    ]


def test_decks_that_do_not_meet() -> None:
    other = read({**BUNDLE, "game": {**BUNDLE["game"], "id": "moon-duel"}})
    duel = read(BUNDLE)
    for bundles, players, said in (
        ([], 0, "there is no deck"),
        ([duel, other], 0, "different games: moon-duel, saucer-dice"),
        ([duel, duel], 0, "one deck for the whole table, and there are 2"),
        ([duel], 7, "is for 2 to 6 players, not 7"),
        ([other], 2, "the engine has no module for the game moon-duel"),
    ):
        with pytest.raises(EngineError, match=said):
            engine.load(bundles, players)
    assert loaded("saucer-dice", ("duel-of-fire-and-ice",), players=5).players == 5
