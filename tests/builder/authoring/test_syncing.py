"""`arsenal sync`: what editors complete by, kept up to date with where it comes from."""

import json
from pathlib import Path
from typing import Any

import pytest

from builder.authoring.syncing import sync
from builder.diagnostics import UsageError
from builder.packs.pack import read
from tests.support.commands import ROOT, Arsenal
from tests.support.git import change


def test_it_is_written_after_verbs_have_changed(arsenal: Arsenal, own_pack: Path) -> None:
    file, verbs = own_pack / "abilities.schema.json", own_pack / "verbs.yaml"
    before = file.read_bytes()
    assert "is up to date" in arsenal("sync", "moon-duel").stdout
    verbs.write_text(verbs.read_text("utf-8").replace("  draw: {}\n", "  draw: {}\n  mill: {}\n"), "utf-8")
    assert "would write moon-duel/abilities.schema.json" in arsenal("sync", "moon-duel", "--check", code=1).stdout
    assert file.read_bytes() == before
    assert "wrote moon-duel/abilities.schema.json" in arsenal("sync", "moon-duel").stdout
    assert b'"mill"' in file.read_bytes()
    assert "is up to date" in arsenal("sync", "moon-duel", "--check").stdout


def test_what_is_wrong_with_cards_does_not_matter(arsenal: Arsenal, own_pack: Path) -> None:
    (own_pack / "abilities.schema.json").unlink()
    change(own_pack, "deal: 2", "dael: 2")
    assert "wrote" in arsenal("sync", "moon-duel").stdout


def test_verbs_that_make_no_sense_write_nothing(arsenal: Arsenal, own_pack: Path) -> None:
    before = (own_pack / "abilities.schema.json").read_bytes()
    (own_pack / "verbs.yaml").write_text("verbs: {drwa: {}}\n", "utf-8")
    assert "error[bad-verb]" in arsenal("sync", "moon-duel", code=1).stderr
    assert (own_pack / "abilities.schema.json").read_bytes() == before


def test_a_pack_that_has_no_copies_is_up_to_date(arsenal: Arsenal, own_pack: Path) -> None:
    (own_pack / "verbs.yaml").unlink()
    assert "moon-duel is up to date" in arsenal("sync", "moon-duel").stdout
    assert "is up to date" in arsenal("sync", str(ROOT / "cards/future-invaders"), "--check").stdout


def test_nothing_is_written_where_a_link_leads_out(arsenal: Arsenal, own_pack: Path) -> None:
    (own_pack / "abilities.schema.json").unlink()
    (own_pack / "abilities.schema.json").symlink_to("../elsewhere.json")
    arsenal("sync", "moon-duel", code=2)
    assert not (own_pack.parent / "elsewhere.json").exists()


# Lists of words ---------------------------------------------------------------------------------------------


def with_faction(own_pack: Path, entry: str = "  storm: {name: Storm}\n") -> None:
    game = own_pack / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("factions:\n", "factions:\n" + entry), "utf-8")


def test_a_list_stands_once(arsenal: Arsenal, own_pack: Path) -> None:
    schema = own_pack / "card.schema.json"
    before = schema.read_text("utf-8")
    with_faction(own_pack)
    said = arsenal("validate", "moon-duel", code=1).stdout
    assert "error[vocabulary-mismatch]" in said
    assert "help: `arsenal sync` adds it there" in said
    assert arsenal("sync", "moon-duel").stdout == "wrote moon-duel/card.schema.json\n"
    assert schema.read_text("utf-8") == before.replace('["ember", "tide"]', '["storm", "ember", "tide"]')
    arsenal("validate", "moon-duel")
    game = own_pack / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("  storm: {name: Storm}\n", ""), "utf-8")
    assert "`arsenal sync` takes it out" in arsenal("validate", "moon-duel", code=1).stdout
    arsenal("sync", "moon-duel")
    assert schema.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('"enum": [ "ember", "tide" ]', '"enum": [ "storm", "ember", "tide" ]'),
        ('"enum":["ember","tide"]', '"enum":["storm", "ember", "tide"]'),
        (
            '"enum": [\n          "ember",\n          "tide"\n        ]',
            '"enum": [\n          "storm",\n          "ember",\n          "tide"\n        ]',
        ),
        ('"enum": ["tide", "a]b\\"c"]', '"enum": ["storm", "ember", "tide"]'),
        ('"enum": []', '"enum": ["storm", "ember", "tide"]'),
    ],
)
def test_a_list_keeps_its_layout(own_pack: Path, written: str, expected: str) -> None:
    schema = own_pack / "card.schema.json"
    good = schema.read_text("utf-8")
    assert '"enum": ["ember", "tide"]' in good
    schema.write_text(good.replace('"enum": ["ember", "tide"]', written), "utf-8", newline="\r\n")
    with_faction(own_pack)
    sync(read(own_pack))
    assert schema.read_bytes().decode() == good.replace('"enum": ["ember", "tide"]', expected).replace("\n", "\r\n")
    assert sync(read(own_pack)) == []


