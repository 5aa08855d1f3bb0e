"""What is in the making is known by its lock, which ends with its maker; changes of a folder's files take turns."""

import os
from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.storage import locks
from builder.storage.files import write_folder
from builder.storage.locks import changing, clear_away, left_behind, remove, unfinished_file, unfinished_folder
from tests.support.processes import holding

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are killed otherwise elsewhere")


def test_what_is_locked_here_is_not_left_behind(tmp_path: Path) -> None:
    file, folder = unfinished_file(tmp_path), unfinished_folder(tmp_path)
    assert list(left_behind(tmp_path)) == []
    file.close()
    assert [left.path for left in left_behind(tmp_path)] == [file.path]
    folder.close()
    for left in left_behind(tmp_path):
        remove(left.path)
    assert list(tmp_path.iterdir()) == []


def test_what_an_interrupt_left_is_cleared_away_at_the_end(tmp_path: Path) -> None:
    left, moved, unfinished = unfinished_file(tmp_path), unfinished_file(tmp_path), unfinished_folder(tmp_path)
    moved.path.rename(tmp_path / "moved")
    (unfinished.path / "plan.json").touch()
    for one in (left, moved, unfinished):
        one.close()
    clear_away(but_with="plan.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == [unfinished.path.name, "moved"]


def test_what_a_killed_process_locked_is_left_behind(tmp_path: Path) -> None:
    with holding(tmp_path):
        assert list(left_behind(tmp_path)) == []
    assert len(list(left_behind(tmp_path))) == 2


def test_files_of_others_are_never_left_behind(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"")
    (tmp_path / ".arsenal-link").symlink_to(tmp_path)
    assert list(left_behind(tmp_path)) == []
    assert list(left_behind(tmp_path / "nowhere")) == []


def test_a_turn_waits_for_another_and_not_for_a_killed_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "WAIT_SECONDS", 0.1)
    with holding(tmp_path):
        with pytest.raises(UsageError, match="another arsenal command is changing files"), changing(tmp_path):
            pass
        with pytest.raises(UsageError, match="another arsenal command is changing files"):
            write_folder(tmp_path, {"a.png": b"new"})
    with changing(tmp_path), changing(tmp_path):  # a turn within a turn
        assert not [path for path in tmp_path.iterdir() if not path.name.startswith(locks.UNFINISHED)]
    with changing(tmp_path / "nowhere"):
        pass
