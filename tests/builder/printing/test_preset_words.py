"""Presets as numbers: what each says, where its things come to lie, and the pages that are really made."""

from dataclasses import replace
from io import BytesIO

import pikepdf
import pypdfium2
import pytest

from builder.diagnostics import UsageError
from builder.games.sizes import card_size
from builder.printing.presets import builtin, length_in_mm, options_of, overruled, preset_from, preset_names
from renderers.layout.cutouts import own_page, single
from renderers.layout.imposition import Registration
from renderers.layout.options import SheetOptions
from renderers.layout.pages import Box, Page
from renderers.layout.plan import plan_sheets
from renderers.outputs.documents import page_boxes
from renderers.outputs.images import deck_images, pictures_of
from renderers.outputs.sheets import print_sheets
from tests.support.pictures import png_size
from tests.support.renders import card, fleet, future_invaders


def plan(options: SheetOptions, count: int = 10) -> list[Page]:
    """The pages of so many copies of a ship."""
    return plan_sheets(future_invaders(), [(card(), count)], options).pages


def centres(pdf: bytes, page: int) -> set[tuple[int, int, int]]:
    """The colours of a rendered page's corners, to see that something is there."""
    with pypdfium2.PdfDocument(pdf) as document:
        image = document[page].render(scale=1).to_pil().convert("RGB")
    width, height = image.size
    return {image.getpixel(at) for at in ((3, 3), (width - 4, 3), (3, height - 4), (width - 4, height - 4))}


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
    mine = preset_from("mine", {"extends": "silhouette", "registration": {"inset": "12 mm"}}, builtin("silhouette"))
    assert mine.options == replace(builtin("silhouette").options, registration=Registration(inset=12))


def test_a_page_of_drivethru() -> None:
    pages = plan(builtin("drivethru").options, 3)
    assert [page.back for page in pages] == [True, False, False, False]
    for page in pages:
        boxes = page_boxes(page)
        assert boxes.media == boxes.bleed == (0, 0, 198, 270)  # 2.75 x 3.75 in
        assert boxes.trim == (9, 9, 189, 261)  # 2.5 x 3.5 in


PUBLISHED = [  # pixels at 300 dpi that services ask for
    ("mpc", "standard", (815, 1110)), ("mpc", "poker", (822, 1122)), ("mpc", "tarot", (897, 1497)),
    ("tgc", "standard", (825, 1125)), ("tgc", "poker", (825, 1125)), ("tgc", "bridge", (750, 1125)),
    ("tgc", "tarot", (900, 1500)), ("tgc", "mini", (600, 825)), ("tgc", "jumbo", (1125, 1725)),
    ("tgc", "square", (900, 900)), ("tgc", "3.5x3.5in", (1125, 1125)), ("tgc", "1.25x1.75in", (450, 600)),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "size", "pixels"), PUBLISHED)
def test_pictures_have_the_pixels_that_a_service_asks_for(preset: str, size: str, pixels: tuple[int, int]) -> None:
    game = future_invaders(card_size=size)
    for picture in pictures_of(game, card(), builtin(preset).options):
        page = picture.page
        assert (round(page.width * 300 / 25.4 + 1e-6), round(page.height * 300 / 25.4 + 1e-6)) == pixels


def test_a_picture_is_drawn_with_the_bleed_of_its_product() -> None:
    options = replace(builtin("mpc").options, dpi=100)
    (image, _), (back, _) = deck_images(future_invaders(card_size="tarot"), [(card(), 1)], options)
    assert (png_size(image.data), image.findings) == ((299, 499), [])
    assert png_size(back.data) == (299, 499)


def test_a_bleed_that_is_asked_for_is_that_of_every_product() -> None:
    options = options_of(overruled(builtin("mpc").words, {"bleed": "2 mm"}))
    assert {product.bleed for product in options.products} == {None}
    assert options.bleed_around(options.products[0].bleed) == 2.0
    mine = preset_from("mine", {"products": {"toy": {"size": "20x30mm"}}}, builtin("drivethru"))
    assert [product.name for product in mine.options.products] == ["poker", "toy"]


def test_pages_of_a_product_have_its_size_and_bleed() -> None:
    words = {"products": {"small": {"size": "mini", "bleed": "1 mm"}}, "bleed": "3 mm", "size": "mini"}
    pages = plan(options_of(words, builtin("drivethru").options), 1)
    assert {(page.width, page.height) for page in pages} == {(46.45, 65.5)}


@pytest.mark.parametrize("name", ["mpc", "tgc", "drivethru"])
def test_no_service_prints_a_size_that_it_does_not_sell(name: str) -> None:
    game, options = future_invaders(card_size="40x120mm"), builtin(name).options
    with pytest.raises(UsageError, match="no template for cards of 40 x 120 mm"):
        plan_sheets(game, [(card(), 1)], replace(options, layout="pages"))
    with pytest.raises(UsageError, match="no template for cards of 40 x 120 mm"):
        list(deck_images(game, [(card(), 1)], options))


def test_silhouette_holds_eight_standard_cards_on_a4() -> None:
    pages = plan(builtin("silhouette").options, 10)
    assert [(page.width, page.height, len(page.slots)) for page in pages] == [(297, 210, 8), (297, 210, 2)]
    first = pages[0].slots[0]
    assert (first.trim.x, first.trim.y) == (19.5, 16)
    assert first.bleed == Box(18.5, 15, 65, 90)


@pytest.mark.parametrize(
    ("name", "pages", "size"),
    [("home", 1, (595.28, 841.89)), ("silhouette", 1, (841.89, 595.28)), ("drivethru", 6, (198, 270))],
)
def test_a_small_deck_has_pages_of_this_size(name: str, pages: int, size: tuple[float, float]) -> None:
    deck = [(one, 2) for one in fleet(2)]
    rendered = print_sheets(future_invaders(), deck, builtin(name).options, [("base-tracker", 1)])
    assert rendered.findings == []
    with pikepdf.open(BytesIO(rendered.data)) as pdf:
        sizes = [(round(float(p.mediabox[2]), 2), round(float(p.mediabox[3]), 2)) for p in pdf.pages]
        trims = [[round(float(x), 2) for x in p.trimbox] for p in pdf.pages]
    assert sizes == [size] * pages
    if name == "drivethru":
        assert trims == [[9, 9, 189, 261]] * 6
        assert (255, 255, 255) not in centres(rendered.data, 1)  # the picture goes to the end of the bleed


def test_bleed_is_never_rounded_to_pixels() -> None:
    """37.5 pixels of bleed: a card's left edge falls in the middle of a pixel, and is drawn so."""
    game = future_invaders()
    (picture, _), *_ = deck_images(game, [(card(), 1)], builtin("tgc").options)
    assert png_size(picture.data) == (825, 1125)
    plain = own_page(single(card_size("poker")), builtin("tgc").options.bleed_around())
    assert plain.slots[0].trim.x / 25.4 * 300 == pytest.approx(37.5)
