"""Fonts: the built-in ones, and those in a pack's folder `fonts/`."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from builder.diagnostics import Diagnostic, suggestion
from renderers.templating.errors import RenderError, place_in

if TYPE_CHECKING:
    import typst

FOLDER = "fonts"
ENDINGS = (".ttf", ".otf")
STARTS = (b"\x00\x01\x00\x00", b"OTTO", b"true")
FILE_BYTES = 20_000_000
ALL_BYTES = 60_000_000
MOST_FILES = 60
BUILT_IN = "Source Sans Pro"


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


def font_files(root: Path) -> list[Path]:
    """The files in a pack's folder of fonts, whether they are usable or not."""
    folder = root / FOLDER
    return sorted(path for path in folder.glob("*") if path.suffix.lower() in ENDINGS) if folder.is_dir() else []


def load(root: Path, roles: Mapping[str, str], lines: Mapping[str, int], built_in: str, folder: Path) -> JobFonts:
    """Load the built-in fonts from the folder `built_in`, and the pack's, which are copied into `folder`.

    `roles` are the families that game.yaml names by role, `lines` the lines where it does. Raises RenderError for a
    file that is no font or is too large, and for a family that does not exist.
    """
    import typst

    shutil.rmtree(folder, ignore_errors=True)
    # A folder for each: the order in which a system lists files would decide between fonts of one name.
    own = {_copied(path, folder / f"{number:03}") for number, path in enumerate(_checked_files(root))}
    found = typst.Fonts(include_system_fonts=False, font_paths=[built_in, *sorted(str(copy.parent) for copy in own)])
    used = {Path(font.path) for font in found.fonts() if font.path}
    for copy in sorted(own - used):
        raise _bad_font("this is no font that can be used", copy.name)
    fonts = JobFonts(found, list(found.families()), dict(roles))
    _check_roles(fonts, lines)
    return fonts


def _checked_files(root: Path) -> list[Path]:
    """The pack's font files. Raises RenderError where they are too many, too large, or don't begin like a font."""
    files = font_files(root)
    if len(files) > MOST_FILES:
        raise _bad_font(f"the pack has more than {MOST_FILES} fonts", files[MOST_FILES].name)
    total = 0
    for path in files:
        if not path.resolve().is_relative_to(root.resolve()) or not path.is_file():
            place = place_in(f"{FOLDER}/{path.name}", 1)
            raise RenderError(Diagnostic("path-outside-pack", "this link leads out of the pack", place))
        size = path.stat().st_size
        total += size
        if size > FILE_BYTES or total > ALL_BYTES:
            limit = FILE_BYTES if size > FILE_BYTES else ALL_BYTES
            raise _bad_font(f"fonts may have {limit // 1_000_000} MB", path.name, "subset it")
        with path.open("rb") as stream:
            if stream.read(4) not in STARTS:
                raise _bad_font("this is neither a TrueType nor an OpenType font", path.name)
    return files


def _bad_font(message: str, name: str, help_: str = "") -> RenderError:
    return RenderError(Diagnostic("bad-font", message, place_in(f"{FOLDER}/{name}", 1), help_))


def _copied(path: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copyfile(path, folder / path.name))


def _check_roles(fonts: JobFonts, lines: Mapping[str, int]) -> None:
    """Raises RenderError where game.yaml names a family that does not exist."""
    known = {family.casefold() for family in fonts.families}
    for role, family in fonts.roles.items():
        if family.casefold() not in known:
            place = place_in("game.yaml", lines.get(role, 1))
            help_ = suggestion(family, fonts.families, "there are")
            raise RenderError(Diagnostic("unknown-font", f'there is no font "{family}"', place, help_))
