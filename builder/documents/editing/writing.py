"""From the tree to canonical text, and from new data to the tree."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from builder.documents.data import Data
from builder.documents.editing.tree import STEP, CannotEditError, Child, Comment, Node, Scalar, Tree
from builder.documents.reading import parse
from builder.documents.scalars import scalar

_DATE = re.compile(r"\d{4}-\d\d?-\d\d?\b.*", re.ASCII)  # a text here, but a date for readers of YAML 1.1

# Text of several lines, none of them blank or ending in a space, which stands below its key as it is.
_LINES = re.compile(r"(?:[!-~\xa1-\u024f][ -~\xa0-\u024f]*(?<! )\n)+[!-~\xa1-\u024f][ -~\xa0-\u024f]*(?<! )", re.ASCII)

# Text that needs no quotes, in any place or only outside brackets. `scalar` knows the exceptions, such as numbers.
_PLAIN = re.compile(r"[A-Za-z\xc0-\u024f][A-Za-z0-9\xc0-\u024f .'’!?()%/+-]*(?<! )", re.ASCII)
_PLAIN_OUTSIDE = re.compile(r"[A-Za-z\xc0-\u024f][ !\"$-9;-~\xa1-\u024f’]*(?<! )", re.ASCII)

# Characters that JSON doesn't escape, but YAML forbids in quotes or takes for the end of a line.
_TO_ESCAPE = re.compile("[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def to_yaml(data: Data, flow: bool = False) -> str:
    r"""Data as a YAML text in its canonical layout; with `flow`, in brackets on one line.

    Raises CannotEditError for what YAML can't say: infinite numbers, text that is not Unicode, more than 64 levels.

    >>> to_yaml({"name": "Dust: Ash", "cost": {"oil": 2}, "keywords": []})
    'name: "Dust: Ash"\ncost:\n  oil: 2\nkeywords: []\n'
    """
    try:
        text = Writer().tree(Tree(root=node_of(data, flow)))
        is_right = is_same(parse(text, "").data, data)
    except UnicodeError:  # half of a character
        is_right = False
    if not is_right:
        raise CannotEditError("YAML can't say this")
    return text


def node_of(data: Data, flow: bool = False) -> Scalar | Node:
    """The tree of new data; with `flow`, it stands in brackets."""
    if isinstance(data, Mapping):
        pairs = [Child(key_text(key, flow), key, node_of(value, flow)) for key, value in data.items()]
        return Node("mapping", flow or not data, pairs)
    if isinstance(data, Sequence) and not isinstance(data, str):
        return Node("list", flow or not data, [Child(value=node_of(value, flow)) for value in data])
    if isinstance(data, str) and not flow and _LINES.fullmatch(data):
        return Scalar(data.split("\n"), "|-")
    return Scalar([scalar_text(data, flow)])


def is_same(one: Data, other: Data) -> bool:
    """Whether two are equal, also in their types (1 is neither 1.0 nor true) and in the order of keys."""
    return json.dumps(one) == json.dumps(other)


def scalar_text(value: str | float | bool | None, flow: bool = False) -> str:
    """A scalar as YAML on one line, in double quotes only where it needs them; with `flow`, it stands in brackets.

    Dates are text, and are put in quotes for those who read them with other programs.

    >>> scalar_text("No"), scalar_text("7"), scalar_text(7), scalar_text("a, b"), scalar_text("a, b", flow=True)
    ('No', '"7"', '7', 'a, b', '"a, b"')
    """
    if not isinstance(value, str):
        return json.dumps(value)
    if (_PLAIN if flow else _PLAIN_OUTSIDE).fullmatch(value) and scalar(value) is value:
        return value
    written = f"[{value}, {{k: {value}}}]" if flow else f"- {value}\n- k: {value}"
    return _quoted_unless(value, written, [value, {"k": value}])


def key_text(key: str, flow: bool = False) -> str:
    """A key as YAML, in double quotes only where it needs them; with `flow`, it stands in brackets."""
    if _PLAIN.fullmatch(key) and scalar(key) is key:
        return key
    return _quoted_unless(key, f"{{{key}: 0}}" if flow else f"{key}: 0", {key: 0})


def _quoted_unless(text: str, written: str, data: Data) -> str:
    """The text itself if `written`, where it has no quotes, is read as `data`; otherwise the text in quotes."""
    if text and not _DATE.fullmatch(text):
        document = parse(written, "")
        if document.data == data and not document.diagnostics:
            return text
    return _TO_ESCAPE.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


class Writer:
    """Writes the tree. `head` is the `- ` that the next line begins with instead of its indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.comments: list[str] = []
        self.head = ""
        self.fresh = True  # nothing is written in the open collection yet, so no blank line is wanted
        self.blank_counts = False  # the last line is of a `|+` scalar, where a blank line would be part of the text

    def tree(self, tree: Tree) -> str:
        """The whole tree as text."""
        self.comment_lines(tree.header, 0)
        if tree.gap:
            self.blank()
        root = tree.root
        if isinstance(root, Node) and not root.flow:
            self.node(root, 0, top=True)
        elif root is not None:
            self.put("", root, 0, tree.after, at_root=True)
        self.comment_lines(tree.trailing, 0)
        while self.lines and not self.lines[-1] and not self.blank_counts:
            self.lines.pop()
        return "\n".join([*self.lines, ""])

    def line(self, text: str, fresh: bool = False) -> None:
        """Start a line with this text."""
        self.lines.append(text)
        self.fresh, self.blank_counts = fresh, False

    def blank(self) -> None:
        """Leave an empty line, once."""
        if not (self.fresh or self.blank_counts or self.head) and self.lines[-1]:
            self.lines.append("")

    def begin(self, indent: int) -> str:
        """What a new line at this indentation starts with."""
        start, self.head = self.head or " " * indent, ""
        return start

    def comment(self, comment: Comment | None, gap: str = "  ") -> str:
        """A comment as the end of a line."""
        if comment is None:
            return ""
        self.comments.append(comment.text)
        return gap + comment.text

    def comment_lines(self, comments: Iterable[Comment], indent: int) -> None:
        """Comments on lines of their own."""
        for comment in comments:
            if comment.blank:
                self.blank()
            self.line(self.begin(indent) + self.comment(comment, ""))

    def node(self, node: Node, indent: int, top: bool = False) -> None:
        """A block mapping or list; where the file is a list of mappings, there are empty lines between them."""
        before: Scalar | Node | None = None
        for child in node.children:
            if top and node.kind == "list" and _is_block_mapping(before) and _is_block_mapping(child.value):
                self.blank()
            self.comment_lines(child.above, indent)
            if child.blank:
                self.blank()
            if child.key is None:
                self.item(child, indent)
            else:
                self.pair(child, indent)
            before = child.value
        self.comment_lines(node.trailing, indent)

    def item(self, child: Child, indent: int) -> None:
        """An item of a block list."""
        start = self.begin(indent) + "-"
        inner = indent + STEP
        if child.value is None and child.key_comment is None and not child.below:
            self.line(start)
            return
        self.head = start + " "
        self.comment_lines([*([child.key_comment] if child.key_comment else []), *child.below], inner)
        if isinstance(child.value, Node) and not child.value.flow:
            self.node(child.value, inner)
        elif child.value is not None:
            self.put(self.begin(inner), child.value, indent, child.after)

    def pair(self, child: Child, indent: int) -> None:
        """A key of a block mapping and its value."""
        start, value = f"{self.begin(indent)}{child.key}:", child.value
        block = isinstance(value, Node) and not value.flow
        below_key = isinstance(value, Scalar) and value.next_line
        if value is None or block or below_key or child.key_comment or child.below:
            self.line(start + self.comment(child.key_comment), fresh=value is not None or bool(child.below))
            self.comment_lines(child.below, indent + STEP)
            start = " " * (indent + STEP)
        else:
            start += " "
        if isinstance(value, Node) and not value.flow:
            self.node(value, indent + STEP)
        elif value is not None:
            self.put(start, value, indent, child.after)

    def put(self, start: str, value: Scalar | Node, indent: int, after: Comment | None, at_root: bool = False) -> None:
        """Write a scalar or flow collection after `start`; further lines are indented more than `indent`."""
        inner = indent + STEP
        if isinstance(value, Node):
            text = self.flow(value, inner, 0 if at_root else inner)
        elif value.header:
            self.line(start + value.header + self.comment(value.comment))
            self.lines += [" " * inner + line if line else "" for line in value.lines]
            self.blank_counts = value.header.endswith("+")
            return
        else:
            text = _joined(value.lines, inner)
        first, *rest = (start + text + self.comment(after)).split("\n")
        self.line(first)
        self.lines += rest

    def flow(self, node: Node, inner: int, closing: int) -> str:
        """A flow collection with its author's line breaks, indented to `inner`, the last to `closing`."""
        opening, end = "{}" if node.kind == "mapping" else "[]"
        text = opening + self.comment(node.key_comment)
        commented = node.key_comment is not None  # what follows must start a line
        for number, child in enumerate(node.children):
            last = number == len(node.children) - 1
            for comment in child.above:
                text += self._break(inner, comment.blank and number > 0) + self.comment(comment, "")
            if child.breaks or child.above or commented:
                text += self._break(inner, child.blank and bool(number or child.above))
            elif number:
                text += " "
            text += self._flow_child(child, inner)
            commented = child.after is not None
            closes_below = node.breaks or commented or bool(node.trailing)
            empty = " " if child.key is not None and child.colon and child.value is None else ""
            if not last or (node.comma and closes_below):
                text += empty + ","
            elif not closes_below:
                text += empty
            text += self.comment(child.after)
        for comment in node.trailing:
            text += self._break(inner, comment.blank and bool(node.children)) + self.comment(comment, "")
        if commented or node.trailing or (node.breaks and node.children):
            text += self._break(closing)
        return text + end

    def _flow_child(self, child: Child, inner: int) -> str:
        text = "" if child.key is None else child.key + (":" if child.colon else "")
        if child.value is None:
            return text
        text += " " if text else ""
        if isinstance(child.value, Node):
            return text + self.flow(child.value, inner + STEP, inner)
        return text + _joined(child.value.lines, inner + STEP)

    def _break(self, indent: int, blank: bool = False) -> str:
        return ("\n\n" if blank else "\n") + " " * indent


def _is_block_mapping(value: Scalar | Node | None) -> bool:
    return isinstance(value, Node) and value.kind == "mapping" and not value.flow


def _joined(lines: list[str], indent: int) -> str:
    return "\n".join([lines[0], *(" " * indent + line if line else "" for line in lines[1:])])
