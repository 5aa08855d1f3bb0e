"""Which cards differ from an earlier state of their pack: a comparison of two states, and how git has the earlier one.

What git has is read from its objects; the working tree is never touched, nothing is fetched, and no program of the
repository runs.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from builder.checks import CheckedPack, check
from builder.diagnostics import UsageError, suggestion
from builder.packs.pack import MAX_FILES, MAX_PACK_BYTES, Pack, in_memory
from builder.storage.files import MAX_FILE_BYTES, display
from builder.translations.words import game_with_words, said_words, with_words

SECONDS = 30.0  # for each question to git
LONGEST_REVISION = 200
LIST_BYTES = 16 * 1024 * 1024  # of git's list of a pack's files

# What of game.yaml any face may show; the entries of its word lists count for the cards that use them.
SHARED_WORDS = ("language", "name", "edition", "card-size", "face", "back", "symbols")
SHARED_FILES = ("templates/", "fonts/")
WORD_LISTS = ("types", "factions", "resources", "rarities", "keywords")
NOT_PRINTED = ("aliases", "deckbuilding")

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class State:
    """A pack at some time: what it says, and a digest of each file that says nothing (a picture, a font) by path."""

    checked: CheckedPack
    others: Mapping[str, str] = field(default_factory=dict)

    @property
    def files(self) -> Mapping[str, bytes]:
        """What is in the files that say something."""
        return self.checked.pack.files


@dataclass(frozen=True, slots=True)
class Changes:
    """Ids of the cards that are new or print otherwise; with `shared`, what changed that all faces may show."""

    new: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    shared: tuple[str, ...] = ()

    @property
    def cards(self) -> frozenset[str]:
        """All that is to be printed again."""
        return self.new | self.changed


def compare(before: State, now: State, language: str = "") -> Changes:
    """What prints otherwise now, in the language that is printed (empty for the game's own).

    A card has changed if what it says, its translation, its picture, its set's code or a word of game.yaml that it uses
    (its type, its faction...) has. All cards have if a template, a symbol, or the game's name, size or face has.
    """
    told_before, told_now = _printed(before, language), _printed(now, language)
    shared = tuple(_shared(before, now, language))
    new = frozenset(told_now.keys() - told_before.keys())
    same = told_now.keys() - new
    changed = same if shared else {card_id for card_id in same if told_before[card_id] != told_now[card_id]}
    return Changes(new, frozenset(changed), shared)


def _printed(state: State, language: str) -> dict[str, Any]:
    """For each card, all that its own face is made of."""
    checked = state.checked
    words, said = _game(checked, language), _said(checked, language)
    lists = {
        name: schema["x-vocabulary"]
        for name, schema in checked.card_schema.get("properties", {}).items()
        if isinstance(schema, dict) and schema.get("x-vocabulary") in WORD_LISTS
    }
    sets = _mapping(words.get("sets"))
    told = {}
    for card in checked.ids.values():
        definition = with_words(card.definition, said_words(said.get(card.id)))
        used = [(lists[name], word) for name in lists for word in _words(definition.get(name))]
        used.append(("types", str(definition.get("type"))))
        art = definition.get("art")
        told[card.id] = (
            {key: value for key, value in definition.items() if key not in NOT_PRINTED},
            {(name, word): _mapping(words.get(name)).get(word) for name, word in used},
            (card.set_id, _mapping(sets.get(card.set_id)).get("code")),
            state.others.get(art) if isinstance(art, str) else None,
        )
    return told


def _shared(before: State, now: State, language: str) -> Iterator[str]:
    """What changed that any face may show, as words for the user."""
    words = _game(before.checked, language), _game(now.checked, language)
    for key in SHARED_WORDS:
        if words[0].get(key) != words[1].get(key):
            yield f"{key} in game.yaml"
    symbols = _mapping(words[1].get("symbols")).values()
    images = {s["image"] for s in symbols if isinstance(s, dict) and isinstance(s.get("image"), str)}
    names = {*before.files, *now.files, *before.others, *now.others}
    for name in sorted(names):
        if (name.startswith(SHARED_FILES) or name in images) and _content(before, name) != _content(now, name):
            yield name


def _content(state: State, name: str) -> str | bytes | None:
    """What tells a file from others; the ends of lines do not, as git may change them."""
    said = state.files.get(name)
    return said.replace(b"\r\n", b"\n") if said is not None else state.others.get(name)


def _game(checked: CheckedPack, language: str) -> Mapping[str, Any]:
    document = checked.locales.get(language)
    if document is None or not isinstance(document.data, dict):
        return checked.words
    return game_with_words(checked.words, document.data.get("game"), language)


def _said(checked: CheckedPack, language: str) -> dict[str, Any]:
    document = checked.locales.get(language)
    cards = _mapping(document.data).get("cards") if document else None
    return {checked.aliases.get(card_id, card_id): said for card_id, said in _mapping(cards).items()}


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value:
            yield from _words(inner)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


# How git has it --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit, and how the user sees it: the words given, its short name and its day."""

    commit: str
    label: str


def revision(root: Path, since: str) -> Revision:
    """The commit that a revision names, or the last one before a day (YYYY-MM-DD).

    Raises UsageError where the pack is in no repository, git is missing, or there is no such commit.
    """
    if not since.strip() or len(since) > LONGEST_REVISION or not since.isprintable():
        raise UsageError("that is no revision", "write a commit, a tag, a branch or a day such as 2026-11-21")
    _prefix(root)
    if _DAY.fullmatch(since):
        try:
            date.fromisoformat(since)
        except ValueError:
            raise UsageError(f"{since} is not a day of the calendar", "write it as 2026-11-21") from None
        found = _git(root, "rev-list", "-1", f"--before={since}T00:00:00", "--end-of-options", "HEAD", "--").text
        if not found:
            raise UsageError(f"the repository of {display(root)} has no commit before {since}", _deeper(root))
    else:
        found = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{since}^{{commit}}").text
        if not found:
            known = _git(root, "for-each-ref", "--count=500", "--format=%(refname:short)", "refs/heads", "refs/tags")
            help_ = _deeper(root) or suggestion(since, known.text.splitlines(), "branches and tags")
            raise UsageError(f'the repository of {display(root)} has no revision "{since}"', help_)
    commit = found.splitlines()[0]
    told = _git(root, "rev-list", "-1", "--timestamp", "--abbrev-commit", "--end-of-options", commit, "--").text.split()
    day = datetime.fromtimestamp(int(told[0]), UTC).date() if len(told) == 2 and told[0].isdigit() else None
    return Revision(commit, f"{since} ({told[1]}, {day})" if day else since)


def pack_at(root: Path, commit: str) -> State:
    """The pack as a commit has it; without any file where the pack was not there yet.

    Raises UsageError where git does not know the folder at all, or the pack was larger than Arsenal reads.
    """
    prefix = _prefix(root)
    tree = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}:{prefix.rstrip('/')}").text
    if not tree:
        if not _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"HEAD:{prefix.rstrip('/')}").text:
            raise UsageError(f"git does not know {display(root)}", "its files must be committed before they can differ")
        return State(check(in_memory(root, {})))
    blobs = dict(_blobs(_git(root, "ls-tree", "-r", "-z", "-l", "--full-tree", tree, limit=LIST_BYTES), root))
    said = in_memory(root, dict.fromkeys(blobs, b"")).files
    total = sum(blobs[name][1] for name in said)
    if total > MAX_PACK_BYTES or any(blobs[name][1] > MAX_FILE_BYTES for name in said):
        raise UsageError(f"{display(root)} was larger than Arsenal reads at {commit[:7]}")
    contents = dict(zip(said, _contents(root, [blobs[name][0] for name in said], total), strict=True))
    others = {name: oid for name, (oid, _) in blobs.items() if name not in said}
    return State(check(in_memory(root, contents)), others)


