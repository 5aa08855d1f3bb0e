"""Files and folders in the making: each is locked as long as its maker lives, and so what a killed one left is known.

The lock is the system's own (`flock`), on the file or folder itself: it ends with the process, however that ends, and
leaves nothing on the disk. Where there is none (Windows, some network drives) what is a day old counts as left.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from builder.diagnostics import UsageError

UNFINISHED = ".arsenal-"  # how names begin, beside what a user has
WORK = "arsenal-work-"  # and of folders in the system's temporary folder
WAIT_SECONDS = 30.0  # for another process that changes the same files

_DAY = 24 * 60 * 60.0
_POLL_SECONDS = 0.02
_CHANGED: set[str] = set()  # folders whose files this process changes
_MAKING: set[Path] = set()  # what this process has made and not let go of


class Held:
    """A file or a folder that nobody else has touched; `descriptor` is open, and locked where the system can."""

    def __init__(self, path: Path, descriptor: int | None) -> None:
        self.path, self.descriptor = path, descriptor

    def close(self) -> None:
        """Let go of it."""
        if self.descriptor is not None:
            with contextlib.suppress(OSError):
                os.close(self.descriptor)
            self.descriptor = None
        if not os.path.lexists(self.path):  # else an interrupt came before it was removed
            _MAKING.discard(self.path)


def held_file(folder: Path) -> Held:
    """A new empty file in a folder, open for writing. Raises OSError."""
    while True:
        path = folder / f"{UNFINISHED}{os.urandom(6).hex()}"
        _MAKING.add(path)
        held = Held(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600))
        if _is_ours(held):
            return held
        held.close()


def held_folder(folder: Path, prefix: str = UNFINISHED) -> Held:
    """A new empty folder in a folder. Raises OSError."""
    while True:
        path = folder / f"{prefix}{os.urandom(6).hex()}"
        _MAKING.add(path)
        path.mkdir(0o700)
        try:
            held = Held(path, os.open(path, os.O_RDONLY) if os.name == "posix" else None)
        except FileNotFoundError:  # another process took it for what a killed one left, before it was locked
            continue
        if _is_ours(held):
            return held
        held.close()


def left_behind(folder: Path, prefix: str = UNFINISHED) -> Iterator[Held]:
    """What killed processes of this user left in a folder; each is held until the next is asked for."""
    try:
        with os.scandir(folder) as listed:
            names = sorted(entry.name for entry in listed if entry.name.startswith(prefix))
    except OSError:
        return
    for name in names:
        held = _taken(folder / name)
        if held is not None:
            try:
                yield held
            finally:
                held.close()


def remove(path: Path) -> None:
    """Remove a file or a folder in the making, as far as that can be done."""
    if path.is_dir() and not path.is_symlink():
        import shutil

        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()


def clear_away(keep: str) -> None:
    """Remove what an interrupt left in the making, but for folders that hold a file called `keep`."""
    for path in list(_MAKING):
        if not (path / keep).exists():
            remove(path)


@contextlib.contextmanager
def changing(folder: Path) -> Iterator[None]:
    """Nobody else who asks for it changes this folder's files meanwhile: a turn to read, change and write.

    Another process is waited for, and one that was killed is not. Raises UsageError where it takes too long. Inside a
    turn of the same process for the same folder it does nothing.
    """
    key = os.path.realpath(folder)
    if key in _CHANGED or os.name != "posix":
        yield
        return
    try:
        descriptor = os.open(key, os.O_RDONLY)
    except OSError:  # what is wrong with the folder is said by what is done there
        yield
        return
    _CHANGED.add(key)
    try:
        _wait(descriptor, folder)
        yield
    finally:
        _CHANGED.discard(key)
        os.close(descriptor)


def _wait(descriptor: int, folder: Path) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while _flock(descriptor) is False:
        if time.monotonic() > end:
            help_ = "wait until it has ended, then try again"
            raise UsageError(f'another arsenal command is changing files in "{folder}"', help_)
        time.sleep(_POLL_SECONDS)


def _taken(path: Path) -> Held | None:
    """What a killed process of this user left at a path; None where its maker lives, or it is somebody else's."""
    try:
        seen = path.lstat()
        ours = stat.S_ISREG(seen.st_mode) or stat.S_ISDIR(seen.st_mode)
        if not ours:
            return None
        if os.name != "posix":
            return Held(path, None) if time.time() - seen.st_mtime > _DAY else None
        if seen.st_uid != os.geteuid():
            return None
        held = Held(path, os.open(path, os.O_RDONLY | os.O_NOFOLLOW))
    except OSError:
        return None
    lock = _flock(held.descriptor)
    if lock is False or (lock is None and time.time() - seen.st_mtime < _DAY) or not _is_there(held):
        held.close()
        return None
    return held


def _is_ours(held: Held) -> bool:
    """Lock what was just made; False where one who removes what was left was quicker."""
    return held.descriptor is None or (_flock(held.descriptor) is not False and _is_there(held))


def _is_there(held: Held) -> bool:
    try:
        return held.descriptor is None or os.path.samestat(held.path.lstat(), os.fstat(held.descriptor))
    except OSError:
        return False


def _flock(descriptor: int | None) -> bool | None:
    """Lock without waiting; False where another has the lock, None where nothing can be locked."""
    if descriptor is None or os.name != "posix":
        return None
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
