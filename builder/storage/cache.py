"""A cache of results in files: bytes under a key that is made of everything that they depend on.

A cache only saves time. Entries that are damaged or can't be read count as missing; what can't be written is not
cached. Entries appear whole or not at all, so that several processes can share a folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.storage.resources import WRITABLE_BY_OTHERS, cache_folder

CHECKSUM_BYTES = 20
LEFT_BY_PRUNING = 0.8  # share of the limit, so that not every new entry removes others

_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)  # Windows has neither this nor owners


@dataclass(frozen=True, slots=True)
class DiskCache:
    """One folder of entries of one kind.

    `limit` is how many bytes of entries `prune` leaves; with None it removes none. `private` is for entries that are
    code: on POSIX systems, files and folders are then used only if they belong to the user and nobody else can write to
    them. No method raises an error of the file system.
    """

    folder: Path
    limit: int | None = None
    private: bool = False

    @classmethod
    def named(cls, name: str, limit: int | None = None, *, private: bool = False) -> DiskCache | None:
        """The cache of that name in the user's cache folder; None where nothing can be written there."""
        folder = cache_folder()
        return cls(folder / name, limit, private) if folder else None

    def get(self, key: str) -> bytes | None:
        """The bytes of an entry; None where there is none that can be used."""
        path = self._path(key)
        with contextlib.suppress(OSError):
            if self.private and not (_is_own(self.folder.lstat()) and _is_own(path.parent.lstat())):
                return None
            with os.fdopen(os.open(path, os.O_RDONLY | _NO_LINKS * self.private), "rb") as file:
                if self.private and not _is_own(os.fstat(file.fileno())):
                    return None
                data = file.read()
            checksum, body = data[:CHECKSUM_BYTES], data[CHECKSUM_BYTES:]
            if checksum == _checksum(body):
                with contextlib.suppress(OSError):
                    os.utime(path)  # the time of its last use, for `prune`
                return body
        return None

    def put(self, key: str, body: bytes) -> None:
        """Store an entry, in place of an older one with that key."""
        path = self._path(key)
        with contextlib.suppress(OSError):
            for folder in (self.folder, path.parent):
                folder.mkdir(0o700 if self.private else 0o777, parents=True, exist_ok=True)
                if self.private and not _is_own(folder.lstat()):
                    return
            handle, written = tempfile.mkstemp(dir=path.parent, prefix=".")  # only the user can read and write it
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_checksum(body) + body)
                Path(written).replace(path)
            except OSError:
                Path(written).unlink(missing_ok=True)

    def prune(self) -> None:
        """If all entries together exceed the limit, remove those that were unused for longest."""
        if self.limit is None:
            return
        entries = sorted(self._entries())
        total = sum(size for _, size, _ in entries)
        if total <= self.limit:
            return
        for _, size, path in entries:
            with contextlib.suppress(OSError):
                path.unlink()
            total -= size
            if total <= self.limit * LEFT_BY_PRUNING:
                return

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        """When each entry was last used, its size in bytes, and its file."""
        for path in self.folder.glob("*/*"):
            with contextlib.suppress(OSError):
                seen = path.stat()
                yield seen.st_mtime, seen.st_size, path

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]


def _checksum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=CHECKSUM_BYTES).digest()


def _is_own(seen: os.stat_result) -> bool:
    """Whether a file or folder belongs to the user and nobody else can write to it; a link is neither."""
    if os.name != "posix":
        return True
    kind = stat.S_ISREG(seen.st_mode) or stat.S_ISDIR(seen.st_mode)
    return kind and seen.st_uid == os.geteuid() and not seen.st_mode & WRITABLE_BY_OTHERS
