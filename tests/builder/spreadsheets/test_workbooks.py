"""XLSX: values of visible sheets, and nothing that a hostile one would make us do."""

import io
import zipfile
from contextlib import suppress
from datetime import date, datetime, time
from typing import Any

import pytest
from openpyxl import Workbook

from builder.diagnostics import FindingsError
from builder.spreadsheets import workbooks
from builder.spreadsheets.reading import sheets_of
from builder.spreadsheets.sheets import MAX_CELL, MAX_COLUMNS, MAX_ROWS
from builder.spreadsheets.workbooks import MAX_PARTS, show_by
from tests.support.workbooks import BOOK, LINKS, SHEET, STRINGS, STYLES, links, many, sheet, strings, styles, workbook


def saved(made: Workbook) -> bytes:
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def book(**sheets: list[list[Any]]) -> Workbook:
    """A workbook of these sheets, to be saved."""
    made = Workbook()
    made.remove(made.worksheets[0])
    for name, rows in sheets.items():
        page = made.create_sheet(name)
        for row in rows:
            page.append(row)
    return made


def cells_of(content: bytes) -> list[list[str]]:
    """The rows of the only sheet."""
    [found] = sheets_of(content, "cards.xlsx")
    return [list(row) for row in found.rows]


def fault(content: bytes, path: str = "cards.xlsx") -> str:
    with pytest.raises(FindingsError) as caught:
        sheets_of(content, path)
    return caught.value.diagnostics[0].message


def test_values_are_text_as_they_are_shown() -> None:
    row = ["Flare", 2, 2.0, 2.5, True, date(2026, 11, 21), datetime(2026, 11, 21, 12, 30), time(9, 5), None, "=1", "é"]
    [sheet] = sheets_of(saved(book(Cards=[["Name"], row])), "cards.xlsx")
    said = ("Flare", "2", "2", "2.5", "true", "2026-11-21", "2026-11-21 12:30", "09:05:00", "", "", "é")
    assert sheet.rows[1] == [*said]
    assert (sheet.name, sheet.cell(1, 1), sheet.place(1, 1).line, sheet.place(1, 1).column) == ("", "B2", 2, 2)


def test_several_sheets_have_names_and_hidden_and_empty_ones_are_left_out() -> None:
    made = book(Ships=[["Name"]], Empty=[], Secret=[["Name"]])
    made["Secret"].sheet_state = "hidden"
    found = sheets_of(saved(made), "cards.xlsx")
    assert [(sheet.name, sheet.cell(0, 0)) for sheet in found] == [("Ships", "Ships!A1")]


def test_merged_cells_say_the_same_in_each_row_and_once_in_each_line() -> None:
    made = book(A=[["Clan", "Name", "Numbers", ""], ["", "", "Cost", "Power"], ["Fox", "A", 1, 2], ["", "B", 2, 1]])
    for cells in ("A1:A2", "B1:B2", "C1:D1", "A3:A9"):
        made["A"].merge_cells(cells)
    assert cells_of(saved(made)) == [
        ["Clan", "Name", "Numbers"],
        ["Clan", "Name", "Cost", "Power"],
        ["Fox", "A", "1", "2"],
        ["Fox", "B", "2", "1"],
    ]


def test_many_merged_cells_are_bounded() -> None:
    merged = "".join(f'<mergeCell ref="A1:A{20_000 + n}"/>' for n in range(20_000))
    filled = "".join(f'<row r="{n}"><c r="B{n}"><v>1</v></c></row>' for n in range(2, 2_000))
    first = '<row r="1"><c r="A1" t="str"><v>' + "x" * 100_000 + "</v></c></row>"
    written = sheet(first + filled).replace("</sheetData>", f"</sheetData><mergeCells>{merged}</mergeCells>")
    assert "MB in its cells" in fault(workbook({SHEET: written}))


def test_a_cell_at_the_end_of_the_world_costs_nothing() -> None:
    made = book(A=[["Name"], [], ["Flare"]])
    made["A"]["A1048576"] = " "
    assert cells_of(saved(made)) == [["Name"], [], ["Flare"]]


