"""Caches templates compiled to Python code, because compiling some takes longer than rendering them.

The entries are code, so the cache is private: see `DiskCache`.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from builder.storage.cache import DiskCache

NAME = "compiled-templates"  # of the folder in the user's cache folder
LIMIT = 64 * 1024 * 1024  # bytes


class TemplateCache(BytecodeCache):
    """Compiled templates in the user's cache folder.

    `kind` is the kind of environment, since each makes different code of the same template.
    """

    def __init__(self, cache_folder: Path, kind: str) -> None:
        self._cache = DiskCache(cache_folder / NAME, LIMIT, private=True)
        self._kind = kind

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the template's code, if it was made from the same source."""
        if code := self._cache.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the template's code."""
        self._cache.put(bucket.key, bucket.bytecode_to_string())
        self._cache.prune()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The key of a template's code."""
        return hashlib.sha256(f"{_compiler()}|{self._kind}|{name}|{filename}".encode()).hexdigest()


@cache
def _compiler() -> str:
    """What code depends on apart from a template's source: the version of jinja2, and the sandboxes."""
    files = (Path(__file__).with_name(f"{name}.py") for name in ("boxes", "drawings", "escape", "sandbox"))
    own = b"".join(file.read_bytes() for file in files)
    return f"{jinja2.__version__} {hashlib.sha256(own).hexdigest()}"
