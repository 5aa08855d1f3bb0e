"""Processes that try cases, and their guard: a case that never ends, or that ends its process, is found as well."""

import gc
import json
import marshal
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from mmap import mmap
from pathlib import Path
from typing import Any

from tests.hostile.fuzzing.cases import Case, from_text, kind_of, plan, to_text
from tests.hostile.fuzzing.judging import Fault
from tests.hostile.fuzzing.packs import small_packs
from tests.hostile.fuzzing.shrinking import shrunk
from tests.hostile.fuzzing.trying import Trial
from tests.support.commands import ROOT

HANGS = 30.0  # seconds of the clock after which a case is stopped; its command may take 10 s of a processor
MEMORY = 2 * 1024**3  # bytes of data of a process
REMEMBERED = 512  # texts and schemas that a process keeps as it read them
_STATE = struct.Struct("qdqq")  # the case being tried, when it began, and how many cases and commands are done


@dataclass
class Result:
    """What came of a number of cases: `first` has a case for each kind of fault, `counts` how many there were."""

    cases: int = 0
    runs: int = 0
    seconds: float = 0.0
    first: dict[str, tuple[int, Fault]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)  # how many cases were about what

    def add(self, number: int, fault: Fault) -> None:
        """Note a fault of a case."""
        self.counts[fault.key] += 1
        if fault.key not in self.first or number < self.first[fault.key][0]:
            self.first[fault.key] = (number, fault)


def fuzz(seed: int, seconds: float, processes: int, most: int | None = None) -> Result:
    """Try cases of a seed, from 0 on, for so many seconds or until there were `most`."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="arsenal-fuzz-", dir=_memory()) as folder:
        guards = [_Guard(Path(folder), seed, first, processes, most) for first in range(processes)]
        try:
            while time.monotonic() - start < seconds and sum(guard.look() for guard in guards):
                time.sleep(0.05)
        finally:
            for guard in guards:
                guard.stop()
        result = Result(seconds=time.monotonic() - start)
        for guard in guards:
            result.cases, result.runs = result.cases + guard.cases, result.runs + guard.runs
            result.kinds.update(kind_of(seed, number) for number in guard.tried())
            for number, fault in guard.faults():
                if fault.kind != "hang" or _hangs_alone(seed, number):
                    result.add(number, fault)
    return result


def _hangs_alone(seed: int, number: int) -> bool:
    """Whether a case that was stopped never ends, and did not only wait for what else the machine does."""
    return any(fault.kind == "hang" for fault in faults_of(plan(seed, number).case))


def _memory() -> str | None:
    """A folder in memory, where there is one: cases write many small files."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a folder of our own is made in it


class _Guard:
    """Looks after a process that tries every so many cases."""

    def __init__(self, folder: Path, seed: int, first: int, step: int, most: int | None) -> None:
        self.cases = self.runs = 0
        self._root = folder / str(first)
        self._root.mkdir()
        self._state = folder / f"state-{first}"
        self._state.write_bytes(_STATE.pack(first, 0.0, 0, 0))
        self._said = folder / f"faults-{first}"
        self._said.touch()
        self._seed, self._step, self._most = seed, step, most
        self._first, self._next, self._last, self._ended = first, first, first, False
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        words = [self._root, self._state, self._said, self._seed, self._next, self._step, self._most or -1]
        command = [sys.executable, "-m", "tests.hostile.fuzzing.workers", *map(str, words)]
        return subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True)

    def look(self) -> bool:
        """See to the process; False when it is done."""
        if self._ended:
            return False
        number, began, _, _ = self._read()
        code = self._process.poll()
        if code == 0:
            self._count()
            self._ended = True
            return False
        if code is None and (not began or time.monotonic() - began < HANGS):
            return True
        kind = Fault("hang", _called(self._seed, number), f"more than {HANGS:.0f} s") if code is None else None
        self._end(kind or Fault("crash", f"{_called(self._seed, number)}: exit {code}", "the process ended"), number)
        self._next = number + self._step
        self._process = self._started()
        return True

    def tried(self) -> range:
        """The numbers of the cases that were begun and are done."""
        return range(self._first, self._last, self._step)

    def stop(self) -> None:
        """End the process."""
        if not self._ended:
            self._end(None, 0)
            self._ended = True

    def faults(self) -> Iterator[tuple[int, Fault]]:
        """The faults that were found, each with the number of its case."""
        for line in self._said.read_text("utf-8").splitlines():
            with suppress(ValueError):  # the last line, if it was being written
                number, *words = json.loads(line)
                yield number, Fault(*words)

    def _end(self, fault: Fault | None, number: int) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._count()
        if fault:
            _note(self._said, number, fault)

    def _count(self) -> None:
        self._last, _, cases, runs = self._read()
        self.cases, self.runs = self.cases + cases, self.runs + runs
        self._state.write_bytes(_STATE.pack(self._next, 0.0, 0, 0))

    def _read(self) -> tuple[int, float, int, int]:
        return _STATE.unpack(self._state.read_bytes())  # type: ignore[return-value]


