"""Several files read as if they were one: their data together, each part at its place in its own file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any  # Any: a document's data

from builder.diagnostics import KeyPath, Span
from builder.documents.data import mapping, sequence
from builder.documents.document import Document


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

    def find(self, path: KeyPath, words: str) -> Span:
        """Where `words` stand inside the text at `path`, or else that text's own span."""
        part, within = self._part_of(path)
        return part.find(within, words)

    def _part_of(self, path: KeyPath) -> tuple[Document, KeyPath]:
        """The document that says what stands at a path, or most of the way to it, and the path in that document."""
        if self.firsts:
            if not path or not isinstance(path[0], int):
                return self.parts[0], path
            number = max(i for i, first in enumerate(self.firsts) if first <= path[0])
            return self.parts[number], (path[0] - self.firsts[number], *path[1:])
        return max(self.parts, key=lambda part: _depth(part.data, path)), path


def joined_lists(parts: Sequence[Document]) -> Document:
    """The lists of these documents, at least one, one behind the other."""
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

    What stands at the paths `containers` is put together key by key; "*" in a path stands for any key. Anything else is
    that of the first document that has it.
    """
    if len(parts) == 1:
        return parts[0]
    data: dict[str, Any] = {}
    for part in parts:
        data = _merged(data, mapping(part.data), (), containers)
    return JoinedDocument(parts[0].path, parts[0].text, data, parts=tuple(parts))


def said_twice(first: Document, other: Document, containers: Collection[KeyPath]) -> Iterator[KeyPath]:
    """The paths of what both mappings say, and only one of them can."""
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
    """How many steps of a path lead somewhere in this data."""
    for step, key in enumerate(path):
        found = data.get(key, _NOTHING) if isinstance(data, dict) else _item(data, key)
        if found is _NOTHING:
            return step
        data = found
    return len(path)


_NOTHING = object()


def _item(data: Any, key: str | int) -> Any:
    return data[key] if isinstance(data, list) and isinstance(key, int) and 0 <= key < len(data) else _NOTHING
