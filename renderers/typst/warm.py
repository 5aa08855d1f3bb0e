"""A worker that stays: it does one job after another, so that a changed card need not wait for a process to start."""

from __future__ import annotations

import json
import subprocess
import tempfile
from contextlib import suppress
from threading import Event, Lock, Timer
from typing import Any

from renderers.typst.typeset import Ran, child_environment, command_for

FACES_A_WORKER = 4000  # after so many faces it is replaced: what Typst remembers of them grows


class ClosedError(Exception):
    """A job came after the end."""


class Warm:
    """Does jobs as `renderers.typst.typeset` has them done, each with its own limits. One job at a time.

    The worker is replaced when a job breaks it, takes too long or needs more memory than it may. Used as a context
    manager, it leaves no process behind.
    """

    def __init__(self) -> None:
        self._turn = Lock()
        self._worker: _Worker | None = None
        self._closed = self._interrupted = False

    def __enter__(self) -> Warm:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Have a worker ready before there is a job for it."""
        with self._turn:
            self._ready()

    def run(self, job: dict[str, Any]) -> Ran:
        """Do a job. One that breaks a worker that has done others before is tried once more, by a new one.

        Raises ClosedError after `close`.
        """
        with self._turn:
            if self._worker and self._worker.faces >= FACES_A_WORKER:
                self._stop()
            was_fresh = self._ready().faces == 0
            self._interrupted = False
            ran = self._ready().do(job)
            if self._interrupted:
                ran = None
            if not was_fresh and ran is not None and _broken(ran):
                self._stop()
                ran = self._ready().do(job)
            if ran is None or _broken(ran):
                self._stop()
            return ran

    def interrupt(self) -> None:
        """Let a job that is being done end as if it took too long: nobody waits for it any more."""
        self._interrupted = True
        if worker := self._worker:
            worker.process.kill()

    def close(self) -> None:
        """Stop the worker, even in the middle of a job; none is started any more."""
        self._closed = True
        if worker := self._worker:
            worker.process.kill()
        with self._turn:
            self._stop()

    def _ready(self) -> _Worker:
        if self._closed:
            raise ClosedError
        if self._worker is None:
            self._worker = _Worker()
        return self._worker

    def _stop(self) -> None:
        if self._worker:
            self._worker.stop()
        self._worker = None


class _Worker:
    """The process, and how many faces it has drawn."""

    def __init__(self) -> None:
        self.faces = 0
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process runs: a pipe would fill up
        self.process = subprocess.Popen(  # noqa: S603 - our own interpreter, our own module
            command_for("serve"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=child_environment(),
        )

    def do(self, job: dict[str, Any]) -> Ran:
        """Do a job within its `seconds`; afterwards the process may have ended."""
        self.faces += max(1, len(job["faces"]))
        late = Event()

        def stop() -> None:
            late.set()
            self.process.kill()

        timer = Timer(job["seconds"], stop)
        timer.daemon = True
        timer.start()
        out = self._exchange(json.dumps(job).encode())
        timer.cancel()
        if out:
            return 0, out, b""
        self.process.kill()
        code = self.process.wait()
        return None if late.is_set() else (code, b"", self._last_words())

    def stop(self) -> None:
        """End the process."""
        self.process.kill()
        with suppress(OSError), self.process:  # which closes its pipes and waits; one may hold half a job
            pass
        self._errors.close()

    def _exchange(self, content: bytes) -> bytes:
        """The answer to a job; empty where the process ends before it is whole."""
        to_it: Any = self.process.stdin
        from_it: Any = self.process.stdout
        with suppress(OSError, ValueError):
            to_it.write(b"%d\n" % len(content) + content)
            to_it.flush()
            length = int(from_it.readline())
            answer: bytes = from_it.read(length)
            return answer if len(answer) == length else b""
        return b""

    def _last_words(self) -> bytes:
        self._errors.seek(0)
        return self._errors.read()[-4000:]


def _broken(ran: tuple[int, bytes, bytes]) -> bool:
    """Whether the worker ended, or refused the job for its memory."""
    code, out, _ = ran
    head = out.partition(b"\n")[0]
    return code != 0 or not out or (b'"template-limit"' in head and b"more memory" in head)
