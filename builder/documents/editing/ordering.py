"""The order of keys: that of the JSON Schema's properties, as far as it declares them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from builder.diagnostics import KeyPath
from builder.documents.editing.tree import Child, Node, Scalar

JsonSchema = Mapping[str, Any]  # Any: a pack's own schema may hold anything, and each piece is looked at


def order_keys(root: Scalar | Node | None, schema: JsonSchema, mark: str = "") -> list[tuple[KeyPath, Child]]:
    """Put the keys of a tree into the order of the schema of its root, all the way down.

    But for the values whose schema has the keyword `mark`: these are returned, with their places.
    """
    return list(_order(root, _Schemas([schema]), mark, ()))


def _order(node: Scalar | Node | None, schemas: _Schemas, mark: str, here: KeyPath) -> Iterator[tuple[KeyPath, Child]]:
    if not isinstance(node, Node) or not schemas.given:
        return
    if node.kind == "list":
        for index, child in enumerate(node.children):
            yield from _order(child.value, schemas.of_items, mark, (*here, index))
        return
    keys = schemas.keys(node)
    last = len(keys.position)
    node.children.sort(key=lambda child: keys.position.get(child.name, last))
    for child in node.children:
        if isinstance(child.value, Node):
            inner, place = keys.schemas(child.name), (*here, child.name)
            if mark and any(mark in schema for schema in inner.given):
                yield place, child
            else:
                yield from _order(child.value, inner, mark, place)


class _Schemas:
    """What some schemas, taken together, say about the order of one node's keys."""

    def __init__(self, schemas: Iterable[object]) -> None:
        self.given = [schema for schema in schemas if isinstance(schema, Mapping)]
        self.parts = list(_parts(self.given, None))
        self.deciding = {name for part in self.parts for name in _conditions(part)}
        self.orders: dict[tuple[tuple[str, str], ...], _Keys] = {}

    @cached_property
    def of_items(self) -> _Schemas:
        """The schemas of a list's items."""
        return _Schemas(part.get("items") for part in self.parts)

    def keys(self, mapping: Node) -> _Keys:
        """What applies to a mapping, given what it says where a schema has a condition (`if`, `const`)."""
        values = {child.name: _word(child.value) for child in mapping.children if child.name in self.deciding}
        case = tuple(sorted(values.items()))
        if case not in self.orders:
            self.orders[case] = _Keys(list(_parts(self.given, values)))
        return self.orders[case]


class _Keys:
    """The declared keys of a mapping: `position` is their order."""

    def __init__(self, parts: list[JsonSchema]) -> None:
        self.declared = [_mapping(part.get("properties")) for part in parts]
        names = dict.fromkeys(name for properties in self.declared for name in properties)
        self.position = {name: number for number, name in enumerate(names)}
        self.other = [part.get("additionalProperties") for part in parts]
        self.found: dict[str, _Schemas] = {}

    def schemas(self, name: str) -> _Schemas:
        """The schemas of the value at a key."""
        known = name if name in self.position else ""
        if known not in self.found:
            inner = self.other if not known else [properties.get(name) for properties in self.declared]
            self.found[known] = _Schemas(inner)
        return self.found[known]


def _parts(schemas: Iterable[JsonSchema], values: Mapping[str, str] | None) -> Iterable[JsonSchema]:
    """The schemas and all that they combine with, each once; what can't apply to a mapping with `values` is left out.

    `values` are of the keys that decide; None leaves nothing out.
    """
    found: dict[int, JsonSchema] = {}
    todo: list[object] = [*schemas]
    todo.reverse()
    while todo:
        schema = todo.pop()
        if not isinstance(schema, Mapping) or id(schema) in found:
            continue
        found[id(schema)] = schema
        parts = [*_list(schema.get("allOf"))]
        parts += [part for word in ("anyOf", "oneOf") for part in _list(schema.get(word)) if _fits(part, values)]
        if values is None or "if" not in schema:
            parts += [schema.get("then"), schema.get("else")]
        else:
            parts.append(schema.get("then" if _fits(schema["if"], values) else "else"))
        todo += reversed(parts)
    return found.values()


def _conditions(schema: JsonSchema) -> Iterable[str]:
    """The keys whose values decide which parts of the schema apply."""
    for part in (schema.get("if"), *_list(schema.get("anyOf")), *_list(schema.get("oneOf"))):
        for name, value in _mapping(_mapping(part).get("properties")).items():
            if isinstance(value, Mapping) and ("const" in value or "enum" in value):
                yield name


def _fits(schema: object, values: Mapping[str, str] | None) -> bool:
    for name, value in _mapping(_mapping(schema).get("properties")).items():
        if values is not None and name in values and isinstance(value, Mapping):
            words = [value["const"]] if "const" in value else value.get("enum")
            if isinstance(words, list) and values[name] not in (str(word) for word in words):
                return False
    return True


def _word(value: Scalar | Node | None) -> str:
    return value.lines[0].strip("\"'") if isinstance(value, Scalar) and value.lines else ""


def _mapping(value: object) -> JsonSchema:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()
