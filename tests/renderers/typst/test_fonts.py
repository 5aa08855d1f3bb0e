"""The fonts that a pack brings."""

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import font_amatic_sc
import pytest
import typst

from builder.diagnostics import Diagnostic, Span
from builder.games import Game
from builder.storage.listing import FONT
from renderers.faces.faces import PrintedFace
from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst import compiling
from renderers.typst import fonts as fonts_module
from renderers.typst.compiling import COVERED, StackCompiler, missing_glyphs
from renderers.typst.fonts import BUILT_IN, FAMILIES, MOST_FILES, Family, JobFonts, files_of
from tests.support.commands import ROOT
from tests.support.renders import KIT, card, changed, fonts_in, future_invaders, job_of_nothing, pack

AMATIC = Path(font_amatic_sc.AmaticSCBold)
GENERIC = '{% extends "generic" %}\n'
SNOWFLAKE = Diagnostic("missing-glyph", 'no font has "❄" (U+2744)', subject="0")


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
    (found,) = check_faces(with_font(tmp_path, text="Amatic SC", title="Amatic CS"), [card()])
    assert (found.code, found.span) == ("unknown-font", Span(str(tmp_path / "game.yaml"), 4, 1, 4, 2))
    assert 'did you mean "Amatic SC"?' in found.help


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
    (found,) = check_faces(game, [card()])
    assert (found.code, found.span) == ("bad-font", Span(str(tmp_path / "fonts/bad.ttf")))
    assert words in found.message


def test_a_font_larger_than_fonts_may_be_is_not_read(tmp_path: Path) -> None:
    game = with_font(tmp_path)
    (tmp_path / "fonts" / "large.ttf").write_bytes(b"\x00\x01\x00\x00")
    os.truncate(tmp_path / "fonts" / "large.ttf", FONT.one + 1)
    (found,) = check_faces(game, [card()])
    assert (found.code, found.help, found.span) == ("too-large", "subset it", Span(str(tmp_path / "fonts/large.ttf")))


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


# Characters that no font has


def lacking(family: str, text: str, monkeypatch: pytest.MonkeyPatch) -> list[Diagnostic]:
    """What Typst itself says that a text lacks in a family that comes with Arsenal, which is alone."""
    monkeypatch.setattr(compiling, "COVERED", set())
    folder = str(files_of([family])[-1 if family != BUILT_IN else 0].parent)
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder])
    compiler = StackCompiler(job_of_nothing(ROOT), {}, {}, JobFonts(fonts, [], {"text": family}))
    return list(missing_glyphs([PrintedFace("x", "x", {"text": text})], compiler))


