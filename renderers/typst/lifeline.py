"""How child processes begin: they get limits, and end when their parent ends, however it does.

For that each reads from a pipe that only the parent has open for writing.
"""

from __future__ import annotations

import contextlib
import os
import signal
from functools import cache

NONE = -1  # on Windows, where no such pipe is inherited


@cache
def lifeline() -> int:
    """The end of the pipe that children inherit and wait at. The other end is open as long as this process lives."""
    return os.pipe()[0] if os.name == "posix" else NONE


def end_with_parent(waiting_at: int) -> None:
    """End this process at once when nobody holds the other end of the pipe any more."""
    if waiting_at == NONE:
        return
    from threading import Thread

    def wait() -> None:
        with contextlib.suppress(OSError):
            os.read(waiting_at, 1)  # nothing is ever written
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def limit(memory: int, seconds: float, processor_seconds: float | None = None) -> None:
    """Limit the memory (bytes) and the time of this process, in case its parent is no longer there to stop it."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system has every limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if processor_seconds is not None:
            used = resource.getrusage(resource.RUSAGE_SELF)
            most = used.ru_utime + used.ru_stime + processor_seconds
            resource.setrlimit(resource.RLIMIT_CPU, (int(most) + 1, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        signal.alarm(int(seconds) + 5)


def without_alarm() -> None:
    """Remove the limit on time by the clock."""
    with contextlib.suppress(AttributeError):  # not every system has alarms
        signal.alarm(0)
