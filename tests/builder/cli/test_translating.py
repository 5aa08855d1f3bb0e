"""`arsenal translate`: how far a translation is, what it lacks, and what is noted as confirmed."""

from pathlib import Path

import pytest

from tests.support.commands import Arsenal

pytestmark = pytest.mark.usefixtures("alone")

FRENCH = "cards:\n  tidepool-scout: {name: Éclat, text: Regardez.}\n  coal-sprite: {name: Escarbille}\n"


@pytest.fixture
def own_pack(own_pack: Path) -> Path:
    """A new game with one card in French, and another by its name only."""
    (own_pack / "locales").mkdir()
    (own_pack / "locales/fr.yaml").write_text(FRENCH, "utf-8")
    return own_pack


def test_cards_count_that_have_all_their_words(
    arsenal: Arsenal, own_pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = arsenal("translate", "fr", "moon-duel").stdout.splitlines()
    assert said == [
        "fr: 1 of 8 cards are translated, 0 of 10 words of the game that cards show, and 0 of 28 other words",
        "  2 without a note of what they were made from: coal-sprite, tidepool-scout",
        "  12 phrases missing in phrases/fr.yaml",
    ]
    names = "".join(f"  {card}: {{name: X, flavor: Y}}\n" for card in ("coal-sprite", "reef-warden"))
    (own_pack / "locales/fr.yaml").write_text(f"cards:\n{names}  flare: {{name: Z}}\n", "utf-8")
    assert arsenal("translate", "fr", "moon-duel").stdout.startswith(
        "fr: 2 of 8 cards"
    )  # what Flare does is in English
    (own_pack / "locales/fr.yaml").write_text(FRENCH, "utf-8")
    monkeypatch.chdir(own_pack / "sets")
    assert arsenal("translate", "fr").stdout.splitlines() == said


def test_what_is_missing_is_listed_with_its_words(arsenal: Arsenal, own_pack: Path) -> None:
    said = arsenal("translate", "fr", "moon-duel", "--missing").stdout.splitlines()
    assert "coal-sprite: flavor" in said
    assert "phrases/effects/deal: deal {main} damage to {to}" in said
    assert "phrases/nouns/creature: creature, creatures" in said
    assert "reef-warden: name, flavor" in said
    assert not [line for line in said if line.startswith("tidepool-scout")]


def test_what_is_confirmed_is_stale_once_the_card_changes(arsenal: Arsenal, own_pack: Path) -> None:
    said = arsenal("translate", "fr", "moon-duel", "--confirm", "tidepool-scout").stdout
    assert "moon-duel/locales/fr.yaml: 1 confirmed" in said
    assert "1 without a note of what they were made from: coal-sprite" in said
    assert "confirmed already" in arsenal("translate", "fr", "moon-duel", "--confirm", "tidepool-scout").stdout
    cards = own_pack / "sets/core/cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("the top card", "the top 2 cards"), "utf-8")
    assert "  1 stale: tidepool-scout\n" in arsenal("translate", "fr", "moon-duel").stdout


def test_a_language_that_is_not_begun(arsenal: Arsenal, own_pack: Path) -> None:
    assert arsenal("translate", "de", "moon-duel").stdout.startswith("de: 0 of 8 cards are translated")
    assert "nothing to confirm yet" in arsenal("translate", "de", "moon-duel", "--confirm", "all").stdout
    assert not (own_pack / "locales/de.yaml").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["xx_", "moon-duel"], '"xx_" is not the code of a language'),
        (["fr", "moon-duel", "--confirm", "flair"], "flair"),
        (["fr"], "several packs"),
    ],
)
def test_what_can_not_be_translated(arsenal: Arsenal, own_pack: Path, arguments: list[str], said: str) -> None:
    arsenal("new", "game", "Sun Duel")
    assert said in arsenal("translate", *arguments, code=2).stderr
    assert (own_pack / "locales/fr.yaml").read_text("utf-8") == FRENCH
