"""Where findings about faces stand, and which of them end the work."""

from dataclasses import replace
from pathlib import Path

import pytest

from builder.diagnostics import Diagnostic, FindingsError, Span
from builder.games import game_from
from builder.printing.findings import in_files, place_in_game, settle
from tests.support.renders import card

PLACE = Span("sets/first.yaml", 7, 3)
CARDS = [replace(card(), place=PLACE), card(id="elsewhere")]
NAME, TOKEN, WHOLE = Span("game.yaml", 2, 7), Span("game.yaml", 9, 3), Span("game.yaml")
GAME = game_from(
    {"id": "duel", "name": "Duel", "components": {"token": {}}},
    {},
    places={(): WHOLE, ("name",): NAME, ("components", "token"): TOKEN},
)
OVERFLOW = Diagnostic("text-overflow", "the text is cut off", subject="test-ship")


def test_a_finding_about_a_card_stands_at_its_card() -> None:
    assert in_files([OVERFLOW], GAME, CARDS) == [Diagnostic("text-overflow", "the text is cut off", PLACE)]


def test_what_is_no_card_of_a_file_stands_in_game_yaml() -> None:
    faces = {"back": NAME, "token": TOKEN, "elsewhere": WHOLE, "": WHOLE}
    found = in_files([replace(OVERFLOW, subject=face) for face in faces], GAME, CARDS)
    assert [one.span for one in found] == list(faces.values())
    assert {one.subject for one in found} == {""}
    assert place_in_game(game_from({"id": "duel", "name": "Duel"}, {}), "back") is None


def test_a_place_in_a_template_stays_and_is_shown_from_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    span = Span(str(tmp_path / "templates" / "face.typ"), 3, 2)
    (found,) = in_files([replace(OVERFLOW, span=span)], GAME, CARDS)
    assert found.span == replace(span, path=str(Path("templates", "face.typ")))


def test_a_language_is_named_before_the_message() -> None:
    assert [one.message for one in in_files([OVERFLOW], GAME, CARDS, "fr")] == ["fr: the text is cut off"]


def test_warnings_are_handed_back_and_errors_end_the_work() -> None:
    warning, error = replace(OVERFLOW, code="missing-glyph"), replace(OVERFLOW, code="template-error")
    assert settle([], GAME, CARDS) == []
    assert [one.span for one in settle([warning], GAME, CARDS)] == [PLACE]
    with pytest.raises(FindingsError) as caught:
        settle([warning, error], GAME, CARDS, "fr")
    assert [(one.code, one.span) for one in caught.value.diagnostics] == [
        ("missing-glyph", PLACE),
        ("template-error", PLACE),
    ]
