"""Reads CSV and TSV in all forms that programs write: the encoding and the delimiter are guessed from the content.

Source of the format: RFC 4180, and what Excel, LibreOffice and Google Sheets make of it.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence

from builder.diagnostics import Diagnostic, FindingsError, Span
from builder.spreadsheets.sheets import MAX_COLUMNS, MAX_ROWS, Sheet, refused, too_large

DELIMITERS = (",", ";", "\t")
MAX_LINES = 1_048_576  # as many as spreadsheets have rows, which save empty ones too
_SAMPLE = 64 * 1024  # characters in which the delimiter is searched
_SAMPLE_ROWS = 60


def read_delimited(content: bytes, path: str) -> Sheet:
    """The sheet in the bytes of a CSV or TSV file. Raises FindingsError where it is none, or too large."""
    text, notes = _decoded(content, path)
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.strip().lower().startswith("sep=") and len(first.strip()) == len("sep=") + 1:  # as Excel writes it
        delimiter, skipped = first.strip()[-1], 1
        text = "\n" + rest
    else:
        delimiter = find_delimiter(text, "\t" if path.lower().endswith(".tsv") else ",")
    rows, lines = _rows(text, delimiter, path)
    if skipped:
        rows[0] = []
    starts = [0]

    def place(row: int, column: int) -> Span:
        if len(starts) == 1:
            starts[:] = _line_starts(text)
        return _place(text, starts, lines[row] if row < len(lines) else 1, column, delimiter, path)

    return Sheet(path, "", rows, place, notes)


def _decoded(content: bytes, path: str) -> tuple[str, list[str]]:
    """The text, and a note where its encoding is a guess."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif b"\0" in content[:200]:  # text in UTF-16 without a mark: every other byte of Latin letters is 0
        zeros = Counter(place % 2 for place, byte in enumerate(content[:200]) if byte == 0)
        encoding = "utf-16-le" if zeros[1] > zeros[0] else "utf-16-be"
    else:
        encoding = "utf-8-sig"
    try:
        return content.decode(encoding), []
    except UnicodeDecodeError as error:
        place = Span.behind(path, error.object[: error.start].decode(encoding, "replace"))
        if encoding == "utf-8-sig":
            try:
                note = f"{path} is not UTF-8 and was read as Windows-1252: look at its accents"
                return content.decode("cp1252"), [note]
            except UnicodeDecodeError:
                pass
    message = "the file is in no encoding that is known: UTF-8, UTF-16 or Windows-1252"
    raise FindingsError([Diagnostic("not-utf8", message, place, "save it as CSV UTF-8")])


def find_delimiter(text: str, usual: str = ",") -> str:
    r"""The delimiter: the one that most rows have as often as the first row with several cells.

    >>> find_delimiter("Name;Cost\nFlare;2,5\nUndertow;1,5\n")
    ';'
    """
    sample = text[:_SAMPLE]
    best, best_score = usual, (0.0, 0)
    for delimiter in sorted(DELIMITERS, key=lambda one: one != usual):
        counts = [len(row) for row in _sample_rows(sample, delimiter)]
        several = [count for count in counts if count > 1]
        if not several:
            continue
        usual_count, rows = Counter(several).most_common(1)[0]
        header = several[0] == usual_count
        score = (rows / len(counts) + 0.5 * header, usual_count)
        if score > best_score:
            best, best_score = delimiter, score
    return best


def _sample_rows(sample: str, delimiter: str) -> Iterator[list[str]]:
    try:
        for number, row in enumerate(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)):
            if number == _SAMPLE_ROWS:
                return
            if any(cell.strip() for cell in row):
                yield row
    except csv.Error:  # a cell that is too long, which is reported later
        return


def _rows(text: str, delimiter: str, path: str) -> tuple[list[Sequence[str]], list[int]]:
    """The cells row by row, and the line on which each row begins, from 1."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[Sequence[str]] = []
    lines: list[int] = []
    begins, last = 1, 0  # the line on which the current row begins, and the last row that is not empty
    try:
        for row in reader:
            while row and not row[-1].strip():
                row.pop()
            if len(row) > MAX_COLUMNS:
                raise too_large(path, f"has more than {MAX_COLUMNS} columns")
            if len(rows) < MAX_ROWS:
                rows.append(row)
                lines.append(begins)
                last = len(rows) if row else last
            elif row:
                raise too_large(path, f"has more than {MAX_ROWS:,} rows")
            begins = reader.line_num + 1
            if begins > MAX_LINES:
                raise too_large(path, f"has more than {MAX_LINES:,} lines")
    except csv.Error as error:
        message = f"this row can't be read: {error}"
        if "field larger" in str(error):
            message = "a cell holds more than 128 KB: is a quote never closed?"
        raise refused(message, Span(path, begins, 1, begins, 2), "") from None
    if _left_open(text, lines[last - 1] if last else 1, delimiter):
        line = lines[last - 1]
        raise refused("a quote that opens in this row is never closed", Span(path, line, 1, line, 2), "")
    del rows[last:]
    return rows, lines


def _line_starts(text: str) -> list[int]:
    """Where each line begins, as the reader of rows counts lines."""
    starts, at = [0], 0
    for line in io.StringIO(text, newline=""):
        at += len(line)
        starts.append(at)
    return starts


def _left_open(text: str, line: int, delimiter: str) -> bool:
    """Whether the row that begins on a line, the last one, ends within quotes."""
    at = 0
    for number, whole_line in enumerate(io.StringIO(text, newline=""), 1):
        if number == line:
            break
        at += len(whole_line)
    if '"' not in text[at:]:
        return False
    return _cells(text, at, delimiter)[1]


def _cells(text: str, at: int, delimiter: str) -> tuple[list[tuple[int, int]], bool]:
    """Where the cells of the row at `at` begin and end, and whether its last one is in quotes that are never closed."""
    found: list[tuple[int, int]] = []
    start, quoted, index, size = at, False, at, len(text)
    while index < size:
        letter = text[index]
        if quoted:
            if letter == '"':
                if text[index + 1 : index + 2] == '"':
                    index += 1
                else:
                    quoted = False
        elif letter == '"' and index == start:
            quoted = True
        elif letter == delimiter:
            found.append((start, index))
            start = index + 1
        elif letter in "\r\n":
            break
        index += 1
    return [*found, (start, index)], quoted


def _place(text: str, starts: Sequence[int], line: int, column: int, delimiter: str, path: str) -> Span:
    """The place of a cell in the row that begins on a line; the end of the row where it has too few cells."""
    cells, _ = _cells(text, starts[min(line, len(starts)) - 1], delimiter)
    start, end = cells[column] if column < len(cells) else (cells[-1][1], cells[-1][1])
    while line < len(starts) and starts[line] <= start:
        line += 1
    begins = starts[line - 1]
    stops = begins + len(text[begins : starts[line] if line < len(starts) else len(text)].rstrip("\r\n"))
    end = min(end, stops) if end > start else start + 1
    return Span(path, line, start - begins + 1, line, max(end - begins + 1, start - begins + 2))
