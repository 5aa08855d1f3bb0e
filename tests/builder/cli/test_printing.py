"""Commands that print: what they write, what they say of it, and what they refuse."""

from pathlib import Path

import pytest

from tests.support.commands import Arsenal, InJson
from tests.support.git import change
from tests.support.renders import page_count

pytestmark = pytest.mark.usefixtures("alone")


def test_a_folder_stands_for_its_pack(arsenal: Arsenal, own_pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("moon-duel", "moon-duel/", str(own_pack), "./moon-duel"):
        assert "out.html: 8 cards" in arsenal("print", name, "-o", "out.html").stdout
    assert "out.html: 22 cards" in arsenal("print", "moon-duel/decks/first-deck.yaml", "-o", "out.html").stdout
    monkeypatch.chdir(own_pack)
    assert "out.html: 8 cards" in arsenal("print", ".", "-o", "out.html").stdout
    monkeypatch.chdir(own_pack / "sets")
    assert "out.html: 8 cards" in arsenal("print", "..", "-o", "out.html").stdout


def test_a_pack_with_errors_is_not_printed(arsenal: Arsenal, own_pack: Path) -> None:
    change(own_pack, "type: spell", "type: spel")
    said = arsenal("print", "./moon-duel", "-o", "out.pdf", code=2).stderr
    assert "note: moon-duel has 1 error, so it is left out" in said
    error = 'error: the pack in "./moon-duel" has errors, or is not open'
    assert f"{error}\n  = help: `arsenal validate ./moon-duel` shows" in said


def test_what_is_printed_names_the_file_where_nobody_does(arsenal: Arsenal, own_pack: Path) -> None:
    assert arsenal("print", "moon-duel").stdout.startswith("moon-duel.pdf: 8 cards")
    assert arsenal("print", "moon-duel/decks/first-deck.yaml").stdout.startswith("first-deck.pdf: 22 cards")
    deck = (own_pack / "decks/first-deck.yaml").read_text()
    assert arsenal("print", "-", "--packs", "moon-duel", typed=deck).stdout.startswith("standard-input.pdf: 22 cards")
    assert page_count(Path("moon-duel.pdf").read_bytes()) == 1
    done = arsenal("print", "moon-duel", "--preset", "tgc", "--cards", "flare").stdout
    assert done.startswith("moon-duel-pictures: ")
    assert sorted(path.name for path in own_pack.glob("*.png")) == []


def test_sheets_are_pages_of_the_paper_that_is_asked_for(arsenal: Arsenal, own_pack: Path) -> None:
    arsenal("print", "moon-duel", "-o", "all.pdf", "--packs", "moon-duel")
    assert page_count(Path("all.pdf").read_bytes()) == 1
    options = ["--packs", "moon-duel", "--paper", "100x120mm"]
    assert "8 cards on 8 pages" in arsenal("print", "moon-duel", "-o", "small.pdf", *options).stdout
    assert page_count(Path("small.pdf").read_bytes()) == 8


def test_copies_are_as_in_the_deck_or_one_each(arsenal: Arsenal, own_pack: Path) -> None:
    deck = ["print", "moon-duel/decks/first-deck.yaml", "-o", "out.html", "--packs", "moon-duel"]
    assert "22 cards" in arsenal(*deck).stdout
    assert "8 cards" in arsenal(*deck, "--one-each").stdout
    assert "3 cards" in arsenal(*deck, "--cards", "flare").stdout


@pytest.mark.bundled
@pytest.mark.parametrize("option", ["--cards", "--changed-since"])
def test_an_empty_choice_of_cards_is_refused(arsenal: Arsenal, option: str) -> None:
    assert f"{option} is empty" in arsenal("print", "earthwall", "-o", "out.pdf", option, "", code=2).stderr
    assert not Path("out.pdf").exists()


def test_one_preset_is_reported_with_its_words(arsenal: Arsenal, in_json: InJson) -> None:
    answer = in_json("presets", "mpc", schema="presets-output")
    (mpc,) = answer["presets"]
    assert (mpc["id"], mpc["words"]["bleed"]) == ("mpc", "3 mm")
    said = arsenal("presets", "mpc").stdout
    assert said.startswith("mpc: Make Playing Cards\n")
    assert "  bleed:          3 mm\n" in said
    assert "bleed:" not in arsenal("presets").stdout


def test_a_calibration_sheet_takes_an_offset(arsenal: Arsenal) -> None:
    arsenal("calibrate", "-o", "plain.pdf")
    arsenal("calibrate", "-o", "moved.pdf", "--back-offset", "5,0")
    assert Path("moved.pdf").read_bytes() != Path("plain.pdf").read_bytes()
    assert '"5" is not an offset' in arsenal("calibrate", "-o", "x.pdf", "--back-offset", "5", code=2).stderr
    assert not Path("x.pdf").exists()
