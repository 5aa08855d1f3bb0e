"""Templates compiled to Python code, kept from one job to the next: to compile some takes longer than to fill them in.

Code is only taken from where nobody but the user can have put it.
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
    """Compiled templates in the user's cache folder. Each `kind` of environment makes code of its own of a template."""

    def __init__(self, cache_folder: Path, kind: str) -> None:
        self._cache = DiskCache(cache_folder / NAME, LIMIT, private=True)
        self._kind = kind

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the template's code from the cache, if it is of this very source."""
        if code := self._cache.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Put the template's code into the cache."""
        self._cache.put(bucket.key, bucket.bytecode_to_string())
        self._cache.prune()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The key of a template's code: another for each template and each version of what compiles it."""
        return hashlib.sha256(f"{_compiler()}|{self._kind}|{name}|{filename}".encode()).hexdigest()


@cache
def _compiler() -> str:
    """What code depends on beside a template's source: jinja2, and how the sandboxes are set up."""
    files = (Path(__file__).with_name(f"{name}.py") for name in ("boxes", "drawings", "escape", "sandbox"))
    own = b"".join(file.read_bytes() for file in files)
    return f"{jinja2.__version__} {hashlib.sha256(own).hexdigest()}"
