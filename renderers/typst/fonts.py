"""The fonts for a job: those that come with Arsenal, and those in a pack's folder `fonts/`."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from builder.diagnostics import Diagnostic, near, suggestion
from builder.storage.listing import FONT, Listed, UnreadableError, contents, kind_of
from renderers.templating.errors import RenderError, place_in
from renderers.typst.families import BUILT_IN, FAMILIES

if TYPE_CHECKING:
    import typst

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
        if kept := next((name for name in FAMILIES if name.casefold() == family.casefold()), ""):
            return f"name it in game.yaml to have it: `fonts: {{title: {kept}}}`"
        meant = near(family, [*self.roles, *self.families, *FAMILIES], n=1)
        return f'did you mean "{meant[0]}"?' if meant else f"there are: {', '.join(self.families)}"


def font_files(files: Iterable[Listed]) -> list[Listed]:
    """Of a pack's files those in its folder of fonts, whether they are usable or not."""
    return [f for f in files if f.name.count("/") == 1 and kind_of(f.name) is FONT]


def load(
    files: Iterable[Listed], roles: Mapping[str, str], lines: Mapping[str, int], built_in: str, folder: Path
) -> JobFonts:
    """Load the fonts in the folder `built_in`, and those of a pack's files, which are copied into `folder`.

    `roles` are the families that game.yaml names by role, `lines` the lines where it does. Where both have a font, that
    of the pack is taken. Raises RenderError for a
    file that is no font or is too large, and for a family that does not exist.
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
