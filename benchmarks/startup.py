"""Starting up, whole processes: `arsenal --help`, and small commands for which all is ready, as multiples of it."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.actions import Turn, check, help_, print_from_cache
from benchmarks.measuring import Done, Side, in_turns, main_of, process, table

WANTED = {"arsenal check": 2.5, "arsenal print, from the cache": 3.5}  # at most so many times `arsenal --help`


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name, ExitStack() as stack:
        side = Side(Path(name))
        own = {"arsenal --help": help_, "arsenal check": check, "arsenal print, from the cache": print_from_cache}
        ways = {what: stack.enter_context(start(side)) for what, start in own.items()}
        ways |= {f'python -c "{code}"': _python(code) for code in ("import typer", "pass")}
        measured = in_turns(ways, 1 if quick else 15)
    shown = measured["arsenal --help"]
    rows = [
        [what, f"{m.seconds:.3f}", str(m.times(shown)), f"{WANTED[what]}" if what in WANTED else "", m.checked]
        for what, m in measured.items()
    ]
    return table(["starting up", "seconds", "times arsenal --help (middle half)", "at most", "checked"], rows)


def _python(code: str) -> Turn:
    def turn() -> Done:
        return Done(process([sys.executable, "-c", code]).seconds, "")

    return turn


if __name__ == "__main__":
    main_of(main)
