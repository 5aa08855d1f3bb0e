"""Presets as numbers: what each says, where its things come to lie, and the pages that are really made."""

from dataclasses import replace
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import UsageError
from builder.games.sizes import Size, card_size, size_names
from renderers.layout.geometry import Box, Page, Paper, Registration, impose, page_boxes, paper_size
from renderers.layout.pieces import alone, folded, lay_out, single
from renderers.layout.plan import SheetOptions, in_order, plan_sheets
from renderers.outputs.images import deck_images
from renderers.outputs.sheets import print_sheets
from renderers.presets.presets import builtin, length_in_mm, made_preset, options_of, preset_names
from tests.support.pictures import overlap, png_size
from tests.support.renders import card, fleet, future_invaders

A4 = Paper(210, 297)
STANDARD = Size(63, 88)
MARGIN = 4.0


def plan(options: SheetOptions, count: int = 10) -> list[Page]:
    return plan_sheets(future_invaders(), [(card(), count)], options).pages


def centres(pdf: bytes, page: int) -> set[tuple[int, int, int]]:
    """The colours of a rendered page's corners, to see that something is there."""
    with pypdfium2.PdfDocument(pdf) as document:
        image = document[page].render(scale=1).to_pil().convert("RGB")
    width, height = image.size
    return {image.getpixel(at) for at in ((3, 3), (width - 4, 3), (3, height - 4), (width - 4, height - 4))}


# ---- what they say -----------------------------------------------------------------------------------------------


def test_the_presets_that_are_there() -> None:
    assert preset_names() == ["home", "drivethru", "mpc", "silhouette", "tgc"]
    for name in preset_names():
        preset = builtin(name)
        assert preset.name
        assert preset.description.endswith(".")
        assert len(preset.source) > 100


