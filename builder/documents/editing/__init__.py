"""Canonical YAML: keys in the order of the schema, even spacing, every comment kept, no value touched.

Text in, text out; finding files and their schemas is the caller's. A scalar is never rewritten: it is copied
from the source as its author styled it, and only its indentation changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import yaml
from yaml import events

from builder.documents.editing.ordering import Shape, order
from builder.documents.editing.reading import Reader
from builder.documents.editing.tree import MAX_DEPTH, CannotFormatError, Parser, place_of, refusal
from builder.documents.editing.writing import Writer

__all__ = ["CannotFormatError", "format_text"]


def format_text(text: str, schema: Mapping[str, Any] | None = None) -> str:
    """The same YAML in its one canonical layout; formatting twice changes nothing more.

    `schema` is the JSON Schema of the whole file with its `$ref`s resolved. The keys of a mapping follow the
    order of its `properties`, then of those in `allOf`, `anyOf`, `oneOf`, `then` and `else` as far as they
    can apply; unknown keys come last, as written. A mapping without declared properties keeps its author's
    order, and so does everything without a schema.

    Raises CannotFormatError, and so changes nothing, where the text is not YAML, has several documents,
    directives, anchors, aliases, tags, explicit (`? `) or duplicate keys, is nested more than 64 deep, or
    where the result, read again, has other data or lacks a comment.
    """
    before = _data(text)
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reader = Reader(lines)
    document = reader.document()
    if schema is not None and document.root is not None:
        order(document.root, Shape([schema]))
    writer = Writer()
    result = writer.document(document)
    if _data(result) != before:
        raise CannotFormatError("formatting would change the data of this file")
    if Counter(writer.comments) != Counter(reader.comments):
        raise CannotFormatError("formatting would lose a comment of this file")
    return result


def _data(text: str) -> Any:
    """Dicts, lists, and each scalar as (value, style). Refuses what can't be moved about safely."""
    odd = re.search("[\x85\u2028\u2029]", text)
    if odd:
        at = odd.start()
        place = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise CannotFormatError(
            "an invisible line separator stands here", *place, help="delete it and start a new line"
        )
    try:
        return _build(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "it can't be parsed"
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise CannotFormatError(f"this is not YAML: {reason}", *place) from None
    except UnicodeError:
        raise CannotFormatError("this is not YAML: it holds a character that UTF-8 can't write") from None


def _build(text: str) -> Any:  # noqa: C901 - one branch a kind of event reads better than a function each
    parser = Parser(text)
    root: list[Any] = []
    stack: list[tuple[Any, Any]] = []
    current: Any = root
    key: Any = None
    documents = 0
    while True:
        event = parser.get_event()
        kind = event.__class__
        if kind is events.ScalarEvent:
            if event.anchor or event.tag:
                raise refusal("tags and anchors", event)
            value: Any = (event.value, event.style or "")
            if current.__class__ is dict and key is None:
                if event.value in current:
                    raise CannotFormatError(
                        f'"{event.value}" is written twice here', *place_of(event), help="keep one of the two"
                    )
                key = event.value
                current[key] = None
                continue
        elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
            if event.anchor or event.tag:
                raise refusal("tags and anchors", event)
            if current.__class__ is dict and key is None:
                raise refusal("keys that are lists or mappings", event)
            if len(stack) >= MAX_DEPTH:
                raise CannotFormatError(f"this is nested more than {MAX_DEPTH} deep", *place_of(event))
            stack.append((current, key))
            current, key = ({} if kind is events.MappingStartEvent else []), None
            continue
        elif kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
            value = current
            current, key = stack.pop()
        elif kind is events.AliasEvent:
            raise refusal("aliases", event)
        elif kind is events.DocumentStartEvent:
            documents += 1
            if documents > 1 or event.version or event.tags:
                raise refusal("several documents and directives", event)
            continue
        elif kind is events.StreamEndEvent:
            # A file that says nothing is the same as one without a document.
            return None if root in ([], [("", "")]) else root
        else:
            continue
        if current.__class__ is dict:
            current[key] = value
            key = None
        else:
            current.append(value)