def _called(seed: int, number: int) -> str:
    return plan(seed, number).runs[-1][0]


def _note(said: Path, number: int, fault: Fault) -> None:
    with said.open("a", encoding="utf-8") as stream:
        words = [fault.kind, fault.where, fault.words]
        stream.write(json.dumps([number, *words]) + "\n")


def work(root: Path, state: Path, said: Path, seed: int, first: int, step: int, most: int) -> None:
    """Try case after case; the guard reads from `state` which."""
    _limit()
    trial = Trial(root)
    small_packs()
    remember()
    gc.freeze()  # or Python looks through all that is loaded for garbage, again and again
    gc.set_threshold(20_000, 20, 50)
    with state.open("r+b") as stream, mmap(stream.fileno(), _STATE.size) as shared:
        number, done = first, 0
        while most < 0 or number < most:
            shared[:] = _STATE.pack(number, time.monotonic(), done, trial.runs)
            for fault in trial.plan(plan(seed, number)):
                _note(said, number, fault)
            number, done = number + step, done + 1
        shared[:] = _STATE.pack(number, 0.0, done, trial.runs)


def remember() -> None:
    """Read a text once, and prepare a schema once: most files of a case are those of the case before."""
    import builder.checks.reading as checking
    import builder.documents.reading as reading
    import builder.schema.judging as judging

    prepared = judging.fast_validator
    known: dict[bytes, Any] = {}

    def fast_validator(schema: Any) -> Any:
        try:
            key = marshal.dumps(schema, 2)  # of version 2, the same for what is equal and in the same order
        except ValueError:  # a date, or nested too deep
            return prepared(schema)
        if key not in known:
            if len(known) >= REMEMBERED:
                known.clear()
            known[key] = prepared(schema)
        return known[key]

    judging.fast_validator = fast_validator
    reading.parse = checking.parse = lru_cache(REMEMBERED)(reading.parse)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# A case again


def faults_of(case: Case) -> list[Fault]:
    """What is wrong with a case, tried in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="arsenal-fuzz-", dir=_memory()) as folder:
        file = Path(folder) / "case.yaml"
        file.write_text(to_text(case, ""), "utf-8")
        command = [sys.executable, "-m", "tests.hostile.fuzzing.workers", str(file)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, start_new_session=True)
        try:
            said, _ = process.communicate(timeout=HANGS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return [Fault("hang", case.runs[-1][0], f"more than {HANGS:.0f} s")]
    if process.returncode:
        return [Fault("crash", f"{case.runs[-1][0]}: exit {process.returncode}", "the process ended")]
    return [Fault(*words) for words in json.loads(said)]


def small(case: Case, fault: Fault, seconds: float) -> Case:
    """A small case with the same fault."""
    if fault.kind in ("hang", "crash"):
        return shrunk(case, lambda tried: fault.key in [f.key for f in faults_of(tried)], seconds)
    with tempfile.TemporaryDirectory(prefix="arsenal-fuzz-", dir=_memory()) as folder:
        trial = Trial(Path(folder))
        return shrunk(case, lambda tried: fault.key in [f.key for f in trial.case(tried)], seconds)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        _limit()
        with tempfile.TemporaryDirectory(prefix="arsenal-fuzz-", dir=_memory()) as own:
            again = Trial(Path(own)).case(from_text(Path(sys.argv[1]).read_text("utf-8")))
            sys.stdout.write(json.dumps([[f.kind, f.where, f.words] for f in again]))
    else:
        work(*map(Path, sys.argv[1:4]), *map(int, sys.argv[4:]))  # type: ignore[arg-type]
