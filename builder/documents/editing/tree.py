"""A YAML document as written: a tree of nodes with their comments, and why a document may be refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

from builder.diagnostics import Diagnostic, Span

MAX_DEPTH = 64
STEP = 2  # spaces for each level

Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class CannotFormatError(ValueError):
    """The text is left as it is, for the reason in `message`; `line` and `column` count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1, help: str = "") -> None:  # noqa: A002 - the same word as on a Diagnostic
        super().__init__(message)
        self.message, self.line, self.column, self.help = message, line, column, help

    def diagnostic(self, path: str) -> Diagnostic:
        """The refusal as a fault of the file at `path`."""
        place = Span(path, self.line, self.column, self.line, self.column + 1)
        return Diagnostic("cannot-format", self.message, place, self.help)


@dataclass(slots=True)
class Comment:
    """A comment as written, and where it stands."""

    text: str
    column: int
    blank: bool = False  # a blank line stands before it


@dataclass(slots=True)
class Scalar:
    """`lines` are the source's, without the indentation of all but the first."""

    lines: list[str]
    header: str = ""  # of a block scalar: `|2-`; then `lines` are its content
    comment: Comment | None = None  # behind the header
    next_line: bool = False  # it starts on the line below its key


@dataclass(slots=True)
class Entry:
    """A pair of a mapping or an item of a list (without `key`), with the comments that belong to it."""

    key: str | None = None
    name: str = ""  # the key as data
    value: Scalar | Node | None = None
    above: list[Comment] = field(default_factory=list)
    beside: Comment | None = None  # at the end of the line of `key:` or `-`
    below: list[Comment] = field(default_factory=list)  # on lines between `key:` or `-` and the value
    after: Comment | None = None  # at the end of the value's last line
    blank: bool = False  # a blank line stands right before it
    breaks: bool = False  # in a flow collection: it starts a line
    colon: bool = True


@dataclass(slots=True)
class Node:
    """A mapping or a list. In flow style, `beside` is the comment behind the opening bracket."""

    kind: Literal["mapping", "list"]
    flow: bool = False
    entries: list[Entry] = field(default_factory=list)
    trailing: list[Comment] = field(default_factory=list)
    beside: Comment | None = None
    breaks: bool = False  # the closing bracket starts a line
    comma: bool = False  # a comma stands behind the last item


@dataclass(slots=True)
class Document:
    """A file: the comments that open it, its root, and the comments that end it."""

    root: Scalar | Node | None = None
    header: list[Comment] = field(default_factory=list)
    gap: bool = False  # a blank line stands below the header
    trailing: list[Comment] = field(default_factory=list)
    after: Comment | None = None


def refusal(what: str, at: Any) -> CannotFormatError:
    """Why a document that holds such a thing is left as it is."""
    return CannotFormatError(f"{what} are not formatted", *place_of(at))


def place_of(item: Any) -> tuple[int, int]:
    """The line and column of a token or event, counting from 1."""
    return item.start_mark.line + 1, item.start_mark.column + 1
