"""Ink and colours by the profile of a press."""

from pathlib import Path

import pytest
from PIL import Image

from renderers.layout.options import output_profile
from renderers.preflight.measures import FULL, Press
from renderers.preflight.reports import as_json, as_text
from tests.support.preflights import FILLED, report_on, said
from tests.support.presses import profile
from tests.support.renders import pack

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
    assert [code for code, _ in said(estimated)] == ["too-much-ink"]
    measured = report_on(game, ink_limit=240, press=PRESS)
    assert said(measured) == []  # this press prints black with black ink
    assert "press     Test press FOGRA39" in as_text(measured)
    assert as_json(measured)["limits"]["press"] == "Test press FOGRA39"  # type: ignore[index,call-overload]
    limited = report_on(game, ink_limit=90, press=PRESS)
    (message,) = [message for code, message in said(limited) if code == "too-much-ink"]
    assert "(by Test press FOGRA39)" in message


def test_a_profile_that_breaks_stops_preflight_and_nothing_else(tmp_path: Path) -> None:
    broken = output_profile(profile()[:400].replace((len(profile())).to_bytes(4), (400).to_bytes(4), 1), "press.icc")
    report = report_on(pack(tmp_path, FILLED.format(color="#000000")), press=broken)
    assert [code for code, _ in said(report)] == ["preflight-stopped"]
