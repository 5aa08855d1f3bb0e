"""The sandbox for templates that strangers wrote: jinja2's own, with limits on the size of values; and its errors.

Operations whose result would be too large are refused before they are carried out, so that a template that multiplies
texts stops at once, and not when memory is full.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import jinja2
from jinja2 import StrictUndefined
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from builder.diagnostics import Diagnostic, Span
from builder.storage.cache import DiskCache


class RenderError(Exception):
    """A fault of the pack that stops a job. Paths of its diagnostic are relative to the pack's folder."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def place_in(path: str, line: int, column: int = 1, length: int = 1) -> Span:
    """A place in one line of a file, `length` characters long."""
    return Span(path, line, column, line, column + length)


SUFFIX = ".typ.j2"
VALUE_LIMIT = 1_000_000  # characters of a text, or members of a list
SOURCE_LIMIT = 8_000_000  # characters that one face, or one drawing, may become
BITS = 4096  # of a whole number

HINT = "\x00"  # in an error's message, before what may help

_Value: TypeAlias = Any  # what a template computes with may be of every type: jinja2 says no more of it

_WIDE = re.compile(r"\d{6}")
_WIDENING = ("center", "ljust", "rjust", "zfill", "expandtabs")


class TooLargeError(ValueError):
    """A template makes a value that is too large. `place` is the template's path and line, where known."""

    place: tuple[str | None, int] | None = None


class Missing(StrictUndefined):
    """A value that does not exist: using it is an error, with a hint what the name should be."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        message: str = super()._undefined_message
        known, name = self._undefined_obj, self._undefined_name
        if isinstance(known, Mapping) and isinstance(name, str):
            help_ = (
                did_you_mean(name, map(str, known))
                or f'where it may be missing, write get("{name}") in place of {name}'
            )
            return f"{message}{HINT}{help_}"
        return message


class Sandbox(ImmutableSandboxedEnvironment):
    """The sandbox. Raises TooLargeError for values that are too large."""

    intercepted_binops = frozenset(("*", "**", "%"))

    def call_binop(self, context: Context, operator: str, left: _Value, right: _Value) -> _Value:
        """The result of an operator, unless it would be too large."""
        if operator == "*":
            if type(left) is not float and type(right) is not float:
                _check_product(left, right)
            return left * right
        if operator == "**":
            if isinstance(left, int) and isinstance(right, int) and left.bit_length() * right > BITS:
                raise TooLargeError(f"{_brief(left)} ** {_brief(right)} is too large a number")
        elif isinstance(left, str) and (_WIDE.search(left) or "*" in left):
            raise TooLargeError("the text that `%` would make is too long")
        return super().call_binop(context, operator, left, right)

    def call(__self, __context: Context, __obj: _Value, *args: _Value, **kwargs: _Value) -> _Value:  # noqa: N805 - as jinja2 has it
        """The result of a call, unless it would be a text that is too long."""
        of = getattr(__obj, "__self__", None)
        if isinstance(of, str):
            _check_text(of, getattr(__obj, "__name__", ""), args)
        return super().call(__context, __obj, *args, **kwargs)

    def wrap_str_format(self, value: _Value) -> Callable[..., str] | None:
        """The method `format` of a text, limited in size. Its result is an ordinary text, even for Typst source.

        What is put into it may be anything, so it is not safe.
        """
        of = getattr(value, "__self__", None)
        name = getattr(value, "__name__", "")
        if isinstance(of, str) and name in ("format", "format_map"):
            if _WIDE.search(of):
                raise TooLargeError(f"the text that `{name}` would make is too long")
            value = getattr(str(of), name)
        return super().wrap_str_format(value)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The global names of a template; jinja2's `ChainMap` takes a tenth of the time of a face to be copied."""
        return {**self.globals, **(d or {})}

    def join_path(self, template: str, parent: str) -> str:
        """The name of a template that another names; the ending may be left out."""
        return template if "." in template else template + parent[parent.find(".") :]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The question whether a known word was meant; "" where none is similar."""
    from builder.diagnostics import near

    found = near(word, known, n=1)
    return f'did you mean "{found[0]}"?' if found and found[0] != word else ""


def _check_product(left: object, right: object) -> None:
    if isinstance(left, int) and isinstance(right, int):
        if left.bit_length() + right.bit_length() > BITS:
            raise TooLargeError("the product is too large a number")
        return
    things, times = (right, left) if isinstance(left, int) else (left, right)
    if isinstance(things, (str, list, tuple)) and isinstance(times, int) and len(things) * times > VALUE_LIMIT:
        what = "text" if isinstance(things, str) else "list"
        raise TooLargeError(f"a {what} that is repeated {_brief(times)} times is too long")


def _check_text(of: str, method: str, args: tuple[object, ...]) -> None:
    if method in _WIDENING and any(isinstance(arg, int) and arg > VALUE_LIMIT for arg in args):
        raise TooLargeError(f"the text that `{method}` would make is too long")
    if method == "replace" and len(args) > 1:
        old, new = args[:2]
        if not isinstance(old, str) or not isinstance(new, str):
            return
        length = len(of) + of.count(old) * (len(new) - len(old))
        if length > (VALUE_LIMIT if len(of) < VALUE_LIMIT else SOURCE_LIMIT):  # such as the source of a whole face
            raise TooLargeError("the text that `replace` would make is too long")


def _brief(number: int) -> str:
    return str(number) if abs(number) < 10**15 else "so many"


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
    """What compiled code depends on, other than a template's source: the version of jinja2, and the sandboxes."""
    files = (Path(__file__).with_name(f"{name}.py") for name in ("boxes", "drawings", "escape", "sandbox"))
    own = b"".join(file.read_bytes() for file in files)
    return f"{jinja2.__version__} {hashlib.sha256(own).hexdigest()}"
