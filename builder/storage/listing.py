"""Lists and reads the files in a folder that a stranger may have made, such as a pack.

A file can be read if it is a regular file inside the folder, if no part of its path is hidden, and if it is not larger
than its kind may be. A link counts as the file that it leads to; links to folders are not followed. Only this module
opens files of packs, so Arsenal never waits for a pipe or a device there.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from builder.diagnostics import Diagnostic
from builder.storage.files import MAX_FILE_BYTES

MOST_FILES = 20_000  # files and folders of a pack
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")
FONTS = (".ttf", ".otf")

_MB = 1024 * 1024
_READING = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: the limits in bytes for one file and for all of a pack; and advice on how to stay below them."""

    one: int
    together: int
    help: str


SOURCE = Kind(MAX_FILE_BYTES, 256 * _MB, "split it in several files")
PICTURE = Kind(64 * _MB, 8192 * _MB, "save it with fewer pixels")
FONT = Kind(20 * _MB, 60 * _MB, "subset it")


@dataclass(frozen=True, slots=True)
class Listed:
    """A file, named by its path from the folder with "/" between parts; or a folder, if the `fault` is about one.

    `path` is the path to open, for a link the one that it leads to. `size` is in bytes, and `changed` in ns since 1970.
    `fault` says why the file can't be read.
    """

    name: str
    path: str = ""
    size: int = 0
    changed: int = 0
    fault: Diagnostic | None = None


class UnreadableError(Exception):
    """A file can't be read; `fault` says why."""

    def __init__(self, fault: Diagnostic) -> None:
        super().__init__(fault.message)
        self.fault = fault


def listed(root: Path) -> Iterator[Listed]:
    """Every file of a folder in a fixed order, also those with a fault, without hidden ones.

    If there are too many, the last one has a fault that says so.
    """
    left = {SOURCE: SOURCE.together, PICTURE: PICTURE.together, FONT: FONT.together}
    for _, files in _walked(root):
        for file in files:
            yield from _counted(file, left)


def listed_with(root: Path, others: Mapping[str, Path]) -> Iterator[Listed]:
    """Every file of a folder, then the pictures of the `others`, by their ids: see `named_in`."""
    yield from listed(root)
    for pack_id, folder in others.items():
        for file in listed(folder):
            if kind_of(file.name) is PICTURE:
                yield replace(file, name=named_in(pack_id, file.name))


def named_in(pack_id: str, name: str) -> str:
    """The name of another pack's file among the game's own files: a hidden name, which no own file has.

    For the game's own pack, whose `pack_id` is empty, it is the name itself.
    """
    return f".packs/{pack_id}/{name}" if pack_id and name else name


def folders(root: Path) -> list[Path]:
    """The folder itself, and every folder in it whose files are listed."""
    return [root / above for above, _ in _walked(root)]


def contents(file: Listed) -> bytes:
    """The content of a file. Raises UnreadableError where it can't be read, or has become too large."""
    if file.fault:
        raise UnreadableError(file.fault)
    kind = kind_of(file.name) or SOURCE
    try:
        handle = _handle(file.path)
        try:
            parts = [os.read(handle, min(file.size, kind.one) + 1)]
            size = len(parts[0])
            while size != file.size and parts[-1] and size <= kind.one:  # it has changed since it was listed
                parts.append(os.read(handle, kind.one + 1 - size))
                size += len(parts[-1])
        finally:
            os.close(handle)
    except OSError as error:
        raise UnreadableError(_unreadable("file", error)) from None
    if size > kind.one:
        raise UnreadableError(_larger(kind))
    return b"".join(parts)


def opened(path: str) -> BinaryIO:
    """A file opened for reading, by the path of a `Listed`. Raises OSError for anything but a regular file."""
    return os.fdopen(_handle(path), "rb")


def kind_of(name: str) -> Kind | None:
    """The kind of a pack's file by its name; None for a file that is read only if a template names it."""
    if name.startswith("fonts/") and name.lower().endswith(FONTS):
        return FONT
    if name.startswith("templates/") or name.endswith((".yaml", ".json")):
        return SOURCE
    return PICTURE if name.lower().endswith(PICTURES) else None


def _handle(path: str) -> int:
    handle = os.open(path, _READING)  # does not wait for the other end of a pipe
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise OSError("it is not a regular file")


