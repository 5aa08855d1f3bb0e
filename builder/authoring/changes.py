"""Changes to a pack's files, planned in memory: checked as if they were made, shown as a diff, written all or none."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from builder.checks import CheckedPack, check_pack
from builder.checks.reading import Read
from builder.documents.reading import decode, encode_like
from builder.packs.expansions import Whole, itself
from builder.packs.pack import Pack
from builder.storage.files import inside, rewrite_all


@dataclass
class Changes:
    """A pack with other texts in some of its files: `texts` by their names in the pack.

    `whole` finds the game of an expansion, with the expansion, so that the two are checked together.
    """

    pack: Pack
    texts: dict[str, str] = field(default_factory=dict)
    whole: Whole = itself
    _read: Read = field(default_factory=dict)

    def text(self, name: str) -> str:
        """What a file says by now; "" where it can't be read."""
        if name in self.texts:
            return self.texts[name]
        return decode(self.pack.files[name], name)[0]

    def checked(self) -> CheckedPack:
        """The pack as it would be, with what would be wrong with it."""
        changed = {name: encode_like(text, self.pack.files[name]) for name, text in self.texts.items()}
        return check_pack(self.whole(replace(self.pack, files={**self.pack.files, **changed})), self._read)

    def named(self, shown: str) -> str:
        """The name in the pack of a file that findings call `shown`; "" where it is none of its YAML."""
        if not self._names:
            self._names.update((self.pack.shown(name), name) for name in self.pack.data_files)
        return self._names.get(shown, "")

    _names: dict[str, str] = field(default_factory=dict)

    @property
    def files(self) -> Mapping[Path, tuple[bytes, bytes]]:
        """The files that change: what each says, and what it would say. Raises UsageError for one outside the pack."""
        both = {
            name: (self.pack.files[name], encode_like(text, self.pack.files[name])) for name, text in self.texts.items()
        }
        return {inside(self.pack.root, name): pair for name, pair in both.items() if pair[0] != pair[1]}

    def diff(self) -> Iterator[str]:
        """The lines of a unified diff of all that changes."""
        for name, text in sorted(self.texts.items()):
            before = decode(self.pack.files[name], name)[0]
            shown = self.pack.shown(name)
            lines = difflib.unified_diff(before.splitlines(), text.splitlines(), shown, shown, lineterm="", n=1)
            yield from lines


def write(*changes: Changes) -> None:
    """Make the changes: all files of all packs, or none.

    Raises ChangedError where a file was saved by somebody else meanwhile, and UsageError.
    """
    rewrite_all({path: both for one in changes for path, both in one.files.items()})