def pack_now(pack: Pack, before: State) -> State:
    """The pack as it is in its folder; its other files are named as git names them, where they could differ."""
    checked = check(pack)
    long = any(len(oid) > 40 for oid in before.others.values())
    arts = {str(card.definition.get("art")) for card in checked.cards}
    images = {str(s.get("image")) for s in checked.vocabulary("symbols").values() if isinstance(s, dict)}
    wanted = [n for n in pack.others if n in arts or n in images or n.startswith(SHARED_FILES)]
    others = {}
    for name in wanted:
        with suppress(OSError):
            others[name] = _blob_name(pack.root / name, long=long)
    return State(checked, others)


def _blob_name(path: Path, *, long: bool) -> str:
    digest = hashlib.new("sha256" if long else "sha1", usedforsecurity=False)
    digest.update(b"blob %d\0" % path.stat().st_size)
    with path.open("rb") as stream:
        while part := stream.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class _Answer:
    code: int
    data: bytes
    said: str  # on stderr

    @property
    def text(self) -> str:
        """The output of a command that worked, as one text; empty for one that failed."""
        return self.data.decode("utf-8", "replace").strip("\n") if self.code == 0 else ""


def _git(root: Path, *arguments: str, given: bytes = b"", limit: int = 1 << 20) -> _Answer:
    """Ask git, in the pack's folder. Raises UsageError where it is missing, too slow, or has too much to say."""
    options = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false"]
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    quiet = {
        "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none", "GIT_PAGER": "cat", "LC_ALL": "C",
    }  # fmt: skip
    with tempfile.TemporaryFile() as questions, tempfile.TemporaryFile() as answers, tempfile.TemporaryFile() as errors:
        questions.write(given)
        questions.seek(0)
        try:
            done = subprocess.run(  # noqa: S603 - no shell; what the user gave stands behind --end-of-options
                ["git", "--no-pager", *options, "-C", str(root), *arguments],  # noqa: S607 - the user's own git
                stdin=questions, stdout=answers, stderr=errors, env=kept | quiet, timeout=SECONDS, check=False,
            )  # fmt: skip
        except FileNotFoundError:
            raise UsageError("git is not installed, and earlier states of packs come from it") from None
        except subprocess.TimeoutExpired:
            raise UsageError(f"git took more than {SECONDS:.0f} s for {display(root)}") from None
        size = os.fstat(answers.fileno()).st_size
        answers.seek(0)
        errors.seek(0)
        if size > limit:
            raise UsageError(f"{display(root)} has more in git than Arsenal reads")
        return _Answer(done.returncode, answers.read(limit + 1), errors.read(4096).decode("utf-8", "replace"))


