"""How far translations are, and how digests of the words that they were made from get into their files."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from builder.authoring.new import new_game
from builder.authoring.translating import confirm, missing_words, progress, summary, with_digests
from builder.diagnostics import FindingsError, UsageError
from builder.documents.reading import parse
from builder.packs.pack import Pack, read
from tests.support import gamecards
from tests.support.commands import ROOT, Arsenal
from tests.support.expansions import CATS, base, expansion, wave
from tests.support.git import change
from tests.support.packs import ASH_CAT, checked, deck

LOCALE = """\
# yaml-language-server: $schema=../.vscode/schemas/locale.schema.json
# Mots de l'auteur.

game:
  types:
    spell: {name: Sort} # un sort
cards:
  # la première
  tidepool-scout:
    name: Éclat # court
    text: |
      Infligez 2.
  soot-cat: {of: bcdfgh, name: "Chat: suie"}
"""


@pytest.fixture
def pack(arsenal: Arsenal) -> Path:
    """A small game in the current folder, with a translation."""
    new_game("My Game", Path())
    Path("my-game/locales").mkdir()
    Path("my-game/locales/fr.yaml").write_text(LOCALE, "utf-8")
    return Path("my-game")


def ids(pack: Path) -> list[str]:
    return [card["id"] for card in yaml.safe_load(next((pack / "sets/core").glob("*.yaml")).read_text("utf-8"))]


def test_translate_says_how_far_it_is(arsenal: Arsenal, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = ids(pack)[1]
    (pack / "locales/fr.yaml").write_text(LOCALE.replace("soot-cat", card), "utf-8")
    said = arsenal("translate", "fr", "my-game").output
    assert f"fr: 1 of {len(ids(pack))} cards" in said  # the phrases of the other are missing
    assert f"1 stale: {card}" in said
    assert "2 without a note of what they were made from: types/spell, tidepool-scout" in said
    missing = arsenal("translate", "fr", "my-game", "--missing").output
    assert "types/spell: plural" in missing
    assert "types/creature: name, plural" in missing
    monkeypatch.chdir(pack / "sets")
    assert arsenal("translate", "fr").output == said


def test_confirming_keeps_every_comment_and_other_data(arsenal: Arsenal, pack: Path) -> None:
    card, file = ids(pack)[1], pack / "locales/fr.yaml"
    file.write_text(LOCALE.replace("soot-cat", card), "utf-8")
    assert "2 confirmed" in arsenal("translate", "fr", "my-game", "--confirm", "new").output
    text = file.read_text("utf-8")
    for comment in ("# Mots de l'auteur.", "# un sort", "# la première", "# court", "# yaml-language-server"):
        assert text.count(comment) == 1
    assert yaml.safe_load(text)["cards"][card] == {"of": "bcdfgh", "name": "Chat: suie"}
    assert "stale-translation" in arsenal("validate", "my-game").output
    arsenal("translate", "fr", "my-game", "--confirm", card)
    assert "stale-translation" not in arsenal("validate", "my-game").output
    assert "confirmed already" in arsenal("translate", "fr", "my-game", "--confirm", "all").output
    assert arsenal("fmt", "my-game", "--check").exit_code == 0


def test_a_changed_card_makes_its_translation_stale(arsenal: Arsenal, pack: Path) -> None:
    card, file = ids(pack)[1], pack / "locales/fr.yaml"
    file.write_text(LOCALE.replace("soot-cat", card), "utf-8")
    arsenal("translate", "fr", "my-game", "--confirm", "all")
    change(pack, "name: Tidepool Scout", "name: Flash")
    assert 'the words of "tidepool-scout" have changed' in arsenal("validate", "my-game").output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("french",), "is not the code of a language"),
        (("../fr",), "is not the code of a language"),
        (("en",), "is written in"),
        (("fr", "--confirm", "tidepool-scuot"), 'did you mean "tidepool-scout"'),
        (("de", "--confirm", "tidepool-scout"), "has no words in"),
    ],
)
def test_translate_refuses_what_it_can_not_do(
    arsenal: Arsenal, pack: Path, arguments: tuple[str, ...], said: str
) -> None:
    (pack / "locales/fr.yaml").write_text("cards: {tidepool-scout: {name: F}}\n", "utf-8")
    language, *options = arguments
    assert said in arsenal("translate", language, "my-game", *options, code=2).output
    assert (pack / "locales/fr.yaml").read_text("utf-8") == "cards: {tidepool-scout: {name: F}}\n"


def test_a_language_that_is_not_begun_has_everything_missing(arsenal: Arsenal, pack: Path) -> None:
    (pack / "locales/fr.yaml").unlink()
    done = progress(read(pack), "de")
    assert done.stale == done.unconfirmed == []
    assert all(entry.missing for entry in done.entries)
    assert "nothing to confirm yet" in arsenal("translate", "de", "my-game", "--confirm", "all").stdout
    assert not (pack / "locales/de.yaml").exists()
    with pytest.raises(UsageError, match="no card, and no other part"):
        confirm(done, ["nope"])


def test_a_pack_with_errors_is_not_counted() -> None:
    with pytest.raises(FindingsError):
        progress(checked(locales__fr_yaml={"cards": {"flair": {"name": "F"}}}).pack, "fr")


def test_digests_are_written_into_any_style() -> None:
    text = "cards:\n  a: {name: A}\n  b:\n    # why\n    name: B\n    of: bbbbbb # old\n  c: {\n    name: C\n  }\n"
    places = {("cards", name): "cccccc" for name in "abc"}
    made = with_digests(text, places, "fr.yaml")
    assert parse(made, "fr.yaml").data == {"cards": {n: {"of": "cccccc", "name": n.upper()} for n in "abc"}}
    assert "# why" in made
    assert "# old" in made


def test_a_file_that_can_not_be_written_anew_is_left_alone() -> None:
    with pytest.raises(FindingsError):
        with_digests("cards:\n  a: &x {name: A}\n  b: *x\n", {("cards", "a"): "cccccc"}, "fr.yaml")


@pytest.mark.parametrize(
    ("game", "language"), sorted((path.parts[-3], path.stem) for path in ROOT.glob("cards/*/locales/*.yaml"))
)
def test_the_translations_of_our_packs_are_up_to_date(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.authoring.translating.check_pack", lambda _: gamecards.pack(game))
    done = progress(gamecards.pack(game).pack, language)
    assert not done.phrases
    assert not done.stale
    assert not done.unconfirmed
    assert not [entry.id for entry in done.game if entry.missing]
    assert not [entry.id for entry in done.cards if entry.missing]


def test_a_summary_counts_what_is_translated_and_names_what_is_stale() -> None:
    said = {
        "game": {"name": "Mon jeu"},
        "cards": {"tidepool-scout": {"of": "bcdfgh", "name": "Éclat", "text": "Brûlez."}},
    }
    done = progress(checked(locales__fr_yaml=said).pack, "fr")
    assert summary(done) == [
        "fr: 1 of 8 cards are translated, 0 of 10 words of the game that cards show, and 1 of 28 other words",
        "  1 stale: tidepool-scout",
        "  1 without a note of what they were made from: game",
        "  12 phrases missing in phrases/fr.yaml",
    ]
    missing = missing_words(done)
    assert "undertow: name" in missing
    assert "game: description, credit" in missing
    assert not [line for line in missing if line.startswith("tidepool-scout:")]


def test_an_expansion_with_sets_translates_what_it_adds() -> None:
    cards = [*CATS, {**ASH_CAT, "id": "tide-cat", "name": "Tide Cat", "abilities": {"gain": {"health": 1}}}]
    own = {"game": {"sets": {"wave": {"name": "Vague"}}}, "cards": {"ash-cat": {"name": "Chat"}}}
    pack = wave(sets__wave__cards_yaml=cards, decks__cats_yaml=deck(), locales__fr_yaml=own)

    def whole(one: Pack) -> Pack:
        return replace(base(), expansions=(one,))

    done = progress(pack, "fr", whole)
    assert summary(done) == [
        "fr: 1 of 2 cards are translated, and 1 of 2 other words",
        "  2 without a note of what they were made from: sets/wave, ash-cat",
        "  2 phrases missing in phrases/fr.yaml",
    ]
    [_, _, *phrases] = missing_words(done)
    assert phrases == ["phrases/amounts/health: {n} health", "phrases/effects/gain: gain {main} | {who} gains {main}"]
    assert summary(progress(wave(), "fr", whole))[0] == "fr: 0 of 1 card is translated, and 0 of 1 other word"
    done = progress(expansion(locales__fr_yaml={"cards": {"flare": {"name": "Fusée"}}}), "fr", whole)
    assert summary(done)[0].startswith("fr: 0 of 8 cards are translated, 0 of 10 words of the game that cards show")


def test_a_summary_names_ten_entries_at_most() -> None:
    glossary = {"Play": {"name": "Jouer"}, "Discard": {"name": "Jeter"}}
    cards = ["coal-sprite", "lamplighter", "forge-drake", "flare", "tidepool-scout", "reef-warden", "moon-whale"]
    said = {
        "game": {"glossary": glossary, "types": {"spell": {"name": "Sort"}}},
        "cards": {name: {"name": "?"} for name in [*cards, "undertow"]},
    }
    (_, line, _) = summary(progress(checked(locales__fr_yaml=said).pack, "fr"))
    assert line.startswith("  11 without a note of what they were made from: ")
    assert line.endswith(" and 1 more")
    assert line.count(",") == 9
