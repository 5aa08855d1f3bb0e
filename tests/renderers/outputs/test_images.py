"""Single pictures of cards, and those that a print shop takes."""

from pathlib import Path

import pytest

from builder.games import Game
from builder.storage.cache import DiskCache
from renderers.layout.options import SheetOptions
from renderers.outputs.images import card_images, deck_images, pictures_of, shared_pictures
from renderers.typst.jobs import RenderOptions
from tests.support.pictures import png_size
from tests.support.renders import KIT, card, counted, fleet, future_invaders, pack
from tests.support.things import CUBE, game_of_things, thing


@pytest.mark.parametrize(
    ("dpi", "bleed", "size", "pixels"),
    [(300, 0, "", (744.09, 1039.37)), (100, 3, "", (271.65, 370.08)), (150, 0, "poker", (375, 525))],
)
def test_a_png_has_the_cards_size_at_its_dpi(dpi: float, bleed: float, size: str, pixels: tuple[float, float]) -> None:
    (image,) = card_images(future_invaders(), [card()], layout=SheetOptions(bleed=bleed, dpi=dpi, size=size))
    assert image.name == "test-ship"
    assert png_size(image.data) == pytest.approx(pixels, abs=1)


def test_an_image_a_card_in_order_with_its_findings() -> None:
    cards = [*fleet(2), card(id="snow", name="☃ 漢")]
    images = list(card_images(future_invaders(), cards, "svg"))
    assert [image.name for image in images] == ["ship-0", "ship-1", "snow"]
    assert all(image.data.startswith(b"<svg") for image in images)
    assert len({image.data for image in images}) == 3
    assert [len(image.findings) for image in images] == [0, 0, 1]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return game_of_things(tmp_path)


def test_pictures_are_of_each_things_size(game: Game) -> None:
    cards = [thing("hero"), thing("coin"), thing("cube", faces=CUBE), thing("hero", 2)]
    images = {image.name: image.data for image in card_images(game, cards, layout=SheetOptions(bleed=0, dpi=25.4))}
    assert {name: png_size(data) for name, data in images.items()} == {
        "hero-1": (63, 88), "coin-1": (25, 25), "coin-1.back": (25, 25), "cube-1": (96, 16), "hero-2": (63, 88),
    }  # fmt: skip


def test_only_changed_pictures_are_rendered(tmp_path: Path) -> None:
    game, runs = pack(tmp_path / "pack", KIT + "#fit-line({{ card.name }}, 20mm)"), []
    options = RenderOptions(DiskCache(tmp_path / "renders"), run=counted(runs))
    cards = [*fleet(5), card(id="wide", number=9, name="W" * 60)]
    first = list(card_images(game, cards, layout=SheetOptions(bleed=0, dpi=30), options=options))
    cards[2] = card(id="ship-2", number=3, name="Renamed")
    second = list(card_images(game, cards, layout=SheetOptions(bleed=0, dpi=30), options=options))
    assert runs == [6, 1]
    assert [image.name for image in second] == [image.name for image in first]
    assert [a.data == b.data for a, b in zip(first, second, strict=True)] == [True, True, False, True, True, True]
    # What is wrong with a face is kept with it.
    assert [finding.code for finding in second[-1].findings] == ["text-overflow"]
    assert second[-1].findings == first[-1].findings


def test_pictures_for_a_print_shop_are_counted(game: Game) -> None:
    copies = [(thing("hero"), 2), (thing("coin"), 3), (thing("cube", faces=CUBE), 1)]
    layout = SheetOptions(backs="long-edge", dpi=30, bleed=1)
    made = {
        image.name: (png_size(image.data), count) for image, count in deck_images(game, copies, layout, [("track", 2)])
    }
    assert made == {
        "fronts/hero-1": ((77, 106), 2), "fronts/coin-1": ((32, 32), 3), "backs/coin-1": ((32, 32), 3),
        "dice/cube-1": ((113, 19), 1), "fronts/track": ((77, 106), 2), "backs/back": ((77, 106), 2),
    }  # fmt: skip


def test_what_a_game_has_besides_its_cards(game: Game) -> None:
    assert [picture.name for picture in shared_pictures(game)] == [":back", ":track"]
    assert [picture.name for picture in pictures_of(game, thing("coin"))] == ["coin-1", "coin-1.back"]


def test_a_fault_ends_the_pictures(tmp_path: Path) -> None:
    (image,) = card_images(pack(tmp_path, "{{ card.nothing }}"), fleet(3))
    assert (image.name, image.data) == ("", b"")
    assert [finding.code for finding in image.findings] == ["template-error"]
