"""Files of translations as a pack has them: good ones pass, bad and stale ones are reported at their places."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from builder.checks import check_pack
from builder.diagnostics import Span
from builder.diagnostics.findings import MAX_OF_FILE
from builder.packs.pack import in_memory
from builder.translations.localized import stale
from builder.translations.words import digest
from tests.support.packs import SMALL, checked, codes


def entry_digest(entry_id: str) -> str:
    return next(digest(e.words) for e in checked().translatable.entries({}) if e.id == entry_id)


def test_a_good_translation_passes() -> None:
    said = {
        "game": {
            "name": "Mon jeu",
            "types": {"spell": {"of": entry_digest("types/spell"), "name": "Sort", "plural": "Sorts"}},
            "glossary": {"Play": {"name": "Jouer", "text": "Payer le coût d’une carte."}},
        },
        "cards": {"tidepool-scout": {"of": entry_digest("tidepool-scout"), "name": "Éclat", "text": "Gagnez {spark}."}},
    }
    assert codes(locales__fr_yaml=said) == []


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"cards": {"flair": {"name": "Éclat"}}}, "unknown-card"),
        ({"cards": {"flare": {"flavour": "Chaud."}}}, "unknown-key"),
        ({"cards": {"flare": {"cost": "deux"}}}, "unknown-key"),
        ({"cards": {"flare": {"text": "Infligez 2 dégâts."}}}, "unknown-key"),
        ({"cards": {"tidepool-scout": {"text": "Gagnez {sprak}."}}}, "unknown-symbol"),
        ({"cards": {"flare": {"of": "bcdfgh", "name": "Éclat"}}}, "stale-translation"),
        ({"cards": {"flare": {"of": "3fa94c", "name": "Éclat"}}}, "bad-format"),
        ({"cards": {"flare": {"name": ["Éclat"]}}}, "wrong-type"),
        ({"game": {"types": {"spel": {"name": "Sort"}}}}, "unknown-type"),
        ({"game": {"factions": {"water": {"name": "Eau"}}}}, "unknown-faction"),
        ({"game": {"glossary": {"Paly": {"name": "Jouer"}}}}, "unknown-value"),
        ({"game": {"types": {"spell": {"of": "bcdfgh", "name": "Sort"}}}}, "stale-translation"),
        ({"game": {"of": "bcdfgh", "name": "Mon jeu"}}, "stale-translation"),
        ({"game": {"website": "exemple.fr"}}, "unknown-key"),
        ({"game": {"words": {"motto": {"text": "Toujours une lune."}}}}, "unknown-value"),
        ({"flare": {"name": "Éclat"}}, "unknown-key"),
    ],
)
def test_a_bad_translation_is_reported(said: Any, code: str) -> None:
    assert codes(locales__fr_yaml=said) == [code]


def test_a_stale_translation_is_a_warning_at_the_entry_and_names_the_place_of_its_source() -> None:
    (found,) = checked(locales__fr_yaml={"cards": {"flare": {"of": "bcdfgh", "name": "Éclat"}}}).diagnostics
    assert found.severity == "warning"
    assert found.span
    assert (Path(found.span.path).name, found.span.line) == ("fr.yaml", 2)
    assert [Path(span.path).parts[-3:-1] for _, span in found.related] == [("sets", "core")]
    assert "--confirm flare" in found.help


def test_a_fields_stale_title_comes_from_the_card_schema() -> None:
    (found,) = checked(locales__fr_yaml={"game": {"fields": {"cost": {"of": "bcdfgh", "title": "Coût"}}}}).diagnostics
    assert (found.code, found.span and found.span.line) == ("stale-translation", 3)
    assert [Path(span.path).name for _, span in found.related] == ["card.schema.json"]
    assert "--confirm fields/cost" in found.help


def test_titles_are_of_fields_that_there_are() -> None:
    fields = {"csot": {"title": "Coût"}, "name": {"title": "Nom"}}
    found = checked(locales__fr_yaml={"game": {"fields": fields}}).diagnostics
    assert [d.message for d in found] == [f'"{word}" is not in the fields of card.schema.json' for word in fields]
    assert 'mean "cost"' in found[0].help
    assert codes(locales__fr_yaml={"game": {"fields": {"cost": {"titel": "Coût"}}}}) == ["unknown-key"]
    assert codes(locales__fr_yaml={"game": {"types": {"spell": {"nmae": "Sort"}}}}) == ["unknown-key"]


@pytest.mark.parametrize(
    ("names", "found"),
    [("french fr_FR FR en x", ["unknown-language"]), ("fr pt-br zh-Hant haw", [])],
    ids=["wrong", "right"],
)
def test_a_locale_is_called_by_the_code_of_another_language_than_the_games(names: str, found: list[str]) -> None:
    for name in names.split():
        pack = in_memory(Path("my-game"), {**SMALL, f"locales/{name}.yaml": b"cards: {flare: {name: F}}"})
        assert [d.code for d in check_pack(pack).diagnostics] == found, name


@pytest.mark.long
def test_huge_and_deep_translations_are_only_reported() -> None:
    deep: Any = "x"
    for _ in range(30):
        deep = {"a": [deep]}
    many = {f"card-{i}": {"name": "x"} for i in range(2000)}
    assert set(codes(locales__fr_yaml={"cards": {"flare": {"name": "x" * 3000}}})) == {"bad-length"}
    assert "unknown-key" in codes(locales__fr_yaml={"cards": {"flare": {"more": deep}}})
    for said, code in (
        ({"cards": many}, "unknown-card"),
        ({"game": {"types": many}}, "unknown-type"),
        ({"cards": {"flare": {"more": ["x"] * 20_000}}}, "unknown-key"),
    ):
        assert Counter(codes(locales__fr_yaml=said)) == {code: MAX_OF_FILE, "more-findings": 1}


def test_a_checked_translation_has_its_entries_and_their_places() -> None:
    said = {"game": {"name": "Mon jeu"}, "cards": {"flare": {"name": "Éclat"}}}
    made = checked(locales__fr_yaml=said).translation("fr")
    assert made.language == "fr"
    assert made.entries == {"": {"name": "Mon jeu"}, "flare": {"name": "Éclat"}}
    assert made.places["cards", "flare"].line == 4


def test_what_is_stale_names_no_source_that_has_no_place() -> None:
    assert stale("fr", "flare", Span("fr.yaml", 2), None).related == ()
