"""Reads spreadsheets: CSV, TSV and XLSX, and a publisher's JSON, from files and from standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError, suggestion
from builder.documents.reading import read_bytes
from builder.spreadsheets.delimited import read_delimited
from builder.spreadsheets.published import is_published, read_published
from builder.spreadsheets.sheets import MAX_CELLS, MAX_FILLED, OTHERS, Sheet, too_large, too_many_cells
from builder.spreadsheets.workbooks import read_workbook
from builder.storage.files import MAX_FILE_BYTES, display

STANDARD_INPUT = "standard input"
DECKS = (".cod", ".o8d", ".dek", ".dec")  # files of other programs that hold decks
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


def read_sheets(file: str) -> list[Sheet]:
    """The sheets of a file that hold something; "-" is standard input. Raises FindingsError."""
    if file == "-":
        return sheets_of(sys.stdin.buffer.read(MAX_FILE_BYTES + 1), STANDARD_INPUT)
    path = Path(file)
    shown = display(path)
    content, problems = read_bytes(path, shown)
    if problems:
        raise FindingsError(problems)
    return sheets_of(content, shown)


def chosen(sheets: Sequence[Sheet], names: Sequence[str]) -> list[Sheet]:
    """The sheets of these names; all where none is named. Raises UsageError for a name that no sheet has."""
    known = {sheet.name: sheet for sheet in sheets}
    for name in names:
        if name not in known:
            raise UsageError(f'there is no sheet "{name}"', suggestion(name, [one for one in known if one], "sheets"))
    return [known[name] for name in names] or list(sheets)


def sheets_of(content: bytes, path: str) -> list[Sheet]:
    """The sheets that bytes hold, which say themselves of what kind they are. Raises FindingsError."""
    ending = Path(path).suffix.lower()
    if len(content) > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // 1024 // 1024
        message = f"the spreadsheet is larger than {limit} MB"
        raise FindingsError([Diagnostic("too-large", message, Span(path), "split it in several files")])
    _refuse_others(content, path, ending)
    if content.startswith(_ZIP):
        found = read_workbook(content, path)
    elif ending == ".xlsx":
        message = "this is no .xlsx workbook"
        raise FindingsError([Diagnostic("bad-spreadsheet", message, Span(path), "save it as .xlsx or .csv")])
    elif is_published(content):
        found = [read_published(content, path)]
    else:
        found = [sheet for sheet in [read_delimited(content, path)] if any(sheet.rows)]
    if not found:
        help_ = "write a row of headings, such as Name, Type and Text, and a row for each card"
        raise FindingsError([Diagnostic("bad-spreadsheet", "this spreadsheet is empty", Span(path), help_)])
    if sum(len(sheet.rows) * max(map(len, sheet.rows), default=0) for sheet in found) > MAX_CELLS:
        raise FindingsError([too_many_cells(path)])
    if sum(sum(map(bool, row)) for sheet in found for row in sheet.rows) > MAX_FILLED:
        raise FindingsError([too_large(path, f"has more than {MAX_FILLED:,} cells that say something")])
    return found


def _refuse_others(content: bytes, path: str, ending: str) -> None:
    """Raise FindingsError for what is known to be no spreadsheet that is read."""
    if content.startswith(_OLE) and ending == ".xlsx":
        message = "this workbook is protected by a password, or an old one that is called .xlsx"
        raise FindingsError([Diagnostic("bad-spreadsheet", message, Span(path), "save it anew, without a password")])
    if content.startswith(_OLE) or ending in OTHERS:
        message = f"spreadsheets of this kind ({ending or 'an old workbook'}) are not read"
        raise FindingsError([Diagnostic("bad-spreadsheet", message, Span(path), "save it as .xlsx or .csv")])
    if content[:64].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") or ending in DECKS:
        help_ = f"`arsenal export {path} --to deck -o deck.yaml` takes a deck of another program"
        raise FindingsError([Diagnostic("bad-spreadsheet", "this is no spreadsheet", Span(path), help_)])
