"""Words in other languages: which there are, when they are stale, how they are kept and printed."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from builder.authoring.new import new_game, plan_game
from builder.authoring.translating import confirm, progress, with_digests
from builder.checks import CheckedPack, check_pack
from builder.diagnostics import FindingsError, UsageError
from builder.documents.reading import parse
from builder.packs.pack import Pack, in_memory, read
from builder.translations.localized import Localized
from builder.translations.translation import Translation
from builder.translations.words import (
    LETTERS,
    Source,
    card_words,
    digest,
    game_things,
    game_with_words,
    is_stale,
    schema_with_words,
    translated_words,
    with_words,
)
from tests.support.commands import ROOT, Arsenal
from tests.support.renders import pdf_text

SMALL = {name: text.encode() for name, text in plan_game("My Game").items()}
SCHEMA: dict[str, Any] = {
    "properties": {
        "id": {"type": "string"},
        "name": {"type": "string"},
        "faction": {"type": "string", "x-vocabulary": "factions"},
        "speed": {"enum": ["fast", "slow"]},
        "art": {"type": "string"},
        "steps": {
            "type": "array",
            "items": {"properties": {"text": {"type": "string"}, "pays": {"pattern": "^[a-z]+$"}}},
        },
    },
    "allOf": [{"then": {"properties": {"people": {"type": "string"}}}}],
}
CARD = {
    "id": "flare", "name": "Flare", "faction": "ember", "speed": "fast", "art": "art/flare.png", "people": "Sparks",
    "cost": 3, "steps": [{"text": "Burn.", "pays": "oil"}, {"text": "Go out.", "pays": "air"}],
}  # fmt: skip
WORDS = {("name",): "Flare", ("people",): "Sparks", ("steps", 0, "text"): "Burn.", ("steps", 1, "text"): "Go out."}


def small(**files: Any) -> Pack:
    """The small game with a translation, or with other files replaced."""
    written = {name.replace("__", "/").replace("_", "."): content for name, content in files.items()}
    as_text = {
        name: content if isinstance(content, bytes) else yaml.safe_dump(content, allow_unicode=True).encode()
        for name, content in written.items()
    }
    return in_memory(Path("my-game"), {**SMALL, **as_text})


def checked(said: Any) -> CheckedPack:
    return check_pack(small(locales__fr_yaml=said))


def codes(said: Any) -> list[str]:
    return [d.code for d in checked(said).diagnostics]


def entry_digest(entry_id: str) -> str:
    return next(digest(e.words) for e in check_pack(small()).translatable.entries({}) if e.id == entry_id)


# Words ---------------------------------------------------------------------------------------------------


def test_a_cards_words_are_the_texts_that_its_schema_makes_no_codes() -> None:
    assert card_words(CARD, SCHEMA) == WORDS


def test_a_games_words_are_its_name_and_those_of_its_lists() -> None:
    game = {
        "id": "g", "name": "Game", "description": "Long.", "types": {"ship": {"name": "Ship", "color": "#fff"}},
        "glossary": {"Draw": "Take a card."}, "symbols": {"oil": {"name": "Oil"}},
        "components": {"turn": {"name": "Turn", "face": "turn", "data": {"kind": "x", "steps": [{"text": "Go."}]}}},
    }  # fmt: skip
    assert game_things(game) == {
        (): {("name",): "Game"},
        ("types", "ship"): {("name",): "Ship"},
        ("glossary", "Draw"): {("name",): "Draw", ("text",): "Take a card."},
        ("components", "turn"): {("name",): "Turn", ("data", "steps", 0, "text"): "Go."},
    }


def test_fields_of_the_games_own_have_titles_to_translate() -> None:
    schema = {"properties": {"name": {"title": "Name"}, "cost": {"title": "Cost", "type": "integer"}, "mute": {}}}
    assert game_things({}, schema) == {("fields", "cost"): {("title",): "Cost"}}
    said = {"fields": {"cost": {"of": "bcdfgh", "title": "Coût"}, "gone": {"title": "?"}}}
    made = schema_with_words(schema, said)
    assert made == {"properties": {**schema["properties"], "cost": {"title": "Coût", "type": "integer"}}}
    assert schema["properties"]["cost"]["title"] == "Cost"


def test_words_are_laid_over_others() -> None:
    made = with_words(CARD, {("name",): "Éclat", ("steps", 1, "text"): "S’éteint.", ("cost",): "4", ("steps", 7): "no"})
    assert made == {**CARD, "name": "Éclat", "steps": [CARD["steps"][0], {"text": "S’éteint.", "pays": "air"}]}
    assert CARD["name"] == "Flare"


def test_a_game_in_another_language_keeps_its_order_and_what_is_not_translated() -> None:
    game = {
        "name": "Game", "types": {"ship": {"name": "Ship", "symbol": "s"}, "base": {"name": "Base"}},
        "glossary": {"Draw": "Take a card.", "Play": "Put a card."},
    }  # fmt: skip
    said = {
        "types": {"ship": {"of": "bcdfgh", "name": "Vaisseau"}, "gone": {"name": "?"}},
        "glossary": {"Draw": {"name": "Piocher", "text": "Prendre une carte."}},
    }
    assert game_with_words(game, said, "fr") == {
        "name": "Game", "types": {"ship": {"name": "Vaisseau", "symbol": "s"}, "base": {"name": "Base"}},
        "glossary": {"Piocher": "Prendre une carte.", "Play": "Put a card."}, "language": "fr",
    }  # fmt: skip
    assert list(game_with_words(game, said, "fr")["types"]) == ["ship", "base"]


places = st.lists(st.one_of(st.text(max_size=5), st.integers(0, 5)), min_size=1, max_size=3).map(tuple)


@given(st.dictionaries(places, st.text(max_size=20), max_size=5))
def test_a_digest_is_six_letters_that_yaml_takes_for_text(words: Any) -> None:
    letters = digest(words)
    assert len(letters) == 6
    assert set(letters) <= set(LETTERS)
    assert yaml.safe_load(f"of: {letters}") == {"of": letters}
    assert digest(dict(reversed(words.items()))) == letters


def test_a_digest_changes_with_the_words_and_not_with_the_space_around_their_lines() -> None:
    assert digest({("text",): "Burn.\nGo out.\n"}) == digest({("text",): "  Burn. \nGo out."})
    assert digest({("text",): "Burn."}) != digest({("text",): "Burn!"})
    assert digest({("text",): "Burn."}) != digest({("flavor",): "Burn."})


def test_an_entry_is_stale_when_it_says_that_it_was_made_from_other_words() -> None:
    assert not is_stale({"name": "Éclat"}, WORDS)
    assert not is_stale({"of": digest(WORDS), "name": "Éclat"}, WORDS)
    assert is_stale({"of": digest(WORDS), "name": "Éclat"}, {**WORDS, ("name",): "Flash"})


def test_entries_know_former_ids_of_cards() -> None:
    source = Source(cards={"flare": WORDS}, aliases={"spark": "flare"})
    (entry,) = source.entries({"cards": {"spark": {"name": "Éclat"}}})
    assert (entry.id, entry.place, translated_words(entry.said)) == ("flare", ("cards", "spark"), {("name",): "Éclat"})
    (entry,) = source.entries({"cards": {"flare": {"name": "Lueur"}, "spark": {"name": "Éclat"}}})
    assert entry.said == {"name": "Lueur"}


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(json_like, json_like)
def test_any_data_can_be_asked_for_words(thing: Any, said: Any) -> None:
    source = Source(game_things(thing if isinstance(thing, dict) else {}), {"a": translated_words(thing)})
    for entry in source.entries(said):
        assert set(entry.missing) <= set(entry.words)
    if isinstance(thing, dict):
        game_with_words(thing, said, "fr")


# Checks --------------------------------------------------------------------------------------------------


def test_a_good_translation_passes() -> None:
    said = {
        "game": {
            "name": "Mon jeu",
            "types": {"spell": {"of": entry_digest("types/spell"), "name": "Sort", "plural": "Sorts"}},
            "glossary": {"Play": {"name": "Jouer", "text": "Payer le coût d’une carte."}},
        },
        "cards": {"flare": {"of": entry_digest("flare"), "name": "Éclat", "text": "Gagnez {spark}."}},
    }
    assert codes(said) == []


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"cards": {"flair": {"name": "Éclat"}}}, "unknown-card"),
        ({"cards": {"flare": {"flavour": "Chaud."}}}, "unknown-key"),
        ({"cards": {"flare": {"cost": "deux"}}}, "unknown-key"),
        ({"cards": {"flare": {"text": "Gagnez {sprak}."}}}, "unknown-symbol"),
        ({"cards": {"flare": {"of": "bcdfgh", "name": "Éclat"}}}, "stale-translation"),
        ({"cards": {"flare": {"of": "3fa94c", "name": "Éclat"}}}, "bad-format"),
        ({"cards": {"flare": {"name": ["Éclat"]}}}, "wrong-type"),
        ({"game": {"types": {"spel": {"name": "Sort"}}}}, "unknown-type"),
        ({"game": {"factions": {"water": {"name": "Eau"}}}}, "unknown-faction"),
        ({"game": {"glossary": {"Paly": {"name": "Jouer"}}}}, "unknown-value"),
        ({"game": {"types": {"spell": {"of": "bcdfgh", "name": "Sort"}}}}, "stale-translation"),
        ({"game": {"of": "bcdfgh", "name": "Mon jeu"}}, "stale-translation"),
        ({"game": {"credit": "Moi."}}, "unknown-key"),
        ({"flare": {"name": "Éclat"}}, "unknown-key"),
    ],
)
def test_a_bad_translation_is_reported(said: Any, code: str) -> None:
    assert codes(said) == [code]


def test_a_stale_translation_is_a_warning_at_the_entry_and_names_the_place_of_its_source() -> None:
    (found,) = checked({"cards": {"flare": {"of": "bcdfgh", "name": "Éclat"}}}).diagnostics
    assert found.severity == "warning"
    assert found.span
    assert (Path(found.span.path).name, found.span.line) == ("fr.yaml", 2)
    assert [Path(span.path).parts[-3:-1] for _, span in found.related] == [("sets", "core")]
    assert "--confirm flare" in found.help


def test_a_fields_stale_title_comes_from_the_card_schema() -> None:
    (found,) = checked({"game": {"fields": {"cost": {"of": "bcdfgh", "title": "Coût"}}}}).diagnostics
    assert (found.code, found.span and found.span.line) == ("stale-translation", 3)
    assert [Path(span.path).name for _, span in found.related] == ["card.schema.json"]
    assert "--confirm fields/cost" in found.help


def test_titles_are_of_fields_that_there_are() -> None:
    found = checked({"game": {"fields": {"csot": {"title": "Coût"}, "name": {"title": "Nom"}}}}).diagnostics
    assert [d.message for d in found] == [
        f'"{word}" is not in the fields of card.schema.json' for word in ("csot", "name")
    ]
    assert 'mean "cost"' in found[0].help
    assert codes({"game": {"fields": {"cost": {"titel": "Coût"}}}}) == ["unknown-key"]
    assert codes({"game": {"types": {"spell": {"nmae": "Sort"}}}}) == ["unknown-key"]


@pytest.mark.parametrize("name", ["french", "fr_FR", "FR", "en", "x"])
def test_a_locale_is_called_by_another_language_than_the_games(name: str) -> None:
    pack = in_memory(Path("my-game"), {**SMALL, f"locales/{name}.yaml": b"cards: {flare: {name: F}}"})
    assert [d.code for d in check_pack(pack).diagnostics] == ["unknown-language"]


@pytest.mark.parametrize("name", ["fr", "pt-br", "zh-Hant", "haw"])
def test_languages_have_codes(name: str) -> None:
    pack = in_memory(Path("my-game"), {**SMALL, f"locales/{name}.yaml": b"cards: {flare: {name: F}}"})
    assert check_pack(pack).diagnostics == []


def test_huge_and_deep_translations_are_only_reported() -> None:
    deep: Any = "x"
    for _ in range(30):
        deep = {"a": [deep]}
    many = {f"card-{i}": {"name": "x"} for i in range(2000)}
    assert set(codes({"cards": {"flare": {"name": "x" * 3000}}})) == {"bad-length"}
    assert "unknown-key" in codes({"cards": {"flare": {"more": deep}}})
    assert codes({"cards": many}) == ["unknown-card"] * 100
    assert codes({"game": {"types": many}}) == ["unknown-type"] * 100
    assert codes({"cards": {"flare": {"more": ["x"] * 20_000}}}) == ["unknown-key"] * 100


# The command ---------------------------------------------------------------------------------------------


LOCALE = """\
# yaml-language-server: $schema=../.vscode/schemas/locale.schema.json
# Mots de l'auteur.

