"""Changes to a pack's files, planned in memory: checked as if they were made, shown as a diff, written all or none."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from builder.checks import CheckedPack, check_pack
from builder.checks.reading import Read
from builder.documents.reading import decode, encode_like
from builder.packs.expansions import Whole, itself
from builder.packs.pack import Pack
from builder.storage.files import inside, rewrite_all

Both = tuple[bytes | None, bytes]  # a file before, None where there is none, and after


@dataclass
class Changes:
    """A pack with planned changes: `texts` are the new texts of changed and new files, by their names in the pack.

    `whole` finds the game of an expansion, with the expansion, so that the two are checked together.
    """

    pack: Pack
    texts: dict[str, str] = field(default_factory=dict)
    whole: Whole = itself
    _read: Read = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The text of a file with the changes so far; "" where it can't be read."""
        return self.texts[name] if name in self.texts else decode(self.pack.files[name], name)[0]

    @property
    def after(self) -> Pack:
        """The pack as it would be."""
        changed = {name: encode_like(text, self.pack.files.get(name, b"")) for name, text in self.texts.items()}
        return replace(self.pack, files={**self.pack.files, **changed})

    def checked(self) -> CheckedPack:
        """The pack as it would be, checked."""
        return check_pack(self.whole(self.after), self._read)

    def named(self, shown: str) -> str:
        """The name in the pack of a file that findings call `shown`; "" where it is none of its YAML."""
        return self._names.get(shown, "")

    @cached_property
    def _names(self) -> dict[str, str]:
        return {self.pack.shown(name): name for name in self.pack.data_files}

    @property
    def changed(self) -> dict[str, Both]:
        """The files that change, by their names in the pack."""
        after = self.after.files
        both = {name: (self.pack.files.get(name), after[name]) for name in self.texts}
        return {name: (before, now) for name, (before, now) in both.items() if before != now}

    @property
    def files(self) -> Mapping[Path, Both]:
        """The files that change, by their paths. Raises UsageError for one outside the pack."""
        return {inside(self.pack.root, name): both for name, both in self.changed.items()}

    def diff(self) -> Iterator[str]:
        """The lines of a unified diff of all that changes."""
        for name, both in sorted(self.changed.items()):
            yield from difference(both, self.pack.shown(name))


def write(*changes: Changes) -> None:
    """Make the changes: all files of all packs, or none.

    Raises ChangedError where a file was saved by somebody else meanwhile, and UsageError.
    """
    rewrite_all({path: both for one in changes for path, both in one.files.items()})


def difference(both: Both, path: str) -> Iterator[str]:
    """The lines of a unified diff of a file, which is called `path` in it."""
    before, after = (decode(content or b"", path)[0] for content in both)
    return unified(before, after, path)


_LONG = 4_000  # lines; longer texts are compared paragraph by paragraph
_NUMBERS = re.compile(r"@@ -(\d+)((?:,\d+)?) \+(\d+)((?:,\d+)?) @@")

_Part = tuple[int, int, int, int]  # where a part begins and ends, in the lines before and in those after


def unified(before: str, after: str, path: str) -> Iterator[str]:
    """The lines of a unified diff, with a line around each change."""
    old, new = before.splitlines(), after.splitlines()
    if max(len(old), len(new)) < _LONG:
        yield from difflib.unified_diff(old, new, path, path, lineterm="", n=1)
        return
    yield from (f"--- {path}", f"+++ {path}")
    shown = shown_new = 0  # how many lines are done
    for start, end, new_start, new_end in _joined(_changed(old, new)):
        context = 1 if start > shown and new_start > shown_new else 0
        shown, shown_new = end, new_end
        left, right = old[start - context : end], new[new_start - context : new_end]
        for line in list(difflib.unified_diff(left, right, lineterm="", n=1))[2:]:
            yield _shifted(line, start - context, new_start - context)


def _shifted(line: str, old: int, new: int) -> str:
    """A line of a diff whose texts begin `old` and `new` lines further down; only `@@` lines change."""
    found = _NUMBERS.fullmatch(line)
    if found is None:
        return line
    return f"@@ -{int(found[1]) + old}{found[2]} +{int(found[3]) + new}{found[4]} @@"


def _joined(parts: Iterable[_Part]) -> Iterator[_Part]:
    """The parts; added parts that follow each other become one."""
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
    """The parts that differ. Paragraphs with the same first line are compared; their order must not have changed."""
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
    """Where paragraphs begin and end, each with the empty lines after it."""
    starts = [
        number for number, line in enumerate(lines) if not number or (line.strip() and not lines[number - 1].strip())
    ]
    return list(zip(starts, [*starts[1:], len(lines)], strict=True)) if starts else []
