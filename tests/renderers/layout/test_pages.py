"""Pages as numbers."""

import pytest

from renderers.layout.pages import Box, Outline, in_mm


def test_an_outline_moves_with_its_points() -> None:
    moved = Outline(Box(1, 2, 3, 4), 1, ((1, 2), (4, 6)), dashed=True).moved(10, -1)
    assert moved == Outline(Box(11, 1, 3, 4), 1, ((11, 1), (14, 5)), dashed=True)
    assert (moved.box.right, moved.box.bottom) == (14, 5)


@pytest.mark.parametrize(("length", "shown"), [(63.5, "63.5"), (88, "88"), (0.1234, "0.12"), (100.0, "100")])
def test_lengths_in_messages(length: float, shown: str) -> None:
    assert in_mm(length) == shown
