"""Follows the files of the packs that are shown, whatever becomes of them, and has them read again when they change."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from watchfiles import Change, awatch

from builder.diagnostics import FindingsError, UsageError
from builder.web.server.library import Library

LONGEST = 10  # steps: no change waits longer
PAUSES = 10  # of which one goes by, in a look's time, before folders that changed are followed anew


async def follow(library: Library, stop: asyncio.Event) -> None:
    """Keep the library up to date until `stop`. What can't be read now is tried again when something changes."""
    while not stop.is_set():
        watched = await asyncio.to_thread(_seen, library)
        if watched is None:
            await stop.wait()
            return
        await _renew(library)
        with suppress(
            OSError
        ):  # there are none, a folder went away meanwhile, or there are more than the system watches
            # Folder by folder, as a pack's files are listed: links in it may lead to all of the disk.
            async for _ in awatch(
                *watched, watch_filter=_counts, step=library.STEP, debounce=LONGEST * library.STEP, recursive=False,
                rust_timeout=library.LOOK, yield_on_timeout=True, stop_event=stop,
            ):  # fmt: skip
                await _renew(library)
                if await asyncio.to_thread(_seen, library) != watched:
                    break
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), library.LOOK / 1000 / PAUSES)


async def _renew(library: Library) -> None:
    with suppress(UsageError, FindingsError, OSError):
        await library.renew()


def _seen(library: Library) -> dict[Path, tuple[int, int]] | None:
    """The folders, each with what distinguishes it from another of that name; None where no files are followed."""
    watched = library.folders()
    if watched is None:
        return None
    found = {}
    for folder in watched:
        with suppress(OSError):
            there = folder.stat()
            found[folder] = there.st_dev, there.st_ino
    return found


def _counts(_: Change, path: str) -> bool:
    """Whether a file may be part of a pack: hidden ones are editors' and git's."""
    return not Path(path).name.startswith(".") and not path.endswith("~")
