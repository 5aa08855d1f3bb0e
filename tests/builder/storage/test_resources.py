"""Arsenal finds its own files in a checkout and in a wheel, and a cache folder where there can be one."""

import os
import sys
from pathlib import Path

import pytest

from builder.storage import resources
from builder.storage.resources import bundled, cache_folder, temporary_folder


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


posix = pytest.mark.skipif(os.name != "posix", reason="owners, modes and links are POSIX's")


@posix
@pytest.mark.parametrize("others", [0o020, 0o002])
def test_a_cache_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "cache"))
    folder = cache_folder()
    assert folder
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o700 | others)
    assert cache_folder() is None


@posix
def test_a_cache_folder_that_is_a_link_or_of_another_user_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "cache"))
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "elsewhere")
    assert cache_folder() is None
    (tmp_path / "cache").unlink()
    assert cache_folder()
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert cache_folder() is None


@pytest.mark.skipif(sys.platform != "linux", reason="each system has a place of its own for caches")
@pytest.mark.parametrize("mode", [None, 0o775])
def test_the_usual_cache_folder_is_closed_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int | None
) -> None:
    monkeypatch.delenv("ARSENAL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if mode:
        (tmp_path / "arsenal").mkdir()
        (tmp_path / "arsenal").chmod(mode)
    assert cache_folder() == tmp_path / "arsenal"
    assert (tmp_path / "arsenal").stat().st_mode & 0o777 == 0o700


@posix
def test_the_temporary_folder_is_found_without_writing_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.gettempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert temporary_folder() == tmp_path
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    monkeypatch.delenv("TEMP", raising=False)
    monkeypatch.delenv("TMP", raising=False)
    assert temporary_folder() == Path("/tmp")  # noqa: S108 - where there is no other
