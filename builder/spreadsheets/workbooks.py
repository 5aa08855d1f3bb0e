"""Reads XLSX: the values that its program saved. Formulas are not computed, macros and links not looked at.

A workbook is a zip of XML from a stranger: what it holds unpacked is bounded before it is read, and so are rows and
columns whatever numbers they give themselves.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from typing import Any  # Any: worksheets of openpyxl, whose types differ by kind

from builder.diagnostics import Diagnostic, FindingsError, Span
from builder.spreadsheets.sheets import MAX_COLUMNS, MAX_ROWS, MAX_SHEETS, Sheet, too_large

MAX_UNPACKED = 64 * 1024 * 1024  # bytes of all parts together
MAX_PARTS = 2_000
LAST_ROW = 1_048_576  # of the format
MAX_LOOKED_AT = 2_000_000  # rows of all sheets, most of them empty

_AS_XLSX = "save it as .xlsx or .csv"


def read_workbook(content: bytes, path: str) -> list[Sheet]:
    """The visible sheets of an XLSX file that hold something. Raises FindingsError for what is none, or too large."""
    _check(content, path)
    from openpyxl import load_workbook  # takes 0.1 s

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles that are not read
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
            pages = [page for page in book.worksheets if page.sheet_state == "visible"]
            if len(pages) > MAX_SHEETS:
                raise FindingsError([too_large(path, f"has more than {MAX_SHEETS} sheets")])
            left = [MAX_LOOKED_AT]
            named = [(str(page.title), _rows(page, path, left)) for page in pages]
    except (FindingsError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - a damaged file fails in many ways, none of which the library names
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise _unreadable(path, f"this workbook can't be read: {reason}", _AS_XLSX) from None
    return [Sheet(path, name if len(named) > 1 else "", rows, _placed(path)) for name, rows in named if any(rows)]


def _placed(path: str) -> Any:
    def place(row: int, column: int) -> Span:
        return Span(path, row + 1, column + 1, row + 1, column + 2)

    return place


def _check(content: bytes, path: str) -> None:
    """Raises FindingsError for a zip that is no workbook, or that would unpack to too much."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            names = {part.filename for part in parts}
            if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
                raise FindingsError([too_large(path, f"unpacks to more than {MAX_UNPACKED // 1024 // 1024} MB")])
            if "xl/workbook.xml" not in names:
                raise _unreadable(path, "this is no .xlsx workbook", _AS_XLSX)
            if any(_declares_entities(packed, part) for part in parts if part.filename.endswith((".xml", ".rels"))):
                raise _unreadable(path, "this workbook defines entities, which no spreadsheet does", _AS_XLSX)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError) as error:
        what = "it is protected by a password" if "password" in str(error) else "it is damaged"
        raise _unreadable(path, f"this workbook can't be read: {what}", _AS_XLSX) from None


def _declares_entities(packed: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    """Whether a part has a document type, in which entities are defined."""
    with packed.open(part) as stream:
        head = stream.read(4096).replace(b"\0", b"")
    return b"<!DOCTYPE" in head or b"<!ENTITY" in head


def _unreadable(path: str, message: str, help_: str) -> FindingsError:
    return FindingsError([Diagnostic("bad-spreadsheet", message, Span(path), help_)])


def _rows(page: Any, path: str, left: list[int]) -> list[Sequence[str]]:
    """The cells of a worksheet, without what is empty at its end."""
    if not hasattr(page, "reset_dimensions"):
        return []
    page.reset_dimensions()  # what the sheet says of its own size may be anything
    rows: list[Sequence[str]] = []
    last = 0
    empty: object = None
    for number, values in enumerate(_values(page), 1):
        left[0] -= 1
        if left[0] < 0:
            raise FindingsError([too_large(path, "has too many rows")])
        if values is empty:  # rows that are not there are one and the same object
            continue
        if values.count(None) == len(values):
            empty = values
        else:
            row = [_text(value) for value in values]
            while row and not row[-1].strip():
                row.pop()
            if len(row) > MAX_COLUMNS:
                raise FindingsError([too_large(path, f"has more than {MAX_COLUMNS} columns")])
            if row:
                if number > MAX_ROWS:
                    raise FindingsError([too_large(path, f"has more than {MAX_ROWS:,} rows")])
                rows += [()] * (number - 1 - len(rows))
                rows.append(row)
                last = number
    return rows[:last]


def _values(page: Any) -> Iterator[tuple[Any, ...]]:
    yield from page.iter_rows(min_row=1, max_row=LAST_ROW, max_col=MAX_COLUMNS + 1, values_only=True)


def _text(value: object) -> str:
    """What a spreadsheet shows of a value, without its format."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)
