"""From what jinja2 or Typst say is wrong to the line and column of the template where it is mended.

Typst sees what the templates became. Where a part of that came from is found by rendering the face once more with marks
before each piece, which tell the template and the line; nothing of this is done while nothing is wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import nodes

from renderers.templating.boxes import BoxTag
from renderers.templating.escape import CardTemplates
from renderers.templating.sandbox import Sandbox, meant

Place = dict[str, Any]  # path, line, column, length: of a finding

_OPEN, _SHUT = "\ue000", "\ue001"  # of a mark: no keyboard has them
_MARK = re.compile(f"{_OPEN}([de])(\\d+):([^{_SHUT}]*){_SHUT}")
_WORD = re.compile(r"[^\W\d][\w-]*|\d+|\S")
_WRAPPED = re.compile(r"^(?:panicked with|assertion failed): (.*)$", re.DOTALL)

WORDS = Path(__file__).with_name("data") / "typst-words.txt"  # a line of names, a line of arguments


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in Typst's sources, as its errors name them: lines and columns count from 1."""

    file: str
    line: int
    column: int


def frames(diagnostic: str, folder: str) -> Iterator[Frame]:
    """Where an error arose and who called, innermost first; `folder` is the name of the folder that Typst sees."""
    for match in re.finditer(r"┌─ (.+):(\d+):(\d+)", diagnostic):
        name = match[1].replace("\\", "/").rpartition(f"{folder}/")[2]
        yield Frame(name, int(match[2]), int(match[3]) + 1)


class Marking(Sandbox):
    """Templates whose output tells where each piece of it comes from."""

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


class Marked(Marking, CardTemplates):
    """Card templates, marked."""

    @classmethod
    def like(cls, env: CardTemplates) -> Marked:
        """The same templates, marked."""
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
    """Where the pieces of what was rendered come from. `read` gives the text of a template by its path."""

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

    def place(self, line: int, column: int) -> Place:
        """The place of the template that became this line and column of the face's source; {} where none did."""
        rows = self.text.split("\n")
        if not 0 < line <= len(rows):
            return {}
        offset = sum(len(row) + 1 for row in rows[: line - 1]) + min(column - 1, len(rows[line - 1]))
        here = bisect_right(self._starts, offset) - 1
        if here < 0:
            return {}
        path, first, kind = self._origins[here]
        if kind == "e":
            return at(path, first, *self._expression(here, path, first))
        piece = self.text[self._starts[here] : offset]
        row = first + piece.count("\n")
        template = self._row(path, row)
        before = 0 if "\n" in piece else self._column(here, path, first)
        found = before + len(piece) - piece.rfind("\n") - 1
        word = _WORD.match(template, found)
        return at(path, row, found + 1, len(word[0]) if word else 1)

    def _row(self, path: str, line: int) -> str:
        rows = self._read(path).split("\n")
        return rows[line - 1] if 0 < line <= len(rows) else ""

    def _column(self, index: int, path: str, line: int) -> int:
        """Where in its line of the template a piece of its text begins, counted from 0."""
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
        """The column, from 1, and the length of an expression of the template."""
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


def at(path: str | None, line: int | None, column: int = 1, length: int = 1) -> Place:
    """A place in a file of the pack."""
    return {"path": path, "line": line or 1, "column": column, "length": length}


def at_word(path: str | None, line: int | None, word: str, row: str) -> Place:
    """The place of a word in a line of a file; the line's first character where it is not in it exactly once."""
    found = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", row)] if word else []
    return at(path, line, found[0] + 1, len(word)) if found else at(path, line)


def xml_fault(text: str) -> tuple[int, int]:
    """The line and column at which a text is no XML; 0, 0 where it is."""
    from xml.parsers import expat  # only where something is wrong

    try:
        expat.ParserCreate().Parse(text, True)
    except expat.ExpatError as error:
        return error.lineno, error.offset + 1
    return 0, 0


def said_by_typst(error: Any, folder: str) -> tuple[str, str]:
    """Typst's message and hints in the pack's own terms: without the folders that it was shown."""
    message = str(getattr(error, "message", error))
    help_ = "; ".join(getattr(error, "hints", ()))
    if "package" in message:
        return "a template asks for a Typst package, which templates may not use", help_
    if wrapped := _WRAPPED.match(message):
        message = wrapped[1].replace('\\"', '"')
    if missing := re.match(r"file not found \(searched at (.+)\)", message):
        name = missing[1].replace("\\", "/").rpartition(f"{folder}/")[2]
        return f'the pack has no file "{name.removeprefix("arsenal/faces/")}"', help_
    return re.sub(r"( at \d+:\d+)\1", r"\1", message), help_  # Typst says it twice


def near_match(message: str, names: Callable[[], Iterable[str]], keys: Iterable[str], files: Iterable[str]) -> str:
    """What a word in Typst's message was probably meant to be: a name, an argument, a key or a file."""
    standard, arguments = (line.split() for line in WORDS.read_text("utf-8").splitlines())
    for pattern, known in (
        (r"unknown variable: (\S+)", lambda: [*names(), *standard]),
        (r"unresolved import: (\S+)", names),
        (r"unexpected argument: (\S+)", lambda: arguments),
        (r'dictionary does not contain key "([^"]+)"', lambda: keys),
        (r'the pack has no file "([^"]+)"', lambda: files),
    ):
        found = re.search(pattern, message)
        if found and found[1]:
            return meant(found[1], known())
    return ""


def near_in_jinja(message: str, known: dict[str, Iterable[str]]) -> tuple[str, str]:
    """The word that jinja2 doesn't know, and what was probably meant; `known` lists words by kind."""
    for pattern, kind in (
        (r"'([^']+)' is undefined", "variables"),
        (r"No filter named '([^']+)'", "filters"),
        (r"No test named '([^']+)'", "tests"),
        (r"unknown tag '([^']+)'", "tags"),
    ):
        if found := re.search(pattern, message):
            return found[1], meant(found[1], known[kind])
    if found := re.search(r"has no (?:attribute|element) '([^']+)'", message):
        return found[1], ""
    if found := re.search(r"(?:a box has no|unsafe|attribute) '([^']+)'", message):
        return found[1], ""
    return "", ""


def called(path: Path | str) -> bool:
    """Whether a template is one of ours, which no designer can mend."""
    return Path(path).is_absolute()
