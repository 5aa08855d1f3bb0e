"""What a pack was in a revision of git.

It is read from git's objects: the working tree is never touched, nothing is fetched, and no program of the repository
runs. docs/decisions/0012 says why this asks the program `git`.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

from builder.diagnostics import UsageError, suggestion
from builder.packs.pack import EXPANSION_FILE, Pack, in_memory
from builder.storage.files import display
from builder.storage.listing import MOST_FILES, SOURCE, named_in
from builder.storage.resources import temporary_folder
from builder.words import words_here

SECONDS = 30.0  # for each call of git
LONGEST_REVISION = 200
LIST_BYTES = 16 * 1024 * 1024  # of git's list of a pack's files

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit (its full name), and its text for the user: the words given, its short name and its day."""

    commit: str
    label: str


def revision(root: Path, since: str) -> Revision:
    """The commit that a revision names, or the last one before a day (YYYY-MM-DD), in the repository of folder `root`.

    Raises UsageError where the pack is in no repository, git is missing, or there is no such commit.
    """
    if not since.strip() or len(since) > LONGEST_REVISION or not since.isprintable():
        raise UsageError.of("stops", "git.revision")
    _prefix(root)
    if _DAY.fullmatch(since):
        try:
            date.fromisoformat(since)
        except ValueError:
            raise UsageError.of("stops", "git.day", day=since) from None
        found = _git(root, "rev-list", "-1", f"--before={since}T00:00:00", "--end-of-options", "HEAD", "--").text
        if not found:
            raise UsageError.of("stops", "git.before", root=display(root), day=since, help_=_deeper(root))
    else:
        found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{since}^{{commit}}").text
        if not found:
            known = _git(root, "for-each-ref", "--count=500", "--format=%(refname:short)", "refs/heads", "refs/tags")
            help_ = _deeper(root) or suggestion(since, known.text.splitlines(), "branches", words_here())
            raise UsageError.of("stops", "git.unknown", root=display(root), since=since, help_=help_)
    commit = found.splitlines()[0]
    shown = _git(
        root, "rev-list", "-1", "--timestamp", "--abbrev-commit", "--end-of-options", commit, "--"
    ).text.split()
    day = _day_of(shown[0]) if len(shown) == 2 else None
    return Revision(commit, f"{since} ({shown[1]}, {day})" if day else since)


def pack_at(root: Path, commit: str) -> tuple[Pack, dict[str, str]]:
    """The sources of the pack in folder `root` at a commit, and git's name for each other file (a picture) by path.

    A pack that did not exist yet has no files. Raises UsageError where git does not know the folder at all, the pack
    was larger than Arsenal reads, or the clone lacks a part of it.
    """
    prefix = _prefix(root)
    blobs = _blobs(root, commit, prefix)
    if not blobs and not _blobs(root, "HEAD", prefix):
        raise UsageError.of("stops", "git.nothing", root=display(root))
    if len(blobs) > MOST_FILES:
        raise UsageError.of("stops", "git.files", root=display(root), most=str(MOST_FILES))
    sources = in_memory(root, dict.fromkeys(blobs, b"")).files
    sizes = _sizes(root, [blobs[name] for name in sources])
    if sum(sizes) > SOURCE.together or any(size > SOURCE.one for size in sizes):
        raise UsageError.of("stops", "git.large", root=display(root), commit=commit[:7])
    contents = zip(sources, _contents(root, [blobs[name] for name in sources], sizes), strict=True)
    return in_memory(root, dict(contents)), {name: blobs[name] for name in blobs if name not in sources}


def whole_pack_at(pack: Pack, commit: str, since: str = "") -> tuple[Pack, dict[str, str]]:
    """The pack and its expansions as they were in a commit, and git's names for their other files.

    An expansion may be in a repository of its own, where `since` names another commit. Raises as `pack_at` does.
    """
    before, others = pack_at(pack.root, commit)
    expansions = []
    for own in pack.expansions:
        then, pictures = pack_at(own.root, revision(own.root, since).commit)
        others |= {named_in(own.game_id, name): blob for name, blob in pictures.items()}
        if EXPANSION_FILE in then.files:  # otherwise it did not exist yet
            expansions.append(then)
    return replace(before, expansions=tuple(expansions)), others


def blob_name(content: bytes, *, sha256: bool) -> str:
    """Git's name for the content of a file, by the digest that its repository uses."""
    digest = hashlib.new("sha256" if sha256 else "sha1", usedforsecurity=False)
    digest.update(b"blob %d\0" % len(content))
    digest.update(content)
    return digest.hexdigest()


