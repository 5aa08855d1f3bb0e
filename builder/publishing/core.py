"""The modules that judge decks, as a zip that Python imports from: they need nothing but Python's own library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from builder.storage.archives import zipped

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


def core() -> bytes:
    """The zip. On `sys.path`, it has `builder.legality.prepared` and all that works on decks without a database."""
    return zipped({f"builder/{name}": (_PACKAGE / name).read_bytes().replace(b"\r\n", b"\n") for name in _names()})


def _names() -> Iterator[str]:
    yield from _MODULES
    for room in _ROOMS:
        for path in sorted((_PACKAGE / room).rglob("*.py")):
            if (name := path.relative_to(_PACKAGE).as_posix()) not in _LEFT_OUT:
                yield name
