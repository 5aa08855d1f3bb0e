"""Reads XLSX: the values that its program saved. Formulas are not computed, macros and links are ignored.

A workbook is a zip of XML from a stranger. Only the parts with cells are unpacked, each up to its stated size, and read
element by element, without building a tree. So the work is bounded by the limits here: on bytes, elements, rows,
columns, and letters of cells.

Source of the format: ECMA-376, part 1, chapter 18.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, time, timedelta
from math import inf, isfinite

from builder.diagnostics import FindingsError, Span, some_of
from builder.documents.xml import BadXML, Reader, TooManyElements, refuse_document_type
from builder.spreadsheets.sheets import (
    MAX_CELL,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SHEETS,
    Sheet,
    letters,
    refused,
    too_large,
    too_many_cells,
)

MAX_UNPACKED = 64 * 1024 * 1024  # bytes of all parts together
MAX_PARTS = 2_000
MAX_ELEMENTS = 3_000_000  # of the parts that are read
MAX_LETTERS = 16 * 1024 * 1024  # of all cells, as a file of CSV has them

_BOOK = "xl/workbook.xml"  # the usual place of the main part
_FIRST_DAY, _FIRST_DAY_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)
_ESCAPED = re.compile("_x(00(?:09|0[Aa]|0[Dd]|5[Ff]))_")  # tabs, line ends and underscores
_WHOLE = re.compile("-?[0-9]{1,300}")
_ADDRESS = re.compile("([A-Z]{1,3})[0-9]{1,7}")
_MERGED = re.compile("([A-Z]{1,3})([0-9]{1,7}):[A-Z]{1,3}([0-9]{1,7})")

_UNSAVED = "a formula without a saved value: open the workbook in a spreadsheet program, and save it there"
_ERROR = "a formula that failed, whose error is taken as text"

_Attributes = Mapping[str, str]
_Start = Callable[[str, _Attributes], None]
_End = Callable[[str], None]


def read_workbook(content: bytes, path: str) -> list[Sheet]:
    """The visible sheets of an XLSX file that are not empty. Raises FindingsError if it is none, or too large."""
    try:
        named = _Book(content, path).sheets()
    except TooManyElements:
        raise too_large(path, f"has more than {MAX_ELEMENTS:,} elements") from None
    except BadXML as error:
        raise _unreadable(path, str(error)) from None

    def place(row: int, column: int) -> Span:
        return Span(path, row + 1, column + 1, row + 1, column + 2)

    several = len(named) > 1
    return [Sheet(path, name if several else "", rows, place, notes) for name, rows, notes in named if any(rows)]


def _links_of(part: str) -> str:
    """The path of a part's links."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _unreadable(path: str, why: str) -> FindingsError:
    return refused(f"this workbook can't be read: {why}", Span(path))


