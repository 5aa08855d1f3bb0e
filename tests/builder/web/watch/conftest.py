"""A pack to watch, its page, and the command that watches it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.authoring.new import new_game
from builder.web.watch import Preview, Watched
from renderers.typst.processes import RenderWorker
from tests.support.commands import ROOT
from tests.support.watching import Page, Watch, card, write


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of 30 cards in two files."""
    new_game("Moon Duel", tmp_path)
    root = tmp_path / "moon-duel"
    for unused in (root / "sets/core/cards.yaml", *root.glob("decks/*")):
        unused.unlink()
    for name, numbers in (("low", range(1, 16)), ("high", range(16, 31))):
        write(root / f"sets/core/{name}.yaml", [card(number) for number in numbers])
    return root


@pytest.fixture
def preview(pack: Path) -> Iterator[Preview]:
    """The pack's page, read for the first time; nothing serves it yet."""
    with RenderWorker() as worker:
        preview = Preview(Watched(pack, where="number=2"), worker)
        preview.start()
        yield preview
        preview.close()


@pytest.fixture
def watch(pack: Path) -> Iterator[Watch]:
    """Starts the command in a session of its own; it ends with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> Page:
        command = [sys.executable, "-m", "builder", "watch", str(pack), "--no-browser", "--port", "0", *arguments]
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        started.append(process)
        assert process.stdout
        line = process.stdout.readline()
        assert re.match(r"(watching moon-duel at|moon-duel en direct à) http://127\.0\.0\.1:", line), line
        return Page(process, int(line.split(":")[2].split("/")[0]))

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
