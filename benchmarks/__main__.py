"""Runs the benchmarks named on the command line, or all of them, each in a process of its own."""

from __future__ import annotations

import platform
import subprocess
import sys

from benchmarks.common import ROOT

NAMES = ("startup", "validate", "search", "legality", "printing", "watching")


def run(names: list[str]) -> None:
    """Print a heading and then what each benchmark prints: a table in Markdown."""
    if unknown := sorted(set(names) - set(NAMES)):
        sys.exit(f"no benchmark called {', '.join(unknown)}; there are {', '.join(NAMES)}")
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    for name in names or NAMES:
        print(f"\n## {name}\n", flush=True)
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], cwd=ROOT, check=True)


if __name__ == "__main__":
    run(sys.argv[1:])
