"""Files are written whole or not at all, and what prevents it is said in words that help."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from builder.diagnostics import UsageError
from builder.storage import files, locks, staging
from builder.storage.files import (
    ChangedError,
    display,
    inside,
    is_file,
    is_folder,
    is_pipe,
    is_there,
    read_named,
    rewrite,
    rewrite_all,
    writable,
    write_files,
    write_folder,
    write_new,
    write_output,
    write_whole,
)
from tests.support.commands import ROOT
from tests.support.outputs import contents

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


@pytest.mark.parametrize(
    ("name", "why", "help_"),
    [
        (".", "is a folder", "name a file in it: {folder}/sheets.pdf"),
        ("gone/a.pdf", "there is no folder", "make it first, or write somewhere else"),
        ("x" * 300, "can't be written: file name too long", ""),
        ("loop.pdf", "can't be written: too many levels of symbolic links", ""),
    ],
)
def test_a_file_can_be_written_where_its_folder_is(folder: Path, name: str, why: str, help_: str) -> None:
    assert writable(folder / "a.pdf") == folder / "a.pdf"
    (folder / "loop.pdf").symlink_to("loop.pdf")
    with pytest.raises(UsageError, match=why) as caught:
        writable(folder / name)
    assert caught.value.help.startswith(help_.format(folder=folder))


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
    assert str(caught.value) == '"a.pdf" can\'t be written: no space left on device'
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


@posix
def test_a_pipe_that_a_program_opened_is_written_to(folder: Path) -> None:
    """As with `-o >(gzip)`: /dev/fd names a link to a pipe, which has no path."""
    reader, writer = os.pipe()
    write_output(Path(f"/dev/fd/{writer}"), b"words")
    os.close(writer)
    assert os.read(reader, 10) == b"words"
    os.close(reader)


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


# Files of the user's own


def test_a_file_is_rewritten_where_it_says_what_was_read(folder: Path) -> None:
    path = folder / "a.yaml"
    path.write_bytes(b"read")
    rewrite(path, b"read", b"new")
    assert path.read_bytes() == b"new"
    for now in (b"saved", None):
        path.write_bytes(now) if now else path.unlink()
        with pytest.raises(ChangedError, match=r'"a\.yaml" was changed by somebody else'):
            rewrite(path, b"new", b"newer")
        assert (path.read_bytes() if path.exists() else None) == now
    assert list(folder.iterdir()) == []


def test_a_new_file_replaces_none(folder: Path) -> None:
    path = folder / "a.yaml"
    write_new(path, b"first")
    with pytest.raises(FileExistsError):
        write_new(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(folder.iterdir()) == [path]


# Files that belong together


def full_after(monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    """The disk is full after so many writes."""
    left, original = writes, os.write

    def write(descriptor: int, content: Any) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        return original(descriptor, content)

    monkeypatch.setattr(os, "write", write)


OLD = {f"{n}.png": b"old" for n in range(4)} | {"mine.txt": b"the user's own"}
NEW = {f"{n}.png": b"new" for n in range(6)}


@pytest.fixture
def old(folder: Path) -> Path:
    for name, content in OLD.items():
        (folder / name).write_bytes(content)
    return folder


def test_files_are_written_together_next_to_others(old: Path) -> None:
    assert write_folder(old, NEW) == 0
    assert contents(old) == {**OLD, **NEW}


@pytest.mark.parametrize("writes", range(7))
def test_a_full_disk_leaves_the_old_files(old: Path, monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    full_after(monkeypatch, writes)
    with pytest.raises(UsageError, match="no space left") as caught:
        write_folder(old, NEW)
    monkeypatch.undo()
    assert caught.value.help == "what was there before is as it was"
    assert contents(old) == OLD


@pytest.mark.parametrize("stop", [OSError("Input/output error"), KeyboardInterrupt()])
@pytest.mark.parametrize("moves", range(1, 12))
def test_files_that_can_not_all_be_moved_are_moved_back(
    old: Path, monkeypatch: pytest.MonkeyPatch, moves: int, stop: BaseException
) -> None:
    left, original = moves, os.replace

    def replace(source: Path, place: Path) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise stop
        original(source, place)

    monkeypatch.setattr(os, "replace", replace)
    try:
        write_folder(old, NEW)
    except (UsageError, KeyboardInterrupt):
        assert contents(old) == OLD
    else:
        assert contents(old) == {**OLD, **NEW}


@pytest.mark.parametrize("writes", range(6))
def test_a_new_folder_has_all_files_or_is_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    full_after(monkeypatch, writes)
    with pytest.raises(UsageError, match="no space left"):
        write_folder(folder / "below" / "out", {"a/b.png": b"new", **NEW})
    monkeypatch.undo()
    assert list(folder.iterdir()) == []
    write_folder(folder / "below" / "out", {"a/b.png": b"new"})
    assert contents(folder) == {"below/out/a/b.png": b"new"}


def test_files_of_several_folders_are_written_together(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "other").mkdir()
    files = {folder / "a.pdf": b"new", folder / "other" / "b.svg": b"new"}
    full_after(monkeypatch, 1)
    with pytest.raises(UsageError):
        write_files(files)
    monkeypatch.undo()
    assert contents(folder) == {}
    write_files(files)
    assert contents(folder) == {"a.pdf": b"new", "other/b.svg": b"new"}


KILLED = """
import os, sys
from pathlib import Path
from builder.storage.files import write_folder
left, move = int(sys.argv[2]), os.replace
def replace(source, place):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), 9)
    move(source, place)
