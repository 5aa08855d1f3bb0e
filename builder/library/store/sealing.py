"""Seals of database files in the cache: a file next to each one records its state, so that changes are noticed.

Any program can write tables and rows into an SQLite file, and finding these would mean reading all of it. So a file
that changed after it was sealed is not read. A file without a seal comes from a build that did not end, or from an
earlier version, and is trusted.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

ENDING = "-seal"


def seal(path: Path) -> None:
    """Record the state of a database, if the record can be written."""
    with suppress(OSError):
        _seal_of(path).write_text(f"{_state(path)}\n{_digest(path)}", "utf-8")


def unseal(path: Path) -> None:
    """Remove the record of a database's state: it is about to change."""
    with suppress(OSError):
        _seal_of(path).unlink()


def is_broken(path: Path) -> bool:
    """Whether a database changed after it was sealed: sizes and times are compared, and if they differ, the bytes."""
    try:
        state, _, digest = _seal_of(path).read_text("utf-8").partition("\n")
        if state == _state(path):
            return False
        if digest != _digest(path):
            return True
    except ValueError:  # the seal itself is damaged
        return True
    except OSError:
        return False
    seal(path)  # a copy: the same bytes, written at another time
    return False


def copy(path: Path, to: Path) -> None:
    """Copy a database to a place where there is none, if it has not changed since it was sealed."""

    def is_sealed() -> bool:
        return not _size(_log_of(path)) and _seal_of(path).read_text("utf-8").startswith(f"{_state(path)}\n")

    with suppress(OSError, ValueError):
        if not to.exists() and not _size(_log_of(to)) and is_sealed():  # a log that is left would change the copy
            with NamedTemporaryFile(dir=to.parent) as made:
                shutil.copyfile(path, made.name)
                if is_sealed():  # not changed meanwhile
                    os.link(made.name, to)  # fails if there is one by now


@contextmanager
def closing(path: Path) -> Iterator[None]:
    """A context in which a connection is closed, and SQLite may move the log into the file."""
    is_changed = _size(_log_of(path)) > 0 and _seal_of(path).exists() and not is_broken(path)
    if is_changed:
        unseal(path)
    yield
    if is_changed:
        seal(path)


def _state(path: Path) -> str:
    """The sizes and times of the file and, where it is not empty, of its log."""
    files = [path, *([_log_of(path)] if _size(_log_of(path)) else [])]
    return " ".join(f"{found.st_size} {found.st_mtime_ns}" for found in (file.stat() for file in files))


def _digest(path: Path) -> str:
    made = hashlib.blake2b(digest_size=16)
    for file in (path, _log_of(path)):
        if _size(file):
            with file.open("rb") as stream:
                while part := stream.read(1 << 20):
                    made.update(part)
    return made.hexdigest()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _seal_of(path: Path) -> Path:
    return path.with_name(path.name + ENDING)


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")
