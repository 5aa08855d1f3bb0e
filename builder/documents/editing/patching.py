"""Changes single places of a text, and leaves everything else as its author wrote it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from builder.diagnostics import KeyPath, Span, line_starts
from builder.documents.data import Data, mapping, sequence, value_at
from builder.documents.document import Document
from builder.documents.editing.editor import JsonSchema, Removed, set_values
from builder.documents.editing.tree import CannotEditError, Child, Node, Tree
from builder.documents.editing.writing import Writer, is_same, key_text, node_of
from builder.documents.reading import parse


def insert_key(document: Document, path: KeyPath, value: Data) -> str:
    """The text of a document with the last key of `path` added at the end of its mapping; all other text is as it was.

    Raises CannotEditError where that mapping is missing, is empty, has the key already, or is written so that no lines
    can be added, such as in brackets.
    """
    key = str(path[-1])
    data: Data = document.data
    entries = mapping(value_at(data, path[:-1]))
    if not entries or key in entries:
        raise _refusal(key)
    result = _with_lines(document, path[:-1], next(iter(entries)), Child(key_text(key), key, node_of(value)))
    after = parse(result, document.path)
    if len(after.diagnostics) > len(document.diagnostics) or not is_same(after.data, _with_value(data, path, value)):
        raise _refusal(key)
    return result


def _refusal(key: str) -> CannotEditError:
    return CannotEditError(f'"{key}" can\'t be added to this file by itself')


def _with_lines(document: Document, path: KeyPath, first_key: str, child: Child) -> str:
    """The text with an entry added to the block mapping at `path`, whose first key is `first_key`."""
    column = document.key_span((*path, first_key)).column
    lines = document.text.splitlines(keepends=True)
    end = _last_line(document, path, lines, column)
    line_end = "\r\n" if lines[end - 1].endswith("\r\n") else "\n"
    if not lines[end - 1].endswith("\n"):
        lines[end - 1] += line_end
    writer = Writer()
    writer.node(Node("mapping", children=[child]), column - 1)
    lines[end:end] = [line + line_end for line in writer.lines]
    return "".join(lines)


def _last_line(document: Document, path: KeyPath, lines: list[str], column: int) -> int:
    """The number, from 1, of the last line of the block mapping at `path`, whose keys begin at `column`."""
    here = document.key_span(path).line
    begins = (
        document.key_span((*path[:depth], key)).line
        for depth in range(len(path))
        for key in _keys_of(value_at(document.data, path[:depth]))
    )
    end = min((line for line in begins if line > here), default=len(lines) + 1) - 1
    while _belongs_below(lines[end - 1], column):
        end -= 1
    return end


def _belongs_below(line: str, column: int) -> bool:
    """Whether a line at the end of a mapping belongs to the next part: a blank line, or a comment left of the keys."""
    start = line.lstrip(" ")
    return not start.strip() or (start.startswith("#") and len(line) - len(start) < column - 1)


def _keys_of(data: Data) -> list[str | int]:
    return list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []


def _with_value(data: Data, path: KeyPath, value: Data) -> Data:
    """The same data with another value at a path; the mappings on the way exist."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(data, list) and isinstance(key, int):
        return [_with_value(item, rest, value) if index == key else item for index, item in enumerate(data)]
    entries = mapping(data)
    return {**entries, str(key): _with_value(entries.get(str(key)), rest, value)}


Changed: TypeAlias = Mapping[str, "Data | Removed"]


def with_items(
    document: Document,
    changes: Mapping[int, Changed],
    removed: Collection[int] = (),
    added: Sequence[Mapping[str, Data]] = (),
    schema: JsonSchema | None = None,
) -> str:
    """The text of a list of mappings with some items changed, some removed, and new ones added at its end.

    Changed items get their canonical layout, by the `schema` of the file; new ones keep theirs. Comments stay, except
    those right above a removed item. Raises CannotEditError where an item does not begin with "- " at the beginning of
    a line, and where `set_values` does.
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
    is_right = json.dumps(after.data, sort_keys=True) == json.dumps([*left, *added], sort_keys=True)
    if after.diagnostics or not is_right:
        raise CannotEditError("this list can't be changed by itself", help=_FORMAT)
    return result


def _written(added: Sequence[Mapping[str, Data]]) -> str:
    """New items as a list. The result is checked when the whole text is read again."""
    try:
        return Writer().tree(Tree(root=node_of(list(added))))
    except UnicodeError:  # half of a character
        raise CannotEditError("YAML can't say this") from None


_FORMAT = "`arsenal fmt` lays it out so that it can be changed"

# The lines of an item, and those after it: blank lines and comments of the next item.
Block = tuple[list[str], list[str]]


def _blocks(lines: list[str], starts: Sequence[int]) -> list[Block]:
    """The lines before the first item, then the items."""
    blocks: list[Block] = [([], lines[: starts[0]] if starts else lines)]
    for start, end in zip(starts, [*starts, len(lines)][1:], strict=False):
        last = end
        while last > start + 1 and (not lines[last - 1].strip() or lines[last - 1].startswith("#")):
            last -= 1
        blocks.append((lines[start:last], lines[last:end]))
    return blocks


def _remove(blocks: list[Block], place: int) -> None:
    """Take an item out, with the comments right above it, unless these are at the top of the file."""
    before = blocks[place - 1][1]
    while place > 1 and before and before[-1].startswith("#"):
        before.pop()
    _, behind = blocks.pop(place)
    while before and behind and not before[-1].strip() and not behind[0].strip():
        behind = behind[1:]
    before += behind


def _changed(item: Mapping[str, Data], changes: Changed) -> dict[str, Data]:
    unchanged = {key: value for key, value in item.items() if not isinstance(changes.get(key), Removed)}
    return {**unchanged, **{key: value for key, value in changes.items() if not isinstance(value, Removed)}}


def source_at(text: str, span: Span) -> str:
    """The part of a text at a place."""
    start, end = _stretch(line_starts(text), span)
    return text[start:end]


def spliced(text: str, changes: Iterable[tuple[Span, str]]) -> str:
    """The text with other words at these places. Where places overlap, only the first is changed."""
    starts = line_starts(text)
    parts: list[str] = []
    done = 0
    for (start, end), new in sorted((_stretch(starts, span), new) for span, new in changes):
        if start >= done:
            parts += [text[done:start], new]
            done = end
    return "".join([*parts, text[done:]])


def _stretch(starts: list[int], span: Span) -> tuple[int, int]:
    """Where a place begins and ends, counted in characters from the beginning of the text.

    Raises ValueError for a place that the text does not have.
    """
    if span.end_line > len(starts):
        raise ValueError(f"the text has no line {span.end_line}")
    start = starts[span.line - 1] + span.column - 1
    return start, max(start, starts[span.end_line - 1] + span.end_column - 1)
