"""Drawings that a pack writes itself: jinja2 that makes SVG, for art that no file holds.

A drawing may differ from card to card: `pick(i, low, high)` is a number that always is the same for the same card.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from typing import Any

from jinja2 import StrictUndefined
from jinja2.loaders import BaseLoader
from jinja2.sandbox import ImmutableSandboxedEnvironment

NOISE = 96  # different numbers that one seed gives


def svg_environment(loader: BaseLoader) -> ImmutableSandboxedEnvironment:
    """The sandbox in which drawings are made. Values are escaped for XML; angles are degrees."""
    env = ImmutableSandboxedEnvironment(
        loader=loader, undefined=StrictUndefined, finalize=_short, autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    env.globals |= {
        "sin": lambda angle: math.sin(math.radians(angle)),
        "cos": lambda angle: math.cos(math.radians(angle)),
    }
    env.filters |= {
        "lighter": lambda color, percent: _mixed(color, 255, percent),
        "darker": lambda color, percent: _mixed(color, 0, percent),
    }
    return env


def picker(seed: str) -> Callable[[int, float, float], float]:
    """The function `pick(i, low, high)` for a seed: choice `i` (any number from 0) between two bounds."""
    noise = hashlib.shake_256(seed.encode()).digest(NOISE)

    def pick(i: int, low: float = 0.0, high: float = 1.0) -> float:
        return low + (high - low) * noise[int(i) % NOISE] / 255

    return pick


def _short(value: Any) -> Any:
    """Fractions as short as a drawing in tenths of a millimetre bears: large numbers whole, small ones to one place."""
    if not isinstance(value, float):
        return value
    return f"{value:.0f}" if abs(value) >= 20 else f"{value:.1f}".removesuffix(".0")


def _mixed(color: str, toward: int, percent: float) -> str:
    """A colour `#rrggbb`, so many percent nearer to white (255) or black (0)."""
    parts = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part + (toward - part) * percent / 100):02x}" for part in parts)
