"""What the options of a layout mean together."""

from typing import Any

import pytest

from renderers.layout.imposition import Imposition, Registration
from renderers.layout.options import SheetOptions


@pytest.mark.parametrize(
    ("backs", "flip"),
    [
        ("none", "none"),
        ("fold", "none"),
        ("long-edge", "long-edge"),
        ("short-edge", "short-edge"),
        ("separate", "long-edge"),
    ],
)
def test_backs_and_the_edge_at_which_paper_is_turned(backs: Any, flip: str) -> None:
    assert SheetOptions(backs=backs).flip == flip
    assert SheetOptions(backs=backs).imposition.backs == flip


def test_the_imposition_has_all_that_is_said_of_it() -> None:
    marks = Registration(inset=12)
    options = SheetOptions(
        margin=1, gap=2, bleed=3, bleed_mode="outer", marks="lines", orientation="portrait", registration=marks
    )
    assert options.imposition == Imposition(1, 2, 3, "outer", "lines", "none", "portrait", marks)


def test_bleed_and_guides_are_there_where_they_are_asked_for() -> None:
    assert (SheetOptions(bleed=2).bleed_around(), SheetOptions(bleed=2, bleed_mode="none").bleed_around(3)) == (2, 0)
    assert (SheetOptions(safe=4).guide, SheetOptions(safe=4, guides=True).guide) == (None, 4)
