"""What a process answers of the faces that it set."""

import re
from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces, print_sheets
from tests.support.renders import KIT, card, future_invaders, pack

LONG = "Whenever an enemy ship attacks one of your structures, draw a card and then discard a card. " * 12


@pytest.mark.parametrize("generic", [False, True])
def test_text_that_does_not_fit_is_reported_with_its_excess(generic: bool) -> None:
    game = future_invaders(face="generic", back="generic-back") if generic else future_invaders()
    cards = [card(), card(id="wordy", text=LONG), card(id="named", name="Extraordinarily " * 7 + "Named")]
    found = check_faces(game, cards)
    assert [(f.subject, f.code) for f in found] == [("wordy", "text-overflow"), ("named", "text-overflow")]
    excess = re.search(r"^wordy: the text is (\d+\.\d) mm too high, even at 5.5 pt$", found[0].message)
    assert excess
    assert 5 < float(excess[1]) < 60
    assert re.search(r"^named: the name is \d+\.\d mm too wide", found[1].message)
    assert found[0].severity == "error"


def test_overflow_is_reported_once_a_card_and_the_sheet_is_made_all_the_same() -> None:
    made = print_sheets(future_invaders(), [(card(text=LONG), 3)])
    assert [(finding.subject, finding.code) for finding in made.findings] == [("test-ship", "text-overflow")]
    assert made.data.startswith(b"%PDF")


def test_findings_come_as_stacks_then_fonts_then_glyphs(tmp_path: Path) -> None:
    template = KIT + '#fit-line({{ card.name }}, 9mm)\n#text(font: "Nope")[x]'
    found = check_faces(pack(tmp_path, template), [card(name="W" * 60 + "漢")])
    assert [finding.code for finding in found] == ["text-overflow", "unknown-font", "missing-glyph"]
    assert [finding.subject for finding in found] == ["test-ship", "", "test-ship"]
