"""A file as read: its data, its faults, and where each part of it stands; and several files as if they were one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any  # Any: a document's data

from builder.diagnostics import Diagnostic, Fix, KeyPath, Span, lines_of
from builder.documents.data import mapping, sequence
from builder.documents.scalars import quoted
from builder.words import words_here

if TYPE_CHECKING:
    from builder.documents.places import SpanTree

_COMMENT = re.compile(r"\s*(?P<text>#[^\s#]\S*)\s*")  # one word, such as a color


@dataclass(frozen=True)
class Document:
    """A YAML file as read. Places are found when the first one is needed.

    `path` is how the user sees the file, and `text` its content. `data` is None where nothing could be read;
    `diagnostics` are what is wrong with the file as YAML.
    """

    path: str
    text: str = ""
    data: Any = None  # Data; Any, since callers have checked its shape by a schema
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def span(self, path: KeyPath = ()) -> Span:
        """Where the value at `path` stands; where there is none, its nearest parent."""
        node = self._tree
        for part in path:
            child = node.children.get(part) if node is not None else None
            if child is None:
                break
            node = child
        return node.span if node is not None else Span(self.path)

    def key_span(self, path: KeyPath) -> Span:
        """Where the key that ends `path` stands; for an item of a list, the item."""
        parent = self._tree
        for part in path[:-1]:
            if parent is None:
                break
            parent = parent.children.get(part)
        found = parent.key_span(path[-1]) if parent is not None and path else None
        return found or self.span(path)

    def located(self, diagnostic: Diagnostic, base: KeyPath = ()) -> Diagnostic:
        """A fault of data, with its span in this document; `base` leads to the data that was checked."""
        path = (*base, *diagnostic.path)
        span = self.key_span(path) if diagnostic.at_key else self.span(path)
        located = replace(diagnostic, span=span, path=(), at_key=False)
        return self._taken_for_comment(located) if diagnostic.code == "wrong-type" else located

    def _taken_for_comment(self, fault: Diagnostic) -> Diagnostic:
        """The fault of an empty value; if it is a word after #, such as a color, with help to put it in quotes."""
        span, lines = fault.span, self.lines_at(fault.span.path if fault.span else "")
        rest = lines[span.line - 1][span.column - 1 :] if span and 0 < span.line <= len(lines) else ""
        found = _COMMENT.fullmatch(rest)
        if span is None or found is None:
            return fault
        start = span.column + found.start("text")
        fix = Fix("quoted", span=Span(span.path, span.line, start, span.line, start + len(found["text"])))
        return replace(fault, help=words_here("files")("comment", text=quoted(found["text"])), fix=fix)

    def lines_at(self, path: str) -> list[str]:
        """The lines of the file that the user sees as `path`, of which this document is made."""
        return self.lines if path == self.path else []

    def find(self, path: KeyPath, words: str) -> Span:
        """Where `words` stand inside the text at `path`, or else that text's own span."""
        span = self.span(path)
        lines = self.lines
        for number in range(span.line, min(max(span.end_line, span.line) + 1, len(lines) + 1)):
            start = span.column - 1 if number == span.line else 0
            at = lines[number - 1].find(words, start)
            if at >= 0:
                return Span(self.path, number, at + 1, number, at + 1 + len(words))
        return span

    def item_places(self, keys: Collection[str] = ("id", "name")) -> list[dict[str, Span]]:
        """For each item of a document that is a list, the places of its values at `keys`, as far as it has them.

        Each span is what `span((index, key))` returns. For an item that is no mapping there are none.
        """
        from builder.documents.places import item_places

        return item_places(self.text, self.path, keys) if isinstance(self.data, list) else []

    def entry_places(self, path: KeyPath = ()) -> dict[str, Span]:
        """Where each key of the mapping at `path` stands, as `key_span((*path, key))` returns it.

        Empty where there is no mapping.
        """
        from builder.documents.places import entry_places

        return {} if self.data is None else entry_places(self.text, self.path, path, not self.diagnostics)

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return lines_of(self.text)

    @cached_property
    def _tree(self) -> SpanTree | None:
        from builder.documents.places import span_tree  # with libyaml, which a sound file may not need

        return span_tree(self.text, self.path)