def _prefix(root: Path) -> str:
    """The pack's folder as a path from its repository's, ending with "/"; empty where it is the repository."""
    found = _git(root, "rev-parse", "--show-prefix")
    if found.code == 0:
        return found.data.decode("utf-8", "surrogateescape").removesuffix("\n")
    if "dubious ownership" in found.said:
        help_ = f"if you trust it: git config --global --add safe.directory {root}"
        raise UsageError(f"git does not trust the repository of {display(root)}: it belongs to somebody else", help_)
    raise UsageError(f"{display(root)} is in no git repository", "earlier states of a pack come from git")


def _deeper(root: Path) -> str:
    shallow = _git(root, "rev-parse", "--is-shallow-repository").text == "true"
    return "this clone has only the last commits: `git fetch --unshallow` brings the others" if shallow else ""


def _blobs(listed: _Answer, root: Path) -> Iterator[tuple[str, tuple[str, int]]]:
    """Each file of `ls-tree -r -z -l` by path, with its name among git's objects and its bytes; links are left out."""
    if listed.code != 0:
        raise UsageError(f"git can't list {display(root)}: {listed.said.strip()[:200]}", _deeper(root))
    rows = [row for row in listed.data.split(b"\0") if row]
    if len(rows) > MAX_FILES:
        raise UsageError(f"{display(root)} had more than {MAX_FILES} files")
    for row in rows:
        head, _, name = row.partition(b"\t")
        mode, kind, oid, size = head.decode("ascii", "replace").split()
        if kind == "blob" and mode != "120000":
            yield name.decode("utf-8", "surrogateescape"), (oid, int(size))


def _contents(root: Path, oids: list[str], total: int) -> Iterator[bytes]:
    """What is in these objects, in their order."""
    given = "".join(f"{oid}\n" for oid in oids).encode()
    data = _git(root, "cat-file", "--batch", given=given, limit=total + 200 * len(oids)).data if oids else b""
    at = 0
    for oid in oids:
        head, _, _ = data[at : at + 200].partition(b"\n")
        parts = head.split()
        if len(parts) != 3 or not parts[2].isdigit():
            raise UsageError(f"git lacks a part of {display(root)}: {oid[:12]}", _deeper(root))
        start = at + len(head) + 1
        yield data[start : start + int(parts[2])]
        at = start + int(parts[2]) + 1
