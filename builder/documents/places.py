"""Where the parts of a YAML text stand.

`span_tree` finds all places, and takes three times as long as reading the text. `item_places` and `entry_places` find
only places near the root, for callers that need one place for each card of a large file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any  # Any: events, whose kinds are compared by class, which is fastest

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamStartEvent,
)

from builder.diagnostics import KeyPath, Span
from builder.documents.libyaml import events_of, place_of, span_of

_Place = tuple[int, int, int, int]  # line and column from 1, of the beginning and of the end


@dataclass(slots=True)
class SpanTree:
    """The place of a value, and by key or index the trees of the values in it and the places of their keys.

    Places are stored as numbers, since a large file has a million, and become spans only when they are needed.
    """

    path: str
    place: _Place
    children: dict[str | int, SpanTree] = field(default_factory=dict)
    key_places: dict[str, _Place] = field(default_factory=dict)

    @property
    def span(self) -> Span:
        """Where the value stands."""
        return Span(self.path, *self.place)

    def key_span(self, key: str | int | None) -> Span | None:
        """Where a key stands; None where there is none."""
        place = self.key_places.get(key) if isinstance(key, str) else None
        return Span(self.path, *place) if place else None


def span_tree(text: str, path: str) -> SpanTree | None:  # noqa: C901 - a branch for each kind of event
    """The places of everything in the text of the file at `path`, as far as it can be parsed; None for no value."""
    root: SpanTree | None = None
    parents: list[tuple[SpanTree | None, Any]] = []  # the collections around `parent`, with their current keys
    parent: SpanTree | None = None
    key: Any = None  # of `parent`: the key without a value, None between two; in a list the number of items before
    anchors: dict[str | None, SpanTree] = {}
    childless: dict[str | int, SpanTree] = {}
    keyless: dict[str, _Place] = {}
    event: Any
    try:
        for event in events_of(text):
            kind = event.__class__
            if kind is ScalarEvent and parent is not None and key is None:
                key = event.value
                parent.key_places[key] = place_of(event)
                continue
            if kind is ScalarEvent:
                node = SpanTree(path, place_of(event), childless, keyless)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                node = SpanTree(path, place_of(event))
                if event.anchor:
                    anchors[event.anchor] = node
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                parent, key = parents.pop()
                continue
            elif kind is AliasEvent:
                node = anchors.get(event.anchor) or SpanTree(path, place_of(event), childless, keyless)
            else:
                continue
            if parent is None:
                root = root or node
            elif key.__class__ is int:
                parent.children[key] = node
                key += 1
            elif key is None:  # never with text that `parse` accepted
                key = ""
            else:
                parent.children[key] = node
                key = None
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                parents.append((parent, key))
                parent, key = node, None if kind is MappingStartEvent else 0
    except yaml.YAMLError:
        pass  # the places before the fault are still good
    return root


def item_places(text: str, path: str, keys: Collection[str]) -> list[dict[str, Span]]:
    """See `Document.item_places`: of a text that is a list."""
    found: list[dict[str, Span]] = []
    events = events_of(text)
    _root(events)
    for item in events:
        if isinstance(item, CollectionEndEvent):
            break
        values = {name: value for name, _, value in _entries(events, item) if name in keys}
        if any(isinstance(event, AliasEvent) for event in (item, *values.values())):
            tree = span_tree(text, path)  # which knows where anchors are
            items = tree.children.values() if tree else ()
            return [{key: item.children[key].span for key in keys if key in item.children} for item in items]
        found.append({str(name): span_of(value, path) for name, value in values.items()})
    return found


def entry_places(text: str, path: str, keys: KeyPath, is_sound: bool) -> dict[str, Span]:
    """See `Document.entry_places`, for a text that is not empty. Unless `is_sound`, keys may be written twice."""
    events = events_of(text)
    node: Event | None = _root(events)
    for part in keys:
        node = next((value for name, _, value in _entries(events, node) if name == part), None)
    if not is_sound or isinstance(node, AliasEvent):
        return _keys_at(span_tree(text, path), keys)
    if not isinstance(node, MappingStartEvent):
        return {}
    return {str(name): span_of(key, path) for name, key, _ in _entries(events, node)}


def _root(events: Iterator[Event]) -> Event:
    """The event of the document's root."""
    return next(event for event in events if not isinstance(event, StreamStartEvent | DocumentStartEvent))


def _entries(events: Iterator[Event], node: Event | None) -> Iterator[tuple[str | int, Event, Event]]:
    """The keys or indexes of the list or mapping that begins with `node`, and the events of the key and of the value.

    For an item of a list, the event of the value is there twice. After an entry, `events` goes on inside its value; the
    next entry skips the rest of it.
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


def _keys_at(tree: SpanTree | None, keys: KeyPath) -> dict[str, Span]:
    for part in keys:
        tree = tree.children.get(part) if tree else None
    return {key: Span(tree.path, *place) for key, place in tree.key_places.items()} if tree else {}
