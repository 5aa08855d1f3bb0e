"""Of a folder that a stranger made, only regular files inside it are listed, and nothing else is ever opened."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builder.storage import listing
from builder.storage.listing import FONT, PICTURE, SOURCE, Kind, Listed, UnreadableError, contents, folders, listed

posix = pytest.mark.skipif(os.name != "posix", reason="pipes, devices and such names are POSIX's")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "pack").mkdir()
    return tmp_path / "pack"


def write(root: Path, name: str, content: bytes = b"x") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def names(root: Path) -> list[str]:
    """The files that can be read."""
    return [file.name for file in listed(root) if not file.fault]


def faults(root: Path) -> dict[str, tuple[str, str]]:
    return {file.name: (file.fault.code, file.fault.message) for file in listed(root) if file.fault}


def of(root: Path, name: str) -> Listed:
    return next(file for file in listed(root) if file.name == name)


@contextmanager
def no_file_is_opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(*_: object, **__: object) -> int:
        raise AssertionError("a file was opened")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        yield


def test_files_come_in_one_order_without_the_hidden_ones(root: Path) -> None:
    for name in ("b", "a/z", "a/b/c", "a.x", ".git/config", "a/.hidden/x", "a/.y", "é/ü"):
        write(root, name)
    assert names(root) == ["a.x", "b", "a/z", "a/b/c", "é/ü"]
    assert faults(root) == {}
    assert folders(root) == [root, root / "a", root / "a/b", root / "é"]
    assert list(listed(root / "none")) == []


def test_a_file_is_read_as_it_was_listed(root: Path) -> None:
    path = write(root, "a.yaml", b"abc")
    file = of(root, "a.yaml")
    assert (file.size, file.changed, contents(file)) == (3, path.stat().st_mtime_ns, b"abc")
    path.write_bytes(b"")
    assert contents(file) == b""
    path.write_bytes(b"longer than it was")
    assert contents(file) == b"longer than it was"
    path.write_bytes(b"#" * (SOURCE.one + 1))
    with pytest.raises(UnreadableError, match="larger than 16 MB"):
        contents(file)
    path.unlink()
    with pytest.raises(UnreadableError, match="no such file"):
        contents(file)


@posix
def test_what_a_file_has_become_is_not_waited_for(root: Path) -> None:
    path = write(root, "a.yaml")
    file = of(root, "a.yaml")
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(UnreadableError, match="not a regular file"):
        contents(file)
    with pytest.raises(OSError, match="not a regular file"):
        listing.opened(file.path)
    path.unlink()
    path.symlink_to("/dev/zero")
    with pytest.raises(UnreadableError):
        contents(file)


@posix
def test_pipes_devices_and_circles_are_named_and_not_opened(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(root / "pipe.png")
    (root / "zero.png").symlink_to("/dev/zero")
    (root / "loop").symlink_to("loop")
    (root / "gone.png").symlink_to("nothing.png")
    with no_file_is_opened(monkeypatch):
        found = faults(root)
    assert found["pipe.png"] == ("unreadable-file", "this is not a file that can be read")
    assert found["zero.png"] == ("path-outside-pack", "this link leads out of the pack")
    assert found["loop"][0] == "unreadable-file"
    assert found["gone.png"] == ("unreadable-file", "the file can't be read: no such file or directory")
    with pytest.raises(UnreadableError, match="out of the pack"):
        contents(of(root, "zero.png"))


@posix
def test_links_lead_to_files_of_the_pack_that_are_not_hidden(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, "art/real.png", b"real")
    write(root, ".hidden/secret.png")
    write(root.parent, "outside.png")
    write(root.parent, "pack-beside/x.png")
    for name, target in {
        "good.png": "art/real.png",
        "hidden.png": ".hidden/secret.png",
        "out.png": "../outside.png",
        "beside.png": "../pack-beside/x.png",
        "again": "art",
        "system": "/usr",
        "up": "..",
        "self": ".",
    }.items():
        (root / name).symlink_to(target)
    (root / "by-way.png").symlink_to("system/../x.png")
    with no_file_is_opened(monkeypatch):
        assert names(root) == ["good.png", "art/real.png"]
        found = faults(root)
    assert contents(of(root, "good.png")) == b"real"
    assert found["hidden.png"] == ("path-outside-pack", "this link leads to a hidden file")
    out = ("path-outside-pack", "this link leads out of the pack")
    assert [found[name] for name in ("out.png", "beside.png", "by-way.png", "system", "up", "self")] == [out] * 6
    assert found["again"] == (
        "unreadable-file", "this is a link to a folder, and only links to files are followed",
    )  # fmt: skip
    assert folders(root) == [root, root / "art"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("art/x.PNG", PICTURE),
        ("templates/x.png", SOURCE),
        ("sets/a/x.yaml", SOURCE),
        ("fonts/x.TTF", FONT),
        ("x.ttf", None),
        ("docs/film.mov", None),
    ],
)
def test_how_large_a_file_may_be_depends_on_its_kind(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: Kind | None
) -> None:
    path = write(root, name)
    size = kind.one if kind else 2**36
    os.truncate(path, size)
    assert names(root) == [name]
    os.truncate(path, size + 1)
    with no_file_is_opened(monkeypatch):
        assert faults(root) == ({name: ("too-large", f"the file is larger than {size // 2**20} MB")} if kind else {})


def test_files_of_a_kind_are_bounded_together(root: Path) -> None:
    for number in range(6):
        os.truncate(write(root, f"fonts/{number}.otf"), 15 * 2**20)
    write(root, "sets/core/a.yaml")
    assert names(root) == [*(f"fonts/{number}.otf" for number in range(4)), "sets/core/a.yaml"]
    assert faults(root) == {
        "fonts/4.otf": ("too-large", "the pack's files of this kind are larger than 60 MB together")
    }


def test_files_and_folders_are_counted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_FILES", 4)
    for name in ("a", "b", "c/d"):
        write(root, name)
    assert faults(root) == {}
    write(root, "e/f")
    assert list(faults(root).values()) == [("too-large", "the pack has more than 4 files")]
    for number in range(9):
        write(root, f".hidden{number}")
    assert faults(root) == {"": ("too-large", "the pack has more than 4 files")}


def test_folders_in_folders_without_end_are_listed(root: Path) -> None:
    here = root
    for _ in range(600):
        here /= "a"
        here.mkdir()
    write(here, "x.yaml")
    assert names(root) == ["a/" * 600 + "x.yaml"]


@posix
def test_names_that_are_no_text_are_faults_whose_words_are(root: Path) -> None:
    for name in (b"bad\xff.yaml", b"dir\xfe/x.yaml"):
        write(root, os.fsdecode(name))
    fault = ("not-utf8", "the name of this file or folder is not UTF-8")
    assert faults(root) == {"bad\ufffd.yaml": fault, "dir\ufffd": fault}
    assert names(root) == []


def test_a_folder_that_may_not_be_read_is_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, "sets/core/a.yaml")
    write(root, "game.yaml")
    real = os.scandir

    def scandir(path: str) -> object:
        if path.endswith("core/"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert names(root) == ["game.yaml"]
    assert faults(root) == {"sets/core": ("unreadable-file", "the folder can't be read: permission denied")}
