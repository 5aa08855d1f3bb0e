"""Makes pictures of the documents anew: `python docs/pictures.py [NAME...]`, from the project's folder.

Those of docs/faces.md: the page's examples are run as their test runs them, and of what each writes to `pictures/NAME`
the first is kept. Those of README.md: pages of printed decks and cards. Names make only these; nothing makes all.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

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

# What a picture of README.md shows: what is printed, and of that the pages, counted from 0, one below the other.
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
WIDTH = 620  # pixels
WIDE = {"cards": 1200}  # others
MARGIN = 14  # pixels, of what is cut of a page


def main() -> None:
    """Make the pictures that the command line names, or all."""
    names = sys.argv[1:] or [FACES, *PAGES]
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            if name == FACES:
                make_examples(Path(folder))
            else:
                asked, pages = PAGES[name]
                make_page(name, asked, pages, Path(folder))


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
