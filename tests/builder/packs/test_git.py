"""What a revision of git held of a pack; the pack that the tests share has two commits, in January and February."""

import os
import shutil
from pathlib import Path

import pytest

from builder.authoring.new import new_game
from builder.diagnostics import UsageError
from builder.packs.git import blob_name, pack_at, revision
from builder.packs.pack import read
from builder.storage.listing import Kind
from tests.support.git import CARDS, Git


@pytest.fixture
def history(git: Git, _repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pack in its repository, to be read: `pack_in_git` is a copy that may be changed."""
    monkeypatch.chdir(_repository / "games")
    return Path("my-game").resolve()


def state(root: Path, since: str) -> tuple[dict[str, bytes], dict[str, str]]:
    """The sources and the names of other files at a revision."""
    pack, others = pack_at(root, revision(root, since).commit)
    return pack.files, others


@pytest.mark.parametrize(
    ("since", "tag", "day"),
    [
        ("v1", "v1", "2026-01-01"),
        ("HEAD~1", "v1", "2026-01-01"),
        ("2026-01-15", "v1", "2026-01-01"),
        ("2026-02-01", "v1", "2026-01-01"),
        ("HEAD", "HEAD", "2026-02-01"),
        ("2026-03-01", "HEAD", "2026-02-01"),
    ],
)
def test_a_revision_is_a_name_or_the_last_commit_before_a_day(
    git: Git, history: Path, since: str, tag: str, day: str
) -> None:
    found = revision(history, since)
    assert found.commit == git("rev-parse", tag)
    assert found.label == f"{since} ({git('rev-parse', '--short', tag)}, {day})"


def test_a_pack_as_it_was(history: Path) -> None:
    now = read(history)
    assert state(history, "HEAD")[0] == now.files
    files, others = state(history, "v1")
    assert files == {**now.files, CARDS: now.files[CARDS].replace(b"name: Flash", b"name: Flare")}
    assert set(now.others) <= set(others)
    assert all(others[name] == blob_name((history / name).read_bytes(), sha256=False) for name in now.others)


def test_repositories_of_the_longer_digest(git: Git) -> None:
    new_game("Other Game", Path())
    git("init", "-q", "--object-format=sha256")
    git("add", ".")
    git("commit", "-qm", "one")
    root = Path("other-game").resolve()
    files, others = state(root, "HEAD")
    assert files == read(root).files
    assert others["symbols/spark.svg"] == blob_name((root / "symbols/spark.svg").read_bytes(), sha256=True)


@pytest.mark.parametrize("folder", [":(top)x", "*", "été", "a b", "-x"])
def test_folders_with_names_that_mean_something_to_git(git: Git, folder: str) -> None:
    git("init", "-q")
    for name in (folder, "other"):
        Path(name).mkdir()
        new_game("My Game", Path(name))
    git("add", ".")
    git("commit", "-qm", "one")
    root = (Path(folder) / "my-game").resolve()
    assert state(root, "HEAD")[0] == read(root).files


def test_a_pack_that_was_not_there_yet_has_no_files(git: Git, pack_in_git: Path) -> None:
    new_game("Other Game", Path())
    git("add", ".")
    git("commit", "-qm", "three")
    assert state(Path("other-game").resolve(), "v1") == ({}, {})


def test_the_working_tree_is_not_touched(git: Git, pack_in_git: Path) -> None:
    (pack_in_git / "README.md").write_text("changed", "utf-8")

    def seen() -> tuple[str, list[tuple[Path, int]]]:
        return git("status", "--porcelain", "-b"), sorted((p, p.stat().st_mtime_ns) for p in pack_in_git.rglob("*"))

    before = seen()
    state(pack_in_git, "v1")
    assert seen() == before


@pytest.mark.parametrize(
    ("since", "message"),
    [
        *((name, f'no revision "{name}"') for name in ("v11", "--output=x", "-h", "--help")),
        *((name, "no revision") for name in ("HEAD..v1", "HEAD:games", "v1 --output=x", "$(touch x)")),
        *((name, "that is no revision") for name in ("", " ", "a\nb", "a\0b", "x" * 10_000)),
        ("2026-02-30", "not a day of the calendar"),
        ("2020-01-01", "no commit before 2020-01-01"),
    ],
)
def test_revisions_that_there_are_not(history: Path, since: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        revision(history, since)
    assert message in str(raised.value)
    assert ('did you mean "v1"?' in raised.value.help) == (since == "v11")
    assert not Path("x").exists()
    assert not (history / "x").exists()


def test_a_pack_outside_any_repository_and_in_one_without_commits(git: Git, tmp_path: Path) -> None:
    new_game("My Game", Path())
    with pytest.raises(UsageError, match="in no git repository"):
        revision(tmp_path / "my-game", "HEAD")
    git("init", "-q")
    with pytest.raises(UsageError, match="no revision"):
        revision(tmp_path / "my-game", "HEAD")


def test_a_pack_that_git_does_not_know(git: Git, pack_in_git: Path) -> None:
    new_game("Other Game", Path())
    with pytest.raises(UsageError, match="git does not know"):
        state(Path("other-game").resolve(), "v1")


def clone(git: Git, pack: Path, *options: str) -> Path:
    """The pack in a clone of its repository."""
    repository = pack.parent.parent
    git("-C", str(repository), "config", "uploadpack.allowFilter", "true")
    git("clone", "-q", *options, repository.as_uri(), "clone")
    return Path("clone/games/my-game").resolve()


def test_a_shallow_clone_says_so(git: Git, pack_in_git: Path) -> None:
    root = clone(git, pack_in_git, "--depth=1")
    assert state(root, "HEAD")[0] == read(root).files
    for since in ("HEAD~1", "2026-01-15"):
        with pytest.raises(UsageError) as raised:
            revision(root, since)
        assert "git fetch --unshallow" in raised.value.help


@pytest.mark.parametrize("left_out", ["blob:none", "tree:0"])
def test_a_clone_without_earlier_files_says_how_to_get_them(git: Git, pack_in_git: Path, left_out: str) -> None:
    root = clone(git, pack_in_git, f"--filter={left_out}")
    assert state(root, "HEAD")[0] == read(root).files, "what was checked out is there"
    with pytest.raises(UsageError, match="git lacks a part of clone/games/my-game") as raised:
        state(root, "v1")
    assert "`git fetch --refetch --no-filter`" in raised.value.help
    git("-C", str(root), "fetch", "-q", "--refetch", "--no-filter")
    assert state(root, "v1") == state(pack_in_git, "v1")


def test_pictures_that_a_clone_lacks_are_not_needed(git: Git, pack_in_git: Path) -> None:
    picture = pack_in_git / "symbols/spark.svg"
    before = blob_name(picture.read_bytes(), sha256=False)
    picture.write_bytes(picture.read_bytes() + b"\n")
    git("commit", "-qam", "three")
    root = clone(git, pack_in_git, "--filter=blob:none")
    assert state(root, "HEAD~1")[1]["symbols/spark.svg"] == before


@pytest.mark.parametrize("what", ["v1:games/my-game/game.yaml", "v1:games/my-game/sets", "v1^{tree}"])
def test_a_damaged_repository_says_so(git: Git, pack_in_git: Path, what: str) -> None:
    name = git("rev-parse", what)
    lost = pack_in_git.parent.parent / ".git/objects" / name[:2] / name[2:]
    lost.chmod(0o600)
    lost.unlink()
    with pytest.raises(UsageError, match="git lacks a part of") as raised:
        state(pack_in_git, "v1")
    assert raised.value.help == "`git fsck` says what is missing"


def test_a_repository_of_somebody_else(git: Git, pack_in_git: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid():
        pytest.skip("only root can give a repository away")
    monkeypatch.delenv("SUDO_UID", raising=False)
    os.chown(pack_in_git.parent.parent, 1234, 1234)
    with pytest.raises(UsageError, match="does not trust") as raised:
        revision(pack_in_git, "HEAD")
    assert "safe.directory" in raised.value.help


def test_without_git(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="git is not installed"):
        revision(history, "HEAD")


def test_git_neither_fetches_nor_asks_nor_writes(
    history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, fake = shutil.which("git"), tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text(f'#!/bin/sh\nenv >{tmp_path}/environment\nexec {real} "$@"\n', "utf-8")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent), os.pathsep)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    state(history, "v1")
    found = dict(line.split("=", 1) for line in (tmp_path / "environment").read_text("utf-8").splitlines())
    assert {name: value for name, value in found.items() if name.startswith("GIT_")} == {
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_PAGER": "cat",
    }


def test_a_repository_runs_no_program_of_its_own(git: Git, pack_in_git: Path) -> None:
    evil = pack_in_git / "evil.sh"
    evil.write_text(f"#!/bin/sh\ntouch {pack_in_git}/ran\n", "utf-8")
    evil.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "gpg.program", "core.sshCommand", "diff.external", "core.editor"):
        git("config", key, str(evil))
    git("config", "log.showSignature", "true")
    git("config", "diff.x.textconv", str(evil))
    (pack_in_git / ".gitattributes").write_text("* diff=x filter=x\n", "utf-8")
    git("config", "filter.x.smudge", str(evil))
    git("config", "remote.origin.url", "ext::" + str(evil))
    git("config", "remote.origin.promisor", "true")
    git("config", "remote.origin.uploadpack", str(evil))
    name = git("rev-parse", "v1:games/my-game/game.yaml")
    (pack_in_git.parent.parent / ".git/objects" / name[:2] / name[2:]).unlink()
    with pytest.raises(UsageError, match="git lacks a part of"):
        state(pack_in_git, "v1")
    assert not (pack_in_git / "ran").exists()


@pytest.mark.parametrize(
    ("name", "limit", "message"),
    [
        ("SOURCE", Kind(10, 10_000, ""), "larger than Arsenal reads"),
        ("SOURCE", Kind(10_000, 10, ""), "larger than Arsenal reads"),
        ("MOST_FILES", 2, "more than 2 files"),
        ("LIST_BYTES", 10, "more in git"),
    ],
)
def test_more_than_arsenal_reads_is_refused(
    history: Path, monkeypatch: pytest.MonkeyPatch, name: str, limit: int | Kind, message: str
) -> None:
    monkeypatch.setattr(f"builder.packs.git.{name}", limit)
    with pytest.raises(UsageError, match=message):
        state(history, "v1")


def test_links_in_git_are_left_out(git: Git, pack_in_git: Path) -> None:
    (pack_in_git / "decks/link.yaml").symlink_to("/etc/passwd")
    git("add", ".")
    git("commit", "-qm", "link")
    assert not any("link" in name for part in state(pack_in_git, "HEAD") for name in part)


def test_a_commit_of_a_day_that_no_calendar_has(git: Git, pack_in_git: Path, tmp_path: Path) -> None:
    who = "A <a@example.org> 99999999999999 +0000"
    written = f"tree {git('rev-parse', 'HEAD^{tree}')}\nauthor {who}\ncommitter {who}\n\nfar away\n"
    (tmp_path / "commit").write_text(written, "utf-8")
    name = git("hash-object", "-t", "commit", "-w", str(tmp_path / "commit"))
    assert revision(pack_in_git, name).label == name


def test_names_in_git_that_are_no_text(git: Git, pack_in_git: Path) -> None:
    odd = pack_in_git / "decks" / os.fsdecode(b"\xff.yaml")
    odd.write_bytes(b"name: Odd\n")
    git("add", ".")
    git("commit", "-qm", "odd")
    pack, _ = pack_at(pack_in_git, "HEAD")
    assert "decks/\ufffd.yaml" in pack.files
    assert pack.key
