"""A child process that stays and does one job after another, which saves the time to start a new one for each."""

from __future__ import annotations

import json
import subprocess
import tempfile
from contextlib import suppress
from threading import Event, Lock, Timer

from builder.storage.resources import temporary_folder
from renderers.jobs import RenderJob
from renderers.typst.processes import ProcessResult, child_environment, command_for, inherited

FACES_A_PROCESS = 4000  # after so many faces it is replaced: what Typst remembers of them grows


class ClosedError(Exception):
    """A worker was given a job after it was closed."""


class RenderWorker:
    """Does jobs in a process that stays, one at a time, each within its own limits.

    The process is replaced when a job breaks it, takes too long or needs too much memory, and after many faces. The
    worker is a context manager: at the end no process is left.
    """

    def __init__(self) -> None:
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

    def run(self, job: RenderJob) -> ProcessResult | None:
        """Do a job; None where it took longer than it may.

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
                ended = None
            if not was_fresh and ended is not None and _broken(ended):
                self._stop()
                ended = self._ready().do(job)
            if ended is None or _broken(ended):
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
            self._process = _Process()
        return self._process

    def _stop(self) -> None:
        if self._process:
            self._process.stop()
        self._process = None


class _Process:
    """The process, and how many faces it has drawn."""

    def __init__(self) -> None:
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

    def do(self, job: RenderJob) -> ProcessResult | None:
        """Do a job within its time limit. The process may have ended afterwards."""
        self.faces += max(1, len(job["faces"]))
        late = Event()

        def stop() -> None:
            late.set()
            self.popen.kill()

        timer = Timer(job["seconds"], stop)
        timer.daemon = True
        timer.start()
        answer = self._exchange(json.dumps(job).encode())
        timer.cancel()
        if answer:
            return ProcessResult(0, answer)
        self.popen.kill()
        code = self.popen.wait()
        return None if late.is_set() else ProcessResult(code, b"", self._last_words())

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
