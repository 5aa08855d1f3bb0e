"""From the tree to canonical text."""

from __future__ import annotations

from collections.abc import Iterable

from builder.documents.editing.tree import STEP, Child, Comment, Node, Scalar, Tree


class Writer:
    """Writes the tree. `head` is the `- ` that the next line begins with instead of its indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.comments: list[str] = []
        self.head = ""
        self.fresh = True  # nothing has been written in the collection that is open: no blank line here
        self.blank_counts = False  # the last line is of a `|+` scalar, to whose text a blank line would belong

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
        """A block mapping or list; where the file is a list of mappings, they stand apart."""
        previous: Child | None = None
        for child in node.children:
            if (
                top
                and node.kind == "list"
                and previous is not None
                and _is_block_mapping(previous.value)
                and _is_block_mapping(child.value)
            ):
                self.blank()
            self.comment_lines(child.above, indent)
            if child.blank:
                self.blank()
            if child.key is None:
                self.item(child, indent)
            else:
                self.pair(child, indent)
            previous = child
        self.comment_lines(node.trailing, indent)

    def item(self, child: Child, indent: int) -> None:
        """An item of a block list."""
        start = self.begin(indent) + "-"
        inner = indent + STEP
        if child.value is None and child.beside is None and not child.below:
            self.line(start)
            return
        self.head = start + " "
        self.comment_lines([*([child.beside] if child.beside else []), *child.below], inner)
        if isinstance(child.value, Node) and not child.value.flow:
            self.node(child.value, inner)
        elif child.value is not None:
            self.put(self.begin(inner), child.value, indent, child.after)

    def pair(self, child: Child, indent: int) -> None:
        """A key of a block mapping and its value."""
        start, value = f"{self.begin(indent)}{child.key}:", child.value
        block = isinstance(value, Node) and not value.flow
        apart = isinstance(value, Scalar) and value.next_line
        if value is None or block or apart or child.beside or child.below:
            self.line(start + self.comment(child.beside), fresh=value is not None or bool(child.below))
            self.comment_lines(child.below, indent + STEP)
            start = " " * (indent + STEP)
        else:
            start += " "
        if isinstance(value, Node) and not value.flow:
            self.node(value, indent + STEP)
        elif value is not None:
            self.put(start, value, indent, child.after)

    def put(self, start: str, value: Scalar | Node, indent: int, after: Comment | None, at_root: bool = False) -> None:
        """A scalar or flow collection behind `start`; its further lines stand inside `indent`."""
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
        text = opening + self.comment(node.beside)
        commented = node.beside is not None  # what follows must start a line
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
