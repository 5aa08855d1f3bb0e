"""YAML text to plain data (text, numbers, booleans, None, lists, dicts), with a span for every key and value.

The YAML is the 1.2 core schema's (a card may be called No), without tags, and with aliases, depth and size
bounded: files come from strangers. Data is built straight from libyaml's events, which takes a tenth of the
time of PyYAML's own constructor, and large files of the plain kind are read faster still, by `builder.documents.plain`;
spans take a second pass, made only when something is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from builder.diagnostics import Diagnostic, KeyPath, Span, near
from builder.documents.scalars import scalar
from builder.storage.files import MAX_FILE_BYTES, display

MAX_DEPTH = 64
FAST_FROM = 64 * 1024  # characters from which on `builder.documents.plain` is worth its import
MAX_ALIASED_NODES = 100_000  # what all aliases of a file may add up to once they are written out

_Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_SAID = (  # what libyaml says, what an author reads instead, and what would mend it
    (
        "mapping values are not allowed",
        "this colon has no place here",
        "put text that holds a colon in quotes; or check the indentation",
    ),
    (
        "did not find expected key",
        "a key should stand here",
        "a line is indented differently, or a quote is not closed",
    ),
    ("did not find expected '-'", 'the next "- " should stand here', "indent the items of a list alike"),
    ("could not find expected ':'", 'there is no ": " after this key', 'long text goes below "|", indented'),
    ("did not find expected ',' or '}'", "a comma or } should stand here", "write {oil: 2, scrap: 1}"),
    ("did not find expected ',' or ']'", "a comma or ] should stand here", "write [one, two]"),
    ("unexpected end of stream", "this quote is never closed", "close it, or remove it"),
    ("cannot start any token", "no value can start with this character", "put the text in quotes"),
    (
        "block sequence entries are not allowed",
        "a list can't start here",
        'lists start below their key; text after "- " needs quotes',
    ),
    (
        "unknown escape character",
        "there is no such escape",
        "write \\\\ for a backslash, or use single quotes",
    ),
    (
        "expected alphabetic or numeric",
        "no name follows this mark",
        "text that begins with * or & needs quotes",
    ),
    ("did not find expected node content", "a value should stand here", "a bracket or a comma is left over"),
    (
        "control characters are not allowed",
        "there is an invisible character here",
        "delete it, and type the text again",
    ),
)


@dataclass(frozen=True)
class Document:
    """A file as read: its data, what was wrong with it as YAML, and where each part of it stands.

    `path` is how the user sees it; `data` is None where nothing could be read.
    """

    path: str
    text: str = ""
    data: Any = None
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def span(self, path: KeyPath = ()) -> Span:
        """Where the value at `path` stands; where there is none, its nearest parent."""
        node = self._tree
        for part in path:
            child = node.children.get(part) if node is not None else None
            if child is None:
                break
            node = child
        return node.span if node is not None else Span(self.path)

    def key_span(self, path: KeyPath) -> Span:
        """Where the key that ends `path` stands; for an item of a list, the item."""
        parent = self._tree
        for part in path[:-1]:
            if parent is None:
                break
            parent = parent.children.get(part)
        found = parent.keys.get(path[-1]) if parent is not None and path else None
        return found or self.span(path)

    def located(self, diagnostic: Diagnostic, base: KeyPath = ()) -> Diagnostic:
        """The fault of a value of this document, at its place here; the value's root stands at `base`."""
        path = (*base, *diagnostic.path)
        span = self.key_span(path) if diagnostic.at_key else self.span(path)
        return replace(diagnostic, span=span, path=(), at_key=False)

    def find(self, path: KeyPath, words: str) -> Span:
        """Where `words` stand inside the text at `path`, or else that text's own span."""
        span = self.span(path)
        lines = self.text.splitlines()
        for number in range(span.line, min(max(span.end_line, span.line) + 1, len(lines) + 1)):
            start = span.column - 1 if number == span.line else 0
            at = lines[number - 1].find(words, start)
            if at >= 0:
                return Span(self.path, number, at + 1, number, at + 1 + len(words))
        return span

    @cached_property
    def _tree(self) -> _Node | None:
        return _spans(self.text, self.path)


def read_text(path: Path, shown: str = "") -> tuple[str, list[Diagnostic]]:
    """The text of a file, or why it can't be had: missing, a folder, too large, not UTF-8."""
    shown = shown or display(path)
    here = Span(shown)
    try:
        if path.is_dir():
            return "", [Diagnostic("unreadable-file", "this is a folder, not a file", here, "name a file inside it")]
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return "", [Diagnostic("unreadable-file", "there is no such file", here, _neighbour(path))]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return "", [Diagnostic("unreadable-file", f"the file can't be read: {reason.lower()}", here)]
    return decode(content, shown)


