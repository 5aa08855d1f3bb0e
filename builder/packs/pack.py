"""Finds packs (bundled, installed and the user's own), and reads their files into memory without checking them.

A pack is a folder with a game.yaml, or with a pack.yaml if it extends a game. Nothing outside that folder is read for
it. `builder.packs.expansions` joins games and their expansions.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from builder import plugins
from builder.diagnostics import Diagnostic, Span, UsageError
from builder.storage.files import display, is_file, is_folder, is_there, relative
from builder.storage.listing import MOST_FILES, Listed, UnreadableError, contents, listed
from builder.storage.resources import bundled
from builder.version import __version__

if TYPE_CHECKING:  # it imports the YAML parser, which is not needed with a current database
    from builder.documents.document import Document

GROUP = "arsenal.packs"  # of entry points, each of which is the path of a pack, or of a folder of packs

GAME_FILE, EXPANSION_FILE = "game.yaml", "pack.yaml"  # what makes a folder a pack

_FILES = {
    GAME_FILE,
    EXPANSION_FILE,
    "card.schema.json",
    "abilities.schema.json",
    "rulings.yaml",
    "verbs.yaml",
    "import.yaml",
}
_LISTS = {"formats", "decks", "locales", "phrases"}  # folders that hold one thing a file


@dataclass
class Pack:
    """A pack's files as read: `files` are its sources, by path from its folder; `others` are other files there.

    `unread` are the names of files that can't be read; `diagnostics` say why. `expansions` are the packs that extend
    this game, if they are used.
    """

    root: Path
    bundled: bool
    files: dict[str, bytes] = field(default_factory=dict)
    others: dict[str, Listed] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    expansions: tuple[Pack, ...] = ()

    @property
    def members(self) -> tuple[Pack, ...]:
        """The pack itself, then those that extend it."""
        return (self, *self.expansions)

    @property
    def is_expansion(self) -> bool:
        """Whether the pack is no game of its own, but extends one."""
        names = {*self.files, *self.unread}
        return EXPANSION_FILE in names and GAME_FILE not in names

    @property
    def manifest(self) -> str:
        """The name of the pack's main file: game.yaml or pack.yaml."""
        return EXPANSION_FILE if self.is_expansion else GAME_FILE

    @property
    def folder(self) -> str:
        """The name of the pack's folder."""
        return self.root.name

    @property
    def data_files(self) -> dict[str, bytes]:
        """The files that Arsenal reads as YAML; files of templates/ are never among them."""
        named = self.files.items()
        return {
            name: content for name, content in named if name.endswith(".yaml") and not name.startswith("templates/")
        }

    def shown(self, name: str) -> str:
        """A file of the pack as the user would write its path."""
        return display(self.root / name)

    def holds(self, path: str) -> bool:
        """Whether a file is this pack's own, by its path as the user would write it."""
        return path in self._shown

    @cached_property
    def _shown(self) -> frozenset[str]:
        return frozenset(
            self.shown(name) for name in (GAME_FILE, EXPANSION_FILE, "", *self.files, *self.others, *self.unread)
        )

    @cached_property
    def game_document(self) -> Document:
        """game.yaml as read, or the pack.yaml of an expansion; it is read only once."""
        from builder.documents.document import Document
        from builder.documents.reading import decode, parse

        shown = self.shown(self.manifest)
        content = self.files.get(self.manifest)
        if content is None:
            return Document(shown)
        text, problems = decode(content, shown)
        return Document(shown, diagnostics=problems) if problems else parse(text, shown)

    @property
    def game_id(self) -> str:
        """The game's id, or the expansion's; the folder's name where its file has none that can be read."""
        data = self.game_document.data
        found = data.get("id") if isinstance(data, dict) else None
        return found if isinstance(found, str) else self.folder

    @cached_property
    def key(self) -> str:
        """A hash of all that the compiled form depends on: the files, Arsenal itself, its schemas and its plugins."""
        digest = hashlib.blake2b(_version(), digest_size=16)
        for name, content in self.files.items():
            digest.update(f"\0{name}\0{len(content)}\0".encode())
            digest.update(content)
        digest.update("\0".join([*self.others, *(f"{d.code} {d.message}" for d in self.diagnostics)]).encode())
        for expansion in self.expansions:
            where = relative(expansion.root, self.root)
            digest.update(f"\0{where}\0{expansion.key}".encode("utf-8", "surrogateescape"))
        return digest.hexdigest()


def find(folders: Iterable[Path] = ()) -> list[tuple[Path, bool]]:
    """All packs as (folder, bundled), the bundled ones first, then those that other packages bring.

    Each of `folders` is a pack or holds packs. Raises UsageError for one that is neither, and for a broken plugin.
    """
    found = dict.fromkeys(_packs_in(bundled("cards")), True)
    found.update(dict.fromkeys(_installed(), True))
    for folder in folders:
        if not is_folder(folder):
            raise UsageError.of("stops", "packs.folder", path=folder)
        own = list(_packs_in(folder))
        if not own:
            raise UsageError.of("stops", "packs.none", path=folder)
        found.update(dict.fromkeys((p for p in own if p not in found), False))
    return list(found.items())