game:
  types:
    spell: {name: Sort} # un sort
cards:
  # la première
  flare:
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


def test_translate_says_how_far_it_is(arsenal: Arsenal, pack: Path) -> None:
    card = ids(pack)[1]
    (pack / "locales/fr.yaml").write_text(LOCALE.replace("soot-cat", card), "utf-8")
    said = arsenal("translate", "fr", "my-game").output
    assert f"fr: 0 of {len(ids(pack))} cards" in said or "fr: 1 of" in said
    assert f"1 stale: {card}" in said
    assert "2 without a note of what they were made from: types/spell, flare" in said
    missing = arsenal("translate", "fr", "my-game", "--missing").output
    assert "types/spell: plural" in missing
    assert "types/creature: name, plural" in missing


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
    cards = next((pack / "sets/core").glob("*.yaml"))
    cards.write_text(cards.read_text("utf-8").replace("name: Flare", "name: Flash"), "utf-8")
    assert 'the words of "flare" have changed' in arsenal("validate", "my-game").output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("french",), "is no language"),
        (("../fr",), "is no language"),
        (("en",), "is written in"),
        (("fr", "--confirm", "flaer"), 'did you mean "flare"'),
        (("de", "--confirm", "flare"), "has no words in"),
    ],
)
def test_translate_refuses_what_it_can_not_do(
    arsenal: Arsenal, pack: Path, arguments: tuple[str, ...], said: str
) -> None:
    (pack / "locales/fr.yaml").write_text("cards: {flare: {name: F}}\n", "utf-8")
    language, *options = arguments
    assert said in arsenal("translate", language, "my-game", *options, code=2).output
    assert (pack / "locales/fr.yaml").read_text("utf-8") == "cards: {flare: {name: F}}\n"


