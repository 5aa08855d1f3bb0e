"""The data that a server shows: a workspace that one thread alone reads, replaced as a whole when packs change.

What takes long has a workspace and a thread of its own.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from builder import exports
from builder.diagnostics import Diagnostic
from builder.library import Catalog
from builder.printing.presets import builtin, preset_names
from builder.web.api.held import Games, Remembered
from builder.web.server.slow import SlowWork
from builder.workspace import Workspace

T = TypeVar("T")
MOST_WAITING = 256  # requests, as many as there are connections
MOST_WAITING_LONG = 32  # of what takes long
PRESETS = tuple(name for name in preset_names() if builtin(name).words.get("layout") != "images")  # that make a PDF

Open = Callable[[], Workspace]


@dataclass(frozen=True, slots=True)
class Held(Games):
    """A workspace as it was opened. `version` tells one state of the packs from another; `failed` are the faults of
    packs that could not be taken, by game id: of these the last good data is shown, if there is any. `day` is the day
    as of which formats are read.
    """

    workspace: Workspace
    version: str
    failed: Mapping[str, Sequence[Diagnostic]] = field(default_factory=dict)
    day: date = field(default_factory=date.today)
    remembered: Remembered = field(default_factory=dict)
    presets: Sequence[str] = PRESETS
    targets: Sequence[str] = field(default_factory=exports.undrawn)

    @property
    def catalog(self) -> Catalog:
        """The workspace's catalog."""
        return self.workspace.catalog


class Library:
    """The workspace that requests are answered from. `opener` opens one, with the packs as they are then.

    A database is read by the thread that opened it, so all work on it is done in turn by one thread; `run` waits for
    it without holding up other requests. An answer that has begun ends with the data it began with.
    """

    def __init__(self, opener: Open, waiting: int = MOST_WAITING) -> None:
        self._opener = opener
        self._worker = SlowWork(1, waiting, "library")
        self._held: Held | None = None

    @property
    def held(self) -> Held:
        """What is shown now. Raises ValueError before the first `load`, and after `close`."""
        if self._held is None:
            raise ValueError("no packs have been loaded")
        return self._held

    async def run(self, work: Callable[[Held], T]) -> T:
        """Do some work with the workspace, in its thread. Raises TooMuch where too much waits already."""
        return await self._worker.run(lambda: work(self._newest()))

    async def load(self) -> bool:
        """Read the packs, again if need be; whether that changed anything. Raises UsageError where it can't be done."""
        return await self._worker.run_in_any_case(self._load)

    async def renew(self) -> bool:
        """Read the packs again where their files or the day have changed; whether they had. Raises as `load`.

        To look takes a while: it is done in another thread, and requests are answered meanwhile.
        """
        if await asyncio.to_thread(self._is_current):
            return False
        await self.load()
        return True

    async def close(self) -> None:
        """Close the workspace, after the work that has begun."""
        await self._worker.run_in_any_case(self._close)
        await self._worker.close()

    def for_long_work(self) -> Library:
        """A library of the same packs with a thread of its own, for what would hold up others. It is read when needed,
        and follows this one.
        """
        return _Following(self)

    def _newest(self) -> Held:
        """What work is done with; called in the library's thread."""
        return self.held

    def _load(self) -> bool:
        workspace = self._opener()
        try:
            failed = workspace.build().failed
            version = _version(workspace)
        except BaseException:
            workspace.close()
            raise
        before, self._held = self._held, Held(workspace, version, dict(failed), date.today())
        if before:
            before.workspace.close()
        return before is None or before.version != version

    def _is_current(self) -> bool:
        held = self.held
        if held.day != date.today():
            return False
        with self._opener() as looked:  # which opens no database
            return _version(looked) == held.version

    def _close(self) -> None:
        if self._held:
            self._held.workspace.close()
            self._held = None


class _Following(Library):
    """A library that shows what another one shows."""

    def __init__(self, first: Library) -> None:
        super().__init__(first._opener, MOST_WAITING_LONG)
        self._first = first
        self._followed: Held | None = None

    def _newest(self) -> Held:
        if self._followed is not self._first.held:
            followed = self._first.held
            self._load()
            self._followed = followed
        return self.held


def _version(workspace: Workspace) -> str:
    """What tells this state of the packs from another."""
    keys = "\0".join(sorted(pack.key for pack in workspace.packs))
    return hashlib.blake2b(keys.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
