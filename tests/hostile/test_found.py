"""What `make fuzz` has found once and what was mended: small cases in found/, run again."""

from pathlib import Path

import pytest

from tests.hostile.fuzzing.cases import found_files, from_text
from tests.hostile.fuzzing.trying import Trial


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=pytest.mark.long) if "flood" in file.stem else file for file in found_files()],
    ids=lambda file: file.stem,
)
def test_it_fails_no_more(file: Path, tmp_path: Path) -> None:
    found = Trial(tmp_path).case(from_text(file.read_text("utf-8")))
    assert not found, "\n".join(f"{fault.key}\n{fault.words}" for fault in found)
