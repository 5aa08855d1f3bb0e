"""Drawings that a pack makes itself: jinja2 that writes SVG, for art that no file holds.

A drawing may differ from card to card: `i | pick(low, high)` is the card's choice number `i`, the same every time.
"""

from __future__ import annotations

import hashlib
import math
from typing import Any

from jinja2 import StrictUndefined, pass_context
from jinja2.loaders import BaseLoader
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

CHOICES = 96  # different numbers that one seed gives


def svg_environment(loader: BaseLoader) -> ImmutableSandboxedEnvironment:
    """The sandbox in which drawings are made. Angles are degrees.

    A drawing is told its `noise` (see `noise_of`). What it computes are filters, which jinja2 calls much faster than
    functions. Nothing is escaped, which would cost as much time as all else, for numbers: a drawing that writes words
    must say `| e`. All that a word could break is the drawing, since Typst shows it neither disk nor network.
    """
    env = ImmutableSandboxedEnvironment(
        loader=loader,
        undefined=StrictUndefined,
        finalize=_short,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        optimized=False,  # the optimizer takes longer than it saves
    )
    env.filters |= {
        "pick": _pick,
        "sin": lambda angle: math.sin(math.radians(angle)),
        "cos": lambda angle: math.cos(math.radians(angle)),
        "lighter": lambda color, percent: _mixed(color, 255, percent),
        "darker": lambda color, percent: _mixed(color, 0, percent),
    }
    return env


def noise_of(seed: str) -> bytes:
    """The numbers from 0 to 255 that all choices of a drawing come from."""
    return hashlib.shake_256(seed.encode("utf-8", "replace")).digest(CHOICES)


@pass_context
def _pick(context: Context, i: float, low: float = 0.0, high: float = 1.0) -> float:
    noise: bytes = context["noise"]
    return low + (high - low) * noise[int(i) % CHOICES] / 255


def _short(value: Any) -> Any:
    """Fractions as short as a drawing in tenths of a millimetre bears: large numbers whole, small ones to one place."""
    if type(value) is not float:
        return value
    return f"{value:.0f}" if abs(value) >= 20 else f"{value:.1f}".removesuffix(".0")


def _mixed(color: str, toward: int, percent: float) -> str:
    """A colour `#rrggbb`, so many percent nearer to white (255) or black (0)."""
    parts = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part + (toward - part) * percent / 100):02x}" for part in parts)