def _day_of(seconds: str) -> date | None:
    """The day of a commit, from its seconds since 1970; None where that is no day of the calendar."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).date()
    except (ValueError, OverflowError, OSError):
        return None


def _prefix(root: Path) -> str:
    """The pack's folder as a path from its repository's, ending with "/"; empty where it is the repository."""
    found = _git(root, "rev-parse", "--show-prefix")
    if found.code == 0:
        return found.output.decode("utf-8", "surrogateescape").removesuffix("\n")
    if "dubious ownership" in found.errors:
        raise UsageError.of("stops", "git.trust", shown=display(root), root=root)
    raise UsageError.of("stops", "git.none", root=display(root))


def _blobs(root: Path, commit: str, prefix: str) -> dict[str, str]:
    """The commit's files below `prefix` by their path from there, with git's names for their content; no links."""
    below = [prefix] if prefix else []
    listed = _git(root, "ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit, *below, limit=LIST_BYTES)
    if listed.code != 0:
        raise _lacking(root)
    found, shown = {}, os.fsencode(prefix).decode("utf-8", "replace")
    for row in listed.output.split(b"\0")[:-1]:
        head, _, name = row.partition(b"\t")
        mode, kind, blob = head.decode("ascii", "replace").split()
        if kind == "blob" and mode != "120000":
            found[name.decode("utf-8", "replace").removeprefix(shown)] = blob
    return found


def _sizes(root: Path, blobs: list[str]) -> list[int]:
    """The size of each of these in bytes."""
    names = "".join(f"{blob}\n" for blob in blobs).encode()
    lines = _git(root, "cat-file", "--batch-check=%(objectsize)", given=names, limit=LIST_BYTES).output.split(b"\n")[
        :-1
    ]
    if len(lines) != len(blobs) or not all(line.isdigit() for line in lines):
        raise _lacking(root)
    return [int(line) for line in lines]


def _contents(root: Path, blobs: list[str], sizes: list[int]) -> Iterator[bytes]:
    """The content of each of these, whose sizes in bytes are known."""
    names = "".join(f"{blob}\n" for blob in blobs).encode()
    limit = sum(sizes) + 2 * len(sizes)
    data = _git(root, "cat-file", "--batch=", given=names, limit=limit).output if blobs else b""
    if len(data) != limit:
        raise _lacking(root)
    at = 1  # after the empty line before each
    for size in sizes:
        yield data[at : at + size]
        at += size + 2


@dataclass(frozen=True, slots=True)
class _Answer:
    code: int  # 0 for a command that worked
    output: bytes
    errors: str

    @property
    def text(self) -> str:
        """The output of a command that worked, as one text; empty for one that failed."""
        return self.output.decode("utf-8", "replace").strip("\n") if self.code == 0 else ""


def _git(root: Path, *arguments: str, given: bytes = b"", limit: int = 1 << 20) -> _Answer:
    """Run git in the pack's folder. Raises UsageError where it is missing or too slow, or its output too large."""
    options = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false"]
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    quiet = {
        "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_LITERAL_PATHSPECS": "1",
        "GIT_ALLOW_PROTOCOL": "none", "GIT_PAGER": "cat", "LC_ALL": "C",
    }  # fmt: skip
    place = temporary_folder()
    with (
        tempfile.TemporaryFile(dir=place) as questions,
        tempfile.TemporaryFile(dir=place) as answers,
        tempfile.TemporaryFile(dir=place) as errors,
    ):
        questions.write(given)
        questions.seek(0)
        try:
            done = subprocess.run(  # noqa: S603 - no shell; what the user gave stands behind --end-of-options
                ["git", "--no-pager", *options, "-C", str(root), *arguments],  # noqa: S607 - the user's own git
                stdin=questions, stdout=answers, stderr=errors, env=inherited | quiet, timeout=SECONDS, check=False,
            )  # fmt: skip
        except FileNotFoundError:
            raise UsageError.of("stops", "git.missing") from None
        except subprocess.TimeoutExpired:
            raise UsageError.of("stops", "git.slow", seconds=f"{SECONDS:.0f}", root=display(root)) from None
        size = os.fstat(answers.fileno()).st_size
        answers.seek(0)
        errors.seek(0)
        if size > limit:
            raise UsageError.of("stops", "git.more", root=display(root))
        return _Answer(done.returncode, answers.read(limit + 1), errors.read(4096).decode("utf-8", "replace"))


def _deeper(root: Path) -> str:
    """How to get more commits, if this clone has only some; else ""."""
    shallow = _git(root, "rev-parse", "--is-shallow-repository").text == "true"
    return words_here("stops")("git.shallow") if shallow else ""


def _lacking(root: Path) -> UsageError:
    """The error for objects that are not there, as in a partial clone."""
    partial = _git(root, "config", "--get-regexp", r"^remote\..*\.promisor$").text
    help_ = words_here("stops")("git.partial") if partial else _deeper(root)
    return UsageError.of("stops", "git.lacks", root=display(root), help_=help_)
