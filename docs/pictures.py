"""Makes pictures of the documents anew: `python docs/pictures.py`, from the project's folder.

Those of docs/faces.md: the page's examples are run as their test runs them, and of what each writes to `pictures/NAME`
the first is kept. Those of README.md: pages of printed decks.
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

# What a picture of README.md shows: pages, counted from 0, of a printed deck, one below the other.
PAGES = {
    "saucer-dice": ("table-for-four", (0, 7)),
    "saucer-people": ("fifty-two", (4,)),
}
WIDTH = 596  # pixels
MARGIN = 14  # pixels, of what is cut of a page


def main() -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        test = [sys.executable, "-m", "pytest", "tests/test_docs.py", "-k", "faces.md", f"--basetemp={folder}/run"]
        subprocess.run(test, cwd=FOLDER.parent, check=True)  # noqa: S603 - our own tests
        for made in sorted(Path(folder).glob("run/*0/pictures/*")):
            pictures = sorted(made.glob("*.png"))
            if pictures:
                shutil.copyfile(pictures[0], FOLDER / "images" / "faces" / f"{made.name}.png")
        for name, (deck, pages) in PAGES.items():
            file = Path(folder, f"{name}.pdf")
            command = [sys.executable, "-m", "builder", "print", deck, "--dice", "nets", "-o", str(file)]
            subprocess.run(command, cwd=FOLDER.parent, check=True)  # noqa: S603 - our own command
            _joined(file, pages).save(FOLDER / "images" / f"{name}.png", optimize=True)


def _joined(file: Path, pages: Sequence[int]) -> Image.Image:
    """Pages of a PDF below one another without their white edges, in few colours."""
    with pypdfium2.PdfDocument(file) as pdf:
        parts = [_trimmed(pdf[page].render(scale=2).to_pil().convert("RGB")) for page in pages]
    parts = [part.resize((WIDTH, round(part.height * WIDTH / part.width)), Image.Resampling.LANCZOS) for part in parts]
    whole = Image.new("RGB", (WIDTH, sum(part.height for part in parts)), "white")
    down = 0
    for part in parts:
        whole.paste(part, (0, down))
        down += part.height
    return whole.quantize(method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def _trimmed(picture: Image.Image) -> Image.Image:
    """A picture without what is white around it, but for a margin."""
    box = ImageChops.difference(picture, Image.new("RGB", picture.size, "white")).getbbox()
    return ImageOps.expand(picture.crop(box), MARGIN, "white")


if __name__ == "__main__":
    main()
