"""Cache keys of what is rendered: a key depends on everything that the result is made from."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import builder.games
from builder.games import Game
from builder.storage.cache import DiskCache
from builder.storage.listing import Listed, UnreadableError, contents, listed_with
from renderers.faces.faces import PrintedFace
from renderers.typst.fonts import FAMILIES, font_files

CACHE = "renders"  # its name in the user's cache folder
LIMIT = 512 * 1024 * 1024  # bytes
DIGEST = 20  # bytes

# Whatever may change what is drawn: other versions of these files and libraries may draw otherwise.
OWN = (Path(__file__).resolve().parents[1], Path(builder.games.__file__).parent)
ENDINGS = (".py", ".j2", ".typ", ".yaml", ".txt")
LIBRARIES = {name: name for name in ("typst", "jinja2", "pikepdf")}
LIBRARIES |= {family.package: family.distribution for family in FAMILIES.values()}


def render_cache() -> DiskCache | None:
    """The user's cache of rendered files; None where nothing can be written."""
    return DiskCache.named(CACHE, LIMIT)


def key_of(made_from: object, files: Mapping[str, Listed | None] | None = None, within: str = "") -> str:
    """The key of what is made from this data, these files (None for one that is not there) and this version of Arsenal.

    `within` is another key on which this one depends: data that many keys have in common is hashed only once.
    """
    digest = hashlib.blake2b(within.encode() or _version(), digest_size=DIGEST)
    digest.update(json.dumps(made_from, sort_keys=True, default=_parts).encode())
    for name, file in sorted((files or {}).items()):
        digest.update(name.encode() + b"\0")
        if file:
            digest.update(hashlib.blake2b(_content(file)).digest())
    return digest.hexdigest()


def files_of(game: Game) -> dict[str, Listed]:
    """The files of a game's pack by name. Faulty ones are among them, since what is made without them may differ.

    With the pictures of the packs that extend it.
    """
    others = {one.id: one.root for one in game.expansions.values()}
    return {file.name: file for file in listed_with(game.root, others)}


def key_of_game(game: Game, there: Mapping[str, Listed]) -> str:
    """The key of everything that all faces of a game are made from: its words, templates, fonts and symbols.

    `there` are the files of its pack.
    """
    files = {name: file for name, file in there.items() if name.startswith("templates/")}
    files |= {file.name: file for file in font_files(there.values())}
    images = pictures((symbol.image for symbol in game.symbols.values()), there)
    return key_of([str(game.root), game.definition], files | images)


def art_files(faces: Iterable[PrintedFace], there: Mapping[str, Listed]) -> dict[str, Listed | None]:
    """The faces' own pictures, of the files that are there."""
    return pictures((face.art for face in faces), there)


def pictures(names: Iterable[str], there: Mapping[str, Listed]) -> dict[str, Listed | None]:
    """The files that are named, of those that are there; "" names none."""
    return {name: there.get(posixpath.normpath(name)) for name in names if name}


def _parts(of: object) -> list[object]:
    """What an object with slots, such as a page, is made of."""
    slots: tuple[str, ...] = getattr(type(of), "__slots__")  # noqa: B009 - of any class
    return [getattr(of, name) for name in slots]


def _content(file: Listed) -> bytes:
    """What a file holds, or why it can't be read."""
    try:
        return contents(file)
    except UnreadableError as error:
        return error.fault.message.encode()


@cache
def _version() -> bytes:
    """A hash of everything in this installation that decides how things are drawn."""
    digest = hashlib.blake2b(digest_size=DIGEST)
    for folder in OWN:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for package, distribution in LIBRARIES.items():
        digest.update(_version_of(package, distribution).encode() + b"\0")
    return digest.digest()


def _version_of(package: str, distribution: str) -> str:
    """The version of an installed library, taken from the name of its .dist-info folder."""
    spec = find_spec(package)
    found = _versions(Path(spec.origin).parents[1]).get(distribution) if spec and spec.origin else None
    if found:
        return found
    from importlib import metadata  # slow to import

    return metadata.version(distribution)


@cache
def _versions(folder: Path) -> Mapping[str, str]:
    """The versions of all distributions that are installed in a folder."""
    names = (path.stem.rpartition("-") for path in folder.iterdir() if path.suffix == ".dist-info")
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, _, version in names}
