"""Where findings about faces stand, and which of them end the work."""

from dataclasses import replace
from pathlib import Path

import pytest

from builder.diagnostics import Diagnostic, FindingsError, Span
from builder.games import game_from
from builder.printing import findings
from builder.printing.findings import PrintResult, faults_of_faces, ignore, in_files, place_in_game, settle
from tests.support.catalogs import printable
from tests.support.git import CARDS
from tests.support.packs import small
from tests.support.renders import card

PLACE = Span("sets/first.yaml", 7, 3)
SHIPS = [replace(card(), place=PLACE), card(id="elsewhere")]
NAME, TOKEN, WHOLE = Span("game.yaml", 2, 7), Span("game.yaml", 9, 3), Span("game.yaml")
GAME = game_from(
    {"id": "duel", "name": "Duel", "components": {"token": {}}},
    {},
    places={(): WHOLE, ("name",): NAME, ("components", "token"): TOKEN},
)
OVERFLOW = Diagnostic("text-overflow", "the text is cut off", subject="test-ship")


def test_a_finding_about_a_card_stands_at_its_card() -> None:
    assert in_files([OVERFLOW], GAME, SHIPS) == [Diagnostic("text-overflow", "the text is cut off", PLACE)]


def test_what_is_no_card_of_a_file_stands_in_game_yaml() -> None:
    faces = {"back": NAME, "token": TOKEN, "elsewhere": WHOLE, "": WHOLE}
    found = in_files([replace(OVERFLOW, subject=face) for face in faces], GAME, SHIPS)
    assert [one.span for one in found] == list(faces.values())
    assert {one.subject for one in found} == {""}
    assert place_in_game(game_from({"id": "duel", "name": "Duel"}, {}), "back") is None


def test_a_place_in_a_template_is_shown_from_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    span = Span(str(tmp_path / "templates" / "face.typ"), 3, 2)
    (found,) = in_files([replace(OVERFLOW, span=span)], GAME, SHIPS)
    assert found.span == replace(span, path=str(Path("templates", "face.typ")))


def test_a_language_is_named_before_the_message() -> None:
    assert [one.message for one in in_files([OVERFLOW], GAME, SHIPS, "fr")] == ["fr: the text is cut off"]


def test_warnings_are_handed_back_and_errors_end_the_work() -> None:
    warning, error = replace(OVERFLOW, code="missing-glyph"), replace(OVERFLOW, code="template-error")
    assert settle([], GAME, SHIPS) == []
    assert [one.span for one in settle([warning], GAME, SHIPS)] == [PLACE]
    with pytest.raises(FindingsError) as caught:
        settle([warning, error], GAME, SHIPS, "fr")
    found = [(one.code, one.span) for one in caught.value.diagnostics]
    assert found == [("missing-glyph", PLACE), ("template-error", PLACE)]


# What printing hands back


def test_what_made_nothing_is_empty_and_shares_nothing() -> None:
    one, other = PrintResult(), PrintResult()
    one.files.append(Path("out.pdf"))
    one.hints.append("--dpi has no effect")
    assert other == PrintResult([], [], "", [], [])
    assert one != other


def test_a_note_that_is_ignored_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    ignore("2 cards differ")
    assert capsys.readouterr() == ("", "")


# Faults of the faces of a pack, at the cards that have them


FRENCH = "cards: {tidepool-scout: {name: Fusée, text: %s}, undertow: {name: Reflux}}\n"


def test_a_character_that_no_font_has_stands_at_its_card(tmp_path: Path) -> None:
    written = small(CARDS, "name: Flare", "name: Flare \U00012000")
    (found,) = faults_of_faces(printable(tmp_path, sets__core__cards_yaml=written)[0])
    line = written.splitlines().index("- id: flare") + 1
    assert found.span
    assert (found.code, Path(found.span.path)) == ("missing-glyph", tmp_path / "my-game" / CARDS)
    assert found.span.line == line
    assert found.subject == ""


def test_each_language_is_checked_and_named(tmp_path: Path) -> None:
    assert faults_of_faces(printable(tmp_path, locales__fr_yaml=FRENCH % "Assez.")[0]) == []
    (found,) = faults_of_faces(printable(tmp_path, locales__fr_yaml=FRENCH % ("Trop de mots. " * 200))[0])
    assert found.code == "text-overflow"
    assert found.message.startswith("fr: tidepool-scout: ")
    assert found.span
    assert Path(found.span.path) == tmp_path / "my-game/locales/fr.yaml"


def test_a_game_whose_templates_are_stopped_is_not_tried_in_other_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog, _ = printable(tmp_path, locales__fr_yaml=FRENCH % "Assez.")
    asked = []

    def stopped(*given: object) -> list[Diagnostic]:
        asked.append(given)
        return [Diagnostic("template-limit", "the templates took more than 5 s and were stopped")]

    monkeypatch.setattr(findings, "check_faces", stopped)
    (found,) = faults_of_faces(catalog)
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
