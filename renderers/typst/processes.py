"""Child processes: without network, with limits, and with the folders and fonts that they need.

One does a single job, another stays and does one after another, which saves the time to start a new one for each.
"""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Lock, Timer, get_ident

from builder.storage.locks import WORK, left_behind, remove, unfinished_folder
from builder.storage.resources import temporary_folder
from renderers.typst.fonts import files_of
from renderers.typst.jobs import ProcessResult, RenderJob
from renderers.typst.lifeline import NONE, end_with_parent, lifeline

THREADS = 4
LATE = -1_000  # the exit code of a process that took longer than its job allows and was stopped

NO_PROXY_LEADS_ANYWHERE = "http://127.0.0.1:0"  # Typst's downloader obeys it; nothing can listen at port 0


_RUNNING: dict[int, RenderWorker] = {}  # by the thread that waits for each


def run_alone(job: RenderJob) -> ProcessResult:
    """Do a job in a process of its own."""
    with RenderWorker() as worker:
        _RUNNING[get_ident()] = worker
        try:
            return worker.run(job)
        finally:
            del _RUNNING[get_ident()]


def stop_jobs(threads: Iterable[int]) -> None:
    """End the jobs that these threads do just now."""
    for thread in threads:
        if worker := _RUNNING.get(thread):
            worker.interrupt()


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
    work = unfinished_folder(place, WORK)
    try:
        seen, fonts = work.path / "seen", work.path / "fonts"
        seen.mkdir()
        fonts.mkdir()
        for source in files_of(families):
            _link(source, fonts / source.name)
        yield seen, fonts
    finally:
        remove(work.path)
        work.close()


def _link(source: Path, target: Path) -> None:
    """Make `target` a link to a file, or a copy where there can be no links.

    Hard links are tried first: they are removed at once, while removing a symbolic link with a long target may take
    milliseconds. Raises FileNotFoundError where there is no such file.
    """
    there = source.resolve(strict=True)
    for link in (target.hardlink_to, target.symlink_to):
        with suppress(OSError):  # on another disk; or a system without such links, or without the right to make them
            link(there)
            return
    shutil.copyfile(there, target)


FACES_A_PROCESS = 4000  # after so many faces it is replaced: what Typst remembers of them grows


class ClosedError(Exception):
    """A worker was given a job after it was closed."""


class RenderWorker:
    """Does jobs in a process that stays, one at a time, each within its own limits.

    The process is replaced when a job breaks it, takes too long or needs too much memory, and after many faces. With a
    `niceness` above 0 it makes way for other processes, where the system knows such. The worker is a context manager:
    at the end no process is left.
    """

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        self._turn = Lock()
        self._process: _Process | None = None
        self._closed = self._interrupted = False

    def __enter__(self) -> RenderWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process before there is a job."""
        with self._turn:
            self._ready()

    def run(self, job: RenderJob) -> ProcessResult:
        """Do a job; the exit code is `LATE` where it took longer than it may.

        A job that breaks a process which has done others before is tried once more in a new process. Raises ClosedError
        after `close`.
        """
        with self._turn:
            if self._process and self._process.faces >= FACES_A_PROCESS:
                self._stop()
            was_fresh = self._ready().faces == 0
            self._interrupted = False
            ended = self._ready().do(job)
            if self._interrupted:
                ended = replace(ended, code=LATE)
            if not was_fresh and ended.code != LATE and _broken(ended):
                self._stop()
                ended = self._ready().do(job)
            if _broken(ended):
                self._stop()
            return ended

    def interrupt(self) -> None:
        """Stop the current job, as if it had taken too long."""
        self._interrupted = True
        if process := self._process:
            process.popen.kill()

    def close(self) -> None:
        """End the process, even during a job, and refuse further jobs."""
        self._closed = True
        if process := self._process:
            process.popen.kill()
        with self._turn:
            self._stop()

    def _ready(self) -> _Process:
        if self._closed:
            raise ClosedError
        if self._process is None:
            self._process = _Process(self._niceness)
        return self._process

    def _stop(self) -> None:
        if self._process:
            self._process.stop()
        self._process = None


class _Process:
    """The process, and how many faces it has drawn."""

    def __init__(self, niceness: int) -> None:
        self.faces = 0
        # A file, since a pipe would fill up.
        self._errors = tempfile.TemporaryFile(dir=temporary_folder())  # noqa: SIM115 - open as long as the process runs
        self.popen = subprocess.Popen(  # noqa: S603 - our own interpreter, our own module
            command_for("serve"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=child_environment(),
            pass_fds=inherited(),
        )
        if niceness and sys.platform != "win32":
            with suppress(OSError):  # it has ended already
                os.setpriority(os.PRIO_PROCESS, self.popen.pid, niceness)

    def do(self, job: RenderJob) -> ProcessResult:
        """Do a job within its time limit. The process may have ended afterwards."""
        self.faces += max(1, len(job.faces))
        late = Event()

        def stop() -> None:
            late.set()
            self.popen.kill()

        timer = Timer(job.seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            answer = self._exchange(pickle.dumps(job))
        finally:
            timer.cancel()
        if answer:
            return ProcessResult(0, answer)
        self.popen.kill()
        code = self.popen.wait()
        return ProcessResult(LATE if late.is_set() else code, b"", self._last_words())

    def stop(self) -> None:
        """End the process."""
        self.popen.kill()
        with suppress(OSError), self.popen:  # which closes its pipes and waits; one may hold half a job
            pass
        self._errors.close()

    def _exchange(self, content: bytes) -> bytes:
        """Send a job and read the answer; empty where the process ended before it was complete."""
        to_it, from_it = self.popen.stdin, self.popen.stdout
        assert to_it is not None and from_it is not None  # noqa: S101, PT018 - for the type checker: both are pipes
        with suppress(OSError, ValueError):
            to_it.write(b"%d\n" % len(content) + content)
            to_it.flush()
            length = int(from_it.readline())
            answer = from_it.read(length)
            return answer if len(answer) == length else b""
        return b""

    def _last_words(self) -> bytes:
        self._errors.seek(0)
        return self._errors.read()[-4000:]


def _broken(ended: ProcessResult) -> bool:
    """Whether the process ended, or lacked the memory for the job."""
    head = ended.answer.partition(b"\n")[0]
    return ended.code != 0 or not ended.answer or (b'"template-limit"' in head and b"more memory" in head)
