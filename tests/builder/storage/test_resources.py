"""Arsenal finds its own files in a checkout and in a wheel, and a cache folder where there can be one."""

import os
import sys
from pathlib import Path

import pytest

from builder.storage import resources
from builder.storage.resources import bundled, cache_folder
from tests.support.commands import ROOT


def test_bundled_folders_are_found_in_a_checkout() -> None:
    assert bundled("schemas") == ROOT / "schemas"
    assert (bundled("schemas") / "deck.schema.json").is_file()
    assert (bundled("cards") / "invasion-tcg" / "game.yaml").is_file()


def test_bundled_folders_are_found_in_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path.resolve() / "builder"
    (package / "data" / "schemas").mkdir(parents=True)
    monkeypatch.setattr(resources, "__file__", str(package / "storage" / "resources.py"))
    assert bundled("schemas") == package / "data" / "schemas"
    assert bundled("cards") == package.parent / "cards"


def test_the_cache_folder_is_made_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "a" / "b"))
    assert cache_folder() == tmp_path / "a" / "b"
    assert (tmp_path / "a" / "b").is_dir()
    assert cache_folder() == tmp_path / "a" / "b"


def test_there_is_no_cache_folder_where_a_file_is_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv("ARSENAL_CACHE", str(path))
        assert cache_folder() is None


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_no_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "closed"))
    assert cache_folder() is None


@pytest.mark.skipif(sys.platform != "linux", reason="each system has a place of its own for caches")
def test_the_usual_cache_folder_is_the_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARSENAL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "arsenal"
    assert (tmp_path / "arsenal").is_dir()
