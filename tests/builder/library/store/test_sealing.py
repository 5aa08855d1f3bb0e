"""What a seal says of a database, and what is made of a seal that is damaged."""

from pathlib import Path

import pytest

from builder.library.store.sealing import ENDING, is_broken, seal


@pytest.mark.parametrize("said", [b"", b"1 2\nno digest", b"\xff\xfe\x00", b"\x80" * 300])
def test_a_damaged_seal_is_not_believed(said: bytes, tmp_path: Path) -> None:
    database = tmp_path / "cards.db"
    database.write_bytes(b"cards")
    assert not is_broken(database)  # without a seal
    seal(database)
    assert not is_broken(database)
    (tmp_path / f"cards.db{ENDING}").write_bytes(said)
    assert is_broken(database)
