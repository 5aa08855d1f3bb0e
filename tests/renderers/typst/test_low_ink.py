"""Low ink: what any face draws has light grounds and black text, unless the face says what keeps its colours."""

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from pypdfium2 import raw

from builder.games import Game
from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import print_sheets
from renderers.typst.jobs import RenderOptions
from tests.support.renders import KIT, card, changed, faces_of, pack

LOW = RenderOptions(ink="low")
PAGE = SheetOptions(layout="pages", bleed=3)
DARK = "\"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path fill='#102030' d='M0 0h9v9H0z'/></svg>\""
SYMBOL = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path fill='currentColor' d='M0 0h9v9H0z'/></svg>"


def printed(game: Game, options: RenderOptions = LOW) -> bytes:
    made = print_sheets(game, [(card(), 1)], PAGE, options=options)
    assert made.findings == []
    return made.data


def pixel(data: bytes, x: float, y: float, page: int = 0) -> tuple[int, ...]:
    """The colour at a place of a card, in mm."""
    with pypdfium2.PdfDocument(data) as pdf:
        picture = pdf[page].render(scale=4, rev_byteorder=True).to_pil().convert("RGB")
    found = picture.getpixel((round((x + 3) * 4 * 72 / 25.4), round((y + 3) * 4 * 72 / 25.4)))
    assert isinstance(found, tuple)
    return found


def inks_of_text(data: bytes) -> set[tuple[int, ...]]:
    """The colours of all text: red, green, blue and how opaque."""
    import ctypes

    found = set()
    with pypdfium2.PdfDocument(data) as pdf:
        for page in pdf:
            for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
                parts = [ctypes.c_uint() for _ in range(4)]
                raw.FPDFPageObj_GetFillColor(thing, *map(ctypes.byref, parts))
                found.add(tuple(part.value for part in parts))
    return found


SHAPES = [
    "rect(width: 20mm, height: 20mm, fill: rgb({}))",
    "square(size: 20mm, fill: rgb({}))",
    "circle(radius: 10mm, fill: rgb({}))",
    "ellipse(width: 20mm, height: 20mm, fill: rgb({}))",
    "box(width: 20mm, height: 20mm, fill: rgb({}))",
    "block(width: 20mm, height: 20mm, fill: rgb({}))",
    "polygon(fill: rgb({}), (0mm, 0mm), (20mm, 0mm), (20mm, 20mm), (0mm, 20mm))",
    "curve(fill: rgb({}), curve.line((20mm, 0mm)), curve.line((20mm, 20mm)), curve.line((0mm, 20mm)))",
    "rect(width: 20mm, height: 20mm, fill: gradient.linear(rgb({}), rgb({})))",
    f"image(bytes({DARK}), width: 20mm)",
    f"drawing({DARK}, 200, 200)",
    "rect(inset: 0pt, stroke: none, fill: none, rect(width: 20mm, height: 20mm, fill: rgb({})))",
]


def test_what_is_dark_becomes_light_once(tmp_path: Path) -> None:
    dark = [shape.replace("{}", '"#102030"') for shape in SHAPES]
    game, cards = faces_of(tmp_path, [f"{KIT}#place(dx: 10mm, dy: 10mm, {shape})" for shape in dark])
    for options, shown in ((RenderOptions(), (0x10, 0x20, 0x30)), (LOW, (202, 206, 209))):
        made = print_sheets(game, [(one, 1) for one in cards], PAGE, options=options)
        assert made.findings == []
        for page, shape in enumerate(SHAPES):
            assert pixel(made.data, 18, 18, page) == pytest.approx(shown, abs=2), shape


def test_pictures_of_the_pack_become_light(tmp_path: Path) -> None:
    out = BytesIO()
    Image.new("RGB", (9, 9), (16, 32, 48)).save(out, "PNG")
    template = (
        f"{KIT}#place(art-box({{{{ art }}}}, 20mm, 20mm))#place(dx: 30mm, art-box({{{{ draw('d') }}}}, 20mm, 20mm))"
    )
    svg = DARK.strip('"')
    game = pack(
        tmp_path, template + '#place(dy: 30mm, image("/templates/f.svg", width: 20mm))', d__svg__j2=svg, f__svg=svg
    )
    (tmp_path / "art.png").write_bytes(out.getvalue())
    data = print_sheets(game, [(card(art="art.png"), 1)], PAGE, options=LOW).data
    for x, y in ((10, 10), (40, 10), (10, 40)):
        assert pixel(data, x, y) == pytest.approx((202, 206, 209), abs=3)


