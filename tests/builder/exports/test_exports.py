"""The registry of targets, and what each of them writes, held to goldens that a person can read.

`pytest --inline-snapshot=fix` writes them anew.
"""

import json
import re
from pathlib import Path

import pytest
from inline_snapshot import external_file

from builder import exports
from builder.authoring.new import new_game
from builder.diagnostics import FindingsError, UsageError
from builder.exports import PLAIN, Bundle, Exported, Target
from builder.exports.bundling import ExportRequest
from builder.exports.json import export
from builder.exports.writing import export_to
from builder.words import words_of
from tests.support.catalogs import small_catalog
from tests.support.commands import DATA, ROOT, Arsenal
from tests.support.exported import card, game, of_deck, two_cards
from tests.support.plugins import install

GOLDENS = DATA / "exports"


def test_decks_are_written_as_in_the_goldens(arsenal: Arsenal, tmp_path: Path) -> None:
    new_game("Moon Duel", tmp_path)
    for target in PLAIN:
        arsenal(*("export", "first-deck", "--to", target, "-o", target, "--packs", "moon-duel", "--date", "2026-11-21"))
        written = Path(target).read_bytes().decode()
        assert written == external_file(GOLDENS / f"first-deck.{target}", format=".txt")


def test_others_add_targets_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    targets = {name: f"{__name__}:{name.upper()}" for name in ("shouting", "json", "mute")}
    install(monkeypatch, exports.GROUP, **targets)
    assert exports.target("shouting") is SHOUTING
    assert exports.names() == [*exports.BUNDLED, "mute", "shouting"]
    own = exports.target("json")  # none takes the place of ours
    assert own.title_in(words_of("en", "exports")) == "JSON, an object a card"
    with pytest.raises(UsageError, match="no export target"):
        exports.target("whispering")
    with pytest.raises(UsageError, match='the plugin "mute" can\'t be used: AttributeError'):
        exports.target("mute")


SHOUTING = Target("shouting", "capital letters", ".txt", lambda bundle: Exported(bundle.game.name.upper().encode()))


def test_a_deck_counts_its_copies_and_a_game_one_of_each() -> None:
    both = of_deck(sections={"main": {"one": 2, "two": 1}, "side": {"one": 3}})
    assert both.counts == {"one": 5, "two": 1}
    assert Bundle(game(), two_cards()).counts == {"one": 1, "two": 1}


def test_each_target_of_ours_has_its_name() -> None:
    found = [exports.target(name) for name in exports.BUNDLED]
    assert [one.name for one in found] == list(exports.BUNDLED)
    assert [one.suffix for one in found][:4] == [".json", ".txt", ".csv", ".json"]
    assert [one.name for one in found if one.needs_deck] == ["engine", "deck"]
    assert exports.undrawn() == [one.name for one in found if not one.for_deck.draws]


def test_an_unknown_target_has_a_near_match_and_all_that_there_are() -> None:
    with pytest.raises(UsageError, match='no export target "jsn"') as caught:
        exports.target("jsn")
    assert caught.value.help == f'did you mean "json"? targets: {", ".join(sorted(exports.BUNDLED))}'


def test_the_page_of_exports_lists_every_target() -> None:
    told = re.findall(r"^\| (.+?) \|", (ROOT / "docs" / "exports.md").read_text("utf-8"), re.MULTILINE)
    listed = {name for cell in told for name in re.findall(r"`([a-z]+)`", cell)}
    assert set(exports.BUNDLED) <= listed


def test_near_names_are_taken_where_that_is_accepted(tmp_path: Path) -> None:
    path, catalog = tmp_path / "pasted.txt", small_catalog()
    path.write_text("# Game: my-game\n2 Flrae\n1 Undertow\n", "utf-8")
    with pytest.raises(FindingsError, match='there is no card "Flrae"'):
        export_to(catalog, str(path), "deck", tmp_path / "mine.yaml", ExportRequest(force=True))
    wanted = ExportRequest(force=True, accept=True)
    done = export_to(catalog, str(path), "deck", tmp_path / "mine.yaml", wanted)
    assert done.notes == ('"Flrae" was taken for Flare',)
    assert done.line.endswith(": 3 cards as a deck file")
    assert catalog.open_deck(str(tmp_path / "mine.yaml")).deck.sections == {"main": {"flare": 2, "undertow": 1}}


def test_a_list_is_called_after_its_file_where_it_says_no_name(tmp_path: Path) -> None:
    for said, name in (("", "dusk"), ("# Name: Dawn\n", "Dawn")):
        (tmp_path / "dusk.txt").write_text(f"{said}2 Flare\n", "utf-8")
        assert small_catalog().open_deck(str(tmp_path / "dusk.txt")).deck.name == name


# Cards as JSON: an object for each, with its copies where it is a deck's


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