def test_home_is_what_options_are_by_default() -> None:
    assert builtin("home").options == SheetOptions()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("home", {"paper": "a4", "bleed": 3.0, "marks": "crops", "layout": "sheets"}),
        ("mpc", {"bleed": 3.0, "dpi": 300, "size": "standard", "layout": "images"}),
        ("drivethru", {"bleed": 3.175, "safe": 3.175, "order": "back-first", "layout": "pages", "radius": 3.0}),
        ("tgc", {"bleed": 3.175, "dpi": 300, "size": "poker", "layout": "images"}),
        ("silhouette", {"marks": "registration", "registration": Registration(10, 5, 10, 1, 2), "gap": 2.0}),
    ],
)
def test_figures(name: str, expected: dict[str, Any]) -> None:
    options = builtin(name).options
    assert {key: getattr(options, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("text", "length"), [("3 mm", 3), ("0.125in", 3.175), ("0.125 IN", 3.175), ("3", 3), (" 2.5mm ", 2.5)]
)
def test_lengths_are_exact(text: str, length: float) -> None:
    assert length_in_mm(text) == length


@pytest.mark.parametrize("text", ["", "mm", "3cm", "three", "1e3", "-1mm", "nan", "3 mm 4"])
def test_what_is_no_length(text: str) -> None:
    with pytest.raises(UsageError):
        length_in_mm(text)


def test_what_words_mean() -> None:
    words = {"bleed": "0.125in", "back-offset": {"x": "-0.5"}, "registration": {"length": "20 mm"}, "guides": True}
    options = options_of(words, builtin("silhouette").options)
    assert (options.bleed, options.back_offset, options.guide) == (3.175, (-0.5, 0.0), 3.0)
    assert options.registration == Registration(length=20)
    with pytest.raises(UsageError, match=r"bleed: 30mm is not from 0 to 20 mm"):
        options_of({"bleed": "30mm"})
    with pytest.raises(UsageError, match='paper: no paper "a9"'):
        options_of({"paper": "a9"})


def test_a_preset_takes_from_another_what_it_does_not_say() -> None:
    mine = made_preset("mine", {"extends": "silhouette", "registration": {"inset": "12 mm"}}, builtin("silhouette"))
    assert mine.options == replace(builtin("silhouette").options, registration=Registration(inset=12))


# ---- where things lie --------------------------------------------------------------------------------------------


def test_a_page_of_drivethru() -> None:
    pages = plan(builtin("drivethru").options, 3)
    assert [page.back for page in pages] == [True, False, False, False]
    for page in pages:
        boxes = page_boxes(page)
        assert boxes.media == boxes.bleed == (0, 0, 198, 270)  # 2.75 x 3.75 in
        assert boxes.trim == (9, 9, 189, 261)  # 2.5 x 3.5 in


def test_a_sheet_is_not_cut_to_a_card() -> None:
    boxes = page_boxes(plan(builtin("home").options, 1)[0])
    assert boxes.media == boxes.trim == boxes.bleed == (0, 0, 595.276, 841.89)


def test_orders() -> None:
    one, other = (Page(1, 1, (), labels=()) for _ in range(2))
    pages = [replace(one, turn=1), replace(other, back=True), replace(one, turn=2), replace(other, back=True, turn=3)]
    turns = {order: [p.turn for p in in_order(pages, order)] for order in ("front-back", "back-front", "fronts-first")}  # type: ignore[arg-type]  # literals
    assert turns == {"front-back": [1, 0, 2, 3], "back-front": [0, 1, 3, 2], "fronts-first": [1, 2, 0, 3]}


def test_backs_of_their_own_come_before_each_front() -> None:
    game = future_invaders()
    game.definition["types"]["ship"]["back"] = "back"
    pages = plan_sheets(game, [(one, 1) for one in fleet(3)], builtin("drivethru").options).pages
    assert [page.back for page in pages] == [True, False] * 3


def test_registration_marks_stand_where_the_machine_looks() -> None:
    (page,) = impose(1, STANDARD, A4, marks="registration", orientation="portrait")
    assert page.solids == (
        Box(10, 10, 5, 5),
        Box(190, 10, 10, 1), Box(199, 10, 1, 10),
        Box(10, 286, 10, 1), Box(10, 277, 1, 10),
    )  # fmt: skip
    assert page.marks == ()


def test_silhouette_holds_eight_standard_cards_on_a4() -> None:
    pages = plan(builtin("silhouette").options, 10)
    assert [(page.width, page.height, len(page.slots)) for page in pages] == [(297, 210, 8), (297, 210, 2)]
    first = pages[0].slots[0]
    assert (first.trim.x, first.trim.y) == (19.5, 16)
    assert first.bleed == Box(18.5, 15, 65, 90)


def test_slots_near_marks_are_left_out() -> None:
    (page,) = impose(6, STANDARD, A4, marks="registration", orientation="portrait", bleed=0)
    assert len(page.slots) == 6
    plain = impose(9, STANDARD, A4, marks="none", orientation="portrait")[0]
    near = [s for s in plain.slots if Registration().near(s.trim, A4)]
    assert [slot.card for slot in near] == [0, 2, 6]


SIZES = st.sampled_from(size_names())
PAPERS = st.sampled_from(["a4", "letter", "a3", "a5", "legal"])
LENGTHS = st.floats(0, 6, allow_nan=False)


@given(SIZES, PAPERS, LENGTHS, LENGTHS, st.sampled_from(["full", "outer", "none"]))
def test_beside_registration_marks_nothing_is_printed(
    size: str, paper: str, gap: float, bleed: float, mode: Any
) -> None:
    try:
        pages = impose(
            7, card_size(size), paper_size(paper), gap=gap, bleed=bleed, bleed_mode=mode, marks="registration"
        )
    except UsageError:
        return  # a small paper may have no room between the marks
    assert sum(len(page.slots) for page in pages) == 7
    for page in pages:
        trims, seen = [slot.trim for slot in page.slots], [slot.bleed for slot in page.slots]
        assert not any(overlap(a, b) for i, a in enumerate(seen) for b in seen[i + 1 :])
        assert not any(overlap(box, mark) for box in seen for mark in page.solids)
        for box in trims:
            assert MARGIN - 1e-6 <= box.x <= box.right <= page.width - MARGIN + 1e-6
            assert MARGIN - 1e-6 <= box.y <= box.bottom <= page.height - MARGIN + 1e-6
        for box in seen:
            assert -1e-6 <= box.x <= box.right <= page.width + 1e-6
            assert -1e-6 <= box.y <= box.bottom <= page.height + 1e-6


@pytest.mark.parametrize(("mode", "middle", "corner"), [("full", 69, 66 + 3), ("outer", 63, 66), ("none", 63, 63)])
def test_bleed_modes(mode: Any, middle: float, corner: float) -> None:
    page = impose(9, STANDARD, Paper(300, 400), gap=6, bleed_mode=mode)[0]
    columns = sorted({(slot.trim.x, slot.bleed.width) for slot in page.slots})
    assert columns[1][1] == middle
    assert columns[0][1] == corner


@pytest.mark.parametrize(("way", "expected"), [("auto", 115), ("portrait", 115), ("landscape", 210)])
def test_the_paper_lies_as_asked(way: Any, expected: float) -> None:
    assert impose(1, Size(100, 60), Paper(115, 210), orientation=way)[0].width == expected


@given(
    st.floats(-5, 5, allow_nan=False), st.floats(-5, 5, allow_nan=False), st.floats(-5, 5, allow_nan=False),
    st.sampled_from(["long-edge", "short-edge", "separate"]),
)  # fmt: skip
def test_backs_are_mirrored_and_then_corrected(x: float, y: float, turn: float, backs: Any) -> None:
    front, back = plan(SheetOptions(backs=backs, back_offset=(x, y), back_rotation=turn), 5)
    assert (front.shift, front.turn, back.shift, back.turn) == ((0, 0), 0, (x, y), turn)
    assert back.printed_at(105, 148.5) == pytest.approx((105 + x, 148.5 + y))  # it turns around the middle
    for one, other in zip(front.slots, back.slots, strict=True):
        if backs == "short-edge":
            assert (other.trim.x, other.trim.y) == pytest.approx((one.trim.x, 297 - one.trim.bottom))
        else:
            assert (other.trim.x, other.trim.y) == pytest.approx((210 - one.trim.right, one.trim.y))
        assert other.turned == (backs == "short-edge")


def test_a_quarter_turn_would_go_clockwise() -> None:
    page = Page(200, 100, (), shift=(1, 2), turn=90)
    assert page.printed_at(150, 50) == pytest.approx((101, 102))


def test_guides_show_the_cut_and_the_safe_zone() -> None:
    page = alone(single(STANDARD), 3, safe=3)
    cut, zone = page.guides
    assert (cut.box, cut.radius, cut.dashed) == (Box(3, 3, 63, 88), 3, False)
    assert (zone.box, zone.radius, zone.dashed) == (Box(6, 6, 57, 82), 0, True)
    rounder = alone(single(replace(STANDARD, radius=5)), 3, safe=3).guides[1]
    assert rounder.radius == 2
    assert alone(single(Size(25, 25), "circle"), 0, safe=2).guides[1].radius == 10.5
    assert not lay_out(1, single(STANDARD), A4)[0].guides


def test_cards_fold_to_their_backs() -> None:
    (page,) = plan(SheetOptions(backs="fold"), 4)
    assert (page.width, page.height) == (297, 210)
    assert len(page.slots) == 8
    assert [slot.turned for slot in page.slots] == [True, False] * 4
    back, front = page.slots[:2]
    assert back.trim == Box(front.trim.x, front.trim.y - 88, 63, 88)
    assert page.folds[0].y1 == page.folds[0].y2 == front.trim.y
    assert page.outlines[0].box == Box(front.trim.x, back.trim.y, 63, 176)
    assert folded(STANDARD).outlines[0].radius == 3


# ---- what is really made -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_makes_a_small_deck(name: str) -> None:
    game, options = future_invaders(), builtin(name).options
    deck, beside = [(one, 2) for one in fleet(2)], [("base-tracker", 1)]
    if options.layout == "images":
        made = {image.name: (image, count) for image, count in deck_images(game, deck, options, beside)}
        assert {key: count for key, (_, count) in made.items()} == {
            "fronts/ship-0": 2, "fronts/ship-1": 2, "fronts/base-tracker": 1, "backs/back": 4,
        }  # fmt: skip
        pixels = {"mpc": (815, 1110), "tgc": (825, 1125)}[name]
        assert {png_size(image.data) for image, _ in made.values()} == {pixels}
        return
    rendered = print_sheets(game, deck, options, beside)
    assert rendered.findings == []
    with pikepdf.open(BytesIO(rendered.data)) as pdf:
        sizes = {(round(float(p.mediabox[2]), 2), round(float(p.mediabox[3]), 2)) for p in pdf.pages}
        assert len(pdf.pages) == {"home": 1, "silhouette": 1, "drivethru": 6}[name]
        trims = [[round(float(x), 2) for x in p.trimbox] for p in pdf.pages]
    assert sizes == {{"home": (595.28, 841.89), "silhouette": (841.89, 595.28), "drivethru": (198, 270)}[name]}
    if name == "drivethru":
        assert trims == [[9, 9, 189, 261]] * 6
        assert (255, 255, 255) not in centres(rendered.data, 1)  # the picture goes to the end of the bleed


def test_bleed_is_never_rounded_to_pixels() -> None:
    """37.5 pixels of bleed: a card's left edge falls in the middle of a pixel, and is drawn so."""
    game = future_invaders()
    (picture, _), *_ = deck_images(game, [(card(), 1)], builtin("tgc").options)
    assert png_size(picture.data) == (825, 1125)
    plain = alone(single(card_size("poker")), builtin("tgc").options.around)
    assert plain.slots[0].trim.x / 25.4 * 300 == pytest.approx(37.5)


def test_backs_in_a_file_of_their_own() -> None:
    made = print_sheets(future_invaders(), [(card(), 10)], SheetOptions(backs="separate"))
    together = print_sheets(future_invaders(), [(card(), 10)], SheetOptions(backs="long-edge"))
    assert (made.pages, together.backs) == (4, b"")
    for data in (made.data, made.backs):
        with pikepdf.open(BytesIO(data)) as pdf:
            assert len(pdf.pages) == 2
    html = print_sheets(future_invaders(), [(card(), 1)], SheetOptions(backs="separate", output="html"))
    assert html.data.count(b"<section") == html.backs.count(b"<section") == 1
