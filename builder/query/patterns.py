"""Texts and regular expressions in many texts at once: the latter in linear time, without case and accents.

RE2 does it where it is installed; `plainpatterns` where there is Python alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol

from builder.naming import fold

MAX_LENGTH = 200  # characters of a pattern
MAX_MEMORY = 1 << 20  # bytes that it may take once it is compiled


def problem(pattern: str) -> str:
    """What is wrong with a pattern; empty when nothing is."""
    if len(pattern) > MAX_LENGTH:
        return f"it has {len(pattern)} characters, and at most {MAX_LENGTH} are read"
    compiled = _compiled(pattern)
    return compiled if isinstance(compiled, str) else ""


def found_in(pattern: str, texts: bytes) -> Iterator[int]:
    """The numbers, from 0, of the lines of folded texts (UTF-8) in which the pattern is found.

    Raises ValueError for a pattern with a `problem`.
    """
    compiled = _compiled(pattern)
    if isinstance(compiled, str):
        raise ValueError(compiled)
    if isinstance(compiled, re.Pattern):
        yield from (number for number, text in enumerate(texts.decode().split("\n")) if compiled.search(text))
        return
    if _SEES_ALL.search(pattern):
        yield from (number for number, text in enumerate(texts.split(b"\n")) if compiled.search(text))
        return
    # One search through all lines: what does not match costs next to nothing, what does one call.
    position = number = 0
    while match := compiled.search(texts, position):
        number += texts.count(b"\n", position, match.start())
        yield number
        position = texts.find(b"\n", match.end()) + 1
        number += 1
        if not position:
            break


def lines_with(text: str, texts: bytes) -> Iterator[int]:
    """The numbers, from 0, of the lines (UTF-8) that have this text in them."""
    wanted = text.encode()
    position = number = 0
    while (found := texts.find(wanted, position)) >= 0:
        number += texts.count(b"\n", position, found)
        yield number
        position = texts.find(b"\n", found) + 1
        number += 1
        if not position:
            break


# What would make a pattern mean something else in all texts joined to one than in each: the texts' ends, any byte,
# flags, and quoting that hides them.
_SEES_ALL = re.compile(r"\\[AzCQ]|\(\?[^:]")


class _Match(Protocol):
    def start(self) -> int: ...
    def end(self) -> int: ...


class _Compiled(Protocol):
    def search(self, texts: bytes, position: int = 0) -> _Match | None: ...


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> _Compiled | re.Pattern[str] | str:
    """The compiled pattern, Python's own where RE2 is not installed, or a sentence about what is wrong with it."""
    try:
        import re2  # type: ignore[import-untyped]  # the package has no types
    except ImportError:  # in a browser
        return _by_python(pattern)

    options = re2.Options()
    options.case_sensitive = False
    options.never_nl = True
    options.log_errors = False
    options.max_mem = MAX_MEMORY
    lines = "" if _SEES_ALL.search(pattern) else "(?m)"
    try:
        re2.compile(_folded(pattern), options)  # by itself first, so that messages quote what was written
        compiled: _Compiled = re2.compile(lines + _folded(pattern), options)
    except re2.error as error:
        reason = error.args[0]
        return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
    return compiled


def _by_python(pattern: str) -> re.Pattern[str] | str:
    from builder.query.plainpatterns import PatternError, compiled

    try:
        return compiled(_folded(pattern))
    except PatternError as error:
        return str(error)


def _folded(pattern: str) -> str:
    r"""The pattern without accents. ASCII stays as it is, since case and signs have meanings (`\D`)."""
    return "".join(c if c.isascii() else " " if c.isspace() else re.escape(fold(c)) for c in pattern)
