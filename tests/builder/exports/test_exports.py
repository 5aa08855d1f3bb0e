"""Exports: what each target writes, held to goldens that a person can read.

`pytest --inline-snapshot=fix` writes them anew.
"""

import csv
import io
import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import external_file

from builder import exports
from builder.authoring.new import new_game
from builder.diagnostics import UsageError
from builder.documents.data import Data
from builder.exports import Bundle, Exported, Target
from builder.exports.csv import export as export_csv
from builder.games import Card, Game, card_from, game_from
from builder.schema import bundled_schema
from tests.support.commands import DATA, Arsenal
from tests.support.plugins import install

GOLDENS = DATA / "exports"


@pytest.mark.parametrize("target", exports.BUNDLED)
def test_a_deck_is_written_as_in_the_golden(target: str, arsenal: Arsenal, tmp_path: Path) -> None:
    new_game("Moon Duel", tmp_path)
    options = ["--packs", "moon-duel", "--date", "2026-11-21"]
    arsenal("export", "first-deck", "--to", target, "-o", "written", *options)
    written = Path("written").read_bytes().decode()
    assert written == external_file(GOLDENS / f"first-deck.{target}", format=".txt")


def test_the_engine_bundle_is_complete_and_fits_its_schema(arsenal: Arsenal) -> None:
    arsenal("export", "the-accord", "--to", "engine", "-o", "deck.json")
    bundle = json.loads(Path("deck.json").read_text())
    jsonschema.Draft202012Validator(bundled_schema("engine-deck").schema).validate(bundle)
    assert bundle["format"]["setup"]["base-durability"] == 30
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


def test_text_carries_players_and_dice(arsenal: Arsenal) -> None:
    Path("deck.yaml").write_text(
        "name: Two\ngame: future-invaders\nplayers: 2\ndice: [[[ember], []]]\ncards: {knife-runner: 2}\n"
    )
    arsenal("export", "deck.yaml", "--to", "text", "-o", "deck.txt", "--force")
    assert "# Players: 2\n# Die: ember, -\n" in Path("deck.txt").read_text()


def test_losses_are_said(arsenal: Arsenal) -> None:
    Path("pool.yaml").write_text(
        "name: Two Sections\ngame: future-invaders\nformat: architect\nsections:\n"
        "  pool: {knife-runner: 2}\n  arsenal: {knife-runner: 1}\n"
    )
    said = arsenal("export", "pool.yaml", "--to", "json", "-o", "pool.json", "--force").stderr
    assert "added together" in said
    assert json.loads(Path("pool.json").read_text())["cards"][0]["count"] == 3


def test_others_add_targets_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    targets = {name: f"{__name__}:{name.upper()}" for name in ("shouting", "json", "mute")}
    install(monkeypatch, exports.GROUP, **targets)
    assert exports.target("shouting") is SHOUTING
    assert exports.names() == ["engine", "text", "csv", "json", "mute", "shouting"]
    assert exports.target("json").title == "JSON, an object a card"  # none takes the place of ours
    with pytest.raises(UsageError, match="no export target"):
        exports.target("whispering")
    with pytest.raises(UsageError, match='the plugin "mute" can\'t be used: AttributeError'):
        exports.target("mute")


@pytest.mark.parametrize(
    ("name", "reason"), [("failing", "KeyError: 'power'"), ("wordy", "it makes str, not Exported")]
)
def test_a_target_of_a_plugin_that_fails_is_named(
    monkeypatch: pytest.MonkeyPatch, arsenal: Arsenal, name: str, reason: str
) -> None:
    install(monkeypatch, exports.GROUP, **{name: f"{__name__}:{name.upper()}"})
    said = arsenal("export", "earthwall", "--to", name, "-o", "out.txt", code=2).stderr
    assert f'the plugin "{name}" can\'t be used: {reason}' in said
    assert not Path("out.txt").exists()


FAILING = Target("failing", "nothing", ".txt", lambda bundle: Exported(bundle.cards[0].definition["power"]))  # type: ignore[arg-type]
WORDY = Target("wordy", "words", ".txt", lambda bundle: "words")  # type: ignore[arg-type,return-value]
SHOUTING = Target("shouting", "capital letters", ".txt", lambda bundle: Exported(bundle.game.name.upper().encode()))


def card(**definition: str) -> Card:
    return card_from({"id": "one", "number": 1, "name": "One", "type": "ship", **definition}, "g", "s")


def game() -> Game:
    properties: dict[str, Data] = {key: {"type": "string"} for key in ("id", "name", "type", "text")}
    return game_from({"id": "g", "name": "G"}, {"properties": {**properties, "number": {"type": "integer"}}})


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=40))
def test_any_text_comes_back_out_of_a_csv_and_none_is_a_formula(text: str) -> None:
    content = export_csv(Bundle(game(), [card(text=text or "-")])).content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(content, newline=""))
    assert row["text"].lstrip("'") == (text or "-").lstrip("'")
    assert not row["text"].startswith(("=", "+", "-", "@", "\t", "\r"))
