"""A site's list of files, by which a later run recognizes an unchanged site and removes old files; and the service
worker, which caches these files in the browser.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from builder.diagnostics import UsageError
from builder.diagnostics.harmless import json_text
from builder.documents.data import Data, mapping, text
from builder.storage.files import inside, read_named
from builder.web.pages import colors
from builder.web.site.addresses import Site

NAME = "site.json"
WORKER = "sw.js"
VERSION = 1
HASHED = 24  # hexadecimal digits: enough for files that differ by accident
MOST = 64 * 1024 * 1024  # bytes of a manifest that is read again
STYLE = ("colors.css", "static/site.css", "static/icon.svg", "static/keys.js", "static/offline.js")

_CODE = (".py", ".html", ".js", ".css", ".yaml", ".svg", ".j2", ".typ", ".mjs", ".woff2")
_PACKAGE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of a site by path, with their hashes. `made` is a hash of everything that the site was made from,
    `data` one of its files. `left` are files of an earlier site that are still to be removed.
    """

    made: str
    files: Mapping[str, str]
    sizes: Mapping[str, int]
    left: Mapping[str, str] = field(default_factory=dict)

    @property
    def data(self) -> str:
        """One hash of all files but the service worker, which contains it."""
        files = sorted((path, digest) for path, digest in self.files.items() if path != WORKER)
        return hash_of("".join(f"{digest} {path}\n" for path, digest in files).encode())

    def to_bytes(self) -> bytes:
        """The manifest as a file, one line for each file of the site."""
        files = {path: [self.files[path], self.sizes[path]] for path in sorted(self.files)}
        lines = ",\n".join(f"{json_text(path, indent=None)}:{json.dumps(digest)}" for path, digest in files.items())
        head = f'"version":{VERSION},"made":"{self.made}","data":"{self.data}"'
        left = f',"left":{json_text(dict(self.left), indent=None)}' if self.left else ""
        return f'{{{head}{left},"files":{{\n{lines}\n}}}}\n'.encode()


def manifest_of(made: str, files: Mapping[str, bytes]) -> Manifest:
    """The manifest of files with their contents."""
    return Manifest(
        made,
        {path: hash_of(content) for path, content in files.items()},
        {path: len(content) for path, content in files.items()},
    )


def manifest_in(folder: Path) -> Manifest | None:
    """The manifest of an earlier site in a folder; None where there is none. Raises UsageError for a file of another
    kind.
    """
    path = folder / NAME
    if not path.exists():
        return None
    try:
        data = mapping(json.loads(read_named(path, MOST)))
        files = mapping(data.get("files"))
        known = {
            str(name): (str(digest[0]), int(digest[1])) for name, digest in files.items() if isinstance(digest, list)
        }
        if data.get("version") == VERSION and "made" in data and len(known) == len(files):
            hashes = {name: digest for name, (digest, _) in known.items()}
            left = {str(name): text(digest) for name, digest in mapping(data.get("left")).items()}
            return Manifest(text(data["made"]), hashes, {name: size for name, (_, size) in known.items()}, left)
    except (OSError, ValueError, TypeError, IndexError, RecursionError):
        pass
    raise UsageError.of("publishing", "site.foreign", path=path)


def is_whole(folder: Path, manifest: Manifest) -> bool:
    """Whether all files are there as they were written."""
    return all(is_as_written(folder, path, digest) for path, digest in manifest.files.items())


def is_as_written(folder: Path, path: str, digest: str) -> bool:
    """Whether a file is there as it was written; False for a path that leads elsewhere."""
    try:
        return hash_of(inside(folder, path).read_bytes()) == digest
    except (OSError, UsageError):
        return False


def service_worker(site: Site, manifest: Manifest) -> bytes:
    """The worker's file. It differs for each state of the site, by which browsers notice a new one."""
    first: list[Data] = [path for path in _first(site) if path in manifest.files]
    data: dict[str, Data] = {
        "data": manifest.data,
        "runtime": site.runtime if "://" in site.runtime else "",
        "offline": [*site.offline.values()],
        "first": first,
    }
    return (
        f"const SITE = {json_text(data, indent=None)};\n\n".encode()
        + Path(__file__).with_name("worker.js").read_bytes()
    )


def _first(site: Site) -> Iterator[str]:
    """The files that are cached at once: those that every page needs, the first page, and the offline page."""
    yield from STYLE
    fonts = [colors.title_font(game) for game in site.games]
    yield from dict.fromkeys(f"fonts/{name}" for name in (colors.TEXT_FONT, colors.OWN_FONT, *fonts) if name)
    for language, path in site.offline.items():
        yield path
        yield "index.html" if language == site.main else f"{language.lower()}/index.html"


def hash_of(content: bytes) -> str:
    """The hash by which a file's content is recognized."""
    return hashlib.sha256(content).hexdigest()[:HASHED]


def key_of(parts: Iterable[str]) -> str:
    """A hash of all that a site is made from: `parts`, and the code of this installation."""
    return hash_of("\0".join((_code(), *parts)).encode("utf-8", "surrogateescape"))


@cache
def _code() -> str:
    """A hash of the code and files with which this installation makes sites."""
    from importlib.metadata import version

    digest = hashlib.blake2b(digest_size=16)
    for package in (_PACKAGE, _PACKAGE.parent / "renderers"):
        for path in sorted(path for path in package.rglob("*") if path.suffix in _CODE):
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    for library in ("jinja2", "pillow", "typst"):
        digest.update(version(library).encode() + b"\0")
    return digest.hexdigest()
