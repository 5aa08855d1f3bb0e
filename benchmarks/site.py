"""The site as files, of all games that are shipped: with nothing cached, with all pictures cached, unchanged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measuring import main_of, require, table, worked
from benchmarks.packs import ROOT
from builder.authoring.new import new_game

WANTED = {"cold": 60.0, "pictures cached": 30.0, "unchanged": 3.0}  # seconds, on two cores that do nothing else
CARDS = 493


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name:
        folder, cache = Path(name), Path(name, "cache")
        options = ["-g", "moon-duel", "--lang", "en", "--packs", str(folder)] if quick else []
        if quick:
            new_game("Moon Duel", folder)
        rows = [_row("cold", _run(folder / "one", cache, options), _proof(folder / "one", quick))]
        rows.append(
            _row("pictures cached", _run(folder / "two", cache, options), _same(folder / "one", folder / "two"))
        )
        before = _times(folder / "two")
        rows.append(_row("unchanged", _run(folder / "two", cache, options), "nothing written"))
        require(_times(folder / "two") == before, "files were written though nothing had changed")
    return table(["`arsenal site`", "seconds", "at most", "processor", "others at work", "checked"], rows)


def _run(folder: Path, cache: Path, options: list[str]) -> tuple[float, float, float]:
    """Write the site: the seconds, the processor's, and how many processes were ready to run on average."""
    command = [sys.executable, "-m", "builder", "site", "-o", str(folder), *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ARSENAL_CACHE": str(cache)}
    before, start = worked(), time.perf_counter()
    done = subprocess.run(command, cwd=folder.parent, env=environment, capture_output=True, check=False, text=True)
    seconds = time.perf_counter() - start
    require(done.returncode == 0, done.stderr)
    return seconds, worked() - before, os.getloadavg()[0]


def _proof(folder: Path, quick: bool) -> str:
    """What was made, looked at."""
    files = json.loads((folder / "site.json").read_bytes())["files"]
    cards = [path for path in files if path.startswith("games/") and "/cards/" in path]
    pictures = [path for path in files if path.endswith(".webp")]
    require(quick or len(cards) == CARDS, f"{len(cards)} cards have a page")
    for path in pictures:
        require((folder / path).read_bytes()[8:12] == b"WEBP", f"{path} is no picture")
    require(len(pictures) >= 2 * len(cards), "cards have no pictures")
    return f"{len(cards)} cards, {len(pictures)} pictures, {len(files)} files"


def _same(one: Path, other: Path) -> str:
    require((one / "site.json").read_bytes() == (other / "site.json").read_bytes(), "the same data gave other files")
    return "the same bytes"


def _times(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*")}


def _row(name: str, run: tuple[float, float, float], proof: str) -> list[str]:
    seconds, processor, load = run
    return [name, f"{seconds:.1f}", f"{WANTED[name]:g}", f"{processor:.1f} s", f"load {load:.1f}", proof]


if __name__ == "__main__":
    main_of(main)
