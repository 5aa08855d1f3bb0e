"""A file as read: its data, its faults, and where each part of it stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from builder.diagnostics import Diagnostic, KeyPath, Span, lines_of

if TYPE_CHECKING:
    from builder.documents.places import SpanTree


@dataclass(frozen=True)
class Document:
    """A YAML file as read. Its places are looked for when the first of them is asked for.

    `path` is how the user sees the file, and `text` what it holds. `data` is None where nothing could be read;
    `diagnostics` are what is wrong with the file as YAML.
    """

    path: str
    text: str = ""
    data: Any = None  # Data; Any because those who use it have held it to a schema before
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
        """The fault of a value of this document, at its place here; the value's root stands at `base`."""
        path = (*base, *diagnostic.path)
        span = self.key_span(path) if diagnostic.at_key else self.span(path)
        return replace(diagnostic, span=span, path=(), at_key=False)

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

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return lines_of(self.text)

    @cached_property
    def _tree(self) -> SpanTree | None:
        from builder.documents.places import span_tree  # with libyaml, which a sound file may not need

        return span_tree(self.text, self.path)
