"""Searches many texts at once for a text or a regular expression, without case and accents, and in bounded time.

RE2 runs expressions where it is installed, Python's own `re` in a browser. Only expressions that mean the same to both
are allowed, and only those that Python does not try in too many ways: see `problem`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from builder.naming import fold
from builder.words import words_here

MAX_LENGTH = 200  # characters of a pattern
MAX_SIZE = 500  # characters of a pattern with its repetitions written out
MAX_WAYS = 1_000_000  # of trying a pattern at one place of a text; a repetition without an end counts as 100
MAX_MEMORY = 1 << 20  # bytes of a compiled pattern

_ENDLESS = 100


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a pattern: the key of a message, and its parts. `start` and `end` are the place."""

    key: str
    start: int
    end: int
    reason: str = ""
    most: int = 0

    @property
    def message(self) -> str:
        """What is wrong, in the user's language."""
        return words_here("query")(self.key, self.end, reason=self.reason, most=self.most)


def problem(pattern: str) -> Problem | None:
    """What is wrong with a pattern; None when nothing is.

    Not allowed are: groups other than `(...)` and `(?:...)` (looking ahead or behind, names, flags), a backslash before
    a letter or a digit other than d, D, s, S, w, W, b, n and t (back-references, classes by name), brackets within
    brackets, `{,n}`, repetitions of repetitions, and patterns with more than MAX_WAYS, such as `(a+)+`.
    """
    compiled = _compiled(pattern)
    return compiled if isinstance(compiled, Problem) else None


def found_in(pattern: str, texts: bytes) -> Iterator[int]:
    """The numbers, from 0, of the lines of folded texts (UTF-8) in which the pattern is found.

    Raises ValueError for a pattern with a `problem`.
    """
    compiled = _compiled(pattern)
    if isinstance(compiled, Problem):
        raise ValueError(compiled.message)
    if isinstance(compiled, re.Pattern):
        yield from (number for number, text in enumerate(texts.decode().split("\n")) if compiled.search(text))
        return
    # One search goes through all lines: only lines with a match cost a call.
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


class _Match(Protocol):
    def start(self) -> int: ...
    def end(self) -> int: ...


class _Compiled(Protocol):
    def search(self, texts: bytes, position: int = 0) -> _Match | None: ...


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> _Compiled | re.Pattern[str] | Problem:
    """The compiled pattern, Python's own where RE2 is not installed, or what is wrong with it."""
    if len(pattern) > MAX_LENGTH:
        return Problem("pattern.long", MAX_LENGTH, len(pattern), most=MAX_LENGTH)
    if refused := _refused(pattern):
        return refused
    folded = _folded(pattern)
    try:
        by_python = re.compile(folded, re.ASCII | re.IGNORECASE)
    except re.error as error:
        written = (at for at in range(len(pattern)) if len(_folded(pattern[: at + 1])) > (error.pos or 0))
        start = next(written, 0)
        return _unreadable(error.msg, start)
    try:
        import re2  # type: ignore[import-untyped]  # the package has no types
    except ImportError:  # in a browser
        return by_python

    options = re2.Options()
    options.case_sensitive = False
    options.never_nl = True
    options.log_errors = False
    options.max_mem = MAX_MEMORY
    compiled: _Compiled = re2.compile(f"(?m){folded}", options)
    return compiled


def _unreadable(reason: str, start: int) -> Problem:
    """The problem for a message of Python about a pattern."""
    for key, message in _OF_PYTHON.items():
        if reason.startswith(message):
            return Problem(key, start, start + 1, reason.removeprefix(message).strip())
    return Problem("pattern.unreadable", start, start + 1, reason)


_OF_PYTHON = {"pattern.range": "bad character range", "pattern.least": "min repeat greater than max repeat"}


def _folded(pattern: str) -> str:
    r"""The pattern without accents. ASCII stays as it is, since case and signs have meanings (`\D`)."""
    return "".join(c if c.isascii() else " " if c.isspace() else re.escape(fold(c)) for c in pattern)


