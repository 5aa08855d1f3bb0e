"""Runs the benchmarks named on the command line, or all of them, and prints their tables as Markdown."""

from __future__ import annotations

import platform
import sys
from importlib import import_module

NAMES = ("startup", "validate", "search", "legality", "printing")


def run(names: list[str]) -> None:
    """Print a heading and a table for each benchmark."""
    unknown = set(names) - set(NAMES)
    if unknown:
        sys.exit(f"no benchmark called {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}\n")
    for name in names or NAMES:
        module = import_module(f"benchmarks.{name}")
        print(f"## {name}\n\n{(module.__doc__ or '').strip()}\n\n{module.main()}\n", flush=True)


if __name__ == "__main__":
    run(sys.argv[1:])
