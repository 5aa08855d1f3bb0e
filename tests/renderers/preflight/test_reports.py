"""What preflight says, as text, as data and as findings."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from builder.diagnostics import Diagnostic
from builder.printing.presets import options_of
from renderers.preflight.reports import PreflightFinding, PrintLimits, as_json, findings_of
from tests.support.commands import Arsenal
from tests.support.preflights import SCHEMA, report_on
from tests.support.renders import card, future_invaders


def test_what_the_faces_say_is_in_the_report() -> None:
    report = report_on(future_invaders(), card(text="Draw a card and then discard a card. " * 40, name="Ship 漢"))
    codes = [found.code for found in findings_of(report)]
    assert codes[:2] == ["text-overflow", "missing-glyph"]
    assert [found["code"] for found in as_json(report)["findings"]] == codes


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
