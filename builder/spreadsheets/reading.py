"""Reads spreadsheets: CSV, TSV and XLSX, and a publisher's JSON, from files and from standard input."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path

from builder.diagnostics import FindingsError, Span, UsageError, suggestion
from builder.documents.data import Data, mapping, sequence
from builder.documents.reading import read_bytes
from builder.spreadsheets.delimited import read_delimited
from builder.spreadsheets.sheets import (
    MAX_CELLS,
    MAX_FILLED,
    MAX_ROWS,
    OTHERS,
    Sheet,
    refused,
    too_large,
    too_many_cells,
)
from builder.spreadsheets.workbooks import read_workbook
from builder.storage.files import MAX_FILE_BYTES, display

STANDARD_INPUT = "standard input"
DECKS = (".cod", ".o8d", ".dek", ".dec")  # files of other programs that hold decks
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


def read_sheets(file: str, header_row: int | None = None) -> list[Sheet]:
    """The sheets of a file that are not empty; "-" is standard input. `header_row` is the row of headings, from 1.

    Raises FindingsError, and UsageError for a row that does not exist.
    """
    if file == "-":
        sheets = sheets_of(sys.stdin.buffer.read(MAX_FILE_BYTES + 1), STANDARD_INPUT)
    else:
        shown = display(Path(file))
        content, problems = read_bytes(Path(file), shown)
        if problems:
            raise FindingsError(problems)
        sheets = sheets_of(content, shown)
    if header_row is None:
        return sheets
    most = max(len(sheet.rows) for sheet in sheets)
    if header_row > most:
        raise UsageError(f"there is no row {header_row} for the headings", f"rows that say something end at {most}")
    return [replace(sheet, header=header_row - 1) for sheet in sheets]


def chosen(sheets: Sequence[Sheet], names: Sequence[str]) -> list[Sheet]:
    """The sheets of these names; all where none is named. Raises UsageError for a name that no sheet has."""
    known = {sheet.name: sheet for sheet in sheets}
    for name in names:
        if name not in known:
            raise UsageError(f'there is no sheet "{name}"', suggestion(name, [one for one in known if one], "sheets"))
    return [known[name] for name in names] or list(sheets)


def sheets_of(content: bytes, path: str) -> list[Sheet]:
    """The sheets in some bytes, whose kind is found from the content. Raises FindingsError."""
    ending = Path(path).suffix.lower()
    if len(content) > MAX_FILE_BYTES:
        raise too_large(path, f"is larger than {MAX_FILE_BYTES // 1024 // 1024} MB")
    _refuse_others(content, path, ending)
    if content.startswith(_ZIP):
        found = read_workbook(content, path)
    elif ending == ".xlsx":
        raise refused("this is no .xlsx workbook", Span(path))
    elif _beginning(content) == b"{":
        found = [read_published(content, path)]
    else:
        found = [sheet for sheet in [read_delimited(content, path)] if any(sheet.rows)]
    if not found:
        help_ = "write a row of headings, such as Name, Type and Text, and a row for each card"
        raise refused("this spreadsheet is empty", Span(path), help_)
    if sum(len(sheet.rows) * max(map(len, sheet.rows), default=0) for sheet in found) > MAX_CELLS:
        raise too_many_cells(path)
    if sum(sum(map(bool, row)) for sheet in found for row in sheet.rows) > MAX_FILLED:
        raise too_large(path, f"has more than {MAX_FILLED:,} cells that say something")
    return found


def _refuse_others(content: bytes, path: str, ending: str) -> None:
    """Raise FindingsError for known kinds of files that can't be read."""
    if content.startswith(_OLE) and ending == ".xlsx":
        message = "this workbook is protected by a password, or an old one that is called .xlsx"
        raise refused(message, Span(path), "save it anew, without a password")
    if content.startswith(_OLE) or ending in OTHERS:
        raise refused(f"spreadsheets of this kind ({ending or 'an old workbook'}) are not read", Span(path))
    if _beginning(content) == b"<" or ending in DECKS:
        help_ = f"`arsenal export {path} --to deck -o deck.yaml` takes a deck of another program"
        raise refused("this is no spreadsheet", Span(path), help_)


def _beginning(content: bytes) -> bytes:
    """The first sign of a text, which JSON and XML are known by."""
    return content[:64].lstrip(b"\xef\xbb\xbf \t\r\n")[:1]


HEADINGS = ("Name", "Type", "Faction", "Release", "Cost", "Income", "Weapons", "Durability", "Rarity", "Text")

_PUBLISHED = 'what is read is the publisher\'s answer, {"cards": [{"name": ...}]}, or a .csv, .tsv or .xlsx file'
_SYMBOL = re.compile(r"\[([A-Z])\]")
_BREAK = re.compile(r"\s*<br\s*/?>\s*|\s*</p>\s*(?:<p>)?\s*", re.IGNORECASE)
_MARKS = ((re.compile(r"</?(?:b|strong)>", re.IGNORECASE), "**"), (re.compile(r"</?(?:i|em)>", re.IGNORECASE), "*"))
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")


def read_published(content: bytes, path: str) -> Sheet:
    """The cards, a row each, in English. Raises FindingsError for JSON that has none."""
    try:
        data = mapping(json.loads(content.decode("utf-8-sig")))
    except (ValueError, RecursionError) as error:
        before = error.doc[: error.pos] if isinstance(error, json.JSONDecodeError) else ""
        raise refused("this is no JSON", Span.behind(path, before), _PUBLISHED) from None
    cards = [mapping(card) for card in sequence(data.get("cards"))]
    if not any("name" in card for card in cards):
        raise refused("this JSON has no cards with names", Span(path), _PUBLISHED)
    if len(cards) > MAX_ROWS:
        raise too_large(path, f"has more than {MAX_ROWS:,} cards")
    rows = [list(HEADINGS), *(list(_row(card)) for card in cards)]
    in_french = any("fr" in mapping(card.get("name")) for card in cards)
    notes = ["names and texts in French are left out"] if in_french else []
    return Sheet(path, "", rows, lambda _row, _column: Span(path), notes)


def _row(card: Mapping[str, Data]) -> Iterator[str]:
    for heading in HEADINGS[:-1]:
        yield _in_english(card.get(heading.lower()))
    yield _text(_in_english(card.get("body")))


def _in_english(value: Data) -> str:
    """A value in words: its English text if it has languages, its name if it has one."""
    if isinstance(value, Mapping):
        return _in_english(value.get("en", value.get("name", "")))
    return " ".join(str(value).split()) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _text(body: str) -> str:
    """A card's text for a cell: `{T}` for a symbol by its letter, `**bold**`, a line for each paragraph."""
    found = _BREAK.sub("\n", body)
    for tag, mark in _MARKS:
        found = tag.sub(mark, found)
    found = unescape(_TAG.sub("", found))
    return _SYMBOL.sub(r"{\1}", found).strip()
