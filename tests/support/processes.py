"""Processes that tests start, what is left of them, and waiting for them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.commands import ROOT

SECONDS = 60  # until a test gives up waiting
HOLD = """
import sys, time
from pathlib import Path
from builder.storage.locks import changing, unfinished_file, unfinished_folder
held = [unfinished_file(Path(sys.argv[1])), unfinished_folder(Path(sys.argv[1]))]
with changing(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """As long as this lasts, another process has an unfinished file and folder there, and the turn to change files;
    then it is killed.
    """
    with subprocess.Popen([sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, text=True, cwd=ROOT) as it:
        assert it.stdout
        assert it.stdout.readline() == "held\n"
        yield
        it.kill()


def until(true: Callable[[], object]) -> None:
    """Wait until the function returns something true."""
    late = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < late
        time.sleep(0.02)


def lives(group: int) -> bool:
    """Whether there is a process of this group."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
