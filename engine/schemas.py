"""Checks data against a JSON Schema, as far as the schema of bundles uses it: the engine needs no library for it.

A keyword that isn't known here is an error of the schema, not something to pass over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

Schema = Mapping[str, Any]
DEEPEST = 60  # levels of data; bundles have a dozen

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda v: isinstance(v, Mapping),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "integer": lambda v: not isinstance(v, bool) and (isinstance(v, int) or (isinstance(v, float) and v.is_integer())),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
}
_ARTICLE = {"object": "an object", "array": "a list", "integer": "a whole number", "boolean": "true or false"}
_WORDS = {"$schema", "$id", "$defs", "title", "description", "examples", "default"}


def faults(data: Any, schema: Schema, most: int) -> list[str]:
    """The first `most` faults of the data, each with its place: `cards.a.cost: should be a whole number, not "3"`."""
    return list(islice(_Checker(schema).check(data, schema, "", 0), most))


class _Checker:
    def __init__(self, root: Schema) -> None:
        self.root = root

    def check(self, data: Any, schema: Schema | bool, place: str, depth: int) -> Iterator[str]:
        """The faults of what stands at a place."""
        if schema is True:
            return
        if schema is False:
            yield f"{_at(place)}is not known here"
            return
        if depth > DEEPEST:
            yield f"{_at(place)}lies deeper than anything in a bundle"
            return
        types = schema.get("type")
        if types is not None and not any(_TYPES[t](data) for t in ([types] if isinstance(types, str) else types)):
            named = [types] if isinstance(types, str) else types
            yield f"{_at(place)}should be {' or '.join(_ARTICLE.get(t, f'a {t}') for t in named)}, not {_said(data)}"
            return
        for word in schema:
            if word not in _WORDS and word != "type":
                rule = getattr(self, "_" + word.replace("$", ""), None)
                if rule is None:
                    raise ValueError(f"the schema uses {word}, which is not known")
                yield from rule(data, schema, place, depth)

    def _ref(self, data: Any, schema: Schema, place: str, depth: int) -> Iterator[str]:
        name = schema["$ref"].removeprefix("#/$defs/")
        return self.check(data, self.root["$defs"][name], place, depth + 1)

    def _const(self, data: Any, schema: Schema, place: str, _: int) -> Iterator[str]:
        if not _same(data, schema["const"]):
            yield f"{_at(place)}should be {_said(schema['const'])}, not {_said(data)}"

    def _enum(self, data: Any, schema: Schema, place: str, _: int) -> Iterator[str]:
        if not any(_same(data, allowed) for allowed in schema["enum"]):
            yield f"{_at(place)}should be one of {', '.join(map(str, schema['enum']))}, not {_said(data)}"

    def _pattern(self, data: Any, schema: Schema, place: str, _: int) -> Iterator[str]:
        if isinstance(data, str) and not re.search(schema["pattern"], data):
            yield f"{_at(place)}should look like {schema['pattern']}, not {_said(data)}"

    def _minimum(self, data: Any, schema: Schema, place: str, _: int) -> Iterator[str]:
        if _TYPES["number"](data) and data < schema["minimum"]:
            yield f"{_at(place)}should be {schema['minimum']} or more, not {_said(data)}"

    def _maximum(self, data: Any, schema: Schema, place: str, _: int) -> Iterator[str]:
        if _TYPES["number"](data) and data > schema["maximum"]:
            yield f"{_at(place)}should be {schema['maximum']} or less, not {_said(data)}"

    def _required(self, data: Any, schema: Schema, place: str, _: int) -> Iterator[str]:
        if isinstance(data, Mapping):
            for name in schema["required"]:
                if name not in data:
                    yield f"{_at(_in(place, name))}is missing"

    def _properties(self, data: Any, schema: Schema, place: str, depth: int) -> Iterator[str]:
        if isinstance(data, Mapping):
            for name, inner in schema["properties"].items():
                if name in data:
                    yield from self.check(data[name], inner, _in(place, name), depth + 1)

    def _additionalProperties(self, data: Any, schema: Schema, place: str, depth: int) -> Iterator[str]:  # noqa: N802
        if isinstance(data, Mapping):
            for name in data:
                if name not in schema.get("properties", ()):
                    yield from self.check(data[name], schema["additionalProperties"], _in(place, name), depth + 1)

    def _minProperties(self, data: Any, schema: Schema, place: str, _: int) -> Iterator[str]:  # noqa: N802
        if isinstance(data, Mapping) and len(data) < schema["minProperties"]:
            yield f"{_at(place)}is empty"

    def _maxProperties(self, data: Any, schema: Schema, place: str, _: int) -> Iterator[str]:  # noqa: N802
        if isinstance(data, Mapping) and len(data) > schema["maxProperties"]:
            yield f"{_at(place)}says more than one thing: {', '.join(sorted(map(str, data)))[:80]}"

    def _minItems(self, data: Any, schema: Schema, place: str, _: int) -> Iterator[str]:  # noqa: N802
        if isinstance(data, list) and len(data) < schema["minItems"]:
            yield f"{_at(place)}should list {schema['minItems']} or more"

    def _items(self, data: Any, schema: Schema, place: str, depth: int) -> Iterator[str]:
        if isinstance(data, list):
            for index, item in enumerate(data):
                yield from self.check(item, schema["items"], f"{place}[{index}]", depth + 1)

    def _anyOf(self, data: Any, schema: Schema, place: str, depth: int) -> Iterator[str]:  # noqa: N802
        if not any(self._fits(data, s, depth) for s in schema["anyOf"]):
            yield f"{_at(place)}can't be {_said(data)}"

    def _oneOf(self, data: Any, schema: Schema, place: str, depth: int) -> Iterator[str]:  # noqa: N802
        if sum(self._fits(data, s, depth) for s in schema["oneOf"]) != 1:
            yield f"{_at(place)}can't be {_said(data)}"

    def _fits(self, data: Any, schema: Schema, depth: int) -> bool:
        return next(self.check(data, schema, "", depth + 1), None) is None


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON has it, where true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _in(place: str, name: str) -> str:
    return f"{place}.{str(name)[:80]}" if place else str(name)[:80]


def _at(place: str) -> str:
    return f"{place}: " if place else ""


def _said(data: Any) -> str:
    """The data as a message quotes it: short, and of what lies deep only what it is."""
    if isinstance(data, Mapping):
        return "an object"
    if isinstance(data, list):
        return "a list"
    said = json.dumps(data, ensure_ascii=False)
    return said if len(said) <= 60 else said[:57] + "..."
