"""Runs Arsenal's command as its users do, times it, and proves that it did what a benchmark says it did.

A benchmark that measures nothing looks fast. So each time that is counted goes with proof: of what was made, from the
output and the files; of whether it was made now, from the cache folder, which gains an entry for each thing that is
made and none for what it already holds. Where the proof is missing, NotDoneError ends the benchmark.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pypdfium2

from benchmarks.packs import ROOT


class NotDoneError(Exception):
    """A benchmark did not do the work that its row names."""


def require(done: bool, message: str) -> None:
    """Raises NotDoneError with the message unless it was done."""
    if not done:
        raise NotDoneError(message)


@dataclass(frozen=True, slots=True)
class Run:
    """A process that has ended: its seconds, its output, and what was in the cache before and what it gained."""

    seconds: float
    output: str
    errors: str
    cached: int  # files in the cache before
    added: int  # files that are new in it, replaced, or databases written to
    added_bytes: int  # of these, without databases


@dataclass(frozen=True, slots=True)
class Done:
    """One measured turn: its seconds, in words what shows that the work was done, and what was made."""

    seconds: float
    checked: str
    made: bytes = b""


class Side:
    """A checkout of Arsenal whose command is measured, and a folder of its own to work in.

    The command runs in that folder, by this interpreter, without settings of the environment. Raises NotDoneError
    where Python finds another Arsenal first.
    """

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.root, self.folder = root, folder
        self._numbers = count(1)
        self._compiled: dict[tuple[Path, ...], Path] = {}
        folder.mkdir(parents=True, exist_ok=True)
        where = self.python("-c", "import builder; print(builder.__file__)").output.strip()
        require(Path(where).is_relative_to(root), f"what would be measured is {where}, and not the Arsenal of {root}")

    def new_folder(self, name: str) -> Path:
        """A new empty folder."""
        made = self.folder / f"{name}-{next(self._numbers)}"
        made.mkdir()
        return made

    def compiled(self, *packs: Path) -> Path:
        """A new cache folder in which the bundled games and these packs are compiled, and nothing is drawn."""
        if packs not in self._compiled:
            self._compiled[packs] = self.new_folder("compiled")
            named = [word for pack in packs for word in ("--packs", str(pack))]
            self.arsenal("build", *named, cache=self._compiled[packs])
        return Path(shutil.copytree(self._compiled[packs], self.new_folder("cache"), dirs_exist_ok=True))

    def arsenal(self, *arguments: str, cache: Path | None = None, code: int = 0) -> Run:
        """Run the command with this cache folder, or one of its own.

        Raises NotDoneError where it ends with another exit code.
        """
        return self.python("-m", "builder", *arguments, cache=cache, code=code)

    def python(self, *arguments: str, cache: Path | None = None, code: int = 0) -> Run:
        """Run Python with this checkout first on its path. Raises as `arsenal` does."""
        cache = cache or self.new_folder("cache")
        before = _files(cache)
        run = process([sys.executable, *arguments], self.folder, self.environment(cache), code)
        added = {path: file for path, file in _files(cache).items() if before.get(path) != file}
        return Run(
            run.seconds, run.output, run.errors, len(before), len(added), sum(size for _, size in added.values())
        )

    def environment(self, cache: Path) -> dict[str, str]:
        """The variables that the command runs with: Python may keep its compiled modules, as it does for users."""
        own = ("ARSENAL_", "PYTHON", "COLUMNS", "NO_COLOR", "FORCE_COLOR")
        passed = {name: value for name, value in os.environ.items() if not name.startswith(own)}
        return {**passed, "PYTHONPATH": str(self.root), "ARSENAL_CACHE": str(cache), "COLUMNS": "80"}


def process(
    command: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None, code: int = 0
) -> Run:
    """Run and time a whole process. Raises NotDoneError where it ends with another exit code."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode != code:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-5:])
        raise NotDoneError(f"`{' '.join(command[:8])}` ended with {done.returncode} and not with {code}:\n{last}")
    return Run(seconds, done.stdout, done.stderr, 0, 0, 0)


