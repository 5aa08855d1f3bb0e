"""XLSX: values of visible sheets, and nothing that a hostile one would make us do."""

import io
import zipfile
from datetime import date, datetime, time
from typing import Any

import pytest
from openpyxl import Workbook

from builder.diagnostics import FindingsError
from builder.spreadsheets.reading import sheets_of
from builder.spreadsheets.sheets import MAX_COLUMNS, MAX_ROWS


def book(**sheets: list[list[Any]]) -> bytes:
    """A workbook of these sheets."""
    made = Workbook()
    made.remove(made.worksheets[0])
    for name, rows in sheets.items():
        page = made.create_sheet(name)
        for row in rows:
            page.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def fault(content: bytes, path: str = "cards.xlsx") -> str:
    with pytest.raises(FindingsError) as caught:
        sheets_of(content, path)
    return caught.value.diagnostics[0].message


def test_values_are_text_as_they_are_shown() -> None:
    row = [
        "Flare",
        2,
        2.0,
        2.5,
        True,
        date(2026, 11, 21),
        datetime(2026, 11, 21, 12, 30),
        time(9, 5),
        None,
        "=1+1",
        "é",
    ]
    [sheet] = sheets_of(book(Cards=[["Name"], row]), "cards.xlsx")
    assert sheet.rows[1] == [
        *("Flare", "2", "2", "2.5", "true", "2026-11-21", "2026-11-21 12:30", "09:05:00", "", "", "é")
    ]
    assert (sheet.name, sheet.cell(1, 1), sheet.place(1, 1).line, sheet.place(1, 1).column) == ("", "B2", 2, 2)


def test_several_sheets_have_names_and_hidden_and_empty_ones_are_left_out() -> None:
    made = Workbook()
    for title in ("Ships", "Empty", "Secret"):
        page = made.create_sheet(title)
        page.append(["Name"] if title != "Empty" else [])
    made["Secret"].sheet_state = "hidden"
    out = io.BytesIO()
    made.save(out)
    found = sheets_of(out.getvalue(), "cards.xlsx")
    assert [(sheet.name, sheet.cell(0, 0)) for sheet in found] == [("Ships", "Ships!A1")]


def test_a_cell_at_the_end_of_the_world_costs_nothing() -> None:
    made = Workbook()
    page = made.worksheets[0]
    page["A1"], page["A3"], page["A1048576"] = "Name", "Flare", " "
    out = io.BytesIO()
    made.save(out)
    assert [list(row) for row in sheets_of(out.getvalue(), "cards.xlsx")[0].rows] == [["Name"], [], ["Flare"]]


def replaced(content: bytes, part: str, text: bytes) -> bytes:
    """The workbook with another part."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            after.writestr(name, text if name == part else before.read(name))
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
ROWS = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%b</sheetData></worksheet>'


def test_bombs_are_refused() -> None:
    small = book(Cards=[["Name"], ["Flare"]])
    assert fault(replaced(small, SHEET, b" " * 70_000_000)) == "the spreadsheet unpacks to more than 64 MB"
    laughs = b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + ROWS % b"&b;"
    assert fault(replaced(small, SHEET, laughs)) == "this workbook defines entities, which no spreadsheet does"
    wide = b"<row>" + b'<c t="inlineStr"><is><t>x</t></is></c>' * (MAX_COLUMNS + 1) + b"</row>"
    assert fault(replaced(small, SHEET, ROWS % wide)) == f"the spreadsheet has more than {MAX_COLUMNS} columns"
    far = b'<row r="999999999999"><c t="inlineStr"><is><t>x</t></is></c></row>'
    assert fault(replaced(small, SHEET, ROWS % far)) == "this spreadsheet is empty"
    long = b'<row r="30000"><c t="inlineStr"><is><t>x</t></is></c></row>'
    assert fault(replaced(small, SHEET, ROWS % long)) == f"the spreadsheet has more than {MAX_ROWS:,} rows"


@pytest.mark.parametrize(
    ("content", "path", "said"),
    [
        (b"PK\x03\x04junk", "a.xlsx", "this workbook can't be read: it is damaged"),
        (b"Name,Cost", "a.xlsx", "this is no .xlsx workbook"),
        (b"\xd0\xcf\x11\xe0x", "a.xls", "spreadsheets of this kind (.xls) are not read"),
        (b"PK\x03\x04", "a.ods", "spreadsheets of this kind (.ods) are not read"),
        (b"", "a.csv", "this spreadsheet is empty"),
        (b",,,\n,\n", "a.csv", "this spreadsheet is empty"),
        (b"x" * (16 * 1024 * 1024 + 1), "a.csv", "the spreadsheet is larger than 16 MB"),
    ],
)
def test_other_files_are_refused(content: bytes, path: str, said: str) -> None:
    assert fault(content, path) == said


@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"])
def test_damaged_parts_are_refused_in_words(part: str) -> None:
    said = fault(replaced(book(Cards=[["Name"]]), part, b"<broken"))
    assert said.startswith("this workbook can't be read: ")