@dataclass(frozen=True)
class JoinedDocument(Document):
    """Documents of one kind as one. `path` and `text` are those of the first of `parts`."""

    parts: tuple[Document, ...] = ()
    firsts: tuple[int, ...] = field(default=())  # of lists: the index of the first item of each part

    def span(self, path: KeyPath = ()) -> Span:
        """Where the value at `path` stands; where there is none, its nearest parent."""
        part, within = self._part_of(path)
        return part.span(within)

    def key_span(self, path: KeyPath) -> Span:
        """Where the key that ends `path` stands; for an item of a list, the item."""
        part, within = self._part_of(path)
        return part.key_span(within)

    def lines_at(self, path: str) -> list[str]:
        """The lines of the file that the user sees as `path`, of which this document is made."""
        return next((part.lines for part in self.parts if part.path == path), [])

    def find(self, path: KeyPath, words: str) -> Span:
        """Where `words` stand inside the text at `path`, or else that text's own span."""
        part, within = self._part_of(path)
        return part.find(within, words)

    def entry_places(self, path: KeyPath = ()) -> dict[str, Span]:
        """Where each key of the mapping at `path` stands; for a key of several parts, in the first of them."""
        found = [part.entry_places(path) for part in reversed(self.parts)]
        return {key: span for each in found for key, span in each.items()}

    def _part_of(self, path: KeyPath) -> tuple[Document, KeyPath]:
        """The document that has the value at a path, or most of the way to it, and the path in that document."""
        if self.firsts:
            if not path or not isinstance(path[0], int):
                return self.parts[0], path
            number = max(i for i, first in enumerate(self.firsts) if first <= path[0])
            return self.parts[number], (path[0] - self.firsts[number], *path[1:])
        return max(self.parts, key=lambda part: _depth(part.data, path)), path


def joined_lists(parts: Sequence[Document]) -> Document:
    """The lists of these documents, at least one, as one list."""
    if len(parts) == 1:
        return parts[0]
    data: list[Any] = []
    firsts = []
    for part in parts:
        firsts.append(len(data))
        data += sequence(part.data)
    return JoinedDocument(parts[0].path, parts[0].text, data, parts=tuple(parts), firsts=tuple(firsts))


def joined_mappings(parts: Sequence[Document], containers: Collection[KeyPath]) -> Document:
    """The mappings of these documents, at least one, as one mapping.

    Mappings at the paths `containers` are joined key by key; "*" in a path stands for any key. Any other value is taken
    from the first document that has it.
    """
    if len(parts) == 1:
        return parts[0]
    data: dict[str, Any] = {}
    for part in parts:
        data = _merged(data, mapping(part.data), (), containers)
    return JoinedDocument(parts[0].path, parts[0].text, data, parts=tuple(parts))


def conflicts(first: Document, other: Document, containers: Collection[KeyPath]) -> Iterator[KeyPath]:
    """The paths of values that are in both mappings and can't be joined."""
    yield from _twice(mapping(first.data), mapping(other.data), (), containers)


def _merged(one: Any, other: Any, path: KeyPath, containers: Collection[KeyPath]) -> dict[str, Any]:
    made = dict(one)
    for key, value in other.items():
        here = (*path, key)
        if key not in made:
            made[key] = value
        elif isinstance(made[key], dict) and isinstance(value, dict) and _is_container(here, containers):
            made[key] = _merged(made[key], value, here, containers)
    return made


def _twice(one: Any, other: Any, path: KeyPath, containers: Collection[KeyPath]) -> Iterator[KeyPath]:
    for key, value in other.items():
        here = (*path, key)
        if key in one and isinstance(one[key], dict) and isinstance(value, dict) and _is_container(here, containers):
            yield from _twice(one[key], value, here, containers)
        elif key in one:
            yield here


def _is_container(path: KeyPath, containers: Collection[KeyPath]) -> bool:
    return any(
        len(path) == len(each) and all(wanted in ("*", key) for wanted, key in zip(each, path, strict=True))
        for each in containers
    )


def _depth(data: Any, path: KeyPath) -> int:
    """How many steps of a path exist in this data."""
    for step, key in enumerate(path):
        is_item = isinstance(data, list) and isinstance(key, int) and 0 <= key < len(data)
        if not is_item and not (isinstance(data, dict) and key in data):
            return step
        data = data[key]
    return len(path)
