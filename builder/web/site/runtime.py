"""Where the deck builder of a site gets Python from, which judges decks in the browser: Pyodide."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from builder.diagnostics import UsageError
from builder.storage.files import is_folder, read_named
from builder.web.pages.rendering import STATIC

VERSION = "314.0.7"
ADDRESS = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"  # the files of npm's package, whose hashes python.js has
FOLDER = "static/pyodide"
MOST = 64 * 1024 * 1024  # bytes of a file

_HASH = re.compile(r'"([a-z._]+)": "(sha384-[A-Za-z0-9+/=]+)"')


@dataclass(frozen=True, slots=True)
class Runtime:
    """Where it lies: an address, or a folder of the site, which then has these `files`."""

    address: str
    files: Mapping[str, bytes] = field(default_factory=dict)


def runtime_at(where: str) -> Runtime:
    """What `where` names: an address, or a folder with the files of Pyodide; by default, npm's package.

    Raises UsageError for anything else, and for files of another version, which no browser would run.
    """
    if not where:
        return Runtime(ADDRESS)
    if re.match(r"https?://", where):
        return Runtime(_checked(where))
    folder = Path(where)
    if not is_folder(folder):
        raise UsageError(f'there is no folder "{where}"', "name the folder of npm's package pyodide, or an address")
    files = {}
    help_ = f"name the folder of npm's package pyodide, version {VERSION}"
    for name, held in hashes().items():
        try:
            content = read_named(folder / name, MOST)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f'"{folder / name}" can\'t be read: {reason}', help_) from None
        if held != f"sha384-{base64.b64encode(hashlib.sha384(content).digest()).decode()}":
            raise UsageError(f'"{folder / name}" is not that of Pyodide {VERSION}', help_)
        files[f"{FOLDER}/{name}"] = content
    return Runtime(FOLDER, files)


@cache
def hashes() -> dict[str, str]:
    """The files of Pyodide that the deck builder takes, with the hashes that browsers hold them to."""
    return dict(_HASH.findall((STATIC / "builder/carriers/python.js").read_text("utf-8")))


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
