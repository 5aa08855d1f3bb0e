"""Faults of the faces of a pack, at the cards that have them."""

from pathlib import Path

import pytest

from builder.diagnostics import Diagnostic
from builder.printing import findings
from builder.printing.findings import faults_of_faces
from tests.support.catalogs import printable

FRENCH = "cards: {tidepool-scout: {name: Fusée, text: %s}, undertow: {name: Reflux}}\n"


def test_faces_without_faults_have_none(tmp_path: Path) -> None:
    catalog, _ = printable(tmp_path)
    assert faults_of_faces(catalog) == []


def test_a_character_that_no_font_has_stands_at_its_card(tmp_path: Path) -> None:
    printable(tmp_path)
    cards = tmp_path / "my-game/sets/core/cards.yaml"
    written = cards.read_text("utf-8").replace("name: Flare", "name: Flare \U00012000")
    cards.write_text(written, "utf-8")
    catalog, _ = printable(tmp_path)
    (found,) = faults_of_faces(catalog)
    line = written.splitlines().index("- id: flare") + 1
    assert found.span
    assert (found.code, Path(found.span.path), found.span.line) == ("missing-glyph", cards, line)
    assert found.subject == ""


def test_each_language_is_checked_and_named(tmp_path: Path) -> None:
    printable(tmp_path)
    locales = tmp_path / "my-game/locales"
    locales.mkdir()
    (locales / "fr.yaml").write_text(FRENCH % "Assez.", "utf-8")
    assert faults_of_faces(printable(tmp_path)[0]) == []
    (locales / "fr.yaml").write_text(FRENCH % ("Trop de mots. " * 200), "utf-8")
    (found,) = faults_of_faces(printable(tmp_path)[0])
    assert found.code == "text-overflow"
    assert found.message.startswith("fr: tidepool-scout: ")
    assert found.span
    assert Path(found.span.path) == locales / "fr.yaml"


def test_a_game_whose_templates_are_stopped_is_not_tried_in_other_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printable(tmp_path)
    locales = tmp_path / "my-game/locales"
    locales.mkdir()
    (locales / "fr.yaml").write_text(FRENCH % "Assez.", "utf-8")
    asked = []

    def stopped(*given: object) -> list[Diagnostic]:
        asked.append(given)
        return [Diagnostic("template-limit", "the templates took more than 5 s and were stopped")]

    monkeypatch.setattr(findings, "check_faces", stopped)
    (found,) = faults_of_faces(printable(tmp_path)[0])
    assert found.span
    assert (found.code, Path(found.span.path)) == ("template-limit", tmp_path / "my-game/game.yaml")
    assert len(asked) == 1


def test_all_faces_together_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "SECONDS", -1_000.0)
    (found,) = faults_of_faces(printable(tmp_path)[0])
    assert (found.code, found.message) == (
        "template-limit", "the faces of my-game were not checked: those before took too long",
    )  # fmt: skip
    assert found.span
    assert Path(found.span.path) == tmp_path / "my-game/game.yaml"
