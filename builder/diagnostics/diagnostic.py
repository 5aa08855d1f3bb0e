"""The one type in which every part of Arsenal says what is wrong, where, and what would mend it.

Nothing here reads files or prints. `builder.diagnostics.codes` lists the codes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Self

from builder.diagnostics.codes import Severity, severity_of
from builder.words import words_here

KeyPath = tuple[str | int, ...]  # the keys and indexes that lead from a document's root to a value in it


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A part of a file. Lines and columns count from 1, in characters; the end is exclusive."""

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 2

    @classmethod
    def behind(cls, path: str, before: str) -> Span:
        """The character that follows `before`, with which the file begins."""
        lines = lines_of(before)
        line, column = len(lines), len(lines[-1]) + 1
        return cls(path, line, column, line, column + 1)


def lines_of(text: str) -> list[str]:
    """The lines of a text as YAML counts them, without line ends; after a final line end there is one more, empty."""
    return _LINE_END.split(text)


def line_starts(text: str) -> list[int]:
    """Where each of those lines begins, counted in characters from the beginning of the text."""
    return [0, *(found.end() for found in _LINE_END.finditer(text))]


_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that certainly mends a fault, at its place or at `span`. `way` says how:

    "word" replaces the word by `text`, and keeps the author's quotes; "source" replaces what is there by `text`;
    "quoted" puts it in quotes, "listed" in brackets.
    """

    way: Literal["word", "source", "quoted", "listed"]
    text: str = ""
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: `code` is stable and explained by `arsenal explain`, `help` says what would mend it.

    `span` is None where no file is at fault (a name given on the command line, say). `related` points at
    other places that belong to the fault, each with a few words: `("first used here", span)`. `source` is the text
    that the span points into where that is no file, such as a query. `subject` is the id of the card, or the name of
    the other thing, whose face is at fault. `fix` is what certainly mends it, None where its author must choose.

    Checks of plain data know no file. Their faults have a `path` instead, which leads to the value at fault, or to its
    key where `at_key` is true; `builder.documents.Document.located` turns that into a span.

    `values` are the things in the message, as data by name, for programs that act on them.
    """

    code: str
    message: str
    span: Span | None = None
    help: str = ""
    related: tuple[tuple[str, Span], ...] = field(default=())
    source: str = ""
    subject: str = ""
    path: KeyPath = ()
    at_key: bool = False
    fix: Fix | None = field(default=None, compare=False)  # both follow from the fields above
    values: Mapping[str, str | int] = field(default_factory=dict, compare=False)

    @classmethod
    def of(
        cls,
        code: str,
        group: str,
        key: str,
        /,
        span: Span | None = None,
        n: int | None = None,
        *,
        help_: str = "",
        subject: str = "",
        fix: Fix | None = None,
        **parts: object,
    ) -> Self:
        """The fault whose message is the text `key` of a group, with its help: see `UsageError.of`."""
        message, usual = words_here(group).with_help(key, n, **parts)
        return cls(code, message, span, help_ or usual, subject=subject, fix=fix)

    @property
    def severity(self) -> Severity:
        """How grave it is, which its code says."""
        return severity_of(self.code)

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order of a report: by file, then by place, then by code."""
        span = self.span or Span("", 0, 0)
        return (span.path, span.line, span.column, self.code, self.message)


class UsageError(Exception):
    """The user asked for something that can't be done; the command line prints it and exits 2."""

    def __init__(self, message: str, help: str = "") -> None:  # noqa: A002 - the same word as on a Diagnostic
        super().__init__(message)
        self.help = help

    @classmethod
    def of(cls, group: str, key: str, /, n: int | None = None, *, help_: str = "", **parts: object) -> Self:
        """The error whose message is the text `key` of a group, in the user's language.

        Its help is `help_`, or else the text of `key.help`.
        """
        message, usual = words_here(group).with_help(key, n, **parts)
        return cls(message, help_ or usual)


class FindingsError(Exception):
    """Work stopped because of faults in the user's files; the command line reports them and exits 1."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__(words_here()("separator").join(d.message for d in self.diagnostics[:3]))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """True when at least one of the faults is an error, not a warning."""
    return any(d.severity == "error" for d in diagnostics)


def encoded(diagnostic: Diagnostic) -> dict[str, object]:
    """A diagnostic as data for JSON. Fields with their default value are left out."""
    data: dict[str, object] = {"code": diagnostic.code, "message": diagnostic.message}
    if diagnostic.span:
        data["span"] = _encoded_span(diagnostic.span)
    if diagnostic.related:
        data["related"] = [[words, _encoded_span(span)] for words, span in diagnostic.related]
    if diagnostic.path:
        data["path"] = list(diagnostic.path)
    if diagnostic.at_key:
        data["at_key"] = True
    if diagnostic.values:
        data["values"] = dict(diagnostic.values)
    words = {"help": diagnostic.help, "source": diagnostic.source, "subject": diagnostic.subject}
    return data | {name: value for name, value in words.items() if value}


def decoded(data: object) -> Diagnostic:
    """The diagnostic that `encoded` made into this data. Raises ValueError for other data."""
    if not isinstance(data, dict):
        raise ValueError("a diagnostic is an object")
    return Diagnostic(
        code=_text(data.get("code")),
        message=_text(data.get("message")),
        span=_decoded_span(data["span"]) if "span" in data else None,
        help=_text(data.get("help", "")),
        related=tuple(_decoded_related(entry) for entry in _list(data.get("related", []))),
        source=_text(data.get("source", "")),
        subject=_text(data.get("subject", "")),
        path=_decoded_path(data.get("path", [])),
        at_key=data.get("at_key") is True,
        values=_decoded_values(data.get("values", {})),
    )


def _encoded_span(span: Span) -> list[str | int]:
    return [span.path, span.line, span.column, span.end_line, span.end_column]


def _decoded_span(data: object) -> Span:
    match data:
        case [str(path), int(line), int(column), int(end_line), int(end_column)]:
            return Span(path, line, column, end_line, end_column)
    raise ValueError("a place in a file is its path and four numbers")


def _decoded_related(data: object) -> tuple[str, Span]:
    match data:
        case [str(words), span]:
            return words, _decoded_span(span)
    raise ValueError("a related place is a few words and a place in a file")


def _decoded_path(data: object) -> KeyPath:
    parts = tuple(part for part in _list(data) if isinstance(part, str | int))
    if len(parts) != len(_list(data)):
        raise ValueError("a path is made of keys and indexes")
    return parts


def _decoded_values(data: object) -> dict[str, str | int]:
    values = data if isinstance(data, dict) else {}
    return {name: value for name, value in values.items() if isinstance(name, str) and isinstance(value, str | int)}


def _list(data: object) -> list[object]:
    if not isinstance(data, list):
        raise ValueError("a list is missing")
    return data


def _text(data: object) -> str:
    if not isinstance(data, str):
        raise ValueError("a text is missing")
    return data
