"""From text to the tree: the nodes, and the comments that belong to them.

The text is known to be YAML, without anchors, aliases, tags and directives: `editor.exact_data` has read it before.
"""

from __future__ import annotations

import re
from typing import Any

from yaml import tokens

from builder.documents.editing.tree import STEP, CannotEditError, Child, Comment, Node, Scalar, Tree, refusal
from builder.documents.libyaml import Parser, position_of


class TreeParser:
    """Builds the tree from PyYAML's tokens. Between two tokens is only white space and comments.

    `ahead` is the next token. The comments before it wait in `waiting`, except the one that ends the line of
    the token just consumed, which waits in `ending` for the code that consumed that token.
    """

    def __init__(self, text: str) -> None:
        text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.text = text
        self.comments: list[str] = []
        self.waiting: list[Comment] = []
        self.ending: Comment | None = None
        self.ending_at = 0
        self.scanner = Parser(text)
        self.start = 0  # where the token ahead begins
        self.text_end = 0  # where the last block scalar ended; its own lines may look blank
        self.ahead: Any = None  # a token; Any: `is_a` says which kind it is, and so what it has
        self.advance()

    def tree(self) -> Tree:
        """The whole text: its header, its root and the comments at its end."""
        tree = Tree()
        self.advance()  # the stream's start
        if self.is_a(tokens.DocumentStartToken):
            self.advance()
        self.spill()
        tree.header = self.take_waiting()
        if self.is_a(tokens.BlockMappingStartToken):
            mapping = _column(self.ahead)
            tree.root = self.mapping()
            self._share_header(tree, tree.root, mapping)
        else:
            tree.gap = self.blank_before(self.start) if tree.header else False
            tree.root = self.node(-1)
            tree.after = self.take_ending()
        while self.is_a(tokens.DocumentEndToken):
            self.advance()
        self.spill()
        tree.trailing = self.take_waiting()
        if not self.is_a(tokens.StreamEndToken):
            raise CannotEditError("this can't be formatted", *position_of(self.ahead))
        return tree

    def _share_header(self, tree: Tree, root: Node, column: int) -> None:
        """Give the last block of comments to the first key, if a blank line separates it from the block above."""
        first, comments = root.children[0], tree.header
        cut = next((i for i in range(len(comments) - 1, 0, -1) if comments[i].blank), len(comments))
        if first.blank or cut == len(comments):
            tree.gap = first.blank and bool(comments)
            return
        tree.header, first.above, tree.gap = comments[:cut], comments[cut:], True
        first.above[0].blank = False

    # Tokens and the comments between them

    def is_a(self, *kinds: type) -> bool:
        """Whether the next token is one of these."""
        return self.ahead.__class__ in kinds

    def advance(self) -> Any:
        """Consume the token ahead and collect the comments after it."""
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
        comment = Comment(self.text[start:stop].rstrip(" \t"), start - line)
        self.comments.append(comment.text)
        if not self.text[line:start].strip(" \t"):
            comment.blank = self.blank_before(start)
            self.waiting.append(comment)
        else:
            self.ending, self.ending_at = comment, len(self.waiting)

    def spill(self) -> None:
        """Make a comment that nobody took as the end of its line a comment on a line of its own."""
        if self.ending is not None:
            self.waiting.insert(self.ending_at, self.ending)
            self.ending = None

    def take_ending(self) -> Comment | None:
        """The comment that ends the line just read, if there is one."""
        comment, self.ending = self.ending, None
        return comment

    def take_waiting(self, column: int = 0) -> list[Comment]:
        """The waiting comments, up to the first one left of `column`."""
        if not self.waiting:
            return []
        count = next((i for i, c in enumerate(self.waiting) if c.column < column), len(self.waiting))
        taken, self.waiting = self.waiting[:count], self.waiting[count:]
        return taken

    def starts_line(self, at: int) -> bool:
        """Whether there are only blanks before a place on its line."""
        return not self.text[self.text.rfind("\n", 0, at) + 1 : at].strip(" \t")

    def blank_before(self, at: int) -> bool:
        """Whether there is an empty line above a place."""
        end = self.text.rfind("\n", 0, at)
        if end < 0 or self.text[end + 1 : at].strip(" \t"):
            return False
        start = self.text.rfind("\n", 0, end) + 1
        return start >= self.text_end and not self.text[start:end].strip(" \t")

    # Nodes

    def node(self, column: int, inner: int | None = None) -> Scalar | Node | None:
        """The node ahead, None for an empty value; `column` is that of the block collection around it.

        `inner` is set where a list may begin in that same column, as the value of a key may. Its comments are then
        in column `inner` or further to the right.
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

    def mapping(self) -> Node:
        """A block mapping, from its first key to its end."""
        column = _column(self.advance())
        node = Node("mapping")
        while self.is_a(tokens.KeyToken):
            child = Child(above=self.take_waiting(), blank=self.blank_before(self.start))
            self.key(child)
            if not self.is_a(tokens.ValueToken):
                raise CannotEditError("this can't be formatted", *position_of(self.ahead))
            self.advance()
            self.value(child, column, column + 1)
            node.children.append(child)
        if not self.is_a(tokens.BlockEndToken) or not node.children:
            raise refusal("empty and explicit keys", self.ahead)
        node.trailing = self.take_waiting(column)
        self.advance()
        return node

    def items(self, column: int, inner: int) -> Node:
        """A block list whose items stand at `column`."""
        node = Node("list")
        while self.is_a(tokens.BlockEntryToken):
            child = Child(above=self.take_waiting(), blank=self.blank_before(self.start))
            self.advance()
            self.value(child, column)
            node.children.append(child)
        node.trailing = self.take_waiting(inner)
        return node

    def key(self, child: Child) -> None:
        """The key of a child, with the comment behind it."""
        token = self.advance()
        if token.end_mark.index > token.start_mark.index or not self.is_a(tokens.ScalarToken):
            raise refusal("empty and explicit keys", token)
        token = self.advance()
        child.key, child.name = self.text[token.start_mark.index : token.end_mark.index], token.value

    def value(self, child: Child, column: int, inner: int | None = None) -> None:
        """The value of a child, with the comments before it."""
        child.key_comment = self.take_ending()
        kind = self.ahead.__class__
        if kind in (tokens.ScalarToken, tokens.FlowMappingStartToken, tokens.FlowSequenceStartToken):
            child.below = self.take_waiting()
        child.value = self.node(column, inner)
        if child.value is None:
            child.below = self.take_waiting(column + 1)
        elif isinstance(child.value, Scalar) or child.value.flow:
            child.after = self.take_ending()

    def flow(self) -> Node:
        """A list or mapping in brackets."""
        opening = self.advance()
        is_mapping = opening.__class__ is tokens.FlowMappingStartToken
        node = Node("mapping" if is_mapping else "list", flow=True, key_comment=self.take_ending())
        closing = tokens.FlowMappingEndToken if is_mapping else tokens.FlowSequenceEndToken
        while not self.is_a(closing):
            start = self.start
            child = Child(above=self.take_waiting(), blank=self.blank_before(start), breaks=self.starts_line(start))
            self._flow_child(child, is_mapping)
            node.children.append(child)
            node.comma = self.is_a(tokens.FlowEntryToken)
            if node.comma:
                self.advance()
                if child.after is None:
                    child.after = self.take_ending()
                self.spill()
        node.trailing = self.take_waiting()
        node.breaks = self.starts_line(self.start)
        self.advance()
        return node

    def _flow_child(self, child: Child, in_mapping: bool) -> None:
        start = self.start
        if self.is_a(tokens.KeyToken):
            self.key(child)
            child.colon = self.is_a(tokens.ValueToken)
            if child.colon:
                self.advance()
                if not self.is_a(tokens.FlowEntryToken, tokens.FlowMappingEndToken, tokens.FlowSequenceEndToken):
                    self.spill()
                    child.above += self.take_waiting()
                child.value = self.node(-1)
        else:
            token = self.ahead
            child.value = self.node(-1)
            if in_mapping and isinstance(child.value, Scalar) and len(child.value.lines) == 1:
                child.key, child.name, child.colon = child.value.lines[0], token.value, False
                child.value = None
        if self.start == start or (in_mapping and child.key is None):
            raise refusal("empty and explicit keys", self.ahead)
        child.after = self.take_ending()

    def scalar(self, column: int) -> Scalar:
        """A scalar as its author wrote it."""
        start, token = self.start, self.ahead
        end = token.end_mark.index
        source = self.text[start:end]
        if token.style in ("|", ">"):
            scalar = self._block_scalar(source, column)
        elif "\n" in source:
            scalar = Scalar(_continued(source), next_line=self.starts_line(start))
        else:
            scalar = Scalar([source])
        self.advance()
        return scalar

    def _block_scalar(self, source: str, column: int) -> Scalar:
        header, *lines = source.split("\n")
        found = _HEADER.match(header)
        if found is None:
            raise CannotEditError("this can't be formatted", *position_of(self.ahead))
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
        self.text_end = self.start + sum(len(line) + 1 for line in source.split("\n")[: after_last + 1])
        if lines and lines[-1]:
            chomp = "-"  # the file ends inside the scalar: its value has no last line break, and won't get one
        elif lines:
            lines.pop()
        while lines and not lines[-1] and chomp != "+":
            lines.pop()
        scalar = Scalar(lines, style + (str(STEP) if digit else "") + chomp)
        if comment:
            text = comment.rstrip(" \t")
            self.comments.append(text)
            scalar.comment = Comment(text, 0)
        return scalar


_HEADER = re.compile(r"([|>])([0-9+-]*)[ \t]*(#.*)?\Z")


def _column(token: tokens.Token) -> int:
    return int(token.start_mark.column)


def _continued(source: str) -> list[str]:
    """The lines of a plain or quoted scalar without the white space that YAML folds away."""
    lines = [line.lstrip(" \t") if number else line for number, line in enumerate(source.split("\n"))]
    return [_without_trailing_blanks(line) for line in lines[:-1]] + lines[-1:]


def _without_trailing_blanks(line: str) -> str:
    stripped = line.rstrip(" \t")
    backslashes = len(stripped) - len(stripped.rstrip("\\"))
    return line[: len(stripped) + 1] if backslashes % 2 else stripped  # `\ ` in double quotes is a space that counts
