"""Compiled templates, kept in the user's cache folder: to compile some takes longer than to fill them in."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

DIGEST = hashlib.sha256().digest_size


class Compiled(BytecodeCache):
    """One file a template, with a digest before it. What can't be read or written whole is compiled again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the template's code from its file, if it is of this very source."""
        with suppress(OSError):
            kept = (self._folder / bucket.key).read_bytes()
            if kept[:DIGEST] == hashlib.sha256(kept[DIGEST:]).digest():
                bucket.bytecode_from_string(kept[DIGEST:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write the template's code to its file."""
        code = bucket.bytecode_to_string()
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / bucket.key).write_bytes(hashlib.sha256(code).digest() + code)

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The file's name: another for each template and version of what compiles it."""
        return hashlib.sha256(f"{_compiler()}|{name}|{filename}".encode()).hexdigest()


@cache
def _compiler() -> str:
    """What code depends on beside a template's source: jinja2, and how the sandboxes are set up."""
    files = (Path(__file__).with_name(f"{name}.py") for name in ("boxes", "drawings", "escape", "sandbox"))
    own = b"".join(file.read_bytes() for file in files)
    return f"{jinja2.__version__} {hashlib.sha256(own).hexdigest()}"
