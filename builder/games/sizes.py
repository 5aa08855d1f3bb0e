"""Card sizes by name or as lengths with units, for the checks and for the printers. All results are mm."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from builder.diagnostics import UsageError, suggestion
from builder.documents.data import mapping, text
from builder.documents.reading import own_data
from builder.words import words_here

SIZES = Path(__file__).with_name("sizes.yaml")
MM = {"mm": 1.0, "in": 25.4}
LEAST, MOST = 2.0, 2000.0  # mm; a smaller or larger size is probably a typing error

_NUMBER = r"(\d{1,4}(?:\.\d{1,4})?)"
# The unit may follow each number or only the last, but not only the first.
_SIZE = re.compile(rf"{_NUMBER}\s*(?:(mm|in)?\s*[x×]\s*{_NUMBER}\s*(?(2)\2|(mm|in)?)|(mm|in)?)")


@dataclass(frozen=True, slots=True)
class Size:
    """A thing's trimmed width and height and its corners' radius, in mm."""

    width: float
    height: float
    radius: float = 3.0


@lru_cache(256)
def card_size(name: str) -> Size:
    """The size of that name, or of the form `63x88mm`, `2.5in x 3.5in` or `25mm` (mm where there is no unit).

    Raises UsageError for another name, with near matches, and for lengths that are not from 2 mm to 2000 mm.

    >>> card_size("poker").height, card_size("25mm")
    (88.9, Size(width=25.0, height=25.0, radius=3.0))
    """
    custom = size_in_mm(name)
    if custom:
        if not all(LEAST <= side <= MOST for side in custom):
            raise UsageError.of("paper", "size.range", name=name, least=f"{LEAST:g}", most=f"{MOST:g}")
        return Size(*custom)
    known = size_table(SIZES)
    if name not in known:
        say = words_here("paper")
        raise UsageError.of("paper", "size", name=name, help_=say("size.or", names=suggestion(name, known, say=say)))
    return Size(**known[name])


def size_in_mm(text: str) -> tuple[float, float] | None:
    """The width and height in mm of a text such as `8.5x11in`; a single length is both. None for other texts."""
    match = _SIZE.fullmatch(text.strip().lower())
    if not match:
        return None
    unit = MM[match[2] or match[4] or match[5] or "mm"]
    width, height = float(match[1]) * unit, float(match[3] or match[1]) * unit
    return (width, height) if width > 0 and height > 0 else None


@cache
def size_table(path: Path) -> dict[str, dict[str, float]]:
    """A table of sizes, each a few lengths by name, from a YAML file of our own."""
    table = mapping(own_data(path))
    return {name: {key: length(text(value)) for key, value in mapping(sides).items()} for name, sides in table.items()}


def length(text: str) -> float:
    """A length with its unit, in mm.

    >>> length("8.5 in")
    215.9
    """
    number, unit = text.split()
    return round(float(number) * MM[unit], 6)
