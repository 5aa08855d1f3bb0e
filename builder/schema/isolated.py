"""Checks values in a process of its own, which is stopped where it takes too long or too much memory.

Nothing can stop a validator within this process. So schemas of strangers that may ask very much are asked elsewhere.
"""

from __future__ import annotations

import json
import marshal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from builder.diagnostics import Diagnostic
from builder.diagnostics.encoding import decoded, encoded
from builder.documents.data import Data

MEMORY = 768 * 1024**2  # bytes of address space
_PATIENCE = 3  # times as long by the clock: other programs may be at work

Judged = list[tuple[int, Diagnostic | None]]  # faults by the values' numbers; None: the value does not fit


def judge_isolated(schema: Mapping[str, Data], values: Sequence[object], seconds: float, most: int) -> Judged | None:
    """The faults of values, as `Schema.faults_of_each` has them; None where finding them costs too much."""
    command = [sys.executable, "-I", "-c", f"import sys; sys.path[:] = {_paths()!r}; {_START}"]
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


_START = "from builder.schema.isolated import serve; serve()"


def _paths() -> list[str]:
    return [path for path in sys.path if path]


def serve() -> None:
    """The work of the process: values from standard input, their faults to standard output."""
    schema, values, seconds, memory, most = marshal.loads(sys.stdin.buffer.read())  # noqa: S302 - our own process wrote it
    with suppress(ImportError, ValueError, OSError):  # where there are no such limits, the clock is one
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from builder.schema.judging import Schema

    faults = [(number, fault and encoded(fault)) for number, fault in Schema(schema).faults_of_each(values, most)]
    sys.stdout.write(json.dumps(faults))