class _Book:
    """A workbook while it is read."""

    def __init__(self, content: bytes, path: str) -> None:
        self.path = path
        self.reader = Reader(MAX_ELEMENTS)
        self.bytes_left, self.letters_left, self.cells_left = MAX_UNPACKED, MAX_LETTERS, MAX_CELLS
        self.strings: list[str] = []
        self.styles: list[Show] = []
        self.first_day = _FIRST_DAY
        if content.count(b"PK\1\2") > MAX_PARTS:  # before there is an object for each
            raise self.too_large(f"is packed of more than {MAX_PARTS:,} parts")
        try:
            self.packed = zipfile.ZipFile(io.BytesIO(content))
        except Exception:  # noqa: BLE001 - a damaged zip fails in many ways, of which the library names some
            raise _unreadable(path, "it is damaged") from None
        self.parts = {part.filename: part for part in self.packed.infolist()}
        self.used: set[str] = set()  # of the parts, by name
        if sum(part.file_size for part in self.parts.values()) > MAX_UNPACKED:
            raise self.too_large(f"unpacks to more than {MAX_UNPACKED // 1024 // 1024} MB")
        linked = self._related("") if _links_of("") in self.parts else {}
        self.book = next((part for kind, part in linked.values() if kind == "officeDocument"), _BOOK)
        if self.book not in self.parts:
            raise _unreadable(path, "it is no .xlsx workbook")

    def too_large(self, what: str) -> FindingsError:
        return too_large(self.path, what)

    def unpacked(self, name: str) -> bytes:
        """A part, unpacked up to its stated size. Raises FindingsError."""
        self.used.add(name)
        part = self.parts.get(name)
        if part is None:
            raise _unreadable(self.path, f'its part "{name[:80]}" is missing')
        if part.flag_bits & 1:
            raise _unreadable(self.path, "it is protected by a password")
        if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _unreadable(self.path, "it is packed as no spreadsheet is")
        self.bytes_left -= part.file_size
        if self.bytes_left < 0:  # several sheets may be one part
            raise self.too_large(f"unpacks to more than {MAX_UNPACKED // 1024 // 1024} MB")
        try:
            with self.packed.open(part) as stream:
                return stream.read(part.file_size + 1)
        except Exception:  # noqa: BLE001 - as above
            raise _unreadable(self.path, "it is damaged") from None

    def read(self, name: str, start: _Start, end: _End = lambda _: None, text: _End = lambda _: None) -> None:
        """Call these functions with the elements and texts of a part. Raises FindingsError and BadXML."""
        self.reader.read(self.unpacked(name), start, end, text)

    def sheets(self) -> list[tuple[str, list[list[str]], list[str]]]:
        """The visible sheets: the name of each, its rows, and its notes."""
        parts = self._related(self.book)
        pages: list[tuple[str, str]] = []

        def start(name: str, attrs: _Attributes) -> None:
            if name == "workbookPr" and attrs.get("date1904") in ("1", "true"):
                self.first_day = _FIRST_DAY_1904
            elif name == "sheet" and attrs.get("state", "visible") == "visible":
                kind, part = parts.get(next((attrs[key] for key in attrs if key.endswith(":id")), ""), ("", ""))
                if kind == "worksheet":
                    pages.append((attrs.get("name", ""), part))
                if len(pages) > MAX_SHEETS:
                    raise self.too_large(f"has more than {MAX_SHEETS} sheets")

        self.read(self.book, start)
        first = dict(reversed(parts.values()))  # the first part of each kind
        if "styles" in first:
            self._read_styles(first["styles"])
        if "sharedStrings" in first:
            self._read_strings(first["sharedStrings"])
        found = [(name, *self._rows(part, name if len(pages) > 1 else "")) for name, part in pages]
        for name in sorted(self.parts.keys() - self.used):
            with suppress(FindingsError):  # a picture may be damaged, or packed in another way
                refuse_document_type(self.unpacked(name))
        return found

    def _related(self, source: str) -> dict[str, tuple[str, str]]:
        """The parts that a part links to, by their ids: the kind and the name of each. "" is the whole workbook."""
        parts: dict[str, tuple[str, str]] = {}
        folder = posixpath.dirname(source)

        def start(name: str, attributes: _Attributes) -> None:
            if name == "Relationship":
                part = posixpath.normpath(posixpath.join("/", folder, attributes.get("Target", ""))).lstrip("/")
                parts[attributes.get("Id", "")] = attributes.get("Type", "").rpartition("/")[2], part

        self.read(_links_of(source), start)
        return parts

    def _read_styles(self, part: str) -> None:
        """How styles show numbers."""
        codes: dict[str, str] = {}
        shows: dict[str, Show] = {}
        in_cells = False

        def start(name: str, attributes: _Attributes) -> None:
            nonlocal in_cells
            if name == "numFmt":
                codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
            elif name == "cellXfs":
                in_cells = True
            elif name == "xf" and in_cells:
                number = attributes.get("numFmtId", "")
                if number not in shows:
                    shows[number] = show_by(number, codes.get(number))
                self.styles.append(shows[number])

        def end(name: str) -> None:
            nonlocal in_cells
            in_cells = in_cells and name != "cellXfs"

        self.read(part, start, end)

    def _read_strings(self, part: str) -> None:
        text = _Text()

        def end(name: str) -> None:
            text.end(name)
            if name == "si":
                self.strings.append(self._bounded(text.take()))

        self.read(part, text.start, end, text.add)

    def _rows(self, part: str, called: str) -> tuple[list[list[str]], list[str]]:
        """The cells of a worksheet, without empty rows at its end, and notes on formulas."""
        rows: dict[int, dict[int, str]] = {}
        row = column = 0
        of_cell: _Attributes = {}
        text = _Text()
        formula = False
        odd: dict[str, list[str]] = {_UNSAVED: [], _ERROR: []}
        merged: list[tuple[int, int, int]] = []

        def start(name: str, attributes: _Attributes) -> None:
            nonlocal row, column, of_cell, formula
            if name == "c":
                formula = False
                of_cell, column = attributes, self._column(attributes, column)
                text.take()
            elif name == "row":
                row, column = self._number(attributes["r"]) if "r" in attributes else row + 1, 0
            elif name == "mergeCell":
                merged.extend(_merged_down(attributes.get("ref", "")))
            else:
                formula = formula or name == "f"
                text.start(name, attributes)

        def end(name: str) -> None:
            text.end(name)
            if name == "c" and (shown := self._shown(text.take(), of_cell)).strip():
                self._count(row, column, shown)
                rows.setdefault(row, {})[column] = shown
            if name == "c" and row <= MAX_ROWS and (what := _oddness(shown, of_cell, formula=formula)):
                odd[what].append(f"{letters(max(column - 1, 0))}{row}")

        self.read(part, start, end, text.add)
        self._fill_merged(rows, merged)
        self.cells_left -= sum(map(max, rows.values()))
        if self.cells_left < 0:
            raise too_many_cells(self.path)
        filled = (rows.get(number, {}) for number in range(1, max(rows, default=0) + 1))
        cells = [[one.get(number, "") for number in range(1, max(one, default=0) + 1)] for one in filled]
        where = f"{self.path} ({called})" if called else self.path
        return cells, [f"{where}: {some_of(found)}: {what}" for what, found in odd.items() if found]

    def _fill_merged(self, rows: Mapping[int, dict[int, str]], merged: Sequence[tuple[int, int, int]]) -> None:
        """Copy the first of merged cells to its other rows, if these have other cells, too."""
        filled = sorted(rows)
        for column, first, last in merged:
            shown = rows.get(first, {}).get(column, "")
            for row in filled[bisect_right(filled, first) : bisect_right(filled, last)] if shown else ():
                if column not in rows[row]:
                    self._count(row, column, shown)
                    rows[row][column] = shown
                else:
                    break  # merged with other cells, too, which no program writes

    def _count(self, row: int, column: int, shown: str) -> None:
        """Check the limits of rows, columns, cells and letters. Raises FindingsError."""
        if column > MAX_COLUMNS:
            raise self.too_large(f"has more than {MAX_COLUMNS} columns")
        if row > MAX_ROWS:
            raise self.too_large(f"has more than {MAX_ROWS:,} rows")
        self.letters_left -= len(shown)
        if self.letters_left < 0:
            raise self.too_large(f"says more than {MAX_LETTERS // 1024 // 1024} MB in its cells")

    def _column(self, attributes: _Attributes, last: int) -> int:
        """The number of a cell's column, from 1: from its address, or else the one after the last."""
        if "r" not in attributes:
            return last + 1
        found = _ADDRESS.fullmatch(attributes["r"])
        if not found:
            raise BadXML(f'"{attributes["r"][:20]}" is no address of a cell', self.reader.line)
        return _column_of(found[1])

    def _number(self, written: str) -> int:
        """A number that counts something. Raises BadXML."""
        with suppress(ValueError, OverflowError):
            if (number := int(float(written))) >= 0:
                return number
        raise BadXML(f'"{written[:20]}" is no number', self.reader.line)

    def _shown(self, text: str, attributes: _Attributes) -> str:
        """What a spreadsheet shows for a cell with this text."""
        kind = attributes.get("t", "n")
        if kind == "s" and text:
            place = self._number(text)
            if place >= len(self.strings):
                raise BadXML(f"there is no text {place}", self.reader.line)
            return self.strings[place]
        text = self._bounded(text)
        if kind == "b" and text:
            return "true" if text in ("1", "true") else "false"
        try:
            if kind == "d":
                return date_text(datetime.fromisoformat(text).replace(tzinfo=None))
            number = (int(text) if _WHOLE.fullmatch(text) else float(text)) if kind == "n" else inf
        except ValueError:
            return text
        if not isfinite(number):
            return text
        style = self._number(attributes.get("s", "0"))
        return self.styles[style](number, self.first_day) if style < len(self.styles) else as_number(number)

    def _bounded(self, text: str) -> str:
        if len(text) > MAX_CELL:
            raise self.too_large(f"has a cell of more than {MAX_CELL // 1024} KB")
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x00" in text else text


