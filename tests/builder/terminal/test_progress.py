"""How far a long piece of work is: on a terminal, after a while, and nowhere else."""

import io
import sys
import time

import pytest

from builder.terminal import progress as module
from builder.terminal.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def worked(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, delay: float, until: str = "") -> str:
    """What a piece of work of which 3 of 12 cards are done has written when `until` is, at the latest at its end."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(module, "DELAY", delay)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with progress("drawing", "cards") as report:
        report(0, 12)
        report(3, 12)
        late = time.monotonic() + 30
        while until and until not in stream.getvalue() and time.monotonic() < late:
            time.sleep(0.05)
    return stream.getvalue()


def test_a_terminal_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    said = worked(Terminal(), monkeypatch, 0.0, until="3 of 12 cards")
    assert "drawing" in said
    assert "3 of 12 cards, 0 s" in said or "3 of 12 cards, 1 s" in said


def test_short_work_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worked(Terminal(), monkeypatch, 60.0) == ""


def test_a_pipe_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worked(io.StringIO(), monkeypatch, 0.0) == ""


def test_a_terminal_that_can_not_go_back_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "dumb")
    with progress("drawing", "cards") as report:
        report(3, 12)
    assert stream.getvalue() == ""
