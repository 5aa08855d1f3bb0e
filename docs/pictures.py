"""Makes pictures of the documents anew: `python docs/pictures.py [NAME...]`, from the project's folder.

Those of docs/faces.md: the page's examples are run as their test runs them, and of what each writes to `pictures/NAME`
the first is kept. Those of README.md and docs/gallery.md: pages of printed decks and cards, and of `arsenal serve` in
Chromium. Names make only these; nothing makes all.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageChops, ImageOps

FOLDER = Path(__file__).parent
FACES = "faces"

_INVADERS = """id:vigil-of-nairobi or id:archive-ship or id:gnawing-vine or id:queen-of-the-belt
or id:the-exchange-at-ceres"""
_TCG = """id:podling or id:husk-leaper or id:seedfall or id:the-queen-below or id:doorstep-cousin or id:toll-reeve
or id:marshal-of-nine-roads or id:massed-volley or id:wall-of-nine-gates"""
_RONE = """id:yard-brawl or id:war-caravan or id:field-surgeon or id:sporecaller or id:bramble-hulk or id:glass-sniper
or id:turning-lathe or id:siege-strider or id:assembly-line"""

# What a picture shows: what is printed, and of that the pages, counted from 0, one below the other.
PAGES = {
    "cards": (
        [
            *("future-invaders", "--cards", _INVADERS),
            *("--paper", "350x100mm", "--gap", "3", "--bleed", "0", "--marks", "none"),
        ],
        (0,),
    ),
    "sheet": (["earthwall"], (2,)),
    "saucer-dice": (["table-for-four", "--dice", "nets"], (0, 7)),
    "saucer-people": (["fifty-two"], (4,)),
    "invasion-tcg": (["invasion-tcg", "--cards", _TCG], (0,)),
    "rone-invasion": (["rone-invasion", "--cards", _RONE], (0,)),
}


class Screen(NamedTuple):
    """A page of `arsenal serve` as a picture shows it."""

    address: str
    width: int
    height: int
    scheme: str = "light"
    density: float = 1
    ready: str = "true"  # a script that says when all is there
    first: str = ""  # a script that does something then


_CARDS = "document.querySelectorAll('.b-tile').length > 3"
_JUDGED = f"{_CARDS} && document.querySelector('.b-legal')"
_SEEN = """[...document.images].map((one) => [one.complete, one.getBoundingClientRect()])
.every(([there, place]) => there || !place.width || place.top > innerHeight)"""
SCREENS = {
    "builder": Screen("/games/future-invaders/build?deck=earthwall", 1280, 800, density=0.75, ready=_JUDGED),
    "page": Screen("/games/future-invaders/cards/the-gilded-exile", 1000, 640, "dark"),
    "search-phone": Screen("/games/rone-invasion/cards?q=kind%3Amachine", 360, 640, density=1.5),
    "numbers": Screen(
        "/games/future-invaders/build?deck=the-accord", 1000, 560, ready=_JUDGED,
        first="document.getElementById('b-tab-numbers').click()",
    ),
    "statistics": Screen("/games/future-invaders/stats", 1000, 760),
    "builder-phone": Screen(
        "/games/future-invaders/build?deck=earthwall", 360, 640, "dark", 1.5, _JUDGED,
        "document.querySelector('.b-switch button:last-child').click()",
    ),
}  # fmt: skip
WIDTH = 620  # pixels
WIDE = {"cards": 1200}  # others
MARGIN = 14  # pixels, of what is cut of a page


def main() -> None:
    """Make the pictures that the command line names, or all."""
    names = sys.argv[1:] or [FACES, *PAGES, *SCREENS]
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            if name == FACES:
                make_examples(Path(folder))
            elif name in SCREENS:
                continue
            else:
                asked, pages = PAGES[name]
                make_page(name, asked, pages, Path(folder))
        if screens := [name for name in names if name in SCREENS]:
            make_screens(screens, Path(folder))


def make_examples(folder: Path) -> None:
    """Run the examples of docs/faces.md and copy their pictures."""
    test = [sys.executable, "-m", "pytest", "tests/test_docs.py", "-k", "faces.md", f"--basetemp={folder}/run"]
    subprocess.run(test, cwd=FOLDER.parent, check=True)  # noqa: S603 - our own tests
    for made in sorted(folder.glob("run/*0/pictures/*")):
        pictures = sorted(made.glob("*.png"))
        if pictures:
            shutil.copyfile(pictures[0], FOLDER / "images" / FACES / f"{made.name}.png")


def make_page(name: str, asked: Sequence[str], pages: Sequence[int], folder: Path) -> None:
    """Print what is asked for, and keep a picture of these pages."""
    file = folder / f"{name}.pdf"
    command = [sys.executable, "-m", "builder", "print", *asked, "-o", str(file)]
    subprocess.run(command, cwd=FOLDER.parent, check=True)  # noqa: S603 - our own command
    joined(file, pages, WIDE.get(name, WIDTH)).save(FOLDER / "images" / f"{name}.png", optimize=True)


def make_screens(names: Sequence[str], folder: Path) -> None:
    """Serve the games that come with Arsenal, and keep pictures of these pages."""
    sys.path.insert(0, str(FOLDER.parent))
    from tests.support.chromium import Chromium
    from tests.support.serving import started

    with started(folder) as address, Chromium() as browser:
        tab = browser.open(f"{address}/")
        for name in names:
            screen = SCREENS[name]
            tab.looks(screen.width, screen.height, screen.density, screen.scheme)
            tab.go(address + screen.address)
            tab.until(lambda ready=screen.ready: tab.value(f"!!({ready})"))
            tab.value(screen.first)
            time.sleep(1)
            tab.until(lambda: tab.value(_SEEN))
            time.sleep(0.5)  # until they are painted
            shown = Image.open(io.BytesIO(tab.picture())).convert("RGB")
            few = shown.quantize(kmeans=4, dither=Image.Dither.NONE)
            few.save(FOLDER / "images" / f"{name}.png", optimize=True)


def joined(file: Path, pages: Sequence[int], width: int = WIDTH) -> Image.Image:
    """Pages of a PDF below one another without their white edges, so many pixels wide, in few colours."""
    with pypdfium2.PdfDocument(file) as pdf:
        parts = [_trimmed(pdf[page].render(scale=3).to_pil().convert("RGB")) for page in pages]
    parts = [part.resize((width, round(part.height * width / part.width)), Image.Resampling.LANCZOS) for part in parts]
    whole = Image.new("RGB", (width, sum(part.height for part in parts)), "white")
    down = 0
    for part in parts:
        whole.paste(part, (0, down))
        down += part.height
    return whole.quantize(kmeans=4, dither=Image.Dither.NONE)


def _trimmed(picture: Image.Image) -> Image.Image:
    """A picture without what is white around it, but for a margin."""
    box = ImageChops.difference(picture, Image.new("RGB", picture.size, "white")).getbbox()
    return ImageOps.expand(picture.crop(box), MARGIN, "white")


if __name__ == "__main__":
    main()