def rows(*written: str) -> bytes:
    return workbook({SHEET: sheet("".join(written))})


def test_texts_are_read_however_they_are_written() -> None:
    shared = "<si><r><t>Fl</t></r><r><rPr><b/></rPr><t>are</t></r></si><si><t>東京</t><rPh><t>トウキョウ</t></rPh></si>"
    shared += '<si><t xml:space="preserve"> a_x000D_b_x005F_x000D_ </t></si><si/>'
    cells = "".join(f'<c t="s"><v>{number}</v></c>' for number in range(4))
    cells += '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c t="str"><f>A1</f><v>made</v></c>'
    row = sheet(f"<row>{cells}</row>").replace("<c ", "<x:c ").replace("</c>", "</x:c>")
    [found] = cells_of(workbook({STRINGS: strings(shared), SHEET: row}))
    assert found == ["Flare", "東京", " a\rb_x000D_ ", "", "inline", "made"]


def test_cells_stand_where_they_say() -> None:
    written = rows('<row r="2"><c r="C2"><v>1</v></c><c><v>2</v></c></row><row><c r="A3"><v>3</v></c></row>')
    assert cells_of(written) == [[], ["", "", "1", "2"], ["3"]]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("General", "45000.75"),
        ('"day" 0', "45000.75"),
        ("yyyy\\-mm\\-dd;@", "2023-03-15 18:00"),
        ("[$-409]d mmm", "2023-03-15 18:00"),
        ("[h]:mm", "1080018:00:00"),
    ],
)
def test_numbers_are_dates_where_their_style_says_so(code: str, said: str) -> None:
    style = f"<numFmts><numFmt numFmtId='164' formatCode='{code}'/></numFmts><cellStyleXfs><xf numFmtId='14'/>"
    style += "</cellStyleXfs><cellXfs><xf/><xf numFmtId='164'><alignment/></xf></cellXfs>"
    row = '<row><c s="1"><v>45000.75</v></c></row>'
    assert cells_of(workbook({STYLES: styles(style), SHEET: sheet(row)})) == [[said]]


def test_the_list_of_sheets_is_where_the_package_says() -> None:
    root = (
        '<p:Relationships xmlns:p="x"><p:Relationship Id="a" Type="of/officeDocument" Target="{}"/></p:Relationships>'
    )
    for target in ("/xl/other.xml", "xl/other.xml"):
        parts = {
            "xl/other.xml": many("sheets", 1)[BOOK],
            "xl/_rels/other.xml.rels": links(sheet="/xl/worksheets/sheet1.xml"),
        }
        found = cells_of(workbook({**parts, BOOK: "", LINKS: "", "_rels/.rels": root.format(target)}))
        assert found == [["Name"], ["Flare"]]


def test_formulas_without_a_value_are_said() -> None:
    cells = '<c t="str"><f>""</f><v></v></c><c><f>1+1</f><v>2</v></c><c><v/></c><c t="e"/>'
    [found] = sheets_of(rows(f'<row><c t="s"><v>0</v></c>{cells}</row>'), "a.xlsx")
    assert found.notes == []
    unsaved = "a formula without a saved value: open the workbook in a spreadsheet program, and save it there"
    failed = '<c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="e"><v>#REF!</v></c>'
    [found] = sheets_of(rows(f'<row><c t="s"><v>0</v></c><c><f>A1</f></c>{failed}</row>'), "a.xlsx")
    assert found.notes == [
        f"a.xlsx: B1: {unsaved}",
        "a.xlsx: C1, D1: a formula that failed, whose error is taken as text",
    ]
    fish = [["Name", "Cost"], ["Cod", "=1+1"], ["Eel", "=2"]]
    [found, _] = sheets_of(saved(book(Fish=fish, Birds=[["Name"]])), "a.xlsx")
    assert found.notes == [f"a.xlsx (Fish): B2, B3: {unsaved}"]


