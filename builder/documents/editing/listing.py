"""Changes a few items of a long list: each by itself, so that the others are not touched, nor even looked at."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from builder.diagnostics import KeyPath
from builder.documents.data import Data, mapping, sequence
from builder.documents.document import Document
from builder.documents.editing.editor import Removed, set_values
from builder.documents.editing.errors import CannotEditError
from builder.documents.editing.ordering import JsonSchema
from builder.documents.editing.tree import Tree
from builder.documents.editing.values import node_of
from builder.documents.editing.writing import Writer
from builder.documents.reading import parse

Changed: TypeAlias = Mapping[str, "Data | Removed"]


def with_items(
    document: Document,
    changes: Mapping[int, Changed],
    removed: Collection[int] = (),
    added: Sequence[Mapping[str, Data]] = (),
    schema: JsonSchema | None = None,
) -> str:
    """The text of a list of mappings with other values in some items, without others, and with new ones at its end.

    Changed items are in their canonical layout, by the `schema` of the file, and new ones as they are given. Comments
    stay, but those right above an item that is removed. Raises CannotEditError where an item does not begin with "- "
    at the beginning of a line, and where `set_values` does.
    """
    text = document.text.replace("\r\n", "\n").replace("\r", "\n")
    items = [mapping(item) for item in sequence(document.data)]
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("- ")] if items else []
    if len(starts) != len(items):  # nothing else within a list that begins there stands so far to the left
        raise CannotEditError("the items of this list do not begin at the beginning of a line", help=_FORMAT)
    if document.diagnostics:
        raise CannotEditError(document.diagnostics[0].message)
    blocks = _blocks(lines, starts)
    for index, changed in changes.items():
        own, rest = blocks[index + 1]
        path_values: dict[KeyPath, Data | Removed] = {(0, key): value for key, value in changed.items()}
        written = set_values("\n".join([*own, ""]), path_values, schema)
        blocks[index + 1] = (written.rstrip("\n").split("\n"), rest)
    for index in sorted(removed, reverse=True):
        _remove(blocks, index + 1)
    result = "\n".join(line for own, rest in blocks for line in (*own, *rest))
    left = [_changed(item, changes.get(index, {})) for index, item in enumerate(items) if index not in set(removed)]
    if not items or not left:
        result = result.replace("[]", "", 1) if not items else result
        result = result.rstrip("\n") + "\n" * bool(result.strip()) + ("[]\n" if not added else "")
    if added:
        gap = "\n" if left else ""
        result = (result.rstrip("\n") + "\n" + gap if result.strip() else "") + _written(added)
    after = parse(result, document.path)
    if after.diagnostics or not _says(after.data, [*left, *added]):
        raise CannotEditError("this list can't be changed by itself", help=_FORMAT)
    return result


def _written(added: Sequence[Mapping[str, Data]]) -> str:
    """New items as a list; whether it says what it should is seen when all is read again."""
    try:
        return Writer().tree(Tree(root=node_of(list(added))))
    except UnicodeError:  # half of a character
        raise CannotEditError("YAML can't say this") from None


_FORMAT = "`arsenal fmt` lays it out so that it can be changed"

Block = tuple[
    list[str], list[str]
]  # the lines of an item, and those behind it: blank ones and comments of what follows


def _blocks(lines: list[str], starts: Sequence[int]) -> list[Block]:
    """What stands before the first item, then the items."""
    blocks: list[Block] = [([], lines[: starts[0]] if starts else lines)]
    for start, end in zip(starts, [*starts, len(lines)][1:], strict=False):
        last = end
        while last > start + 1 and (not lines[last - 1].strip() or lines[last - 1].startswith("#")):
            last -= 1
        blocks.append((lines[start:last], lines[last:end]))
    return blocks


def _remove(blocks: list[Block], place: int) -> None:
    """Take an item out, with the comments right above it; those at the top of the file are the file's."""
    before = blocks[place - 1][1]
    while place > 1 and before and before[-1].startswith("#"):
        before.pop()
    _, behind = blocks.pop(place)
    while before and behind and not before[-1].strip() and not behind[0].strip():
        behind = behind[1:]
    before += behind


def _changed(item: Mapping[str, Data], changes: Changed) -> dict[str, Data]:
    kept = {key: value for key, value in item.items() if not isinstance(changes.get(key), Removed)}
    return {**kept, **{key: value for key, value in changes.items() if not isinstance(value, Removed)}}


def _says(data: Data, wanted: Sequence[Mapping[str, Data]]) -> bool:
    """Whether a list says what it should, whatever the order of keys, which is the schema's."""
    return json.dumps(data, sort_keys=True) == json.dumps(wanted, sort_keys=True)
