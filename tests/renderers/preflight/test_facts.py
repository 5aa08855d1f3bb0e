"""The facts that preflight judges."""

from pathlib import Path

import pytest

from renderers.layout.pages import Page
from renderers.preflight import facts
from renderers.preflight.facts import file_facts
from renderers.preflight.reports import FileFacts, as_text
from tests.support.preflights import ART, WORDS, codes_of, picture, report_on
from tests.support.renders import card, pack


def test_pages_fonts_and_pictures_are_counted(tmp_path: Path) -> None:
    game = pack(tmp_path, ART + WORDS.format(x=10, y=60))
    report = report_on(game, *(card(id=f"c{i}", number=i, art=picture(tmp_path, 600, 600)) for i in range(1, 11)))
    document = report.document
    assert document.papers == ((210.0, 297.0, 2),)
    assert document.images == 1
    assert document.fonts == (("SourceSansPro-Regular", True),)
    text = as_text(report)
    assert "2: 2 of 210 x 297 mm" in text
    assert "1 of 1 inside the file" in text
    assert "none" in text


def test_html_and_archives_are_reported_as_such(tmp_path: Path) -> None:
    game = pack(tmp_path, WORDS.format(x=10, y=40))
    assert report_on(game, output="html").document.fonts == ()
    archive = report_on(game, standard="A-2b")
    assert archive.document.standard == "a-2b"
    assert "keeps PDF/A-2B" in as_text(archive)


def test_a_face_that_takes_too_much_stops_the_measuring_not_the_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "MEMORY", 1)
    assert codes_of(report_on(pack(tmp_path, ""))) == ["preflight-stopped"]


def test_a_file_that_is_not_there_has_no_pages() -> None:
    assert file_facts(b"", [Page(1, 1, ())]) == FileFacts(0, 0, ())