def test_the_built_in_font_has_what_it_is_taken_to_have(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lacking(BUILT_IN, "".join(COVERED) + "❄", monkeypatch) == [SNOWFLAKE]


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
    game = with_font(tmp_path, text="Amatic SC")
    assert check_faces(game, [card(name=f"x{only_there}")]) == []
    shutil.rmtree(tmp_path / "fonts")
    (finding,) = check_faces(changed(game, fonts={}), [card(name="x火")])
    assert finding.code == "missing-glyph"


# The families of fonts that come with Arsenal


PAGE = ROOT / "docs" / "faces.md"
FRENCH = "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’“”…–—·×"


def drawn(folder: Path, template: str = GENERIC, name: str = "Sea Salt", **fonts: str) -> set[str]:
    """The fonts by which a card is printed."""
    made = print_sheets(changed(pack(folder, template), fonts=fonts), [(card(name=name), 1)])
    assert made.findings == []
    return {font for font, _ in fonts_in(made.data)}


@pytest.mark.parametrize("family", FAMILIES)
def test_typst_finds_each_family_by_its_name_and_once_in_each_style(family: str, tmp_path: Path) -> None:
    for file in files_of([family])[0 if family == BUILT_IN else len(FAMILIES[BUILT_IN].files) :]:
        (tmp_path / file.name).symlink_to(file)
    found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(tmp_path)])
    assert list(found.families()) == [family]
    styles = [(font.style, font.weight) for font in found.fonts()]
    assert len(styles) == len(set(styles)) == len(FAMILIES[family].files)
    assert ("normal", 400) in styles


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_has_the_letters_of_french(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lacking(family, FRENCH, monkeypatch) == []
    assert lacking(family, FRENCH + "❄", monkeypatch) == [SNOWFLAKE]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_game_names_a_family_by_what_it_is_for(family: str, tmp_path: Path) -> None:
    postscript = FAMILIES[family].files[0].partition("-")[0]
    assert any(postscript in font for font in drawn(tmp_path, title=family.upper()))


def test_a_game_that_names_none_is_set_in_one_family(tmp_path: Path) -> None:
    assert all("SourceSansPro" in font for font in drawn(tmp_path))
    assert {file.parent for file in files_of([])} == {files_of([])[0].parent}


def test_what_a_family_lacks_is_set_in_the_built_in_one(tmp_path: Path) -> None:
    by_box = '{% extends "blank" %}{% box a line=card.name font="title" x=1 y=1 width=40 height=5 %}'
    by_kit = KIT + '#text(font: font-of("title"), {{ card.name }})'
    for number, template in enumerate((GENERIC, by_box, by_kit)):
        fonts = drawn(tmp_path / str(number), template, "Sea ≥ Salt", title="Fjalla One")
        assert {font.partition("+")[2].partition("-")[0] for font in fonts} == {"FjallaOne", "SourceSansPro"}
    (finding,) = check_faces(changed(pack(tmp_path / "snow", GENERIC), fonts={"text": "Manrope"}), [card(name="x火")])
    assert finding.code == "missing-glyph"


@pytest.mark.parametrize(
    ("template", "code"),
    [
        ('{% extends "blank" %}{% box a line="x" font="fjalla one" x=1 y=1 width=9 height=9 %}', "template-error"),
        (KIT + '#text(font: "Fjalla one")[x]', "unknown-font"),
    ],
    ids=["box", "Typst"],
)
def test_a_family_that_only_a_template_names_is_not_there(template: str, code: str, tmp_path: Path) -> None:
    game = pack(tmp_path, template)
    (finding,) = check_faces(game, [card()])
    assert finding.code == code
    assert finding.help == "name it in game.yaml to have it: `fonts: {title: Fjalla One}`"
    assert check_faces(changed(game, fonts={"sign": "Fjalla One"}), [card()]) == []


def test_a_misspelt_family_is_compared_with_all_that_there_are(tmp_path: Path) -> None:
    (finding,) = check_faces(changed(pack(tmp_path, GENERIC), fonts={"title": "Fredoka"}), [card()])
    assert finding.code == "unknown-font"
    assert finding.help.startswith('did you mean "Fredoka One"? there are: ')
    assert all(family in finding.help for family in FAMILIES)


def test_a_package_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts_module, "FAMILIES", {BUILT_IN: Family("font_of_nobody", ("x.ttf",))})
    with pytest.raises(ModuleNotFoundError, match="the package font-of-nobody is not installed"):
        files_of([])


def test_the_page_of_faces_lists_each_family_with_its_weights(tmp_path: Path) -> None:
    rows = re.findall(
        r"^\| ([A-Z][\w ]+?) \| .* \| ([^|]+) \| (no|yes)[^|]* \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert sorted(family for family, _, _ in rows) == sorted(FAMILIES)
    for family, weights, italics in rows:
        folder = tmp_path / family
        folder.mkdir()
        for file in FAMILIES[family].files:
            (folder / file).symlink_to(files_of([family])[-1 if family != BUILT_IN else 0].with_name(file))
        found = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)]).fonts()
        there = sorted({font.weight for font in found})
        assert weights in (", ".join(map(str, there)), f"{there[0]} to {there[-1]}")
        assert (italics == "yes") == any(font.style == "italic" for font in found)
