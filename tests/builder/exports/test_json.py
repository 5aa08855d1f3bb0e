"""Cards as JSON: an object for each, with its copies where it is a deck's."""

import json
from pathlib import Path

from builder.exports import Bundle
from builder.exports.json import export
from tests.support.commands import Arsenal
from tests.support.exported import card, game, of_deck


def test_losses_are_said(arsenal: Arsenal) -> None:
    Path("pool.yaml").write_text(
        "name: Two Sections\ngame: future-invaders\nformat: architect\nsections:\n"
        "  pool: {knife-runner: 2}\n  arsenal: {knife-runner: 1}\n"
    )
    said = arsenal("export", "pool.yaml", "--to", "json", "-o", "pool.json", "--force").stderr
    assert "added together" in said
    assert json.loads(Path("pool.json").read_text())["cards"][0]["count"] == 3


def test_a_card_is_its_definition_with_its_game_and_set() -> None:
    exported = export(Bundle(game(), [card(text="Élan")]))
    assert json.loads(exported.content) == {
        "cards": [{"game": "g", "set": "s", "id": "one", "number": 1, "name": "One", "type": "ship", "text": "Élan"}]
    }
    assert "Élan".encode() in exported.content
    assert exported.losses == []


def test_a_decks_card_has_its_copies() -> None:
    exported = export(of_deck())
    assert [(one["id"], one["count"]) for one in json.loads(exported.content)["cards"]] == [("one", 2), ("two", 2)]
    assert exported.losses == []


def test_dice_are_lost() -> None:
    assert export(of_deck(dice=((("ember",), ()),))).losses == ["the deck's crafted dice are left out"]
