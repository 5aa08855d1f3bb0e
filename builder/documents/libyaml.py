"""The only use of PyYAML: libyaml's parser, and its marks as spans. PyYAML's constructors and dumpers are not used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any  # Any: PyYAML's parser is untyped

import yaml
from yaml.events import Event

from builder.diagnostics import Span

# PyYAML's own parser is there where libyaml is not. Any: the two have their methods in common, but no type. The marks
# of what they return are never None, though its types allow that; so events and tokens are Any below, too.
Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def events_of(text: str) -> Iterator[Event]:
    """The parse events of a text, one after the other. Raises yaml.YAMLError where the text is no YAML."""
    return iter(Parser(text).get_event, None)


def position_of(item: Any) -> tuple[int, int]:
    """The line and column, from 1, at which an event or a token begins."""
    return item.start_mark.line + 1, item.start_mark.column + 1


def place_of(event: Any) -> tuple[int, int, int, int]:
    """The line and column, from 1, at which an event begins and ends; one character where it has no length."""
    start, end = event.start_mark, event.end_mark
    line, column, end_line, end_column = start.line + 1, start.column + 1, end.line + 1, end.column + 1
    return line, column, end_line, end_column + (line == end_line and column == end_column)


def span_of(event: Any, path: str) -> Span:
    """The part of the file at `path` that made an event."""
    return Span(path, *place_of(event))
