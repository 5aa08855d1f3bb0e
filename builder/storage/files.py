"""Files: how large they may be, how their paths are shown; they are written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from builder.diagnostics import UsageError

MAX_FILE_BYTES = 16 * 1024 * 1024
PATIENCE = 5.0  # seconds within which a program must open a pipe that is read


def display(path: Path) -> str:
    """The path as the user would write it: relative to the working folder where it is inside it."""
    try:
        inside = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return str(path) if inside.startswith("..") else inside


def read_named(path: Path, limit: int) -> bytes:
    """Up to `limit` bytes of a file that the user named: a regular one, or a pipe that a program writes to.

    Raises OSError for anything else, and for a pipe that no program has opened to write within `PATIENCE`.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        kind = os.fstat(handle).st_mode
        if stat.S_ISFIFO(kind):
            first = _first_of(handle)
            os.set_blocking(handle, True)
            return first + stream.read(limit - len(first))
        if not stat.S_ISREG(kind):
            raise OSError("it is neither a regular file nor a pipe")
        return stream.read(limit)


def is_file(name: str | Path) -> bool:
    """Whether there is a regular file of that name; False also for a name that no file can have."""
    return os.path.isfile(name)  # noqa: PTH113 - Path.is_file raises errors for names that are too long


def is_folder(name: str | Path) -> bool:
    """Whether there is a folder of that name; False also for a name that no folder can have."""
    return os.path.isdir(name)  # noqa: PTH112 - as above


def is_there(name: str | Path) -> bool:
    """Whether there is a file or a folder of that name; False also for a name that nothing can have."""
    return os.path.exists(name)  # noqa: PTH110 - as above


def is_pipe(name: str | Path) -> bool:
    """Whether there is a pipe of that name; False also for a name that nothing can have."""
    try:
        return Path(name).is_fifo()
    except OSError:
        return False


def inside(folder: Path, name: str) -> Path:
    """The path of a file in a folder, to be written. Raises UsageError where it would lie outside, also by a link."""
    path = folder / name
    try:
        if path.resolve().is_relative_to(folder.resolve()) and path.resolve() != folder.resolve():
            return path
    except (OSError, ValueError, RuntimeError):  # names that no file system takes, links that never end
        pass
    raise UsageError(f'"{path}" would lie outside "{folder}"', "nothing is written there: look for a link on the way")


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
    if is_folder(path):
        raise UsageError(f'"{path}" is a folder', f"name a file in it: {path / 'sheets.pdf'}")
    try:
        path = path.resolve() if path.is_symlink() else path
        there = path.exists()
    except (OSError, ValueError, RuntimeError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        raise UsageError(f'"{path}" can\'t be written: {reason}', "write somewhere else") from None
    if not is_folder(path.parent):
        raise UsageError(f'there is no folder "{path.parent}"', "make it first, or write somewhere else")
    if there and not os.access(path, os.W_OK):
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


def _first_of(pipe: int) -> bytes:
    """What can be read first, which may be nothing yet. Raises OSError where no program writes to the pipe."""
    import select

    waiting = bool(select.select([pipe], [], [], PATIENCE)[0])
    try:
        first = os.read(pipe, 1)
    except BlockingIOError:  # a program has opened it, and is slow
        return b""
    if not first and not waiting:
        raise OSError("no program writes to this pipe")
    return first


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
