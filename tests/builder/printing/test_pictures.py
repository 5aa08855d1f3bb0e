"""Pictures of two cards, one each and on a sheet for virtual tables."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.diagnostics import FindingsError, UsageError
from builder.printing.findings import PrintResult
from builder.printing.gathering import Request
from builder.printing.pictures import PictureOptions, make_images, make_tabletop
from tests.support.catalogs import printable
from tests.support.git import CARDS
from tests.support.packs import small
from tests.support.pictures import png_size
from tests.support.shipped import shipped

SPELLS = Request("first-deck", where="type:spell")
SMALL = PictureOptions(dpi=25.4)  # a pixel is a millimetre


def test_a_picture_of_each_card(tmp_path: Path) -> None:
    out = tmp_path / "pictures"
    done = make_images(*printable(tmp_path), SPELLS, out, SMALL)
    assert done == PrintResult([out / "flare.png", out / "undertow.png"], [f"{out}: 2 pictures"])
    assert [png_size(path.read_bytes()) for path in done.files] == [(63, 88), (63, 88)]


def test_a_picture_that_can_be_enlarged(tmp_path: Path) -> None:
    done = make_images(*printable(tmp_path), SPELLS, tmp_path / "pictures", PictureOptions("svg"))
    assert [path.name for path in done.files] == ["flare.svg", "undertow.svg"]
    assert b"<svg" in done.files[0].read_bytes()[:200]


def test_pictures_of_a_game_say_how_many_its_box_holds(tmp_path: Path) -> None:
    packs = printable(tmp_path, sets__core__cards_yaml=small(CARDS, "- id: flare\n", "- id: flare\n  copies: 3\n"))
    spells = Request("my-game", "type:spell")
    done = make_images(*packs, spells, tmp_path / "pictures", SMALL)
    assert done.lines == [f"{tmp_path / 'pictures'}: 2 pictures; counts.csv says how many of each"]
    assert (tmp_path / "pictures/counts.csv").read_text() == "picture,copies\nflare.png,3\nundertow.png,1\n"
    make_tabletop(*packs, spells, tmp_path / "table", SMALL)
    assert json.loads((tmp_path / "table/sheets.json").read_text())["copies"] == {"flare": 3, "undertow": 1}
    alone = make_images(*packs, replace(spells, one_each=True), tmp_path / "alone", SMALL)
    assert "counts.csv" not in [path.name for path in alone.files]


def test_a_sheet_for_tables_says_where_each_card_lies(tmp_path: Path) -> None:
    out = tmp_path / "table"
    done = make_tabletop(*printable(tmp_path), SPELLS, out, SMALL)
    assert done.lines == [f"{out}: 2 cards on 1 sheet"]
    assert done.files[-1] == out / "sheets.json"
    index = json.loads((out / "sheets.json").read_text("utf-8"))
    assert (index["game"], index["copies"]) == ("my-game", {"flare": 3, "undertow": 3})
    (sheet,) = index["sheets"]
    assert sheet["file"] == "sheet-1.png"
    assert (sheet["columns"] * 63, sheet["rows"] * 88) == (sheet["width"], sheet["height"])
    assert sheet["cards"] == [{"id": "flare", "row": 0, "column": 0}, {"id": "undertow", "row": 0, "column": 1}]
    assert png_size((out / "sheet-1.png").read_bytes()) == (sheet["width"], sheet["height"])


@pytest.mark.long
def test_a_shipped_game_has_sheets_for_tables(tmp_path: Path) -> None:
    catalog, game = shipped(), shipped().game("saucer-dice")  # of all forms that cards have
    done = make_tabletop(catalog, [], Request(game), tmp_path / "table", PictureOptions("svg", 30))
    forms = {card.id: game.type_of(card.type).form for card in catalog.cards(game)}
    assert not done.warnings
    sheets = json.loads((tmp_path / "table" / "sheets.json").read_text("utf-8"))["sheets"]
    shown = {cell["id"].split(".")[0]: sheet["back"] for sheet in sheets for cell in sheet["cards"]}
    assert shown.keys() == forms.keys()
    for card, form in forms.items():
        assert bool(shown[card]) == (form == "card")


def test_notes_are_heard(tmp_path: Path) -> None:
    packs, heard = printable(tmp_path, locales__fr_yaml="cards: {flare: {name: Fusée}}\n"), list[str]()
    make_images(*packs, replace(SPELLS, language="fr"), tmp_path / "pictures", SMALL, heard.append)
    assert heard == ["not translated to fr, printed in en: 2 of 2 cards and 10 of 10 words of the game"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_bytes(b"")
    for make in (make_images, make_tabletop):
        with pytest.raises(UsageError, match="is a file, not a folder"):
            make(*printable(tmp_path), SPELLS, tmp_path / "pictures", SMALL)


def test_a_fault_of_a_template_leaves_nothing(tmp_path: Path) -> None:
    words = small("game.yaml", "types:\n", "face: face\ntypes:\n")
    packs = printable(tmp_path, game_yaml=words, templates__face_typ_j2="#unknown-thing")
    with pytest.raises(FindingsError) as caught:
        make_images(*packs, SPELLS, tmp_path / "pictures", SMALL)
    assert caught.value.diagnostics[0].code == "template-error"
    assert not (tmp_path / "pictures").exists()


def test_a_picture_stays_in_its_folder_whatever_its_card_is_called(tmp_path: Path) -> None:
    packs = printable(tmp_path, sets__core__cards_yaml=small(CARDS, "id: undertow", "id: ../undertow"))
    with pytest.raises(UsageError, match="would lie outside"):
        make_images(*packs, Request("my-game", where="type:spell"), tmp_path / "pictures", SMALL)
    assert {path.name for path in tmp_path.iterdir()} == {"my-game"}


def test_a_picture_is_not_written_through_a_link_out_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.png").write_bytes(b"mine")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/undertow.png").symlink_to("../mine.png")
    with pytest.raises(UsageError, match="would lie outside"):
        make_images(*printable(tmp_path), SPELLS, tmp_path / "pictures", SMALL)
    assert (tmp_path / "mine.png").read_bytes() == b"mine"
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["undertow.png"]


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says which file is written")
def test_pictures_are_all_new_or_all_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "pictures"
    first = make_images(*printable(tmp_path), SPELLS, out, SMALL).files
    old = [path.read_bytes() for path in first]
    left, original = 1, os.write

    def full_after_one(descriptor: int, content: Any) -> int:
        nonlocal left
        if not Path(f"/proc/self/fd/{descriptor}").readlink().is_relative_to(out):
            return original(descriptor, content)
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        return original(descriptor, content)

    larger = PictureOptions(dpi=50.8)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(os, "write", full_after_one)
        with pytest.raises(UsageError, match="no space left"):
            make_images(*printable(tmp_path), SPELLS, out, larger)
    assert [path.read_bytes() for path in first] == old
    assert sorted(out.iterdir()) == first
    make_images(*printable(tmp_path), SPELLS, out, larger)
    assert [png_size(path.read_bytes()) for path in first] == [(126, 176), (126, 176)]


def test_two_printings_of_a_card_are_two_pictures(tmp_path: Path) -> None:
    packs = printable(
        tmp_path,
        game_yaml=small("game.yaml", "    code: C\n", "    code: C\n  later:\n    name: Later\n"),
        sets__later__reprints_yaml="[{card: flare, number: 7, flavor: Brighter.}]",
        decks__second_yaml="{name: S, game: my-game, cards: {flare: 3}, printings: {flare: {core: 1}}}",
    )
    done = make_images(*packs, Request("second"), tmp_path / "pictures", SMALL)
    assert [path.name for path in done.files] == ["flare.core.png", "flare.png"]
    one, other = (path.read_bytes() for path in done.files)
    assert one != other
    make_tabletop(*packs, Request("second"), tmp_path / "table", SMALL)
    index = json.loads((tmp_path / "table" / "sheets.json").read_text("utf-8"))
    assert index["copies"] == {"flare.core": 1, "flare": 2}
    assert [cell["id"] for cell in index["sheets"][0]["cards"]] == ["flare.core", "flare"]
