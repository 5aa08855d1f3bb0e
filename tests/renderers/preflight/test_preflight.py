"""What preflight finds, each check with a small pack that passes and one that does not."""

import json
import re
import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import jsonschema
import pikepdf
import pytest
from PIL import Image

from builder.database.tables import Card, Game
from renderers.layout.plan import SheetOptions
from renderers.outputs.sheets import print_sheets
from renderers.preflight import checks as preflight
from renderers.preflight import facts, measures
from renderers.preflight.facts import described
from renderers.preflight.reports import Document, Limits, Report, as_json, as_text, findings_of
from renderers.presets.presets import options_of
from tests.support.commands import Arsenal
from tests.support.renders import ROOT, card, future_invaders, pack

SCHEMA = json.loads((ROOT / "schemas" / "preflight-output.schema.json").read_text("utf-8"))
WORDS = '#place(top + left, dx: {x}mm, dy: {y}mm, text(8pt, top-edge: "bounds", "Words here"))'


def report_on(game: Game, *cards: Card, **words: Any) -> Report:
    options = SheetOptions(**words)
    made = print_sheets(game, [(one, 1) for one in cards or [card()]], options)
    report = preflight.preflight(game, made, options)
    jsonschema.validate(json.loads(json.dumps(as_json(report))), SCHEMA)
    return report


def told(report: Report) -> list[tuple[str, str]]:
    return [(found.diagnostic.code, found.diagnostic.message) for found in findings_of(report)]


def picture(folder: Path, width: int, height: int, name: str = "cat.png") -> str:
    (folder / "art").mkdir(exist_ok=True)
    kind = "JPEG" if name.endswith("jpg") else "PNG"
    Image.new("RGB", (width, height), (200, 180, 90)).save(folder / "art" / name, kind)
    return f"art/{name}"


# ---- resolution ----------------------------------------------------------------------------------------------------

ART = "#image({{ art }}, width: 50mm, height: 50mm)"


@pytest.mark.parametrize("name", ["cat.png", "cat.jpg"])
def test_a_coarse_picture_is_named_with_the_pixels_it_needs(tmp_path: Path, name: str) -> None:
    game = pack(tmp_path, ART)
    report = report_on(game, card(art=picture(tmp_path, 295, 295, name)))
    (code, message), *_ = told(report)
    assert code == "low-resolution"
    assert message == (
        f"test-ship: art/{name} is printed at 150 dpi: 50 x 50 mm need 591 x 591 pixels, it has 295 x 295"
    )
    assert report.lowest == 150
    assert report.document.images == 1


def test_a_fine_picture_passes_and_so_does_any_drawing(tmp_path: Path) -> None:
    game = pack(tmp_path, ART)
    report = report_on(game, card(art=picture(tmp_path, 591, 591)))
    assert (told(report), report.lowest) == ([], 300)
    (tmp_path / "art" / "cat.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>')
    report = report_on(game, card(art="art/cat.svg"))
    assert (told(report), report.lowest) == ([], None)


@pytest.mark.parametrize(
    ("template", "dpi"),
    [
        ('#import "/arsenal/kit.typ": art-box\n#art-box({{ art }}, 30mm, 15mm)', 254),  # cut, not squeezed
        ("#scale(200%, origin: top + left, image({{ art }}, width: 15mm))", 254),
        ("#rotate(30deg, image({{ art }}, width: 15mm))", 508),
    ],
)
def test_resolution_is_that_of_what_is_printed(tmp_path: Path, template: str, dpi: int) -> None:
    assert report_on(pack(tmp_path, template), card(art=picture(tmp_path, 300, 300))).lowest == dpi


def test_a_preset_may_ask_for_less(tmp_path: Path) -> None:
    assert told(report_on(pack(tmp_path, ART), card(art=picture(tmp_path, 295, 295)), resolution=150)) == []


def test_one_picture_on_many_cards_is_told_once(tmp_path: Path) -> None:
    art = picture(tmp_path, 295, 295)
    report = report_on(pack(tmp_path, ART), *(card(id=f"c{i}", number=i, art=art) for i in range(1, 6)))
    assert len(report.faults) == 1
    assert report.faults[0].faces == ("c1", "c2", "c3", "c4", "c5")
    assert report.faults[0].message.endswith("; so on 4 more")


def test_only_the_beginning_of_a_picture_is_read(tmp_path: Path) -> None:
    """A header that says 60000 x 60000 pixels is no reason to make room for them."""
    bomb = tmp_path / "bomb.png"
    head = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    bomb.write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk)))
    assert measures._pixels(bomb) is None
    assert measures._pixels(tmp_path / "none.png") is None
    (tmp_path / "text.png").write_text("no picture")
    assert measures._pixels(tmp_path / "text.png") is None


