"""Processes that render: what they inherit, and how they end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from renderers.typst.fonts import BUILT_IN, FAMILIES, files_of
from renderers.typst.processes import child_environment, job_folders
from tests.support.commands import ROOT
from tests.support.renders import pack


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
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
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
