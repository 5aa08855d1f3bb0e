"""What a text says to the last detail, to prove that an edited text says the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import NoReturn, TypeAlias

import yaml
from yaml.events import AliasEvent, CollectionStartEvent, DocumentStartEvent, Event, ScalarEvent

from builder.diagnostics import KeyPath, Span
from builder.documents.data import Data
from builder.documents.editing.errors import CannotEditError, not_yaml, refusal
from builder.documents.events import MAX_DEPTH, MAX_EVENTS, DataBuilder
from builder.documents.libyaml import position_of
from builder.documents.syntax import syntax_fault

MAX_LINES = 500_000  # of a text that is edited: a comment takes twenty times as long as to read it

Exact: TypeAlias = "tuple[str, str] | list[Exact] | dict[str, Exact] | None"


def exact_data(text: str) -> Exact:
    """Lists, mappings, and each scalar as (its text, its style); None for a text that says nothing.

    The style is "" for a scalar without quotes. Raises CannotEditError where the text is no YAML, or holds what can't
    be moved about safely: anchors, aliases, tags, directives, several documents, keys that are written twice.
    """
    if max(text.count("\n"), text.count("\r")) > MAX_LINES:
        raise CannotEditError(
            f"this has more than {MAX_LINES:,} lines", MAX_LINES + 1, help="split it in several files"
        )
    odd = re.search("[\x85\u2028\u2029]", text)
    if odd:
        at = Span.behind("", text[: odd.start()])
        message = "an invisible line separator stands here"
        raise CannotEditError(message, at.line, at.column, help="delete it and start a new line")
    builder = _ExactBuilder("")
    try:
        builder.run(text)
    except yaml.YAMLError as error:
        raise not_yaml(syntax_fault(error, text, "")) from None
    except UnicodeError:
        raise CannotEditError("this is not YAML: it holds a character that UTF-8 can't write") from None
    data: Exact = builder.root
    return None if data == ("", "") else data


def prove(
    text: str,
    data: Exact,
    written: Iterable[str],
    comments: Iterable[str],
    doing: str,
    *,
    but: Collection[KeyPath] = (),
) -> None:
    """Raise CannotEditError where a text does not say `data`, or `written`, its comments, are not `comments`.

    `data` is as `exact_data` returns it; `doing` says in the message what was attempted. What stands `but` at those
    places may differ.
    """
    if _without(exact_data(text), but) != _without(data, but):
        raise CannotEditError(f"{doing} would change the data of this file")
    if Counter(written) != Counter(comments):
        raise CannotEditError(f"{doing} would lose a comment of this file")


def _without(data: Exact, places: Collection[KeyPath]) -> Exact:
    """The data, from which what stands at these places is taken out."""
    for *way, last in places:
        inner: Exact = data
        for key in way:
            inner = inner[key] if isinstance(inner, list) and isinstance(key, int) else _dict(inner).get(str(key))
        if isinstance(inner, dict) and last in inner:
            inner[str(last)] = None
    return data


def _dict(data: Exact) -> dict[str, Exact]:
    return data if isinstance(data, dict) else {}


def is_same(one: Data, other: Data) -> bool:
    """Whether two are equal, also in their types (1 is neither 1.0 nor true) and in the order of keys."""
    return json.dumps(one) == json.dumps(other)


class _ExactBuilder(DataBuilder):
    """Keeps how scalars are written, and refuses at once what `DataBuilder` understands or reports."""

    plain = staticmethod(lambda text: (text, ""))
    quoted = staticmethod(lambda text, style: (text, style))

    def marked(self, event: ScalarEvent | CollectionStartEvent) -> NoReturn:
        raise refusal("tags and anchors", event)

    def alias(self, event: AliasEvent) -> NoReturn:
        raise refusal("aliases", event)

    def duplicate(self, event: ScalarEvent) -> NoReturn:
        message = f'"{event.value}" is written twice here'
        raise CannotEditError(message, *position_of(event), help="keep one of the two")

    def collection_as_key(self, event: CollectionStartEvent) -> NoReturn:
        raise refusal("keys that are lists or mappings", event)

    def too_deep(self, event: CollectionStartEvent) -> NoReturn:
        raise CannotEditError(f"this is nested more than {MAX_DEPTH} deep", *position_of(event))

    def too_large(self, event: Event) -> NoReturn:
        raise CannotEditError(f"this says more than {MAX_EVENTS:,} things", *position_of(event))

    def unusual_document(self, event: DocumentStartEvent, number: int) -> NoReturn:
        raise refusal("several documents and directives", event)
