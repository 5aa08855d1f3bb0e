"""Commands for those who write packs: what they find, format, compile and start."""

import json
import re
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Arsenal, InJson
from tests.support.git import change

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.bundled
def test_validate_bundled_packs_is_clean(arsenal: Arsenal, in_json: InJson) -> None:
    assert "checked" in arsenal("validate").stdout
    assert in_json("validate") == {"diagnostics": []}


def test_validate_reports_every_fault_with_its_place(arsenal: Arsenal, in_json: InJson, own_pack: Path) -> None:
    change(own_pack, "type:", "tpye:")
    (own_pack / "decks/first-deck.yaml").write_text("name: Broken\ngame: moon-duel\ncards: {no-such-card: 1}\n")
    result = arsenal("validate", "moon-duel", code=1)
    assert "error[unknown-key]" in result.stdout
    assert 'did you mean "type"' in result.stdout
    assert "moon-duel/decks/first-deck.yaml:3:9: error[unknown-card]" in result.stdout
    found = in_json("validate", "moon-duel", code=1, schema="validate-output")
    assert {"unknown-key", "missing-key", "unknown-card"} <= {d["code"] for d in found["diagnostics"]}
    assert (
        "::error file=moon-duel/decks/first-deck.yaml,line=3"
        in arsenal("validate", "moon-duel", "--output", "github", code=1).stdout
    )
    sarif = json.loads(arsenal("validate", "moon-duel", "--output", "sarif", code=1).stdout)
    assert sarif["version"] == "2.1.0"