def test_a_format_that_many_styles_name_is_understood_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(workbooks, "show_by", lambda *said: asked.append(said) or show_by(*said))
    style = f"<numFmts><numFmt numFmtId='164' formatCode='{'[' * 255}'/></numFmts>"
    style += "<cellXfs>" + "<xf numFmtId='164'/><xf/>" * 1_000 + "</cellXfs>"
    assert cells_of(workbook({STYLES: styles(style), SHEET: sheet('<row><c s="1"><v>1</v></c></row>')}))
    assert len(asked) == 2


def test_texts_and_styles_are_read_once_however_often_they_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    unpacked = workbooks._Book.unpacked
    monkeypatch.setattr(workbooks._Book, "unpacked", lambda self, name: read.append(name) or unpacked(self, name))
    kinds = ("styles", "sharedStrings")
    more = "".join(f'<Relationship Id="{n}" Type="of/{kind}" Target="no"/>' for n in range(90) for kind in kinds)
    assert cells_of(workbook({LINKS: links(more)})) == [["Name"], ["Flare"]]
    assert read[:5] == [LINKS, BOOK, STYLES, STRINGS, SHEET]
    assert len(read) == len(set(read))


ALL = ("fonts", "formats of cells", "texts", "names", "links", "rows", "cells")


@pytest.mark.parametrize("what", ALL)
def test_elements_are_counted_whatever_they_are(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MAX_ELEMENTS", 1_000)
    assert fault(workbook(many(what, 1_000))) == "the spreadsheet has more than 1,000 elements"


def test_bombs_are_refused() -> None:
    assert fault(workbook({"a.png": " " * 70_000_000})) == "the spreadsheet unpacks to more than 64 MB"
    parts = dict.fromkeys(map(str, range(MAX_PARTS)), "")
    assert fault(workbook(parts)) == "the spreadsheet is packed of more than 2,000 parts"
    assert fault(workbook(many("sheets", 51))) == "the spreadsheet has more than 50 sheets"
    wide = "<row>" + "<c><v>1</v></c>" * (MAX_COLUMNS + 1) + "</row>"
    assert fault(rows(wide)) == f"the spreadsheet has more than {MAX_COLUMNS} columns"
    assert fault(rows('<row r="999999999999"><c><v> </v></c></row>')) == "this spreadsheet is empty"
    assert fault(rows('<row r="30000"><c><v>1</v></c></row>')) == f"the spreadsheet has more than {MAX_ROWS:,} rows"
    deep = "<a>" * 60 + "</a>" * 60
    assert fault(rows(deep)) == "this workbook can't be read: more than 50 elements lie in one another"
    large = f'<row><c t="str"><v>{"x" * (MAX_CELL + 1)}</v></c></row>'
    assert fault(rows(large)) == "the spreadsheet has a cell of more than 128 KB"
    corners = f'<row><c r="SF1"><v>1</v></c></row><row r="{MAX_ROWS}"><c><v>1</v></c></row>'
    assert fault(rows(corners)) == "the spreadsheet has more than 1,000,000 cells, with the empty ones among them"


def test_rows_of_single_cells_far_away_are_no_way_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MAX_CELLS", 1_000)
    assert "cells, with the empty ones" in fault(rows('<row><c r="SF1"><v>1</v></c></row>' * 3))


def test_a_text_that_many_cells_show_is_counted_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MAX_LETTERS", 1_000)
    said = {STRINGS: strings(f"<si><t>{'x' * 101}</t></si>"), SHEET: sheet('<row><c t="s"><v>0</v></c></row>' * 10)}
    assert fault(workbook(said)).endswith("in its cells")


def test_a_part_that_is_many_sheets_is_counted_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MAX_UNPACKED", 1024 * 1024)
    said = {SHEET: sheet(" " * 500_000), BOOK: many("sheets", 3)[BOOK]}
    assert fault(workbook(said)) == "the spreadsheet unpacks to more than 1 MB"


def test_no_more_is_unpacked_than_a_part_says_that_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    large, asked = workbook({SHEET: sheet(" " * 1_000_000)}), []
    size = len(sheet(" " * 1_000_000)).to_bytes(4, "little")
    assert large.count(size) == 2  # what it says at the part and in the list of parts
    real = zipfile.ZipExtFile.read

    def read(stream: zipfile.ZipExtFile, number: int = -1) -> bytes:
        asked.append(number)
        return real(stream, number)

    monkeypatch.setattr(zipfile.ZipExtFile, "read", read)
    assert fault(large.replace(size, (1_000).to_bytes(4, "little"))) == "this workbook can't be read: it is damaged"
    assert max(asked) < 10_000
    assert min(asked) >= 0


LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + sheet("&b;")


@pytest.mark.parametrize(
    "parts",
    [
        {SHEET: LAUGHS},
        {SHEET: f"<!--{' ' * 5_000}-->{LAUGHS}"},
        {SHEET: LAUGHS.encode("utf-16")},
        {STRINGS: LAUGHS},
        {STYLES: LAUGHS},
        {BOOK: LAUGHS},
        {LINKS: LAUGHS},
        {LINKS: links(sheet="sheet1.bin"), "xl/sheet1.bin": f"<!--{'-  ' * 2_000}-->{LAUGHS}"},
        {"[Content_Types].xml": LAUGHS},  # and in what is not needed to read the cells
        {"docProps/core.xml": LAUGHS.encode("utf-16")},
        {"xl/media/notes.bin": f"<!--{' ' * 5_000}-->{LAUGHS}"},
    ],
)
def test_a_document_type_is_refused_wherever_it_stands(parts: dict[str, str | bytes]) -> None:
    assert fault(workbook(parts)) == "this workbook can't be read: it has a document type"


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_whatever_is_damaged_is_refused_in_words(packing: int) -> None:
    whole = workbook(packing=packing)
    for place in range(len(whole)):
        for damaged in (whole[:place], whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]):
            with suppress(FindingsError):
                sheets_of(damaged, "cards.xlsx")


