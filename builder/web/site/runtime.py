"""Where the deck builder of a site gets Python from, which judges decks in the browser: Pyodide."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from builder.diagnostics import UsageError
from builder.storage.files import is_folder, read_named

VERSION = "314.0.7"
ADDRESS = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"  # the files of npm's package, which the hashes are of
INTEGRITY = {
    "pyodide.mjs": "sha256-bx1g979Sm+swDw9HmDySHTmCNjZAuiCvDjjv3dvGYQk=",
    "pyodide.asm.mjs": "sha256-983I7OgGeM63EvjmXr5tOoMgOhgMOZhl9JYSoFFpNjU=",
    "pyodide.asm.wasm": "sha256-zDbjyrBP38mmP/E+tS6uK5Eb9GwCXMeygfOUvT3h1eY=",
    "python_stdlib.zip": "sha256-+hlX5XdwaPxPdDf5bYYK4vvpwZcyugbITgBOwW3X3Xo=",
    "pyodide-lock.json": "sha256-XcL8EZEIvBSMdFfchudnW1yH4cr9QgucNMHq73s2wBA=",
}
FOLDER = "static/pyodide"
MOST = 64 * 1024 * 1024  # bytes of a file


@dataclass(frozen=True, slots=True)
class Runtime:
    """Where it lies: an address, or a folder of the site, which then has these `files`.

    `integrity` are the hashes by which a browser knows the files; none, where nobody knows what lies there.
    """

    address: str
    integrity: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)


def runtime_at(where: str) -> Runtime:
    """What `where` names: an address, a folder with the files of Pyodide, or by default those of npm's package.

    Raises UsageError for anything else.
    """
    if not where:
        return Runtime(ADDRESS, INTEGRITY)
    if re.match(r"https?://", where):
        return Runtime(_checked(where), INTEGRITY if where.rstrip("/") == ADDRESS.rstrip("/") else {})
    folder = Path(where)
    if not is_folder(folder):
        raise UsageError(f'there is no folder "{where}"', "name the folder of npm's package pyodide, or an address")
    files = {}
    for name in INTEGRITY:
        try:
            content = read_named(folder / name, MOST + 1)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            help_ = f"name the folder of npm's package pyodide, version {VERSION}"
            raise UsageError(f'"{folder / name}" can\'t be read: {reason}', help_) from None
        if len(content) > MOST:
            raise UsageError(f'"{folder / name}" is too large', f"at most {MOST // 1024**2} MB")
        files[name] = content
    hashes = {
        name: f"sha256-{base64.b64encode(hashlib.sha256(held).digest()).decode()}" for name, held in files.items()
    }
    return Runtime(FOLDER, hashes, {f"{FOLDER}/{name}": held for name, held in files.items()})


def _checked(address: str) -> str:
    """An address that ends with /. Raises UsageError for one that browsers would take for something else."""
    try:
        split = urlsplit(address)
        split.port  # noqa: B018 - which raises for what is none
    except ValueError:
        split = urlsplit("")
    if not split.hostname or split.query or split.fragment or re.search(r"[\s\"'<>;,\\]", address):
        raise UsageError(f'"{address}" is no address of a folder', f"write it as {ADDRESS}")
    return address.rstrip("/") + "/"