def enclosing(path: Path) -> list[Path]:
    """The packs that `path` names: the one there, those inside, or the one around it.

    Raises UsageError where there is none.
    """
    if not is_there(path):
        raise UsageError.of("stops", "packs.nothing", path=path)
    inside = list(_packs_in(path)) if is_folder(path) else []
    if inside:
        return inside
    if pack := around(path.parent):
        return pack
    raise UsageError.of("stops", "packs.outside", path=path)


def enclosing_one(path: Path) -> Path:
    """The one pack that `path` names. Raises UsageError where there is none, or several to choose from."""
    found = enclosing(path)
    if len(found) > 1:
        named = ", ".join(pack.name for pack in found)
        raise UsageError.of("stops", "packs.several", path=path, names=named)
    return found[0]


def around(folder: Path) -> list[Path]:
    """The pack that a folder is in, if it is in one."""
    here = folder.resolve()
    return [_named(parent) for parent in (here, *here.parents) if is_pack(parent)][:1]


def read(root: Path, *, is_bundled: bool = False) -> Pack:
    """Read a pack's files. What can't be read is in the pack's diagnostics."""
    pack = Pack(root, is_bundled)
    for file in listed(root):
        fault = file.fault
        if not fault and not is_source(file.name):
            pack.others[file.name] = file
        elif not fault:
            try:
                pack.files[file.name] = contents(file)
            except UnreadableError as error:
                fault = error.fault
        if fault:
            pack.unread.append(file.name)
            pack.diagnostics.append(replace(fault, span=Span(pack.shown(file.name))))
    return pack


def in_memory(root: Path, files: Mapping[str, bytes]) -> Pack:
    """A pack that is in no folder: `files` by path from `root`, hidden ones left out as `read` leaves them out."""
    seen = sorted(name for name in files if not any(part.startswith(".") for part in name.split("/")))
    sources = {name: files[name] for name in seen if is_source(name)}
    return Pack(root, bundled=False, files=sources, others={n: Listed(n) for n in seen if n not in sources})


def is_pack(folder: Path) -> bool:
    """Whether a folder is a pack."""
    return is_file(folder / GAME_FILE) or is_file(folder / EXPANSION_FILE)


def _installed() -> Iterator[Path]:
    """The packs that other packages bring. Raises UsageError for a plugin that names no folder of packs."""
    for name, where in plugins.load_all(GROUP, _is_path, "the path of a folder"):
        packs = list(_packs_in(Path(where)))
        if not packs:
            raise plugins.unusable(name, f'there is no pack in "{where}"')
        yield from packs


def _is_path(found: object) -> TypeGuard[str | os.PathLike[str]]:
    return isinstance(found, str | os.PathLike)


def _packs_in(folder: Path) -> Iterator[Path]:
    if is_pack(folder):
        yield _named(folder.resolve())
    elif is_folder(folder):
        try:
            children = sorted(islice(folder.iterdir(), MOST_FILES))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError.of("stops", "packs.unread", path=folder, why=reason) from None
        yield from (_named(child.resolve()) for child in children if is_pack(child))


def _named(root: Path) -> Path:
    """The folder of a pack. Raises UsageError where its path is no valid text, which messages and databases need."""
    shown = os.fsencode(root).decode("utf-8", "replace")
    if shown != str(root):
        raise UsageError.of("stops", "packs.name", path=shown)
    return root


def is_reprints(name: str) -> bool:
    """Whether a file of this name lists cards of other sets that are in its set, too."""
    return name.startswith("sets/") and name.endswith("/reprints.yaml")


def is_source(name: str) -> bool:
    """Whether a file of this name is a source of a pack, and not a picture, a template or a note."""
    parts = name.split("/")
    if name in _FILES or parts[0] == "templates":
        return True
    if not name.endswith(".yaml"):
        return False
    return (parts[0] == "sets" and len(parts) == 3) or (parts[0] in _LISTS and len(parts) == 2)


@cache
def _version() -> bytes:
    """What differs between versions of Arsenal: its schemas, and the times of its modules and installed packages."""
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


def refuse_overwriting(paths: Iterable[Path], read_from: str = "") -> None:
    """Raises UsageError where one of `paths`, to be written, is an existing file of a pack, or `read_from`.

    Files of a pack are its YAML, templates and fonts, and every file that its YAML names, such as art.
    """
    named: dict[Path, bytes] = {}
    for path in paths:
        if not path.is_file():
            continue
        if read_from and os.path.exists(read_from) and os.path.samefile(path, read_from):  # noqa: PTH110, PTH121 - it may be no path at all
            raise UsageError.of("stops", "reads", path=path)
        real = path.resolve()
        for root in around(real.parent):
            name = real.relative_to(root).as_posix()
            if root not in named:
                named[root] = b"\n".join(read(root).files.values())
            if is_source(name) or name.startswith("fonts/") or name.encode() in named[root]:
                raise UsageError.of("stops", "of-pack", path=path, pack=root.name)
