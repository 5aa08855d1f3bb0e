"""Follows a pack's files for as long as they are watched, whatever becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

from watchfiles import Change, watch

from builder.web.watch.site import Site, Update

STEP = 10  # ms: changes that come within so little time of each other are one
DEBOUNCE = 100  # ms: but no change waits longer
LOOK = 2000  # ms: then the files are looked at in any case, as some file systems report no changes


def follow(site: Site, root: Path, stop: Event, heard: Callable[[Update], None]) -> None:
    """Keep the site up to date with the folder until `stop`; `heard` is called at each change. Ctrl-C ends it too."""
    while not stop.is_set():
        here = _identity(root)
        if here is None:
            _update(site, heard)
            stop.wait(LOOK / 1000)
            continue
        for _ in watch(
            root, watch_filter=_counts, stop_event=stop, step=STEP, debounce=DEBOUNCE, rust_timeout=LOOK,
            yield_on_timeout=True, raise_interrupt=True,
        ):  # fmt: skip
            _update(site, heard)
            if _identity(root) != here:  # another folder stands there now, or none
                break


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
