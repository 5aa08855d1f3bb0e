"""The fonts for a job: the families that come with Arsenal, and those in a pack's folder `fonts/`."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from builder.diagnostics import Diagnostic, near, suggestion
from builder.storage.listing import FONT, Listed, UnreadableError, contents, kind_of
from renderers.templating.sandbox import RenderError, place_in

if TYPE_CHECKING:
    import typst

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
    """A family with a file for each style, named `file` with the style in place of `*`."""
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
    """The files of the named families that come with Arsenal, and always those of `BUILT_IN`.

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


STARTS = (b"\x00\x01\x00\x00", b"OTTO", b"true")
MOST_FILES = 60


@dataclass(frozen=True, slots=True)
class JobFonts:
    """The fonts for a job: for Typst, the names of their families, and the families by role (`title`, `text`...)."""

    typst: typst.Fonts
    families: Sequence[str]
    roles: Mapping[str, str]

    @property
    def text(self) -> str:
        """The family for text that names no other."""
        return self.roles.get("text", BUILT_IN)

    def instead_of(self, family: str) -> str:
        """A help line for a family or a role that a template names and that the job does not have."""
        if known := next((name for name in FAMILIES if name.casefold() == family.casefold()), ""):
            return f"name it in game.yaml to have it: `fonts: {{title: {known}}}`"
        meant = near(family, [*self.roles, *self.families, *FAMILIES], n=1)
        return f'did you mean "{meant[0]}"?' if meant else f"there are: {', '.join(self.families)}"


def font_files(files: Iterable[Listed]) -> list[Listed]:
    """Those of a pack's files that are in its folder of fonts, usable or not."""
    return [f for f in files if f.name.count("/") == 1 and kind_of(f.name) is FONT]


def load(
    files: Iterable[Listed], roles: Mapping[str, str], lines: Mapping[str, int], built_in: str, folder: Path
) -> JobFonts:
    """Load the fonts in the folder `built_in`, and those of a pack's files, which are copied into `folder`.

    `roles` are the families that game.yaml names by role, `lines` the lines where it does. Where both have a font, that
    of the pack is taken. Raises RenderError for a file that is no font or is too large, and for a family that does not
    exist.
    """
    import typst

    shutil.rmtree(folder, ignore_errors=True)
    # A folder for each: the order in which a system lists files would decide between fonts of one name.
    own = {_copied(file, folder / f"{number:03}") for number, file in enumerate(_few(font_files(files)))}
    found = typst.Fonts(include_system_fonts=False, font_paths=[*sorted(str(copy.parent) for copy in own), built_in])
    used = {Path(font.path) for font in found.fonts() if font.path}
    for copy in sorted(own - used):
        raise _bad_font("this is no font that can be used", f"fonts/{copy.name}")
    _check_roles(roles, lines, found.families())
    text = roles.get("text", BUILT_IN)
    return JobFonts(found, list(found.families()), {"text": text, "title": text, **roles})


def _few(files: list[Listed]) -> list[Listed]:
    """The files. Raises RenderError where they are too many."""
    if len(files) > MOST_FILES:
        raise _bad_font(f"the pack has more than {MOST_FILES} fonts", files[MOST_FILES].name)
    return files


def _copied(file: Listed, folder: Path) -> Path:
    """The copy of a font. Raises RenderError where the file can't be read, or does not begin like a font."""
    try:
        data = contents(file)
    except UnreadableError as error:
        raise RenderError(replace(error.fault, span=place_in(file.name, 1))) from None
    if data[:4] not in STARTS:
        raise _bad_font("this is neither a TrueType nor an OpenType font", file.name)
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / PurePosixPath(file.name).name
    copy.write_bytes(data)
    return copy


def _bad_font(message: str, name: str) -> RenderError:
    return RenderError(Diagnostic("bad-font", message, place_in(name, 1)))


def _check_roles(roles: Mapping[str, str], lines: Mapping[str, int], families: Iterable[str]) -> None:
    """Raises RenderError where game.yaml names a family that does not exist."""
    there = {*families, *FAMILIES}
    known = {family.casefold() for family in there}
    for role, family in roles.items():
        if family.casefold() not in known:
            place = place_in("game.yaml", lines.get(role, 1))
            help_ = suggestion(family, there, "there are")
            raise RenderError(Diagnostic("unknown-font", f'there is no font "{family}"', place, help_))
