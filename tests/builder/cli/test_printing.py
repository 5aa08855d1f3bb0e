"""Commands that print: what they write, what they say of it, and what they refuse."""

import json
from pathlib import Path

import pytest

from tests.support.commands import Arsenal
from tests.support.renders import page_count
from tests.support.started import moon_duel


@pytest.fixture
def own_pack(arsenal: Arsenal) -> Path:
    return moon_duel(arsenal)


def test_a_pack_that_is_not_open_is_named(arsenal: Arsenal, own_pack: Path) -> None:
    assert "add --packs moon-duel" in arsenal("print", "moon-duel", "-o", "out.pdf", code=2).stderr


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


@pytest.mark.parametrize("option", ["--cards", "--changed-since"])
def test_an_empty_choice_of_cards_is_refused(arsenal: Arsenal, option: str) -> None:
    assert f"{option} is empty" in arsenal("print", "earthwall", "-o", "out.pdf", option, "", code=2).stderr
    assert not Path("out.pdf").exists()


def test_one_preset_is_told_with_its_words(arsenal: Arsenal) -> None:
    (mpc,) = json.loads(arsenal("presets", "mpc", "--output", "json").stdout)
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
