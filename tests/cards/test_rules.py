"""What an engine must know of a game is in the bundle: facts of the rulebooks, each at its place."""

from __future__ import annotations

import json
from functools import reduce
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from builder.schema import bundled_schema
from tests.support.commands import Arsenal

ALL = ["credits", "oil", "technology", "essence", "scrap"]
FACTS: dict[str, dict[str, Any]] = {
    "earthwall": {
        "game/resources/credits/paid-with": ALL,  # Neutrals
        "game/resources/oil/paid-with": ["oil"],
        "game/resources/scrap/paid-with": ["scrap"],
        "game/rules/needs/pawns": 6,
        "game/rules/needs/dice-for-cards": 8,
        "game/rules/needs/dice-up-to": 30,
        "format/setup/base-durability": 30,
        "format/setup/hand": 6,
        "format/setup/redraws": 2,
        "format/setup/resources": 0,
        "game/rules/redraw/reveals": "everybody",
        "game/rules/redraw/to": "arsenal-bottom",
        "game/rules/redraw/order": "owner",
        "game/rules/redraw/shuffles": False,
        "game/rules/start/initiative": "dice",
        "game/rules/start/initiative-choice": False,
        "game/rules/first-round/combat": "last-player",
        "game/rules/turn/next-player": "right",
        "game/rules/turn/choices": ["deploy", "draw", "discard"],
        "game/rules/hand/limit": "none",
        "game/rules/resources/kept-until": "own-reset",
        "game/rules/grid/columns": 4,
        "game/rules/grid/rows": ["ship", "structure"],
        "game/rules/facing/left-half": [1, 2],
        "game/rules/facing/left-half-faces": [4, 3],
        "game/rules/facing/right-half": [3, 4],
        "game/rules/facing/right-half-faces": [2, 1],
        "game/rules/facing/halves-from-players": 3,
        "game/rules/facing/opponents": "nearest-remaining",
        "game/rules/facing/moves-cards": False,
        "game/rules/combat/hits": ["ship", "structure", "base"],
        "game/rules/priority/last": "active-player",
        "game/rules/destroyed/without-income": "arsenal-bottom",
        "game/rules/end/all-at-once": "draw",
        "game/zones/arsenal": "nobody ordered",
        "game/zones/hand": "owner",
        "game/zones/scrap-pile": "everybody",
    },
    "the-whole-sky": {
        "game/rules/draft/from": "pool",
        "game/rules/draft/to": "arsenal",
        "game/rules/draft/keeps": 1,
        "game/rules/draft/simultaneous": True,
        "game/rules/draft/passes": ["left", "right"],
        "format/setup/pack": 10,
        "format/setup/packs-per-player": 5,
        "format/players/deck": "table",
    },
    "earthwall-with-reserves": {
        "game/rules/series/exchanges": "loser",
        "game/rules/series/from": "collection",
        "game/rules/series/swap-counts": 1,
        "game/rules/series/initiative": "each-game",
        "format/setup/best-of": 3,
        "format/clauses/exchange/max": 10,
    },
    "podfall": {
        "game/rules/first-player/dice": 2,
        "game/rules/first-player/ties": "reroll",
        "game/rules/first-player/winner": "chooses",
        "game/rules/hand/limit": "none",
        "game/rules/third-card/per-game": 1,
        "game/rules/third-card/turn": "either",
        "game/rules/third-card/opponents-turn": "spell",
        "game/rules/third-card/if": "less-life",
        "game/rules/creature-effects/uses": 1,
        "game/rules/creature-effects/until": "own-turn",
        "game/rules/additional-draw/first-turn": True,
        "game/rules/attack/hits": "even",
        "game/rules/battlefields/per-player": 1,
        "game/rules/deck/loses": False,
        "game/rules/end/ties": ["cards-in-play", "cards-in-hand", "dice"],
        "format/setup/life": 20,
        "format/setup/hand": 5,
        "game/zones/deck": "nobody ordered",
        "game/zones/graveyard": "everybody ordered",
    },
    "fifty-two": {
        "game/rules/values/joker": 0,
        "game/rules/seats/direction": "clockwise",
        "game/rules/system-attack-2-players/discards": "highest",
        "game/rules/system-attack-3-players/multiplies": ["highest", "lowest"],
        "game/rules/system-attack-3-players/adds": "middle",
        "game/rules/system-attack-4-players/multiplies": ["highest", "middle"],
        "game/rules/system-attack-4-players/adds": "lowest",
        "game/rules/leader/by": ["captain", "navigator", "engineer"],
        "game/rules/leader/never": "captain-of-ceres",
        "game/rules/crew/captain-of-mercury": "each-turn",
        "game/rules/crew/engineer": "once-per-game",
        "game/rules/options/mercury-trades-crew": "once-per-game",
        "format/setup/hand-2-players": 8,
        "format/setup/hand-3-players": 7,
        "format/setup/hand-4-players": 6,
        "format/setup/removed-2-players": 2,
        "game/zones/draw-pile": "nobody ordered",
        "game/zones/hand": "owner",
    },
    "table-for-four": {
        "game/rules/seats/invasion-roller": "right",
        "game/rules/start/staging-board": "first-player",
        "game/rules/start/staged-dice": "own-round",
        "game/rules/start/tokens": "undamaged",
        "game/rules/round/invasion-dice-per-color": 1,
        "game/rules/round/defense-dice": 1,
        "game/rules/path/places": ["outer", "inner", "core", "opposite-inner", "opposite-outer"],
        "game/rules/path/opposite": 3,
        "game/rules/defense/interceptor": "whole-die",
        "game/rules/rebuild/places-damaged": 1,
        "game/rules/rebuild/turns-over": 1,
        "game/rules/rebuild/places-undamaged": 2,
        "game/rules/end/ties": "missiles-of-the-tied",
        "format/setup/rerolls": 3,
        "format/setup/undamaged-core": 5,
    },
}


@pytest.mark.parametrize("deck", FACTS)
def test_an_engine_finds_the_facts_of_a_game_in_its_bundle(deck: str, arsenal: Arsenal) -> None:
    arsenal("export", deck, "--to", "engine", "-o", "deck.json")
    bundle = json.loads(Path("deck.json").read_text())
    jsonschema.Draft202012Validator(bundled_schema("engine-deck").schema).validate(bundle)
    assert {place: at(bundle, place) for place in FACTS[deck]} == FACTS[deck]
    undescribed = [
        name for name, facts in bundle["game"]["rules"].items() if len(facts) > 1 and "description" not in facts
    ]
    assert undescribed == []


def at(bundle: dict[str, Any], place: str) -> Any:
    """What stands at a place of a bundle; a zone in words: who sees what lies there, and whether it is in order."""
    value = reduce(lambda inner, key: inner[key], place.split("/"), bundle)
    if "/zones/" in place:
        return value["sees"] + (" ordered" if value.get("ordered") else "")
    return value


def test_future_invaders_says_how_long_it_takes_and_for_whom_it_is(arsenal: Arsenal) -> None:
    listed = json.loads(arsenal("games", "--output", "json").output)["games"]
    (row,) = [row for row in listed if row["id"] == "future-invaders"]
    assert row["age"] == 10
    assert row["playing-time"] == [{"players": 2, "min": 10, "max": 30}, {"players": 3, "min": 30, "max": 60}]


def test_players_read_what_credits_pay(arsenal: Arsenal) -> None:
    shown = " ".join(arsenal("show", "exchange-house").output.replace("│", " ").split())
    assert "takes every resource in any mix" in shown
