"""Follows the files of the packs that are served, and has them read again when they change."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from watchfiles import awatch

from builder.diagnostics import FindingsError, UsageError
from builder.storage.listing import folders
from builder.web.server.library import Library

STEP = 100  # ms: changes that come within so little time of each other are one
LOOK = 10_000  # ms: then the files are looked at in any case, as some file systems report no changes


async def follow(library: Library, stop: asyncio.Event) -> None:
    """Keep the library up to date until `stop`. What can't be read now is tried again when something changes."""
    while not stop.is_set():
        watched = await library.run(lambda held: _folders(held.workspace.folders))
        if not watched:
            await stop.wait()
            return
        with suppress(OSError):  # a folder went away meanwhile, or there are more than the system watches
            async for _ in awatch(
                *watched, step=STEP, rust_timeout=LOOK, yield_on_timeout=True, recursive=False, stop_event=stop
            ):
                with suppress(UsageError, FindingsError, OSError):
                    await library.renew()
                if await library.run(lambda held: _folders(held.workspace.folders)) != watched:
                    break
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), LOOK / 1000 / 10)


def _folders(roots: list[Path]) -> list[Path]:
    """The folders that hold packs, and those of the packs."""
    return [folder for root in roots if root.is_dir() for folder in folders(root)]
