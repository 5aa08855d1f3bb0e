"""Source maps: from a place in rendered text back to the line and column of the template.

To make one, the face is rendered once more with marks before each piece that name the template and the line. This is
done only when there is a fault to locate.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from jinja2 import nodes

from builder.diagnostics import Span
from renderers.templating.boxes import BoxTag
from renderers.templating.escape import CardTemplates
from renderers.templating.sandbox import Sandbox, place_in

_OPEN, _SHUT = "\ue000", "\ue001"  # of a mark: no keyboard has them
_MARK = re.compile(f"{_OPEN}([de])(\\d+):([^{_SHUT}]*){_SHUT}")
_WORD = re.compile(r"[^\W\d][\w-]*|\d+|\S")


class MarkingSandbox(Sandbox):
    """Templates whose output has a mark before each piece."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for output in list(tree.find_all(nodes.Output)):
            marked: list[nodes.Expr] = []
            for child in output.nodes:
                kind = "d" if isinstance(child, nodes.TemplateData) else "e"
                mark = f"{_OPEN}{kind}{child.lineno}:{filename or name}{_SHUT}"
                marked += [nodes.TemplateData(mark, lineno=child.lineno), child]
            output.nodes = marked
        return tree


class MarkingTemplates(MarkingSandbox, CardTemplates):
    """Card templates whose output has a mark before each piece."""

    @classmethod
    def like(cls, env: CardTemplates) -> MarkingTemplates:
        """Such an environment, otherwise like this one."""
        made = cls(
            loader=env.loader,
            extensions=[BoxTag],
            undefined=env.undefined,
            finalize=env.finalize,
            autoescape=False,
            keep_trailing_newline=True,
        )
        made.filters, made.optimized = env.filters, False
        return made


class SourceMap:
    """Where the pieces of a rendered text come from. `read` gives the text of a template by path; `text` is without
    marks.
    """

    def __init__(self, marked: str, read: Callable[[str], str]) -> None:
        self._read = read
        self._starts: list[int] = []
        self._origins: list[tuple[str, int, str]] = []
        clean, end, length = [], 0, 0
        for match in _MARK.finditer(marked):
            piece = marked[end : match.start()]
            clean.append(piece)
            length += len(piece)
            end = match.end()
            self._starts.append(length)
            self._origins.append((match[3], int(match[2]), match[1]))
        clean.append(marked[end:])
        self.text = "".join(clean)

    def place(self, line: int, column: int) -> Span | None:
        """The place in a template of a line and a column of the text; None where it comes from none."""
        rows = self.text.split("\n")
        if not 0 < line <= len(rows):
            return None
        offset = sum(len(row) + 1 for row in rows[: line - 1]) + min(column - 1, len(rows[line - 1]))
        here = bisect_right(self._starts, offset) - 1
        if here < 0:
            return None
        path, first, kind = self._origins[here]
        if kind == "e":
            return place_in(path, first, *self._expression(here, path, first))
        piece = self.text[self._starts[here] : offset]
        row = first + piece.count("\n")
        template = self._row(path, row)
        before = 0 if "\n" in piece else self._column(here, path, first)
        found = before + len(piece) - piece.rfind("\n") - 1
        word = _WORD.match(template, found)
        return place_in(path, row, found + 1, len(word[0]) if word else 1)

    def _row(self, path: str, line: int) -> str:
        rows = self._read(path).split("\n")
        return rows[line - 1] if 0 < line <= len(rows) else ""

    def _column(self, index: int, path: str, line: int) -> int:
        """The column in the template, counted from 0, at which a piece of its text begins."""
        end = self._starts[index + 1] if index + 1 < len(self._starts) else len(self.text)
        text = self.text[self._starts[index] : end].split("\n")[0]
        row, after = self._row(path, line), 0
        for earlier in range(index - 1, -1, -1):
            if self._origins[earlier] == (path, line, "e"):
                after = sum(self._expression(earlier, path, line)) - 1
                break
        found = row.find(text, max(0, after))
        return found if found >= 0 else max(0, row.find(text))

    def _expression(self, index: int, path: str, line: int) -> tuple[int, int]:
        """The column, counted from 1, and the length of an expression in the template."""
        row = self._row(path, line)
        spots = [(m.start() + 1, len(m[0])) for m in re.finditer(r"\{\{.*?(?:\}\}|$)", row)]
        if not spots:
            return 1, 1
        before = 0
        for earlier in range(index - 1, -1, -1):
            if self._origins[earlier] == self._origins[index]:
                before += 1
            elif self._origins[earlier][0] != path or self._origins[earlier][1] < line:
                break
        return spots[before % len(spots)]


def at_word(path: str, line: int, word: str, row: str) -> Span:
    """The place of a word in the line `row`; the beginning of the line where the word is not in it."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", row) if word else None
    return place_in(path, line, found.start() + 1, len(word)) if found else place_in(path, line)


def over_word(place: Span, row: str) -> Span:
    """The place extended to the word that begins there; column 1 means the first word of the line `row`."""
    column = place.column
    if column == 1:
        column = len(row) - len(row.lstrip()) + 1
    if place.end_column - place.column > 1:
        return place
    word = re.compile(r"[\w-]+").match(row, column - 1)
    return place_in(place.path, place.line, column, len(word[0]) if word else 1)


def xml_fault(text: str) -> tuple[int, int]:
    """The line and the column at which a text is not valid XML; (0, 0) where it is valid."""
    from xml.parsers import expat  # only where something is wrong

    try:
        expat.ParserCreate().Parse(text, True)
    except expat.ExpatError as error:
        return error.lineno, error.offset + 1
    return 0, 0
