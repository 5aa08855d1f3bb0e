"""Checks values by strangers' schemas: in this process if it is certainly fast, otherwise in a child with limits.

A validator in this process can't be stopped.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from builder.diagnostics import Diagnostic
from builder.diagnostics.diagnostic import decoded, encoded
from builder.documents.data import MAX_ALIASED_NODES, Data
from builder.documents.document import Document
from builder.schema.costs import Weight, is_large, parts_at_most, patterns_of, weight_of
from builder.schema.judging import MAX_EXPLAINED, Schema

SECONDS = 3  # of processor time, for all files of a pack that child processes check
MAX_COST = 100_000_000  # for all files of a pack in this process, see `Weight.cost`; about 200,000 cards
MAX_WEIGHT = 500  # of a schema, to explain faults in this process
MAX_PARTS = 20_000  # of a value, to explain its faults in this process
_CHARACTERS = 8  # characters that a pattern reads at the cost of one comparison


class TooCostlyError(Exception):
    """Checking takes too long, or too much memory."""


class GuardedSchema:
    """A stranger's schema, with limits on the cost of checking all files of a pack by it."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._asked: list[tuple[int, str]] = []
        self._at_most = self._spent = self._counted = 0
        self._seconds: float = SECONDS

    def faults_of_each(self, values: Sequence[object], document: Document, most: int = MAX_EXPLAINED) -> Judged:
        """The faults of the values, which are the items of a document: see `Schema.faults_of_each`.

        Raises TooCostlyError.
        """
        if self._may_ask(len(values), document.text):
            if self.schema.fits_all(values):
                return []
            is_light = self._weight.here + self._weight.below <= MAX_WEIGHT
            if is_light and not any(is_large(value, MAX_PARTS) for value in values):
                return list(self.schema.faults_of_each(values, most))
        start = time.monotonic()
        found = judge_isolated(self.schema.schema, values, self._seconds, most) if self._seconds >= 1 else None
        self._seconds -= time.monotonic() - start
        if found is None:
            self._seconds = 0
            raise TooCostlyError
        return found

    def _may_ask(self, values: int, text: str) -> bool:
        """Whether to check these values in this process. Their parts are counted only if a rough bound is too high."""
        self._asked.append((values, text))
        self._at_most += self._cost(values, text, len(text) // 2 + 1)
        if self._at_most <= MAX_COST:
            return True
        while self._counted < len(self._asked):
            values, text = self._asked[self._counted]
            self._spent += self._cost(values, text, parts_at_most(text))
            self._counted += 1
        return self._spent <= MAX_COST

    def _cost(self, values: int, text: str, parts: int) -> int:
        """The highest possible cost of checking values with that number of parts."""
        aliased = MAX_ALIASED_NODES if "&" in text else 0
        return self._weight.cost(values, parts + aliased) + len(text) * self._patterns // _CHARACTERS

    @cached_property
    def _weight(self) -> Weight:
        return weight_of(dict(self.schema.schema))

    @cached_property
    def _patterns(self) -> int:
        return len(patterns_of(dict(self.schema.schema)))


MEMORY = 768 * 1024**2  # bytes of address space
_PATIENCE = 3  # factor for the time by the clock, since other programs may be running

Judged = list[tuple[int, Diagnostic | None]]  # numbers of values with their faults; None: it does not fit


def judge_isolated(schema: Mapping[str, Data], values: Sequence[object], seconds: float, most: int) -> Judged | None:
    """The faults of values, as `Schema.faults_of_each` returns them; None where finding them costs too much."""
    import marshal  # with what follows, needed by few packs
    import subprocess

    paths = [path for path in sys.path if path]
    command = [sys.executable, "-I", "-c", f"import sys; sys.path[:] = {paths!r}; {_START}"]
    whole = max(1, round(seconds))
    job = marshal.dumps((dict(schema), list(values), whole, MEMORY, most))
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter, our own module
            command, input=job, capture_output=True, timeout=_PATIENCE * whole, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        return None
    return [(number, decoded(fault) if fault else None) for number, fault in json.loads(done.stdout)]


_START = "from builder.schema.guarding import serve; serve()"


def serve() -> None:
    """The child process: reads values from standard input, writes their faults to standard output."""
    import marshal

    schema, values, seconds, memory, most = marshal.loads(sys.stdin.buffer.read())  # noqa: S302 - our own process wrote it
    with suppress(ImportError, ValueError, OSError):  # without such limits, the parent's clock remains
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faults = [(number, fault and encoded(fault)) for number, fault in Schema(schema).faults_of_each(values, most)]
    sys.stdout.write(json.dumps(faults))
