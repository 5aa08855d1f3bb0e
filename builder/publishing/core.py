"""The modules that judge decks, as a zip that Python imports from: they need nothing but Python's own library."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_ROOMS = ("decks", "diagnostics", "games", "legality")
_MODULES = (
    "__init__.py",
    "naming.py",
    "plugins.py",
    "documents/__init__.py",
    "documents/data.py",
    "storage/__init__.py",
    "storage/files.py",
    "storage/listing.py",
)
_LEFT_OUT = ("games/sizes.py", "legality/faults.py")  # for printing, and for those who write formats

_YEAR_ONE = (1980, 1, 1, 0, 0, 0)  # the earliest day that a zip knows: nothing in it depends on when it is made


def core() -> bytes:
    """The zip. On `sys.path`, it has `builder.legality.prepared` and all that works on decks without a database."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(_names()):
            entry = zipfile.ZipInfo(f"builder/{name}", _YEAR_ONE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, (_PACKAGE / name).read_bytes().replace(b"\r\n", b"\n"))
    return out.getvalue()


def _names() -> Iterator[str]:
    yield from _MODULES
    for room in _ROOMS:
        for path in (_PACKAGE / room).glob("*.py"):
            if (name := f"{room}/{path.name}") not in _LEFT_OUT:
                yield name
