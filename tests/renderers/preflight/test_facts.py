"""The facts that preflight judges."""

import os
import struct
import zlib
from pathlib import Path

import pytest

from renderers.layout.pages import Page
from renderers.preflight import facts, measures
from renderers.preflight.facts import file_facts
from renderers.preflight.reports import FileFacts, as_text
from tests.support.preflights import ART, WORDS, codes_of, picture, report_on
from tests.support.renders import card, changed, pack


def test_pages_fonts_and_pictures_are_counted(tmp_path: Path) -> None:
    game = pack(tmp_path, ART + WORDS.format(x=10, y=60))
    report = report_on(game, *(card(id=f"c{i}", number=i, art=picture(tmp_path, 600, 600)) for i in range(1, 11)))
    document = report.document
    assert (document.papers, document.images) == (((210.0, 297.0, 2),), 1)
    assert document.fonts == (("SourceSansPro-Regular", True),)
    coarsest = f"the coarsest at {report.lowest} dpi"
    for words in ("2: 2 of 210 x 297 mm", "1 of 1 inside the file", "none", coarsest):
        assert words in as_text(report)


def test_html_and_archives_are_reported_as_such(tmp_path: Path) -> None:
    game = pack(tmp_path, WORDS.format(x=10, y=40))
    assert report_on(game, output="html").document.fonts == ()
    archive = report_on(game, standard="A-2b")
    assert archive.document.standard == "a-2b"
    assert "keeps PDF/A-2B" in as_text(archive)
    assert "all drawn as vectors" in as_text(archive)


def test_a_face_that_takes_too_much_stops_the_measuring_not_the_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "MEMORY", 1)
    assert codes_of(report_on(pack(tmp_path, ""), apart=True)) == ["preflight-stopped"]


def test_a_file_that_is_not_there_has_no_pages() -> None:
    assert file_facts(b"", [Page(1, 1, ())]) == FileFacts(0, 0, ())


# What is measured of a face


def test_of_a_picture_only_the_beginning_is_read_and_what_is_none_is_left_alone(tmp_path: Path) -> None:
    """A header that says 60000 x 60000 pixels is no reason to make room for them."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    (tmp_path / "bomb.png").write_bytes(bomb)
    (tmp_path / "text.png").write_text("no picture")
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "zero.png").symlink_to("/dev/zero")
    for name in ("bomb.png", "none.png", "text.png", "pipe.png", "zero.png"):
        assert measures._pixels(str(tmp_path / name)) is None


@pytest.mark.long
@pytest.mark.parametrize(("x", "y", "codes"), [(9, 11, []), (4, 4, ["unsafe-text"])])
@pytest.mark.parametrize("shape", ["circle", "hexagon"])
def test_round_tokens_are_safe_within_their_rim(
    tmp_path: Path, shape: str, x: float, y: float, codes: list[str]
) -> None:
    """The corner of the square around a token is outside, though it is 4 mm from its edges."""
    template = f'#place(top + left, dx: {x}mm, dy: {y}mm, text(6pt, top-edge: "bounds", "Hi"))'
    token = {"name": "Ship", "form": "token", "size": "25mm", "shape": shape, "face": "face", "back": "none"}
    assert codes_of(report_on(changed(pack(tmp_path, template), types={"ship": token}))) == codes
