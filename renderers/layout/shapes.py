"""The shapes that things are cut to, as numbers: how far inside the cut something lies."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

Edges = tuple[float, float, float, float]  # left, top, right, bottom, in mm from the cut's upper left corner


def depths(shape: str, width: float, height: float) -> Callable[[Edges], tuple[float, str]]:
    """A function that says how far inside the cut a box lies (negative if beyond it), and at which edge. All in mm.

    >>> depths("rectangle", 63, 88)((-2, 10, 20, 30))
    (-2, 'left')
    """
    if shape == "circle":
        radius = min(width, height) / 2

        def in_circle(box: Edges) -> tuple[float, str]:
            x = max(abs(box[0] - width / 2), abs(box[2] - width / 2))
            y = max(abs(box[1] - height / 2), abs(box[3] - height / 2))
            return radius - hypot(x, y), "rim"

        return in_circle
    if shape == "hexagon":  # it stands on a corner; its slanted edges go from (w/2, 0) to (w, h/4)
        slant = hypot(width / 2, height / 4)

        def in_hexagon(box: Edges) -> tuple[float, str]:
            x = max(abs(box[0] - width / 2), abs(box[2] - width / 2))
            y = max(abs(box[1] - height / 2), abs(box[3] - height / 2))
            slanted = (width / 2 * (height / 2 - y) - height / 4 * x) / slant
            return min(width / 2 - x, slanted), "rim"

        return in_hexagon

    def in_rectangle(box: Edges) -> tuple[float, str]:
        return min((box[0], "left"), (box[1], "top"), (width - box[2], "right"), (height - box[3], "bottom"))

    return in_rectangle
