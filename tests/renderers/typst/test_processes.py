"""Processes that render: what they inherit, and how they end."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from renderers.outputs.sheets import check_faces, print_sheets
from renderers.typst.fonts import BUILT_IN, FAMILIES, files_of
from renderers.typst.processes import child_environment, job_folders
from tests.support.commands import ROOT
from tests.support.renders import KIT, card, future_invaders, pack


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_the_work_at_once(tmp_path: Path) -> None:
    pack(tmp_path, "#let n = 0\n#for i in range(1000000000) { n += 1 }")
    script = (
        "from pathlib import Path; from tests.support.renders import *; from renderers.outputs.sheets import *;"
        "words = {'id': 'small', 'name': 'Small', 'face': 'face', 'types': {}, 'sets': {}};"
        f"game = game_from(words, {{}}, root=Path({str(tmp_path)!r}));"
        "print('go', flush=True); print_sheets(game, [(card(), 1)])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout
    assert process.stdout.readline() == b"go\n"
    time.sleep(1)
    begun = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=10)
    assert time.monotonic() - begun < 2
    assert b"KeyboardInterrupt" in err


def test_a_child_inherits_no_way_to_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://example.org")
    monkeypatch.setenv("SECRET", "x")
    environment = child_environment()
    assert {environment[name] for name in ("https_proxy", "HTTPS_PROXY", "ALL_PROXY")} == {"http://127.0.0.1:0"}
    assert "SECRET" not in environment


@pytest.mark.parametrize("refused", [(), ("hardlink_to",), ("hardlink_to", "symlink_to")])
def test_a_workplace_has_an_empty_folder_and_the_fonts_that_are_named(
    refused: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    for way in refused:
        monkeypatch.setattr(Path, way, refuse)
    for named in ([], ["Of the pack", "fjalla ONE"]):
        there = {path.name: path.read_bytes() for path in files_of(named)}
        assert len(there) == len(FAMILIES[BUILT_IN].files) + len(named[1:])
        with job_folders(named) as (seen, fonts):
            assert list(seen.iterdir()) == []
            assert {path.name: path.read_bytes() for path in fonts.iterdir()} == there
        assert not seen.exists()


# What a process answers of the faces that it set


LONG = "Whenever an enemy ship attacks one of your structures, draw a card and then discard a card. " * 12


@pytest.mark.parametrize("generic", [False, True])
def test_text_that_does_not_fit_is_reported_with_its_excess(generic: bool) -> None:
    game = future_invaders(face="generic", back="generic-back") if generic else future_invaders()
    cards = [
        card(text=LONG[: len(LONG) // 3]),
        card(id="wordy", text=LONG),
        card(id="named", name="Extraordinary " * 8),
    ]
    found = check_faces(game, cards)  # the first text shrinks
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
