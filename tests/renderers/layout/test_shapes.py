"""How deep boxes lie within the shapes that things are cut to."""

import pytest

from renderers.layout.pages import Edges, depths


@pytest.mark.parametrize(
    ("shape", "edges", "depth", "edge"),
    [
        ("rectangle", (2, 3, 10, 10), 2, "left"),
        ("rectangle", (5, 5, 19.5, 10), 0.5, "right"),
        ("rectangle", (-1, 5, 10, 10), -1, "left"),
        ("circle", (10, 10, 10, 10), 10, "rim"),
        ("circle", (13, 14, 13, 14), 5, "rim"),
        ("hexagon", (2, 10, 10, 10), 2, "rim"),
    ],
)
def test_how_deep_a_box_lies(shape: str, edges: Edges, depth: float, edge: str) -> None:
    assert depths(shape, 20, 20)(edges) == (pytest.approx(depth), edge)
