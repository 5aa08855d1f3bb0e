"""Files are written whole or not at all, and what prevents it is said in words that help."""

import os
import sys
from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.storage import files
from builder.storage.files import (
    display,
    inside,
    is_file,
    is_folder,
    is_pipe,
    is_there,
    read_named,
    writable,
    write_output,
    write_whole,
)

posix = pytest.mark.skipif(os.name != "posix", reason="modes, links and devices are POSIX's")
not_root = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the working folder."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def test_paths_are_shown_as_the_user_would_write_them(folder: Path) -> None:
    assert display(folder / "a" / "b.yaml") == str(Path("a", "b.yaml"))
    assert display(Path("a", "..", "b.yaml")) == "b.yaml"
    assert display(folder.parent / "b.yaml") == str(folder.parent / "b.yaml")


def test_a_file_is_written_in_place_of_another(folder: Path) -> None:
    path = folder / "a.pdf"
    for content in (b"longer than the next", b"short", b""):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert list(folder.iterdir()) == [path]


@posix
def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual(folder: Path) -> None:
    old, new, usual = folder / "old", folder / "new", folder / "usual"
    old.write_bytes(b"")
    old.chmod(0o640)
    usual.write_bytes(b"")
    write_whole(old, b"x")
    write_whole(new, b"x")
    assert old.stat().st_mode & 0o777 == 0o640
    assert new.stat().st_mode == usual.stat().st_mode


@pytest.mark.parametrize("stop", [OSError("No space left on device"), KeyboardInterrupt()])
def test_what_was_there_stays_where_writing_stops(
    folder: Path, monkeypatch: pytest.MonkeyPatch, stop: BaseException
) -> None:
    def stopped(_: int) -> None:
        raise stop

    path = folder / "a.pdf"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(type(stop)):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(folder.iterdir()) == [path]


def test_a_file_can_be_written_where_its_folder_is(folder: Path) -> None:
    assert writable(folder / "a.pdf") == folder / "a.pdf"
    with pytest.raises(UsageError, match="is a folder") as caught:
        writable(folder)
    assert caught.value.help == f"name a file in it: {folder / 'sheets.pdf'}"
    with pytest.raises(UsageError, match="there is no folder") as caught:
        writable(folder / "gone" / "a.pdf")
    assert caught.value.help == "make it first, or write somewhere else"


@not_root
def test_a_file_that_is_read_only_stays(folder: Path) -> None:
    path = folder / "a.pdf"
    path.write_bytes(b"old")
    path.chmod(0o400)
    with pytest.raises(UsageError, match="is read-only"):
        write_output(path, b"new")
    assert path.read_bytes() == b"old"


@posix
def test_a_link_stays_and_what_it_points_at_is_written(folder: Path) -> None:
    link, target = folder / "link.pdf", folder.parent / "target.pdf"
    link.symlink_to(target)
    write_output(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@posix
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_output(Path(os.devnull), b"new")
    assert Path(os.devnull).is_char_device()


def test_what_prevents_writing_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = folder / "a.pdf"
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError) as caught:
        write_output(path, b"new")
    assert str(caught.value) == f'"{path}" can\'t be written: no space left on device'
    assert caught.value.help == "what was there before is as it was"
    assert not path.exists()


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/etc/x", ".", "", "a/..", "x\0", "link/x", "loop/x"])
def test_nothing_is_written_outside_a_folder(folder: Path, name: str) -> None:
    (folder / "link").symlink_to("..")
    (folder / "loop").symlink_to("loop")
    with pytest.raises(UsageError, match="would lie outside"):
        inside(folder, name)


def test_a_path_inside_a_folder_is_as_it_was_named(folder: Path) -> None:
    assert inside(Path("out"), "fronts/a.png") == Path("out", "fronts", "a.png")
    (folder / "real").mkdir()
    (folder / "out").symlink_to("real")
    assert inside(Path("out"), "a.png") == Path("out", "a.png")


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "none"])
def test_names_that_no_file_has_name_nothing(name: str) -> None:
    assert not any(ask(name) for ask in (is_file, is_folder, is_pipe, is_there))


def test_a_name_that_no_file_can_have_is_not_written(folder: Path) -> None:
    with pytest.raises(UsageError, match="can't be written: file name too long"):
        writable(folder / ("x" * 300))


@posix
def test_a_pipe_is_read_once_a_program_writes_to_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(files, "PATIENCE", 0.0)
    with pytest.raises(OSError, match="no program writes"):
        read_named(pipe, 10)
    writer = os.open(pipe, os.O_RDWR)
    os.write(writer, b"words that are many")
    assert read_named(pipe, 5) == b"words"
    os.close(writer)


@posix
def test_a_program_that_is_slow_to_write_is_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    monkeypatch.setattr(files, "PATIENCE", 0.0)
    waiting = files._first_of

    def first_of(handle: int) -> bytes:
        found = waiting(handle)  # nothing, though somebody has opened it
        os.write(writer, b"late")
        os.close(writer)
        return found

    monkeypatch.setattr(files, "_first_of", first_of)
    assert read_named(pipe, 10) == b"late"


@posix
def test_devices_are_not_read(folder: Path) -> None:
    with pytest.raises(OSError, match="neither a regular file nor a pipe"):
        read_named(Path("/dev/zero"), 10)
