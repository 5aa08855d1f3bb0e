"""Makes pictures of the documentation anew: `python docs/pictures.py`, from the project's folder.

The examples of docs/faces.md are run as their test runs them, and of what each writes to `pictures/NAME` the first is
kept.
`python docs/pictures.py GAME...` makes the README's pages of these games instead, of the cards below.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
PAGES = {
    "invasion-tcg": (
        "podling husk-leaper seedfall the-queen-below doorstep-cousin toll-reeve marshal-of-nine-roads massed-volley"
        " wall-of-nine-gates"
    ),
    "rone-invasion": (
        "yard-brawl war-caravan field-surgeon sporecaller bramble-hulk glass-sniper turning-lathe siege-strider"
        " assembly-line"
    ),
}
WIDTH = 620  # pixels
COLORS = 256


def main() -> None:
    """Make what the command line names; the pictures of docs/faces.md where it names nothing."""
    for game in sys.argv[1:]:
        make_page(game, PAGES[game].split())
    if not sys.argv[1:]:
        make_examples()


def make_examples() -> None:
    """Run the examples and copy their pictures."""
    with tempfile.TemporaryDirectory() as folder:
        test = [sys.executable, "-m", "pytest", "tests/test_docs.py", "-k", "faces.md", f"--basetemp={folder}/run"]
        subprocess.run(test, cwd=FOLDER.parent, check=True)  # noqa: S603 - our own tests
        for made in sorted(Path(folder).glob("run/*0/pictures/*")):
            pictures = sorted(made.glob("*.png"))
            if pictures:
                shutil.copyfile(pictures[0], FOLDER / "images" / "faces" / f"{made.name}.png")


def make_page(game: str, cards: list[str]) -> None:
    """Print these cards of a game on one page, and keep a picture of it."""
    import pypdfium2
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "page.pdf"
        query = " or ".join(f"id:{card}" for card in cards)
        command = [sys.executable, "-m", "builder", "print", game, "--cards", query, "-o", str(sheet)]
        subprocess.run(command, cwd=FOLDER.parent, check=True)  # noqa: S603 - our own command
        with pypdfium2.PdfDocument(sheet) as pdf:
            page = pdf[0].render(scale=3).to_pil().convert("RGB")
    height = round(page.height * WIDTH / page.width)
    small = page.resize((WIDTH, height), Image.Resampling.LANCZOS)
    small.quantize(COLORS, kmeans=4).save(FOLDER / "images" / f"{game}.png", optimize=True)


if __name__ == "__main__":
    main()
