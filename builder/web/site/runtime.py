"""Where the deck builder of a site gets Pyodide from, the Python that judges decks in the browser."""

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
from builder.words import words_here

VERSION = "314.0.7"
ADDRESS = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"  # npm's package
INTEGRITY = {  # of the files that the deck builder loads; browsers refuse others
    "pyodide.mjs": "sha384-Lp79fMwxa4n2BLtugpUAoQMlbxIdg8iCUiP1r3h7nJLkQjwlXT1JzZTeHVL+f4Dg",
    "pyodide.asm.mjs": "sha384-/2281iaC0Iimw0B3Kagy1DBfZcJG3W4KYW+EmOqhsdY3fR9BJ88FE2Zt6y0KQKpa",
    "pyodide.asm.wasm": "sha384-y++qrQ72KPA1fTjLIuGMP+jppgGxjbLCgfdb0zMrnNnQVhxRUXTOTF6rTxNzllSu",
    "python_stdlib.zip": "sha384-xW3A5jmenkrPXbsgrIaB1FCJh9OuLT7FRMagsJMgtlhVc19k/mSy3+7nMaF/d767",
}
FOLDER = "static/pyodide"
MOST = 64 * 1024 * 1024  # bytes of a file


@dataclass(frozen=True, slots=True)
class Runtime:
    """Where Pyodide is: an address, or a folder of the site, which then has these `files`."""

    address: str
    files: Mapping[str, bytes] = field(default_factory=dict)


def runtime_at(where: str) -> Runtime:
    """The runtime that `where` names: an address, or a folder with Pyodide's files; by default npm's package.

    Raises UsageError for anything else, and for files of another version, which browsers would refuse.
    """
    if not where:
        return Runtime(ADDRESS)
    if re.match(r"https?://", where):
        return Runtime(_checked(where))
    folder = Path(where)
    if not is_folder(folder):
        raise UsageError.of("publishing", "runtime.folder", path=where)
    files = {}
    help_ = words_here("publishing")("runtime.name", version=VERSION)
    for name, digest in INTEGRITY.items():
        try:
            content = read_named(folder / name, MOST)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError.of("publishing", "unread", path=folder / name, why=reason, help_=help_) from None
        if digest != f"sha384-{base64.b64encode(hashlib.sha384(content).digest()).decode()}":
            raise UsageError.of("publishing", "runtime.other", path=folder / name, version=VERSION, help_=help_)
        files[f"{FOLDER}/{name}"] = content
    return Runtime(FOLDER, files)


def _checked(address: str) -> str:
    """An address that ends with /. Raises UsageError for one that browsers would read differently."""
    try:
        split = urlsplit(address)
        split.port  # noqa: B018 - which raises for what is none
    except ValueError:
        split = urlsplit("")
    if not split.hostname or split.query or split.fragment or re.search(r"[\s\"'<>;,\\]", address):
        raise UsageError.of("publishing", "runtime.address", address=address, example=ADDRESS)
    return address.rstrip("/") + "/"
