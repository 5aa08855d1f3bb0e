"""Data made straight from libyaml's events, in a tenth of the time that PyYAML's own constructor takes.

`read_events` is how files are read. `DataBuilder` is the loop over the events; the editor has a stricter subclass of
it, which also records how each scalar is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn  # Any: collections while they are filled

import yaml
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from builder.diagnostics import Diagnostic, Fix, Span, lines_of
from builder.documents.data import MAX_ALIASED_NODES, MAX_DEPTH, Data
from builder.documents.libyaml import Parser, span_of
from builder.documents.scalars import scalar
from builder.documents.syntax import syntax_fault
from builder.words import words_here

MAX_EVENTS = 1_000_000  # keys, values, and beginnings and ends of lists and mappings; some 30,000 cards
MAX_FAULTS = 200  # then reading a file stops

# In this module, Any is data under construction: the loop runs a few hundred thousand times for a large file, and
# compares classes, which is fastest but which type checkers don't understand.
_NO_KEY: Any = object()


def read_events(text: str, path: str) -> tuple[Data, list[Diagnostic]]:
    """The data of a text and what is wrong with it as YAML; None where it can't be read to its end."""
    builder = DataBuilder(path)
    try:
        builder.run(text)
    except yaml.YAMLError as error:
        return None, [*builder.problems, syntax_fault(error, text, path)]
    except _StopError:
        return None, builder.problems
    data: Data = builder.root
    return data, builder.problems


class _StopError(Exception):
    """The rest of the file is not worth reading, or not safe to."""


class DataBuilder:
    """Builds data from parse events, without recursion. `root` is the data, `problems` what is wrong with it.

    The methods handle rare events: here they report them, and stop where the rest makes no sense.
    """

    plain: Callable[[str], Any] = staticmethod(scalar)  # the value of a scalar without quotes
    quoted: Callable[[str, str], Any] | None = None  # the value of another, by text and style; None: its text

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Diagnostic] = []
        self.root: Any = None
        self.anchors: dict[str, tuple[Any, int]] = {}  # values with their numbers of nodes
        self.aliased = 0
        self.text = ""
        self.joined: Any = None  # the last mapping in which a second item begins without a dash

    def run(self, text: str) -> None:  # noqa: C901 - one loop over the events; calls would double its time
        """Read the text. Raises yaml.YAMLError where it is no YAML."""
        next_event = Parser(text).get_event
        self.text = text
        plain, quoted = self.plain, self.quoted
        scalars: dict[str, Any] = {}
        # An open collection: (itself, key waiting for a value, anchor, nodes before it)
        stack: list[tuple[Any, Any, str | None, int]] = []
        current: Any = None
        key: Any = _NO_KEY
        anchor: str | None = None
        started = nodes = documents = 0
        while nodes < MAX_EVENTS:
            event = next_event()
            kind = event.__class__
            nodes += 1
            if kind is ScalarEvent:
                if event.anchor or event.tag:
                    self.marked(event)
                text_value: str = event.value
                if current.__class__ is dict and key is _NO_KEY:  # keys are text, whatever they look like
                    if text_value in current:
                        self.duplicate(event, current, in_list=stack[-1][0].__class__ is list)
                    key = text_value
                    continue
                if event.implicit[0]:
                    if text_value in scalars:
                        value = scalars[text_value]
                    else:
                        value = scalars[text_value] = plain(text_value)
                else:
                    value = text_value if quoted is None else quoted(text_value, event.style)
                if event.anchor:
                    self.anchors[event.anchor] = (value, 1)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                if event.anchor or event.tag:
                    self.marked(event)
                if current.__class__ is dict and key is _NO_KEY:
                    self.collection_as_key(event)
                if len(stack) >= MAX_DEPTH:
                    self.too_deep(event)
                stack.append((current, key, anchor, started))
                current = {} if kind is MappingStartEvent else []
                key, anchor, started = _NO_KEY, event.anchor, nodes
                continue
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                value = current
                if anchor:
                    self.anchors[anchor] = (value, nodes - started)
                current, key, anchor, started = stack.pop()
            elif kind is AliasEvent:
                value, size = self.alias(event)
                nodes += size
                if current.__class__ is dict and key is _NO_KEY:
                    self.stop("yaml-key", "yaml.key-alias", event)
            elif kind is DocumentStartEvent:
                documents += 1
                if documents > 1 or event.version or event.tags:
                    self.unusual_document(event, documents)
                continue
            elif kind is StreamEndEvent:
                return
            else:
                continue
            if current is None:
                self.root = value
            elif current.__class__ is list:
                current.append(value)
            else:
                current[key] = value
                key = _NO_KEY
        self.too_large(event)

    def marked(self, event: ScalarEvent | CollectionStartEvent) -> None:
        """A node with an anchor or a tag. Tags are reported and skipped, except "!", which means the same as quotes."""
        if event.tag and event.tag != "!":
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.report("yaml-tag", "yaml.tag", event, tag=tag)

    def duplicate(self, event: ScalarEvent, within: dict[str, Any], *, in_list: bool) -> None:
        """A key that its mapping has already. If it is the first key of a list's item, probably a dash is missing."""
        place = span_of(event, self.path)
        line, column = place.line, place.column
        before = lines_of(self.text)[line - 1][: column - 1] if in_list else ""
        if self.joined is within:
            return  # reported with the missing dash
        if event.value == next(iter(within)) and len(before) > 1 and not before.strip():
            self.joined = within
            fix = Fix("source", "- ", Span(self.path, line, column - 2, line, column))
            self.report("duplicate-key", "yaml.dash", event, fix, key=event.value)
        else:
            self.report("duplicate-key", "yaml.twice", event, key=event.value)

    def collection_as_key(self, event: CollectionStartEvent) -> None:
        """A list or a mapping where a key should stand."""
        self.stop("yaml-key", "yaml.key", event)

    def too_deep(self, event: CollectionStartEvent) -> None:
        """A list or a mapping that is nested too deep."""
        self.stop("too-deep", "yaml.deep", event, most=MAX_DEPTH)

    def too_large(self, event: Event) -> None:
        """The event with which there are too many."""
        self.stop("too-large", "yaml.large", event, most=MAX_EVENTS)

    def alias(self, event: AliasEvent) -> tuple[Any, int]:
        """The value that an alias repeats, and its number of nodes."""
        if event.anchor not in self.anchors:
            self.stop("yaml-alias", "yaml.alias", event, name=event.anchor)
        value, size = self.anchors[event.anchor]
        self.aliased += size
        if self.aliased > MAX_ALIASED_NODES:
            self.stop("yaml-alias", "yaml.aliases", event)
        return value, size

    def unusual_document(self, event: DocumentStartEvent, number: int) -> None:
        """A document with directives, or after another; `number` counts from 1."""
        if number > 1:
            self.stop("several-documents", "yaml.second", event)

    def report(self, code: str, key: str, event: Event, fix: Fix | None = None, /, **parts: object) -> None:
        """Note a fault at the place of an event; `key` names the text of its message."""
        place = span_of(event, self.path)
        message, help_ = words_here("files").with_help(key, None, **parts)
        self.problems.append(Diagnostic(code, message, place, help_, fix=fix))
        if len(self.problems) >= MAX_FAULTS:
            self.problems.append(Diagnostic.of("more-findings", "files", "yaml.more", place, most=MAX_FAULTS))
            raise _StopError

    def stop(self, code: str, key: str, event: Event, /, **parts: object) -> NoReturn:
        """Note a fault and read no further."""
        self.report(code, key, event, **parts)
        raise _StopError
