"""Colours that ink prints and colours that it does not."""

import pytest

from renderers.preflight.colors import SOLIDS, hex_of, lab_of, printable, rgb_of


@pytest.mark.parametrize(
    ("rgb", "lab"),
    [
        ((255, 255, 255), (100, 0, 0)),
        ((0, 0, 0), (0, 0, 0)),
        ((255, 0, 0), (54.29, 80.80, 69.89)),
        ((0, 0, 255), (29.57, 68.30, -112.03)),
    ],
)
def test_lab_of_srgb_is_that_of_the_published_tables(
    rgb: tuple[int, int, int], lab: tuple[float, float, float]
) -> None:
    assert lab_of(rgb) == pytest.approx(lab, abs=0.05)


@pytest.mark.parametrize("rgb", [(12, 34, 56), (200, 100, 50), (255, 255, 255), (0, 0, 0), (90, 200, 40)])
def test_lab_and_back_is_the_same_color(rgb: tuple[int, int, int]) -> None:
    assert rgb_of(lab_of(rgb)) == rgb


@pytest.mark.parametrize(
    "rgb",
    [(255, 255, 255), (0, 0, 0), (128, 128, 128), (230, 0, 126), (227, 6, 19), (0, 150, 64), (49, 39, 131)],
    ids=hex_of,
)
def test_white_greys_black_and_the_inks_themselves_print(rgb: tuple[int, int, int]) -> None:
    assert printable(rgb)[0] < 1


@pytest.mark.parametrize("rgb", [(0, 255, 0), (0, 0, 255), (255, 0, 255), (0, 255, 255)], ids=hex_of)
def test_the_colors_of_light_do_not_print(rgb: tuple[int, int, int]) -> None:
    distance, nearest = printable(rgb)
    assert distance > 20
    assert printable(nearest)[0] < 2  # what is told as the nearest does print


def test_the_body_of_colors_holds_all_that_lies_between_its_points() -> None:
    """Mixtures of the solids lie in it, mixtures pushed outwards don't."""
    paper = SOLIDS["paper"]
    for name, lab in SOLIDS.items():
        if name in ("paper", "black"):
            continue
        tint = (paper[0] * 0.6 + lab[0] * 0.4, lab[1] * 0.4, lab[2] * 0.4)
        assert printable(rgb_of(tint))[0] < 6, name
