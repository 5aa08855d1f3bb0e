"""The sheet that shows how far a duplex printer is off, as a file."""

from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.documents.data import Data
from builder.printing.prints import calibrate
from tests.support.renders import page_count


def test_a_front_and_a_back_are_written(tmp_path: Path) -> None:
    out = tmp_path / "sheet.PDF"
    assert calibrate(out, {"paper": "letter"}, "long-edge") == f"{out}: a front and a back on letter"
    assert page_count(out.read_bytes()) == 2


def test_an_edge_and_an_offset_change_the_sheet(tmp_path: Path) -> None:
    moved: dict[str, Data] = {"back-offset": {"x": "1 mm"}}
    calibrate(tmp_path / "1.pdf", {}, "long-edge")
    calibrate(tmp_path / "2.pdf", {}, "short-edge")
    calibrate(tmp_path / "3.pdf", moved, "long-edge")
    sheets = {path.read_bytes() for path in tmp_path.iterdir()}
    assert len(sheets) == 3


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("sheet.png", {}, "does not end in .pdf"),
        ("sheet.pdf", {"paper": "a9"}, 'no paper "a9"'),
        ("sheet.pdf", {"paper": "40x40mm"}, "no room on paper of 40 x 40 mm"),
    ],
)
def test_what_cannot_be_made_is_refused(tmp_path: Path, name: str, words: dict[str, Data], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        calibrate(tmp_path / name, words, "long-edge")
    assert list(tmp_path.iterdir()) == []
