"""Arsenal for a browser, as a zip that Python imports from: what judges decks and answers the deck builder's requests.

It needs nothing but Python's own library. PyYAML's half in Python is in it, for deck files that are pasted.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from builder.exports import PLAIN
from builder.storage.archives import zipped
from builder.storage.resources import bundled
from builder.words import FILE

_PACKAGE = Path(__file__).resolve().parents[1]
_ROOMS = (
    "abilities", "decks", "diagnostics", "documents", "games", "legality", "library", "query", "schema", "translations",
    "web/api", "words",
)  # fmt: skip
_MODULES = (
    "__init__.py",
    "exports/__init__.py",
    "exports/bundling.py",
    *(f"exports/{name}.py" for name in PLAIN),
    "naming.py",
    "plugins.py",
    "spreadsheets/__init__.py",
    "spreadsheets/cells.py",
    "spreadsheets/columns.py",
    "spreadsheets/sheets.py",
    "spreadsheets/tables.py",
    "storage/__init__.py",
    "storage/archives.py",
    "storage/files.py",
    "storage/listing.py",
    "storage/resources.py",
    "version.py",
    "web/__init__.py",
)
_LEFT_OUT = (  # for those who print, write packs and keep files
    "abilities/completeness.py",
    "abilities/judging.py",
    "abilities/schema.py",
    "abilities/sentences.py",
    "library/abilities.py",
    "games/sizes.py",
    "legality/faults.py",
    "library/opening.py",
    "library/store/",
    "schema/keywords.py",
)
_SCHEMAS = ("check-output", "compare-output", "deck", "format", "games-output", "hand-output", "stats-output")


def core() -> bytes:
    """The zip. Unpacked to a folder on `sys.path`, it has `builder.web.api.answering`, and all that it needs."""
    return zipped({name: content.replace(b"\r\n", b"\n") for name, content in _files()})


def _files() -> Iterator[tuple[str, bytes]]:
    for name in _names():
        yield f"builder/{name}", (_PACKAGE / name).read_bytes()
    yield "builder/words/words.json", FILE.read_bytes()
    yield "engine/__init__.py", b""  # of the engine, a browser has only what judges by JSON Schema
    yield "engine/schemas.py", (_PACKAGE.parent / "engine" / "schemas.py").read_bytes()
    for name in _SCHEMAS:
        yield f"schemas/{name}.schema.json", (bundled("schemas") / f"{name}.schema.json").read_bytes()
    for path in distribution("pyyaml").files or ():
        if path.parent.as_posix() == "yaml" and path.suffix == ".py" and path.name != "cyaml.py":
            yield path.as_posix(), path.read_binary()
        elif path.name == "LICENSE":
            yield "yaml/LICENSE", path.read_binary()


def _names() -> Iterator[str]:
    yield from _MODULES
    for room in _ROOMS:
        for path in (_PACKAGE / room).rglob("*.py"):
            if not (name := path.relative_to(_PACKAGE).as_posix()).startswith(_LEFT_OUT):
                yield name
