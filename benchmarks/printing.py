"""Print 900 unique cards, nine to an A4 page: against WeasyPrint, and the rendering of it against plain Typst.

WeasyPrint (`pip install weasyprint`, and Debian's libpango-1.0-0 and libpangoft2-1.0-0) gets the same cards in an HTML
face of the same anatomy, with the same drawn pictures, without fitting text: it can't.

The rendering is all from cards in memory to the bytes of a PDF, with nothing kept but the code of templates: lay out
sheets, start processes, fill in templates, draw pictures, fit text, find what does not fit or has no glyph, join what
the processes made. Plain Typst is a process that compiles the sources that come of it, ready made in a folder, with
each text at its first size and nothing measured.
"""

from __future__ import annotations

import importlib.util
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from benchmarks.common import ARSENAL, ROOT, cards, empty_cache, run, seconds, table, yaml_of

if TYPE_CHECKING:
    from builder.database.tables import Card, Game

NUMBER = 900
MANY = 5_000

_PAGE = """<!doctype html><meta charset="utf-8"><style>
@page { size: A4; margin: 13.5mm 10.5mm }
@font-face { font-family: Sans; src: url(%(font)s) }
body { margin: 0; font-family: Sans, sans-serif }
.sheet { display: flex; flex-wrap: wrap; width: 189mm; page-break-after: always }
.card { position: relative; width: 63mm; height: 88mm; background: #14264a; color: #fff; overflow: hidden }
.name { position: absolute; top: 3mm; left: 11mm; width: 41mm; text-align: center; font: bold 10pt Sans;
  border: 0.3mm solid #7db4f0; border-radius: 1.5mm; background: #1f4e8c }
.kind { font: 5pt Sans; letter-spacing: 0.3mm }
.pip { position: absolute; top: 2.5mm; width: 8mm; height: 8mm; border-radius: 4mm; background: #2b6cb0;
  border: 0.4mm solid #fff; text-align: center; font: bold 12pt Sans }
.art { position: absolute; top: 11mm; left: 3mm; width: 57mm; height: 34mm; border: 0.4mm solid #7db4f0;
  border-radius: 1.5mm; overflow: hidden }
.art svg { width: 57mm; height: 34mm }
.text { position: absolute; top: 47mm; left: 3mm; width: 51mm; height: 26mm; padding: 1mm 3mm;
  background: #e9f1fd; color: #111; font: 8pt Sans; border-radius: 1.5mm }
.flavor { font-style: italic; color: #555; margin-top: 1mm; border-top: 0.2mm solid #1f4e8c }
.weapons, .durability { position: absolute; bottom: 3mm; width: 12mm; height: 12mm; text-align: center;
  font: bold 15pt Sans; border-radius: 6mm; background: #8a1f1f }
.durability { right: 3mm; background: #2b5a6b } .weapons { left: 3mm }
</style>"""


def main() -> str:
    """The table of this benchmark, as Markdown."""
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name:
        folder = Path(name)
        pack = _pack(folder)
        rows = []
        with empty_cache() as environment:
            made = folder / "a.pdf"
            printing = [ARSENAL, "print", "future-invaders", "--packs", str(pack), "--no-components", "-o", str(made)]
            command = [*printing, "--no-cache"]
            run([ARSENAL, "build", "--packs", str(pack)], env=environment)
            ours = seconds(lambda: run(command, env=environment), repeat=3)
            peak = _peak_mb(command, environment)
            run(printing, env=environment)
            again = seconds(lambda: run(printing, env=environment), repeat=3)
        size = made.stat().st_size / 1e6
        rows.append(["arsenal print", f"{ours:.2f}", "1.0", f"{size:.1f} MB", f"{peak:.0f} MB"])
        rows.append(["the same again, kept", f"{again:.2f}", f"{again / ours:.2f}", "", ""])
        rows.append(_many(folder))
        first, fitted, plain = _against_plain(pack, folder / "plain")
        rows.append(["of which the rendering", f"{fitted:.2f}", f"{fitted / ours:.2f}", "", ""])
        rows.append(["... with templates to compile", f"{first:.2f}", f"{first / ours:.2f}", "", ""])
        rows.append(["plain Typst, same sources", f"{plain:.2f}", f"{plain / ours:.2f}", "", ""])
        if importlib.util.find_spec("weasyprint"):
            html = folder / "a.html"
            html.write_text(_html(_job(pack, *_cards(pack))), "utf-8")
            weasy = [sys.executable, "-m", "weasyprint", str(html), str(folder / "w.pdf")]
            theirs = seconds(lambda: run(weasy), repeat=1)
            size = (folder / "w.pdf").stat().st_size / 1e6
            rows.append(["WeasyPrint", f"{theirs:.2f}", f"{theirs / ours:.1f}", f"{size:.1f} MB", ""])
        else:
            print("WeasyPrint is not installed: left out", file=sys.stderr)
    note = f"\n\nRendering against plain Typst: {fitted / plain:.2f} times."
    return table(rows, [f"{NUMBER} cards", "seconds", "times ours", "PDF", "peak memory"]) + note


