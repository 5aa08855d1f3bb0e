"""What preflight finds, each check with a small pack that passes and one that does not."""

import json
import re
from io import BytesIO
from pathlib import Path

import jsonschema
import pikepdf
import pytest

from builder.diagnostics import Diagnostic
from builder.printing.presets import options_of
from renderers.faces.faces import PrintedFace
from renderers.preflight import facts, measures
from renderers.preflight.checks import missing_fonts, too_much_ink
from renderers.preflight.facts import file_facts
from renderers.preflight.reports import FileFacts, Measured, PreflightFinding, PrintLimits, as_json
from tests.support.commands import Arsenal
from tests.support.preflights import ART, FILLED, SCHEMA, WORDS, codes_of, picture, report_on, said
from tests.support.renders import card, faces_of, future_invaders, pack


@pytest.fixture(autouse=True)
def _measured_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process is started to measure; test_facts.py has those that are."""
    monkeypatch.setattr(facts, "_run", lambda job: json.loads(json.dumps(measures.answer_to(job))))


def test_a_coarse_picture_is_named_with_the_pixels_it_needs(tmp_path: Path) -> None:
    art = [picture(tmp_path, 295, 295, name) for name in ("cat.jpg", "cat.png")]
    game, cards = pack(tmp_path, ART), [card(id=f"c{i}", art=path) for i, path in enumerate(art)]
    report = report_on(game, *cards, apart=True)
    assert said(report) == [
        ("low-resolution", f"c{i}: {path} is printed at 150 dpi: 50 x 50 mm need 591 x 591 pixels, it has 295 x 295")
        for i, path in enumerate(art)
    ]
    assert (report.lowest, report.document.images) == (150, 2)
    assert said(report_on(game, *cards, resolution=150)) == []


def test_a_fine_picture_passes_and_so_does_any_drawing(tmp_path: Path) -> None:
    game = pack(tmp_path, ART)
    report = report_on(game, card(art=picture(tmp_path, 591, 591)))
    assert (said(report), report.lowest) == ([], 300)
    (tmp_path / "art" / "cat.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>')
    report = report_on(game, card(art="art/cat.svg"))
    assert (said(report), report.lowest) == ([], None)


def test_resolution_is_that_of_what_is_printed(tmp_path: Path) -> None:
    art_boxes = {
        '#import "/arsenal/kit.typ": art-box\n#art-box({{ art }}, 30mm, 15mm)': 254,  # cut, not squeezed
        "#scale(200%, origin: top + left, image({{ art }}, width: 15mm))": 254,
        '#image({{ art }}, width: 15mm, height: 30mm, fit: "stretch")': 254,
        '#image({{ art }}, width: 30mm, height: 15mm, fit: "stretch")': 254,
        "#rotate(30deg, image({{ art }}, width: 15mm))": 508,
    }
    game, cards = faces_of(tmp_path, list(art_boxes))
    pictures = [picture(tmp_path, 300, 300, f"{one.id}.png") for one in cards]
    cards = [card(id=one.id, type=one.type, art=art) for one, art in zip(cards, pictures, strict=True)]
    printed = [message.partition(" dpi")[0] for _, message in said(report_on(game, *cards, resolution=600))]
    assert printed == [f"c{i}: art/c{i}.png is printed at {dpi}" for i, dpi in enumerate(art_boxes.values())]


def test_one_picture_on_many_cards_is_reported_once(tmp_path: Path) -> None:
    art = picture(tmp_path, 295, 295)
    report = report_on(pack(tmp_path, ART), *(card(id=f"c{i}", number=i, art=art) for i in range(1, 6)))
    assert len(report.found) == 1
    assert report.found[0].faces == ("c1", "c2", "c3", "c4", "c5")
    assert report.found[0].diagnostic.message.endswith("; so on 4 more")


def test_text_near_the_cut_is_said(tmp_path: Path) -> None:
    wanted = [(1, 20, "left", 2.0), (20, 0.5, "top", 2.5), (20, 85, "bottom", 2.0), (58, 20, "right", 11)]
    game, cards = faces_of(tmp_path, [WORDS.format(x=x, y=y) for x, y, _, _ in wanted])
    messages = [message for code, message in said(report_on(game, *cards)) if code == "unsafe-text"]
    for message, (_, _, edge, by) in zip(messages, wanted, strict=True):
        assert f"at the {edge}" in message
        assert float(message.partition(" mm over")[0].rpartition(" ")[2]) == pytest.approx(by, abs=1.2)
        assert '"Words' in message or '"here"' in message


def test_text_within_the_safe_zone_passes(tmp_path: Path) -> None:
    game = pack(tmp_path, WORDS.format(x=3.2, y=3.2))
    assert said(report_on(game, ink_limit=240)) == []  # nor is a line of black text too much ink
    assert codes_of(report_on(game, safe=5)) == ["unsafe-text"]
    assert said(report_on(game, safe=0)) == []


def test_cards_of_one_template_are_reported_together(tmp_path: Path) -> None:
    report = report_on(pack(tmp_path, WORDS.format(x=1, y=20)), *(card(id=f"c{i}", number=i) for i in range(1, 7)))
    assert len(report.found) == 1
    assert report.found[0].diagnostic.message.endswith("; so on 5 more of the template face")


@pytest.mark.long
def test_ink_is_summed_and_reported_where_it_is_most(tmp_path: Path) -> None:
    patch = '#place(dx: 30mm, dy: 40mm, rect(width: 20mm, height: 20mm, fill: rgb("#140a28")))'
    game = pack(tmp_path, FILLED.format(color="#eeeeee") + patch)
    report = report_on(game, ink_limit=240)
    (code, message), *_ = said(report)
    assert code == "too-much-ink"
    assert report.inkiest
    assert report.inkiest.most == pytest.approx(300 - (0x14 + 0x0A + 0x28) / 2.55, abs=2)  # complements, summed
    # Where black replaces grey: less by twice what is grey.
    assert report.inkiest.least == pytest.approx(report.inkiest.most - 2 * (255 - 0x28) / 2.55, abs=3)
    assert 30 <= report.inkiest.at[0] <= 50
    assert 40 <= report.inkiest.at[1] <= 60
    assert "over 240% on 6% of the face" in message
    assert said(report_on(game, ink_limit=280)) == []
    assert said(report_on(game)) == []  # no limit, nothing to tell; the figure is there all the same


INKED = [(290, 0.1), (300, 0.2), (240, 0.9), (290, 0.3), (400, 0.001)]  # percent of ink, and on how much of a face


def test_the_face_with_most_ink_comes_first() -> None:
    found = [Measured(most=most, over=over, face=PrintedFace(f"{most}-{over}", "face")) for most, over in INKED]
    (finding,) = too_much_ink(found, 240)
    assert finding.faces == ("300-0.2", "290-0.3", "290-0.1")
    assert "300%" in finding.diagnostic.message


def test_colors_of_screens_are_reported_only_for_four_inks(tmp_path: Path) -> None:
    game = pack(tmp_path, FILLED.format(color="#00ff00"))
    report = report_on(game, color="cmyk")
    ((code, message),) = said(report)
    assert code == "unprintable-color"
    assert message.startswith(f"test-ship: #00ff00 prints as about {as_json(report)['colors'][0]['prints-as']}, ")
    assert said(report_on(game)) == []
    assert said(report_on(pack(tmp_path / "dull", FILLED.format(color="#96803c")), color="cmyk")) == []


def test_fonts_outside_the_file_are_said() -> None:
    with pikepdf.new() as pdf, BytesIO() as out:
        page = pdf.add_blank_page()
        page.obj.Resources = pikepdf.Dictionary(
            Font=pikepdf.Dictionary(F=pdf.make_indirect(pikepdf.Dictionary(
                Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
            )))
        )  # fmt: skip
        pdf.save(out)
        document = file_facts(out.getvalue(), [])
    assert document.fonts == (("Helvetica", False),)
    assert [finding.diagnostic.code for finding in missing_fonts(document)] == ["font-not-embedded"]
    assert missing_fonts(FileFacts(1, 1, (), fonts=(("Source", True),))) == []


# What preflight says, as text, as data and as findings


def test_what_the_faces_say_is_in_the_report() -> None:
    report = report_on(future_invaders(), card(text="Draw a card and then discard a card. " * 40, name="Ship 漢"))
    assert codes_of(report)[:2] == ["text-overflow", "missing-glyph"]
    assert [found["code"] for found in as_json(report)["findings"]] == codes_of(report)


@pytest.mark.long
def test_the_command_prints_the_report_and_writes_it(arsenal: Arsenal) -> None:
    printed = arsenal("print", "saucer-people", "-o", "cards.pdf", "--preflight", "--preflight-report", "told.json")
    assert re.search(r"^  pages +7: 7 of 210 x 297 mm$", printed.stdout, re.MULTILINE)
    assert re.search(r"^  fonts +4 of 4 inside the file$", printed.stdout, re.MULTILINE)
    report = json.loads(Path("told.json").read_text("utf-8"))
    jsonschema.validate(report, SCHEMA)
    assert report["game"] == "saucer-people"
    assert Path("cards.pdf").read_bytes().startswith(b"%PDF")
    assert report["document"]["bytes"] == Path("cards.pdf").stat().st_size


@pytest.mark.long
def test_pictures_are_checked_too(arsenal: Arsenal) -> None:
    printed = arsenal("print", "saucer-people", "--preset", "mpc", "-o", "cards", "--preflight", "--cards", "ace")
    assert "pages" not in printed.stdout
    assert re.search(r"^  ink +about \d+% on ", printed.stdout, re.MULTILINE)


def test_limits_come_from_presets() -> None:
    assert PrintLimits.of(options_of({})) == PrintLimits(300, 3, None, False)
    preset = {"resolution": 250, "safe-zone": "0.125 in", "ink-limit": 240, "color": "cmyk", "paper": "a4"}
    assert PrintLimits.of(options_of(preset)) == PrintLimits(250, 3.175, 240, True)


def test_a_finding_names_its_first_face_and_each_once() -> None:
    found = PreflightFinding.of("unsafe-text", "words", "help", ["b", "a", "b"])
    assert found == PreflightFinding(Diagnostic("unsafe-text", "b: words", help="help", subject="b"), ("b", "a"))
    assert PreflightFinding.of("preflight-stopped", "why").diagnostic == Diagnostic("preflight-stopped", "why")
