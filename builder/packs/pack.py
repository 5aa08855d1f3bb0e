"""Finds game packs, bundled and the user's own, and reads their files into memory; judges nothing in them.

A pack is a folder with a game.yaml. Nothing outside that folder is ever read for it.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from builder import __version__
from builder.diagnostics import Diagnostic, Span, UsageError
from builder.storage.files import MAX_FILE_BYTES, display
from builder.storage.resources import bundled

if TYPE_CHECKING:  # importing it brings the YAML parser, which reading a current database does without
    from builder.documents.document import Document

MAX_FILES = 20_000
MAX_PACK_BYTES = 256 * 1024 * 1024

_LISTS = {"formats", "decks", "locales", "phrases"}  # folders that hold one thing a file


@dataclass
class Pack:
    """A pack's files as read: `files` are what it says, by path from its folder; `others` lie beside them."""

    root: Path
    bundled: bool
    files: dict[str, bytes] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def folder(self) -> str:
        """The name of the pack's folder."""
        return self.root.name

    def shown(self, name: str) -> str:
        """A file of the pack as the user would write its path."""
        return display(self.root / name)

    @cached_property
    def game_document(self) -> Document:
        """game.yaml as read, once for all who ask."""
        from builder.documents.document import Document
        from builder.documents.reading import decode, parse

        shown = self.shown("game.yaml")
        content = self.files.get("game.yaml")
        if content is None:
            return Document(shown)
        text, problems = decode(content, shown)
        return Document(shown, diagnostics=problems) if problems else parse(text, shown)

    @property
    def game_id(self) -> str:
        """The game's id; the folder's name where game.yaml has none that can be read."""
        data = self.game_document.data
        found = data.get("id") if isinstance(data, dict) else None
        return found if isinstance(found, str) else self.folder

    @cached_property
    def key(self) -> str:
        """A hash of all that the compiled form comes from: the files, Arsenal itself, its schemas and its plugins."""
        digest = hashlib.blake2b(_version(), digest_size=16)
        for name, content in self.files.items():
            digest.update(f"\0{name}\0{len(content)}\0".encode())
            digest.update(content)
        digest.update("\0".join([*self.others, *(f"{d.code} {d.message}" for d in self.diagnostics)]).encode())
        return digest.hexdigest()


def find(folders: Iterable[Path] = ()) -> list[tuple[Path, bool]]:
    """All packs as (folder, bundled), the bundled ones first.

    Each of `folders` is a pack or holds packs. Raises UsageError for one that is neither.
    """
    found = dict.fromkeys(_packs_in(bundled("cards")), True)
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f'there is no folder "{folder}"', "--packs takes a pack's folder, or a folder of packs")
        own = list(_packs_in(folder))
        if not own:
            raise UsageError(
                f'there is no pack in "{folder}"',
                "a pack is a folder with a game.yaml; `arsenal new game NAME` starts one",
            )
        found.update(dict.fromkeys((p for p in own if p not in found), False))
    return list(found.items())


def enclosing(path: Path) -> list[Path]:
    """The packs that `path` names: itself, those in it, or the one that it is in.

    Raises UsageError where there is none.
    """
    if not path.exists():
        raise UsageError(f'there is no file or folder "{path}"')
    inside = list(_packs_in(path)) if path.is_dir() else []
    if inside:
        return inside
    if pack := around(path.parent):
        return pack
    raise UsageError(
        f'"{path}" is not in a pack',
        "a pack is a folder with a game.yaml; `arsenal new game NAME` starts one",
    )


def enclosing_one(path: Path) -> Path:
    """The one pack that `path` names. Raises UsageError where there is none, or several to choose from."""
    found = enclosing(path)
    if len(found) > 1:
        named = ", ".join(pack.name for pack in found)
        raise UsageError(f'there are several packs in "{path}": {named}', "name the folder of one")
    return found[0]


def around(folder: Path) -> list[Path]:
    """The pack that a folder is in, if it is in one."""
    here = folder.resolve()
    return [parent for parent in (here, *here.parents) if (parent / "game.yaml").is_file()][:1]


