"""`arsenal watch` in the terminal: which pack is meant, what it says of faults, and its end."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from builder.web.server import running
from tests.support.commands import ROOT, Arsenal

SECONDS = 60  # until a test gives up waiting


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_the_pack_around_the_folder_is_watched_until_a_signal(own_pack: Path) -> None:
    command = [sys.executable, "-m", "builder", "watch", "--no-browser", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=own_pack / "sets", env=environment, text=True, **streams) as process:
        assert process.stdout
        first = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=SECONDS)
    assert first.startswith("watching moon-duel at http://127.0.0.1:")
    assert first.endswith("(Ctrl-C ends it)\n")
    assert (err.strip(), process.returncode) == ("stopped", 0)


@pytest.mark.parametrize("target", [["moon-duel", "--packs", "moon-duel"], ["moon-duel/game.yaml"], ["saucer-dice"]])
def test_a_game_is_named_by_its_id_or_its_folder(
    arsenal: Arsenal, own_pack: Path, target: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "wait", interrupted)
    said = arsenal("watch", *target, "--no-browser", "--port", "0")
    assert said.stdout.startswith(f"watching {target[0].split('/')[0]} at http://")
    assert said.stderr.strip() == "stopped"


def test_a_pack_that_is_not_there_is_reported(arsenal: Arsenal, own_pack: Path) -> None:
    said = arsenal("watch", code=2).stderr
    assert "no pack is around this folder" in said
    assert "a folder with a game.yaml, or a game's id" in said
    said = arsenal("watch", "moon-dule", "--packs", "moon-duel", code=2).stderr
    assert 'there is no folder and no game "moon-dule"' in said
    assert 'did you mean "moon-duel"' in said
    assert "--port" in arsenal("watch", "moon-duel", "--port", "65536", code=2).stderr


def test_a_query_that_is_wrong_ends_it_before_it_begins(arsenal: Arsenal, own_pack: Path) -> None:
    said = arsenal("watch", "moon-duel", "--no-browser", "--cards", "typo:spell", code=1)
    assert "error[unknown-field]" in said.stderr
    assert "watching" not in said.stdout
