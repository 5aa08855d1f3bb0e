"""Drawings: SVG that jinja2 writes, for cards that have no picture of their own; and what is made of a pack's pictures.

A drawing may differ from card to card: `i | pick(low, high)` is a random number, always the same for the same card and
i. To print with little ink, the colours of SVG files are made light, as kit.typ makes those of a face (`lit`).
"""

from __future__ import annotations

import hashlib
import math
import re
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from jinja2 import BytecodeCache, pass_context
from jinja2.loaders import BaseLoader
from jinja2.runtime import Context

from renderers.templating.sandbox import SOURCE_LIMIT, Missing, Sandbox, TooLargeError

SUFFIX = ".svg.j2"
CHOICES = 96  # different numbers that one seed gives


class Drawings:
    """Renders a pack's `NAME.svg.j2`. Angles are degrees.

    What drawings compute with are filters, because jinja2 calls these much faster than functions. Nothing is escaped,
    which would double the time, so a drawing that writes texts must use `| e`. A text could break only the drawing
    itself: Typst gives an SVG neither disk nor network.
    """

    def __init__(
        self, loader: BaseLoader, compiled: BytecodeCache | None = None, sandbox: type[Sandbox] = Sandbox
    ) -> None:
        self._noise = b""
        self._parts: dict[tuple[object, ...], str] = {}
        self._env = sandbox(
            loader=loader,
            bytecode_cache=compiled,
            undefined=Missing,
            finalize=_short,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            optimized=False,  # the optimizer takes longer than it saves
        )
        self._env.filters |= {
            "pick": self._pick,
            "choose": self._choose,
            "put": _put,
            "sin": lambda angle: math.sin(math.radians(angle)),
            "cos": lambda angle: math.cos(math.radians(angle)),
            "lighter": lambda color, percent: _mixed(color, 255, percent),
            "darker": lambda color, percent: _mixed(color, 0, percent),
        }
        self._env.globals["part"] = self._part

    def draw(self, name: str, seed: str, context: Mapping[str, object]) -> str:
        """Render the drawing of that name with this data. `seed` decides its random numbers."""
        outer, self._noise = self._noise, _noise(seed)
        try:
            drawing = self._env.get_template(name + SUFFIX).render(context)
        finally:
            self._noise = outer
        if len(drawing) > SOURCE_LIMIT:
            raise TooLargeError(f"the drawing {name}{SUFFIX} is longer than {SOURCE_LIMIT:,} characters")
        return drawing

    def _part(self, name: str, **context: object) -> str:
        """Render a drawing that depends only on the arguments given here, once for all cards."""
        key = (name, *context.items())
        if key not in self._parts:
            self._parts[key] = self.draw(name, f"{name} {sorted(context.items())}", context)
        return self._parts[key]

    # `pick` takes the context only so that jinja2 does not compute a call with constants once, while it compiles.

    @pass_context
    def _pick(self, _: Context, i: int, low: float = 0.0, high: float = 1.0) -> float:
        return low + (high - low) * self._noise[i % CHOICES] / 256

    @pass_context
    def _choose(self, _: Context, i: int, things: Sequence[object]) -> object:
        return things[self._noise[i % CHOICES] * len(things) // 256]


def _noise(seed: str) -> bytes:
    """Random bytes that depend on the seed only."""
    return hashlib.shake_256(seed.encode("utf-8", "replace")).digest(CHOICES)


def _put(shape: str, *numbers: float) -> str:
    """The shape with the numbers in place of each `@`, in three digits: `M@ @` with 1/3 and 12 is `M0.333 12`."""
    return _format(shape) % numbers


@lru_cache(512)
def _format(shape: str) -> str:
    return shape.replace("%", "%%").replace("@", "%.3g")


def _short(value: object) -> object:
    if type(value) is float:
        return f"{value:.3g}"
    if isinstance(value, str) and len(value) > SOURCE_LIMIT:
        raise TooLargeError(f"a text of {len(value)} characters is too long")
    return value


@lru_cache(4096)
def _mixed(color: str, toward: int, percent: float) -> str:
    """A colour `#rrggbb` moved by so many percent towards white (255) or black (0)."""
    parts = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part + (toward - part) * percent / 100):02x}" for part in parts)


INK_LEFT = 0.22  # of a colour's ink; kit.typ has the same figure

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
    """The light colour for `#rrggbb`, `#rgb` or `black`, with `INK_LEFT` of its ink."""
    digits = "000000" if color == "black" else color[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return "#" + "".join(f"{round(255 - (255 - part) * INK_LEFT):02x}" for part in parts)


PNG = b"\x89PNG\r\n\x1a\n"
_TRANSPARENT = (4, 6)  # kinds of colour that have a transparency of their own
_MOST = 4_000_000  # bytes of a picture: it is written out once more


def silhouette(picture: bytes) -> str:
    """An SVG of the shape of a PNG, in `currentColor`; empty where the picture has no shape, being opaque or no PNG.

    The size is read from the PNG's first chunk (PNG, third edition, 11.2.1); a transparency besides that in a palette
    or of one colour is the chunk `tRNS`.
    """
    if not picture.startswith(PNG) or picture[12:16] != b"IHDR" or len(picture) > _MOST:
        return ""
    width, height = int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")
    if not width or not height or (picture[25] not in _TRANSPARENT and b"tRNS" not in picture.partition(b"IDAT")[0]):
        return ""
    box = f'width="{width}" height="{height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<mask id="shape" mask-type="alpha" maskUnits="userSpaceOnUse" x="0" y="0" {box}>'
        f'<image {box} href="data:image/png;base64,{b64encode(picture).decode()}"/></mask>'
        f'<rect {box} fill="currentColor" mask="url(#shape)"/></svg>'
    )
