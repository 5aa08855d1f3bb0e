"""Writes a YAML text in its canonical form, with some values changed or none, and proves that all else is the same.

The order of keys is that of the JSON Schema's properties, as far as it declares them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from typing import Any, NoReturn, Protocol, TypeAlias

import yaml
from yaml.events import AliasEvent, CollectionStartEvent, DocumentStartEvent, Event, ScalarEvent

from builder.diagnostics import KeyPath, Span
from builder.documents.data import MAX_DEPTH, Data, sequence
from builder.documents.editing.parsing import TreeParser
from builder.documents.editing.tree import CannotEditError, Child, Node, Scalar, not_yaml, refusal
from builder.documents.editing.writing import Writer, key_text, node_of, to_yaml
from builder.documents.events import MAX_EVENTS, DataBuilder
from builder.documents.libyaml import position_of
from builder.documents.reading import parse
from builder.documents.syntax import syntax_fault


class Rewriting(Protocol):
    """Lays out the values whose schema has the keyword `mark`, and knows what they mean."""

    @property
    def mark(self) -> str:
        """The keyword."""

    def rewrite(self, node: Node, data: Data, place: KeyPath) -> Node:
        """The value at a place of a document's data, laid out; comments stay in the tree."""

    def meaning(self, data: Data, place: KeyPath) -> object:
        """The meaning of the value at a place of a document's data. Equal meanings compare as equal."""


def format_text(text: str, schema: JsonSchema | None = None, rewriting: Rewriting | None = None) -> str:
    """The same YAML in its one canonical layout; formatting twice changes nothing more.

    `schema` is the JSON Schema of the whole file with its `$ref`s resolved. The keys of a mapping follow the
    order of its `properties`, then of those in `allOf`, `anyOf`, `oneOf`, `then` and `else` as far as they
    can apply; unknown keys come last, as written. A mapping without declared properties keeps its author's
    order, and so does everything without a schema. Values that `rewriting` knows are written by it, with the same
    meaning; all other data stays the same.

    Raises CannotEditError, and so changes nothing, where the text is not YAML, has several documents,
    directives, anchors, aliases, tags, explicit (`? `) or duplicate keys, is nested more than 64 deep, or
    where the result, read again, has other data or lacks a comment.
    """
    data = exact_data(text)
    parser, writer = TreeParser(text), Writer()
    tree = parser.tree()
    schemas = _Schemas([schema] if schema is not None else [])
    marked = dict(_ordered(tree.root, schemas, rewriting.mark if rewriting else "", ()))
    before = parse(text, "").data if marked else None
    for place, child in marked.items():
        if rewriting and isinstance(child.value, Node):
            child.value = rewriting.rewrite(child.value, before, place)
    result = writer.tree(tree)
    prove(result, data, writer.comments, parser.comments, "formatting", but=marked)
    after = parse(result, "").data if marked else None
    for place in marked:
        if rewriting and rewriting.meaning(before, place) != rewriting.meaning(after, place):
            raise CannotEditError(f"formatting would change what {place[-1]} means")
    return result


class Removed(Enum):
    """Stands in place of a value whose key is to be removed."""

    REMOVED = "removed"


def set_values(text: str, values: Mapping[KeyPath, Data | Removed], schema: JsonSchema | None = None) -> str:
    """The YAML in its canonical layout, with these values at these paths; keys whose value is `REMOVED` are removed.

    The last key of each path may be new: it is put first in its mapping, unless `schema` says where it belongs. An old
    value is replaced; the comments around it stay.

    Raises CannotEditError where `format_text` would, where the way to a value is not there, and where a comment would
    be lost because it stands inside a value that is replaced.
    """
    data = exact_data(text)
    parser, writer = TreeParser(text), Writer()
    tree = parser.tree()
    for path, value in values.items():
        parent, exact = _mapping_at(tree.root, data, path[:-1])
        key = str(path[-1])
        if isinstance(value, Removed):
            exact.pop(key, None)
            _remove(parent, key)
            continue
        exact[key] = _exact_child(exact_data(to_yaml([value], parent.flow)), 0)  # in a list any text is a text
        _set(parent, key, value)
    result = writer.tree(tree)
    prove(result, data, writer.comments, parser.comments, "writing")
    return format_text(result, schema)


def _remove(node: Node, key: str) -> None:
    """Take a key out of a mapping; the comments around it stay."""
    child = _child(node, key)
    if child is None:
        return
    place = node.children.index(child)
    del node.children[place]
    left = [*child.above, *filter(None, [child.key_comment]), *child.below, *filter(None, [child.after])]
    if place < len(node.children):
        node.children[place].above[:0] = left
    else:
        node.trailing[:0] = left


def _mapping_at(node: Scalar | Node | None, data: Exact, path: KeyPath) -> tuple[Node, dict[str, Exact]]:
    """The mapping that a path leads to, as a tree and as exact data."""
    for key in path:
        child = _child(node, key)
        node = child.value if child else None
        data = _exact_child(data, key) if child else None
    if not isinstance(node, Node) or not isinstance(data, dict) or node.kind != "mapping":
        raise CannotEditError(f"there is no mapping at {'/'.join(map(str, path))}")
    return node, data


