"""Starting up, whole processes: `arsenal --help` against `python -c "import typer"`."""

from __future__ import annotations

import sys

from benchmarks.common import ARSENAL, run, seconds, table


def main() -> str:
    """The table of this benchmark, as Markdown."""
    peer = seconds(lambda: run([sys.executable, "-c", "import typer"]), repeat=15)
    bare = seconds(lambda: run([sys.executable, "-c", "pass"]), repeat=15)
    ours = seconds(lambda: run([ARSENAL, "--help"]), repeat=15)
    rows = [
        ["arsenal --help", f"{ours:.3f}", f"{ours / peer:.2f}"],
        ['python -c "import typer"', f"{peer:.3f}", "1.00"],
        ['python -c "pass"', f"{bare:.3f}", f"{bare / peer:.2f}"],
    ]
    return table(rows, ["starting up", "seconds", "times importing typer"])


if __name__ == "__main__":
    print(main())
