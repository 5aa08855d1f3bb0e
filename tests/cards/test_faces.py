"""How the bundled games look: what can be counted of it."""

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from pypdfium2 import raw

from tests.support.commands import ROOT, Arsenal

GAMES = sorted(folder.parent.name for folder in (ROOT / "cards").glob("*/game.yaml"))
SMALLEST = 5.0  # points; smaller letters can't be read by everybody, nor printed by every machine
ROUNDED = 0.05


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_words_are_too_small_to_be_read(game: str, language: str, arsenal: Arsenal, tmp_path: Path) -> None:
    arsenal("print", game, "--lang", language, "--backs", "long-edge", "-o", str(tmp_path / "out.pdf"))
    sizes = list(letters(tmp_path / "out.pdf"))
    assert len(sizes) > 500
    assert [(page, letter) for page, letter, size in sizes if size < SMALLEST - ROUNDED] == []


def letters(file: Path) -> Iterator[tuple[int, str, float]]:
    """The letters of a PDF: on which page, which, and in how many points."""
    with pypdfium2.PdfDocument(file) as pdf:
        for number, page in enumerate(pdf, start=1):
            words = page.get_textpage()
            matrix = raw.FS_MATRIX()
            for place in range(words.count_chars()):
                letter = chr(raw.FPDFText_GetUnicode(words.raw, place))
                if letter.isprintable() and letter.strip():
                    raw.FPDFText_GetMatrix(words.raw, place, matrix)
                    size = raw.FPDFText_GetFontSize(words.raw, place)
                    yield number, letter, size * (matrix.a**2 + matrix.b**2) ** 0.5
