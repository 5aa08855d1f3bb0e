"""Decks and collections that are CSV: a row a card, as spreadsheets, sites and Arsenal's own `csv` write them.

The first row says which column is which; a collection may do without. Source of the format: RFC 4180; semicolons and
tabs separate, too.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from builder.decks.foreign.entries import MOST_TEXT, Entry, Foreign, NotReadable, bounded

COUNTS = ("count", "quantity", "qty", "amount", "copies", "owned")  # what the column of numbers may be called
CARDS = ("id", "name", "card", "card name")  # the columns that name cards, the surest first
DELIMITERS = ",;\t"
_SECTIONS = ("section", "board")
_SETS = ("set", "edition", "set code")
_LONGEST_HEADING = 2000  # characters of the row of headings
_WHOLE = re.compile(r"([-+]?[0-9]{1,6})(?:[.,]0+)?\s*[x×]?")


class Row(NamedTuple):
    """A row: what it says for a number of copies, what may name the card, the surest first, and where it belongs."""

    line: int
    said: str
    words: tuple[str, ...]
    section: str = ""
    in_set: str = ""

    @property
    def copies(self) -> int | None:
        """How many copies; None where it says no number."""
        number = _WHOLE.fullmatch(self.said)
        return int(number[1]) if number else None


class Table(NamedTuple):
    """CSV: whether its first row has headings of a card and of a number, and those of its rows that say something."""

    names_cards: bool
    names_counts: bool
    rows: Iterator[Row]


def table_of(text: str, most: int | None = None) -> Table:
    """The CSV of a text, up to so many lines. Rows raise NotReadable where a cell is too long to be one.

    Without headings, a number stands in the first or in the second column, or else there is one copy.
    """
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)[:most]
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    line = lines[first] if lines else ""
    delimiter = max(DELIMITERS, key=line.count)
    head = []
    if len(line) <= _LONGEST_HEADING:
        head = [cell.strip().lower() for cell in next(csv.reader([line], delimiter=delimiter), [])]
    counts, named, sections, sets = (_places(head, names) for names in (COUNTS, CARDS, _SECTIONS, _SETS))
    start = first + bool(named)

    def rows() -> Iterator[Row]:
        reader = csv.reader(lines[start:], delimiter=delimiter)
        try:
            for row in reader:
                number = start + reader.line_num
                if not any(map(str.strip, row)):
                    continue
                if not named:
                    said, word = _without_heads(row)
                    yield Row(number, said, _words([word]))
                    continue
                said = _cell(row, counts) if counts else "1"
                words = _words(row[place] for place in named if place < len(row))
                yield Row(number, said, words, _cell(row, sections), _cell(row, sets))
        except csv.Error:
            raise NotReadable("a cell is longer than any card's", start + reader.line_num) from None

    return Table(bool(named), bool(counts), rows())


def read_csv(text: str) -> Foreign | None:
    """The deck; None where the first row has no headings of a number and of a card, as in a list.

    Raises NotReadable where a row says no number of copies.
    """
    table = table_of(text)
    if not (table.names_cards and table.names_counts):
        return None
    if len(text) > MOST_TEXT:
        raise NotReadable(f"it has more than {MOST_TEXT:,} characters")

    def entries() -> Iterator[Entry]:
        for row in table.rows:
            if row.said not in ("", "0"):
                if row.copies is None:
                    raise NotReadable(f'"{row.said[:40]}" is no number of copies', row.line)
                yield Entry(row.line, row.copies, row.words, row.section, row.in_set)

    return Foreign("CSV", bounded(entries()))


def _places(head: Sequence[str], names: Iterable[str]) -> list[int]:
    return [head.index(name) for name in names if name in head]


def _cell(row: Sequence[str], places: Sequence[int]) -> str:
    return row[places[0]].strip() if places and places[0] < len(row) else ""


def _words(cells: Iterable[str]) -> tuple[str, ...]:
    """What may name the card: cells as they are, and without the apostrophe that makes a text of a formula."""
    stripped = (cell.strip() for cell in cells)
    return tuple(word for cell in stripped for word in dict.fromkeys((cell, cell.removeprefix("'"))) if word)


def _without_heads(row: Sequence[str]) -> tuple[str, str]:
    """The number and the card of a row where nothing says which column is which."""
    first, second = (cell.strip() for cell in (*row, "", "")[:2])
    if second.isdecimal() and not first.isdecimal():
        return second, first
    return (first, second) if second else ("1", first)
