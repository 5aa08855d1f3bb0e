"""What was rendered is kept, under a name that says everything it was made from: unchanged content costs no rendering.

Entries appear whole or not at all, so that several processes can share the folder; what is damaged counts as not there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from builder.storage.resources import cache_folder

LIMIT = 512 * 1024 * 1024  # bytes of all entries; beyond it, those that were used longest ago go
KEPT_AFTER_PRUNING = 0.8
DIGEST = 20  # bytes

OWN = Path(__file__).resolve().parents[1]
MADE_BY = (
    "**/*.py",
    "faces/templates/*",
    "outputs/templates/*",
)  # this package's files: another version of them may draw otherwise
LIBRARIES = ("typst", "jinja2", "font-source-sans-pro")


@dataclass(frozen=True, slots=True)
class Kept:
    """A folder of rendered things by name."""

    folder: Path

    @classmethod
    def open(cls) -> Kept | None:
        """The one in the user's cache; None where nothing can be written."""
        cached = cache_folder()
        return cls(cached / "renders") if cached else None

    def get(self, name: str) -> bytes | None:
        """What was put under this name."""
        path = self._path(name)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        checksum, body = data[:DIGEST], data[DIGEST:]
        if checksum != _digest(body):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # it was used today
        return body

    def put(self, name: str, body: bytes) -> None:
        """Keep this. A folder that can't be written to, or is full, keeps nothing."""
        path = self._path(name)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, written = tempfile.mkstemp(dir=path.parent, prefix=".")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_digest(body) + body)
                Path(written).replace(path)
            except OSError:
                Path(written).unlink(missing_ok=True)

    def prune(self, limit: int = LIMIT) -> None:
        """Let go of what was used longest ago, where all entries together exceed so many bytes."""
        entries = sorted(self._entries())
        total = sum(size for _, size, _ in entries)
        if total <= limit:
            return
        for _, size, path in entries:
            with contextlib.suppress(OSError):
                path.unlink()
            total -= size
            if total <= limit * KEPT_AFTER_PRUNING:
                return

    def _entries(self) -> Iterator[tuple[float, int, Path]]:
        for path in self.folder.glob("*/*"):
            with contextlib.suppress(OSError):
                seen = path.stat()
                yield seen.st_mtime, seen.st_size, path

    def _path(self, name: str) -> Path:
        return self.folder / name[:2] / name[2:]


def name_for(made_from: Any, files: Iterable[Path] = (), within: str = "") -> str:
    """The name of what is made from this JSON, these files and this version of Arsenal.

    `within` is the name of what it has in common with others, so that this is digested once.
    """
    digest = hashlib.blake2b(within.encode() or _version(), digest_size=DIGEST)
    digest.update(json.dumps(made_from, sort_keys=True).encode())
    for path in sorted(files):
        digest.update(str(path).encode() + b"\0")
        with contextlib.suppress(OSError):
            digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


@cache
def _version() -> bytes:
    digest = hashlib.blake2b(digest_size=DIGEST)
    for pattern in MADE_BY:
        for path in sorted(OWN.glob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for library in LIBRARIES:
        digest.update(metadata.version(library).encode() + b"\0")
    return digest.digest()


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=DIGEST).digest()
