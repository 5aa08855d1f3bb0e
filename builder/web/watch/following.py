"""Follows a pack's files for as long as they are watched, whatever becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

from watchfiles import Change, watch

from builder.storage.listing import folders
from builder.web.watch.site import Site, Update

STEP = 10  # ms: changes that come within so little time of each other are one
DEBOUNCE = 100  # ms: but no change waits longer
LOOK = 2000  # ms: then the files are looked at in any case, as some file systems report no changes


def follow(site: Site, root: Path, stop: Event, heard: Callable[[Update], None]) -> None:
    """Keep the site up to date with the folder until `stop`; `heard` is called at each change. Ctrl-C ends it too."""
    while not stop.is_set():
        here = _identity(root)
        watched = folders(root) if here else []
        _update(site, heard)
        try:
            # Folder by folder, as a pack's files are listed: links in it may lead to all of the disk.
            for _ in watch(
                *watched, watch_filter=_counts, stop_event=stop, step=STEP, debounce=DEBOUNCE, rust_timeout=LOOK,
                yield_on_timeout=True, raise_interrupt=True, recursive=False,
            ) if here else ():  # fmt: skip
                _update(site, heard)
                if _identity(root) != here or folders(root) != watched:  # another folder stands there now, or none
                    break
            else:
                stop.wait(LOOK / 1000)
        except OSError:  # a folder went away meanwhile, or there are more than the system watches
            stop.wait(LOOK / 1000)


def _update(site: Site, heard: Callable[[Update], None]) -> None:
    if update := site.update():
        heard(update)


def _counts(_: Change, path: str) -> bool:
    """Whether a file may be part of a pack: hidden ones are editors' and git's."""
    return not Path(path).name.startswith(".") and not path.endswith("~")


def _identity(root: Path) -> tuple[int, int] | None:
    try:
        seen = root.stat()
    except OSError:
        return None
    return seen.st_dev, seen.st_ino
