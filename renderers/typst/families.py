"""The families of fonts that come with Arsenal: which package holds each, and which of its files are used.

A package may hold a font in two formats, or all weights in one variable font as well. Which of these Typst would take
depends on the file system, and it sets variable fonts in one weight; so the files are named one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

BUILT_IN = "Source Sans Pro"  # for text that names no other family, and for characters that another family lacks


@dataclass(frozen=True, slots=True)
class Family:
    """A family: the installed package that holds it, and the names of its files there."""

    package: str
    files: tuple[str, ...]

    @property
    def distribution(self) -> str:
        """The name by which the package is installed."""
        return self.package.replace("_", "-")


def _family(package: str, file: str, styles: str) -> Family:
    """A family whose files are named `file` with a style in place of the star."""
    return Family(package, tuple(file.replace("*", style) for style in styles.split()))


_ADOBE = "Regular It Semibold SemiboldIt Bold BoldIt Black"
_UPRIGHT = "Regular Light Medium SemiBold Bold ExtraBold"
_ITALIC = "Italic LightItalic MediumItalic SemiBoldItalic BoldItalic ExtraBoldItalic BlackItalic"

FAMILIES: Mapping[str, Family] = {
    BUILT_IN: _family("font_source_sans_pro", "SourceSansPro-*.ttf", _ADOBE),
    "Fjalla One": _family("font_fjallaone", "FjallaOne-*.ttf", "Regular"),
    "Fredoka One": _family("font_fredoka_one", "FredokaOne-*.ttf", "Regular"),
    "Manrope": _family("font_manrope", "Manrope-*.ttf", f"{_UPRIGHT} ExtraLight"),
    "Red Hat Display": _family("font_rhd", "RedHatDisplay-*.ttf", f"{_UPRIGHT} Black {_ITALIC}"),
    "Source Serif Pro": _family("font_source_serif_pro", "SourceSerifPro-*.ttf", _ADOBE),
}


def files_of(names: Iterable[str]) -> list[Path]:
    """The files of the families that come with Arsenal, of those that are named; `BUILT_IN` is always among them.

    Raises ModuleNotFoundError where their package is not installed.
    """
    named = {name.casefold() for name in (BUILT_IN, *names)}
    families = [family for name, family in FAMILIES.items() if name.casefold() in named]
    return [_folder(family) / file for family in families for file in family.files]


def _folder(family: Family) -> Path:
    """The folder with the files of a family, found without importing its package."""
    spec = find_spec(family.package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the package {family.distribution} is not installed")
    return Path(spec.origin).with_name("files")