def test_a_language_that_is_not_begun_has_everything_missing(arsenal: Arsenal, pack: Path) -> None:
    (pack / "locales/fr.yaml").unlink()
    done = progress(read(pack), "de")
    assert done.stale == done.unconfirmed == []
    assert all(entry.missing for entry in done.entries)
    assert confirm(done, ["all"]) == []
    with pytest.raises(UsageError, match="nothing that is translated"):
        confirm(done, ["nope"])


def test_a_pack_with_errors_is_not_counted() -> None:
    with pytest.raises(FindingsError):
        progress(small(locales__fr_yaml={"cards": {"flair": {"name": "F"}}}), "fr")


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


# Printing ------------------------------------------------------------------------------------------------


def test_show_in_another_language(arsenal: Arsenal) -> None:
    said = arsenal("show", "yard-tender", "--lang", "fr").output
    assert "Navette-atelier" in said
    assert "Vaisseau" in said
    assert "not translated" in arsenal("show", "stolen-shuttle", "--lang", "fr").output
    assert "Yard Tender" in arsenal("show", "yard-tender", "--lang", "en").output
    assert "languages: en, fr" in arsenal("show", "yard-tender", "--lang", "fe", code=2).output


def test_images_in_another_language(arsenal: Arsenal) -> None:
    options = ("--cards", "id:yard-tender", "--format", "svg", "--no-cache")
    arsenal("images", "future-invaders", *options, "-o", "en")
    said = arsenal("images", "future-invaders", *options, "-o", "fr", "--lang", "fr").output
    assert "not translated" not in said
    assert Path("en/yard-tender.svg").read_bytes() != Path("fr/yard-tender.svg").read_bytes()


