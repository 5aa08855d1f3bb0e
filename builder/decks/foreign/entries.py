"""What a deck of another program says, before its cards are looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.decks.deck import Dice

MOST_ENTRIES = 20_000
MOST_TEXT = 5_000_000  # characters


class NotReadable(Exception):  # noqa: N818 - it is about a file, and becomes a finding
    """A file that is not what it begins as; `line` is where that shows, 0 where nowhere in particular."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(message)


class Entry(NamedTuple):
    """So many copies of a card: `words` may name it, the surest first. `line` is 0 where the file has no lines to name.

    `section` is what the program calls it, empty for its main one; `in_set` and `number` are those of the printing.
    """

    line: int
    copies: int
    words: tuple[str, ...]
    section: str = ""
    in_set: str = ""
    number: str = ""


@dataclass(frozen=True)
class Foreign:
    """A deck of another program. `headers` are as those of a list: name, game, format, author, description, players."""

    program: str
    entries: tuple[Entry, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    dice: Dice = ()


def bounded(entries: Iterator[Entry]) -> tuple[Entry, ...]:
    """The entries. Raises NotReadable where they are more than a deck has."""
    found: list[Entry] = []
    for entry in entries:
        if len(found) == MOST_ENTRIES:
            raise NotReadable(f"it has more than {MOST_ENTRIES:,} cards", entry.line)
        found.append(entry)
    return tuple(found)


def whole_number(text: str) -> int:
    """The number that a text says; 1 where it says none."""
    text = text.strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else 1
