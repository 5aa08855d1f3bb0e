"""`arsenal schema`: the schema by which editors complete abilities, kept up to date."""

from pathlib import Path

import pytest

from tests.support.commands import ROOT, Arsenal
from tests.support.started import moon_duel


@pytest.fixture
def pack(arsenal: Arsenal) -> Path:
    return moon_duel(arsenal)


def test_it_is_written_after_verbs_have_changed(arsenal: Arsenal, pack: Path) -> None:
    file, verbs = pack / "abilities.schema.json", pack / "verbs.yaml"
    before = file.read_bytes()
    assert "is up to date" in arsenal("schema", "moon-duel").stdout
    verbs.write_text(verbs.read_text("utf-8").replace("  draw: {}\n", "  draw: {}\n  mill: {}\n"), "utf-8")
    assert "would write moon-duel/abilities.schema.json" in arsenal("schema", "moon-duel", "--check", code=1).stdout
    assert file.read_bytes() == before
    assert "wrote moon-duel/abilities.schema.json" in arsenal("schema", "moon-duel").stdout
    assert b'"mill"' in file.read_bytes()
    assert "is up to date" in arsenal("schema", "moon-duel", "--check").stdout


def test_what_is_wrong_with_cards_does_not_matter(arsenal: Arsenal, pack: Path) -> None:
    (pack / "abilities.schema.json").unlink()
    cards = pack / "sets/core/cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("deal: 2", "dael: 2"), "utf-8")
    assert "wrote" in arsenal("schema", "moon-duel").stdout


def test_verbs_that_make_no_sense_write_nothing(arsenal: Arsenal, pack: Path) -> None:
    before = (pack / "abilities.schema.json").read_bytes()
    (pack / "verbs.yaml").write_text("verbs: {drwa: {}}\n", "utf-8")
    assert "error[bad-verb]" in arsenal("schema", "moon-duel", code=1).stderr
    assert (pack / "abilities.schema.json").read_bytes() == before


def test_packs_that_have_none_are_refused(arsenal: Arsenal, pack: Path) -> None:
    (pack / "verbs.yaml").unlink()
    assert "has no verbs.yaml" in arsenal("schema", "moon-duel", code=2).stderr
    assert "has no card.schema.json" in arsenal("schema", str(ROOT / "cards/future-invaders"), code=2).stderr


def test_nothing_is_written_where_a_link_leads_out(arsenal: Arsenal, pack: Path) -> None:
    (pack / "abilities.schema.json").unlink()
    (pack / "abilities.schema.json").symlink_to("../elsewhere.json")
    arsenal("schema", "moon-duel", code=2)
    assert not (pack.parent / "elsewhere.json").exists()
