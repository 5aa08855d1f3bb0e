"""Canonical YAML: keys in the order of the schema, even spacing, every comment kept, no value touched.

Text in, text out; finding files and their schemas is the caller's. A scalar is never rewritten: it is copied
from the source as its author styled it, and only its indentation changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import yaml
from yaml import events, tokens

from builder.diagnostics import Diagnostic, Span

MAX_DEPTH = 64

_Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STEP = 2  # spaces for each level


class CannotFormatError(ValueError):
    """The text is left as it is, for the reason in `message`; `line` and `column` count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1, help: str = "") -> None:  # noqa: A002 - the same word as on a Diagnostic
        super().__init__(message)
        self.message, self.line, self.column, self.help = message, line, column, help

    def diagnostic(self, path: str) -> Diagnostic:
        """The refusal as a fault of the file at `path`."""
        place = Span(path, self.line, self.column, self.line, self.column + 1)
        return Diagnostic("cannot-format", self.message, place, self.help)


def format_text(text: str, schema: Mapping[str, Any] | None = None) -> str:
    """The same YAML in its one canonical layout; formatting twice changes nothing more.

    `schema` is the JSON Schema of the whole file with its `$ref`s resolved. The keys of a mapping follow the
    order of its `properties`, then of those in `allOf`, `anyOf`, `oneOf`, `then` and `else` as far as they
    can apply; unknown keys come last, as written. A mapping without declared properties keeps its author's
    order, and so does everything without a schema.

    Raises CannotFormatError, and so changes nothing, where the text is not YAML, has several documents,
    directives, anchors, aliases, tags, explicit (`? `) or duplicate keys, is nested more than 64 deep, or
    where the result, read again, has other data or lacks a comment.
    """
    before = _data(text)
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reader = _Reader(lines)
    document = reader.document()
    if schema is not None and document.root is not None:
        _order(document.root, _Shape([schema]))
    writer = _Writer()
    result = writer.document(document)
    if _data(result) != before:
        raise CannotFormatError("formatting would change the data of this file")
    if Counter(writer.comments) != Counter(reader.comments):
        raise CannotFormatError("formatting would lose a comment of this file")
    return result


# What is compared before and after


