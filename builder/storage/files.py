"""Files: how large they may be, how their paths are shown; they are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from builder.diagnostics import UsageError

MAX_FILE_BYTES = 16 * 1024 * 1024


def display(path: Path) -> str:
    """The path as the user would write it: relative to the working folder where it is inside it."""
    try:
        inside = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return str(path) if inside.startswith("..") else inside


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a reader finds the old content or the new, never a part. Raises OSError."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:  # also when interrupted: the unfinished file goes
        Path(name).unlink(missing_ok=True)
        raise


def writable(path: Path) -> Path:
    """The file that is written: what a link points at, since the link stays.

    Raises UsageError, which says what to do, where it can't be.
    """
    path = path.resolve() if path.is_symlink() else path
    if path.is_dir():
        raise UsageError(f'"{path}" is a folder', f"name a file in it: {path / 'sheets.pdf'}")
    if not path.parent.is_dir():
        raise UsageError(f'there is no folder "{path.parent}"', "make it first, or write somewhere else")
    if path.exists() and not os.access(path, os.W_OK):
        raise UsageError(f'"{path}" is read-only', "write somewhere else, or make it writable")
    return path


def write_output(path: Path, content: bytes) -> None:
    """Write a file that the user asked for; what prevents it is a UsageError that says what to do."""
    path = writable(path)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a device or a pipe is written to, not replaced
        else:
            write_whole(path, content)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f'"{path}" can\'t be written: {reason}', "what was there before is as it was") from None


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
