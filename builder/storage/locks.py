"""Locks: for unfinished files and folders, to recognise those of killed processes, and for turns to change files.

The lock is the system's own, on the file or folder itself: it ends with the process, however that ends. Where folders
can't be opened (Windows), it is on a file in the folder. Where nothing can be locked (some network drives), unfinished
files that are a day old count as left by a killed process.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from builder.diagnostics import UsageError

UNFINISHED = ".arsenal-"  # begins the names of unfinished files and folders
WORK = "arsenal-work-"  # begins the names of folders in the system's temporary folder
WAIT_SECONDS = 30.0  # for another process that changes the same files

_DAY = 24 * 60 * 60.0
_POLL_SECONDS = 0.02
_LOCK = f"{UNFINISHED}lock"  # the file to lock in a folder that can't be opened
_OPENS_FOLDERS = os.name == "posix"
_CHANGED: set[str] = set()  # folders whose turn this process has
_MAKING: set[Path] = set()  # unfinished files and folders of this process


class Unfinished:
    """An unfinished file or folder of this process: `descriptor` is open, and locked if the system can lock."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path, self.descriptor = path, descriptor

    def close(self) -> None:
        """Close it, which ends the lock."""
        if self.descriptor >= 0:
            _close(self.descriptor, self.path)
            self.descriptor = -1
        if not os.path.lexists(self.path):  # otherwise an interrupt came before it was removed
            _MAKING.discard(self.path)

    def lock(self) -> bool | None:
        """Lock it; returns False if another process has locked or removed it, None if nothing can be locked."""
        locked = lock_now(self.descriptor)
        return False if locked is False or not self._is_there() else locked

    def _is_there(self) -> bool:
        """Whether the open file or folder is still the one at the path."""
        if not _OPENS_FOLDERS:  # open files can't be removed there
            return True
        try:
            return os.path.samestat(self.path.lstat(), os.fstat(self.descriptor))
        except OSError:
            return False


def unfinished_file(folder: Path) -> Unfinished:
    """A new empty file in a folder, open for writing. Raises OSError."""
    while True:
        path = folder / f"{UNFINISHED}{os.urandom(6).hex()}"
        _MAKING.add(path)
        made = Unfinished(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600))
        if made.lock() is not False:
            return made
        made.close()  # another process took it for one left by a killed process, and removed it


def unfinished_folder(folder: Path, prefix: str = UNFINISHED) -> Unfinished:
    """A new empty folder in a folder. Raises OSError."""
    while True:
        path = folder / f"{prefix}{os.urandom(6).hex()}"
        _MAKING.add(path)
        path.mkdir(0o700)
        try:
            made = Unfinished(path, _opened(path))
        except FileNotFoundError:  # another process took it for what a killed one left, before it was locked
            continue
        if made.lock() is not False:
            return made
        made.close()


def left_behind(folder: Path, prefix: str = UNFINISHED) -> Iterator[Unfinished]:
    """What killed processes of this user left in a folder; each is locked until the next one is yielded."""
    try:
        with os.scandir(folder) as listed:
            names = sorted(entry.name for entry in listed if entry.name.startswith(prefix) and entry.name != _LOCK)
    except OSError:
        return
    for name in names:
        left = _taken(folder / name)
        if left is not None:
            try:
                yield left
            finally:
                left.close()


def remove(path: Path) -> None:
    """Remove an unfinished file or folder, if possible."""
    if path.is_dir() and not path.is_symlink():
        import shutil

        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()


def clear_away(but_with: str) -> None:
    """Remove unfinished files and folders after an interrupt, except folders that have a file of this name."""
    for path in list(_MAKING):
        if not (path / but_with).exists():
            remove(path)


@contextlib.contextmanager
def changing(folder: Path) -> Iterator[None]:
    """A turn to read, change and write this folder's files; meanwhile other processes wait for theirs.

    Waits for another process that has the turn, unless that was killed. Raises UsageError where that takes too long.
    Inside a turn of the same process for the same folder, this does nothing.
    """
    key = os.path.realpath(folder)
    if key in _CHANGED:
        yield
        return
    try:
        descriptor = _opened(Path(key))
    except OSError:  # the caller will find out what is wrong with the folder
        yield
        return
    _CHANGED.add(key)
    try:
        _wait(descriptor, folder)
        yield
    finally:
        _CHANGED.discard(key)
        _close(descriptor, Path(key))


def _wait(descriptor: int, folder: Path) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while lock_now(descriptor) is False:
        if time.monotonic() > end:
            raise UsageError.of("stops", "locked", folder=folder)
        time.sleep(_POLL_SECONDS)


def _taken(path: Path) -> Unfinished | None:
    """What a killed process of this user left at a path; None if that process lives, or is another user's."""
    try:
        seen = path.lstat()
        if not (stat.S_ISREG(seen.st_mode) or stat.S_ISDIR(seen.st_mode)):
            return None
        if hasattr(os, "geteuid") and seen.st_uid != os.geteuid():
            return None
        left = Unfinished(path, _opened(path))
    except OSError:
        return None
    locked = left.lock()
    if locked is False or (locked is None and time.time() - seen.st_mtime < _DAY):
        left.close()
        return None
    return left


def _opened(path: Path) -> int:
    """Opens a file or a folder, or for that its `_LOCK`, so that it can be locked. Raises OSError."""
    if _OPENS_FOLDERS or not path.is_dir():
        return os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    return os.open(path / _LOCK, os.O_RDWR | os.O_CREAT)


def _close(descriptor: int, path: Path) -> None:
    with contextlib.suppress(OSError):
        os.close(descriptor)
    if not _OPENS_FOLDERS:
        with contextlib.suppress(OSError):  # another process has it open, or `path` is a file
            (path / _LOCK).unlink()


def lock_now(descriptor: int) -> bool | None:
    """Lock what is open without waiting; False where another has the lock, None where nothing can be locked."""
    from filelock import lock_descriptor  # takes 30 ms, and most runs write nothing

    try:
        return lock_descriptor(descriptor, blocking=False)
    except OSError:
        return None