def decode(content: bytes, shown: str) -> tuple[str, list[Diagnostic]]:
    """The bytes of a file as text, or why not."""
    if len(content) > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // 1024 // 1024
        return "", [
            Diagnostic("too-large", f"the file is larger than {limit} MB", Span(shown), "split it in several files")
        ]
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        place = Span(shown, line, column, line, column + 1)
        bad = content[error.start]
        how = "save it as UTF-8 in your editor"
        if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            how = "it looks like UTF-16; " + how
        return "", [Diagnostic("not-utf8", f"the file is not UTF-8: byte 0x{bad:02x} makes no character", place, how)]


def load(path: Path, shown: str = "") -> Document:
    """Read and parse one YAML file; what is wrong with it is in the document's diagnostics."""
    shown = shown or display(path)
    text, problems = read_text(path, shown)
    return Document(shown, diagnostics=problems) if problems else parse(text, shown)


def parse(text: str, shown: str) -> Document:
    """Parse YAML text. Faults are reported with their place; what can still be read is read."""
    if len(text) >= FAST_FROM:
        from builder.documents.plain import UNSURE, read

        data = read(text)
        if data is not UNSURE:
            return Document(shown, text, data)
    builder = _Builder(shown)
    try:
        builder.run(text)
    except yaml.YAMLError as error:
        builder.problems.append(_syntax_error(error, text, shown))
        return Document(shown, text, None, builder.problems)
    except _StopError:
        return Document(shown, text, None, builder.problems)
    return Document(shown, text, builder.root, builder.problems)


class _StopError(Exception):
    """The rest of the file is not worth reading, or not safe to."""


