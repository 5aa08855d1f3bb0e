"""Replaces several files of a folder together: they are written in a hidden folder first, then moved one by one.

The new files are in a hidden folder `.arsenal-...` on the same file system. When all are complete, `plan.json` is
written next to them; it lists the files to replace. A process that finds the hidden folder of a killed one knows what
to do: without a plan nothing was changed yet; with a plan all new files are complete, and the remaining ones are moved.
Files that somebody else has changed since are left alone.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

from builder.storage.locks import Unfinished, left_behind, remove, unfinished_file, unfinished_folder

PLAN = "plan.json"

_SWEPT: set[str] = set()  # folders from which this process has removed what killed ones left
_Seen = tuple[int, int, int] | None  # the state of a file, to notice changes; None where there is none


class Staging:
    """The files that will be replaced in one folder. Methods raise OSError."""

    def __init__(self, folder: Path) -> None:
        sweep(folder)
        self.folder = folder
        self._made: Unfinished = unfinished_folder(folder)
        self._names: list[str] = []
        self._moved: list[int] = []
        self._stuck = False

    def add(self, name: str, content: bytes) -> None:
        """Write a file's new content to the hidden folder."""
        made = self._new(len(self._names))
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            write_all(descriptor, content)
        finally:
            os.close(descriptor)
        keep_mode(made, self.folder / name)
        self._names.append(name)

    def plan(self) -> None:
        """Write the plan: all files are complete, and these are the files to replace."""
        replaced = [[name, _seen(self.folder / name)] for name in self._names]
        made = unfinished_file(self._made.path)
        try:
            write_all(made.descriptor, json.dumps(replaced).encode())
        finally:
            made.close()
        made.path.replace(self._made.path / PLAN)

    def move(self) -> None:
        """Move the new files to their places."""
        for number, name in enumerate(self._names):
            place = self.folder / name
            self._moved.append(number)  # before the move, so that an interrupt between the two loses nothing
            if place.exists():
                _back_up(place, self._old(number))
            self._new(number).replace(place)

    def undo(self) -> None:
        """Move the old files back to their places. Those that can't be stay in the hidden folder."""
        self._stuck = True
        failed = False
        for number in reversed(self._moved):
            place = self.folder / self._names[number]
            try:
                if self._old(number).exists():
                    self._old(number).replace(place)
                elif not self._new(number).exists():
                    place.unlink()
            except OSError:
                failed = True
        self._stuck = failed

    def close(self) -> None:
        """Remove the hidden folder."""
        try:
            if not self._stuck:
                with contextlib.suppress(OSError):  # first, or a half-removed folder would still have a plan
                    (self._made.path / PLAN).unlink()
                remove(self._made.path)
        finally:
            self._made.close()

    def _new(self, number: int) -> Path:
        return self._made.path / f"{number}.new"

    def _old(self, number: int) -> Path:
        return self._made.path / f"{number}.old"


def sweep(folder: Path) -> None:
    """Remove the incomplete files that killed processes left in a folder; once in a process."""
    key = str(folder)
    if key not in _SWEPT:
        _SWEPT.add(key)
        for left in left_behind(folder):
            if not (left.path / PLAN).is_file():
                remove(left.path)


def finish(folder: Path) -> int:
    """Move the complete files of killed processes to their places; returns how many."""
    count = 0
    for left in left_behind(folder):
        with contextlib.suppress(OSError, ValueError, TypeError):
            for number, (name, seen) in enumerate(json.loads((left.path / PLAN).read_bytes())):
                made, place = left.path / f"{number}.new", folder / Path(name).name
                if made.is_file() and _seen(place) in ((tuple(seen) if seen else None), None):
                    made.replace(place)
                    count += 1
        remove(left.path)
    return count


def keep_mode(made: Path, path: Path) -> None:
    """Give a file the mode and the owner of the one that it will replace, or those of a new one."""
    try:
        seen = path.stat()
    except OSError:
        made.chmod(0o666 & ~usual_mask())
        return
    if hasattr(os, "chown") and (seen.st_uid, seen.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(OSError):  # not every user may change owners
            os.chown(made, seen.st_uid, seen.st_gid)
    made.chmod(seen.st_mode & 0o7777)


def write_all(descriptor: int, content: bytes) -> None:
    """Write to an open file, and wait until it is on the disk."""
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)


def usual_mask() -> int:
    """The process's mask for the mode of new files."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _back_up(place: Path, old: Path) -> None:
    """Keep the old file under another name until all are moved: as a hard link, or else as a copy."""
    try:
        old.hardlink_to(place)
    except OSError:
        place.replace(old)


def _seen(path: Path) -> _Seen:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
