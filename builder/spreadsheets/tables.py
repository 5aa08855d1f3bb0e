"""Finds the table of cards in a sheet: its header, and the rows that are cards.

Designers' sheets have titles above the header, empty rows, totals below, headings between groups of cards. Notes name
the rows that are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from statistics import median

from builder.diagnostics import some_of
from builder.naming import fold
from builder.spreadsheets.languages import language_of
from builder.spreadsheets.sheets import Sheet, letters

LOOKED_AT = 30  # rows in which the header is searched
_NUMBER = re.compile(r"[-+−]?[\d.,  ]*\d\s*%?")
_TOTAL = re.compile(r"(sub|grand )?total|totals|sum|summe|gesamt|somme|count|average|mean|anzahl", re.IGNORECASE)
_LINE_END = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_ODD = re.compile("[\r\v\f\x85\u2028\u2029\ufeff]")
_LEAST_OF_A_TABLE = 3  # cells of a usual row, next to which a row with a single one is a heading


@dataclass(frozen=True)
class Row:
    """The row of a card: its index in the sheet, and its cells, one for each of the table's columns."""

    index: int
    cells: Sequence[str]


@dataclass(frozen=True)
class Table:
    """A header with the rows below it. `columns` are the headings by their indexes in the sheet, all different.

    `notes` say what was left out.
    """

    sheet: Sheet
    header: int
    columns: dict[int, str]
    rows: Sequence[Row]
    notes: Sequence[str] = ()


def table_of(sheet: Sheet, known: Collection[str]) -> Table | None:
    """The table of a sheet; `known` are the folded headings to expect. None where there is no table."""
    header = _header(sheet.rows, known) if sheet.header is None else sheet.header
    if header is None or header >= len(sheet.rows):
        return None
    pairs = ((header, header + 1), (header - 1, header))
    lower = next((lower for upper, lower in pairs if _is_split(sheet.rows, upper, lower, known)), None)
    if lower is not None:
        headings = _joined(sheet.rows[lower - 1], sheet.rows[lower], known)
        sheet = replace(sheet, rows=[*sheet.rows[:lower], headings, *sheet.rows[lower + 1 :]])
        header = lower
        above = [f"{_called(sheet)}: rows {lower} and {lower + 1} are the header together"]
    else:
        above = _above(sheet, header)
    columns, notes = _columns(sheet, header)
    rows, left_out = _rows(sheet, header, columns)
    return Table(sheet, header, columns, rows, (*above, *notes, *left_out))


def _is_split(rows: Sequence[Sequence[str]], upper: int, lower: int, known: Collection[str]) -> bool:
    """Whether headings are split over two rows: each fills columns that the other leaves empty, and has known ones."""
    if upper < 0 or lower >= len(rows):
        return False
    above, below = ({at for at, cell in enumerate(rows[index]) if cell.strip()} for index in (upper, lower))
    words = [rows[lower][at].strip() for at in below]
    if not (above - below and below - above) or any(map(is_number, (*words, *(rows[upper][at] for at in above)))):
        return False
    return 2 * sum(_is_known(word, known) for word in words) >= len(words) and any(
        _is_known(rows[upper][at].strip(), known) for at in above - below
    )


def _is_known(heading: str, known: Collection[str]) -> bool:
    return fold(heading) in known or fold(language_of(heading)[0]) in known


def _joined(upper: Sequence[str], lower: Sequence[str], known: Collection[str]) -> list[str]:
    """The headings of two rows: the lower one where it is known, otherwise both together."""
    pairs = zip_longest(map(str.strip, upper), map(str.strip, lower), fillvalue="")
    return [below if _is_known(below, known) else f"{above} {below}".strip() for above, below in pairs]


def filled_down(table: Table, places: Collection[int]) -> Table:
    """The table with empty cells of these columns, by their places in rows, filled from the cells above them."""
    above: dict[int, str] = {}
    rows = []
    for row in table.rows:
        above |= {place: row.cells[place] for place in places if row.cells[place]}
        rows.append(Row(row.index, [cell or above.get(place, "") for place, cell in enumerate(row.cells)]))
    return replace(table, rows=rows)


def is_sparse(cells: Sequence[str]) -> bool:
    """Whether most cells are empty, and no value is repeated, as if each value were for the rows below it, too."""
    values = [fold(cell) for cell in cells if cell]
    return bool(cells) and bool(cells[0]) and 2 * len(values) <= len(cells) and len(set(values)) == len(values)


def header_choices(sheet: Sheet, known: Collection[str]) -> dict[int, str]:
    """The rows that may be the header, from 1, with their words, if there are several; the last is the likeliest."""
    header = _header(sheet.rows, known) if sheet.header is None else None
    above = _above_header(sheet, header) if header is not None else None
    if header is None or above is None or _is_split(sheet.rows, header - 1, header, known):
        return {}
    rows = (above, header)
    return {row + 1: some_of([cell.strip() for cell in sheet.rows[row] if cell.strip()]) for row in rows}


def is_number(cell: str) -> bool:
    """Whether a cell looks like a number."""
    return _NUMBER.fullmatch(cell.strip()) is not None


def clean(cell: str) -> str:
    r"""A cell's text: without spaces around it and at the ends of lines, with plain line ends.

    >>> clean("  Flare \r\n burns\v on\u00a0 ")
    'Flare\n burns\n on'
    """
    text = _LINE_END.sub("\n", cell).replace("\ufeff", "") if _ODD.search(cell) else cell
    return "\n".join(line.rstrip() for line in text.split("\n")).strip() if "\n" in text else text.strip()


