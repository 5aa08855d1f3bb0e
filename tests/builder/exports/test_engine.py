"""The bundle for a rules engine: a deck that is complete, and fits the schema that others read it by."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import jsonschema
import pytest

from builder.documents.data import Data
from builder.exports import Bundle
from builder.exports.engine import TARGET, VERSION, export
from builder.games import game_from
from builder.schema import bundled_schema
from tests.support.commands import Arsenal
from tests.support.exported import game, of_deck, two_cards


def test_the_engine_bundle_is_complete_and_fits_its_schema(arsenal: Arsenal) -> None:
    arsenal("export", "the-accord", "--to", "engine", "-o", "deck.json")
    bundle = json.loads(Path("deck.json").read_text())
    jsonschema.Draft202012Validator(bundled_schema("engine-deck").schema).validate(bundle)
    assert bundle["format"]["setup"]["base-durability"] == 30
    assert bundle["format"]["players"] == {"min": 2, "max": 6}
    assert {row["id"] for row in bundle["sections"]["main"]} == set(bundle["cards"])
    assert all(card["set"] == "first-light" and card["faction"] for card in bundle["cards"].values())


def test_the_engine_is_told_of_players_and_dice(arsenal: Arsenal) -> None:
    dice = [[["ember"], []], [["tide", "tide"], ["ember"]]]
    Path("deck.yaml").write_text(
        f"name: Two\ngame: future-invaders\nplayers: 2\ndice: {json.dumps(dice)}\ncards: {{knife-runner: 2}}\n"
    )
    schema = bundled_schema("engine-deck").schema
    for options, players in (([], 2), (["--players", "3"], 3)):
        arsenal("export", "deck.yaml", "--to", "engine", "-o", "deck.json", "--force", *options)
        bundle = json.loads(Path("deck.json").read_text())
        jsonschema.Draft202012Validator(schema).validate(bundle)
        assert (bundle["deck"]["players"], bundle["deck"]["dice"]) == (players, dice)
    arsenal("export", "the-accord", "--to", "engine", "-o", "deck.json")
    assert bundle["deck"].keys() - json.loads(Path("deck.json").read_text())["deck"].keys() == {"players", "dice"}


def test_a_deck_comes_with_its_verdict_and_the_full_definition_of_its_cards() -> None:
    verdict = {"legal": True, "violations": []}
    bundle = replace(
        of_deck(), format_id="f", format_name="F", setup={"hand": 6}, verdict=verdict, judged=date(2026, 6, 1)
    )
    exported = export(bundle)
    document = json.loads(exported.content)
    assert (document["schema"], document["version"]) == ("arsenal/engine-deck", VERSION)
    assert document["game"] == {"id": "g", "name": "G", "edition": "2", "resources": {}, "zones": {}, "rules": {}}
    assert document["format"] == {"id": "f", "name": "F", "setup": {"hand": 6}}
    assert document["verdict"] == {"legal": True, "date": "2026-06-01", "violations": []}
    assert document["sections"] == {"main": [{"id": "one", "count": 2}, {"id": "two", "count": 2}]}
    assert document["cards"]["two"] == {"set": "s", "id": "two", "number": 2, "name": "Two", "type": "ship"}
    assert exported.losses == ()


def test_an_engine_is_told_what_pays_for_what_where_cards_lie_and_how_it_is_played() -> None:
    words: dict[str, Data] = {
        "id": "g",
        "resources": {"oil": {"name": "Oil"}, "money": {"name": "Money", "paid-with": ["oil"]}},
        "zones": {"hand": {"of": "player", "sees": "owner"}},
        "rules": {"hand": {"description": "All of it.", "limit": "none"}},
    }
    document = json.loads(export(replace(of_deck(), game=game_from(words, {}))).content)
    assert document["game"]["resources"] == {
        "oil": {"name": "Oil", "paid-with": ["oil"]},
        "money": {"name": "Money", "paid-with": ["money", "oil"]},
    }
    assert (document["game"]["zones"], document["game"]["rules"]) == (words["zones"], words["rules"])


def test_a_deck_that_was_not_judged_is_not_legal() -> None:
    assert json.loads(export(of_deck()).content)["verdict"] == {"legal": False, "date": "", "violations": []}


def test_a_game_is_no_deck() -> None:
    assert TARGET.needs_deck
    with pytest.raises(ValueError, match="takes a deck"):
        export(Bundle(game(), two_cards()))