def _many(folder: Path) -> list[str]:
    """The row for many more cards: what matters is that memory stays bounded."""
    pack = _pack(folder / "many", MANY)
    made = folder / "many.pdf"
    with empty_cache() as environment:
        command = [ARSENAL, "print", "future-invaders", "--packs", str(pack), "--no-components", "--no-cache"]
        run([ARSENAL, "build", "--packs", str(pack)], env=environment)
        start = time.perf_counter()
        peak = _peak_mb([*command, "-o", str(made)], environment)
        taken = time.perf_counter() - start
    return [f"{MANY:,} cards", f"{taken:.1f}", "", f"{made.stat().st_size / 1e6:.1f} MB", f"{peak:.0f} MB"]


def _pack(folder: Path, number: int = NUMBER) -> Path:
    """Future Invaders with made-up cards in place of its own."""
    import shutil

    pack = Path(shutil.copytree(ROOT / "cards/future-invaders", folder / "future-invaders"))
    for unused in ("decks", "locales", "rulings.yaml"):
        path = pack / unused
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for file in (pack / "sets/first-light").iterdir():
        file.unlink()
    (pack / "sets/first-light/cards.yaml").write_text(yaml_of(list(cards(number))), "utf-8")
    return pack


def _cards(pack: Path) -> tuple[Game, list[tuple[Card, int]]]:
    """The game, and each of its cards once."""
    from builder.catalog.catalog import Shelf
    from builder.checks import check
    from builder.database.building import build, connect, session
    from builder.packs.pack import read

    engine = connect("sqlite://")
    build(engine, [read(pack)], check)
    shelf = Shelf(session(engine))
    game = shelf.game("future-invaders")
    return game, [(card, 1) for card in shelf.cards(game)]


def _job(pack: Path, game: Game, cards: list[tuple[Card, int]]) -> dict[str, Any]:
    """The job that the renderers would give one worker for all of these cards."""
    from renderers.outputs.sheets import print_sheets
    from renderers.typst import typeset

    jobs: list[dict[str, Any]] = []

    def keep(job: dict[str, Any]) -> None:
        jobs.append({**job, "folder": str(pack.parent / "seen"), "cache": str(pack.parent / "compiled")})

    real, typeset._run = typeset._run, keep  # the job is wanted, not its result
    share, typeset.SHARE = typeset.SHARE, NUMBER
    try:
        print_sheets(game, cards, keep=None)
    finally:
        typeset._run, typeset.SHARE = real, share
    return jobs[0]


