"""Lays a YAML text out in its canonical form, as it is or with other values in it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from builder.diagnostics import KeyPath
from builder.documents.data import Data
from builder.documents.editing.errors import CannotEditError
from builder.documents.editing.ordering import JsonSchema, order_keys
from builder.documents.editing.parsing import TreeParser
from builder.documents.editing.proof import Exact, exact_data, prove
from builder.documents.editing.rewriting import Rewriting, prove_meaning
from builder.documents.editing.tree import Child, Node, Scalar
from builder.documents.editing.values import key_text, node_of, to_yaml
from builder.documents.editing.writing import Writer
from builder.documents.reading import parse


def format_text(text: str, schema: JsonSchema | None = None, rewriting: Rewriting | None = None) -> str:
    """The same YAML in its one canonical layout; formatting twice changes nothing more.

    `schema` is the JSON Schema of the whole file with its `$ref`s resolved. The keys of a mapping follow the
    order of its `properties`, then of those in `allOf`, `anyOf`, `oneOf`, `then` and `else` as far as they
    can apply; unknown keys come last, as written. A mapping without declared properties keeps its author's
    order, and so does everything without a schema. Values that `rewriting` knows are laid out by it; they mean the
    same, and all else says the same.

    Raises CannotEditError, and so changes nothing, where the text is not YAML, has several documents,
    directives, anchors, aliases, tags, explicit (`? `) or duplicate keys, is nested more than 64 deep, or
    where the result, read again, has other data or lacks a comment.
    """
    data = exact_data(text)
    parser, writer = TreeParser(text), Writer()
    tree = parser.tree()
    marked = order_keys(tree.root, schema, rewriting.mark if rewriting else "") if schema is not None else []
    if rewriting is None or not marked:
        result = writer.tree(tree)
        prove(result, data, writer.comments, parser.comments, "formatting")
        return result
    said, places = parse(text, "").data, [place for place, _ in marked]
    for place, child in marked:
        child.value = rewriting.rewrite(child.value, said, place) if isinstance(child.value, Node) else child.value
    result = writer.tree(tree)
    prove(result, data, writer.comments, parser.comments, "formatting", but=places)
    prove_meaning(said, result, places, rewriting)
    return result


class Removed(Enum):
    """What stands for no value: its key is to be removed."""

    REMOVED = "removed"


def set_values(text: str, values: Mapping[KeyPath, Data | Removed], schema: JsonSchema | None = None) -> str:
    """The YAML in its canonical layout, with these values where these keys lead; without those that are `REMOVED`.

    The last key of each path may be new: it is put first in its mapping, unless `schema` says where it belongs. What
    stood there before is replaced; the comments around it stay.

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
    left = [*child.above, *filter(None, [child.beside]), *child.below, *filter(None, [child.after])]
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
    """What stands at a key or an index; None where nothing does, or a pair alone, as in `[a: 1]`."""
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