# ---- safe zone -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "edge", "by"),
    [(1, 20, "left", 2.0), (20, 0.5, "top", 2.5), (20, 85, "bottom", 2.0), (58, 20, "right", 11)],
)
def test_text_near_the_cut_is_told(tmp_path: Path, x: float, y: float, edge: str, by: float) -> None:
    report = report_on(pack(tmp_path, WORDS.format(x=x, y=y)))
    (code, message), *_ = told(report)
    assert code == "unsafe-text"
    assert f"at the {edge}" in message
    assert float(message.partition(" mm over")[0].rpartition(" ")[2]) == pytest.approx(by, abs=1.2)
    assert '"Words' in message or '"here"' in message


def test_text_within_the_safe_zone_passes(tmp_path: Path) -> None:
    game = pack(tmp_path, WORDS.format(x=3.2, y=3.2))
    assert told(report_on(game)) == []
    assert [code for code, _ in told(report_on(game, safe=5))] == ["unsafe-text"]
    assert told(report_on(game, safe=0)) == []


def test_cards_of_one_template_are_told_together(tmp_path: Path) -> None:
    report = report_on(pack(tmp_path, WORDS.format(x=1, y=20)), *(card(id=f"c{i}", number=i) for i in range(1, 7)))
    assert len(report.faults) == 1
    assert report.faults[0].message.endswith("; so on 5 more of the template face")


@pytest.mark.parametrize(("x", "y", "codes"), [(9, 11, []), (4, 4, ["unsafe-text"])])
def test_round_tokens_are_safe_within_their_rim(tmp_path: Path, x: float, y: float, codes: list[str]) -> None:
    """The corner of the square around a token is outside, though it is 4 mm from its edges."""
    template = f'#place(top + left, dx: {x}mm, dy: {y}mm, text(6pt, top-edge: "bounds", "Hi"))'
    for shape in ("circle", "hexagon"):
        game = pack(tmp_path / shape, template)
        game.definition["types"]["ship"] = {
            "name": "Ship", "form": "token", "size": "25mm", "shape": shape, "face": "face", "back": "none"
        }  # fmt: skip
        assert [code for code, _ in told(report_on(game))] == codes, shape


# ---- ink and colours -----------------------------------------------------------------------------------------------

FILLED = '#import "/arsenal/kit.typ": background\n#background(rect(width: 100%, height: 100%, fill: rgb("{color}")))'


def test_ink_is_summed_and_told_where_it_is_most(tmp_path: Path) -> None:
    patch = '#place(dx: 30mm, dy: 40mm, rect(width: 20mm, height: 20mm, fill: rgb("#140a28")))'
    game = pack(tmp_path, FILLED.format(color="#eeeeee") + patch)
    report = report_on(game, ink_limit=240)
    (code, message), *_ = told(report)
    assert code == "too-much-ink"
    assert report.inkiest
    assert report.inkiest.most == pytest.approx(300 - (0x14 + 0x0A + 0x28) / 2.55, abs=2)  # complements, summed
    # Where black replaces grey: less by twice what is grey.
    assert report.inkiest.least == pytest.approx(report.inkiest.most - 2 * (255 - 0x28) / 2.55, abs=3)
    assert 30 <= report.inkiest.at[0] <= 50
    assert 40 <= report.inkiest.at[1] <= 60
    assert "over 240% on 6% of the face" in message
    assert told(report_on(game, ink_limit=280)) == []
    assert told(report_on(game)) == []  # no limit, nothing to tell; the figure is there all the same


