"""Print 900 unique cards, nine to an A4 page: against WeasyPrint, and the rendering of it against plain Typst.

WeasyPrint (`pip install weasyprint`, and Debian's libpango-1.0-0 and libpangoft2-1.0-0) gets the same cards in an HTML
face of the same anatomy, with the same drawn pictures, without fitting text: it can't.

The rendering is all from cards in memory to the bytes of a PDF, with nothing in the cache but the code of templates:
lay out sheets, start processes, fill in templates, draw pictures, fit text, find what does not fit or has no glyph,
join what the processes made. Plain Typst is a process that compiles the sources that Typst was given for it, ready made
in a folder, with each text at its first size and nothing measured.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from math import ceil
from pathlib import Path
from unittest.mock import patch

from benchmarks.actions import A_PAGE, Turn, print_all, print_many_cold, print_many_from_cache, printable
from benchmarks.measuring import (
    Done,
    Measured,
    Side,
    cards_drawn,
    in_turns,
    made_now,
    main_of,
    peak_mb,
    process,
    require,
    table,
)
from benchmarks.packs import GAME, cards, printable_pack

NUMBER = 900
MANY = 5_000

COLD, CACHED = "arsenal print, compiled, nothing drawn", "the same again, from the cache"
RENDERING, COMPILING, PLAIN = "of which the rendering", "... with templates to compile", "plain Typst, same sources"
HEADER = ("seconds", "times ours (middle half)", "PDF", "peak memory", "checked")


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    number, many, turns = (9, 18, 1) if quick else (NUMBER, MANY, 7)
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name, ExitStack() as stack:
        side = Side(Path(name))
        pack = printable(side, number)
        drawn, sources, peak = drawn_once(side, pack, number)
        ways = {
            COLD: stack.enter_context(print_many_cold(side, number)),
            CACHED: stack.enter_context(print_many_from_cache(side, number)),
            RENDERING: rendering(side, pack, drawn, number, side.new_folder("cache")),
            COMPILING: rendering(side, pack, drawn, number),
            PLAIN: plain_typst(sources, number),
        }
        measured = in_turns(ways, turns)
        ours = measured[COLD]
        rows = [_row(what, m, ours) for what, m in measured.items()]
        rows[0][-2] = f"{peak:.0f} MB"
        rows.insert(2, many_cards(side, many))
        if weasyprint := _weasyprint():
            html = side.folder / "cards.html"
            html.write_text(_html(sources, number), "utf-8")
            both = in_turns({COLD: ways[COLD], "WeasyPrint": _weasy([*weasyprint, str(html)], side, number)}, 1)
            rows.append(_row("WeasyPrint", both["WeasyPrint"], both[COLD]))
    times = measured[RENDERING].times(measured[PLAIN])
    return table([f"{number} cards", *HEADER], rows) + f"\n\nRendering against plain Typst: {times} times."


def _row(what: str, measured: Measured, ours: Measured) -> list[str]:
    size = f"{len(measured.turns[-1].made) / 1e6:.1f} MB"
    return [what, f"{measured.seconds:.2f}", str(measured.times(ours)), size, "", measured.checked]


def drawn_once(side: Side, pack: Path, number: int) -> tuple[bytes, Path, float]:
    """The PDF as the command makes it, a folder of what Typst was given for it, and the peak memory in MB."""
    seen = side.new_folder("sources")
    recorder = side.new_folder("recorder")
    (recorder / "typst.py").write_text(_RECORDER % {"seen": str(seen)}, "utf-8")
    command = ["print", GAME, "--packs", str(pack), "--no-components", "--no-cache", "-o", "once.pdf"]
    environment = side.environment(side.compiled(pack))
    peak = peak_mb([sys.executable, "-m", "builder", *command], side.folder, environment)
    pdf = (side.folder / "once.pdf").read_bytes()
    cards_drawn([pdf], (card["name"] for card in cards(number)), ceil(number / A_PAGE))
    path = os.pathsep.join([str(recorder), environment["PYTHONPATH"]])
    process([sys.executable, "-m", "builder", *command], side.folder, {**environment, "PYTHONPATH": path})
    require((side.folder / "once.pdf").read_bytes() == pdf, "what is drawn differs from one time to the next")
    require(any(seen.iterdir()), "the sources that Typst was given were not recorded")
    for folder in seen.iterdir():
        _unmeasured(folder)
    return pdf, seen, peak


def many_cards(side: Side, number: int) -> list[str]:
    """The row for many more cards: what matters is that memory stays bounded."""
    pack = printable_pack(side.new_folder("many"), list(cards(number)))
    cache = side.new_folder("cache")
    run, pdf, drawn = print_all(side, pack, number, cache)
    checked = f"{drawn}, {made_now(run, len(pdf) // 2)}"
    command = ["print", GAME, "--packs", str(pack), "--no-components", "--no-cache", "-o", "many.pdf"]
    peak = peak_mb([sys.executable, "-m", "builder", *command], side.folder, side.environment(cache))
    require((side.folder / "many.pdf").read_bytes() == pdf, "what is drawn differs from one time to the next")
    sizes = f"{len(pdf) / 1e6:.1f} MB", f"{peak:.0f} MB"
    return [f"{number:,} cards, cache empty", f"{run.seconds:.1f}", "", *sizes, checked]


def rendering(side: Side, pack: Path, drawn: bytes, number: int, cache: Path | None = None) -> Turn:
    """The rendering in this process, of cards that are in memory, with this cache or an empty one each time.

    Raises NotDoneError, in a turn, where what is made is not what the command made of them.
    """
    render = _renderer(pack)
    started = _processes()

    def turn() -> Done:
        folder = cache or side.new_folder("cache")
        with patch.dict(os.environ, {"ARSENAL_CACHE": str(folder)}):
            before = len(started)
            start = time.perf_counter()
            pdf = render()
            seconds = time.perf_counter() - start
        require(pdf == drawn, f"{len(pdf):,} bytes were made that are not the {len(drawn):,} of `arsenal print`")
        at_work = len(started) - before
        require(at_work > 0, "no process was started to draw: what was made came from a cache")
        return Done(seconds, f"the bytes of `arsenal print`, {number} cards drawn by {at_work} processes", pdf)

    return turn


@cache
def _renderer(pack: Path) -> Callable[[], bytes]:
    """What draws all of a pack's cards and gives the bytes of their PDF. Nothing else here knows Arsenal's modules."""
    from builder.workspace import Workspace
    from renderers.outputs.sheets import print_sheets

    with Workspace([pack], "sqlite://") as workspace:
        game = workspace.game(GAME)
        copies = [(card, 1) for card in workspace.search(game=GAME)]

    def render() -> bytes:
        made = print_sheets(game, copies)
        require(not made.findings, f"the renderer found faults: {made.findings[:1]}")
        return made.data

    return render


def _processes() -> list[str]:
    """A list that grows by each process that this one starts from now on."""
    started: list[str] = []

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if event == "subprocess.Popen":
            started.append(str(arguments[0]))

    sys.addaudithook(hear)
    return started


def plain_typst(sources: Path, number: int) -> Turn:
    """Typst alone, in a process that compiles the sources that are ready in these folders."""
    folders = sorted(sources.iterdir())

    def turn() -> Done:
        for folder in folders:
            (folder / "main.pdf").unlink(missing_ok=True)
        run = process([sys.executable, "-c", _PLAIN, *map(str, folders)])
        made = [(folder / "main.pdf").read_bytes() for folder in folders]
        texts = [card["name"] for card in cards(number)]
        checked = cards_drawn(made, texts, ceil(number / A_PAGE))
        return Done(run.seconds, checked, b"".join(made))

    return turn


_PLAIN = """
import sys, typst
for folder in sys.argv[1:]:
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[folder + "/fonts"])
    compiler = typst.Compiler(folder + "/main.typ", root=folder, font_paths=fonts)
    compiler.compile(output=folder + "/main.pdf", format="pdf")
