"""PDF/A, judged by a validator of another maker: Apache PDFBox Preflight, which knows PDF/A-1b.

Debian has it as libpdfbox2-java. Where it is not installed, the tests are skipped, unless ARSENAL_REQUIRE_PDFBOX is
set.
"""

import os
import subprocess
from pathlib import Path

import pytest

from renderers.layout.options import SheetOptions
from renderers.outputs.sheets import print_sheets
from tests.support.renders import card, pack

JARS = ("preflight", "pdfbox2", "fontbox2", "xmpbox", "commons-logging", "commons-io", "javax.activation", "jaxb-api")
FOLDER = Path("/usr/share/java")
THERE = all((FOLDER / f"{jar}.jar").is_file() for jar in JARS)

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not THERE and not os.environ.get("ARSENAL_REQUIRE_PDFBOX"), reason="PDFBox Preflight is not installed"
    ),
]


def verdict(data: bytes, folder: Path) -> str:
    """What PDFBox says of a file."""
    (folder / "made.pdf").write_bytes(data)
    path = os.pathsep.join(str(FOLDER / f"{jar}.jar") for jar in JARS)
    command = ["java", "-cp", path, "org.apache.pdfbox.preflight.Validator_A1b", str(folder / "made.pdf")]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def sheet(folder: Path, standard: str, copies: int) -> bytes:
    game = pack(folder, "#rect(width: 30mm, height: 10mm, fill: red)\n{{ card.name }}, é")
    cards = [(card(), copies), (card(id="other", number=2), 1)]
    made = print_sheets(game, cards, SheetOptions(standard=standard))
    assert made.findings == []
    return made.data


@pytest.mark.parametrize("copies", [1, 20])
def test_a_file_for_archives_is_one(tmp_path: Path, copies: int) -> None:
    assert "is a valid PDF/A-1b file" in verdict(sheet(tmp_path, "a-1b", copies), tmp_path)


def test_a_file_of_another_kind_is_none(tmp_path: Path) -> None:
    assert "is not a valid PDF/A-1b file" in verdict(sheet(tmp_path, "", 1), tmp_path)
