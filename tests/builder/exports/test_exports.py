"""The registry of targets, and what each of them writes, held to goldens that a person can read.

`pytest --inline-snapshot=fix` writes them anew.
"""

import re
from pathlib import Path

import pytest
from inline_snapshot import external_file

from builder import exports
from builder.authoring.new import new_game
from builder.diagnostics import UsageError
from builder.exports import Bundle, Exported, Target
from builder.words import words_of
from tests.support.commands import DATA, ROOT, Arsenal
from tests.support.exported import game, of_deck, two_cards
from tests.support.plugins import install

GOLDENS = DATA / "exports"


def test_decks_are_written_as_in_the_goldens(arsenal: Arsenal, tmp_path: Path) -> None:
    new_game("Moon Duel", tmp_path)
    for target in ("engine", "text", "csv", "json"):
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


def test_an_unknown_target_has_a_near_match() -> None:
    with pytest.raises(UsageError, match='no export target "jsn"') as caught:
        exports.target("jsn")
    assert 'did you mean "json"?' in caught.value.help


def test_the_page_of_exports_lists_every_target() -> None:
    told = re.findall(r"^\| (.+?) \|", (ROOT / "docs" / "exports.md").read_text("utf-8"), re.MULTILINE)
    listed = {name for cell in told for name in re.findall(r"`([a-z]+)`", cell)}
    assert set(exports.BUNDLED) <= listed