"""

# Takes the place of the package typst in the renderer's processes, and writes down what it is given for a PDF.
_RECORDER = """
import os, shutil, sys, tempfile
here, own = os.path.dirname(__file__), sys.modules.pop("typst")
sys.path.remove(here)
import typst as real
from typst import *
sys.modules["typst"] = own
fonts = {}

def Fonts(**options):
    made = real.Fonts(**options)
    fonts[id(made)] = options["font_paths"]
    return made

class Compiler:
    def __init__(self, files, root, font_paths, **others):
        self.given, self.root, self.fonts = files, root, fonts[id(font_paths)]
        self.real = real.Compiler(files, root=root, font_paths=font_paths, **others)

    def __getattr__(self, name):
        return getattr(self.real, name)

    def compile_with_warnings(self, format, **options):
        if format == "pdf":
            folder = tempfile.mkdtemp(dir=%(seen)r)
            shutil.copytree(self.root, folder, dirs_exist_ok=True)
            for name, content in self.given.items():
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                open(os.path.join(folder, name), "wb").write(content)
            for path in self.fonts:
                shutil.copytree(path, folder + "/fonts", dirs_exist_ok=True)
        return self.real.compile_with_warnings(format=format, **options)
"""


def _unmeasured(folder: Path) -> None:
    """Leave each text at its first size: take what fits it out of the sources."""
    line = re.compile(r"(#let fit-line\(.*?\) = )\{\n.*?\n\}\n", re.DOTALL)
    block = re.compile(r"(#let fit-block\(.*?\) = )\{\n.*?\n\}\n", re.DOTALL)
    done = []
    for file in (folder / "arsenal").glob("*.typ"):
        text, lines = line.subn(r"\1box(text(size, ..style, body))\n", file.read_text("utf-8"))
        text, blocks = block.subn(r"\1block(width: width, height: height, align(place, make(size)))\n", text)
        file.write_text(text, "utf-8")
        done.append((lines, blocks))
    require(sorted(done)[-1:] == [(1, 1)], f"what fits text is not in the sources as expected: {done}")


def _html(sources: Path, number: int) -> str:
    """The same cards as HTML."""
    from html import escape

    art = [file.read_text("utf-8") for file in sorted(sources.glob("*/arsenal/drawn/*"))]
    spec = importlib.util.find_spec("font_source_sans_pro")
    require(bool(art and spec and spec.origin), "there are no drawn pictures or no fonts for WeasyPrint")
    font = Path(str(spec and spec.origin)).with_name("files") / "SourceSansPro-Regular.ttf"
    parts = [_PAGE % {"font": font.as_uri()}]
    for index, card in enumerate(cards(number)):
        if index % A_PAGE == 0:
            parts.append("</div>" * bool(index) + '<div class="sheet">')
        cost, income = (sum(card.get(key, {}).values()) for key in ("cost", "income"))
        parts.append(
            f'<div class="card"><div class="name">{escape(card["name"])}'
            f'<div class="kind">{card["faction"]} {card["type"]}</div></div>'
            f'<div class="pip" style="left:2mm">{cost}</div><div class="pip" style="right:2mm">+{income}</div>'
            f'<div class="art">{art[index % len(art)]}</div>'
            f'<div class="text">{escape(card["text"])}<div class="flavor">{escape(card.get("flavor", ""))}</div></div>'
            f'<div class="weapons">{card.get("weapons", "")}</div>'
            f'<div class="durability">{card.get("durability", "")}</div></div>'
        )
    return "".join(parts) + "</div>"


def _weasy(command: list[str], side: Side, number: int) -> Turn:
    out = side.folder / "weasyprint.pdf"

    def turn() -> Done:
        out.unlink(missing_ok=True)
        run = process([*command, str(out)])
        pdf = out.read_bytes()
        return Done(
            run.seconds, cards_drawn([pdf], (card["name"] for card in cards(number)), ceil(number / A_PAGE)), pdf
        )

    return turn


def _weasyprint() -> list[str]:
    """The command, where it is installed."""
    if importlib.util.find_spec("weasyprint"):
        return [sys.executable, "-m", "weasyprint"]
    if found := shutil.which("weasyprint"):
        return [found]
    print("WeasyPrint is not installed: left out", file=sys.stderr)
    return []


_PAGE = """<!doctype html><meta charset="utf-8"><style>
@page { size: A4; margin: 13.5mm 10mm }
@font-face { font-family: Printed; src: url(%(font)s) }
body { margin: 0; font-family: Printed, sans-serif }
.sheet { display: flex; flex-wrap: wrap; align-content: start; width: 189.5mm; height: 264.5mm;
  page-break-after: always }