def _column_of(called: str) -> int:
    """The number of a column, from 1, by its name in spreadsheets."""
    number = 0
    for letter in called:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _merged_down(ref: str) -> list[tuple[int, int, int]]:
    """For cells that are merged over several rows: the first column, the first and the last row; otherwise nothing."""
    found = _MERGED.fullmatch(ref)
    return [(_column_of(found[1]), int(found[2]), int(found[3]))] if found and found[2] != found[3] else []


class _Text:
    """Collects the text of values and texts, without marks of pronunciation."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.reads = self.aside = False

    def start(self, name: str, _: _Attributes) -> None:
        """An element begins."""
        self.aside = self.aside or name == "rPh"
        self.reads = name in ("t", "v") and not self.aside

    def end(self, name: str) -> None:
        """An element ends."""
        self.reads = False
        self.aside = self.aside and name != "rPh"

    def add(self, piece: str) -> None:
        """A text stands in an element."""
        if self.reads:
            self.pieces.append(piece)

    def take(self) -> str:
        """The text since the last call."""
        found = "".join(self.pieces)
        self.pieces.clear()
        return found


def _oddness(shown: str, attributes: _Attributes, *, formula: bool) -> str:
    """A note about a cell; "" where there is nothing to note."""
    kind = attributes.get("t", "n")
    if kind == "e":
        return _ERROR if shown else ""
    return _UNSAVED if formula and kind == "n" and not shown else ""


Show = Callable[[float, datetime], str]  # shows a number; dates are counted from the given first day

_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))  # formats without a code
_DURATION = 46
_DAY = 24 * 60 * 60 * 1000  # milliseconds
_LONGEST_CODE = 255
_WORDS = re.compile(r'"[^"]*"|\[(?!hh?\]|mm?\]|ss?\])[^\[\]]*\]', re.IGNORECASE)  # and colours, countries
_OF_DATE = re.compile(r"(?<![_\\])[dmhys]", re.IGNORECASE)
_OF_DURATION = re.compile(r"\[(hh?|mm?|ss?)\]", re.IGNORECASE)
_TOO_LARGE = "#VALUE!"  # as spreadsheets show it


def show_by(number: str, code: str | None) -> Show:
    """How a number format shows numbers: by its code, or by its number where it has no code."""
    if code is None:
        known = int(number) if number.isdecimal() and len(number) < 4 else 0
        return as_duration if known == _DURATION else as_date if known in _DATES else as_number
    first = _WORDS.sub("", code[:_LONGEST_CODE].split(";")[0])
    return as_duration if _OF_DURATION.search(first) else as_date if _OF_DATE.search(first) else as_number


def as_number(number: float, _: datetime | None = None) -> str:
    """The number, with at most 15 digits if it is not whole."""
    if isinstance(number, int):
        return str(number)
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.15g}"


def as_date(number: float, first: datetime) -> str:
    """The date, and the time if there is one, `number` days after the first."""
    try:
        day, part = divmod(number, 1)
        clock = timedelta(milliseconds=round(part * _DAY))
        if 0 <= number < 1 and not clock.days:
            return (datetime.min + clock).time().isoformat()
        if 0 < number < 60 and first.year == 1899:  # the format has a 29th of February in 1900
            day += 1
        return date_text(first + timedelta(days=day) + clock)
    except OverflowError:
        return _TOO_LARGE


def as_duration(number: float, _: datetime) -> str:
    """A number of days, in hours, minutes and seconds."""
    try:
        minutes, milliseconds = divmod(abs(round(number * _DAY)), 60_000)
        seconds = f"{milliseconds / 1000:06.3f}".removesuffix(".000")
        return f"{'-' if number < 0 else ''}{minutes // 60}:{minutes % 60:02}:{seconds}"
    except OverflowError:
        return _TOO_LARGE


def date_text(moment: datetime) -> str:
    """A date, with its time if it has one."""
    return moment.date().isoformat() if moment.time() == time() else moment.isoformat(" ", "minutes")
