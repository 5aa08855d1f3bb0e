"""Workbooks part by part, as no library would write them."""

import io
import zipfile
from collections.abc import Mapping

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_R = f'xmlns:r="{_RELATED}"'

BOOK, LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
SHEET, STYLES, STRINGS = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/sharedStrings.xml"


def book(inner: str) -> str:
    """The part that lists the sheets."""
    return f"<workbook {MAIN} {_R}>{inner}</workbook>"


def links(more: str = "", sheet: str = "worksheets/sheet1.xml") -> str:
    """The part that says where the others are."""
    kinds = {"worksheet": sheet, "styles": "styles.xml", "sharedStrings": "sharedStrings.xml"}
    found = [f'<Relationship Id="{kind}" Type="{_RELATED}/{kind}" Target="{part}"/>' for kind, part in kinds.items()]
    return f"<Relationships>{''.join(found)}{more}</Relationships>"


def sheet(rows: str) -> str:
    return f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"


def styles(inner: str) -> str:
    return f"<styleSheet {MAIN}>{inner}</styleSheet>"


def strings(inner: str) -> str:
    return f"<sst {MAIN}>{inner}</sst>"


PARTS = {
    "[Content_Types].xml": "<Types/>",
    LINKS: links(),
    BOOK: book('<sheets><sheet name="Cards" sheetId="1" r:id="worksheet"/></sheets>'),
    STYLES: styles(""),
    STRINGS: strings("<si><t>Name</t></si><si><t>Flare</t></si>"),
    SHEET: sheet('<row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row>'),
}


def workbook(parts: Mapping[str, str | bytes] | None = None, packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A workbook of a heading "Name" and a card "Flare", with these parts instead of its own, or more."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as packed:
        for name, text in {**PARTS, **(parts or {})}.items():
            packed.writestr(name, text)
    return out.getvalue()


def many(part: str, number: int) -> dict[str, str]:
    """Parts with so many elements of a kind, which are costly for a reader that builds objects for all of them."""
    return {
        "fonts": {STYLES: styles(f"<fonts>{'<font/>' * number}</fonts>")},
        "formats of cells": {STYLES: styles(f"<cellXfs>{'<xf/>' * number}</cellXfs>")},
        "texts": {STRINGS: strings("<si/>" * number)},
        "sheets": {BOOK: book('<sheet name="C" sheetId="1" r:id="worksheet"/>' * number)},
        "names": {BOOK: book(f"{PARTS[BOOK]}<definedNames>{'<definedName/>' * number}</definedNames>")},
        "links": {LINKS: links('<Relationship Id="a" Type="b" Target="c"/>' * number)},
        "rows": {SHEET: sheet("<row/>" * number)},
        "cells": {SHEET: sheet(f"<row>{'<c><v>1</v></c>' * 25}</row>" * (number // 25))},
    }[part]
