"""Decks that are CSV: a row of headings, a row a card, as spreadsheets, sites and Arsenal's own `csv` write them.

Source of the format: RFC 4180; semicolons and tabs separate, too.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence

from builder.decks.foreign.entries import MOST_TEXT, Entry, Foreign, NotReadable, bounded

COUNTS = ("count", "quantity", "qty", "amount", "copies", "owned")  # what the column of numbers may be called
CARDS = ("id", "name", "card", "card name")  # the columns that name cards, the surest first
DELIMITERS = ",;\t"
_SECTIONS = ("section", "board")
_SETS = ("set", "edition", "set code")
_LONGEST_HEADING = 2000  # characters of the row of headings
_WHOLE = re.compile(r"([-+]?[0-9]{1,6})(?:[.,]0+)?\s*[x×]?")


def read_csv(text: str) -> Foreign | None:
    """The deck; None where the first row has no headings of a number and of a card, as in a list.

    Raises NotReadable where a row says no number of copies.
    """
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    line = lines[first] if lines else ""
    delimiter = max(DELIMITERS, key=line.count)
    head = (
        []
        if len(line) > _LONGEST_HEADING
        else [cell.strip().lower() for cell in next(csv.reader([line], delimiter=delimiter), [])]
    )
    counts, named, sections, sets = (_places(head, names) for names in (COUNTS, CARDS, _SECTIONS, _SETS))
    if not counts or not named:
        return None
    if len(text) > MOST_TEXT:
        raise NotReadable(f"it has more than {MOST_TEXT:,} characters")
    rows = csv.reader(lines[first + 1 :], delimiter=delimiter)

    def entries() -> Iterator[Entry]:
        for row in rows:
            line = first + 1 + rows.line_num
            words = [word for place in named for word in _words(_cell(row, [place]))]
            said = _cell(row, counts)
            number = _WHOLE.fullmatch(said)
            if (said or words) and said not in ("", "0"):
                if not number:
                    raise NotReadable(f'"{said[:40]}" is no number of copies', line)
                yield Entry(line, int(number[1]), tuple(words), _cell(row, sections), _cell(row, sets))

    try:
        return Foreign("CSV", bounded(entries()))
    except csv.Error:
        raise NotReadable("a cell is longer than any card's", first + 1 + rows.line_num) from None


def _places(head: Sequence[str], names: Iterable[str]) -> list[int]:
    return [head.index(name) for name in names if name in head]


def _cell(row: Sequence[str], places: Sequence[int]) -> str:
    return row[places[0]].strip() if places and places[0] < len(row) else ""


def _words(cell: str) -> list[str]:
    """What may name the card: as it is, and without the apostrophe that makes plain what looks like a formula."""
    return [word for word in dict.fromkeys((cell, cell.removeprefix("'"))) if word]
