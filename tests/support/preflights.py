"""Preflight of small packs."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from PIL import Image

from builder.games import Card, Game
from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import print_sheets
from renderers.preflight import facts
from renderers.preflight.checks import preflight
from renderers.preflight.measures import answer_to
from renderers.preflight.reports import PreflightReport, as_json, findings_of
from tests.support.commands import ROOT
from tests.support.renders import card

SCHEMA = json.loads((ROOT / "schemas" / "preflight-output.schema.json").read_text("utf-8"))
WORDS = '#place(top + left, dx: {x}mm, dy: {y}mm, text(8pt, top-edge: "bounds", "Words here"))'
ART = "#image({{ art }}, width: 50mm, height: 50mm)"
FILLED = '#import "/arsenal/kit.typ": background\n#background(rect(width: 100%, height: 100%, fill: rgb("{color}")))'


def report_on(game: Game, *cards: Card, apart: bool = False, **words: Any) -> PreflightReport:
    """The report on a print of these cards, whose data keeps its schema; faces are measured in this process, unless
    `apart`, since a new one loads its libraries for longer than it measures.
    """
    options = SheetOptions(**words)
    made = print_sheets(game, [(one, 1) for one in cards or [card()]], options)
    with pytest.MonkeyPatch.context() as patch:
        if not apart:
            patch.setattr(facts, "_run", lambda job: json.loads(json.dumps(answer_to(job))))
        report = preflight(game, made, options)
    jsonschema.validate(json.loads(json.dumps(as_json(report))), SCHEMA)
    return report


def said(report: PreflightReport) -> list[tuple[str, str]]:
    """The codes and messages of a report's findings."""
    return [(found.code, found.message) for found in findings_of(report)]


def codes_of(report: PreflightReport) -> list[str]:
    """The codes of a report's findings."""
    return [code for code, _ in said(report)]


def picture(folder: Path, width: int, height: int, name: str = "cat.png") -> str:
    """Write a picture of so many pixels; its path in the pack."""
    (folder / "art").mkdir(exist_ok=True)
    kind = "JPEG" if name.endswith("jpg") else "PNG"
    Image.new("RGB", (width, height), (200, 180, 90)).save(folder / "art" / name, kind)
    return f"art/{name}"