def _child(node: Scalar | Node | None, key: str | int) -> Child | None:
    """The child at a key or an index; None where there is none, or where the item is a pair, as in `[a: 1]`."""
    if not isinstance(node, Node):
        return None
    if node.kind == "mapping":
        return next((child for child in node.children if child.name == key), None)
    found = node.children[key] if isinstance(key, int) and 0 <= key < len(node.children) else None
    return found if found and found.key is None else None


def _exact_child(data: Exact, key: str | int) -> Exact:
    if isinstance(data, dict):
        return data.get(str(key))
    return data[key] if isinstance(data, list) and isinstance(key, int) else None


def _set(node: Node, key: str, value: Data) -> None:
    child = _child(node, key)
    if child is None:
        breaks = node.flow and bool(node.children) and node.children[0].breaks
        child = Child(key_text(key, node.flow), key, breaks=breaks)
        node.children.insert(0, child)
    child.value, child.colon = node_of(value, node.flow), True


MAX_LINES = 500_000  # of a text that is edited: editing a comment takes twenty times as long as reading it

Exact: TypeAlias = "tuple[str, str] | list[Exact] | dict[str, Exact] | None"


def exact_data(text: str) -> Exact:
    """Lists, mappings, and each scalar as (its text, its style); None for an empty text.

    The style is "" for a scalar without quotes. Raises CannotEditError where the text is no YAML, or has parts that
    can't be moved safely: anchors, aliases, tags, directives, several documents, keys that are written twice.
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
    """Raise CannotEditError where the data of a text is not `data`, or where `written`, its comments, differ.

    `data` is as `exact_data` returns it; `doing` says in the message what was attempted. Values at the places `but` may
    differ.
    """
    if _without(exact_data(text), but) != _without(data, but):
        raise CannotEditError(f"{doing} would change the data of this file")
    if Counter(written) != Counter(comments):
        raise CannotEditError(f"{doing} would lose a comment of this file")


def _without(data: Exact, places: Collection[KeyPath]) -> Exact:
    """The data without the values at these places."""
    for *way, last in places:
        inner = data
        for key in way:
            inner = _exact_child(inner, key)
        if isinstance(inner, dict) and last in inner:
            inner[str(last)] = None
    return data


class _ExactBuilder(DataBuilder):
    """Records how scalars are written, and refuses at once what `DataBuilder` understands or reports."""

    plain = staticmethod(lambda text: (text, ""))
    quoted = staticmethod(lambda text, style: (text, style))

    def marked(self, event: ScalarEvent | CollectionStartEvent) -> NoReturn:
        raise refusal("tags and anchors", event)

    def alias(self, event: AliasEvent) -> NoReturn:
        raise refusal("aliases", event)

    def duplicate(self, event: ScalarEvent, within: dict[str, Any], *, in_list: bool) -> NoReturn:
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


JsonSchema = Mapping[str, Any]  # Any: a pack's own schema may hold anything, and each piece is looked at


def _ordered(
    node: Scalar | Node | None, schemas: _Schemas, mark: str, here: KeyPath
) -> Iterator[tuple[KeyPath, Child]]:
    """Put the keys of the value at the place `here`, at all levels, into the order of its schemas.

    Values whose schema has the keyword `mark` are left alone, and returned with their places.
    """
    if not isinstance(node, Node) or not schemas.given:
        return
    if node.kind == "list":
        for index, child in enumerate(node.children):
            yield from _ordered(child.value, schemas.of_items, mark, (*here, index))
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
                yield from _ordered(child.value, inner, mark, place)


class _Schemas:
    """The schemas that apply to one node together: they give the order of its keys."""

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
        """The keys that apply to a mapping; its values decide conditions of schemas (`if`, `const`)."""
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
    """The schemas and all schemas that they combine, each once, without those that can't apply to a mapping with
    `values`, the values of the keys that decide; None leaves nothing out.
    """
    found: dict[int, JsonSchema] = {}
    todo: list[object] = [*schemas]
    todo.reverse()
    while todo:
        schema = todo.pop()
        if not isinstance(schema, Mapping) or id(schema) in found:
            continue
        found[id(schema)] = schema
        parts = [*sequence(schema.get("allOf"))]
        parts += [part for word in ("anyOf", "oneOf") for part in sequence(schema.get(word)) if _fits(part, values)]
        if values is None or "if" not in schema:
            parts += [schema.get("then"), schema.get("else")]
        else:
            parts.append(schema.get("then" if _fits(schema["if"], values) else "else"))
        todo += reversed(parts)
    return found.values()


def _conditions(schema: JsonSchema) -> Iterable[str]:
    """The keys whose values decide which parts of the schema apply."""
    for part in (schema.get("if"), *sequence(schema.get("anyOf")), *sequence(schema.get("oneOf"))):
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