.card { position: relative; flex: none; width: 63mm; height: 88mm; background: #14264a; color: #fff; overflow: hidden }
.name { position: absolute; top: 3mm; left: 11mm; width: 41mm; text-align: center;
  white-space: nowrap; font: bold 10pt Printed; border: 0.3mm solid #7db4f0; border-radius: 1.5mm; background: #1f4e8c }
.kind { font: 5pt Printed; letter-spacing: 0.3mm }
.pip { position: absolute; top: 2.5mm; width: 8mm; height: 8mm; border-radius: 4mm; background: #2b6cb0;
  border: 0.4mm solid #fff; text-align: center; font: bold 12pt Printed }
.art { position: absolute; top: 11mm; left: 3mm; width: 57mm; height: 34mm; border: 0.4mm solid #7db4f0;
  border-radius: 1.5mm; overflow: hidden }
.art svg { width: 57mm; height: 34mm }
.text { position: absolute; top: 47mm; left: 3mm; width: 51mm; height: 26mm; padding: 1mm 3mm;
  background: #e9f1fd; color: #111; font: 8pt Printed; border-radius: 1.5mm }
.flavor { font-style: italic; color: #555; margin-top: 1mm; border-top: 0.2mm solid #1f4e8c }
.weapons, .durability { position: absolute; bottom: 3mm; width: 12mm; height: 12mm; text-align: center;
  font: bold 15pt Printed; border-radius: 6mm; background: #8a1f1f }
.durability { right: 3mm; background: #2b5a6b } .weapons { left: 3mm }
</style>"""

if __name__ == "__main__":
    main_of(main)
