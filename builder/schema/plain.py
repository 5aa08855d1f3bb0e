"""JSON Schema by Python alone, for what is asked where jsonschema and jsonschema-rs are not: decks in a browser.

It knows the keywords that Arsenal's own schemas of decks and requests are made of, and says the same of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any  # Any: schemas and values

Path = tuple[str | int, ...]

ANNOTATIONS = frozenset(("$schema", "default", "description", "examples", "format", "title"))


@dataclass(frozen=True)
class Fault:
    """What a value does not fit, with the attributes of jsonschema's errors that explanations read."""

    message: str
    validator: str = ""
    validator_value: Any = None
    instance: Any = None
    schema: Any = None
    absolute_path: Path = ()
    schema_path: Path = ()
    context: Sequence[Fault] = ()


def faults(schema: Any, value: Any) -> Iterator[Fault]:
    """What is wrong with a value, in the order of the schema's keywords. Raises ValueError for unknown ones."""
    if schema is True:
        return
    if schema is False:
        yield Fault("nothing is allowed", "", None, value, schema)
        return
    for keyword, wanted in schema.items():
        if keyword in ANNOTATIONS or keyword.startswith("x-"):
            continue
        if keyword not in _KEYWORDS:
            raise ValueError(f"schemas with {keyword} are not asked here")
        for found in _KEYWORDS[keyword](wanted, value, schema):
            if not found.validator and found.schema is None:
                own = replace(found, validator=keyword, validator_value=wanted, instance=value, schema=schema)
                yield replace(own, instance=found.instance) if found.instance is not None else own
            else:
                yield found


class Verdict:
    """Does a value fit?"""

    def __init__(self, schema: Any) -> None:
        self._schema = schema

    def is_valid(self, value: Any) -> bool:
        """True when it does."""
        return next(faults(self._schema, value), None) is None

    def iter_errors(self, value: Any) -> Iterator[Fault]:
        """All that is wrong with it."""
        return faults(self._schema, value)


_Keyword = Callable[[Any, Any, Mapping[str, Any]], Iterator[Fault]]


def _below(schema: Any, value: Any, key: str | int, *within: str | int) -> Iterator[Fault]:
    for found in faults(schema, value):
        yield replace(_inside(found, key), schema_path=(*within, *found.schema_path))


def _inside(found: Fault, key: str | int) -> Fault:
    """The fault of a value that lies in another under this key."""
    context = tuple(_inside(one, key) for one in found.context)
    return replace(found, absolute_path=(key, *found.absolute_path), context=context)


def _is(kind: str, value: Any) -> bool:
    if kind == "integer":
        return _is("number", value) and float(value).is_integer()
    if kind == "number":
        return not isinstance(value, bool) and isinstance(value, int | float)
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    return isinstance(value, types[kind])


def _type(wanted: Any, value: Any, _: Any) -> Iterator[Fault]:
    if not any(_is(kind, value) for kind in ([wanted] if isinstance(wanted, str) else wanted)):
        yield Fault("is of another type")


def _enum(wanted: Any, value: Any, _: Any) -> Iterator[Fault]:
    if not any(type(one) is type(value) and one == value for one in wanted):
        yield Fault("is none of these")


@cache
def _pattern_of(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.removesuffix("$") + r"\Z" if pattern.endswith("$") else pattern, re.ASCII)


def _pattern(wanted: str, value: Any, _: Any) -> Iterator[Fault]:
    if isinstance(value, str) and not _pattern_of(wanted).search(value):
        yield Fault("does not match")


def _required(wanted: Any, value: Any, _: Any) -> Iterator[Fault]:
    if isinstance(value, dict) and any(key not in value for key in wanted):
        yield Fault("keys are missing")


def _properties(wanted: Any, value: Any, _: Any) -> Iterator[Fault]:
    present = value if isinstance(value, dict) else {}
    for key in (key for key, inner in wanted.items() if inner is False and key in present):
        yield Fault(f"{key} is not allowed", "properties", wanted, value, False, (key,))
    for key, inner in wanted.items():
        if inner is not False and key in present:
            yield from _below(inner, present[key], key, key)


def _additional(wanted: Any, value: Any, schema: Mapping[str, Any]) -> Iterator[Fault]:
    known = schema.get("properties", {})
    others = [key for key in value if key not in known] if isinstance(value, dict) else []
    if isinstance(wanted, dict):
        yield from chain.from_iterable(_below(wanted, value[key], key) for key in others)
    elif others and not wanted:
        yield Fault("there are other keys")


def _items(wanted: Any, value: Any, _: Any) -> Iterator[Fault]:
    if isinstance(value, list):
        yield from chain.from_iterable(_below(wanted, inner, place) for place, inner in enumerate(value))


def _property_names(wanted: Any, value: Any, schema: Mapping[str, Any]) -> Iterator[Fault]:
    for key in value if isinstance(value, dict) else ():
        for found in faults(wanted, key):
            yield Fault(found.message, "propertyNames", wanted, key, schema, context=(found,))


def _one_of(wanted: Any, value: Any, _: Any) -> Iterator[Fault]:
    found = [[replace(one, schema_path=(place, *one.schema_path)) for one in faults(branch, value)]
             for place, branch in enumerate(wanted)]  # fmt: skip
    fitting = sum(not wrong for wrong in found)
    if fitting != 1:
        yield Fault("fits none" if not fitting else "fits several", context=() if fitting else tuple(chain(*found)))


def _limit(fits: Callable[[Any, Any], bool]) -> _Keyword:
    def asked(wanted: Any, value: Any, _: Any) -> Iterator[Fault]:
        if _is("number", value) and not fits(value, wanted):
            yield Fault("is out of range")

    return asked


def _length(kind: str, fits: Callable[[Any, Any], bool]) -> _Keyword:
    def asked(wanted: Any, value: Any, _: Any) -> Iterator[Fault]:
        if _is(kind, value) and not fits(len(value), wanted):
            yield Fault("is too long or too short")

    return asked


def _least(value: Any, limit: Any) -> bool:
    return bool(value >= limit)


def _most(value: Any, limit: Any) -> bool:
    return bool(value <= limit)


_KEYWORDS: Mapping[str, _Keyword] = {
    "type": _type,
    "enum": _enum,
    "pattern": _pattern,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "propertyNames": _property_names,
    "oneOf": _one_of,
    "minimum": _limit(_least),
    "maximum": _limit(_most),
    "minLength": _length("string", _least),
    "maxLength": _length("string", _most),
    "minItems": _length("array", _least),
    "maxItems": _length("array", _most),
    "minProperties": _length("object", _least),
    "maxProperties": _length("object", _most),
}
