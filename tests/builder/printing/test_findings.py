"""Where findings about faces stand, and which of them end the work."""

from dataclasses import replace
from pathlib import Path

import pytest

from builder.diagnostics import Diagnostic, FindingsError, Span
from builder.printing.findings import at_cards, settle
from tests.support.renders import card

PLACE = Span("sets/first.yaml", 7, 3)
CARDS = [replace(card(), place=PLACE), card(id="elsewhere")]
OVERFLOW = Diagnostic("text-overflow", "the text is cut off", subject="test-ship")


def test_a_finding_about_a_card_stands_at_its_card() -> None:
    assert at_cards([OVERFLOW], CARDS) == [Diagnostic("text-overflow", "the text is cut off", PLACE)]


def test_a_card_without_a_place_gives_none() -> None:
    (found,) = at_cards([replace(OVERFLOW, subject="elsewhere")], CARDS)
    assert (found.span, found.subject) == (None, "")


def test_a_place_in_a_template_stays_and_is_shown_from_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    span = Span(str(tmp_path / "templates" / "face.typ"), 3, 2)
    (found,) = at_cards([replace(OVERFLOW, span=span)], CARDS)
    assert found.span == replace(span, path=str(Path("templates", "face.typ")))


def test_a_language_is_named_before_the_message() -> None:
    assert [one.message for one in at_cards([OVERFLOW], CARDS, "fr")] == ["fr: the text is cut off"]


def test_warnings_are_handed_back_and_errors_end_the_work() -> None:
    warning, error = replace(OVERFLOW, code="missing-glyph"), replace(OVERFLOW, code="template-error")
    assert settle([], CARDS) == []
    assert [one.span for one in settle([warning], CARDS)] == [PLACE]
    with pytest.raises(FindingsError) as caught:
        settle([warning, error], CARDS, "fr")
    assert [(one.code, one.span) for one in caught.value.diagnostics] == [
        ("missing-glyph", PLACE),
        ("template-error", PLACE),
    ]