def read(root: Path, *, is_bundled: bool = False) -> Pack:
    """Read a pack's files. What can't be read is in the pack's diagnostics."""
    pack = Pack(root, is_bundled)
    total = 0
    for count, (name, entry) in enumerate(_walk(str(root))):
        if count >= MAX_FILES:
            pack.diagnostics.append(
                Diagnostic("too-large", f"the pack has more than {MAX_FILES} files", Span(pack.shown("")))
            )
            break
        if fault := _unreadable(root, entry):
            code, message, help_ = fault
            pack.diagnostics.append(Diagnostic(code, message, Span(pack.shown(name)), help_))
        elif not _is_source(name):
            pack.others.append(name)
        else:
            try:
                with open(entry.path, "rb") as stream:  # noqa: PTH123 - a pack has hundreds of files, and a Path costs time
                    pack.files[name] = stream.read(MAX_FILE_BYTES + 1)
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                pack.diagnostics.append(
                    Diagnostic("unreadable-file", f"the file can't be read: {reason}", Span(pack.shown(name)))
                )
                continue
            total += len(pack.files[name])
            if total > MAX_PACK_BYTES:
                limit = MAX_PACK_BYTES // 1024 // 1024
                message = f"the pack's files are larger than {limit} MB together"
                pack.diagnostics.append(Diagnostic("too-large", message, Span(pack.shown(name))))
                break
    return pack


def _unreadable(root: Path, entry: os.DirEntry[str]) -> tuple[str, str, str] | None:
    """Why a file is not read, as a code, a message and what to do; None for one that can be."""
    if not entry.is_symlink():
        if entry.is_file(follow_symlinks=False):
            return None
    elif not Path(os.path.realpath(entry.path)).is_relative_to(root.resolve()):  # Path.resolve raises for circles
        return "path-outside-pack", "this link leads out of the pack", "copy the file into the pack"
    path = Path(entry.path)
    if path.is_file() or not path.exists():  # a link to nothing fails when it is read
        return None
    return "unreadable-file", "this is not a file that can be read", "remove it"  # a pipe would wait for ever


def in_memory(root: Path, files: Mapping[str, bytes]) -> Pack:
    """A pack that stands nowhere: `files` by path from `root`, hidden ones left out as `read` leaves them out."""
    seen = sorted(name for name in files if not any(part.startswith(".") for part in name.split("/")))
    sources = {name: files[name] for name in seen if _is_source(name)}
    return Pack(root, bundled=False, files=sources, others=[name for name in seen if name not in sources])


def _packs_in(folder: Path) -> Iterator[Path]:
    if (folder / "game.yaml").is_file():
        yield folder.resolve()
    elif folder.is_dir():
        for child in sorted(folder.iterdir()):
            if (child / "game.yaml").is_file():
                yield child.resolve()


def _walk(root: str, above: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every file of the pack in a fixed order, hidden ones left out; links to folders are not followed."""
    try:
        with os.scandir(root) as listed:
            entries = sorted((e for e in listed if not e.name.startswith(".")), key=lambda e: e.name)
    except OSError:
        return
    folders = []
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            folders.append(entry)
        elif not (entry.is_symlink() and Path(entry.path).is_dir()):
            yield above + entry.name, entry
    for folder in folders:
        yield from _walk(folder.path, f"{above}{folder.name}/")


def _is_source(name: str) -> bool:
    """Whether a file of this name is part of what a pack says (and not a picture, a template, a note)."""
    parts = name.split("/")
    if name in ("game.yaml", "card.schema.json", "rulings.yaml", "verbs.yaml") or parts[0] == "templates":
        return True
    if not name.endswith(".yaml"):
        return False
    return (parts[0] == "sets" and len(parts) == 3) or (parts[0] in _LISTS and len(parts) == 2)


@cache
def _version() -> bytes:
    """What differs between versions of Arsenal: its schemas, when its modules changed, when a package was installed."""
    digest = hashlib.blake2b(__version__.encode(), digest_size=16)
    for path in sorted(bundled("schemas").glob("*.json")):
        digest.update(path.read_bytes())
    for folder, _, names in sorted(os.walk(Path(__file__).parents[1])):
        for name in sorted(names):
            if name.endswith(".py"):
                seen = os.stat(f"{folder}/{name}")  # noqa: PTH116 - hundreds of modules, and a Path costs time
                digest.update(f"{seen.st_mtime_ns} {seen.st_size}".encode())
    for path in map(Path, sys.path):  # a plugin comes and goes with an installed package
        if path.name in ("site-packages", "dist-packages") and path.is_dir():
            digest.update(f"{path} {path.stat().st_mtime_ns}".encode())
    return digest.digest()
