"""Files: how large they may be, how their paths are shown, and writing them whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from builder.diagnostics import UsageError

MAX_FILE_BYTES = 16 * 1024 * 1024
PATIENCE = 5.0  # seconds to wait for a program that opens a pipe to write


class ChangedError(UsageError):
    """A user's file has changed since it was read, and so it was not replaced."""


def relative(path: Path | str, folder: Path) -> str:
    """The path from a folder; the path itself where that is impossible, as on another drive."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path)


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


def real(path: Path) -> Path:
    """The path without links, which need not exist.

    Raises OSError where links never end (`Path.resolve` raises RuntimeError up to Python 3.12, and nothing from 3.13
    on), and ValueError for a name that no file can have.
    """
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise
    return Path(os.path.realpath(path))


def inside(folder: Path, name: str) -> Path:
    """The path of a file to write in a folder. Raises UsageError where it would lie outside, also by a link."""
    path = folder / name
    try:
        if real(folder) in real(path).parents:
            return path
    except (OSError, ValueError):  # links that never end, names that no file system allows
        pass
    raise UsageError.of("stops", "outside", path=path, folder=folder)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a reader finds the old content or the new, never a part. Raises OSError."""
    _written(path, content, lambda made: made.replace(path))


def write_new(path: Path, content: bytes) -> None:
    """Write a new file. Raises FileExistsError where there is one, even if it was made meanwhile, and OSError."""
    _written(path, content, lambda made: _moved_to_free(made, path))


def rewrite(path: Path, before: bytes, content: bytes) -> None:
    """Replace a user's file, whose content was `before` when it was read.

    A link stays a link; mode and owner stay. Raises ChangedError, and leaves the file alone, where somebody has changed
    or removed it meanwhile. Raises UsageError where it can't be written.
    """
    from builder.storage.locks import changing

    path = writable(path)

    def replace(made: Path) -> None:
        with changing(path.parent):
            _same(path, before)
            made.replace(path)

    with _explained(path):
        _written(path, content, replace)


def rewrite_all(files: Mapping[Path, tuple[bytes | None, bytes]]) -> None:
    """Replace several of a user's files, each given as (content when it was read, new content): all of them or none.

    None stands for a file that did not exist; its folder is made. Otherwise as `rewrite`. Raises ChangedError where one
    has changed meanwhile, and UsageError.
    """
    made: list[Path] = []
    try:
        new = [path for path, (before, _) in files.items() if before is None]
        with _explained(new[0] if new else Path()):
            made += _made_folders(new)
        places = {writable(path): both for path, both in files.items()}
        _swap(
            {path: after for path, (_, after) in places.items()}, {path: before for path, (before, _) in places.items()}
        )
    except BaseException:
        for folder in reversed(made):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def writable(path: Path) -> Path:
    """The file to write to: for a link, the file that it leads to, since the link stays.

    Raises UsageError, which says what to do, where it can't be written.
    """
    if is_folder(path):
        raise UsageError.of("stops", "is-folder", path=path, file=path / "sheets.pdf")
    try:
        there = path.exists()
        path = real(path) if path.is_symlink() and (path.is_file() or not there) else path  # a pipe has no real path
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        raise UsageError.of("stops", "no-path", path=path, why=reason) from None
    if not is_folder(path.parent):
        raise UsageError.of("stops", "no-parent", path=path.parent)
    if there and not os.access(path, os.W_OK):
        raise UsageError.of("stops", "read-only", path=display(path))
    return path


def check_folder(folder: Path) -> None:
    """Raises UsageError where a folder can't be made, or no files in it, before the work for them is done."""
    there = next(place for place in (folder, *folder.absolute().parents) if is_there(place))
    if not os.access(there, os.W_OK):
        raise UsageError.of("stops", "read-only", path=display(there))


def write_output(path: Path, content: bytes) -> None:
    """Write a file that the user asked for. Raises UsageError, which says what to do, where that is impossible."""
    path = writable(path)
    with _explained(path):
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a device or a pipe is written to, not replaced
        else:
            write_whole(path, content)


def write_files(files: Mapping[Path, bytes]) -> int:
    """Write several files that belong together: in the end all are new, or all are as before.

    Each is written in a hidden folder first; then all are moved to their places, and back if one can't be moved. For a
    moment, there are new files among old ones. If the process is killed in that moment, the next one that writes files
    to the folder moves the rest. Returns how many files of such an earlier run were moved. Raises UsageError.
    """
    from builder.storage.staging import finish

    places = {writable(path): content for path, content in files.items()}
    special = {path: content for path, content in places.items() if path.exists() and not path.is_file()}
    regular = {path: content for path, content in places.items() if path not in special}
    earlier = sum(finish(folder) for folder in dict.fromkeys(path.parent for path in regular))
    _swap(regular)
    for path, content in special.items():
        with _explained(path):
            path.write_bytes(content)  # a device or a pipe is written to, not replaced
    return earlier