def test_lists_of_lists_and_those_behind_a_reference_are_written(own_pack: Path) -> None:
    file = own_pack / "card.schema.json"
    schema: Any = json.loads(file.read_text("utf-8"))
    properties = schema["items"]["properties"]
    schema["$defs"] = {"side": properties["faction"]}
    properties["faction"] = {"$ref": "#/$defs/side"}
    properties["pairs"] = {
        "type": "array",
        "items": {"type": "array", "items": {"x-vocabulary": "factions", "enum": []}},
    }
    properties["round"] = {"$ref": "#/items/properties/round"}
    file.write_text(json.dumps(schema), "utf-8")
    with_faction(own_pack)
    sync(read(own_pack))
    written: Any = json.loads(file.read_text("utf-8"))
    assert written["$defs"]["side"]["enum"] == ["storm", "ember", "tide"]
    assert written["items"]["properties"]["pairs"]["items"]["items"]["enum"] == ["storm", "ember", "tide"]


def test_a_list_in_another_order_and_a_list_of_anything_stay(own_pack: Path) -> None:
    file = own_pack / "card.schema.json"
    text = file.read_text("utf-8").replace('["ember", "tide"]', '["tide", "ember"]')
    file.write_text(text.replace('"type": "boolean"', '"enum": ["a"]'), "utf-8")
    assert sync(read(own_pack)) == []


def test_a_list_that_can_not_be_written_takes_its_author(own_pack: Path) -> None:
    file = own_pack / "card.schema.json"
    before = file.read_text("utf-8").replace('"enum": ["ember", "tide"]', '"enum": ["ember", ["tide"]]')
    file.write_text(before, "utf-8")
    with_faction(own_pack)
    with pytest.raises(UsageError, match="can't be written by itself"):
        sync(read(own_pack))
    assert file.read_text("utf-8") == before


# Copies of Arsenal's schemas --------------------------------------------------------------------------------


def test_copies_are_renewed(arsenal: Arsenal, own_pack: Path) -> None:
    copy, common = own_pack / ".vscode/schemas/deck.schema.json", own_pack / "common.schema.json"
    good = {path: path.read_bytes() for path in (copy, common)}
    for path in good:
        path.write_text("{}", "utf-8")
    said = arsenal("validate", "moon-duel").stdout
    assert "common.schema.json:1:1: warning[stale-schema]" in said
    assert said.count("warning[stale-schema]") == 1
    assert "would write" in arsenal("sync", "moon-duel", "--check", code=1).stdout
    arsenal("sync", "moon-duel")
    assert {path: path.read_bytes() for path in good} == good
    copy.write_bytes(good[copy].replace(b"\n", b"\r\n"))
    common.unlink()
    assert "up to date" in arsenal("sync", "moon-duel").stdout
    assert "stale-schema" not in arsenal("validate", "moon-duel").stdout


def test_a_link_is_no_copy(arsenal: Arsenal, own_pack: Path) -> None:
    copy = own_pack / ".vscode/schemas/deck.schema.json"
    copy.unlink()
    (own_pack.parent / "mine.json").write_text("{}", "utf-8")
    copy.symlink_to(own_pack.parent / "mine.json")
    assert "up to date" in arsenal("sync", "moon-duel").stdout
    assert (own_pack.parent / "mine.json").read_text("utf-8") == "{}"
