"""Checks data against a JSON Schema, without other packages. Knows only the keywords of Arsenal's schemas.

The engine reads bundles with it. `builder.schema` uses it in browsers, where jsonschema and jsonschema-rs are missing.
An unknown keyword is an error, and is not skipped.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, islice
from typing import Any

Schema = Mapping[str, Any]
Path = tuple[str | int, ...]
DEEPEST = 60  # levels of nested data; bundles have a dozen

_ANNOTATIONS = frozenset(("$schema", "$id", "$defs", "default", "description", "examples", "format", "title"))
_TOO_DEEP = "too deep"  # in place of a keyword


@dataclass(frozen=True, slots=True)
class Fault:
    """A keyword that a value doesn't satisfy; its attributes are some of those of jsonschema's errors."""

    validator: str  # the keyword, "" where the schema is false
    validator_value: Any
    instance: Any
    schema: Schema | bool
    absolute_path: Path = ()
    schema_path: Path = ()  # in a `context`: the number of the branch
    context: Sequence[Fault] = ()  # the faults of each branch, or those of a key's name

    @property
    def message(self) -> str:
        """The keyword; jsonschema has a sentence here."""
        return self.validator


def faults(data: Any, schema: Schema, most: int) -> list[str]:
    """The first `most` faults of the data, each with its place: `cards.a.cost: should be a whole number, not "3"`."""
    return list(islice(_messages(Validator(schema).iter_errors(data)), most))


class Validator:
    """A JSON Schema, with some of the methods of jsonschema's validators."""

    def __init__(self, schema: Schema | bool) -> None:
        self._root = schema

    def is_valid(self, value: Any) -> bool:
        """Whether the value fits the schema."""
        return next(self.iter_errors(value), None) is None

    def iter_errors(self, value: Any) -> Iterator[Fault]:
        """The faults of the value, in the order of the schema's keywords. Raises ValueError for an unknown keyword."""
        return self._faults(value, self._root, (), 0)

    def _faults(self, value: Any, schema: Schema | bool, path: Path, depth: int) -> Iterator[Fault]:
        if schema is True:
            return
        if schema is False:
            yield Fault("", None, value, schema, path)
            return
        if depth > DEEPEST:
            yield Fault(_TOO_DEEP, DEEPEST, value, schema, path)
            return
        for keyword, wanted in schema.items():
            if fits := _FITS.get(keyword):
                if not fits(value, wanted):
                    yield Fault(keyword, wanted, value, schema, path)
            elif find := _FIND.get(keyword):
                yield from find(self, value, schema, path, depth + 1)
            elif keyword not in _ANNOTATIONS and not keyword.startswith("x-"):
                raise ValueError(f"the schema uses {keyword}, which is not known")

    def _reference(self, value: Any, schema: Schema, path: Path, depth: int) -> Iterator[Fault]:
        name = schema["$ref"].removeprefix("#/$defs/")
        definitions: Schema = self._root["$defs"] if isinstance(self._root, Mapping) else {}
        return self._faults(value, definitions[name], path, depth)

    def _properties(self, value: Any, schema: Schema, path: Path, depth: int) -> Iterator[Fault]:
        properties: Schema = schema["properties"] if isinstance(value, Mapping) else {}
        for key, inner in properties.items():
            if inner is False and key in value:  # keys that are not allowed come first
                yield from self._faults(value[key], inner, (*path, key), depth)
        for key, inner in properties.items():
            if inner is not False and key in value:
                yield from self._faults(value[key], inner, (*path, key), depth)

    def _additional(self, value: Any, schema: Schema, path: Path, depth: int) -> Iterator[Fault]:
        wanted, others = schema["additionalProperties"], _other_keys(value, schema)
        if wanted is False and others:
            yield Fault("additionalProperties", wanted, value, schema, path)  # one for all other keys
        elif wanted is not False:
            for key in others:
                yield from self._faults(value[key], wanted, (*path, key), depth)

    def _property_names(self, value: Any, schema: Schema, path: Path, depth: int) -> Iterator[Fault]:
        wanted = schema["propertyNames"]
        for key in value if isinstance(value, Mapping) else ():
            for found in self._faults(key, wanted, path, depth):
                yield Fault("propertyNames", wanted, key, schema, path, context=(found,))

    def _items(self, value: Any, schema: Schema, path: Path, depth: int) -> Iterator[Fault]:
        for index, item in enumerate(value if isinstance(value, list) else ()):
            yield from self._faults(item, schema["items"], (*path, index), depth)

    def _any_of(self, value: Any, schema: Schema, path: Path, depth: int) -> Iterator[Fault]:
        return self._branches("anyOf", value, schema, path, depth)

    def _one_of(self, value: Any, schema: Schema, path: Path, depth: int) -> Iterator[Fault]:
        return self._branches("oneOf", value, schema, path, depth)

    def _branches(self, keyword: str, value: Any, schema: Schema, path: Path, depth: int) -> Iterator[Fault]:
        """A fault if none of the branches fits, or of `oneOf` more than one. Most are left at their first fault."""
        wanted = schema[keyword]
        wrong: list[Iterator[Fault]] = []
        for branch in wanted:
            found = self._faults(value, branch, path, depth)
            if first := next(found, None):
                wrong.append(chain((first,), found))
            elif keyword == "anyOf":
                return
        if len(wrong) != len(wanted) - 1:
            every = enumerate(wrong) if len(wrong) == len(wanted) else ()
            context = tuple(replace(one, schema_path=(number,)) for number, ones in every for one in ones)
            yield Fault(keyword, wanted, value, schema, path, context=context)


