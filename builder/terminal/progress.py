"""The progress of long work: a line on the terminal once it has taken a second; nothing where there is no terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

DELAY = 1.0  # seconds before the line is shown

Advance = Callable[[int, int], None]  # called with how many more are done, and how many there are (0: unknown)


@contextmanager
def progress(words: str, unit: str) -> Iterator[Advance]:
    """Show `words`, how many of `unit` are done and the seconds taken. The block calls the yielded function each step.

    Any thread may call it. The line is on standard error, only where that is a terminal, and is removed at the end.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _done, _of: None
        return
    line = _Line(words, unit)
    thread = Thread(target=line.show, name="progress", daemon=True)
    thread.start()
    try:
        yield line.advance
    finally:
        line.over.set()
        thread.join()


class _Line:
    """The progress line, drawn by its own thread."""

    def __init__(self, words: str, unit: str) -> None:
        self.words, self.unit, self.over = words, unit, Event()
        self._start = time.monotonic()
        self._done = self._of = 0

    def advance(self, done: int, of: int) -> None:
        """Count what was done."""
        self._done += done
        self._of = of

    def show(self) -> None:
        """Draw the line, after the delay and until the work is done."""
        if self.over.wait(DELAY):
            return
        # Imported here as it is slow, and most work is done before the delay is over.
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

        from builder.terminal.console import PlainConsole

        counted = TextColumn("{task.fields[counted]}", markup=False)
        console = PlainConsole(stderr=True)
        with Progress(
            SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), counted,
            console=console, transient=True,
        ) as shown:  # fmt: skip
            task = shown.add_task(self.words, total=None, counted="")
            while not self.over.wait(0.1):
                done, of = self._done, self._of
                # A bar only where the total is known, otherwise a spinner.
                amount = f"{done} of {of} {self.unit}, " if done else f"{of} {self.unit}, " if of else ""
                amount += f"{time.monotonic() - self._start:.0f} s"
                shown.update(task, completed=done, total=of if done else None, counted=amount)
