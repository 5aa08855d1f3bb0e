"""`arsenal watch` in the terminal: which pack is meant, what it says of faults, and its end."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Arsenal
from tests.support.started import moon_duel

SECONDS = 60  # until a test gives up waiting


@pytest.fixture
def own_pack(arsenal: Arsenal) -> Path:
    return moon_duel(arsenal)


def watched(folder: Path, *arguments: str) -> tuple[str, str, int]:
    """What the command says first, started in this folder, and on stderr until it is ended; and its exit code."""
    command = [sys.executable, "-m", "builder", "watch", "--no-browser", "--port", "0", *arguments]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    )
    try:
        assert process.stdout
        first = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    return first, err, process.returncode


def environment() -> dict[str, str]:
    """The environment, in which the program is found from any folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_the_pack_around_the_folder_is_watched_until_a_signal(own_pack: Path) -> None:
    first, err, code = watched(own_pack / "sets")
    assert first.startswith("watching moon-duel at http://127.0.0.1:")
    assert first.endswith("(Ctrl-C ends it)\n")
    assert (err.strip(), code) == ("stopped", 0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_game_is_named_by_its_id_or_its_folder(own_pack: Path, tmp_path: Path) -> None:
    for target in (["moon-duel", "--packs", "moon-duel"], ["moon-duel/game.yaml"], ["saucer-dice"]):
        first, _, code = watched(tmp_path, *target)
        assert first.startswith(f"watching {target[0].split('/')[0]} at http://")
        assert code == 0


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
