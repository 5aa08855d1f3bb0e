"""What an engine must know of a game is in the bundle: facts of the rulebooks, each at its place."""

from functools import reduce
from typing import Any

import pytest

from tests.engine.support import document
from tests.support.gamecards import catalog

FACTS: dict[tuple[str, str], dict[str, Any]] = {  # that our engine does not read: of the others its own tests tell
    ("future-invaders", "earthwall"): {
        "game/resources/credits/paid-with": ["credits", "oil", "technology", "essence", "scrap"],  # Neutrals
        "game/resources/oil/paid-with": ["oil"],
        "game/rules/needs/pawns": 6,
        "game/rules/needs/dice-for-cards": 8,
        "game/rules/needs/dice-up-to": 30,
        "game/rules/facing/halves-from-players": 3,
        "game/zones/arsenal": "nobody ordered",
        "game/zones/hand": "owner",
        "game/zones/scrap-pile": "everybody",
    },
    ("future-invaders", "the-whole-sky"): {"format/players/deck": "table"},
    ("future-invaders", "earthwall-with-reserves"): {"format/clauses/exchange/max": 10},
    ("invasion-tcg", "podfall"): {
        "game/rules/first-player/winner": "chooses",
        "game/rules/third-card/opponents-turn": "spell",
        "game/rules/third-card/if": "less-life",
        "game/rules/deck/loses": False,
        "game/zones/deck": "nobody ordered",
        "game/zones/graveyard": "everybody ordered",
    },
    ("saucer-people", "fifty-two"): {
        "game/rules/leader/never": "captain-of-ceres",
        "game/rules/options/mercury-trades-crew": "once-per-game",
        "game/zones/draw-pile": "nobody ordered",
        "game/zones/hand": "owner",
    },
    ("saucer-dice", "table-for-four"): {
        "game/rules/seats/invasion-roller": "right",
        "game/rules/start/staging-board": "first-player",
        "game/rules/start/staged-dice": "own-round",
        "game/rules/start/tokens": "undamaged",
        "game/rules/end/ties": "missiles-of-the-tied",
    },
}


@pytest.mark.parametrize(("game", "deck"), FACTS)
def test_an_engine_finds_the_facts_of_a_game_in_its_bundle(game: str, deck: str) -> None:
    bundle = document(game, deck)
    facts = FACTS[game, deck]
    assert {place: at(bundle, place) for place in facts} == facts
    rules = bundle["game"]["rules"]
    assert [name for name, facts in rules.items() if len(facts) > 1 and "description" not in facts] == []


def at(bundle: dict[str, Any], place: str) -> Any:
    """What stands at a place of a bundle; a zone in words: who sees what lies there, and whether it is in order."""
    value = reduce(lambda inner, key: inner[key], place.split("/"), bundle)
    if "/zones/" in place:
        return value["sees"] + (" ordered" if value.get("ordered") else "")
    return value


def test_future_invaders_says_how_long_it_takes_and_for_whom_it_is() -> None:
    (row,) = catalog("future-invaders").overview()
    assert row["age"] == 10
    assert row["playing-time"] == [{"players": 2, "min": 10, "max": 30}, {"players": 3, "min": 30, "max": 60}]