class _Builder:
    """Builds data from parse events, without recursion; the stack is the open collections."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.problems: list[Diagnostic] = []
        self.root: Any = None
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.aliased = 0

    def run(self, text: str) -> None:  # noqa: C901 - one loop over the events; calls would double its time
        parser = _Parser(text)
        next_event = parser.get_event
        scalars: dict[str, Any] = {}
        # An open collection: (itself, key waiting for a value, anchor, nodes before it)
        stack: list[tuple[Any, Any, str | None, int]] = []
        current: Any = None
        key: Any = _NO_KEY
        anchor: str | None = None
        started = nodes = documents = 0
        while True:
            event = next_event()
            kind = event.__class__
            nodes += 1
            if kind is ScalarEvent:
                if event.anchor or event.tag:
                    self._refuse_tag(event)
                text_value: str = event.value
                if current.__class__ is dict and key is _NO_KEY:  # keys are text, whatever they look like
                    if text_value in current:
                        self._duplicate(text_value, event)
                    key = text_value
                    continue
                if event.implicit[0]:
                    if text_value in scalars:
                        value = scalars[text_value]
                    else:
                        value = scalars[text_value] = scalar(text_value)
                else:
                    value = text_value
                if event.anchor:
                    self.anchors[event.anchor] = (value, 1)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                if event.tag:
                    self._refuse_tag(event)
                if current.__class__ is dict and key is _NO_KEY:
                    self._stop(
                        "yaml-key",
                        "a key must be a word, not a list or a mapping",
                        event,
                        "quote it if it is text",
                    )
                if len(stack) >= MAX_DEPTH:
                    self._stop(
                        "too-deep",
                        f"this is nested more than {MAX_DEPTH} deep",
                        event,
                        "look for a bracket that is never closed",
                    )
                stack.append((current, key, anchor, started))
                current = {} if kind is MappingStartEvent else []
                key, anchor, started = _NO_KEY, event.anchor, nodes
                continue
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                value = current
                if anchor:
                    self.anchors[anchor] = (value, nodes - started)
                current, key, anchor, started = stack.pop()
            elif kind is AliasEvent:
                value, size = self._aliased(event)
                nodes += size
                if current.__class__ is dict and key is _NO_KEY:
                    self._stop("yaml-key", "a key can't be an alias", event, "write the key out")
            elif kind is DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._stop(
                        "several-documents",
                        "a second document starts here",
                        event,
                        'remove the line "---" or split the file',
                    )
                continue
            elif kind is StreamEndEvent:
                return
            else:
                continue
            if current is None:
                self.root = value
            elif current.__class__ is list:
                current.append(value)
            else:
                current[key] = value
                key = _NO_KEY

    def _aliased(self, event: Any) -> tuple[Any, int]:
        if event.anchor not in self.anchors:
            self._stop(
                "yaml-alias",
                f'the alias "*{event.anchor}" refers to nothing before it',
                event,
                "text that begins with * needs quotes",
            )
        value, size = self.anchors[event.anchor]
        self.aliased += size
        if self.aliased > MAX_ALIASED_NODES:
            self._stop(
                "yaml-alias",
                "the aliases of this file add up to too much",
                event,
                "write the repeated parts out",
            )
        return value, size

    def _refuse_tag(self, event: Any) -> None:
        if event.tag and event.tag != "!":
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            help_ = 'remove it; text that begins with "!" needs quotes'
            self.problems.append(
                Diagnostic("yaml-tag", f'the tag "{tag}" is not allowed', _event_span(event, self.shown), help_)
            )

    def _duplicate(self, key: str, event: Any) -> None:
        place = _event_span(event, self.shown)
        self.problems.append(
            Diagnostic("duplicate-key", f'"{key}" is written twice here', place, "keep one of the two")
        )

    def _stop(self, code: str, message: str, event: Any, help_: str = "") -> None:
        self.problems.append(Diagnostic(code, message, _event_span(event, self.shown), help_))
        raise _StopError


_NO_KEY: Any = object()


@dataclass(slots=True)
class _Node:
    span: Span
    children: dict[str | int, _Node] = field(default_factory=dict)
    keys: dict[str | int, Span] = field(default_factory=dict)


def _spans(text: str, shown: str) -> _Node | None:  # noqa: C901 - a branch for each kind of event
    """The places of everything in a file, as a tree like its data; as far as the file can be parsed."""
    root: _Node | None = None
    stack: list[tuple[_Node, str | int | None]] = []
    anchors: dict[str | None, _Node] = {}

    def put(node: _Node) -> None:
        nonlocal root
        if not stack:
            root = root or node
            return
        parent, key = stack[-1]
        if isinstance(key, int):
            parent.children[key] = node
            stack[-1] = (parent, key + 1)
        elif key is None:  # never reached by text that `parse` accepted
            stack[-1] = (parent, "")
        else:
            parent.children[key] = node
            stack[-1] = (parent, None)

    try:
        for event in yaml.parse(text, Loader=_Parser):
            if isinstance(event, ScalarEvent):
                span = _event_span(event, shown)
                if stack and stack[-1][1] is None:
                    parent = stack[-1][0]
                    parent.keys[event.value] = span
                    stack[-1] = (parent, event.value)
                else:
                    put(_Node(span))
            elif isinstance(event, MappingStartEvent | SequenceStartEvent):
                node = _Node(_event_span(event, shown))
                put(node)
                if event.anchor:
                    anchors[event.anchor] = node
                stack.append((node, None if isinstance(event, MappingStartEvent) else 0))
            elif isinstance(event, AliasEvent):
                put(anchors.get(event.anchor) or _Node(_event_span(event, shown)))
            elif isinstance(event, MappingEndEvent | SequenceEndEvent):
                stack.pop()
    except yaml.YAMLError:
        pass  # the places before the fault are still good
    return root


def _event_span(event: Any, shown: str) -> Span:
    start, end = event.start_mark, event.end_mark
    same = (end.line, end.column) == (start.line, start.column)
    return Span(shown, start.line + 1, start.column + 1, end.line + 1, end.column + 1 + same)


def _syntax_error(error: yaml.YAMLError, text: str, shown: str) -> Diagnostic:
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "this is not YAML")
    marks = ["problem_mark", "context_mark"]
    if "unexpected end of stream" in problem:  # what is never closed matters, not where the file ends
        marks.reverse()
    mark = next(filter(None, (getattr(error, name, None) for name in marks)), None)
    if mark is not None:
        line, column = mark.line + 1, mark.column + 1
    else:
        position = int(getattr(error, "position", 0) or 0)  # libyaml counts bytes
        before = text.encode()[:position].decode(errors="ignore")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    place = Span(shown, line, column, line, column + 1)
    lines = text.splitlines()
    source = lines[line - 1] if 0 < line <= len(lines) else ""
    if "\t" in source[: len(source) - len(source.lstrip())] or source[column - 1 : column] == "\t":
        at = source.index("\t") + 1
        return Diagnostic(
            "yaml-tab",
            "a tab can't be used to indent",
            Span(shown, line, at, line, at + 1),
            "use spaces, two for each level",
        )
    found = ((message, help_) for said, message, help_ in _SAID if said in problem)
    message, help_ = next(found, (f"this is not YAML: {problem}", ""))
    opened = getattr(error, "context_mark", None)
    if "expected ',' or" in problem and opened is not None and opened.line + 1 < line:
        help_ = f"close the bracket that opens in line {opened.line + 1}: {help_}"
    return Diagnostic("yaml-syntax", message, place, help_)


def _neighbour(path: Path) -> str:
    """What a missing file was probably meant to be."""
    try:
        names = [p.name for _, p in zip(range(1000), path.parent.iterdir(), strict=False)]
    except OSError:
        return ""
    meant = near(path.name, names, n=1)
    return f'did you mean "{path.parent / meant[0]}"?' if meant else ""
