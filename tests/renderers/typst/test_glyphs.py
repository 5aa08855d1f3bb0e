"""Characters that no font has."""

import shutil
from pathlib import Path

import font_amatic_sc
import pytest
import typst

from builder.diagnostics import Diagnostic
from renderers.faces.faces import PrintedFace
from renderers.outputs.sheets import check_faces
from renderers.typst import compiling
from renderers.typst.compiling import COVERED, StackCompiler, missing_glyphs
from renderers.typst.fonts import JobFonts, files_of
from tests.support.commands import ROOT
from tests.support.renders import card, changed, future_invaders, job_of_nothing, pack


def test_the_built_in_font_has_what_it_is_taken_to_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typst itself is asked, of the built-in font alone."""
    monkeypatch.setattr(compiling, "COVERED", set())
    own = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(files_of([])[0].parent)]
    )
    compiler = StackCompiler(job_of_nothing(ROOT), {}, {}, JobFonts(own, [], {}))
    (finding,) = missing_glyphs([PrintedFace("x", "x", {"text": "".join(COVERED) + "❄"})], compiler)
    assert finding == Diagnostic("missing-glyph", 'no font has "❄" (U+2744)', subject="0")


def test_missing_glyphs_are_named_as_a_warning() -> None:
    cards = [
        card(name="Ship of 漢字"),
        card(id="plain", number=8, name="Ćelavi Ørsted → Ωmega"),
        card(id="snow", text="☃ 🚀"),
    ]
    found = check_faces(future_invaders(), cards)
    assert [(f.subject, f.code, f.severity) for f in found] == [
        ("test-ship", "missing-glyph", "warning"),
        ("snow", "missing-glyph", "warning"),
    ]
    assert '"字" (U+5B57), "漢" (U+6F22)' in found[0].message
    assert "U+1F680" in found[1].message


def test_a_character_that_only_the_packs_font_has_is_not_missing(tmp_path: Path) -> None:
    only_there = "א"  # Hebrew, which Source Sans Pro lacks and Amatic SC has
    game = changed(pack(tmp_path, '{% extends "generic" %}'), fonts={"text": "Amatic SC"})
    (tmp_path / "fonts").mkdir()
    shutil.copy(font_amatic_sc.AmaticSCBold, tmp_path / "fonts" / "amatic.ttf")
    assert check_faces(game, [card(name=f"x{only_there}")]) == []
    shutil.rmtree(tmp_path / "fonts")
    (finding,) = check_faces(changed(game, fonts={}), [card(name="x火")])
    assert finding.code == "missing-glyph"
