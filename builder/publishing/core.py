"""Arsenal for a browser, as zips that Python imports from: `core` judges decks and answers the deck builder's requests,
`player`, added to it, plays games.

Only Python's own library is needed. The part of PyYAML that is written in Python is included, for pasted deck files.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from builder.documents.data import Data
from builder.exports import PLAIN
from builder.storage.archives import zipped
from builder.storage.cache import DiskCache
from builder.storage.resources import bundled
from builder.words import FILE, LANGUAGE

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
    "spreadsheets/languages.py",
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
_LEFT_OUT = (  # modules for printing, for writing packs and for files
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
    "web/api/playing.py",
    "web/api/trying.py",
)
_PLAYS = ("playing", "terminal", "web/api/playing.py", "web/api/trying.py")  # needed only for playing
_PLAYS_NOT = ("playing/balance.py", "playing/playable.py", "playing/report.py")
# The engine's modules that check data where jsonschema is missing, and those that `import engine` needs.
_ENGINE_OF_CORE = tuple(
    f"engine/{name}.py" for name in ("__init__", "bundles", "core", "facts", "faults", "modules", "schemas", "state")
)
_ENGINE_LEFT_OUT = ("engine/adapters/", "engine/balancing.py", "engine/running.py", "engine/simulating.py")
_SCHEMAS = (
    "check-output",
    "compare-output",
    "deck",
    "engine-deck",
    "format",
    "games-output",
    "hand-output",
    "stats-output",
)


_MOST = 20_000_000  # bytes of saved zips
# Strings, which may hold the others' signs and stay as they are, and what goes.
_STRING = r'''("""(?:\\.|[^\\])*?"""|'{3}(?:\\.|[^\\])*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')'''
_COMMENTS = re.compile(_STRING + r"|[ \t]*#[^\n]*", re.DOTALL)
_EMPTY_LINES = re.compile(_STRING + r"|^[ \t]*\n", re.DOTALL | re.MULTILINE)
_OF_OTHERS = ("faces", "pages", "presets")  # groups of texts that are not needed, though modules contain these strings


@cache
def core() -> bytes:
    """The zip. Unpacked to a folder on `sys.path`, it has `builder.web.api.answering`, and all that it needs."""
    return _saved(b"core", lambda: dict(_files()))


@cache
def player() -> bytes:
    """The zip for playing games, which `builder.web.api.answering.extend` adds to the core."""
    names = [*_plays(), *(name for name in _engine() if name not in _ENGINE_OF_CORE)]
    return _saved(b"player", lambda: {name: _bare(name)[1] for name in names})


def _saved(which: bytes, make: Callable[[], Mapping[str, bytes]]) -> bytes:
    """The zip of these files, cached for the next process, since reading all sources takes seconds."""
    key = hashlib.sha256(which + sys.version.encode() + distribution("pyyaml").version.encode() + FILE.read_bytes())
    sources = {*(f"builder/{name}" for name in _names()), *_plays(), *_engine()}
    for path in sorted([*(_PACKAGE.parent / name for name in sources), *map(_schema, _SCHEMAS), Path(__file__)]):
        key.update(path.read_bytes())
    place = DiskCache.named("core", _MOST, private=True)
    found = place.get(key.hexdigest()) if place else None
    if found is None:
        found = zipped({name: content.replace(b"\r\n", b"\n") for name, content in make().items()})
        if place:
            place.put(key.hexdigest(), found)
            place.prune()
    return found


def _schema(name: str) -> Path:
    return bundled("schemas") / f"{name}.schema.json"


def _plays() -> Iterator[str]:
    """The modules of builder that play games."""
    for part in _PLAYS:
        place = _PACKAGE / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            name = path.relative_to(_PACKAGE).as_posix()
            if name not in _PLAYS_NOT and (part != "terminal" or name in ("terminal/__init__.py", "terminal/areas.py")):
                yield f"builder/{name}"


def _engine() -> Iterator[str]:
    """The modules of the engine that play."""
    for path in sorted((_PACKAGE.parent / "engine").rglob("*.py")):
        if not (name := path.relative_to(_PACKAGE.parent).as_posix()).startswith(_ENGINE_LEFT_OUT):
            yield name


def _files() -> Iterator[tuple[str, bytes]]:
    strings: set[str] = set()
    for name in (*(f"builder/{name}" for name in _names()), *_ENGINE_OF_CORE):
        found, code = _bare(name)
        strings |= found
        yield name, code
    for name in _plays():
        strings |= _bare(name)[0]
    yield "builder/words/words.json", _words(strings)
    for name in _SCHEMAS:
        schema = json.loads(_schema(name).read_bytes())
        yield f"schemas/{name}.schema.json", json.dumps(schema, ensure_ascii=False).encode()
    for path in distribution("pyyaml").files or ():
        if path.parent.as_posix() == "yaml" and path.suffix == ".py" and path.name != "cyaml.py":
            yield path.as_posix(), path.read_binary()
        elif path.name == "LICENSE":
            yield "yaml/LICENSE", path.read_binary()


@cache
def _bare(name: str) -> tuple[frozenset[str], bytes]:
    """All texts in a module, and the module without comments, docstrings and empty lines, for browsers to fetch."""
    source = (_PACKAGE.parent / name).read_text("utf-8")
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    lines: list[bytes | None] = [*source.encode().splitlines(keepends=True)]
    for node in nodes:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and type(first.value.value) is str:
                start, end = first.lineno - 1, first.end_lineno or first.lineno
                lines[start:end] = [None] * (end - start)
                if len(node.body) == 1 and not isinstance(node, ast.Module):
                    lines[start] = b" " * first.col_offset + b"pass\n"
    strings = {node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is str}
    code = _COMMENTS.sub(r"\1", b"".join(line for line in lines if line is not None).decode())
    return frozenset(strings), _EMPTY_LINES.sub(r"\1", code).encode()


def _words(strings: Collection[str]) -> bytes:
    """The texts of the groups that modules with these strings use."""
    by_language: dict[str, dict[str, Data]] = json.loads(FILE.read_bytes())
    used = {
        language: {
            group: texts
            for group, texts in groups.items()
            if group == LANGUAGE or (group in strings and group not in _OF_OTHERS)
        }
        for language, groups in by_language.items()
    }
    return json.dumps(used, ensure_ascii=False).encode()


def _names() -> Iterator[str]:
    yield from _MODULES
    for room in _ROOMS:
        for path in (_PACKAGE / room).rglob("*.py"):
            if not (name := path.relative_to(_PACKAGE).as_posix()).startswith(_LEFT_OUT):
                yield name
