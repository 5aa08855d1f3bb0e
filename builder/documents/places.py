"""Where the parts of a YAML text stand.

`span_tree` finds the places of everything, and takes three times as long as reading the text. `item_places` and
`entry_places` find only what stands near the root, for those who need a place of every card of a large file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
    StreamStartEvent,
)

from builder.diagnostics import KeyPath, Span
from builder.documents.libyaml import events_of, span_of

if TYPE_CHECKING:
    from builder.documents.document import Document


@dataclass(slots=True)
class SpanTree:
    """Where a value stands, and by their keys or indexes the values in it, and where their keys stand."""

    span: Span
    children: dict[str | int, SpanTree] = field(default_factory=dict)
    keys: dict[str, Span] = field(default_factory=dict)


def span_tree(text: str, path: str) -> SpanTree | None:  # noqa: C901 - a branch for each kind of event
    """The places of everything in the text of the file at `path`, as far as it can be parsed; None for no value."""
    root: SpanTree | None = None
    stack: list[tuple[SpanTree, str | int | None]] = []
    anchors: dict[str | None, SpanTree] = {}

    def put(node: SpanTree) -> None:
        nonlocal root
        if not stack:
            root = root or node
            return
        parent, key = stack[-1]
        if isinstance(key, int):
            parent.children[key] = node
            stack[-1] = (parent, key + 1)
        elif key is None:  # never reached by text that `parse` accepted
            stack[-1] = (parent, "")
        else:
            parent.children[key] = node
            stack[-1] = (parent, None)

    try:
        for event in events_of(text):
            if isinstance(event, ScalarEvent):
                span = span_of(event, path)
                if stack and stack[-1][1] is None:
                    parent = stack[-1][0]
                    parent.keys[event.value] = span
                    stack[-1] = (parent, event.value)
                else:
                    put(SpanTree(span))
            elif isinstance(event, CollectionStartEvent):
                node = SpanTree(span_of(event, path))
                put(node)
                if event.anchor:
                    anchors[event.anchor] = node
                stack.append((node, None if isinstance(event, MappingStartEvent) else 0))
            elif isinstance(event, CollectionEndEvent):
                stack.pop()
            elif isinstance(event, AliasEvent):
                put(anchors.get(event.anchor) or SpanTree(span_of(event, path)))
    except yaml.YAMLError:
        pass  # the places before the fault are still good
    return root


def item_places(document: Document, keys: Collection[str] = ("id", "name")) -> list[dict[str, Span]]:
    """For each item of the list that a document is, where the values of those of `keys` stand that the item has.

    There are as many as the list has items, and each span is what `document.span((index, key))` returns. An item that
    is no mapping has none, and a document that is no list has no items.
    """
    if not isinstance(document.data, list):
        return []
    found: list[dict[str, Span]] = []
    events = events_of(document.text)
    _root(events)
    for item in events:
        if isinstance(item, CollectionEndEvent):
            break
        values = {name: value for name, _, value in _entries(events, item) if name in keys}
        if any(isinstance(event, AliasEvent) for event in (item, *values.values())):
            tree = span_tree(document.text, document.path)  # which knows where anchors are
            return [_spans_at(child, keys) for child in tree.children.values()] if tree else []
        found.append({str(name): span_of(value, document.path) for name, value in values.items()})
    return found


def entry_places(document: Document, path: KeyPath = ()) -> dict[str, Span]:
    """Where each key of the mapping at `path` stands, as `document.key_span((*path, key))` returns it.

    Empty where there is no mapping.
    """
    if document.data is None:
        return {}
    events = events_of(document.text)
    node: Event | None = _root(events)
    for part in path:
        node = next((value for name, _, value in _entries(events, node) if name == part), None)
    if document.diagnostics or isinstance(node, AliasEvent):  # a key is written twice, perhaps
        return _keys_at(span_tree(document.text, document.path), path)
    if not isinstance(node, MappingStartEvent):
        return {}
    return {str(name): span_of(key, document.path) for name, key, _ in _entries(events, node)}


def _root(events: Iterator[Event]) -> Event:
    """The event of the document's root."""
    return next(event for event in events if not isinstance(event, StreamStartEvent | DocumentStartEvent))


def _entries(events: Iterator[Event], node: Event | None) -> Iterator[tuple[str | int, Event, Event]]:
    """The keys or indexes of the list or mapping that begins with `node`, and the events of the key and of the value.

    An item of a list has the event of the value twice. Who stops at an entry finds in `events` what is inside its
    value; who goes on finds the next entry.
    """
    if not isinstance(node, CollectionStartEvent):
        return
    in_mapping = isinstance(node, MappingStartEvent)
    for number, event in enumerate(events):
        if isinstance(event, CollectionEndEvent):
            return
        value = next(events) if in_mapping else event
        yield event.value if in_mapping and isinstance(event, ScalarEvent) else number, event, value
        depth = int(isinstance(value, CollectionStartEvent))
        while depth:
            inner = next(events)
            depth += isinstance(inner, CollectionStartEvent) - isinstance(inner, CollectionEndEvent)


def _spans_at(tree: SpanTree, keys: Collection[str]) -> dict[str, Span]:
    return {key: tree.children[key].span for key in keys if key in tree.children}


def _keys_at(tree: SpanTree | None, path: KeyPath) -> dict[str, Span]:
    for part in path:
        tree = tree.children.get(part) if tree else None
    return tree.keys if tree else {}
