"""Files lie where they are read, and sets have cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.checks import check_pack
from builder.packs.pack import in_memory
from builder.schema import describe
from tests.support.packs import SMALL, card, codes, found, game


def test_notes_and_pictures_are_nobodys_business() -> None:
    assert codes(docs__plan_yaml=b"x", art__list_yml=b"x", notes_txt=b"x", sets__core__deeper__x_png=b"x") == []
    assert codes(plans_yml=b"x", sets__core__deeper__x_yaml=b"[]") == ["misplaced-file", "misplaced-file"]


def test_a_file_in_place_of_a_folder_is_reported() -> None:
    assert found(decks=b"", art__decks=b"") == [
        ("misplaced-file", '"decks" is a file, and a pack\'s decks are read from a folder of that name')
    ]


def test_each_set_has_a_folder_and_each_folder_a_set() -> None:
    sets = {"core": {"name": "Core"}, "later": {"name": "Later"}}
    assert codes(game_yaml=game(sets=sets)) == ["empty-set"]
    assert codes(game_yaml=game(sets=sets), sets__later__a_yaml=card()) == []
    assert found(sets__cor__a_yaml=card()) == [("unknown-set", 'game.yaml has no set "cor"')]


def test_formats_and_decks_are_called_by_ids() -> None:
    named = {f"{name}.yaml": SMALL["decks/first-deck.yaml"] for name in ("decks/Next Deck", "decks/" + "x" * 81)}
    named["formats/A.yaml"] = SMALL["formats/standard.yaml"]
    faults = check_pack(in_memory(Path("my-game"), {**SMALL, **named})).diagnostics
    assert [(d.code, d.message, d.help.rpartition(": ")[2]) for d in faults] == [
        ("bad-id", '"Next Deck" can\'t be an id', "next-deck.yaml"),
        ("bad-id", f"{describe('x' * 81)} can't be an id", "x" * 80 + ".yaml"),
        ("bad-id", '"A" can\'t be an id', "a.yaml"),
    ]


@pytest.mark.parametrize("name", ["cards.csv", "sets/core/Cards.XLSX", "cards.tsv", "cards.ods", "my cards.numbers"])
def test_a_spreadsheet_is_named_with_what_to_do(name: str) -> None:
    faults = check_pack(in_memory(Path("my-game"), {**SMALL, name: b"x"})).diagnostics
    assert [(fault.code, fault.span and fault.span.path) for fault in faults] == [
        ("unused-spreadsheet", f"my-game/{name}")
    ]
    assert "`arsenal import " in faults[0].help
    assert ("save it as .xlsx or .csv, then" in faults[0].help) == name.endswith(("ods", "numbers"))


def test_spreadsheets_of_notes_have_a_folder() -> None:
    assert codes(docs__plan_csv=b"x", templates__data_csv=b"x") == []