@pytest.mark.parametrize(
    ("content", "path", "said"),
    [
        (b"PK\x03\x04junk", "a.xlsx", "this workbook can't be read: it is damaged"),
        (b"Name,Cost", "a.xlsx", "this is no .xlsx workbook"),
        (b"\xd0\xcf\x11\xe0x", "a.xls", "spreadsheets of this kind (.xls) are not read"),
        (
            b"\xd0\xcf\x11\xe0x",
            "a.xlsx",
            "this workbook is protected by a password, or an old one that is called .xlsx",
        ),
        (b"PK\x03\x04", "a.ods", "spreadsheets of this kind (.ods) are not read"),
        (b"", "a.csv", "this spreadsheet is empty"),
        (b",,,\n,\n", "a.csv", "this spreadsheet is empty"),
        (b"x" * (16 * 1024 * 1024 + 1), "a.csv", "the spreadsheet is larger than 16 MB"),
    ],
)
def test_other_files_are_refused(content: bytes, path: str, said: str) -> None:
    assert fault(content, path) == said


@pytest.mark.parametrize("part", [SHEET, BOOK, LINKS, STRINGS, STYLES])
@pytest.mark.parametrize("text", ["<broken", "", '<?xml version="1.0" encoding="none"?><a/>'])
def test_damaged_parts_are_refused_in_words(part: str, text: str) -> None:
    assert fault(workbook({part: text})).startswith("this workbook can't be read: ")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('<row r="one"/>', '"one" is no number'),
        ('<row r="1e999"/>', '"1e999" is no number'),
        ('<row><c r="1A"/></row>', '"1A" is no address of a cell'),
        ('<row><c t="s"><v>-1</v></c></row>', '"-1" is no number'),
        ('<row><c t="s"><v>2</v></c></row>', "there is no text 2"),
        ('<row><c s="x"><v>1</v></c></row>', '"x" is no number'),
    ],
)
def test_cells_that_say_nonsense_are_refused_in_words(written: str, said: str) -> None:
    assert fault(rows(written)) == f"this workbook can't be read: {said}"