def test_a_line_of_black_text_is_not_too_much_ink(tmp_path: Path) -> None:
    assert told(report_on(pack(tmp_path, WORDS.format(x=10, y=40)), ink_limit=240)) == []


def test_colors_of_screens_are_told_only_for_four_inks(tmp_path: Path) -> None:
    game = pack(tmp_path, FILLED.format(color="#00ff00"))
    report = report_on(game, color="cmyk")
    ((code, message),) = told(report)
    assert code == "unprintable-color"
    assert message.startswith(f"test-ship: #00ff00 prints as about {as_json(report)['colors'][0]['prints-as']}, ")
    assert told(report_on(game)) == []
    assert told(report_on(pack(tmp_path / "dull", FILLED.format(color="#96803c")), color="cmyk")) == []


# ---- the file ------------------------------------------------------------------------------------------------------


def test_fonts_outside_the_file_are_told() -> None:
    with pikepdf.new() as pdf, BytesIO() as out:
        page = pdf.add_blank_page()
        page.obj.Resources = pikepdf.Dictionary(
            Font=pikepdf.Dictionary(F=pdf.make_indirect(pikepdf.Dictionary(
                Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
            )))
        )  # fmt: skip
        pdf.save(out)
        document = described(out.getvalue(), [])
    assert document.fonts == (("Helvetica", False),)
    assert [fault.code for fault in preflight.missing_fonts(document)] == ["font-not-embedded"]
    assert preflight.missing_fonts(Document(1, 1, (), fonts=(("Source", True),))) == []


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


def test_what_the_faces_say_is_in_the_report() -> None:
    report = report_on(future_invaders(), card(text="Draw a card and then discard a card. " * 40, name="Ship 漢"))
    codes = [found.diagnostic.code for found in findings_of(report)]
    assert codes[:2] == ["text-overflow", "missing-glyph"]
    assert [found["code"] for found in as_json(report)["findings"]] == codes


def test_html_and_archives_are_told_as_such(tmp_path: Path) -> None:
    game = pack(tmp_path, WORDS.format(x=10, y=40))
    assert report_on(game, output="html").document.fonts == ()
    archive = report_on(game, standard="A-2b")
    assert archive.document.standard == "a-2b"
    assert "keeps PDF/A-2B" in as_text(archive)


def test_the_command_prints_the_report_and_writes_it(arsenal: Arsenal) -> None:
    printed = arsenal("print", "saucer-people", "-o", "cards.pdf", "--preflight", "--preflight-report", "told.json")
    assert re.search(r"^  pages +7: 7 of 210 x 297 mm$", printed.stdout, re.MULTILINE)
    assert re.search(r"^  fonts +4 of 4 inside the file$", printed.stdout, re.MULTILINE)
    told = json.loads(Path("told.json").read_text("utf-8"))
    jsonschema.validate(told, SCHEMA)
    assert told["game"] == "saucer-people"
    assert Path("cards.pdf").read_bytes().startswith(b"%PDF")
    assert told["document"]["bytes"] == Path("cards.pdf").stat().st_size


def test_pictures_are_checked_too(arsenal: Arsenal) -> None:
    printed = arsenal("print", "saucer-people", "--preset", "mpc", "-o", "cards", "--preflight", "--cards", "ace")
    assert "pages" not in printed.stdout
    assert re.search(r"^  ink +about \d+% on ", printed.stdout, re.MULTILINE)


def test_limits_come_from_presets() -> None:
    assert Limits.of(options_of({})) == Limits(300, 3, None, False)
    preset = {"resolution": 250, "safe-zone": "0.125 in", "ink-limit": 240, "color": "cmyk", "paper": "a4"}
    assert Limits.of(options_of(preset)) == Limits(250, 3.175, 240, True)


def test_a_face_that_takes_too_much_stops_the_measuring_not_the_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "MEMORY", 1)
    assert [code for code, _ in told(report_on(pack(tmp_path, "")))] == ["preflight-stopped"]
