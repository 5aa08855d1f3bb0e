"""What tells one state of a pack, and of what reads it, from another."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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
