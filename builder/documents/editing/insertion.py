"""Inserts a key into a YAML text by a few new lines: for files whose layout is their author's."""

from __future__ import annotations

from builder.diagnostics import KeyPath
from builder.documents.data import Data, mapping
from builder.documents.document import Document
from builder.documents.editing.errors import CannotEditError
from builder.documents.editing.proof import is_same
from builder.documents.editing.tree import Child, Node
from builder.documents.editing.values import key_text, node_of
from builder.documents.editing.writing import Writer
from builder.documents.reading import parse


def insert_key(document: Document, path: KeyPath, value: Data) -> str:
    """The text of a document with the key that ends `path` as the last of its mapping; all other text is as it was.

    Raises CannotEditError where that mapping is missing, is empty, has the key already, or is written in a way (in
    brackets, say) that lines can't be added to.
    """
    key = str(path[-1])
    data: Data = document.data
    entries = mapping(_value_at(data, path[:-1]))
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
    """The text with an entry below the others of the block mapping at `path`, which begins with `first_key`."""
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
        for key in _keys_of(_value_at(document.data, path[:depth]))
    )
    end = min((line for line in begins if line > here), default=len(lines) + 1) - 1
    while _belongs_below(lines[end - 1], column):
        end -= 1
    return end


def _belongs_below(line: str, column: int) -> bool:
    """Whether a line at the end of a mapping belongs to what follows: a blank one, or a comment left of the keys."""
    start = line.lstrip(" ")
    return not start.strip() or (start.startswith("#") and len(line) - len(start) < column - 1)


def _keys_of(data: Data) -> list[str | int]:
    return list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []


def _value_at(data: Data, path: KeyPath) -> Data:
    """The value that a path leads to; None where there is none."""
    for key in path:
        if isinstance(data, dict) and isinstance(key, str):
            data = data.get(key)
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return None
    return data


def _with_value(data: Data, path: KeyPath, value: Data) -> Data:
    """The same data with another value at a path, whose mappings are there."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(data, list) and isinstance(key, int):
        return [_with_value(item, rest, value) if index == key else item for index, item in enumerate(data)]
    entries = mapping(data)
    return {**entries, str(key): _with_value(entries.get(str(key)), rest, value)}
