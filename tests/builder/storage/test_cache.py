"""Caches on disk: what is kept is there as it was or not at all, whatever happens to its files."""

import errno
import hashlib
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from builder.storage.cache import CHECKSUM_BYTES, DiskCache

posix = pytest.mark.skipif(os.name != "posix", reason="owners and modes of files are POSIX's")


def key_of(what: object) -> str:
    return hashlib.sha256(repr(what).encode()).hexdigest()


@pytest.fixture
def cache(tmp_path: Path) -> DiskCache:
    return DiskCache(tmp_path / "things")


@pytest.fixture
def code(tmp_path: Path) -> DiskCache:
    return DiskCache(tmp_path / "code", private=True)


def file_of(cache: DiskCache) -> Path:
    (path,) = cache.folder.glob("*/*")
    return path


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("body", [b"", b"body", b"\x00\xff" * 100_000])
def test_what_is_put_is_there(tmp_path: Path, body: bytes, private: bool) -> None:
    cache = DiskCache(tmp_path / "below" / "things", private=private)
    assert cache.get(key_of(1)) is None
    cache.put(key_of(1), b"older")
    cache.put(key_of(1), body)
    assert cache.get(key_of(1)) == body
    assert cache.get(key_of(2)) is None


def test_caches_of_other_names_are_separate() -> None:
    one, other = DiskCache.named("one"), DiskCache.named("other")
    assert one
    assert other
    one.put(key_of(1), b"body")
    assert other.get(key_of(1)) is None
    again = DiskCache.named("one")
    assert again
    assert again.get(key_of(1)) == b"body"


def test_without_a_cache_folder_there_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ARSENAL_CACHE", str(tmp_path / "file" / "cache"))
    assert DiskCache.named("things") is None


@pytest.mark.parametrize("private", [False, True])
def test_damaged_entries_count_as_not_there(tmp_path: Path, private: bool) -> None:
    cache = DiskCache(tmp_path, private=private)
    cache.put(key_of(1), b"body")
    path = file_of(cache)
    good = path.read_bytes()
    for spoilt in (b"", good[:-1], good[:CHECKSUM_BYTES], good[:CHECKSUM_BYTES] + b"bxdy", b"x" * 99):
        path.write_bytes(spoilt)
        assert cache.get(key_of(1)) is None
    cache.put(key_of(1), b"body")
    assert cache.get(key_of(1)) == b"body"


def test_a_folder_that_is_none_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        for private in (False, True):
            cache = DiskCache(folder, limit=1, private=private)
            cache.put(key_of(1), b"body")
            assert cache.get(key_of(1)) is None
            cache.prune()


@posix
@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_keeps_nothing(cache: DiskCache) -> None:
    cache.folder.mkdir(mode=0o500)
    cache.put(key_of(1), b"body")
    assert cache.get(key_of(1)) is None


@pytest.mark.parametrize("fails", [(Path, "replace"), (tempfile, "mkstemp")])
def test_a_full_disk_keeps_nothing_and_leaves_nothing(
    cache: DiskCache, monkeypatch: pytest.MonkeyPatch, fails: tuple[object, str]
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(*fails, full)
    cache.put(key_of(1), b"body")
    monkeypatch.undo()
    assert cache.get(key_of(1)) is None
    assert [path for path in cache.folder.rglob("*") if path.is_file()] == []


def test_what_was_used_longest_ago_goes_first(cache: DiskCache) -> None:
    small = DiskCache(cache.folder, limit=700)
    for age in range(10):
        small.put(key_of(age), b"x" * 100)
        name = key_of(age)
        os.utime(cache.folder / name[:2] / name[2:], (1_000_000 - age, 1_000_000 - age))
    assert small.get(key_of(9)) is not None  # the oldest is used now
    cache.prune()  # which has no limit
    assert len(list(cache.folder.glob("*/*"))) == 10
    for _ in range(2):
        small.prune()
        assert [age for age in range(10) if small.get(key_of(age)) is not None] == [0, 1, 2, 9]


def _put_and_get(folder: str, turn: int) -> bool:
    cache, body = DiskCache(Path(folder)), str(turn % 3).encode() * 50_000
    cache.put(key_of(turn % 3), body)
    return cache.get(key_of(turn % 3)) in (body, None)


def test_processes_share_a_folder(cache: DiskCache) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert all(processes.map(_put_and_get, [str(cache.folder)] * 60, range(60)))
    assert not list(cache.folder.glob("*/.*"))  # nothing half-written is left


@posix
def test_code_is_only_for_the_user(code: DiskCache) -> None:
    mask = os.umask(0)
    try:
        code.put(key_of(1), b"code")
    finally:
        os.umask(mask)
    for path in places(code):
        assert path.stat().st_mode & 0o077 == 0


def places(code: DiskCache) -> list[Path]:
    """The cache with code in it, the folder of the code there, and its file."""
    code.put(key_of(1), b"code")
    return [code.folder, file_of(code).parent, file_of(code)]


@posix
@pytest.mark.parametrize("others", [0o020, 0o002])
@pytest.mark.parametrize("where", range(3))
def test_code_that_others_could_have_written_is_not_used(code: DiskCache, where: int, others: int) -> None:
    path = places(code)[where]
    path.chmod(path.stat().st_mode | others)
    assert code.get(key_of(1)) is None
    if path.is_dir():  # nor is any put there
        code.put(key_of(1), b"other")
        path.chmod(0o700)
        assert code.get(key_of(1)) == b"code"


@posix
@pytest.mark.parametrize("where", range(3))
def test_code_of_another_user_is_not_used(code: DiskCache, monkeypatch: pytest.MonkeyPatch, where: int) -> None:
    path = places(code)[where]
    if os.geteuid() == 0:
        os.chown(path, 12345, 12345)
    else:  # only root can give files away: the test then plays another user
        theirs = path.stat().st_uid + 1
        monkeypatch.setattr(os, "geteuid", lambda: theirs)
    assert code.get(key_of(1)) is None


@posix
@pytest.mark.parametrize("where", range(3))
def test_code_behind_a_link_is_not_used(tmp_path: Path, code: DiskCache, where: int) -> None:
    path = places(code)[where]
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    assert code.get(key_of(1)) is None
