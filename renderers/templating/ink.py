"""Drawings with little ink: the colours of SVG files made light, as kit.typ makes those of a face (`lit`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

KEPT = 0.22  # of a colour's ink; kit.typ has the same figure

_HEX = "#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?![0-9a-fA-F])"
_COLOR = re.compile(rf"((?:fill|stroke|color)\s*[=:]\s*[\"']?\s*)({_HEX}|black\b)")
_ROOT = re.compile(r"<svg\b(?![^>]*\sfill\s*=)")


def with_light_drawings(files: Mapping[str, bytes], symbols: Collection[str]) -> dict[str, bytes]:
    """The files, with SVG in light colours but for the pictures of symbols, which are small and mean something."""
    return {
        name: light_drawing(data.decode("utf-8", "replace")).encode()
        if name.lower().endswith(".svg") and name not in symbols
        else data
        for name, data in files.items()
    }


def light_drawing(svg: str) -> str:
    """An SVG with its colours made light.

    >>> light_drawing('<svg><path fill="#000"/></svg>')
    '<svg fill="#c7c7c7"><path fill="#c7c7c7"/></svg>'
    """
    colored = _COLOR.sub(lambda found: found[1] + lit(found[2]), svg)
    return _ROOT.sub(f'<svg fill="{lit("black")}"', colored, count=1)


def lit(color: str) -> str:
    """A colour as `#rrggbb`, `#rgb` or `black`, with so much of its ink as is kept."""
    digits = "000000" if color == "black" else color[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return "#" + "".join(f"{round(255 - (255 - part) * KEPT):02x}" for part in parts)
