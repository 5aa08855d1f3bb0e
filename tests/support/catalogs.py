"""Catalogs of the small game that `arsenal new game` writes: in memory, or in a folder where it can be printed."""

from datetime import date
from pathlib import Path
from typing import Any

from builder.authoring.new import new_game
from builder.checks import check_pack
from builder.library import Catalog
from builder.library.checked import CheckedGame
from builder.packs.pack import Pack, read
from tests.support.packs import checked, path_of

JUDGED = date(2026, 6, 1)


def small_catalog(**files: Any) -> Catalog:
    """The small game with files added or replaced, as `tests.support.packs.checked` names them."""
    return Catalog([CheckedGame(checked(**files))], JUDGED)


def printable(folder: Path, **files: str) -> tuple[Catalog, list[Pack]]:
    """The small game in this folder, written there first where there is none; files are added or replaced there."""
    root = folder / "my-game"
    if not root.exists():
        new_game("My Game", folder)
    for name, content in files.items():
        path = root / path_of(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, "utf-8")
    pack = read(root)
    return Catalog([CheckedGame(check_pack(pack))], JUDGED), [pack]
