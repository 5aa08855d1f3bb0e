"""How far a long piece of work is: a line on the terminal once it has taken a second, and nothing anywhere else."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

DELAY = 1.0  # seconds of work about which nothing is said

Advance = Callable[[int, int], None]  # how many more are done, of how many in all (0 where that is not known)


@contextmanager
def progress(words: str, unit: str) -> Iterator[Advance]:
    """Show `words`, how many of `unit` are done and the seconds taken while the work goes on; call what is given.

    It may be called from any thread. The line is on standard error, only where that is a terminal, and goes at the end.
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
    """The line, which a thread of its own draws."""

    def __init__(self, words: str, unit: str) -> None:
        self.words, self.unit, self.over = words, unit, Event()
        self._start = time.monotonic()
        self._done = self._of = 0

    def advance(self, done: int, of: int) -> None:
        """Count what was done."""
        self._done += done
        self._of = of

    def show(self) -> None:
        """Draw the line from when the delay is over until the work is."""
        if self.over.wait(DELAY):
            return
        # Slow to import, and most work is done by now.
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
                # A bar only where parts of the work are known to be done; else it only shows that work goes on.
                amount = f"{done} of {of} {self.unit}, " if done else f"{of} {self.unit}, " if of else ""
                amount += f"{time.monotonic() - self._start:.0f} s"
                shown.update(task, completed=done, total=of if done else None, counted=amount)
