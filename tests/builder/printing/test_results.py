"""What printing hands back."""

from pathlib import Path

import pytest

from builder.printing.findings import PrintResult, ignore


def test_what_made_nothing_is_empty_and_shares_nothing() -> None:
    one, other = PrintResult(), PrintResult()
    one.files.append(Path("out.pdf"))
    one.hints.append("--dpi has no effect")
    assert other == PrintResult([], [], "", [], [])
    assert one != other


def test_a_note_that_is_ignored_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    ignore("2 cards differ")
    assert capsys.readouterr() == ("", "")