def peak_mb(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> float:
    """The peak memory of the largest process of a command, in MB, as GNU time counts it."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    return int(process([sys.executable, "-c", code, *command], folder, environment).output) / 1024


@contextmanager
def served(folder: Path, environment: Mapping[str, str], *options: str) -> Iterator[tuple[int, int]]:
    """The port at which `arsenal serve` answers, and the number of its process."""
    command = [sys.executable, "-m", "builder", "serve", "--port", "0", *options]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            found = re.search(r":(\d+)/", server.stdout.readline() if server.stdout else "")
            if not found:
                raise NotDoneError("the server did not start")
            yield int(found[1]), server.pid
        finally:
            server.kill()


def worked() -> float:
    """The processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def made_now(run: Run, size: int = 0) -> str:
    """Prove that a run put what it made in the cache, so that it can't have come from there. Returns the proof in
    words.

    Raises NotDoneError where it put nothing there, or fewer bytes than `size`.
    """
    require(run.added > 0, f"nothing was added to the cache, which had {run.cached} files: nothing was made")
    require(
        run.added_bytes >= size,
        f"{run.added_bytes:,} bytes were added to the cache where what was made has {size:,}: not all was made now",
    )
    return f"{run.added} added to the cache"


def made_from_nothing(run: Run, size: int = 0) -> str:
    """The same for a run that began with an empty cache. Raises NotDoneError where it was not empty."""
    require(run.cached == 0, f"the cache had {run.cached} files before a run that is to begin with none")
    return f"cache empty before, {made_now(run, size)}"


def from_cache(run: Run) -> str:
    """Prove, in words, that all came from the cache. Raises NotDoneError where it was empty, or something was made
    anew.
    """
    require(run.cached > 0, "the cache was empty before a run that is to be served from it")
    require(run.added == 0, f"{run.added} of the cache's files are new: they were made again")
    return f"{run.cached} in the cache, 0 made again"


def said(run: Run, pattern: str) -> str:
    """What the output says that matches a regular expression. Raises NotDoneError where nothing does."""
    found = re.search(pattern, run.output)
    require(found is not None, f'the output says nothing like "{pattern}": {run.output[:300]!r}')
    return found[0] if found else ""


def pdf_pages(data: bytes) -> list[str]:
    """The text of each page of a PDF, with single spaces. Raises NotDoneError for bytes that are none."""
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise NotDoneError(f"{len(data)} bytes were made that are no PDF") from None
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]


def cards_drawn(pdfs: Sequence[bytes], names: Iterable[str], pages: int) -> str:
    """Prove, in words, that PDFs have so many pages and all these names. Raises NotDoneError where they don't."""
    texts = [text for pdf in pdfs for text in pdf_pages(pdf)]
    text = "\n".join(texts)
    wanted = list(names)
    missing = [name for name in wanted if not re.search(rf"{re.escape(name)}\b", text)]
    require(not missing, f"{len(missing)} of {len(wanted)} cards are not in the PDF, such as {missing[:3]}")
    require(len(texts) == pages, f"the PDF has {len(texts)} pages, and not {pages}")
    return f"{len(wanted)} cards drawn on {pages} pages, {sum(map(len, pdfs)) / 1e6:.1f} MB"


def in_turns(ways: Mapping[str, Callable[[], Done]], turns: int) -> dict[str, Measured]:
    """Measure each way so many times, in turns, so that what else the machine does falls on all alike.

    Every second turn goes the other way round. Where there are several, one before them is not counted.
    """
    measured = {name: Measured() for name in ways}
    uncounted = 1 if turns > 1 else 0
    for turn in range(turns + uncounted):
        for name in reversed(list(ways)) if turn % 2 else ways:
            done = ways[name]()
            if turn >= uncounted:
                measured[name].turns.append(done)
    return measured


@dataclass(slots=True)
class Measured:
    """What the turns of one way took."""

    turns: list[Done] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """The median."""
        return statistics.median(turn.seconds for turn in self.turns)

    @property
    def checked(self) -> str:
        """In words, what shows that the work was done."""
        return self.turns[-1].checked

    def times(self, other: Measured) -> Ratio:
        """How many times the other's seconds this takes, turn by turn."""
        pairs = zip(self.turns, other.turns, strict=True)
        return Ratio.of([mine.seconds / theirs.seconds for mine, theirs in pairs])


@dataclass(frozen=True, slots=True)
class Ratio:
    """The median of ratios, and between which half of them lie."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, ratios: Sequence[float]) -> Ratio:
        """The ratio of some turns."""
        if len(ratios) == 1:
            return cls(ratios[0], ratios[0], ratios[0])
        low, median, high = statistics.quantiles(ratios, n=4, method="inclusive")
        return cls(median, low, high)

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.low:.2f} to {self.high:.2f})"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows as a Markdown table."""
    return "\n".join(map(row_of, (header, ["---"] * len(header), *rows)))


def row_of(cells: Sequence[str]) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def main_of(benchmark: Callable[[bool], str]) -> None:
    """Run a benchmark's module: print its table, or end with what it did not do.

    With `--quick` on the command line it does little, once: enough to see that it works.
    """
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--quick", action="store_true", help="do little, once: to see that the benchmark works")
    try:
        print(benchmark(parser.parse_args().quick))
    except NotDoneError as error:
        sys.exit(f"not done: {error}")


def _files(cache: Path) -> dict[str, tuple[tuple[int, ...], int]]:
    """The files of a cache folder by path: what distinguishes it from another in its place, and its size in bytes.

    Of a database the size counts as 0: what it holds was not drawn.
    """
    return dict(_listed(cache, cache))


def _listed(folder: Path, cache: Path) -> Iterator[tuple[str, tuple[tuple[int, ...], int]]]:
    for entry in os.scandir(folder):
        seen = entry.stat(follow_symlinks=False)
        if entry.is_dir(follow_symlinks=False):
            yield from _listed(Path(entry), cache)
        elif entry.name.endswith((".db", ".db-wal")) and seen.st_size:  # written to in place
            yield str(Path(entry).relative_to(cache)), ((seen.st_ino, seen.st_size, seen.st_mtime_ns), 0)
        elif ".db-" not in entry.name:  # replaced as a whole; the time says when it was last used
            yield str(Path(entry).relative_to(cache)), ((seen.st_ino, seen.st_size), seen.st_size)