_FIND: Mapping[str, Callable[[Validator, Any, Schema, Path, int], Iterator[Fault]]] = {
    "$ref": Validator._reference,
    "properties": Validator._properties,
    "additionalProperties": Validator._additional,
    "propertyNames": Validator._property_names,
    "items": Validator._items,
    "anyOf": Validator._any_of,
    "oneOf": Validator._one_of,
}  # keywords for parts of a value, or with other schemas


def _other_keys(value: Any, schema: Schema) -> list[str]:
    """The keys of a mapping that are not among the schema's properties."""
    return [key for key in value if key not in schema.get("properties", ())] if isinstance(value, Mapping) else []


# Keywords that judge a value by itself ------------------------------------------------------------------

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda v: isinstance(v, Mapping),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "integer": lambda v: not isinstance(v, bool) and (isinstance(v, int) or (isinstance(v, float) and v.is_integer())),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
}


def _listed(types: str | Sequence[str]) -> Sequence[str]:
    return (types,) if isinstance(types, str) else types


def _is_of(value: Any, types: str | Sequence[str]) -> bool:
    return _TYPES[types](value) if isinstance(types, str) else any(_TYPES[kind](value) for kind in types)


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal in JSON, where true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of JSON Schema, in which "$" is only the end of the text, not of a line."""
    return re.compile(pattern.removesuffix("$") + r"\Z" if pattern.endswith("$") else pattern, re.ASCII)


def _limit(kind: str, within: Callable[[Any, Any], bool], measure: Callable[[Any], Any] = len) -> Callable[..., bool]:
    """A limit for values of one type; values of other types pass."""
    return lambda value, limit: not _TYPES[kind](value) or within(measure(value), limit)


_FITS: Mapping[str, Callable[[Any, Any], bool]] = {
    "type": _is_of,
    "const": _same,
    "enum": lambda value, allowed: any(_same(value, one) for one in allowed),
    "pattern": lambda value, pattern: not isinstance(value, str) or bool(_compiled(pattern).search(value)),
    "required": lambda value, keys: not isinstance(value, Mapping) or all(key in value for key in keys),
    "minimum": _limit("number", operator.ge, lambda number: number),
    "maximum": _limit("number", operator.le, lambda number: number),
    "minLength": _limit("string", operator.ge),
    "maxLength": _limit("string", operator.le),
    "minItems": _limit("array", operator.ge),
    "maxItems": _limit("array", operator.le),
    "minProperties": _limit("object", operator.ge),
    "maxProperties": _limit("object", operator.le),
}


# The engine's messages ----------------------------------------------------------------------------------

_ARTICLE = {"object": "an object", "array": "a list", "integer": "a whole number", "boolean": "true or false"}

_MESSAGES: Mapping[str, Callable[[Any, Any], str]] = {
    "": lambda value, _: "is not known here",
    _TOO_DEEP: lambda value, _: "lies deeper than anything in a bundle",
    "type": lambda value, types: (
        f"should be {' or '.join(_ARTICLE.get(t, f'a {t}') for t in _listed(types))}, not {_shown(value)}"
    ),
    "const": lambda value, wanted: f"should be {_shown(wanted)}, not {_shown(value)}",
    "enum": lambda value, allowed: f"should be one of {', '.join(map(str, allowed))}, not {_shown(value)}",
    "pattern": lambda value, pattern: f"should look like {pattern}, not {_shown(value)}",
    "minimum": lambda value, least: f"should be {least} or more, not {_shown(value)}",
    "maximum": lambda value, most: f"should be {most} or less, not {_shown(value)}",
    "minItems": lambda value, least: f"should list {least} or more",
    "minProperties": lambda value, _: "is empty",
    "maxProperties": lambda value, _: f"says more than one thing: {', '.join(sorted(map(str, value)))[:80]}",
}


def _messages(found: Iterator[Fault]) -> Iterator[str]:
    """The faults as sentences. For a value of the wrong type there is only that fault."""
    wrong_type: Path | None = None
    for fault in found:
        path = fault.absolute_path
        if wrong_type is not None and path[: len(wrong_type)] == wrong_type:
            continue
        wrong_type = path if fault.validator == "type" else None
        if fault.validator == "required":
            for key in fault.validator_value:
                if key not in fault.instance:
                    yield f"{_at((*path, key))}is missing"
        elif fault.validator == "additionalProperties" and isinstance(fault.schema, Mapping):
            yield from (f"{_at((*path, key))}is not known here" for key in _other_keys(fault.instance, fault.schema))
        else:
            say = _MESSAGES.get(fault.validator, lambda value, _: f"can't be {_shown(value)}")
            yield _at(path) + say(fault.instance, fault.validator_value)


def _at(path: Path) -> str:
    place = "".join(f"[{key}]" if isinstance(key, int) else f".{str(key)[:80]}" for key in path)
    return f"{place.removeprefix('.')}: " if path else ""


def _shown(data: Any) -> str:
    """The data as a message quotes it: shortened, and of nested values only their types."""
    if isinstance(data, Mapping):
        return "an object"
    if isinstance(data, list):
        return "a list"
    shown = json.dumps(data, ensure_ascii=False)
    return shown if len(shown) <= 60 else shown[:57] + "..."
