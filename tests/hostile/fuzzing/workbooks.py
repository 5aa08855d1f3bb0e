"""Workbooks as no program writes them: sound ones, whose parts are changed as XML, as text, and as a zip of bytes."""

import io
import re
import struct
import zipfile
from collections.abc import Callable
from random import Random
from xml.sax.saxutils import escape

from tests.hostile.fuzzing import values

Parts = dict[str, bytes]

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_SHEET, _STRINGS, _STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"
_TIMES = (2, 3, 60, 501, 20_001)
_FLOOD = (100_000, 1_000_000)  # a few kB, packed
FLOODS = 0.03  # of the workbooks
ENCODINGS = (
    "utf-16", "utf-16-le", "utf-32", "utf-7", "latin-1", "cp037", "cp1252", "koi8-r", "shift_jis", "gb18030",
    "iso-2022-jp", "hz", "big5", "euc_kr", "ascii", "utf_8_sig", "idna", "punycode", "rot13", "base64", "hex", "zlib",
    "bz2", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "none", "utf-8 ", "UTF8", "", "x" * 500, "é",
)  # fmt: skip
DOCTYPES = (
    '<!DOCTYPE x>', '<!DOCTYPE x [<!ENTITY a "b">]>', '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>', '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://x/"> %a;]>',
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
)  # fmt: skip
_ELEMENT = re.compile(rb"<(\w[\w:]*)(?:\s[^<>]*)?(?:/>|>(?:[^<]*)</\1>)")
_ATTRIBUTE = re.compile(rb'(\w[\w:]*)="([^"]*)"')


def workbook(rng: Random, fields: tuple[str, ...], words: tuple[str, ...]) -> bytes:
    """A workbook of a few cards with up to three things done to its parts, and perhaps one to its bytes."""
    parts = sound(rng, fields, words)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        name = rng.choice((_SHEET, _SHEET, *sorted(parts)))
        if name in parts:
            rng.choice(_CHANGES)(parts, name, rng)
    method = rng.choice((zipfile.ZIP_DEFLATED,) * 5 + (zipfile.ZIP_STORED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2))
    content = packed(parts, method)
    return rng.choice(_DAMAGES)(content, rng) if rng.random() < 0.4 else content


