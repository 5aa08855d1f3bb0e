"""From the tree to canonical text."""

from __future__ import annotations

from collections.abc import Iterable

from builder.documents.editing.tree import STEP, Comment, Document, Entry, Node, Scalar


class Writer:
    """Writes the tree. `head` is the `- ` that the next line begins with instead of its indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.comments: list[str] = []
        self.head = ""
        self.fresh = True  # nothing has been written in the collection that is open: no blank line here
        self.kept = False  # the last line belongs to a `|+` scalar, which a blank line would lengthen

    def document(self, document: Document) -> str:
        """The whole document as text."""
        self.notes(document.header, 0)
        if document.gap:
            self.blank()
        root = document.root
        if isinstance(root, Node) and not root.flow:
            self.node(root, 0, top=True)
        elif root is not None:
            self.put("", root, 0, document.after, at_root=True)
        self.notes(document.trailing, 0)
        while self.lines and not self.lines[-1] and not self.kept:
            self.lines.pop()
        return "\n".join([*self.lines, ""])

    def line(self, text: str, fresh: bool = False) -> None:
        """Start a line with this text."""
        self.lines.append(text)
        self.fresh, self.kept = fresh, False

    def blank(self) -> None:
        """Leave an empty line, once."""
        if not (self.fresh or self.kept or self.head) and self.lines[-1]:
            self.lines.append("")

    def begin(self, indent: int) -> str:
        """What a new line at this indentation starts with."""
        start, self.head = self.head or " " * indent, ""
        return start

    def note(self, comment: Comment | None, gap: str = "  ") -> str:
        """A comment as the end of a line."""
        if comment is None:
            return ""
        self.comments.append(comment.text)
        return gap + comment.text

    def notes(self, comments: Iterable[Comment], indent: int) -> None:
        """Comments on lines of their own."""
        for comment in comments:
            if comment.blank:
                self.blank()
            self.line(self.begin(indent) + self.note(comment, ""))

    def node(self, node: Node, indent: int, top: bool = False) -> None:
        """A block mapping or list; where the file is a list of mappings, they stand apart."""
        previous: Entry | None = None
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

    def item(self, entry: Entry, indent: int) -> None:
        """An item of a block list."""
        start = self.begin(indent) + "-"
        inner = indent + STEP
        if entry.value is None and entry.beside is None and not entry.below:
            self.line(start)
            return
        self.head = start + " "
        self.notes([*([entry.beside] if entry.beside else []), *entry.below], inner)
        if isinstance(entry.value, Node) and not entry.value.flow:
            self.node(entry.value, inner)
        elif entry.value is not None:
            self.put(self.begin(inner), entry.value, indent, entry.after)

    def pair(self, entry: Entry, indent: int) -> None:
        """A key of a block mapping and its value."""
        start, value = f"{self.begin(indent)}{entry.key}:", entry.value
        block = isinstance(value, Node) and not value.flow
        apart = isinstance(value, Scalar) and value.next_line
        if value is None or block or apart or entry.beside or entry.below:
            self.line(start + self.note(entry.beside), fresh=value is not None or bool(entry.below))
            self.notes(entry.below, indent + STEP)
            start = " " * (indent + STEP)
        else:
            start += " "
        if isinstance(value, Node) and not value.flow:
            self.node(value, indent + STEP)
        elif value is not None:
            self.put(start, value, indent, entry.after)

    def put(self, start: str, value: Scalar | Node, indent: int, after: Comment | None, at_root: bool = False) -> None:
        """A scalar or flow collection behind `start`; its further lines stand inside `indent`."""
        inner = indent + STEP
        if isinstance(value, Node):
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

    def flow(self, node: Node, inner: int, closing: int) -> str:
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

    def _flow_entry(self, entry: Entry, inner: int) -> str:
        text = "" if entry.key is None else entry.key + (":" if entry.colon else "")
        if entry.value is None:
            return text
        text += " " if text else ""
        if isinstance(entry.value, Node):
            return text + self.flow(entry.value, inner + STEP, inner)
        return text + _joined(entry.value.lines, inner + STEP)

    def _break(self, indent: int, blank: bool = False) -> str:
        return ("\n\n" if blank else "\n") + " " * indent


def _is_block_mapping(value: Scalar | Node | None) -> bool:
    return isinstance(value, Node) and value.kind == "mapping" and not value.flow


def _joined(lines: list[str], indent: int) -> str:
    return "\n".join([lines[0], *(" " * indent + line if line else "" for line in lines[1:])])
