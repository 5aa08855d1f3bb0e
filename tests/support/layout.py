"""Layouts for tests, which name only the options that they are about."""

from typing import Any

from builder.games.sizes import Size
from renderers.layout.cutouts import Cutout, lay_out
from renderers.layout.imposition import Imposition, impose
from renderers.layout.pages import Page, Paper

A4 = Paper(210, 297)
STANDARD = Size(63, 88)


def imposed(count: int, size: Size, paper: Paper = A4, **options: Any) -> list[Page]:
    """So many cards on sheets."""
    return impose(count, size, paper, Imposition(**options))


def laid_out(count: int, cutout: Cutout, paper: Paper = A4, **options: Any) -> list[Page]:
    """So many cutouts on sheets."""
    return lay_out(count, cutout, paper, Imposition(**options))