def packed(parts: Parts, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The parts as a zip."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as written:
        for name, part in parts.items():
            written.writestr(zipfile.ZipInfo(name), part, method)
    return file.getvalue()


def sound(rng: Random, fields: tuple[str, ...], words: tuple[str, ...]) -> Parts:
    """The parts of a workbook with one sheet: headings, and rows of words, numbers and anything."""
    headings = ["Name", "Type", "Cost", *(rng.choice(fields) for _ in "ab")]
    cells = [headings, *([rng.choice((*words, 1, 2.5, values.text(rng))) for _ in headings] for _ in range(4))]
    shared: list[str] = []
    rows = "".join(
        f'<row r="{y}">{"".join(_cell(value, x, y, shared) for x, value in enumerate(row))}</row>'
        for y, row in enumerate(cells, 1)
    )
    strings = "".join(f"<si><t>{text}</t></si>" for text in shared)
    related = f'<Relationships xmlns="{_PACKAGE}/relationships">'
    kinds = {
        "xl/workbook.xml": "sheet.main", _SHEET: "worksheet", _STRINGS: "sharedStrings", _STYLES: "styles",
    }  # fmt: skip
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="{_KIND}.{kind}+xml"/>' for name, kind in kinds.items()
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        f'"application/vnd.openxmlformats-package.relationships+xml"/>{overrides}</Types>',
        "_rels/.rels": f'{related}<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><bookViews><workbookView/></bookViews>'
        '<sheets><sheet name="Cards" sheetId="1" r:id="rId1"/></sheets>'
        '<definedNames><definedName name="a">Cards!$A$1</definedName></definedNames></workbook>',
        "xl/_rels/workbook.xml.rels": related
        + "".join(
            f'<Relationship Id="rId{n}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
            for n, (kind, target) in enumerate(
                (("worksheet", _SHEET[3:]), ("sharedStrings", _STRINGS[3:]), ("styles", _STYLES[3:])), 1
            )
        )
        + "</Relationships>",
        _SHEET: f'<worksheet xmlns="{_MAIN}"><dimension ref="A1:E5"/><sheetData>{rows}</sheetData></worksheet>',
        _STRINGS: f'<sst xmlns="{_MAIN}" count="{len(shared)}">{strings}</sst>',
        _STYLES: f'<styleSheet xmlns="{_MAIN}"><numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts>'
        "<fonts><font/></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders>"
        "<cellStyleXfs><xf/></cellStyleXfs><cellXfs>"
        '<xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    }  # fmt: skip
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return {name: (head + part).encode("utf-8", "replace") for name, part in parts.items()}


def _cell(value: object, x: int, y: int, shared: list[str]) -> str:
    at = f"{chr(65 + x)}{y}"
    if not isinstance(value, str):
        return f'<c r="{at}"><v>{value}</v></c>'
    shared.append(escape("".join(c for c in value if c.isprintable() or c in "\t\n")))
    return f'<c r="{at}" t="s"><v>{len(shared) - 1}</v></c>'


# What is done to a part


def _repeated(parts: Parts, name: str, rng: Random) -> None:
    """An element many times over."""
    if found := list(_ELEMENT.finditer(parts[name])):
        one = rng.choice(found)
        times = rng.choice(_FLOOD) if rng.random() < FLOODS else rng.choice(_TIMES)
        times = min(times, 24_000_000 // len(one[0]))
        parts[name] = parts[name][: one.end()] + one[0] * times + parts[name][one.end() :]


def _nested(parts: Parts, name: str, rng: Random) -> None:
    """An element many times in itself."""
    if found := list(_ELEMENT.finditer(parts[name])):
        one = rng.choice(found)
        times = rng.choice((2, 100, 3_000, 60_000))
        opening, closing = b"<" + one[1] + b">", b"</" + one[1] + b">"
        parts[name] = parts[name][: one.start()] + opening * times + closing * times + parts[name][one.end() :]


def _attribute(parts: Parts, name: str, rng: Random) -> None:
    if found := list(_ATTRIBUTE.finditer(parts[name])):
        one = rng.choice(found)
        said = str(
            rng.choice((*values.NUMBERS, values.text(rng), "XFD1048576", "A0", "A99999999", "t", "e", "b", "d", "str"))
        )
        new = escape(said, {'"': "&quot;"}).encode("utf-8", "replace")
        parts[name] = parts[name][: one.start(2)] + new + parts[name][one.end(2) :]


def _inner(parts: Parts, name: str, rng: Random) -> None:
    """Other text between two tags, escaped or not."""
    found = list(re.finditer(rb">([^<]*)<", parts[name]))
    one = rng.choice(found)
    said = str(
        rng.choice(
            (values.text(rng), *values.NUMBERS, "=1+1", "&#0;", "&a;", "&lt;", "<x", "]]>", "<![CDATA[", "x" * 40_000)
        )
    )
    new = said.encode("utf-8", "surrogatepass")
    parts[name] = parts[name][: one.start(1)] + new + parts[name][one.end(1) :]


def _commented(parts: Parts, name: str, rng: Random) -> None:
    """A comment, small or large, at the head or between two tags; perhaps a document type behind it."""
    comment = b"<!--" + b"c" * rng.choice((1, 4_096, 100_000, 8_000_000)) + b"-->"
    if rng.random() < 0.6:
        comment += rng.choice(DOCTYPES).encode()
    at = (
        parts[name].find(b"?>") + 2
        if rng.random() < 0.8
        else rng.choice([m.end() for m in re.finditer(b">", parts[name])])
    )
    parts[name] = parts[name][:at] + comment + parts[name][at:]


def _typed(parts: Parts, name: str, rng: Random) -> None:
    """A document type, perhaps with an entity that is used."""
    head, mark, rest = parts[name].partition(b"?>")
    rest = rest.replace(b"</t>", b"&a;&c;</t>", 1) if rng.random() < 0.5 else rest
    parts[name] = head + mark + rng.choice(DOCTYPES).encode() + rest


def _encoded(parts: Parts, name: str, rng: Random) -> None:
    """Another encoding: what is declared, what is there, or both."""
    encoding = rng.choice(ENCODINGS)
    text = parts[name].decode("utf-8", "replace").replace("UTF-8", encoding if rng.random() < 0.8 else "UTF-8", 1)
    try:
        parts[name] = text.encode(encoding if rng.random() < 0.6 else "utf-8", "replace")
    except (LookupError, ValueError, TypeError):
        parts[name] = text.encode("utf-8", "replace")


def _renamed(parts: Parts, name: str, rng: Random) -> None:
    """The part under another name, perhaps with all that name it."""
    new = rng.choice(
        (name.replace(".xml", ".bin"), name.replace(".xml", ""), name.upper(), "../" + name, "/" + name, "é")
    )
    parts[new] = parts.pop(name)
    if rng.random() < 0.7:
        old, new = name.rpartition("/")[2], new.rpartition("/")[2]
        for other in parts:
            parts[other] = parts[other].replace(old.encode(), new.encode())


def _dropped(parts: Parts, name: str, rng: Random) -> None:
    del parts[name]


def _swapped(parts: Parts, name: str, rng: Random) -> None:
    parts[name] = rng.choice((parts[rng.choice(sorted(parts))], b"", b"<x/>", b"\x00" * 100, rng.randbytes(100)))


def _bytes_changed(parts: Parts, name: str, rng: Random) -> None:
    """A few bytes of a part, cut off or replaced."""
    part = bytearray(parts[name])
    for _ in range(rng.choice((1, 1, 4))):
        part[rng.randrange(len(part))] = rng.choice(b"<>&\"'/\x00\xff\x80 =;]!")
    parts[name] = bytes(part if rng.random() < 0.7 else part[: rng.randrange(len(part))])


_CHANGES: tuple[Callable[[Parts, str, Random], None], ...] = (
    _repeated, _repeated, _nested, _attribute, _attribute, _attribute, _inner, _inner, _commented, _typed, _encoded,
    _renamed, _dropped, _swapped, _bytes_changed,
)  # fmt: skip

# What is done to the zip


def _damaged(content: bytes, rng: Random) -> bytes:
    """Other bytes where the packed data is, so that it unpacks to nonsense or not at all."""
    changed = bytearray(content)
    with zipfile.ZipFile(io.BytesIO(content)) as read:
        part = rng.choice(read.infolist())
    begin = part.header_offset + 30 + len(part.filename)
    for _ in range(rng.choice((1, 3, 20))):
        changed[begin + rng.randrange(max(1, part.compress_size))] = rng.randrange(256)
    return bytes(changed)


def _noise(content: bytes, rng: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice((1, 3, 20))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut(content: bytes, rng: Random) -> bytes:
    return content[: rng.randrange(4, len(content))] + rng.choice((b"", b"x" * 50, content))


def _fields_changed(content: bytes, rng: Random) -> bytes:
    """A field of an entry in the directory, or of the directory's end: method, flags, sum, sizes, places."""
    changed = bytearray(content)
    entries = [m.start() for m in re.finditer(b"PK\x01\x02", content)]
    width, at = rng.choice(((2, 6), (2, 8), (2, 10), (4, 16), (4, 20), (4, 24), (2, 28), (2, 30), (4, 42)))
    number = rng.choice((0, 1, 8, 9, 12, 14, 93, 99, 0xFFFF, 2**31, 2**32 - 1)) & (256**width - 1)
    struct.pack_into("<H" if width == 2 else "<I", changed, rng.choice(entries) + at, number)
    return bytes(changed)


def _overlapping(content: bytes, rng: Random) -> bytes:
    """Entries that all say they begin where the first does."""
    changed = bytearray(content)
    for found in re.finditer(b"PK\x01\x02", content):
        struct.pack_into("<I", changed, found.start() + 42, 0)
    return bytes(changed)


_DAMAGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _damaged, _damaged, _damaged, _noise, _cut, _fields_changed, _fields_changed, _overlapping,
)  # fmt: skip