def _walked(root: Path) -> Iterator[tuple[str, list[Listed]]]:
    """The folders, each as its path from the root with a "/" at its end, and its files."""
    waiting, count = [""], 0
    while waiting:
        above = waiting.pop()
        files, inner = _in_folder(root, above)
        count += len(files) + len(inner)
        if count > MOST_FILES:
            yield above, [Listed(above.rstrip("/"), fault=_too_many())]
            return
        yield above, files
        waiting += reversed(inner)


def _in_folder(root: Path, above: str) -> tuple[list[Listed], list[str]]:
    """The files of one folder, and the folders in it. `above` is its path from the root, with a "/" at its end."""
    try:
        with os.scandir(f"{root}/{above}") as found:
            entries = sorted(islice(found, MOST_FILES + 1), key=lambda entry: entry.name)
    except FileNotFoundError:  # removed meanwhile
        return [], []
    except OSError as error:
        return [Listed(above.rstrip("/"), fault=_unreadable("folder", error))], []
    if len(entries) > MOST_FILES:
        return [Listed(above.rstrip("/"), fault=_too_many())], []
    files, folders = [], []
    for entry in entries:
        name = above + entry.name
        if entry.name.startswith("."):
            continue
        if not entry.name.isascii() and (shown := _shown(name)) != name:
            fault = Diagnostic("not-utf8", "the name of this file or folder is not UTF-8", help="rename it")
            files.append(Listed(shown, fault=fault))
            continue
        try:
            seen = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue
        except OSError as error:  # the folder can't be searched
            files.append(Listed(name, fault=_unreadable("file", error)))
            continue
        if stat.S_ISDIR(seen.st_mode):
            folders.append(name + "/")
        else:
            files.append(_judged(root, name, entry.path, seen))
    return files, folders


def _counted(file: Listed, left: dict[Kind, int]) -> Iterator[Listed]:
    """The file, if enough bytes are `left` for its kind. The first file beyond that has a fault that says so."""
    kind = kind_of(file.name)
    if not kind or file.fault:
        yield file
        return
    before = left[kind]
    left[kind] -= file.size
    if left[kind] >= 0:
        yield file
    elif before >= 0:
        message = f"the pack's files of this kind are larger than {kind.together // _MB} MB together"
        yield Listed(file.name, fault=Diagnostic("too-large", message, help=kind.help))


def _judged(root: Path, name: str, path: str, seen: os.stat_result) -> Listed:
    """A file that is no folder; its fault says if it can't be read."""
    if stat.S_ISLNK(seen.st_mode):
        real, folder = os.path.realpath(path), os.path.realpath(root)
        inside = real.removeprefix(folder.rstrip(os.sep) + os.sep)
        if inside == real or any(part.startswith(".") for part in Path(inside).parts):
            hidden = "to a hidden file" if inside != real else "out of the pack"
            fault = Diagnostic("path-outside-pack", f"this link leads {hidden}", help="copy the file into the pack")
            return Listed(name, fault=fault)
        try:
            seen = Path(real).stat()
        except (OSError, ValueError) as error:
            return Listed(name, fault=_unreadable("file", error))
        if stat.S_ISDIR(seen.st_mode):
            message = "this is a link to a folder, and only links to files are followed"
            return Listed(name, fault=Diagnostic("unreadable-file", message, help="put the folder itself there"))
        path = real
    if not stat.S_ISREG(seen.st_mode):
        fault = Diagnostic("unreadable-file", "this is not a file that can be read", help="remove it")
        return Listed(name, fault=fault)
    kind = kind_of(name)
    if kind and seen.st_size > kind.one:
        return Listed(name, fault=_larger(kind))
    return Listed(name, path, seen.st_size, seen.st_mtime_ns)


def _unreadable(what: str, error: OSError | ValueError) -> Diagnostic:
    reason = str(getattr(error, "strerror", None) or error).lower()
    return Diagnostic("unreadable-file", f"the {what} can't be read: {reason}")


def _larger(kind: Kind) -> Diagnostic:
    return Diagnostic("too-large", f"the file is larger than {kind.one // _MB} MB", help=kind.help)


def _too_many() -> Diagnostic:
    return Diagnostic("too-large", f"the pack has more than {MOST_FILES} files")


def _shown(name: str) -> str:
    """A name of the file system as text: U+FFFD for what is no UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")