def _against_plain(pack: Path, folder: Path) -> tuple[float, float, float]:
    """Seconds of rendering the first time, and medians of rendering and of plain Typst, taken in turn.

    `folder` takes the sources.
    """
    from renderers.outputs.sheets import print_sheets
    from renderers.typst.press import KIT

    game, cards = _cards(pack)
    sources = _sources(_job(pack, game, cards))
    sources[KIT] = _unmeasured(sources[KIT].decode()).encode()
    for name, data in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    plain = [sys.executable, "-c", _PLAIN, str(folder), str(_fonts())]
    times: dict[str, list[float]] = {"fitted": [], "plain": []}
    with empty_cache() as environment, patch.dict(os.environ, environment):
        first = seconds(lambda: print_sheets(game, cards, keep=None), repeat=1)
        for _ in range(7):
            times["fitted"].append(seconds(lambda: print_sheets(game, cards, keep=None), repeat=1))
            times["plain"].append(seconds(lambda: run(plain), repeat=1))
    return first, statistics.median(times["fitted"]), statistics.median(times["plain"])


_PLAIN = """
import sys, typst
folder, fonts = sys.argv[1:]
seen = typst.Fonts(include_system_fonts=False, font_paths=[fonts])
typst.Compiler(folder + "/main.typ", root=folder, font_paths=seen).compile(output=folder + "/main.pdf", format="pdf")
"""


def _sources(job: dict[str, Any]) -> dict[str, bytes]:
    """What Typst sees of a job, by file name."""
    from renderers.typst import fonts, packfiles, press, rendering

    pack = packfiles.Pack(Path(job["root"]))
    has = fonts.load(pack.root, {}, job["fonts"], Path(job["folder"]).with_name("pack-fonts"))
    faces = rendering.Faces(job, pack, has)
    rendered = faces.render()
    (stack,) = job["stacks"]
    document = press.document_source(job, stack, has.text)
    own = {press.KIT: (packfiles.OWN / "kit.typ").read_bytes(), press.GAME: press.game_source(job, stack)}
    return {**faces.pack.files, **rendered, **own, "main.typ": document}


def _fonts() -> Path:
    from renderers.typst.typeset import _font_files

    return _font_files()


def _unmeasured(kit: str) -> str:
    """The kit with text at its first size."""
    line = re.compile(r"(#let fit-line\(.*?\) = )\{\n.*?\n\}\n", re.DOTALL)
    block = re.compile(r"(#let fit-block\(.*?\) = )\{\n.*?\n\}\n", re.DOTALL)
    kit, lines = line.subn(r"\1box(width: width, text(size, ..style, body))\n", kit)
    kit, blocks = block.subn(r"\1block(width: width, height: height, align(place, make(size)))\n", kit)
    assert (lines, blocks) == (1, 1)
    return kit


def _html(job: dict[str, Any]) -> str:
    """The same cards as HTML."""
    from html import escape

    from renderers.typst.press import DRAWN

    art = [svg.decode() for name, svg in sorted(_sources(job).items()) if name.startswith(DRAWN)]
    font = next(iter(sorted(_fonts().glob("*Regular*"))))
    parts = [_PAGE % {"font": font.as_uri()}]
    for index, face in enumerate(job["faces"]):
        card = face["context"]["card"]
        if index % 9 == 0:
            parts.append("</div>" * bool(index) + '<div class="sheet">')
        cost, income = (sum(card.get(key, {}).values()) for key in ("cost", "income"))
        picture = art[index % len(art)] if art else ""
        parts.append(
            f'<div class="card"><div class="name">{escape(card["name"])}'
            f'<div class="kind">{card["faction"]} {card["type"]}</div></div>'
            f'<div class="pip" style="left:2mm">{cost}</div><div class="pip" style="right:2mm">+{income}</div>'
            f'<div class="art">{picture}</div>'
            f'<div class="text">{escape(card["text"])}<div class="flavor">{escape(card.get("flavor", ""))}</div></div>'
            f'<div class="weapons">{card.get("weapons", "")}</div>'
            f'<div class="durability">{card.get("durability", "")}</div></div>'
        )
    return "".join(parts) + "</div>"


def _peak_mb(command: list[str], environment: dict[str, str]) -> float:
    """The peak memory of the largest process of a command, in MB, as GNU time counts it."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], env=environment, capture_output=True, check=True)
    return int(done.stdout) / 1024


if __name__ == "__main__":
    print(main())
