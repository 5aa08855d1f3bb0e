"""The order of keys: that of the JSON Schema's properties, as far as it declares them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from builder.documents.editing.tree import Node, Scalar


class Shape:
    """What some schemas, taken together, say about the order of one node's keys."""

    def __init__(self, schemas: Iterable[Any]) -> None:
        self.schemas = [schema for schema in schemas if isinstance(schema, Mapping)]
        self.every = list(_parts(self.schemas, None))
        self.telling = {name for part in self.every for name in _conditions(part)}
        self.orders: dict[tuple[tuple[str, str], ...], Keys] = {}

    @cached_property
    def item(self) -> Shape:
        """The shape of a list's items."""
        return Shape(part.get("items") for part in self.every)

    def keys(self, mapping: Node) -> Keys:
        """What applies to a mapping, given what it says where a schema has a condition (`if`, `const`)."""
        said = {e.name: _word(e.value) for e in mapping.entries if e.name in self.telling}
        case = tuple(sorted(said.items()))
        if case not in self.orders:
            self.orders[case] = Keys(list(_parts(self.schemas, said)))
        return self.orders[case]


class Keys:
    """The declared keys of a mapping: `position` is their order."""

    def __init__(self, parts: list[Mapping[str, Any]]) -> None:
        self.declared = [_mapping(part.get("properties")) for part in parts]
        names = dict.fromkeys(name for properties in self.declared for name in properties)
        self.position = {name: number for number, name in enumerate(names)}
        self.other = [part.get("additionalProperties") for part in parts]
        self.shapes: dict[str, Shape] = {}

    def value(self, name: str) -> Shape:
        """The shape of the value at a key."""
        known = name if name in self.position else ""
        if known not in self.shapes:
            inner = self.other if not known else [properties.get(name) for properties in self.declared]
            self.shapes[known] = Shape(inner)
        return self.shapes[known]


def _parts(schemas: Iterable[Any], said: Mapping[str, str] | None) -> Iterable[Mapping[str, Any]]:
    """The schemas and all that they combine with, each once; what can't apply to `said` is left out."""
    found: dict[int, Mapping[str, Any]] = {}
    todo = list(schemas)[::-1]
    while todo:
        schema = todo.pop()
        if not isinstance(schema, Mapping) or id(schema) in found:
            continue
        found[id(schema)] = schema
        parts = list(schema.get("allOf") or ())
        parts += [part for word in ("anyOf", "oneOf") for part in schema.get(word) or () if _fits(part, said)]
        if said is None or "if" not in schema:
            parts += [schema.get("then"), schema.get("else")]
        else:
            parts.append(schema.get("then" if _fits(schema["if"], said) else "else"))
        todo += reversed(parts)
    return found.values()


def _conditions(schema: Mapping[str, Any]) -> Iterable[str]:
    """The keys whose values decide which parts of the schema apply."""
    for part in (schema.get("if"), *(schema.get("anyOf") or ()), *(schema.get("oneOf") or ())):
        for name, value in _mapping(_mapping(part).get("properties")).items():
            if isinstance(value, Mapping) and ("const" in value or "enum" in value):
                yield name


def _fits(schema: Any, said: Mapping[str, str] | None) -> bool:
    for name, value in _mapping(_mapping(schema).get("properties")).items():
        if said is not None and name in said and isinstance(value, Mapping):
            words = [value["const"]] if "const" in value else value.get("enum")
            if isinstance(words, list) and said[name] not in (str(word) for word in words):
                return False
    return True


def _word(value: Scalar | Node | None) -> str:
    return value.lines[0].strip("\"'") if isinstance(value, Scalar) and value.lines else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def order(node: Scalar | Node | None, shape: Shape) -> None:
    """Put the keys of a tree into the order of its shape, all the way down."""
    if not isinstance(node, Node) or not shape.schemas:
        return
    if node.kind == "list":
        for entry in node.entries:
            order(entry.value, shape.item)
        return
    keys = shape.keys(node)
    last = len(keys.position)
    node.entries.sort(key=lambda entry: keys.position.get(entry.name, last))
    for entry in node.entries:
        if isinstance(entry.value, Node):
            order(entry.value, keys.value(entry.name))
