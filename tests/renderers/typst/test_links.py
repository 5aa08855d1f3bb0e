"""Links in pages: of those that templates make, only harmless ones stay, whatever the file."""

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pikepdf

from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import print_sheets
from renderers.typst.links import is_harmless, without_harmful_links
from tests.support.renders import card, drawn, pack

HARMLESS = ["https://example.org/?q=a&b=%22", "http://example.org", "mailto:a@example.org", "HTTPS://example.org/é"]
HARMFUL = [
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "java\\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "vbscript:x",
    "//example.org",
    "http:example.org",
    "#here",
    "notes.html",
    'https://example.org\\" onclick=\\"alert(1)',
    "https://example.org\\u{202e}",
    "mailto:",
]
TEMPLATE = "".join(f'#link("{address}")[#rect(width: 5mm, height: 1mm)]\n' for address in HARMLESS + HARMFUL)
MORE = TEMPLATE + "#link((page: 1, x: 0pt, y: 0pt))[here] #box[a]#label(\"<a href='javascript:1'>\")"


def test_harmless_ones_and_others() -> None:
    harmful = [address.encode().decode("unicode_escape") for address in HARMFUL[:-2]]
    assert [address for address in HARMLESS + harmful if is_harmless(address)] == HARMLESS


def test_pictures_and_html_have_harmless_links_only(tmp_path: Path) -> None:
    game = pack(tmp_path, MORE)
    image = drawn(game, card())
    html = print_sheets(game, [(card(), 1)], SheetOptions(output="html")).data
    for content in (image, html):
        links = re.findall(r' (?:xlink:)?href="(?!data:|#)([^"]*)"', content.decode())
        assert sorted(set(links)) == sorted(address.replace("&", "&amp;") for address in HARMLESS)
        assert b"script:" not in content
        assert b"onclick" not in content
    ElementTree.fromstring(image)  # noqa: S314 - made here


def test_a_pdf_has_harmless_links_only_and_nothing_to_start(tmp_path: Path) -> None:
    template = MORE + '\n#pdf.attach("/x.js", bytes("app.alert(1)"))\n= Title <x>'
    made = print_sheets(pack(tmp_path, template), [(card(), 1)])
    assert made.findings == []
    with pikepdf.open(BytesIO(made.data)) as pdf:
        links = [bytes(a["/A"]["/URI"]).decode() for page in pdf.pages for a in page.obj.get("/Annots", [])]
        assert links == HARMLESS
        assert not {"/OpenAction", "/AA", "/Names", "/AF", "/AcroForm"} & set(pdf.Root.keys())
        assert not [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/Params" in thing]


def test_a_text_that_looks_like_a_tag_is_none() -> None:
    svg = b'<svg><g data-typst-label="<a href=&quot;x"><path d="M"/></g><a href="javascript:1"><rect/></a></svg>'
    assert without_harmful_links(svg) == b'<svg><g><path d="M"/></g><a><rect/></a></svg>'
