"""A game and its cards in another language, as they are shown and printed."""

from pathlib import Path
from typing import Any

import pytest

from builder.authoring.new import new_game
from builder.games import card_from, game_from
from builder.translations.localized import Localized, Translation
from tests.support.commands import Arsenal
from tests.support.packs import ASH_CAT, checked
from tests.support.renders import pdf_text


@pytest.fixture
def pack(arsenal: Arsenal) -> Path:
    """A small game in the current folder, with a folder for translations."""
    new_game("My Game", Path())
    Path("my-game/locales").mkdir()
    return Path("my-game")


def test_show_in_another_language(arsenal: Arsenal) -> None:
    said = arsenal("show", "yard-tender", "--lang", "fr").output
    assert "Navette-atelier" in said
    assert "Vaisseau" in said
    assert "Yard Tender" in arsenal("show", "yard-tender", "--lang", "en").output
    assert "languages: de, en, fr" in arsenal("show", "yard-tender", "--lang", "fe", code=2).output


def test_what_is_not_translated_is_printed_as_it_is_and_counted(arsenal: Arsenal, pack: Path) -> None:
    (pack / "locales/fr.yaml").write_text("cards: {flare: {name: Fusée}}\n", "utf-8")
    options = ("--packs", "my-game", "--cards", "id:flare or id:coal-sprite", "--format", "svg")
    said = arsenal("images", "my-game", *options, "-o", "fr", "--lang", "fr").output
    note = "pas traduit en « fr », imprimé en « en » : 2 cartes sur 2 et 10 mots du jeu sur 10"
    assert note in said.replace("\N{NO-BREAK SPACE}", " ")
    assert "n’est pas traduite" in arsenal("show", "coal-sprite", "--packs", "my-game", "--lang", "fr").output


def test_a_picture_that_is_drawn_from_the_words_stays_the_same(arsenal: Arsenal) -> None:
    from renderers.faces.faces import card_face

    game = game_from({"id": "g", "name": "G", "types": {"spell": {"name": "Spell"}}}, {})
    card = card_from({"id": "flare", "number": 1, "name": "Flare", "text": "Burn.", "type": "spell"}, "g", "core")
    words = Localized(game, "en")
    assert (words.is_translated, words.game, words.card(card)) == (False, game, card)
    words = Localized(game, "fr", Translation("fr", {"flare": {"of": "bcdfgh", "name": "Éclat", "text": "Brûlez."}}))
    context = card_face(words.game, words.card(card)).context["card"]
    assert (context["name"], context["text"]) == ("Éclat", "Brûlez.")
    assert context["original"] == {"name": "Flare", "text": "Burn.", "flavor": ""}
    assert card_face(game, card).context["card"]["original"]["text"] == "Burn."
    assert words.game.definition["language"] == "fr"
    assert [entry.id for entry in words.stale_entries([card])] == ["flare"]


@pytest.mark.long
def test_a_stale_text_is_printed_with_a_warning(arsenal: Arsenal, pack: Path) -> None:
    (pack / "locales/fr.yaml").write_text("cards:\n  flare:\n    of: bcdfgh\n    name: Éclat\n", "utf-8")
    options = ("--packs", "my-game", "--cards", "id:flare", "--format", "svg")
    said = arsenal("images", "my-game", *options, "-o", "fr", "--lang", "fr").output
    assert "avertissement[stale-translation]" in said
    assert "fr.yaml:2" in said
    assert Path("fr/flare.svg").is_file()


@pytest.mark.long
def test_built_in_faces_show_titles_in_the_language(arsenal: Arsenal, pack: Path) -> None:
    (pack / "locales/fr.yaml").write_text("game: {fields: {cost: {title: Coût}}}\n", "utf-8")
    options = ("--packs", "my-game", "--cards", "id:flare")
    arsenal("print", "my-game", *options, "-o", "fr.pdf", "--lang", "fr")
    arsenal("print", "my-game", *options, "-o", "en.pdf")
    assert "Coût" in pdf_text(Path("fr.pdf").read_bytes())
    assert "Cost" in pdf_text(Path("en.pdf").read_bytes())


def test_text_that_does_not_fit_is_found_in_each_language(arsenal: Arsenal, pack: Path) -> None:
    text = "Infligez. " * 150
    (pack / "locales/fr.yaml").write_text(f"cards:\n  tidepool-scout:\n    name: Éclat\n    text: {text}\n", "utf-8")
    said = arsenal("validate", "my-game", "--faces", code=1).output
    assert "fr: tidepool-scout: the " in said
    assert "fr.yaml:2" in said
    assert "error[text-overflow]" in said


def test_a_card_counts_as_translated_when_its_abilities_are() -> None:
    locale: dict[str, Any] = {"cards": {"flare": {"name": "Fusée"}, "reef-warden": {"name": "Gardienne"}}}
    effects = {"deal": "infligez {main} dégâts à {to}"}
    phrases = {"nouns": {"creature": {"one": "créature", "other": "créatures", "gender": "f"}}, "effects": effects}
    for files, lacking in (({}, 1), ({"phrases__fr_yaml": phrases}, 0)):
        made = checked(locales__fr_yaml=locale, **files)
        game, cards = made.as_game(), {card.id: card for card in made.as_cards()}
        words = Localized(game, "fr", made.translation("fr"))
        said = words.note([cards["flare"], cards["reef-warden"]])
        assert ("1 of 2 cards" in said) is bool(lacking)
        assert "the flavor of Gardienne" in said


def test_the_note_names_the_first_cards_whose_flavor_is_left() -> None:
    flavored = [
        {**ASH_CAT, "id": f"cat-{n}", "number": 20 + n, "name": f"Cat {n}", "flavor": "Purr."} for n in range(8)
    ]
    flavored[7]["text"] = "It bites."
    locale = {"cards": {f"cat-{n}": {"name": f"Chat {n}"} for n in range(8)}}
    made = checked(sets__core__more_yaml=flavored, locales__fr_yaml=locale)
    words = Localized(made.as_game(), "fr", made.translation("fr"))
    cards = [card for card in made.as_cards() if card.id.startswith("cat-")]
    flavor = "the flavor of 7 cards (Chat 0, Chat 1, Chat 2, Chat 3, Chat 4 and 2 more)"
    assert f": 1 of 8 cards, {flavor} and 10 of 10" in words.note(cards)
    assert "the flavor of Chat 6 and" in words.note(cards[6:])


def test_the_first_of_terms_that_are_spelt_alike_counts() -> None:
    game = game_from({"id": "g", "name": "G", "glossary": {"Swift": "It is fast.", "SWIFT": "It is very fast."}}, {})
    assert (Localized(game, "en").term("swift"), Localized(game, "en").term("slow")) == ("Swift", "")