os.replace = replace
write_folder(Path(sys.argv[1]), {f"{n}.png": b"new" for n in range(6)})
"""


@posix
@pytest.mark.parametrize("moves", [1, 2, 7])
def test_what_a_killed_process_did_not_move_is_moved_by_the_next(old: Path, moves: int) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(old), str(moves)], cwd=ROOT, check=False)
    hidden = [path for path in old.iterdir() if path.name.startswith(locks.UNFINISHED)]
    assert len(hidden) == 1
    (old / "0.png").write_bytes(b"saved by the user")
    moved = write_folder(old, {"sheets.json": b"{}"})
    if moves == 1:  # killed before all was written: nothing had changed
        assert (moved, contents(old)) == (0, {**OLD, "0.png": b"saved by the user", "sheets.json": b"{}"})
    else:
        assert contents(old) == {**OLD, **NEW, "0.png": b"saved by the user", "sheets.json": b"{}"}


@posix
def test_what_is_still_being_written_is_left_alone(folder: Path) -> None:
    living = staging.Staging(folder)
    living.add("a.png", b"new")
    staging.sweep(folder)
    assert [left.path for left in locks.left_behind(folder)] == []
    living.plan()
    living.move()
    living.close()
    assert contents(folder) == {"a.png": b"new"}


# Several of a user's files


def test_all_files_of_a_user_are_replaced_or_none(folder: Path) -> None:
    (folder / "more").mkdir()
    one, two = folder / "one.yaml", folder / "more" / "two.yaml"
    one.write_bytes(b"1")
    two.write_bytes(b"2")
    rewrite_all({one: (b"1", b"one"), two: (b"2", b"two")})
    assert (one.read_bytes(), two.read_bytes()) == (b"one", b"two")
    two.write_bytes(b"mine")
    with pytest.raises(ChangedError, match=r"two\.yaml"):
        rewrite_all({one: (b"one", b"1"), two: (b"two", b"2")})
    assert (one.read_bytes(), two.read_bytes()) == (b"one", b"mine")
    two.unlink()
    with pytest.raises(ChangedError, match=r"two\.yaml"):
        rewrite_all({one: (b"one", b"1"), two: (b"mine", b"2")})
    assert one.read_bytes() == b"one"
    assert sorted(path.name for path in folder.rglob(".*")) == []


@posix
def test_a_link_stays_one_where_several_files_are_replaced(folder: Path) -> None:
    (folder / "real.yaml").write_bytes(b"1")
    (folder / "link.yaml").symlink_to("real.yaml")
    rewrite_all({folder / "link.yaml": (b"1", b"one")})
    assert (folder / "link.yaml").is_symlink()
    assert (folder / "real.yaml").read_bytes() == b"one"
