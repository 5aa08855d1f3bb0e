"""PDFs as files: boxes, standards, fonts, text, bytes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from builder.diagnostics import UsageError
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Box, Page, Slot
from renderers.outputs.documents import STANDARDS, composed, joined, known_standard, only_pages, page_boxes
from renderers.outputs.sheets import PrintedSheets, print_sheets
from tests.support.renders import card, changed, fleet, fonts_in, future_invaders, pdf_pages, pdf_text, with_type
from tests.support.things import TYPES, game_of_things, thing

MM = 72 / 25.4


@contextmanager
def opened(data: bytes) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(BytesIO(data)) as pdf:
        yield pdf


@cache
def printed(*, mix: bool = False, **options: Any) -> PrintedSheets:
    """Ships of the game's size and boards of another: on two sheets, which are parts that are joined, or on one, whose
    parts are laid over each other.
    """
    game = with_type(future_invaders(), "structure", size="mini")
    cards = [*fleet(2), card(id="ship-2", number=3, name="Ship 2", type="structure")]
    made = print_sheets(game, [(one, 1) for one in cards], SheetOptions(mix=mix, **options))
    assert made.findings == []
    assert made.pages == (1 if mix else 2)
    return made


def test_a_page_of_one_card_is_cut_to_the_card() -> None:
    page = Page(69, 94, (Slot(0, Box(3, 3, 63, 88), Box(0, 0, 69, 94)),))
    with pikepdf.new() as pdf, BytesIO() as out:
        pdf.add_blank_page(page_size=(69 * MM, 94 * MM))
        pdf.save(out)
        data = joined([out.getvalue()], [page])
    with opened(data) as pdf:
        trim, bleed = ([float(x) / MM for x in pdf.pages[0].obj[key]] for key in ("/TrimBox", "/BleedBox"))
    assert trim == pytest.approx([3, 3, 66, 91], abs=0.01)
    assert bleed == pytest.approx([0, 0, 69, 94], abs=0.01)


def test_every_page_says_where_it_is_cut_and_how_far_it_bleeds() -> None:
    made = printed()
    with opened(made.data) as pdf:
        for page, laid_out in zip(pdf.pages, made.plan.pages, strict=True):
            boxes = page_boxes(laid_out)
            media, bleed, trim = ([float(x) for x in page.obj[key]] for key in ("/MediaBox", "/BleedBox", "/TrimBox"))
            assert (trim, bleed) == (pytest.approx(boxes.trim), pytest.approx(boxes.bleed))
            assert media == pytest.approx([0, 0, laid_out.width * MM, laid_out.height * MM], abs=0.01)
            for outer, inner in ((media, bleed), (bleed, trim)):
                assert all(out <= within + 0.01 for out, within in zip(outer[:2], inner[:2], strict=True))
                assert all(out >= within - 0.01 for out, within in zip(outer[2:], inner[2:], strict=True))


def test_a_sheet_is_not_cut_to_a_card() -> None:
    boxes = page_boxes(printed().plan.pages[0])
    assert boxes.media == boxes.trim == boxes.bleed == (0, 0, 595.276, 841.89)


@pytest.mark.parametrize(("mix", "layers"), [(False, []), (True, ["/Layer1"])])
def test_parts_together_have_all_pages_text_and_fonts_and_say_how_many(mix: bool, layers: list[str]) -> None:
    made = printed(mix=mix)
    text = re.sub(r"\s+", " ", pdf_text(made.data))
    assert all(f"Ship {i}" in text for i in range(3))
    with opened(made.data) as pdf:
        assert len(pdf.pages) == made.pages
        assert (str(pdf.Root.Lang), str(pdf.docinfo["/Title"])) == ("en", "Future Invaders")
        assert b"<xmpTPg:NPages>%d<" % made.pages in pdf.Root.Metadata.read_bytes()
        assert "/StructTreeRoot" not in pdf.Root  # of one part only: its tags would not fit the others' pages
        assert [name for name in pdf.pages[0].resources.get("/XObject", {}) if name.startswith("/Layer")] == layers
    fonts = fonts_in(made.data)
    assert {name.partition("+")[2] for name, _ in fonts} >= {"SourceSansPro-Regular", "RedHatDisplay-Black"}
    assert all(embedded for _, embedded in fonts)


@pytest.mark.parametrize(("standard", "mix"), [("", False), ("a-2b", True)])
def test_the_same_cards_give_the_same_bytes(standard: str, mix: bool) -> None:
    assert printed(standard=standard, mix=mix).data == printed.__wrapped__(standard=standard, mix=mix).data


@pytest.mark.parametrize(
    ("standard", "mix"), [*((name, False) for name in STANDARDS if name != "a-1b"), ("a-2b", True), ("a-4", True)]
)
def test_what_is_joined_keeps_the_standard(standard: str, mix: bool) -> None:
    data = printed(standard=standard, mix=mix).data
    with opened(data) as pdf:
        claims = pdf.Root.Metadata.read_bytes()
        assert f"<pdfaid:part>{standard[2]}<".encode() in claims
        if standard[3:]:
            assert f"<pdfaid:conformance>{standard[3:].upper()}<".encode() in claims
        if standard != "a-4":  # which may do without
            assert pdf.Root.OutputIntents[0].S == "/GTS_PDFA1"
            assert "/ID" in pdf.trailer
        assert "/Filter" not in pdf.Root.Metadata  # archives read it as it is
        assert "/Encrypt" not in pdf.trailer
        assert all(embedded for _, embedded in fonts_in(data))
        assert pdf.pdf_version == {"2": "1.7", "3": "1.7", "4": "2.0"}[standard[2]]


def test_the_oldest_standard_has_no_streams_of_objects_and_no_transparency() -> None:
    game = future_invaders(face="generic", back="generic-back", symbols={})
    made = print_sheets(game, [(fleet(1)[0], 1)], SheetOptions(standard="a-1b"))
    if made.findings:  # the kit's pictures may be transparent: then it is said, and nothing is made
        assert "a-1b" in made.findings[0].message.lower()
        assert made.data == b""
        return
    assert made.data.startswith(b"%PDF-1.4")
    assert b"/ObjStm" not in made.data


def test_nothing_is_claimed_that_was_not_asked_for() -> None:
    with opened(printed().data) as pdf:
        assert b"pdfaid" not in pdf.Root.Metadata.read_bytes()


def test_standards_that_sheets_cannot_keep_are_refused() -> None:
    assert known_standard("PDF/A-2B") == "a-2b"
    assert known_standard("") == ""
    for name in ("a-2a", "ua-1", "x-1a"):
        with pytest.raises(UsageError, match=name):
            print_sheets(future_invaders(), [(fleet(1)[0], 1)], SheetOptions(standard=name))


def test_nothing_joined_is_nothing() -> None:
    assert joined([]) == b""
    assert joined([b"as it is"]) == b"as it is"


def test_some_pages_in_another_order_and_over_one_another() -> None:
    whole = printed().data
    for number in (0, 1):
        with opened(only_pages(whole, [number])) as pdf:
            assert len(pdf.pages) == 1
            assert b"<xmpTPg:NPages>1<" in pdf.Root.Metadata.read_bytes()
        assert pdf_pages(only_pages(whole, [number])) == pdf_pages(whole)[number : number + 1]
    first, second = pdf_pages(whole)
    assert pdf_pages(composed(whole, [[1], [0], [1]])) == [second, first, second]
    (both,) = pdf_pages(composed(whole, [[0, 1]]))
    assert first in both
    assert second in both


def test_links_of_every_layer_stay(tmp_path: Path) -> None:
    game = changed(game_of_things(tmp_path), types={**TYPES, "mini": {"name": "Mini", "size": "mini"}})
    face = '#link("https://example.org/" + {{ card.id }})[#box(width: 9mm, height: 9mm)]'
    (tmp_path / "templates" / "face.typ.j2").write_text(face, "utf-8")
    with opened(print_sheets(game, [(thing("hero"), 1), (thing("mini"), 1)]).data) as pdf:
        (page,) = pdf.pages
        assert {str(link.A.URI)[20:] for link in page.obj.Annots} == {"hero-1", "mini-1"}


# Sheets as HTML


def test_html_is_one_file_that_asks_for_nothing() -> None:
    made = print_sheets(future_invaders(), [(c, 4) for c in fleet(3)], SheetOptions(output="html", paper="letter"))
    html = made.data.decode()
    assert html.count("<section") == made.pages == 2
    assert "{ size: 215.9mm 279.4mm" in html
    assert "http" not in html.replace("http-equiv", "")
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:;' in html
    assert not re.search(r"<(?:script|link|iframe|object)\b|@import|url\((?!#)", html)
    sources = re.findall(r"(?:href|src)=\"([^\"]*)\"", html)
    assert sources
    assert all(source.startswith(("#", "data:image/")) for source in sources)


def test_html_escapes_the_games_name() -> None:
    game = future_invaders(name="<script>alert(1)</script>")
    html = print_sheets(game, [(card(), 1)], SheetOptions(output="html")).data.decode()
    assert "<script" not in html