def _data(text: str) -> Any:
    """Dicts, lists, and each scalar as (value, style). Refuses what can't be moved about safely."""
    odd = re.search("[\x85\u2028\u2029]", text)
    if odd:
        at = odd.start()
        place = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise CannotFormatError(
            "an invisible line separator stands here", *place, help="delete it and start a new line"
        )
    try:
        return _build(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "it can't be parsed"
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise CannotFormatError(f"this is not YAML: {reason}", *place) from None
    except UnicodeError:
        raise CannotFormatError("this is not YAML: it holds a character that UTF-8 can't write") from None


def _build(text: str) -> Any:  # noqa: C901 - one branch a kind of event reads better than a function each
    parser = _Parser(text)
    root: list[Any] = []
    stack: list[tuple[Any, Any]] = []
    current: Any = root
    key: Any = None
    documents = 0
    while True:
        event = parser.get_event()
        kind = event.__class__
        if kind is events.ScalarEvent:
            if event.anchor or event.tag:
                raise _refusal("tags and anchors", event)
            value: Any = (event.value, event.style or "")
            if current.__class__ is dict and key is None:
                if event.value in current:
                    raise CannotFormatError(
                        f'"{event.value}" is written twice here', *_at(event), help="keep one of the two"
                    )
                key = event.value
                current[key] = None
                continue
        elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
            if event.anchor or event.tag:
                raise _refusal("tags and anchors", event)
            if current.__class__ is dict and key is None:
                raise _refusal("keys that are lists or mappings", event)
            if len(stack) >= MAX_DEPTH:
                raise CannotFormatError(f"this is nested more than {MAX_DEPTH} deep", *_at(event))
            stack.append((current, key))
            current, key = ({} if kind is events.MappingStartEvent else []), None
            continue
        elif kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
            value = current
            current, key = stack.pop()
        elif kind is events.AliasEvent:
            raise _refusal("aliases", event)
        elif kind is events.DocumentStartEvent:
            documents += 1
            if documents > 1 or event.version or event.tags:
                raise _refusal("several documents and directives", event)
            continue
        elif kind is events.StreamEndEvent:
            # A file that says nothing is the same as one without a document.
            return None if root in ([], [("", "")]) else root
        else:
            continue
        if current.__class__ is dict:
            current[key] = value
            key = None
        else:
            current.append(value)


def _refusal(what: str, at: Any) -> CannotFormatError:
    return CannotFormatError(f"{what} are not formatted", *_at(at))


def _at(item: Any) -> tuple[int, int]:
    return item.start_mark.line + 1, item.start_mark.column + 1


# The document as written: a tree of nodes with their comments


@dataclass(slots=True)
class _Comment:
    text: str
    column: int
    blank: bool = False  # a blank line stands before it


@dataclass(slots=True)
class _Scalar:
    """`lines` are the source's, without the indentation of all but the first."""

    lines: list[str]
    header: str = ""  # of a block scalar: `|2-`; then `lines` are its content
    comment: _Comment | None = None  # behind the header
    next_line: bool = False  # it starts on the line below its key


@dataclass(slots=True)
class _Entry:
    """A pair of a mapping or an item of a list (without `key`), with the comments that belong to it."""

    key: str | None = None
    name: str = ""  # the key as data
    value: _Scalar | _Node | None = None
    above: list[_Comment] = field(default_factory=list)
    beside: _Comment | None = None  # at the end of the line of `key:` or `-`
    below: list[_Comment] = field(default_factory=list)  # on lines between `key:` or `-` and the value
    after: _Comment | None = None  # at the end of the value's last line
    blank: bool = False  # a blank line stands right before it
    breaks: bool = False  # in a flow collection: it starts a line
    colon: bool = True


@dataclass(slots=True)
class _Node:
    """A mapping or a list. In flow style, `beside` is the comment behind the opening bracket."""

    kind: Literal["mapping", "list"]
    flow: bool = False
    entries: list[_Entry] = field(default_factory=list)
    trailing: list[_Comment] = field(default_factory=list)
    beside: _Comment | None = None
    breaks: bool = False  # the closing bracket starts a line
    comma: bool = False  # a comma stands behind the last item


@dataclass(slots=True)
class _Document:
    root: _Scalar | _Node | None = None
    header: list[_Comment] = field(default_factory=list)
    gap: bool = False  # a blank line stands below the header
    trailing: list[_Comment] = field(default_factory=list)
    after: _Comment | None = None


class _Reader:
    """Builds the tree from PyYAML's tokens. Between two tokens is only white space and comments.

    `ahead` is the next token. The comments before it wait in `waiting`, except the one that ends the line of
    the token just consumed, which waits in `ending` for whoever consumed that token.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.comments: list[str] = []
        self.waiting: list[_Comment] = []
        self.ending: _Comment | None = None
        self.ending_at = 0
        self.scanner = _Parser(text)
        self.start = 0  # where the token ahead begins
        self.written = 0  # where the last block scalar ended; its own lines may look blank
        self.ahead: Any = None
        self.advance()

    def document(self) -> _Document:
        document = _Document()
        self.advance()  # the stream's start
        if self.is_a(tokens.DocumentStartToken):
            self.advance()
        self.spill()
        document.header = self.take_waiting()
        if self.is_a(tokens.BlockMappingStartToken):
            mapping = _column(self.ahead)
            document.root = self.mapping()
            self._share_header(document, document.root, mapping)
        else:
            document.gap = self.blank_before(self.start) if document.header else False
            document.root = self.node(-1)
            document.after = self.take_ending()
        while self.is_a(tokens.DocumentEndToken):
            self.advance()
        self.spill()
        document.trailing = self.take_waiting()
        if not self.is_a(tokens.StreamEndToken):
            raise CannotFormatError("this can't be formatted", *_at(self.ahead))
        return document

    def _share_header(self, document: _Document, root: _Node, column: int) -> None:
        """The last block of comments is the first key's, if a blank line parts it from a block above it."""
        first, comments = root.entries[0], document.header
        cut = next((i for i in range(len(comments) - 1, 0, -1) if comments[i].blank), len(comments))
        if first.blank or cut == len(comments):
            document.gap = first.blank and bool(comments)
            return
        document.header, first.above, document.gap = comments[:cut], comments[cut:], True
        first.above[0].blank = False

    # Tokens and the comments between them

    def is_a(self, *kinds: type) -> bool:
        return self.ahead.__class__ in kinds

    def advance(self) -> Any:
        """Consume the token ahead and collect the comments behind it."""
        self.spill()
        token, self.ahead = self.ahead, self.scanner.get_token()
        begin = 0 if token is None else token.end_mark.index
        self.start = end = self.ahead.start_mark.index
        if begin < end:
            at = self.text.find("#", begin, end)
            while at >= 0:
                stop = self.text.find("\n", at, end)
                stop = end if stop < 0 else stop
                self._found(at, stop)
                at = self.text.find("#", stop, end)
        return token

    def _found(self, start: int, stop: int) -> None:
        line = self.text.rfind("\n", 0, start) + 1
        comment = _Comment(self.text[start:stop].rstrip(" \t"), start - line)
        self.comments.append(comment.text)
        if not self.text[line:start].strip(" \t"):
            comment.blank = self.blank_before(start)
            self.waiting.append(comment)
        else:
            self.ending, self.ending_at = comment, len(self.waiting)

    def spill(self) -> None:
        """A comment that nobody took at the end of its line becomes one on a line of its own."""
        if self.ending is not None:
            self.waiting.insert(self.ending_at, self.ending)
            self.ending = None

    def take_ending(self) -> _Comment | None:
        comment, self.ending = self.ending, None
        return comment

    def take_waiting(self, column: int = 0) -> list[_Comment]:
        """The comments that wait, up to the first that stands left of `column`."""
        if not self.waiting:
            return []
        count = next((i for i, c in enumerate(self.waiting) if c.column < column), len(self.waiting))
        taken, self.waiting = self.waiting[:count], self.waiting[count:]
        return taken

    def starts_line(self, at: int) -> bool:
        return not self.text[self.text.rfind("\n", 0, at) + 1 : at].strip(" \t")

    def blank_before(self, at: int) -> bool:
        end = self.text.rfind("\n", 0, at)
        if end < 0 or self.text[end + 1 : at].strip(" \t"):
            return False
        start = self.text.rfind("\n", 0, end) + 1
        return start >= self.written and not self.text[start:end].strip(" \t")

    # Nodes

    def node(self, column: int, inner: int | None = None) -> _Scalar | _Node | None:
        """The node ahead, None for an empty value; `column` is that of the block collection around it.

        `inner` is given where a list may stand in that very column, as the value of a key. Its comments then
        stand right of the key's: in column `inner` or further.
        """
        kind = self.ahead.__class__
        if kind is tokens.ScalarToken:
            return self.scalar(column)
        if kind is tokens.BlockMappingStartToken:
            return self.mapping()
        if kind is tokens.BlockSequenceStartToken:
            start = _column(self.advance())
            node = self.items(start, start)
            self.advance()
            return node
        if kind is tokens.BlockEntryToken and inner is not None:
            return self.items(column, inner)
        if kind is tokens.FlowMappingStartToken or kind is tokens.FlowSequenceStartToken:
            return self.flow()
        return None

    def mapping(self) -> _Node:
        column = _column(self.advance())
        node = _Node("mapping")
        while self.is_a(tokens.KeyToken):
            entry = _Entry(above=self.take_waiting(), blank=self.blank_before(self.start))
            self.key(entry)
            if not self.is_a(tokens.ValueToken):
                raise CannotFormatError("this can't be formatted", *_at(self.ahead))
            self.advance()
            self.value(entry, column, column + 1)
            node.entries.append(entry)
        if not self.is_a(tokens.BlockEndToken) or not node.entries:
            raise _refusal("empty and explicit keys", self.ahead)
        node.trailing = self.take_waiting(column)
        self.advance()
        return node

    def items(self, column: int, inner: int) -> _Node:
        node = _Node("list")
        while self.is_a(tokens.BlockEntryToken):
            entry = _Entry(above=self.take_waiting(), blank=self.blank_before(self.start))
            self.advance()
            self.value(entry, column)
            node.entries.append(entry)
        node.trailing = self.take_waiting(inner)
        return node

    def key(self, entry: _Entry) -> None:
        token = self.advance()
        if token.end_mark.index > token.start_mark.index or not self.is_a(tokens.ScalarToken):
            raise _refusal("empty and explicit keys", token)
        token = self.advance()
        entry.key, entry.name = self.text[token.start_mark.index : token.end_mark.index], token.value

    def value(self, entry: _Entry, column: int, inner: int | None = None) -> None:
        entry.beside = self.take_ending()
        kind = self.ahead.__class__
        if kind in (tokens.ScalarToken, tokens.FlowMappingStartToken, tokens.FlowSequenceStartToken):
            entry.below = self.take_waiting()
        entry.value = self.node(column, inner)
        if entry.value is None:
            entry.below = self.take_waiting(column + 1)
        elif isinstance(entry.value, _Scalar) or entry.value.flow:
            entry.after = self.take_ending()

    def flow(self) -> _Node:
        opening = self.advance()
        is_mapping = opening.__class__ is tokens.FlowMappingStartToken
        node = _Node("mapping" if is_mapping else "list", flow=True, beside=self.take_ending())
        closing = tokens.FlowMappingEndToken if is_mapping else tokens.FlowSequenceEndToken
        while not self.is_a(closing):
            start = self.start
            entry = _Entry(above=self.take_waiting(), blank=self.blank_before(start), breaks=self.starts_line(start))
            self._flow_entry(entry, is_mapping)
            node.entries.append(entry)
            node.comma = self.is_a(tokens.FlowEntryToken)
            if node.comma:
                self.advance()
                if entry.after is None:
                    entry.after = self.take_ending()
                self.spill()
        node.trailing = self.take_waiting()
        node.breaks = self.starts_line(self.start)
        self.advance()
        return node

    def _flow_entry(self, entry: _Entry, in_mapping: bool) -> None:
        start = self.start
        if self.is_a(tokens.KeyToken):
            self.key(entry)
            entry.colon = self.is_a(tokens.ValueToken)
            if entry.colon:
                self.advance()
                if not self.is_a(tokens.FlowEntryToken, tokens.FlowMappingEndToken, tokens.FlowSequenceEndToken):
                    self.spill()
                    entry.above += self.take_waiting()
                entry.value = self.node(-1)
        else:
            entry.value = self.node(-1)
            if in_mapping and isinstance(entry.value, _Scalar) and len(entry.value.lines) == 1:
                entry.key, entry.colon = entry.value.lines[0], False
                entry.name, entry.value = entry.key, None
        if self.start == start or (in_mapping and entry.key is None):
            raise _refusal("empty and explicit keys", self.ahead)
        entry.after = self.take_ending()

    def scalar(self, column: int) -> _Scalar:
        start, token = self.start, self.ahead
        end = token.end_mark.index
        source = self.text[start:end]
        if token.style in ("|", ">"):
            scalar = self._block_scalar(source, column)
        elif "\n" in source:
            scalar = _Scalar(_continued(source), next_line=self.starts_line(start))
        else:
            scalar = _Scalar([source])
        self.advance()
        return scalar

    def _block_scalar(self, source: str, column: int) -> _Scalar:
        header, *lines = source.split("\n")
        found = _HEADER.match(header)
        if found is None:
            raise CannotFormatError("this can't be formatted", *_at(self.ahead))
        style, marks, comment = found.groups()
        chomp = "".join(c for c in marks if c in "+-")
        digit = "".join(c for c in marks if c not in "+-")
        if digit:
            indent = max(column, 0) + int(digit)
        else:
            first = next((line for line in lines if line.strip(" ")), "")
            indent = len(first) - len(first.lstrip(" ")) if first else len(source)
        lines = [line[indent:] for line in lines]
        after_last = next((number for number in range(len(lines), 0, -1) if lines[number - 1]), 0)
        self.written = self.start + sum(len(line) + 1 for line in source.split("\n")[: after_last + 1])
        if lines and lines[-1]:
            chomp = "-"  # the file ends inside the scalar: its value has no last line break, and won't get one
        elif lines:
            lines.pop()
        while lines and not lines[-1] and chomp != "+":
            lines.pop()
        scalar = _Scalar(lines, style + (str(_STEP) if digit else "") + chomp)
        if comment:
            text = comment.rstrip(" \t")
            self.comments.append(text)
            scalar.comment = _Comment(text, 0)
        return scalar


_HEADER = re.compile(r"([|>])([0-9+-]*)[ \t]*(#.*)?\Z")


def _column(token: Any) -> int:
    return int(token.start_mark.column)


def _continued(source: str) -> list[str]:
    """The lines of a plain or quoted scalar without the white space that YAML folds away."""
    lines = [line.lstrip(" \t") if number else line for number, line in enumerate(source.split("\n"))]
    return [_without_trailing_blanks(line) for line in lines[:-1]] + lines[-1:]


def _without_trailing_blanks(line: str) -> str:
    kept = line.rstrip(" \t")
    backslashes = len(kept) - len(kept.rstrip("\\"))
    return line[: len(kept) + 1] if backslashes % 2 else kept  # `\ ` in double quotes is a space that counts


# The order of keys


class _Shape:
    """What some schemas, taken together, say about the order of one node's keys."""

    def __init__(self, schemas: Iterable[Any]) -> None:
        self.schemas = [schema for schema in schemas if isinstance(schema, Mapping)]
        self.every = list(_parts(self.schemas, None))
        self.telling = {name for part in self.every for name in _conditions(part)}
        self.orders: dict[tuple[tuple[str, str], ...], _Keys] = {}

    @cached_property
    def item(self) -> _Shape:
        """The shape of a list's items."""
        return _Shape(part.get("items") for part in self.every)

    def keys(self, mapping: _Node) -> _Keys:
        """What applies to a mapping, given what it says where a schema has a condition (`if`, `const`)."""
        said = {e.name: _word(e.value) for e in mapping.entries if e.name in self.telling}
        case = tuple(sorted(said.items()))
        if case not in self.orders:
            self.orders[case] = _Keys(list(_parts(self.schemas, said)))
        return self.orders[case]


class _Keys:
    """The declared keys of a mapping: `position` is their order."""

    def __init__(self, parts: list[Mapping[str, Any]]) -> None:
        self.declared = [_mapping(part.get("properties")) for part in parts]
        names = dict.fromkeys(name for properties in self.declared for name in properties)
        self.position = {name: number for number, name in enumerate(names)}
        self.other = [part.get("additionalProperties") for part in parts]
        self.shapes: dict[str, _Shape] = {}

    def value(self, name: str) -> _Shape:
        """The shape of the value at a key."""
        known = name if name in self.position else ""
        if known not in self.shapes:
            inner = self.other if not known else [properties.get(name) for properties in self.declared]
            self.shapes[known] = _Shape(inner)
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


def _word(value: _Scalar | _Node | None) -> str:
    return value.lines[0].strip("\"'") if isinstance(value, _Scalar) and value.lines else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _order(node: _Scalar | _Node | None, shape: _Shape) -> None:
    if not isinstance(node, _Node) or not shape.schemas:
        return
    if node.kind == "list":
        for entry in node.entries:
            _order(entry.value, shape.item)
        return
    keys = shape.keys(node)
    last = len(keys.position)
    node.entries.sort(key=lambda entry: keys.position.get(entry.name, last))
    for entry in node.entries:
        if isinstance(entry.value, _Node):
            _order(entry.value, keys.value(entry.name))


# The tree as canonical text


class _Writer:
    """Writes the tree. `head` is the `- ` that the next line begins with instead of its indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.comments: list[str] = []
        self.head = ""
        self.fresh = True  # nothing has been written in the collection that is open: no blank line here
        self.kept = False  # the last line belongs to a `|+` scalar, which a blank line would lengthen

    def document(self, document: _Document) -> str:
        self.notes(document.header, 0)
        if document.gap:
            self.blank()
        root = document.root
        if isinstance(root, _Node) and not root.flow:
            self.node(root, 0, top=True)
        elif root is not None:
            self.put("", root, 0, document.after, at_root=True)
        self.notes(document.trailing, 0)
        while self.lines and not self.lines[-1] and not self.kept:
            self.lines.pop()
        return "\n".join([*self.lines, ""])

    def line(self, text: str, fresh: bool = False) -> None:
        self.lines.append(text)
        self.fresh, self.kept = fresh, False

    def blank(self) -> None:
        if not (self.fresh or self.kept or self.head) and self.lines[-1]:
            self.lines.append("")

    def begin(self, indent: int) -> str:
        start, self.head = self.head or " " * indent, ""
        return start

    def note(self, comment: _Comment | None, gap: str = "  ") -> str:
        """A comment as the end of a line."""
        if comment is None:
            return ""
        self.comments.append(comment.text)
        return gap + comment.text

    def notes(self, comments: Iterable[_Comment], indent: int) -> None:
        """Comments on lines of their own."""
        for comment in comments:
            if comment.blank:
                self.blank()
            self.line(self.begin(indent) + self.note(comment, ""))

    def node(self, node: _Node, indent: int, top: bool = False) -> None:
        """A block mapping or list; where the file is a list of mappings, they stand apart."""
        previous: _Entry | None = None
        for entry in node.entries:
            if (
                top
                and node.kind == "list"
                and previous is not None
                and _is_block_mapping(previous.value)
                and _is_block_mapping(entry.value)
            ):
                self.blank()
            self.notes(entry.above, indent)
            if entry.blank:
                self.blank()
            if entry.key is None:
                self.item(entry, indent)
            else:
                self.pair(entry, indent)
            previous = entry
        self.notes(node.trailing, indent)

    def item(self, entry: _Entry, indent: int) -> None:
        start = self.begin(indent) + "-"
        inner = indent + _STEP
        if entry.value is None and entry.beside is None and not entry.below:
            self.line(start)
            return
        self.head = start + " "
        self.notes([*([entry.beside] if entry.beside else []), *entry.below], inner)
        if isinstance(entry.value, _Node) and not entry.value.flow:
            self.node(entry.value, inner)
        elif entry.value is not None:
            self.put(self.begin(inner), entry.value, indent, entry.after)

    def pair(self, entry: _Entry, indent: int) -> None:
        start, value = f"{self.begin(indent)}{entry.key}:", entry.value
        block = isinstance(value, _Node) and not value.flow
        apart = isinstance(value, _Scalar) and value.next_line
        if value is None or block or apart or entry.beside or entry.below:
            self.line(start + self.note(entry.beside), fresh=value is not None or bool(entry.below))
            self.notes(entry.below, indent + _STEP)
            start = " " * (indent + _STEP)
        else:
            start += " "
        if isinstance(value, _Node) and not value.flow:
            self.node(value, indent + _STEP)
        elif value is not None:
            self.put(start, value, indent, entry.after)

    def put(
        self, start: str, value: _Scalar | _Node, indent: int, after: _Comment | None, at_root: bool = False
    ) -> None:
        """A scalar or flow collection behind `start`; its further lines stand inside `indent`."""
        inner = indent + _STEP
        if isinstance(value, _Node):
            text = self.flow(value, inner, 0 if at_root else inner)
        elif value.header:
            self.line(start + value.header + self.note(value.comment))
            self.lines += [" " * inner + line if line else "" for line in value.lines]
            self.kept = value.header.endswith("+")
            return
        else:
            text = _joined(value.lines, inner)
        first, *rest = (start + text + self.note(after)).split("\n")
        self.line(first)
        self.lines += rest

    def flow(self, node: _Node, inner: int, closing: int) -> str:
        """A flow collection with its author's line breaks, indented to `inner`, the last to `closing`."""
        opening, end = "{}" if node.kind == "mapping" else "[]"
        text = opening + self.note(node.beside)
        commented = node.beside is not None  # what follows must start a line
        for number, entry in enumerate(node.entries):
            last = number == len(node.entries) - 1
            for comment in entry.above:
                text += self._break(inner, comment.blank and number > 0) + self.note(comment, "")
            if entry.breaks or entry.above or commented:
                text += self._break(inner, entry.blank and bool(number or entry.above))
            elif number:
                text += " "
            text += self._flow_entry(entry, inner)
            commented = entry.after is not None
            closes_below = node.breaks or commented or bool(node.trailing)
            empty = " " if entry.key is not None and entry.colon and entry.value is None else ""
            if not last or (node.comma and closes_below):
                text += empty + ","
            elif not closes_below:
                text += empty
            text += self.note(entry.after)
        for comment in node.trailing:
            text += self._break(inner, comment.blank and bool(node.entries)) + self.note(comment, "")
        if commented or node.trailing or (node.breaks and node.entries):
            text += self._break(closing)
        return text + end

    def _flow_entry(self, entry: _Entry, inner: int) -> str:
        text = "" if entry.key is None else entry.key + (":" if entry.colon else "")
        if entry.value is None:
            return text
        text += " " if text else ""
        if isinstance(entry.value, _Node):
            return text + self.flow(entry.value, inner + _STEP, inner)
        return text + _joined(entry.value.lines, inner + _STEP)

    def _break(self, indent: int, blank: bool = False) -> str:
        return ("\n\n" if blank else "\n") + " " * indent


def _is_block_mapping(value: _Scalar | _Node | None) -> bool:
    return isinstance(value, _Node) and value.kind == "mapping" and not value.flow


def _joined(lines: list[str], indent: int) -> str:
    return "\n".join([lines[0], *(" " * indent + line if line else "" for line in lines[1:])])
