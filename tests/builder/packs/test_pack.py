"""What tells one state of a pack, and of what reads it, from another."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.packs import pack as packs
from tests.support.packs import SMALL


@pytest.fixture(autouse=True)
def _unknown_version() -> Iterator[None]:
    packs._version.cache_clear()
    yield
    packs._version.cache_clear()


def key(**files: bytes) -> str:
    packs._version.cache_clear()
    return packs.in_memory(Path("my-game"), {**SMALL, **files}).key


def test_a_key_changes_with_the_files() -> None:
    assert key() == key()
    assert key() != key(more=b"")


def test_a_key_changes_when_a_package_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed = tmp_path / "site-packages"
    before = key()
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path), str(installed)])
    assert key() == before  # there is no such folder
    installed.mkdir()
    with_folder = key()
    assert with_folder != before
    os.utime(installed, (1, 1))
    assert key() not in (before, with_folder)
    (tmp_path / "notes.txt").touch()  # a folder of other things
    assert key() == key()


def test_a_folder_of_packs_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(UsageError, match="can't be read: permission denied"):
        packs.find([tmp_path])


def test_what_can_t_be_read_is_no_part_of_a_pack(tmp_path: Path) -> None:
    for name, content in SMALL.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "art").mkdir()
    (tmp_path / "art/x.png").write_bytes(b"x")
    (tmp_path / "art/y.png").symlink_to("/etc/passwd")
    (tmp_path / "formats/link.yaml").symlink_to("/etc/passwd")
    found = packs.read(tmp_path)
    assert found.unread == ["art/y.png", "formats/link.yaml"]
    assert [d.span and d.span.path for d in found.diagnostics] == [str(tmp_path / name) for name in found.unread]
    assert {"art/x.png"} == {name for name in found.others if name.startswith("art/")}
    assert found.files == {name: content for name, content in SMALL.items() if name in found.files}