def write_folder(folder: Path, files: Mapping[str, bytes], *, new: bool = False) -> int:
    """Write files by their paths in a folder. A new folder appears with all of them; for an old one see `write_files`.

    With `new`, an old folder is left alone. Raises UsageError.
    """
    from builder.storage.locks import remove, unfinished_folder
    from builder.storage.staging import sweep

    made: list[Path] = []
    try:
        if os.path.lexists(folder) and not new:
            made += _made_folders(folder / name for name in files)
            return write_files({folder / name: content for name, content in files.items()})
        made += _made_folders([folder])
        sweep(folder.parent)
        new_folder = unfinished_folder(folder.parent)
        try:
            _fill(new_folder.path, files)
            if os.name != "posix":  # where an open folder can't be moved
                new_folder.close()
            new_folder.path.rename(folder)
        finally:
            remove(new_folder.path)
            new_folder.close()
    except BaseException as error:
        for parent in reversed(made):
            with contextlib.suppress(OSError):
                parent.rmdir()
        if isinstance(error, OSError):
            raise unwritable(folder, error) from None
        raise
    return 0


def unwritable(path: Path, error: OSError, help_: str = "") -> UsageError:
    """The error for a file that can't be written, in words for users."""
    reason = (error.strerror or str(error)).lower()
    return UsageError.of("stops", "unwritable", path=display(path), why=reason, help_=help_)


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turns errors of the file system into `unwritable` ones."""
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from None


def _first_of(pipe: int) -> bytes:
    """The first bytes of a pipe, or b"" if nothing is there yet. Raises OSError where no program writes to the pipe."""
    import select

    waiting = bool(select.select([pipe], [], [], PATIENCE)[0])
    try:
        first = os.read(pipe, 1)
    except BlockingIOError:  # a program has opened it, and has written nothing yet
        return b""
    if not first and not waiting:
        raise OSError("no program writes to this pipe")
    return first


def _written(path: Path, content: bytes, move: Callable[[Path], object]) -> None:
    """Write the content next to a path, then move it there."""
    from builder.storage.locks import remove, unfinished_file
    from builder.storage.staging import keep_mode, sweep, write_all

    sweep(path.parent)
    made = unfinished_file(path.parent)
    try:
        write_all(made.descriptor, content)
        keep_mode(made.path, path)
        if os.name != "posix":  # an open file can't be moved there; on POSIX it stays locked until it is moved
            made.close()
        move(made.path)
    except BaseException:  # also when interrupted: the unfinished file goes
        remove(made.path)
        raise
    finally:
        made.close()


def _same(path: Path, before: bytes | None) -> None:
    """Raises ChangedError where a file's content is not `before` (None: where there is a file)."""
    if before is None:
        if os.path.lexists(path):
            raise ChangedError.of("stops", "made", path=display(path))
        return
    try:
        same = path.is_file() and path.read_bytes() == before
    except OSError:
        same = False
    if not same:
        raise ChangedError.of("stops", "changed", path=display(path))


def _swap(files: Mapping[Path, bytes], before: Mapping[Path, bytes | None] | None = None) -> None:
    """Write files in a hidden folder, then move them all to their places, or all back.

    Raises ChangedError where a file's content is not that of `before`, and UsageError.
    """
    from builder.storage.locks import changing
    from builder.storage.staging import Staging

    staged: dict[Path, Staging] = {}
    try:
        for path, content in files.items():
            with _explained(path):
                if path.parent not in staged:
                    staged[path.parent] = Staging(path.parent)
                staged[path.parent].add(path.name, content)
        with contextlib.ExitStack() as turns:
            for folder in sorted(staged):  # the same order for all, or two would wait for each other
                turns.enter_context(changing(folder))
            for path, old in (before or {}).items():
                _same(path, old)
            for do in (Staging.plan, Staging.move):
                for folder, one in staged.items():
                    with _explained(folder):
                        do(one)
    except BaseException:  # also when interrupted
        for one in staged.values():
            one.undo()
        raise
    finally:
        for one in staged.values():
            one.close()


def _moved_to_free(made: Path, path: Path) -> None:
    """Move a file to a place without a file. Raises FileExistsError where there is one."""
    if os.name != "posix":
        made.rename(path)  # fails if there is a file
        return
    try:
        path.hardlink_to(made)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        made.rename(path)
    else:
        made.unlink()


def _fill(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder that nobody else sees yet, and give it the usual mode."""
    from builder.storage.staging import usual_mask, write_all

    folder.chmod(0o777 & ~usual_mask())
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb", buffering=0) as stream:
            write_all(stream.fileno(), content)


def _made_folders(paths: Iterable[Path]) -> list[Path]:
    """Make the folders for these paths; returns the new ones. Raises OSError."""
    missing = {parent for path in paths for parent in path.parents if not parent.exists()}
    made = sorted(missing, key=lambda parent: len(parent.parts))
    for parent in made:
        parent.mkdir(exist_ok=True)
    return made
