"""A sheet of cells, and the limits of reading one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from builder.diagnostics import Diagnostic, FindingsError, Span

MAX_ROWS = 20_000  # of a sheet; a file of YAML holds some 30,000 cards
MAX_COLUMNS = 500
MAX_SHEETS = 50
MAX_CELL = 128 * 1024  # characters
MAX_CELLS = 1_000_000  # of all sheets, with empty ones between others
MAX_FILLED = 500_000  # cells that are not empty, as many as a YAML file may have keys and values

SUFFIXES = (".csv", ".tsv", ".xlsx")  # what is read
OTHERS = (".ods", ".xls", ".numbers")  # known spreadsheets that have to be saved as one of those


@dataclass(frozen=True)
class Sheet:
    """The cells of a sheet, row by row, without empty ones at the ends of rows. `path` is how the user sees the file.

    `name` is empty for a file that is one sheet. `place` returns the place of a cell by the indexes of its row and
    column. `notes` are for the user. `header` is the index of the header row, if the user has given it.
    """

    path: str
    name: str
    rows: Sequence[Sequence[str]]
    place: Callable[[int, int], Span]
    notes: Sequence[str] = field(default=())
    header: int | None = None

    def fault(self, code: str, message: str, row: int, column: int, help_: str = "") -> Diagnostic:
        """A fault of a cell; the message names the cell as spreadsheets do."""
        return Diagnostic(code, f"{self.cell(row, column)}: {message}", self.place(row, column), help_)

    def cell(self, row: int, column: int) -> str:
        """The name of a cell in spreadsheets: "C7", with the sheet before it if there are several."""
        found = f"{letters(column)}{row + 1}"
        return f"{self.name}!{found}" if self.name else found


def letters(column: int) -> str:
    """The name of a column in spreadsheets, by its index.

    >>> letters(0), letters(25), letters(26), letters(701), letters(702)
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    found, left = "", column + 1
    while left:
        left, letter = divmod(left - 1, 26)
        found = chr(ord("A") + letter) + found
    return found


def refused(message: str, place: Span, help_: str = "save it as .xlsx or .csv") -> FindingsError:
    """The error for a file that can't be read as a spreadsheet."""
    return FindingsError([Diagnostic("bad-spreadsheet", message, place, help_)])


def too_large(path: str, what: str) -> FindingsError:
    """The error for a spreadsheet that is too large."""
    return FindingsError([Diagnostic("too-large", f"the spreadsheet {what}", Span(path), "split it in several files")])


def too_many_cells(path: str) -> FindingsError:
    """The error for a spreadsheet with more cells than its cards can need."""
    return too_large(path, f"has more than {MAX_CELLS:,} cells, with the empty ones among them")