# The parts of patterns that mean the same to RE2 and to Python's `re`.
_NUMBER = "(?:0|[1-9][0-9]{0,3})"
_PIECE = re.compile(
    rf"""
    (?P<repeats> (?: [*+?] | \{{ (?P<least>{_NUMBER}) (?P<comma>,(?P<most>{_NUMBER})?)? \}} ) \?? )
  | (?P<opens> \( (?:\?:)? (?!\?) )
  | (?P<closes> \) )
  | (?P<or> \| )
  | (?P<place> [\^$] | \\b )
  | (?P<one> \[ \^? \]?+ (?: \\[dDsSwWnt\ !-/:-@\[-`{{-~] | (?!--|&&|~~|\|\|)[^\\\[\]] )* \]
    | \\[dDsSwWnt\ !-/:-@\[-`{{-~]
    | (?!\{{[0-9,])[^\\\[(] )
    """,
    re.VERBOSE,
)
_REFUSED = (("(?", "pattern.group"), ("\\", "pattern.backslash"), ("[", "pattern.brackets"), ("{", "pattern.brace"))


@dataclass(slots=True)
class _Part:
    """A part of a pattern read so far: the number of ways to try it, and the number of its characters.

    `others` are the ways of the alternatives before this one, `last` the ways and size of the last piece, which a
    repetition would repeat.
    """

    start: int = 0
    ways: int = 1
    size: int = 0
    others: int = 0
    last: tuple[int, int] | None = None

    def add(self, ways: int, size: int) -> None:
        """Add a piece at the end."""
        self.ways, self.size, self.last = self.ways * ways, self.size + size, (ways, size)

    def repeat(self, found: re.Match[str]) -> bool:
        """Repeat the last piece; returns False where the number of ways would have no limit."""
        assert self.last is not None  # noqa: S101 - for the type checker: see `_refused`
        ways, size = self.last
        sign = found[0][0]
        least = int(found["least"] or sign == "+")
        endless = sign in "*+" or (found["comma"] is not None and not found["most"])
        most = max(least, 1) if endless else int(found["most"] or found["least"] or 1)
        if endless and ways > 1:
            return False
        times = range(least, min(most, MAX_SIZE) + 1)
        self.ways = self.ways // ways * (_ENDLESS if endless else sum(min(ways**n, MAX_WAYS + 1) for n in times))
        self.size += size * (most - 1)
        self.last = None
        return True


def _refused(pattern: str) -> Problem | None:  # noqa: C901 - a branch for each kind of piece
    """The first part of a pattern that is not allowed; None where all are."""
    parts = [_Part()]
    at = 0
    while at < len(pattern):
        found = _PIECE.match(pattern, at)
        part = parts[-1]
        if found is None:
            begins, key = next(one for one in _REFUSED if pattern.startswith(one[0], at))
            return Problem(key, at, at + len(begins))
        start, at = at, found.end()
        if found["repeats"]:
            if part.last is None:
                return Problem("pattern.nothing", start, at)
            if not part.repeat(found):
                return Problem("pattern.endless", start, at)
        elif found["opens"]:
            parts.append(_Part(start))
        elif found["closes"]:
            if len(parts) == 1:
                return Problem("unopened", start, at)
            parts.pop()
            parts[-1].add(part.others + part.ways, part.size)
        elif found["or"]:
            part.others, part.ways, part.last = part.others + part.ways, 1, None
        elif found["place"]:
            part.last = None
        else:
            part.add(1, 1)
        if sum(one.size for one in parts) > MAX_SIZE:
            return Problem("pattern.size", start, at, most=MAX_SIZE)
        if max(one.ways + one.others for one in parts) > MAX_WAYS:
            return Problem("pattern.ways", start, at)
    if len(parts) > 1:
        return Problem("unclosed", parts[-1].start, parts[-1].start + 1)
    return None