def test_what_is_not_translated_is_printed_as_it_is_and_counted(arsenal: Arsenal) -> None:
    options = ("--cards", "id:yard-tender or id:stolen-shuttle", "--format", "svg")
    said = arsenal("images", "future-invaders", *options, "-o", "fr", "--lang", "fr").output
    assert "note: not translated to fr, printed in en: 1 of 2 cards" in said


def test_a_picture_that_is_drawn_from_the_words_stays_the_same(arsenal: Arsenal) -> None:
    from builder.games import card_from, game_from
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


def test_a_stale_text_is_printed_with_a_warning(arsenal: Arsenal, pack: Path) -> None:
    (pack / "locales/fr.yaml").write_text("cards:\n  flare:\n    of: bcdfgh\n    name: Éclat\n", "utf-8")
    options = ("--packs", "my-game", "--cards", "id:flare", "--format", "svg")
    said = arsenal("images", "my-game", *options, "-o", "fr", "--lang", "fr").output
    assert "warning[stale-translation]" in said
    assert "fr.yaml:2" in said
    assert Path("fr/flare.svg").is_file()


def test_built_in_faces_show_titles_in_the_language(arsenal: Arsenal, pack: Path) -> None:
    (pack / "locales/fr.yaml").write_text("game: {fields: {cost: {title: Coût}}}\n", "utf-8")
    options = ("--packs", "my-game", "--cards", "id:flare")
    arsenal("print", "my-game", *options, "-o", "fr.pdf", "--lang", "fr")
    arsenal("print", "my-game", *options, "-o", "en.pdf")
    assert "Coût" in pdf_text(Path("fr.pdf").read_bytes())
    assert "Cost" in pdf_text(Path("en.pdf").read_bytes())


def test_text_that_does_not_fit_is_found_in_each_language(arsenal: Arsenal, pack: Path) -> None:
    text = "Infligez. " * 150
    (pack / "locales/fr.yaml").write_text(f"cards:\n  flare:\n    name: Éclat\n    text: {text}\n", "utf-8")
    said = arsenal("validate", "my-game", "--faces", code=1).output
    assert "fr: flare: the " in said
    assert "fr.yaml:2" in said
    assert "error[text-overflow]" in said


def test_the_french_of_future_invaders_is_up_to_date() -> None:
    done = progress(read(ROOT / "cards/future-invaders"), "fr")
    assert not done.stale
    assert not done.unconfirmed
    assert not [entry.id for entry in done.game if entry.missing]
    assert sum(not entry.missing for entry in done.cards) == 25
