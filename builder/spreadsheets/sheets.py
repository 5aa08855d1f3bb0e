"""A sheet of cells, and what may be read of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from builder.diagnostics import Diagnostic, FindingsError, Span

MAX_ROWS = 20_000  # of a sheet; a file of YAML holds some 30,000 cards
MAX_COLUMNS = 500
MAX_SHEETS = 50
MAX_CELL = 128 * 1024  # characters
MAX_CELLS = 1_000_000  # of all sheets, with the empty ones among others
MAX_FILLED = 500_000  # of these; a file of YAML says that many keys and values

SUFFIXES = (".csv", ".tsv", ".xlsx")  # what is read
OTHERS = (".ods", ".xls", ".numbers")  # what is known, and has to be saved as one of those


@dataclass(frozen=True)
class Sheet:
    """The cells of a sheet, row by row, without empty ones at the ends of rows. `path` is how the user sees the file.

    `name` is empty for a file that is one sheet. `place` is where a cell stands: by the indexes of its row and column.
    `notes` are for the user. `header` is the index of the row that somebody says is the header; None where it is to be
    found.
    """

    path: str
    name: str
    rows: Sequence[Sequence[str]]
    place: Callable[[int, int], Span]
    notes: Sequence[str] = field(default=())
    header: int | None = None

    def fault(self, code: str, message: str, row: int, column: int, help_: str = "") -> Diagnostic:
        """A fault of a cell, which the message names as spreadsheets do."""
        return Diagnostic(code, f"{self.cell(row, column)}: {message}", self.place(row, column), help_)

    def cell(self, row: int, column: int) -> str:
        """What spreadsheets call a cell: "C7", with the sheet before it where there are several."""
        found = f"{letters(column)}{row + 1}"
        return f"{self.name}!{found}" if self.name else found


def letters(column: int) -> str:
    """What spreadsheets call a column, by its index.

    >>> letters(0), letters(25), letters(26), letters(701), letters(702)
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    found, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        found = chr(ord("A") + letter) + found
    return found


def refused(message: str, place: Span, help_: str = "save it as .xlsx or .csv") -> FindingsError:
    """The error for what is no spreadsheet that is read."""
    return FindingsError([Diagnostic("bad-spreadsheet", message, place, help_)])


def too_large(path: str, what: str) -> FindingsError:
    """The error for a spreadsheet that holds more than is read."""
    return FindingsError([Diagnostic("too-large", f"the spreadsheet {what}", Span(path), "split it in several files")])


def too_many_cells(path: str) -> FindingsError:
    """The error for one that is read, and has more cells than its cards can need."""
    return too_large(path, f"has more than {MAX_CELLS:,} cells, with the empty ones among them")
