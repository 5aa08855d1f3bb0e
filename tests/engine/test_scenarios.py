"""The rules, one by one: positions, what may be chosen there, and what comes of it, as YAML that a
rules lawyer can read.

Where a scenario names no `decks`, they are those of `DECKS`; in games that are not there, each is of the cards that the
scenario names.

Each entry of a game's rulings has a scenario, or a reason in `not-played.yaml` why play does not show it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

import engine
from engine.core import Game, State, run
from engine.modules import SHIPPED
from tests.engine.support import POOL, SCENARIOS, bundle, loaded, log_lines, offered, take, with_cards
from tests.support.commands import ROOT


def _read(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)


def _all() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path in sorted(SCENARIOS.glob("*/*.yaml")):
        if path.stem != "not-played":
            for entry in _read(path):
                yield path.parent.name, entry["scenario"], entry


ALL = list(_all())
KEYS = {
    "scenario", "ruling", "decks", "leave-out", "format", "players", "always-ask", "position", "seed", "rolls",
    "play", "trace", "trace-has", "then",
}  # fmt: skip
DECKS = {
    "rone-invasion": ["odras-muster", "tessalys-garden"],
    "saucer-dice": ["duel-of-fire-and-ice"],
    "saucer-people": ["loose-wires"],
}


@pytest.mark.parametrize(("name", "scenario", "entry"), ALL, ids=[f"{name}: {s}" for name, s, _ in ALL])
def test_a_scenario_goes_as_it_says(name: str, scenario: str, entry: Mapping[str, Any]) -> None:
    assert set(entry) <= KEYS
    assert {"play", "trace", "trace-has", "then"} & set(entry), "a scenario that shows nothing"
    game = _game(name, entry)
    state = game.position(entry.get("position", {}), entry.get("seed", 0))
    state.fixed = list(entry.get("rolls", []))
    state.log = []
    run(state)
    for step in entry.get("play", []):
        _take(state, step)
    trace = log_lines(state)
    if "trace" in entry:
        assert trace == entry["trace"]
    at = 0
    for expected in entry.get("trace-has", []):
        assert expected in trace[at:], f"{expected!r} is not among {trace[at:]}"
        at = trace.index(expected, at) + 1
    for key, value in entry.get("then", {}).items():
        view = game.view(state, 0)
        if key == "face-down":  # those of all crews
            crews = [card for seat in view["seats"] for card in seat["crew"]]
            view[key] = [card["card"] for card in crews if "face-down" in card.get("marks", ())]
        _holds(view[key] if key != "result" else list(state.result or ()), value, key)


def _game(name: str, entry: Mapping[str, Any]) -> Game:
    form, players, asked = entry.get("format", ""), entry.get("players", 0), tuple(entry.get("always-ask", ()))
    decks = tuple(entry.get("decks") or DECKS.get(name) or [POOL] * (players or 2))
    out = entry.get("leave-out")
    if POOL not in decks and not out:
        return loaded(name, decks, form, players, asked)
    bundles = [bundle(name, deck, form) for deck in decks]
    if POOL in decks:  # and two cards that do little
        named = {"patrol-cutter", "podling", *re.findall(r"[a-z-]+", str(entry))}
        return engine.load([with_cards(one, named, 4) for one in bundles], players, asked)
    return engine.load([with_cards(one, one.cards.keys() - out) for one in bundles], players, asked)


def _take(state: State, step: Mapping[str, Any]) -> None:
    """Compares what is offered, and takes what is chosen."""
    there = {*offered(state)}
    assert set(step) <= {"player", "options", "among", "without", "choose", "concede"}
    if "player" in step:
        assert state.who == step["player"]
    if "options" in step:
        assert sorted(there) == sorted(step["options"])
    assert set(step.get("among", ())) <= there, sorted(there)
    assert not set(step.get("without", ())) & there, sorted(there)
    if "choose" in step:
        take(state, step["choose"])
    if "concede" in step:
        state.concede(step["concede"])


def _holds(is_: Any, should: Any, place: str) -> None:
    """What is said holds; of mappings and lists of them only what is said.

    Cards may be named by their ids alone, piles and hands by how many cards they have or by those that are known.
    """
    if isinstance(is_, dict) and "key" in is_:
        _card_holds(is_, should, place)
    elif isinstance(is_, dict) and is_.keys() == {"count", "known"} and not isinstance(should, dict):
        _holds(is_["count" if isinstance(should, int) else "known"], should, place)
    elif isinstance(should, dict) and isinstance(is_, dict):
        for key, value in should.items():
            assert key in is_, f"{place} has no {key}: {is_}"
            _holds(is_[key], value, f"{place}.{key}")
    elif isinstance(is_, list):
        _list_holds(is_, should, place)
    else:
        assert is_ == should, f"{place}: {is_}"


def _list_holds(is_: list[Any], should: Any, place: str) -> None:
    known = [one for one in is_ if not isinstance(one, dict) or one.get("card", True)]
    if isinstance(should, int):
        assert len(is_) == should, f"{place}: {is_}"
    elif isinstance(should, dict) and "count" in should:
        _holds({"count": len(is_), "known": known}, should, place)
    elif not isinstance(should, list):
        _holds(is_[0], should, place)
    else:
        assert len(known) >= len(should) if should and isinstance(should[0], dict) else len(known) == len(should), is_
        for index, value in enumerate(should):
            _holds(known[index], value, f"{place}[{index}]")


def _card_holds(card: dict[str, Any], should: Any, place: str) -> None:
    """Its id, or some of what is said of it; a mark that is not there is 0 or false."""
    if not isinstance(should, dict):
        assert card.get("card", card.get("shows")) == should, f"{place}: {card}"
        return
    said = {**card, **card.get("marks", {})}
    for key, value in should.items():
        assert said.get(key) == value or (key not in said and not value), f"{place}.{key}: {card}"


@pytest.mark.parametrize("name", sorted({name for name, _, _ in ALL}))
def test_every_ruling_has_a_scenario(name: str) -> None:
    assert name in SHIPPED
    rulings = [entry["question"] for entry in _read(ROOT / "cards" / name / "rulings.yaml")]
    assert len(rulings) == len(set(rulings)), "a question is asked twice"
    shown = set()
    for game, _, entry in ALL:
        if game == name:
            ruling = entry.get("ruling", [])
            shown |= {ruling} if isinstance(ruling, str) else set(ruling)
    path = SCENARIOS / name / "not-played.yaml"
    not_played = {e["ruling"]: e["reason"] for e in _read(path)} if path.exists() else {}
    assert not shown - set(rulings), "no such ruling"
    assert not set(not_played) - set(rulings), "no such ruling"
    assert not shown & set(not_played), "is played after all"
    assert all(len(reason) > 20 for reason in not_played.values())
    assert [q for q in rulings if q not in shown and q not in not_played] == []
