"""The fonts that a pack brings."""

import os
from dataclasses import replace
from pathlib import Path

import font_amatic_sc
import pytest

from builder.diagnostics import Span
from builder.games import Game
from builder.storage.listing import FONT
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst.fonts import MOST_FILES
from tests.support.renders import KIT, card, changed, fonts_in, pack

AMATIC = Path(font_amatic_sc.AmaticSCBold)


GENERIC = '{% extends "generic" %}\n'


def with_font(folder: Path, template: str = GENERIC, **fonts: str) -> Game:
    """A pack with a font of its own, whose game.yaml gives a role to a font on each line from the third on."""
    game = changed(pack(folder, template), fonts=fonts)
    (folder / "fonts").mkdir()
    (folder / "fonts" / AMATIC.name).write_bytes(AMATIC.read_bytes())
    places = {("fonts", role): Span(str(folder / "game.yaml"), line, 3) for line, role in enumerate(fonts, start=3)}
    return replace(game, places=places)


def test_a_pack_brings_a_font(tmp_path: Path) -> None:
    game = with_font(tmp_path, title="amatic sc")
    data = print_sheets(game, [(card(), 1)]).data
    assert any("AmaticSC-Bold" in name for name, _ in fonts_in(data))
    assert data == print_sheets(game, [(card(), 1)]).data
    plain = print_sheets(changed(game, fonts={}), [(card(), 1)]).data
    assert not any("AmaticSC" in name for name, _ in fonts_in(plain))


def test_templates_use_a_pack_s_font(tmp_path: Path) -> None:
    template = KIT + '#text(font: font-of("sign"))[x]#text(font: "Amatic SC")[y]'
    assert check_faces(with_font(tmp_path, template, sign="Amatic SC"), [card()]) == []


def test_a_font_that_is_not_there_is_named_with_its_line(tmp_path: Path) -> None:
    game = with_font(tmp_path, text="Amatic SC", title="Amatic CS")
    (finding,) = check_faces(game, [card()])
    assert finding.code == "unknown-font"
    assert 'did you mean "Amatic SC"?' in finding.help
    assert finding.span is not None
    assert (finding.span.path, finding.span.line) == (str(tmp_path / "game.yaml"), 4)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<!doctype html>", "neither a TrueType nor an OpenType font"),
        (b"wOF2" + b"x" * 99, "neither"),
        (b"", "neither"),
        (b"\x00\x01\x00\x00" + b"\xff" * 999, "no font that can be used"),
        (AMATIC.read_bytes()[:900], "no font that can be used"),
    ],
    ids=["html", "woff2", "empty", "noise", "half"],
)
def test_hostile_fonts_end_with_a_message(tmp_path: Path, content: bytes, words: str) -> None:
    game = with_font(tmp_path)
    (tmp_path / "fonts" / "bad.ttf").write_bytes(content)
    (finding,) = check_faces(game, [card()])
    assert finding.code == "bad-font"
    assert words in finding.message
    assert finding.span is not None
    assert finding.span.path == str(tmp_path / "fonts/bad.ttf")


def test_a_font_larger_than_fonts_may_be_is_not_read(tmp_path: Path) -> None:
    game = with_font(tmp_path)
    (tmp_path / "fonts" / "large.ttf").write_bytes(b"\x00\x01\x00\x00")
    os.truncate(tmp_path / "fonts" / "large.ttf", FONT.one + 1)
    (finding,) = check_faces(game, [card()])
    assert (finding.code, finding.help) == ("too-large", "subset it")
    assert finding.span is not None
    assert finding.span.path == str(tmp_path / "fonts/large.ttf")


def test_fonts_stay_in_the_pack_and_are_few(tmp_path: Path) -> None:
    game = with_font(tmp_path / "pack")
    (tmp_path / "secret.ttf").write_bytes(AMATIC.read_bytes())
    link = tmp_path / "pack/fonts/link.ttf"
    link.symlink_to(tmp_path / "secret.ttf")
    (finding,) = check_faces(game, [card()])
    assert finding.code == "path-outside-pack"
    link.unlink()
    for number in range(MOST_FILES):
        (tmp_path / f"pack/fonts/{number}.otf").write_bytes(b"OTTO")
    (finding,) = check_faces(game, [card()])
    assert "more than 60 fonts" in finding.message
