"""Presets: named sets of options for printing, written in YAML with units, and the options that they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from builder.diagnostics import UsageError
from builder.documents.data import Data, mapping, text
from builder.documents.reading import own_data
from builder.games.game import SHAPES
from builder.games.sizes import MM, card_size
from renderers.layout.imposition import Registration
from renderers.layout.options import Product, SheetOptions
from renderers.layout.pages import in_mm, paper_size

FOLDER = Path(__file__).with_name("data")
DEFAULT = "home"

_LENGTH = re.compile(r"(-?\d{1,4}(?:\.\d{1,6})?)\s*(mm|in)?")
_MOST = {"margin": 50.0, "gap": 100.0, "bleed": 20.0, "safe-zone": 20.0, "corner-radius": 50.0}  # mm; more is a mistake
_MOST_OFFSET = 20.0


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset: its id, its name and description for people, where its figures come from, and its options as
    written.
    """

    id: str
    name: str
    description: str = ""
    source: str = ""
    words: Mapping[str, Data] = field(default_factory=dict)

    @property
    def options(self) -> SheetOptions:
        """The options that the preset stands for. Raises UsageError where a value makes no sense."""
        return options_of(self.words)


def preset_names() -> list[str]:
    """The names of the built-in presets, the default one first."""
    names = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    return sorted(names, key=lambda name: name != DEFAULT)


@cache
def builtin(name: str) -> Preset:
    """The built-in preset of that name. Raises KeyError for an unknown one."""
    if name not in preset_names():
        raise KeyError(name)
    return preset_from(name, mapping(own_data(FOLDER / f"{name}.yaml")))


def preset_from(name: str, written: Mapping[str, Data], base: Preset | None = None) -> Preset:
    """A preset as a file describes it; what the file leaves out is taken from `base`."""
    about = ("name", "description", "source", "extends")
    own = {key: value for key, value in written.items() if key not in about}
    words = overruled(base.words if base else {}, own)
    return Preset(
        name,
        text(written.get("name", name)),
        text(written.get("description", base.description if base else "")),
        text(written.get("source", "")),
        words,
    )


def overruled(words: Mapping[str, Data], by: Mapping[str, Data]) -> dict[str, Data]:
    """A preset's words, overruled by others. Of words that hold others, what is left out stays as it was."""
    result = {**words, **by}
    for key in ("registration", "back-offset", "products"):
        if key in words and key in by:
            result[key] = {**mapping(words[key]), **mapping(by[key])}
    if "bleed" in by and "products" not in by and "products" in words:  # it is that of all products
        products = mapping(words["products"])
        result["products"] = {
            name: {key: value for key, value in mapping(product).items() if key != "bleed"}
            for name, product in products.items()
        }
    return result


def options_of(words: Mapping[str, Data], base: SheetOptions | None = None) -> SheetOptions:
    """The options that a preset's words stand for; others are as in `base`.

    Raises UsageError for lengths out of range, and for unknown papers and sizes.
    """
    options = base or SheetOptions()
    for word, value in words.items():
        try:
            options = _READ.get(word, _plain)(options, word, value)
        except UsageError as error:
            raise UsageError(f"{word}: {error}", error.help) from None
    return options


def length_in_mm(written: str, most: float = 10_000.0, least: float = 0.0) -> float:
    """A length such as `3 mm`, `0.125in` or `3` (mm), to a millionth of a mm.

    Raises UsageError for other texts, and for lengths that are not from `least` to `most` mm.

    >>> length_in_mm("0.125 in")
    3.175
    """
    match = _LENGTH.fullmatch(written.strip().lower())
    if not match:
        raise UsageError(f'"{written}" is no length', "write a number with mm or in behind it: 3mm, 0.125in")
    length = round(float(match[1]) * MM[match[2] or "mm"], 6)
    if not least <= length <= most:
        raise UsageError(f"{written} is not from {in_mm(least) or 0} to {in_mm(most)} mm")
    return length


def _plain(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    """Set the option that is named like the word."""
    changed: Any = {word.replace("-", "_"): value}  # of the option's type: a schema or the command line has seen to it
    return replace(options, **changed)


def _length(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    option = {"safe-zone": "safe", "corner-radius": "radius"}.get(word, word)
    return _plain(options, option, length_in_mm(text(value), _MOST[word]))


def _paper(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    paper_size(text(value))
    return _plain(options, word, value)


def _size(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    if value:
        card_size(text(value))
    return _plain(options, word, value)


def _registration(options: SheetOptions, _: str, value: Data) -> SheetOptions:
    lengths = {key: length_in_mm(text(length), 100.0) for key, length in mapping(value).items()}
    return replace(options, registration=replace(options.registration or Registration(), **lengths))


def _offset(options: SheetOptions, _: str, value: Data) -> SheetOptions:
    x, y = (length_in_mm(text(mapping(value).get(way, "0")), _MOST_OFFSET, -_MOST_OFFSET) for way in ("x", "y"))
    return replace(options, back_offset=(x, y))


def _products(options: SheetOptions, word: str, value: Data) -> SheetOptions:
    return replace(
        options, products=tuple(_product(name, mapping(product)) for name, product in mapping(value).items())
    )


def _product(name: str, words: Mapping[str, Data]) -> Product:
    bleed = length_in_mm(text(words["bleed"]), _MOST["bleed"]) if "bleed" in words else None
    return Product(name, card_size(text(words.get("size"))), bleed, SHAPES.get(text(words.get("shape")), "rectangle"))


_READ: dict[str, Callable[[SheetOptions, str, Data], SheetOptions]] = {
    **dict.fromkeys(_MOST, _length),
    "paper": _paper,
    "size": _size,
    "products": _products,
    "registration": _registration,
    "back-offset": _offset,
}
