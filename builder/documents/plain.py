"""Large YAML files of the plain kind, read in less than half the time.

Files of thousands of cards are nearly always written alike: block lists and mappings, a value a line, text in quotes
or below `|` and `>`, short lists and mappings in brackets. `read` knows that much of YAML and no more. It goes line
by line, and gives up at whatever is not surely of that kind, so that `builder.documents.events` reads the file instead:
there the rest of YAML is understood, and every fault reported. Where `read` answers, both say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final  # Any: collections while they are filled

from builder.documents.data import Data
from builder.documents.scalars import WORDS, scalar

UNSURE: Final = object()  # the answer for a text that `builder.documents.events` must read

LARGE = 4_000_000  # characters from which on it matters how many lines there are
MAX_LINES = 400_000  # of a large text, and items in brackets: of more, `builder.documents.events` counts all it says

_MAX_DEPTH = 24
_MAX_FLOW_DEPTH = 8
_PIECE = 16_000  # characters

# What libyaml refuses, skips or breaks lines at. None of it can be seen.
_INVISIBLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")

# A key without quotes: words of letters, digits and _.'/()-, far shorter than the 1024 characters that YAML allows.
_KEY = r"\w[\w.'/()-]{0,60}+(?:\ [\w(][\w.'/()-]{0,30}+){0,10}+"

# A letter, "(", or anything beyond ASCII. (Said with what is beyond it, this would take long to compile.)
_LETTER = r"[^\x00-'*-@\[-`{-\x7f]"

# A line with all that belongs to its value, and the empty lines below. Repetitions keep what they took, or could take
# nothing else: the time is linear.
_LINE = re.compile(
    rf"""
    (\ *+(?:-\ )*+)                     # indentation, and "- " for each item that begins here
    (?:({_KEY}):(?:\ ++|(?=\n)))?       # a key
    (?:                                 # a value:
      ({_LETTER}                        #   text that begins with a letter,
        (?:[^:\#\n]++|:(?![\ \n])|(?<!\ )\#)*+(?<!\ ))\n
    | ([|>]-?)\n                        #   or a block of text: its sign,
      (\ ++)                            #   the indentation of its first line,
      ([^\n]++\n(?:\n*+\5[^\n]++\n)*+)  #   its lines
      (?!\n*+\ ++\n)                    #   (after which a line of spaces may belong to it or not),
    | (?:\#[^\n]*+)?+\n                 #   or nothing, but perhaps a comment,
    | ([^\n]++)\n                       #   or something else: numbers, quotes, brackets
    )
    \n*+
    """,
    re.VERBOSE,
)

_QUOTED = r"""'(?P<single>(?:[^'\n]|'')*+)' | "(?P<double>(?:[^"\\\n]|\\["\\nt])*+)" """
_PLAIN_START = rf"(?:{_LETTER} | [0-9_/$+.~] | -[A-Za-z0-9_.])"
_END = r"\ *+(?:(?<=\ )\#.*+)?+"
_SCALAR = re.compile(
    rf"(?: {_QUOTED} | (?P<plain> {_PLAIN_START} (?:[^:\#\n]++|:(?!\ |\Z)|(?<!\ )\#)*+ )) {_END}", re.VERBOSE
)

# Within brackets: a key, a value or the bracket that begins one, and the brackets and the comma behind it.
_FLOW_TOKEN = re.compile(
    rf"""
    (
      (?:({_KEY}):\ ++)?
      (?:
        ([\[{{])
      | ({_PLAIN_START} [^:\#,?\[\]{{}}\n]*+)
      | ('(?:[^'\n]|'')*+' | "(?:[^"\\\n]|\\["\\nt])*+")
      )
      ((?:\ *+[\]}}])*+ \ *+ (?:,\ *+)?+)
    )
    """,
    re.VERBOSE,
)
_FLOW_END = re.compile(_END, re.VERBOSE)
_ESCAPES = {"n": "\n", "t": "\t"}
_ESCAPE = re.compile(r"\\(.)")
_BREAKS = re.compile(r"\n+(?!\Z)")


class _UnsureError(Exception):
    """The text is not surely of the plain kind."""


def read(text: str) -> object:
    r"""The data of a text, or UNSURE.

    >>> read("- id: flare\n  cost: {oil: 2}\n")
    [{'id': 'flare', 'cost': {'oil': 2}}]
    >>> read("- &flare\n") is UNSURE
    True
    """
    if len(text) > LARGE and text.count("\n") + text.count(",") > MAX_LINES:
        return UNSURE
    if not text.endswith("\n") or (not text.replace("\n", "").isprintable() and _INVISIBLE.search(text)):
        return UNSURE
    try:
        return _Reader().data(_lines(text))
    except _UnsureError:
        return UNSURE


def _lines(text: str) -> Iterator[tuple[str, ...]]:
    """The groups of `_LINE` for every line, a piece of the text at a time: what is near in memory is read faster."""
    start = 0
    while start < len(text):
        end = text.find("\n- ", start + _PIECE) + 1 or len(text)  # no value reaches over such a line
        yield from _LINE.findall(text, start, end)
        start = end


class _Reader:
    """Puts lines together. `stack` holds the open lists and mappings with their columns, the innermost last."""

    def __init__(self) -> None:
        # Any: a list or a mapping; which of the two is known from the line that belongs to it.
        self.stack: list[tuple[int, Any]] = []
        self.scalars: dict[str, Data] = {}  # by how they are written; not those that begin with a letter
        self.collections: dict[str, dict[str, Data] | list[Data]] = {}  # those in brackets that hold no others
        self.within: dict[str, Data] = {}  # scalars in brackets, by how they are written

    def data(self, lines: Iterable[tuple[str, ...]]) -> object:
        """The data that the lines make."""
        words, scalars = WORDS, self.scalars
        current: Any = None  # the list or mapping that a line belongs to
        inside: str | None = None  # how further keys of `current` are indented
        waiting = ""  # the key of `current` that has no value yet
        for lead, key, word, sign, indent, block, rest in lines:
            if lead != inside or not key:
                if not (key or word or block or rest or "-" in lead):
                    continue  # an empty line or a comment
                current = self._enter(lead, key, waiting)
                inside = " " * self.stack[-1][0] if key else None
            waiting = ""
            value: Data
            if word:
                value = words.get(word, word)
            elif rest:
                value = scalars[rest] if rest in scalars else self._value(rest)
            elif block:
                value = self._text(block, indent, sign)
            else:
                value, waiting = None, key
            if not key:
                if not (word or rest or block):
                    raise _UnsureError
                current.append(value)
            elif key in current:
                raise _UnsureError
            else:
                current[key] = value
        return self.stack[0][1] if self.stack else UNSURE

    def _enter(self, lead: str, key: str, waiting: str) -> Any:
        """The list or mapping that a line belongs to: one of those that are open, or one that begins here."""
        items = lead.count("-")
        column = len(lead) - 2 * items
        stack = self.stack
        kind = list if items else dict
        if not (items or key):
            raise _UnsureError
        if not stack or (waiting and (column > stack[-1][0] or (column == stack[-1][0] and items))):
            self._begin(kind(), column, waiting)
        else:
            while stack[-1][0] > column:
                stack.pop()
            if not items and stack[-1][1].__class__ is list and len(stack) > 1:
                stack.pop()  # a list may stand right below the key that it belongs to
            if stack[-1][0] != column or stack[-1][1].__class__ is not kind:
                raise _UnsureError
        for _ in range(items - 1):
            self._begin([], stack[-1][0] + 2)
        if items and key:
            self._begin({}, stack[-1][0] + 2)
        return stack[-1][1]

    def _begin(self, collection: Any, column: int, key: str = "") -> None:
        """Open a list or a mapping: the root, the value of a key of the innermost mapping, or an item."""
        if self.stack:
            parent = self.stack[-1][1]
            if key:
                parent[key] = collection
            else:
                parent.append(collection)
        if len(self.stack) >= _MAX_DEPTH or not (self.stack or column == 0):
            raise _UnsureError
        self.stack.append((column, collection))

    def _value(self, written: str) -> Data:
        """What is written after a key or "- ", where it is no block of text and no text that begins with a letter."""
        if written[0] not in "[{":
            value = self.scalars[written] = _scalar(_SCALAR.fullmatch(written))
            return value
        if written in self.collections:
            return self.collections[written].copy()
        whole, end = self._flow(written)
        if not _FLOW_END.fullmatch(written, end):
            raise _UnsureError
        if not any(isinstance(part, dict | list) for part in (whole.values() if isinstance(whole, dict) else whole)):
            self.collections[written] = whole.copy()
        return whole

    def _flow(self, written: str) -> tuple[dict[str, Data] | list[Data], int]:
        """The list or mapping that begins a text, and where it ends."""
        known = self.within
        open_: list[Any] = []  # the lists and mappings that are not closed yet, the innermost last
        at = 0
        for whole, key, bracket, plain, quoted, after in _tokens(written):
            if bracket:
                value: Any = {} if bracket == "{" else []
            elif (value := known.get(plain or quoted, UNSURE)) is UNSURE:
                value = known[plain or quoted] = scalar(plain.rstrip(" ")) if plain else _unquoted(quoted)
            if open_:
                _put(value, key, open_[-1])
            elif key or not bracket:
                break
            at += len(whole)
            if bracket:
                open_.append(value)
            elif after[:1] == ",":
                continue
            closed = _closed(open_, after)
            if not open_:
                return closed, at - len(after) + after.rindex("}" if closed.__class__ is dict else "]") + 1
            if ("," in after) is (closed is None and bracket != ""):
                break  # nothing divides two values, or is divided
        raise _UnsureError

    def _text(self, block: str, indent: str, sign: str) -> str:
        """The text of a block."""
        if len(indent) <= self.stack[-1][0]:
            raise _UnsureError
        text = block.replace("\n" + indent, "\n")
        if sign[0] == ">":
            if "\n " in text:  # lines indented further are not folded
                raise _UnsureError
            text = _BREAKS.sub(lambda breaks: breaks[0][1:] or " ", text)
        return text[:-1] if sign[1:] else text


def _put(value: Data, key: str, inner: Any) -> None:
    """Put a value into the list or mapping that it stands in."""
    if key:
        if inner.__class__ is not dict or key in inner:
            raise _UnsureError
        inner[key] = value
    elif inner.__class__ is list:
        inner.append(value)
    else:
        raise _UnsureError


def _closed(open_: list[Any], marks: str) -> Any:
    """The last of the lists and mappings that these brackets close; None where there is no bracket."""
    if len(open_) > _MAX_FLOW_DEPTH:
        raise _UnsureError
    last: Any = None
    for mark in marks:
        if mark in "]}":
            if not open_ or mark != ("]" if open_[-1].__class__ is list else "}"):
                raise _UnsureError
            last = open_.pop()
    return last


def _tokens(written: str) -> list[tuple[str, ...]]:
    """The groups of `_FLOW_TOKEN` for all of a text, or for its beginning where a comment may follow."""
    if "#" in written:
        found, at = [], 0
        while match := _FLOW_TOKEN.match(written, at):
            found.append(match.groups(""))
            at = match.end()
        return found
    tokens: list[tuple[str, ...]] = _FLOW_TOKEN.findall(written)
    if sum([len(token[0]) for token in tokens]) != len(written):
        raise _UnsureError
    return tokens


def _scalar(found: re.Match[str] | None) -> str | int | float | bool | None:
    if found is None:
        raise _UnsureError
    plain, single, double = found.group("plain", "single", "double")
    if plain is not None:
        return scalar(plain.rstrip(" "))
    return _unquoted(f"'{single}'" if single is not None else f'"{double}"')


def _unquoted(written: str) -> str:
    """The text that stands in quotes."""
    if written[0] == "'":
        return written[1:-1].replace("''", "'")
    return _ESCAPE.sub(lambda escape: _ESCAPES.get(escape[1], escape[1]), written[1:-1])
