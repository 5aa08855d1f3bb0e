"""A YAML text as written: a tree of nodes with the comments that belong to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

STEP = 2  # spaces for each level


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
class Child:
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
    children: list[Child] = field(default_factory=list)
    trailing: list[Comment] = field(default_factory=list)
    beside: Comment | None = None
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
