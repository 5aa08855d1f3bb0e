"""Where the deck builder of a site gets Pyodide from, the Python that judges decks in the browser."""

from __future__ import annotations

import base64
import hashlib
import re
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


def runtime_at(where: str) -> tuple[str, dict[str, bytes]]:
    """Where Pyodide is: an address, or a folder of the site with the files that it then has. `where` names an address
    or a folder with Pyodide's files; by default it is npm's package.

    Raises UsageError for anything else, and for files of another version, which browsers would refuse.
    """
    if not where:
        return ADDRESS, {}
    if re.match(r"https?://", where):
        if not is_address(where) or re.search(r"[\s\"'<>;,\\]", where):
            raise UsageError.of("publishing", "runtime.address", address=where, example=ADDRESS)
        return where.rstrip("/") + "/", {}
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
    return FOLDER, files


def is_address(written: str) -> bool:
    """Whether a text is an address of the web, without a query."""
    try:
        split = urlsplit(written)
        split.port  # noqa: B018 - which raises for what is none
    except ValueError:
        return False
    return split.scheme in ("http", "https") and bool(split.hostname) and not (split.query or split.fragment)
