"""And, or, not and parentheses: a reader for all languages that have these, and the trees that it makes."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, NoReturn, TypeAlias, TypeVar

from builder.diagnostics import Span

MAX_DEPTH = 32  # parentheses and negations inside each other

Leaf = TypeVar("Leaf")


@dataclass(frozen=True, slots=True)
class And(Generic[Leaf]):
    """All of the parts; without parts it is true for everything."""

    parts: tuple[Node[Leaf], ...]


@dataclass(frozen=True, slots=True)
class Or(Generic[Leaf]):
    """At least one of the parts."""

    parts: tuple[Node[Leaf], ...]


@dataclass(frozen=True, slots=True)
class Not(Generic[Leaf]):
    """True where the part is not."""

    part: Node[Leaf]


Node: TypeAlias = "And[Leaf] | Or[Leaf] | Not[Leaf] | Leaf"


def leaves(node: Node[Leaf]) -> Iterator[Leaf]:
    """Every leaf of a tree, from left to right."""
    if isinstance(node, And | Or | Not):
        for part in (node.part,) if isinstance(node, Not) else node.parts:
            yield from leaves(part)
    else:
        yield node


@dataclass(slots=True)
class Group(Generic[Leaf]):
    """Several parts, of which all or one must be true. It begins at `start`."""

    is_or: bool
    parts: list[Unary[Leaf]]
    start: int


@dataclass(slots=True)
class Unary(Generic[Leaf]):
    """A leaf or a group, negated or not; `start` includes signs and parentheses before it."""

    what: Leaf | Group[Leaf]
    negated: bool
    start: int

    def change(self, how: Callable[[Leaf], Leaf]) -> None:
        """Replace each leaf by what `how` returns for it, from left to right."""
        todo: list[Unary[Leaf]] = [self]
        while todo:
            one = todo.pop()
            if isinstance(one.what, Group):
                todo += reversed(one.what.parts)
            else:
                one.what = how(one.what)

    def tree(self, too_deep: Callable[[int], NoReturn], depth: int = 0) -> Node[Leaf]:
        """The tree. Groups of one part don't count as depth; `too_deep` is called with the place of a deeper part."""
        what = self.what
        node: Node[Leaf]
        if depth > MAX_DEPTH:
            too_deep(self.start)
        if isinstance(what, Group):
            parts = tuple(part.tree(too_deep, depth + 1) for part in what.parts)
            node = Or(parts) if what.is_or else And(parts)
        else:
            node = what
        return Not(node) if self.negated else node


@dataclass(slots=True)
class Frame(Generic[Leaf]):
    """The content of parentheses read so far: alternatives, each a list of parts that must all be true.

    `opened` is the place of the parenthesis; `signs` are the places of minus signs before the next part.
    """

    opened: int
    alternatives: list[list[Unary[Leaf]]] = field(default_factory=lambda: [[]])
    signs: list[int] = field(default_factory=list)

    def add(self, what: Leaf | Group[Leaf], negated: bool, start: int) -> None:
        """Add a part, with the signs before it."""
        first = self.signs[0] if self.signs else start
        self.alternatives[-1].append(Unary(what, negated ^ bool(len(self.signs) % 2), first))
        self.signs.clear()

    def whole(self) -> Unary[Leaf]:
        """All of it, without groups of one part."""
        parts = [_joined(is_or=False, parts=parts) for parts in self.alternatives]
        return _joined(is_or=True, parts=parts)


def _joined(*, is_or: bool, parts: list[Unary[Leaf]]) -> Unary[Leaf]:
    return parts[0] if len(parts) == 1 else Unary(Group(is_or, parts, parts[0].start), False, parts[0].start)


class Grammar(ABC, Generic[Leaf]):
    """How a language is read. The patterns `begins` and `follows` match what may come before and after a leaf.

    Their groups are MINUS (a negation), OPEN, CLOSE, AND, OR, and a name for each kind of beginning of a leaf.
    """

    begins: re.Pattern[str]
    follows: re.Pattern[str]

    @abstractmethod
    def leaf(self, text: str, kind: str, start: int, end: int) -> tuple[Leaf, int, re.Pattern[str]]:
        """The leaf that begins there, its end, and the pattern of what may follow."""

    def closed(self, text: str, group: Unary[Leaf], end: int) -> int:
        """The end of a group whose parenthesis was closed."""
        return end

    @abstractmethod
    def refuse(self, text: str, at: int, opened: list[int], *, begins: bool) -> NoReturn:
        """Raise the fault of text that can't be read at a place; with `begins`, a leaf should begin there."""

    def read(self, text: str) -> Unary[Leaf]:
        """The text as leaves and groups."""
        frames: list[Frame[Leaf]] = [Frame(-1)]
        position, expected = 0, self.begins
        while (position := skipped(text, position)) < len(text) or expected is self.begins:
            frame = frames[-1]
            found = expected.match(text, position)
            if found is None or found.lastgroup is None or (found.lastgroup == "CLOSE" and len(frames) == 1):
                self.refuse(text, position, [one.opened for one in frames[1:]], begins=expected is self.begins)
            kind, start = found.lastgroup, found.start(found.lastgroup)
            position, expected = found.end(), self.begins
            if kind == "MINUS":
                frame.signs.append(start)
            elif kind == "OPEN":
                frames.append(Frame(start))
            elif kind == "OR":
                frame.alternatives.append([])
            elif kind == "CLOSE":
                within = frames.pop().whole()
                position = self.closed(text, within, position)
                frames[-1].add(within.what, within.negated, frame.opened)
                expected = self.follows
            elif kind != "AND":
                leaf, position, expected = self.leaf(text, kind, start, position)
                frame.add(leaf, False, start)
        if len(frames) > 1:
            self.refuse(text, len(text), [one.opened for one in frames[1:]], begins=False)
        return frames[0].whole()


_BLANKS = re.compile(r"\s*")


def skipped(text: str, position: int) -> int:
    """The place after the blanks at a place."""
    found = _BLANKS.match(text, position)
    return found.end() if found else position


def unescaped(phrase: str) -> str:
    r"""The content of quotes, in which `\` may be before any character."""
    return re.sub(r"\\(.)", r"\1", phrase[1:-1], flags=re.DOTALL)


def span_in(text: str, name: str, start: int, end: int) -> Span:
    """The span of the characters from `start` to `end` of a text; `name` is the text's name in messages."""

    def place(position: int) -> tuple[int, int]:
        return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)

    return Span(name, *place(start), *place(max(end, start + 1)))
