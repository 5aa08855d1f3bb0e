"""Single pictures of cards."""

import pytest

from renderers.outputs.images import card_images
from tests.support.pictures import png_size
from tests.support.renders import card, fleet, future_invaders


@pytest.mark.parametrize(
    ("dpi", "bleed", "size", "pixels"),
    [(300, 0, "", (744.09, 1039.37)), (100, 3, "", (271.65, 370.08)), (150, 0, "poker", (375, 525))],
)
def test_a_png_has_the_cards_size_at_its_dpi(dpi: float, bleed: float, size: str, pixels: tuple[float, float]) -> None:
    (image,) = card_images(future_invaders(), [card()], dpi=dpi, bleed=bleed, size=size)
    assert image.name == "test-ship"
    assert png_size(image.data) == pytest.approx(pixels, abs=1)


def test_an_image_a_card_in_order_with_its_findings() -> None:
    cards = [*fleet(2), card(id="snow", name="☃ 漢")]
    images = list(card_images(future_invaders(), cards, kind="svg"))
    assert [image.name for image in images] == ["ship-0", "ship-1", "snow"]
    assert all(image.data.startswith(b"<svg") for image in images)
    assert len({image.data for image in images}) == 3
    assert [len(image.findings) for image in images] == [0, 0, 1]
