"""Plays many games on a Ray cluster (`pip install ".[ray]"`): the same games and results, on more machines.

    from engine.adapters.ray import Ray
    report = simulate(decks, games=100_000, runner=Ray("ray://head:10001"))

The machines need the same version of Arsenal. A game's module that is a file of Python (`--module`) must lie at the
same path on each.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import ray

from engine import modules
from engine.faults import EngineError
from engine.running import AHEAD, Batch, Played, Run

LOCAL: Final = "local"  # a cluster on this machine alone, which ends with the process
PATIENCE: Final = 10.0  # seconds that it waits for a connection
_ready: dict[str, Run] = {}  # the run that this worker is prepared for, by its key


class Ray:
    """A runner that plays on a Ray cluster. `address` is that of the cluster's head, or `local`."""

    def __init__(self, address: str = LOCAL) -> None:
        self.address = address

    def play(self, run: Run, work: Iterable[Batch]) -> Iterator[list[Played]]:
        """Plays batch after batch. Raises EngineError for a cluster that can't be reached, or that loses games."""
        self._join()
        work = iter(work)
        shared, key = ray.put(run), uuid4().hex
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))

        def started(batches: Iterable[Batch]) -> Iterator[Any]:
            return (_play.remote(key, shared, modules.used(), *batch) for batch in batches)

        waiting = deque(started(islice(work, ahead)))
        while waiting:
            try:
                yield ray.get(waiting.popleft())
            except ray.exceptions.RayTaskError as error:
                cause = error.cause
                raise (cause if isinstance(cause, EngineError) else EngineError(f"a game failed: {cause}")) from None
            except ray.exceptions.RayError as error:
                raise EngineError(f"the cluster has lost games: {error}") from None
            waiting.extend(started(islice(work, 1)))

    def _join(self) -> None:
        if ray.is_initialized():
            return
        if self.address == LOCAL:
            ray.init(log_to_driver=False, include_dashboard=False)
            return
        try:
            _check_reachable(self.address)
            ray.init(address=self.address, log_to_driver=False)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            raise EngineError(f"there is no Ray cluster at {self.address}: {error}") from None


def _check_reachable(address: str) -> None:
    """Raises OSError if nothing answers at HOST:PORT; Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


@ray.remote
def _play(key: str, run: Run, used: Sequence[Path], pairing: int, numbers: range) -> list[Played]:
    """Plays a batch. Each worker prepares a run only once."""
    if key not in _ready:
        for path in used:
            modules.use(path)
        _ready.clear()
        _ready[key] = run
    return [_ready[key].play(pairing, number) for number in numbers]