def test_validate_again_says_the_same_from_the_cache_and_from_another_folder(
    arsenal: Arsenal, own_pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(own_pack, "type:", "tpye:")
    first = arsenal("validate", "moon-duel", code=1).stdout
    assert arsenal("validate", "moon-duel", code=1).stdout == first
    monkeypatch.chdir(own_pack)
    assert arsenal("validate", ".", code=1).stdout == first.replace("moon-duel/sets", "sets")


def test_validate_a_file_means_its_pack(arsenal: Arsenal, own_pack: Path) -> None:
    assert "1 pack checked: moon-duel" in arsenal("validate", "moon-duel/sets/core/cards.yaml").stdout


def test_a_broken_file_of_cards_is_not_drowned_in_what_follows_from_it(in_json: InJson, own_pack: Path) -> None:
    cards = own_pack / "sets/core/cards.yaml"
    cards.write_text(cards.read_text() + "  oops: [\n")
    found = in_json("validate", "moon-duel", code=1)["diagnostics"]
    assert [d["code"] for d in found if d["severity"] == "error"] == ["yaml-syntax"]


def test_explain_every_code_that_validate_may_say(arsenal: Arsenal) -> None:
    assert "unknown-keyword" in arsenal("explain", "unknown-keyword").stdout
    assert "did you mean" in arsenal("explain", "unknown-keywrod", code=2).stderr


def test_fmt(arsenal: Arsenal, own_pack: Path) -> None:
    assert "0 of" in arsenal("fmt", "--check", "moon-duel").stdout
    cards = own_pack / "sets/core/cards.yaml"
    good = cards.read_text()
    cards.write_text(good.replace("  name:", "  name:   ", 1) + "\n\n")
    assert "would change" in arsenal("fmt", "--check", "moon-duel", code=1).stdout
    arsenal("fmt", "moon-duel")
    assert cards.read_text() == good


@pytest.mark.bundled
def test_bundled_packs_are_in_canonical_form(arsenal: Arsenal) -> None:
    assert "\n" not in arsenal("fmt", "--check", str(ROOT / "cards")).stdout.strip()


def test_build_names_the_database(arsenal: Arsenal, own_pack: Path) -> None:
    build = ("build", "--packs", str(own_pack), "--database", "cards.db")
    for done in ("compiled", "up to date"):
        assert arsenal(*build).stdout == f"moon-duel: {done}\ndatabase: sqlite:///cards.db\n"
    assert arsenal("--database", "cards.db", "build").stdout.startswith("moon-duel: removed\n")


def test_new_game_validates_prints_and_grows(arsenal: Arsenal, own_pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = json.loads((own_pack / ".vscode/settings.json").read_text())
    for schema in settings["yaml.schemas"]:
        assert (own_pack / schema).is_file()
    assert "exists" in arsenal("new", "game", "Moon Duel", code=2).stderr
    monkeypatch.chdir(own_pack)
    assert "arsenal validate sets/far-side/cards.yaml " in arsenal("new", "set", "Far Side").stdout
    assert "arsenal check decks/second-try.yaml " in arsenal("new", "deck", "Second Try").stdout
    arsenal("validate", ".")
    assert "moon-duel" in arsenal("games", "--packs", ".").stdout
    arsenal("check", "first-deck", "--packs", ".")
    assert "too-few-cards" in arsenal("check", "second-try", "--packs", ".", code=1).stdout


def test_what_new_game_says_to_type_next_works(arsenal: Arsenal, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, said = arsenal("new", "game", "Tide Duel").stdout.partition("\nnext:\n")
    steps = [re.split(r"  +", line.strip())[0].split() for line in said.splitlines()]
    assert steps[0] == ["cd", "tide-duel"]
    monkeypatch.chdir("tide-duel")
    assert [step[1] for step in steps[1:]] == ["validate", "watch", "print", "check"]
    for step in steps[1:]:
        if step[1] != "watch":  # which runs until it is stopped
            arsenal(*step[1:])


def test_one_pack_is_asked_for_where_there_are_several(arsenal: Arsenal, own_pack: Path) -> None:
    arsenal("new", "game", "Second Moon")
    failed = arsenal("new", "deck", "Foo", code=2)
    assert "there are several packs" in failed.stderr
    assert "moon-duel, second-moon" in failed.stderr
    arsenal("new", "deck", "Foo", "--pack", "moon-duel")
    assert (own_pack / "decks/foo.yaml").is_file()


def test_fix_says_what_it_mends_and_then_what_is_left(arsenal: Arsenal, in_json: InJson, own_pack: Path) -> None:
    cards = own_pack / "sets/core/cards.yaml"
    good = cards.read_text()
    wrong = good.replace("type: creature", "type: Creature", 1).replace("power: 5", "power: five")
    cards.write_text(wrong)
    said = arsenal("validate", "moon-duel", "--diff", code=1).stdout
    assert "-  type: Creature\n+  type: creature\n" in said
    assert "1 fault would be fixed; --fix does it" in said
    assert cards.read_text() == wrong
    said = arsenal("validate", "moon-duel", "--fix", code=1).stdout
    assert said.startswith("fixed moon-duel/sets/core/cards.yaml:6:9: Creature -> creature\n1 fault fixed\n")
    assert "1 error" in said
    assert cards.read_text() == wrong.replace("Creature", "creature")
    cards.write_text(wrong)
    found = in_json("validate", "moon-duel", "--fix", code=1)
    assert [d["code"] for d in found["diagnostics"]] == ["wrong-type"]
    assert "nothing is certain enough" in arsenal("validate", "moon-duel", "--fix", code=1).stdout
    cards.write_text(good.replace("type: creature", "type: Creature", 1))
    assert "checked" in arsenal("validate", "--packs", "moon-duel", "--fix").stdout  # as it is after --fix


def test_a_card_is_renamed(arsenal: Arsenal, own_pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = arsenal("rename", "card", "flare", "flash", "--pack", "moon-duel", "--dry-run").stdout
    assert "-  flare: 3\n+  flash: 3\n" in shown
    assert "flare would be flash, in 2 places of 2 files" in shown
    monkeypatch.chdir(own_pack)
    done = arsenal("rename", "card", "flare", "flash").stdout
    assert done == "flare is flash now, in 2 places of 2 files\n  decks/first-deck.yaml\n  sets/core/cards.yaml\n"
    assert "legal" in arsenal("check", "first-deck").stdout
    assert "there is no card" in arsenal("rename", "card", "flaer", "flash", code=2).stderr
