"""Export a game of 160 cards to Tabletop Simulator with sheets, against pictures of its cards.

Both are whole processes with an empty cache, on the same pack, in turns. What was made is opened: sheets with the cells
that the saved object names, and as many pictures as there are cards.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from PIL import Image

from benchmarks.measuring import Done, Measured, Side, in_turns, made_now, main_of, require, table
from benchmarks.packs import GAME, cards, printable_pack

NUMBER = 160
DPI = 300

PICTURES, EXPORT, AT_MOST = "arsenal images", "arsenal export --to tts", 1.3


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    number, dpi, turns = (3, 60, 1) if quick else (NUMBER, DPI, 5)
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name:
        side = Side(Path(name))
        pack = printable_pack(side.new_folder("pack"), list(cards(number)))
        ways = {PICTURES: lambda: pictures(side, pack, number, dpi), EXPORT: lambda: exported(side, pack, number, dpi)}
        measured = in_turns(ways, turns)
    other = measured[PICTURES]
    rows = [[what, f"{m.seconds:.2f}", _times(m, other), m.checked] for what, m in measured.items()]
    rows.append(["wanted", "", f"at most {AT_MOST}", ""])
    return table((f"{number} cards, {dpi} dpi", "seconds", "times (middle half)", "checked"), rows)


def pictures(side: Side, pack: Path, number: int, dpi: int) -> Done:
    """`arsenal images` of the game."""
    out = side.folder / "pictures"
    shutil.rmtree(out, ignore_errors=True)
    run = side.arsenal("images", GAME, "--packs", str(pack), "-o", out.name, "--dpi", str(dpi))
    made = list(out.glob("*.png"))
    require(len(made) == number, f"{len(made)} pictures were made of {number} cards")
    return Done(run.seconds, f"{len(made)} pictures, {made_now(run)}")


def exported(side: Side, pack: Path, number: int, dpi: int) -> Done:
    """`arsenal export --to tts` of the game."""
    out = side.folder / "table"
    shutil.rmtree(out, ignore_errors=True)
    run = side.arsenal("export", GAME, "--packs", str(pack), "--to", "tts", "-o", out.name, "--dpi", str(dpi))
    saved = json.loads((out / f"{GAME}.json").read_text("utf-8"))
    found = {one["CardID"] for deck in saved["ObjectStates"] for one in deck.get("ContainedObjects", [])}
    require(len(found) == number, f"{len(found)} cells are named for {number} cards")
    sheets = sorted((out / "images").glob("*-sheet-*.png"))
    sizes = []
    for sheet in sheets:
        with Image.open(sheet) as picture:
            picture.load()
            sizes.append(f"{picture.width} x {picture.height}")
    return Done(run.seconds, f"{len(found)} cards on {len(sheets)} sheets of {sizes[0]} pixels, {made_now(run)}")


def _times(measured: Measured, other: Measured) -> str:
    return "1.00" if measured is other else str(measured.times(other))


if __name__ == "__main__":
    main_of(main)