def _header(rows: Sequence[Sequence[str]], known: Collection[str]) -> int | None:
    """The index of the row with most known headings (at least two), or else of the first that looks like a header.

    If the header has two rows, and the upper one names groups of columns, it is the lower one.
    """
    looked_at = [(index, [cell for cell in map(str.strip, row) if cell]) for index, row in enumerate(rows[:LOOKED_AT])]
    filled = [(index, cells) for index, cells in looked_at if cells]
    found = [(sum(_is_known(cell, known) for cell in set(cells)), index, cells) for index, cells in filled]
    best = max(found, key=lambda one: (one[0], -one[1]), default=(0, 0, []))
    if best[0] < 2:
        best = next((one for one in found if one[0] and not any(map(is_number, one[2]))), (0, 0, []))
    if best[0]:
        below = next((one for one in found if one[1] > best[1]), best)
        return below[1] if _fuller_header(best[2], below[0], below[2]) else best[1]
    for index, cells in filled:
        if len(cells) > 1 and not any(map(is_number, cells)) and len(set(cells)) == len(cells):
            return index
    return None


def _fuller_header(upper: Sequence[str], known: int, cells: Sequence[str]) -> bool:
    """Whether the row below a header is the real one: it has more words, or different words where the upper row has
    repeated ones.
    """
    if not known or len(set(cells)) < len(cells) or any(map(is_number, cells)):
        return False
    return len(cells) > len(upper) or (len(cells) == len(upper) > len(set(upper)) and known > 1)


def _above(sheet: Sheet, header: int) -> list[str]:
    """The note on a row above the header that could be one, too."""
    index = _above_header(sheet, header) if sheet.header is None else None
    if index is None:
        return []
    words = some_of([cell.strip() for cell in sheet.rows[index] if cell.strip()])
    taken = f"{_called(sheet)}: row {header + 1} is the header"
    return [f"{taken}; row {index + 1} above it is left out: {words}; --header-row {index + 1} takes it"]


def _above_header(sheet: Sheet, header: int) -> int | None:
    """The last row above the header that could be one, too."""
    rows = (index for index, row in enumerate(sheet.rows[:header]) if sum(map(bool, map(str.strip, row))) > 1)
    return max(rows, default=None)


def _columns(sheet: Sheet, header: int) -> tuple[dict[int, str], list[str]]:
    """The headings by column, repeated ones with a number; and the notes on columns without a heading."""
    cells = [" ".join(clean(cell).split())[:120] for cell in sheet.rows[header]]
    filled = {
        index for row in sheet.rows[header + 1 :] for index, cell in enumerate(row) if cell and not cell.isspace()
    }
    unnamed = [letters(index) for index in sorted(filled) if index >= len(cells) or not cells[index]]
    columns: dict[int, str] = {}
    taken: set[str] = set()
    numbers: Counter[str] = Counter()
    for index, heading in enumerate(cells):
        name = heading
        while name in taken:
            numbers[heading] += 1
            name = f"{heading} ({numbers[heading] + 1})"
        if name:
            columns[index] = name
            taken.add(name)
    where = _called(sheet)
    notes = [f"{where}: columns without a heading are left out: {some_of(unnamed)}"] if unnamed else []
    return columns, notes


def _rows(sheet: Sheet, header: int, columns: dict[int, str]) -> tuple[list[Row], list[str]]:
    """The rows of cards, and the notes on other rows."""
    wanted = list(columns)
    full: list[tuple[Row, int]] = []
    for index, written in enumerate(sheet.rows[header + 1 :], header + 1):
        size = len(written)
        cells = [clean(written[column]) if column < size else "" for column in wanted]
        filled = sum(map(bool, cells))
        if filled:
            full.append((Row(index, cells), filled))
    usual = median(filled for _, filled in full) if full else 0
    headings = [fold(heading) for heading in columns.values()]
    rows: list[Row] = []
    notes: list[str] = []
    for row, filled in full:
        why = _not_a_card(row, filled, usual, headings)
        if why:
            first = next(cell for cell in row.cells if cell)
            notes.append(f'{_called(sheet)}: row {row.index + 1} is left out, {why}: "{" ".join(first.split())[:40]}"')
        else:
            rows.append(row)
    return rows, notes


def _not_a_card(row: Row, filled: int, usual: float, headings: Sequence[str]) -> str:
    """Why a row is no card; "" for one that is."""
    first = next(cell for cell in row.cells if cell)
    pairs = zip(row.cells, headings, strict=True)
    if filled > 1 and fold(first) in headings and all(not cell or fold(cell) == heading for cell, heading in pairs):
        return "the header again"
    if filled < usual and all(map(is_number, filter(None, row.cells))):
        return "nothing but numbers"
    word = next((cell for cell in row.cells if cell and not is_number(cell)), "")
    totals = all(is_number(cell) for cell in row.cells if cell and cell != word)
    if totals and _TOTAL.fullmatch(word.rstrip(" :=")) and (filled > 1 or usual >= _LEAST_OF_A_TABLE):
        return "a total"
    if filled == 1 and usual >= _LEAST_OF_A_TABLE:
        return "a heading"
    return ""


def _called(sheet: Sheet) -> str:
    return f"{sheet.path} ({sheet.name})" if sheet.name else sheet.path