def test_all_text_is_black_and_faint_text_stays_faint(tmp_path: Path) -> None:
    text = '#text(white)[One] #text(9pt, rgb("#204060"))[Two] #text(white.transparentize(80%))[Three]'
    game = pack(tmp_path, f"{KIT}#place(dx: 9mm, dy: 9mm)[{text}]")
    assert inks_of_text(printed(game)) == {(0, 0, 0, 255), (0, 0, 0, 51)}


def test_a_face_says_what_keeps_its_colours(tmp_path: Path) -> None:
    dark = '#rect(width: 20mm, height: 20mm, fill: rgb("#102030"), text(white)[As it is])'
    game = pack(tmp_path, f"{KIT}#place(dx: 10mm, dy: 10mm, as-it-is[{dark}])#place(dx: 10mm, dy: 50mm)[Else]")
    data = printed(game)
    assert pixel(data, 28, 28) == pytest.approx((0x10, 0x20, 0x30), abs=2)
    assert inks_of_text(data) == {(255, 255, 255, 255), (0, 0, 0, 255)}


def test_a_face_is_drawn_in_both_languages(tmp_path: Path) -> None:
    template = KIT + '#place(dx: 9mm, dy: 9mm, text(if low-ink { "little" } else { "much" }))'
    template += "#place(dx: 9mm, dy: 30mm, text({{ ink }}))"
    game = pack(tmp_path, template)
    with pypdfium2.PdfDocument(printed(game)) as pdf:
        assert pdf[0].get_textpage().get_text_bounded().split() == ["little", "low"]
    with pypdfium2.PdfDocument(printed(game, RenderOptions())) as pdf:
        assert pdf[0].get_textpage().get_text_bounded().split() == ["much", "full"]


def test_symbols_keep_their_colours_where_these_can_be_seen(tmp_path: Path) -> None:
    shown = {"white": (0, 0, 0), "none": (0x80, 0x20, 0x20), 'rgb("#f0e000")': (132, 123, 0), "navy": (0, 31, 63)}
    icons = [f'#place(dx: 5mm, dy: {20 * n}mm, icon("moon", size: 15mm, tint: {tint}))' for n, tint in enumerate(shown)]
    game = pack(tmp_path, KIT + "\n".join(icons))
    (tmp_path / "moon.svg").write_text(SYMBOL)
    data = printed(changed(game, symbols={"moon": {"name": "Moon", "image": "moon.svg", "color": "#802020"}}))
    for number, (tint, color) in enumerate(shown.items()):
        assert pixel(data, 12, 20 * number + 7) == pytest.approx(color, abs=2), tint


def test_boxes_have_little_ink_and_may_keep_theirs(tmp_path: Path) -> None:
    box = 'x=10 width=20 height=20 fill="#102030"'
    game = pack(tmp_path, f'{{% extends "blank" %}}{{% box a y=10 {box} %}}{{% box b y=40 {box} keep=true %}}')
    assert pixel(printed(game), 20, 20) == pytest.approx((202, 206, 209), abs=2)
    assert pixel(printed(game), 20, 50) == pytest.approx((0x10, 0x20, 0x30), abs=2)


def test_what_a_machine_looks_for_stays_black(tmp_path: Path) -> None:
    from renderers.layout.imposition import Registration

    game = pack(tmp_path, KIT)
    made = print_sheets(
        game, [(card(), 1)], SheetOptions(marks="registration", registration=Registration()), options=LOW
    )
    with pypdfium2.PdfDocument(made.data) as pdf:
        picture = pdf[0].render(scale=2).to_pil().convert("L")
    assert picture.getpixel((round(12.5 * 2 * 72 / 25.4), round(12.5 * 2 * 72 / 25.4))) == 0
