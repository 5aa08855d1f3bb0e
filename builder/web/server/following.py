"""Watches the files of the packs that are shown, and has the packs read again when files change."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from watchfiles import Change, awatch

from builder.diagnostics import FindingsError, UsageError
from builder.web.server.library import Library

LONGEST = 10  # steps of the watcher after which a change is reported at the latest
PAUSES = 10  # how many would fit between two checks of all files: one goes by before changed folders are watched


async def follow(library: Library, stop: asyncio.Event) -> None:
    """Keep the library up to date until `stop`. Packs that can't be read are tried again at the next change."""
    while not stop.is_set():
        watched = await asyncio.to_thread(_seen, library)
        if watched is None:
            await stop.wait()
            return
        await _renew(library)
        with suppress(OSError):  # no folder is left, one was just removed, or there are too many to watch
            # Each folder by itself, not recursively: links in a pack may lead anywhere on the disk.
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
    """The folders to watch with their device and inode numbers; None where no files are watched."""
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
    """Whether a file may be part of a pack. Hidden files and backups belong to editors or git."""
    return not Path(path).name.startswith(".") and not path.endswith("~")
