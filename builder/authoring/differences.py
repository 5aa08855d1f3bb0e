"""A unified diff of two texts, also of lists of thousands of cards, of which a few differ."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence

_LONG = 4_000  # lines from which on a text is compared paragraph by paragraph
_NUMBERS = re.compile(r"@@ -(\d+)((?:,\d+)?) \+(\d+)((?:,\d+)?) @@")

_Part = tuple[int, int, int, int]  # where a part begins and ends, in the lines before and in those after


def unified(before: str, after: str, path: str) -> Iterator[str]:
    """The lines of a unified diff, with a line around each change."""
    old, new = before.splitlines(), after.splitlines()
    if max(len(old), len(new)) < _LONG:
        yield from difflib.unified_diff(old, new, path, path, lineterm="", n=1)
        return
    yield from (f"--- {path}", f"+++ {path}")
    shown = shown_new = 0  # how many lines are behind us
    for start, end, new_start, new_end in _joined(_changed(old, new)):
        context = 1 if start > shown and new_start > shown_new else 0
        shown, shown_new = end, new_end
        left, right = old[start - context : end], new[new_start - context : new_end]
        for line in list(difflib.unified_diff(left, right, lineterm="", n=1))[2:]:
            yield _shifted(line, start - context, new_start - context)


def _shifted(line: str, old: int, new: int) -> str:
    """A line of a diff whose texts begin so many lines further down."""
    found = _NUMBERS.fullmatch(line)
    if found is None:
        return line
    return f"@@ -{int(found[1]) + old}{found[2]} +{int(found[3]) + new}{found[4]} @@"


def _joined(parts: Iterable[_Part]) -> Iterator[_Part]:
    """The parts, with those in one that are only added, one behind the other."""
    waiting: _Part | None = None
    for part in parts:
        if waiting and waiting[0] == waiting[1] == part[0] == part[1] and waiting[3] == part[2]:
            waiting = (part[0], part[1], waiting[2], part[3])
            continue
        if waiting:
            yield waiting
        waiting = part
    if waiting:
        yield waiting


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[_Part]:
    """The paragraphs that differ: those that begin alike are the same, in whose order nothing has changed."""
    left, right = _paragraphs(old), _paragraphs(new)
    begins = {old[start]: index for index, (start, _) in enumerate(left)}
    here = 0
    for start, end in right:
        index = begins.get(new[start], -1)
        if index < here:
            at = left[here][0] if here < len(left) else len(old)
            yield at, at, start, end
            continue
        for gone, stop in left[here:index]:
            yield gone, stop, start, start
        if old[left[index][0] : left[index][1]] != new[start:end]:
            yield *left[index], start, end
        here = index + 1
    for gone, stop in left[here:]:
        yield gone, stop, len(new), len(new)


def _paragraphs(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Where paragraphs begin and end, each with the empty lines behind it."""
    starts = [
        number for number, line in enumerate(lines) if not number or (line.strip() and not lines[number - 1].strip())
    ]
    return list(zip(starts, [*starts[1:], len(lines)], strict=True)) if starts else []
