"""A YAML text as written: a tree of nodes with the comments that belong to them; and why a text is left as it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from yaml.events import Event
from yaml.tokens import Token

from builder.diagnostics import Diagnostic, Span
from builder.documents.libyaml import position_of

STEP = 2  # spaces for each level


@dataclass(slots=True)
class Comment:
    """A comment as written, and where it stands."""

    text: str
    column: int
    blank: bool = False  # a blank line stands before it


@dataclass(slots=True)
class Scalar:
    """A scalar as written. `lines` are those of the source; all but the first without their indentation."""

    lines: list[str]
    header: str = ""  # of a block scalar: `|2-`; then `lines` are its content
    comment: Comment | None = None  # behind the header
    next_line: bool = False  # it starts on the line below its key


@dataclass(slots=True)
class Child:
    """A pair of a mapping or an item of a list (without `key`), with the comments that belong to it."""

    key: str | None = None
    name: str = ""  # the key as data
    value: Scalar | Node | None = None
    above: list[Comment] = field(default_factory=list)
    key_comment: Comment | None = None  # at the end of the line of `key:` or `-`
    below: list[Comment] = field(default_factory=list)  # on lines between `key:` or `-` and the value
    after: Comment | None = None  # at the end of the value's last line
    blank: bool = False  # a blank line stands right before it
    breaks: bool = False  # in a flow collection: it starts a line
    colon: bool = True


@dataclass(slots=True)
class Node:
    """A mapping or a list. In flow style, `key_comment` is the comment behind the opening bracket."""

    kind: Literal["mapping", "list"]
    flow: bool = False
    children: list[Child] = field(default_factory=list)
    trailing: list[Comment] = field(default_factory=list)
    key_comment: Comment | None = None
    breaks: bool = False  # the closing bracket starts a line
    comma: bool = False  # a comma stands behind the last item


@dataclass(slots=True)
class Tree:
    """A text: the comments that open it, its root, and the comments that end it."""

    root: Scalar | Node | None = None
    header: list[Comment] = field(default_factory=list)
    gap: bool = False  # a blank line stands below the header
    trailing: list[Comment] = field(default_factory=list)
    after: Comment | None = None


class CannotEditError(ValueError):
    """The text is left as it is, for the reason in `message`; `line` and `column` count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1, help: str = "") -> None:  # noqa: A002 - the same word as on a Diagnostic
        super().__init__(message)
        self.message, self.line, self.column, self.help = message, line, column, help

    def diagnostic(self, path: str) -> Diagnostic:
        """The refusal as a fault of the file at `path`."""
        place = Span(path, self.line, self.column, self.line, self.column + 1)
        return Diagnostic("cannot-format", self.message, place, self.help)


def not_yaml(fault: Diagnostic) -> CannotEditError:
    """Why a text that can't be read, for this fault, is left as it is."""
    start = "" if fault.code == "too-deep" else "this is not YAML: "
    place = (fault.span.line, fault.span.column) if fault.span else (1, 1)
    return CannotEditError(start + fault.message.removeprefix(start), *place, help=fault.help)


def refusal(what: str, at: Event | Token) -> CannotEditError:
    """Why a text with `what` in it is left as it is; `at` is the event or token of that."""
    return CannotEditError(f"{what} are not formatted", *position_of(at))
