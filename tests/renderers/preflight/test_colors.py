"""Colours that ink prints and colours that it does not."""

from pathlib import Path

import pytest
from PIL import Image

from renderers.layout.options import output_profile
from renderers.preflight.colors import SOLIDS, hex_of, lab_of, printable, rgb_of
from renderers.preflight.measures import FULL, Press
from renderers.preflight.reports import as_json, as_text
from tests.support.preflights import FILLED, codes_of, report_on, said
from tests.support.presses import profile
from tests.support.renders import pack


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


def test_lab_and_back_is_the_same_color() -> None:
    for rgb in ((12, 34, 56), (200, 100, 50), (255, 255, 255), (0, 0, 0), (90, 200, 40)):
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


# Ink and colours by the profile of a press


PRESS = output_profile(profile(), "press.icc")


def test_a_press_says_how_much_ink_a_colour_takes() -> None:
    press = Press(profile())
    white, black, red = (
        press.coverage(Image.new("RGB", (1, 1), color)).tobytes()[0] for color in ("white", "black", "red")
    )
    assert (white, round(black * FULL / 255)) == (0, pytest.approx(100, abs=1))
    assert round(red * FULL / 255) == pytest.approx(200, abs=25)  # between points of its table


def test_a_press_says_what_a_colour_looks_like() -> None:
    white, grey = Press(profile()).printed([(255, 255, 255), (128, 128, 128)])
    assert white == pytest.approx((100, 0, 0), abs=2)
    assert grey[1:] == pytest.approx((0, 0), abs=3)


def test_a_profile_that_cannot_be_used_is_said() -> None:
    with pytest.raises(ValueError, match="profile"):
        Press(b"no profile at all")


@pytest.mark.long
def test_preflight_measures_ink_by_the_press(tmp_path: Path) -> None:
    game = pack(tmp_path, FILLED.format(color="#000000"))
    estimated = report_on(game, ink_limit=240)
    assert codes_of(estimated) == ["too-much-ink"]
    measured = report_on(game, ink_limit=240, press=PRESS)
    assert said(measured) == []  # this press prints black with black ink
    assert "press     Test press FOGRA39" in as_text(measured)
    assert as_json(measured)["limits"]["press"] == "Test press FOGRA39"  # type: ignore[index,call-overload]
    limited = report_on(game, ink_limit=90, press=PRESS)
    (message,) = [message for code, message in said(limited) if code == "too-much-ink"]
    assert "(by Test press FOGRA39)" in message


def test_a_profile_that_breaks_stops_preflight_and_nothing_else(tmp_path: Path) -> None:
    broken = output_profile(profile()[:400].replace((len(profile())).to_bytes(4), (400).to_bytes(4), 1), "press.icc")
    report = report_on(pack(tmp_path, FILLED.format(color="#000000")), apart=True, press=broken)
    assert codes_of(report) == ["preflight-stopped"]
