"""A child process ends when its parent has ended, however that did: by a pipe that only the parent could close."""

from __future__ import annotations

import contextlib
import os
from functools import cache

NONE = -1  # on Windows, where no such pipe is inherited


@cache
def lifeline() -> int:
    """The end of the pipe that children wait at, to be passed on to each. The other is open as long as this process."""
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
