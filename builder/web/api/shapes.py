"""Short functions for the shapes of endpoints' bodies and answers: each makes a part of a JSON Schema."""

from __future__ import annotations

from collections.abc import Sequence

from builder.documents.data import Data

SchemaPart = dict[str, Data]  # a JSON Schema, or a part of one


def text(about: str = "", *, most: int | None = None) -> SchemaPart:
    """A text of at most `most` characters."""
    return _part("string", about, maxLength=most)


def one_of(words: Sequence[str], about: str = "") -> SchemaPart:
    """One of these words."""
    return _part("string", about, enum=[*words])


def day(about: str) -> SchemaPart:
    """A day, such as 2026-11-21."""
    return _part("string", about, format="date")


def whole(about: str = "", least: int | None = None, most: int | None = None) -> SchemaPart:
    """A whole number."""
    return _part("integer", about, minimum=least, maximum=most)


def number(about: str = "", least: float | None = None, most: float | None = None) -> SchemaPart:
    """A number."""
    return _part("number", about, minimum=least, maximum=most)


def flag(about: str) -> SchemaPart:
    """Yes or no."""
    return _part("boolean", about)


def several(of: SchemaPart, about: str = "", least: int | None = None, most: int | None = None) -> SchemaPart:
    """A list of such values, from `least` to `most` of them."""
    return _part("array", about, items=of, minItems=least, maxItems=most)


def by_name(of: SchemaPart | None = None, about: str = "") -> SchemaPart:
    """Such values by any names; without `of`, values of any kind."""
    return _part("object", about, additionalProperties=of)


def thing(texts: str = "", about: str = "", optional: str = "", /, **properties: SchemaPart) -> SchemaPart:
    """A value with parts by name: those named first are texts, those that are `optional` need not be there."""
    parts = {**{name: text() for name in texts.split()}, **properties}
    required = [name for name in parts if name not in optional.split()]
    return _part("object", about, required=required, properties={**parts})


def things(texts: str = "", about: str = "", optional: str = "", /, **properties: SchemaPart) -> SchemaPart:
    """A list of such values; `about` describes the list."""
    return several(thing(texts, "", optional, **properties), about)


def body(required: str, /, **properties: SchemaPart) -> SchemaPart:
    """What is sent: these parts and no others, of which some are required."""
    return _part("object", "", additionalProperties=False, required=[*required.split()], properties={**properties})


def or_null(part: SchemaPart) -> SchemaPart:
    """Such a value, or null."""
    return {**part, "type": [part["type"], "null"]}


def _part(kind: str, about: str, **more: Data) -> SchemaPart:
    schema: SchemaPart = {"type": kind, **{name: value for name, value in more.items() if value is not None}}
    return {**schema, "description": about} if about else schema
