"""Layouts for tests, which name only the options that they are about."""

from typing import Any

import pytest

from builder.games.sizes import Size
from renderers.layout.cutouts import Cutout, lay_out
from renderers.layout.imposition import Imposition, impose
from renderers.layout.pages import Page, Paper, Slot

A4 = Paper(210, 297)
STANDARD = Size(63, 88)


def imposed(count: int, size: Size, paper: Paper = A4, **options: Any) -> list[Page]:
    """So many cards on sheets."""
    return impose(count, size, paper, Imposition(**options))


def laid_out(count: int, cutout: Cutout, paper: Paper = A4, **options: Any) -> list[Page]:
    """So many cutouts on sheets."""
    return lay_out(count, cutout, paper, Imposition(**options))


def lies_behind(front: Slot, back: Slot, page: Page, backs: str) -> None:
    """Paper that is turned over at an upright edge swaps left and right; at another edge, up and down, and its backs
    stand on their heads.
    """
    upright = (backs != "short-edge") == (page.width <= page.height)
    for one, other in ((front.trim, back.trim), (front.bleed, back.bleed)):
        x, y = (page.width - other.right, other.y) if upright else (other.x, page.height - other.bottom)
        assert (x, y, other.width, other.height) == pytest.approx((one.x, one.y, one.width, one.height))
    assert back.turned == (not upright)
