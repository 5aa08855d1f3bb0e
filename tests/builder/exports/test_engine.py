"""The bundle for a rules engine: a deck that is complete, and fits the schema that others read it by."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from builder.abilities import lexicon_from
from builder.decks import Deck
from builder.documents.data import Data
from builder.exports import Bundle
from builder.exports.bundling import ExportRequest, bundle
from builder.exports.engine import TARGET, VERSION, export
from builder.games import game_from
from builder.library import OpenedDeck
from tests.support.abilities import GAMES, ROOT, read
from tests.support.commands import Arsenal
from tests.support.exported import game, of_deck, two_cards
from tests.support.shipped import shipped, shipped_decks

ENGINE_DECK = jsonschema.Draft202012Validator(json.loads((ROOT / "schemas" / "engine-deck.schema.json").read_text()))
ABILITY = ENGINE_DECK.evolve(schema={"$ref": "#/$defs/ability", "$defs": ENGINE_DECK.schema["$defs"]})


def exported(what: str | OpenedDeck, **wanted: Any) -> Any:
    """What the engine gets of a deck of a shipped game; it fits its schema."""
    found = json.loads(export(bundle(shipped(), what, TARGET, ExportRequest(force=True, **wanted))).content)
    ENGINE_DECK.validate(found)
    return found


def test_the_engine_bundle_is_complete() -> None:
    found = exported("the-accord")
    assert found["deck"].keys().isdisjoint({"players", "dice"})
    assert found["format"]["setup"]["base-durability"] == 30
    assert found["format"]["players"] == {"min": 2, "max": 6}
    assert {row["id"] for row in found["sections"]["main"]} == set(found["cards"])
    assert all(card["set"] == "first-light" and card["faction"] for card in found["cards"].values())


@pytest.mark.long
def test_every_sample_deck_fits_the_schema_with_all_its_abilities() -> None:
    seen: Counter[str] = Counter()
    decks = [written for game in shipped().games for _, written in shipped_decks(game.id, "engine")]
    for written in decks:
        found = json.loads(written.content)
        ENGINE_DECK.validate(found)
        game = found["game"]["id"]
        abilities = [one for card in found["cards"].values() for one in abilities_in(card)]
        assert ("verbs" in found) == (game in GAMES)
        for one in abilities:
            ABILITY.validate(one)
        seen[game] += len(abilities)
    assert len(decks) >= 20
    assert {game for game, count in seen.items() if count >= 10} == {*GAMES}, seen


def abilities_in(value: object) -> Iterator[object]:
    """All abilities anywhere in a card."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("abilities", "do") or key.endswith("-abilities"):
                yield from inner
            else:
                yield from abilities_in(inner)
    elif isinstance(value, list):
        for item in value:
            yield from abilities_in(item)


def test_the_schema_of_abilities_refuses_what_is_none() -> None:
    good = {"kind": "static", "effects": [{"op": "deal", "main": 1, "to": {"take": "one", "kinds": ["ship"]}}]}
    ABILITY.validate(good)
    for wrong in (
        {"kind": "static", "effects": []},
        {"kind": "slow", "effects": good["effects"]},
        {**good, "cost": {"oil": 1}},
        {**good, "effects": [{"main": 1}]},
        {**good, "effects": [{"op": "deal", "main": 1, "to": {"take": "some", "kinds": ["ship"]}}]},
        {**good, "effects": [{"op": "draw", "main": 1.5}]},
        {**good, "when": "this destroyed"},
    ):
        assert not ABILITY.is_valid(wrong)


def test_the_version_of_the_verbs_follows_what_abilities_are_made_of() -> None:
    words = read("cards/future-invaders/verbs.yaml")
    shared = read("schemas/verbs.yaml")
    version = lexicon_from(words, shared).version
    assert re.fullmatch("[0-9a-f]{12}", version)
    events = {**words["events"], "attacks": {**words["events"]["attacks"], "means": "Other words for the same."}}
    assert lexicon_from({**words, "events": events}, shared).version == version
    for changed in (
        {"verbs": {**words["verbs"], "win": {"means": "Win.", "main": "number"}}},
        {"verbs": {**words["verbs"], "draw": {}}},
        {"kinds": {**words["kinds"], "base": ["base", "bases"]}},
        {"played-once": ["action"]},
    ):
        assert lexicon_from({**words, **changed}, shared).version != version
    assert lexicon_from({}, shared).version == ""


def test_the_engine_gets_players_and_dice() -> None:
    dice = ((("ember",), ()), (("tide", "tide"), ("ember",)))
    two = OpenedDeck("two", Deck("Two", "future-invaders", {"main": {"knife-runner": 2}}, players=2, dice=dice))
    for wanted, players in ((None, 2), (3, 3)):
        found = exported(two, players=wanted)["deck"]
        assert (found["players"], found["dice"]) == (players, json.loads(json.dumps(dice)))


def test_a_deck_comes_with_its_verdict_and_the_full_definition_of_its_cards() -> None:
    verdict = {"legal": True, "violations": []}
    about = {"format_id": "f", "format_name": "F", "setup": {"hand": 6}, "verdict": verdict}
    made = export(replace(of_deck(), judged=date(2026, 6, 1), **about))  # type: ignore[arg-type]
    document = json.loads(made.content)
    assert (document["schema"], document["version"]) == ("arsenal/engine-deck", VERSION)
    assert document["game"] == {"id": "g", "name": "G", "edition": "2", "resources": {}, "zones": {}, "rules": {}}
    assert document["format"] == {"id": "f", "name": "F", "setup": {"hand": 6}, "sections": [], "clauses": {}}
    assert document["verdict"] == {"legal": True, "date": "2026-06-01", "violations": []}
    assert document["sections"] == {"main": [{"id": "one", "count": 2}, {"id": "two", "count": 2}]}
    assert document["cards"]["two"] == {"set": "s", "id": "two", "number": 2, "name": "Two", "type": "ship"}
    assert made.losses == ()


def test_an_engine_gets_what_pays_for_what_where_cards_lie_and_how_it_is_played() -> None:
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


def test_an_engine_gets_what_makes_decks_legal_and_who_plays_with_them(arsenal: Arsenal) -> None:
    told = exported("the-whole-sky")
    assert told["format"]["players"] == {"min": 2, "max": 6, "deck": "table"}
    assert told["format"]["sections"] == ["pool", "arsenal"]
    size = told["format"]["clauses"]["arsenal"]
    assert (size["clause"], size["section"], size["min"], size["max"]) == ("size", "arsenal", 40, 100)
    assert list(told["sections"]) == ["pool"], "a deck's cards are in the first section, by the format's own name"
    arsenal("export", "earthwall", "--to", "engine", "--format", "series", "--players", "2", "-o", "deck.json")
    told = json.loads(Path("deck.json").read_text())
    assert told["deck"]["players"] == 2
    assert "deck" not in told["format"]["players"]
    assert told["format"]["clauses"]["exchange"]["max"] == 10
    assert list(told["sections"]) == ["main"]


def test_a_deck_that_was_not_judged_is_not_legal() -> None:
    assert json.loads(export(of_deck()).content)["verdict"] == {"legal": False, "date": "", "violations": []}


def test_a_game_is_no_deck() -> None:
    assert TARGET.needs_deck
    with pytest.raises(ValueError, match="takes a deck"):
        export(Bundle(game(), two_cards()))
