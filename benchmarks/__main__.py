"""Runs the benchmarks named on the command line, or all of them, each in a process of its own.

`python -m benchmarks compare REV` compares how long another commit takes instead, `same REV` what it makes.
"""

from __future__ import annotations

import platform
import subprocess
import sys

from benchmarks.packs import ROOT

NAMES = (
    "startup", "validate", "importing", "abilities", "search", "legality", "printing", "exporting", "deckfiles",
    "watching", "serving", "site", "building", "engine", "browser",
)  # fmt: skip


def run(names: list[str], options: list[str]) -> None:
    """Print a heading and then what each benchmark prints: a table in Markdown."""
    if unknown := sorted(set(names) - set(NAMES)):
        sys.exit(f"no benchmark called {', '.join(unknown)}; there are {', '.join(NAMES)}, compare REV and same REV")
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    failed = []
    for name in names or NAMES:
        print(f"\n## {name}\n", flush=True)
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *options], cwd=ROOT, check=False).returncode:
            failed.append(name)
    if failed:
        sys.exit(f"\nnot done: {', '.join(failed)}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["compare"]:
        from benchmarks import compare

        compare.main(sys.argv[2:])
    elif sys.argv[1:2] == ["same"]:
        from benchmarks import same

        same.main(sys.argv[2:])
    else:
        run(
            [word for word in sys.argv[1:] if not word.startswith("-")],
            [word for word in sys.argv[1:] if word.startswith("-")],
        )
