"""CSV and TSV in the forms that programs write them."""

import pytest

from builder.diagnostics import FindingsError
from builder.spreadsheets.delimited import MAX_LINES, find_delimiter, read_delimited
from builder.spreadsheets.sheets import MAX_COLUMNS, MAX_ROWS

TEXT = "Name,Cost\nÉclair,2\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_the_encoding_is_found_out(encoding: str) -> None:
    sheet = read_delimited(TEXT.encode(encoding), "cards.csv")
    assert sheet.rows == [["Name", "Cost"], ["Éclair", "2"]]
    assert bool(sheet.notes) == (encoding == "cp1252")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters_and_line_ends_are_found_out(delimiter: str, line_end: str) -> None:
    content = TEXT.replace(",", delimiter).replace("\n", line_end)
    assert read_delimited(content.encode(), "cards.csv").rows == [["Name", "Cost"], ["Éclair", "2"]]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("My cards, 2026\n\nName;Text\nFlare;Burn, then draw, then win\nWave;Wet, cold\n", ";"),
        ("Name\nFlare\n", ","),
        ("Name\tText\nFlare\tOne; two\nWave\tThree; four\n", "\t"),
        ('Name,Text\nFlare,"a;b;c"\nWave,"d;e;f"\n', ","),
    ],
)
def test_the_delimiter_is_what_most_rows_have(text: str, delimiter: str) -> None:
    assert find_delimiter(text) == delimiter


def test_the_delimiter_may_be_said() -> None:
    sheet = read_delimited(b"sep=;\nName;Cost, in oil\nFlare;2\n", "cards.csv")
    assert sheet.rows == [[], ["Name", "Cost, in oil"], ["Flare", "2"]]


def test_cells_have_places_behind_quotes_and_lines() -> None:
    sheet = read_delimited(b'Name,Text,Cost\r\nFlare,"Burn,\r\n""twice""",2\r\nWave,,3\r\n', "cards.csv")
    places = [sheet.place(1, 1), sheet.place(1, 2), sheet.place(2, 2)]
    assert [(one.line, one.column, one.end_column) for one in places] == [(2, 7, 13), (3, 12, 13), (4, 7, 8)]
    assert sheet.cell(2, 2) == "C3"
    behind = sheet.place(2, 9)
    assert (behind.line, behind.column) == (4, 8)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'Name,Text\nFlare,"Burn\nWave,x\n', "a quote that opens in this row is never closed"),
        (b"Name\n" + b"x" * 200_000, "a cell holds more than 128 KB: is a quote never closed?"),
        (b"a," * MAX_COLUMNS + b"b", f"the spreadsheet has more than {MAX_COLUMNS} columns"),
        (b"a\n" * (MAX_ROWS + 1), f"the spreadsheet has more than {MAX_ROWS:,} rows"),
        (b"\n" * (MAX_LINES + 1), f"the spreadsheet has more than {MAX_LINES:,} lines"),
        (b"Name\nFlare\n" + b"\n" * MAX_LINES, f"the spreadsheet has more than {MAX_LINES:,} lines"),
        (b"Name\n\x81\x8d", "the file is in no encoding that is known: UTF-8, UTF-16 or Windows-1252"),
    ],
)
def test_what_is_no_spreadsheet_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(FindingsError) as caught:
        read_delimited(content, "cards.csv")
    assert [fault.message for fault in caught.value.diagnostics] == [said]


def test_empty_rows_and_columns_at_the_end_do_not_count() -> None:
    content = b"Name,Cost\nFlare,2\n" + b",,,,\n" * (MAX_ROWS + 5)
    assert read_delimited(content, "cards.csv").rows == [["Name", "Cost"], ["Flare", "2"]]
