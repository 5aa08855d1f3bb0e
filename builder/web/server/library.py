"""The data that a server shows: a workspace that one thread alone reads, replaced as a whole when packs change."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from builder import exports
from builder.catalog import Catalog
from builder.diagnostics import Diagnostic
from builder.web.api.held import Games, Remembered
from builder.workspace import Workspace
from renderers.presets.presets import builtin, preset_names

T = TypeVar("T")
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
    remembered: Remembered = field(default_factory=Remembered)
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

    def __init__(self, opener: Open) -> None:
        self._opener = opener
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="library")
        self._held: Held | None = None

    @property
    def held(self) -> Held:
        """What is shown now. Raises ValueError before the first `load`, and after `close`."""
        if self._held is None:
            raise ValueError("no packs have been loaded")
        return self._held

    async def run(self, work: Callable[[Held], T]) -> T:
        """Do some work with the workspace, in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, lambda: work(self._newest()))

    async def load(self) -> bool:
        """Read the packs, again if need be; whether that changed anything. Raises UsageError where it can't be done."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._load)

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
        await asyncio.get_running_loop().run_in_executor(self._worker, self._close)
        self._worker.shutdown()

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


def _version(workspace: Workspace) -> str:
    """What tells this state of the packs from another."""
    keys = "\0".join(sorted(pack.key for pack in workspace.packs))
    return hashlib.blake2b(keys.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
