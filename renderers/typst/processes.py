"""Starts child processes: without network, with limits, and with the folders and fonts that they need."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import get_ident

from builder.storage.holding import WORK, held_folder, left_behind, remove
from builder.storage.resources import temporary_folder
from renderers.jobs import RenderJob
from renderers.typst.families import files_of
from renderers.typst.lifeline import NONE, end_with_parent, lifeline

THREADS = 4
LATE = -1_000  # the exit code of a process that took longer than its job allows and was stopped

NO_PROXY_LEADS_ANYWHERE = "http://127.0.0.1:0"  # Typst's downloader obeys it; nothing can listen at port 0


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """How a process ended: its exit code, its answer, and the end of its standard error."""

    code: int
    answer: bytes
    errors: bytes = b""


_RUNNING: dict[int, subprocess.Popen[bytes]] = {}  # by the thread that waits for each

RunJob = Callable[[RenderJob], ProcessResult | None]  # None: it took longer than the job's limit and was stopped


def run_alone(job: RenderJob) -> ProcessResult | None:
    """Do a job in a process of its own; its exit code is `LATE` where it took longer than the job allows."""
    with subprocess.Popen(  # noqa: S603 - our own interpreter, our own module
        command_for("main"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment(),
        pass_fds=inherited(),
    ) as process:
        _RUNNING[get_ident()] = process
        try:
            out, err = process.communicate(json.dumps(job).encode(), timeout=job["seconds"])
        except subprocess.TimeoutExpired as late:
            return ProcessResult(LATE, b"", late.stderr or b"")
        finally:
            process.kill()  # also after Ctrl-C
            del _RUNNING[get_ident()]
    return ProcessResult(process.returncode, out, err)


def stop_jobs(threads: Iterable[int]) -> None:
    """End the jobs that these threads do just now."""
    for thread in threads:
        if process := _RUNNING.get(thread):
            process.kill()


def command_for(entry: str, module: str = "renderers.typst.child") -> list[str]:
    """The command that starts a child process with a function of a module.

    It must run in `child_environment()` and with the files `inherited()`, and ends with this process.
    """
    paths = [path for path in sys.path if path]
    start = f"import sys; sys.path[:] = {paths!r}; from {end_with_parent.__module__} import end_with_parent; "
    start += f"end_with_parent({lifeline()}); from {module} import {entry}; {entry}()"
    return [sys.executable, "-I", "-c", start]


def inherited() -> tuple[int, ...]:
    """The open files that a child process inherits."""
    return () if lifeline() == NONE else (lifeline(),)


def child_environment() -> dict[str, str]:
    """The environment variables of a child process: no way to the network, and few threads."""
    needed = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LANG")
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), NO_PROXY_LEADS_ANYWHERE)
    threads = str(min(THREADS, os.cpu_count() or 1))
    return {
        **{key: os.environ[key] for key in needed if key in os.environ},
        **proxies,
        **{key.upper(): value for key, value in proxies.items()},
        "RAYON_NUM_THREADS": threads,
        "MALLOC_ARENA_MAX": threads,
    }


@contextmanager
def job_folders(families: Iterable[str]) -> Iterator[tuple[Path, Path]]:
    """Two temporary folders: an empty one, the only part of the disk that Typst sees, and one with fonts.

    The fonts are links to those that come with Arsenal, of the families named and of the one that text is set in. What
    a killed process left of such folders is removed first.
    """
    place = temporary_folder()
    for left in left_behind(place, WORK):
        remove(left.path)
    held = held_folder(place, WORK)
    try:
        seen, fonts = held.path / "seen", held.path / "fonts"
        seen.mkdir()
        fonts.mkdir()
        for source in files_of(families):
            target = fonts / source.name
            with suppress(OSError):  # systems without links, or without the right to make them
                target.symlink_to(source)
            if not target.exists():
                shutil.copyfile(source, target)
        yield seen, fonts
    finally:
        remove(held.path)
        held.close()
