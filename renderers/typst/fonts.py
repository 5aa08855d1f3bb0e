"""A pack's own fonts: files of its `fonts/`, parsed only in the process that renders templates."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = "fonts"
ENDINGS = (".ttf", ".otf")
STARTS = (b"\x00\x01\x00\x00", b"OTTO", b"true")
FILE_BYTES = 20_000_000
ALL_BYTES = 60_000_000
MOST_FILES = 60
BUILT_IN = "Source Sans Pro"


class FontError(Exception):
    """A font that can't be used; `path` and `line` are in the pack."""

    def __init__(self, code: str, message: str, path: str, line: int = 1, help_: str = "") -> None:
        super().__init__(message)
        self.code, self.path, self.line, self.help = code, path, line, help_


@dataclass(slots=True)
class Fonts:
    """The fonts that Typst has for a job: `seen` as it takes them, the families by name, and which plays which role."""

    seen: Any
    families: list[str] = field(default_factory=list)
    roles: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The family that everything is set in which names no other."""
        return self.roles.get("text", BUILT_IN)


def font_files(root: Path) -> list[Path]:
    """The pack's files of fonts by name, whether they can be used or not."""
    folder = root / FOLDER
    return sorted(path for path in folder.glob("*") if path.suffix.lower() in ENDINGS) if folder.is_dir() else []


def load(root: Path, roles: dict[str, str], built_in: str, folder: Path) -> Fonts:
    """The built-in fonts of the folder `built_in` and the pack's, which are copied below `folder`.

    Raises FontError for what is no font, too large or named and not there.
    """
    import typst

    shutil.rmtree(folder, ignore_errors=True)
    # A folder for each: the order in which a system lists files would decide between fonts of one name.
    own = {_copied(root, path, folder / f"{number:03}") for number, path in enumerate(_bounded(root))}
    seen = typst.Fonts(include_system_fonts=False, font_paths=[built_in, *sorted(str(copy.parent) for copy in own)])
    used = {Path(font.path) for font in seen.fonts() if font.path}
    for copy in sorted(own - used):
        raise FontError("bad-font", "this is no font that can be used", f"{FOLDER}/{copy.name}")
    fonts = Fonts(seen, list(seen.families()), dict(roles))
    _check_roles(root, fonts)
    return fonts


def _bounded(root: Path) -> list[Path]:
    files = font_files(root)
    if len(files) > MOST_FILES:
        raise FontError("bad-font", f"the pack has more than {MOST_FILES} fonts", f"{FOLDER}/{files[MOST_FILES].name}")
    total = 0
    for path in files:
        shown = f"{FOLDER}/{path.name}"
        if not path.resolve().is_relative_to(root.resolve()) or not path.is_file():
            raise FontError("path-outside-pack", "this link leads out of the pack", shown)
        size = path.stat().st_size
        total += size
        if size > FILE_BYTES or total > ALL_BYTES:
            limit = FILE_BYTES if size > FILE_BYTES else ALL_BYTES
            raise FontError("bad-font", f"fonts may have {limit // 1_000_000} MB", shown, help_="subset it")
        with path.open("rb") as stream:
            if stream.read(4) not in STARTS:
                raise FontError("bad-font", "this is neither a TrueType nor an OpenType font", shown)
    return files


def _copied(root: Path, path: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copyfile(path, folder / path.name))


def _check_roles(root: Path, fonts: Fonts) -> None:
    from builder.diagnostics import suggestion

    known = {family.casefold() for family in fonts.families}
    for role, family in fonts.roles.items():
        if family.casefold() not in known:
            help_ = suggestion(family, fonts.families, "there are")
            raise FontError("unknown-font", f'there is no font "{family}"', "game.yaml", _line_of(root, role), help_)


def _line_of(root: Path, role: str) -> int:
    """The line of game.yaml that gives a role its font."""
    lines = (root / "game.yaml").read_text("utf-8", "replace").splitlines() if (root / "game.yaml").is_file() else []
    start = next((number for number, line in enumerate(lines, 1) if line.startswith("fonts:")), 1)
    wanted = re.compile(rf"[\s{{,]['\"]?{re.escape(role)}['\"]?\s*:")
    return next((number for number, line in enumerate(lines[start - 1 :], start) if wanted.search(line)), start)
