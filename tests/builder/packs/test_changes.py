"""Which cards differ from an earlier state of their pack: the comparison, and how git has that state."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.authoring.new import new_game, plan_game
from builder.checks import check
from builder.diagnostics import UsageError
from builder.packs.changes import Changes, State, compare, pack_at, pack_now, revision
from builder.packs.pack import in_memory, read
from tests.support.commands import Arsenal

SMALL = {name: text.encode() for name, text in plan_game("My Game").items()}
CARDS = next(name for name in SMALL if name.startswith("sets/"))


def state(*changes: tuple[str, str, str], others: dict[str, str] | None = None, **files: bytes) -> State:
    """The small game after changes: (file, old, new)."""
    written = {**SMALL, **{name.replace("__", "/").replace("_", "."): content for name, content in files.items()}}
    for name, old, new in changes:
        assert old.encode() in written[name]
        written[name] = written[name].replace(old.encode(), new.encode(), 1)
    pictures = {name: "1" for name in written if name.startswith("symbols/")}
    return State(check(in_memory(Path("my-game"), written)), {**pictures, **(others or {})})


def changed(*changes: tuple[str, str, str], **files: Any) -> set[str]:
    return set(compare(state(), state(*changes, **files)).cards)


IDS = set(state().checked.ids)


# The comparison ------------------------------------------------------------------------------------------


def test_nothing_differs_from_itself() -> None:
    assert compare(state(), state()) == Changes()


def test_a_card_that_says_something_else_differs() -> None:
    assert changed((CARDS, "name: Flare", "name: Flash")) == {"flare"}


@pytest.mark.parametrize(
    "change",
    [
        ("game.yaml", "description: Quick fire", "description: Slow fire"),
        ("game.yaml", 'color: "#a63d1f"', 'color: "#a63d1e"'),
        ("game.yaml", "name: Ember", "name: Embers"),
    ],
)
def test_cards_differ_that_use_a_changed_word_of_the_game(change: tuple[str, str, str]) -> None:
    found = changed(change)
    ember = {i for i, card in state().checked.ids.items() if card.definition["faction"] == "ember"}
    assert found == ember
    assert found < IDS


def test_a_sets_code_is_on_its_cards() -> None:
    assert changed(("game.yaml", "code: C", "code: X")) == IDS


@pytest.mark.parametrize(
    "change",
    [
        ("game.yaml", "The first cards came with Arsenal", "The first cards came"),
        ("game.yaml", "Put a card on your discard pile", "Put it on your discard pile"),
        (CARDS, "- id: flare", "# a comment\n- id: flare"),
        (CARDS, "  name: Flare", "  aliases: [old-flare]\n  name: Flare"),
    ],
)
def test_what_is_not_printed_does_not_count(change: tuple[str, str, str]) -> None:
    assert changed(change) == set()


@pytest.mark.parametrize(
    ("then", "now", "said"),
    [
        (state(), state(("game.yaml", "name: My Game", "name: Our Game")), "name in game.yaml"),
        (state(), state(("game.yaml", "card-size: standard", "card-size: tarot")), "card-size in game.yaml"),
        (state(), state(("game.yaml", "name: Spark", "name: Sparks")), "symbols in game.yaml"),
        (state(), state(others={"symbols/spark.svg": "2"}), "symbols/spark.svg"),
        (state(), state(others={"templates/paper.png": "2"}), "templates/paper.png"),
        (state(), state(templates__look_typ=b"#let a = 1"), "templates/look.typ"),
        (state(templates__look_typ=b"a"), state(), "templates/look.typ"),
    ],
)
def test_what_all_faces_may_show_changes_all_cards(then: State, now: State, said: str) -> None:
    found = compare(then, now)
    assert found.shared == (said,)
    assert set(found.changed) == IDS


def test_ends_of_lines_are_no_change_of_a_template() -> None:
    one, other = state(templates__look_typ=b"a\nb\n"), state(templates__look_typ=b"a\r\nb\r\n")
    assert compare(one, other) == Changes()


def test_new_cards_are_told_from_changed_ones() -> None:
    found = compare(state((CARDS, "- id: flare", "- id: glow")), state())
    assert (found.new, found.changed) == ({"flare"}, frozenset())


def test_a_cards_picture_counts() -> None:
    art = (CARDS, "  name: Flare", "  art: art/flare.png\n  name: Flare")
    one, other = state(art, others={"art/flare.png": "1"}), state(art, others={"art/flare.png": "2"})
    assert compare(one, other).cards == {"flare"}
    assert compare(state(), state(others={"art/other.png": "1"})) == Changes()


def test_in_a_language_its_words_count() -> None:
    then = state(locales__fr_yaml=b"{game: {types: {spell: {name: Sort}}}, cards: {flare: {name: F}}}")
    now = state(locales__fr_yaml=b"{game: {types: {spell: {name: Sort}}}, cards: {flare: {name: G}}}")
    word = state(locales__fr_yaml=b"{game: {types: {spell: {name: Sorti}}}, cards: {flare: {name: F}}}")
    spells = {i for i, card in then.checked.ids.items() if card.definition["type"] == "spell"}
    assert compare(then, now) == Changes()
    assert compare(then, now, "fr").cards == {"flare"}
    assert compare(then, word, "fr").cards == spells
    assert set(compare(state(), now, "fr").cards) == IDS  # then it was not in French at all


def test_an_earlier_state_with_errors_is_compared_as_far_as_it_can_be_read() -> None:
    assert compare(State(check(in_memory(Path("x"), {}))), state()).new == IDS
    broken = state(game_yaml=b"name: [", sets__core__more_yaml=b"- 3")
    assert compare(broken, state()).cards <= IDS


# How git has it ------------------------------------------------------------------------------------------

Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Runs git in an empty folder that is the current one, without the user's configuration."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")

    def run(*arguments: str, day: str = "2026-01-01") -> str:
        who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in
               (("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", f"{day}T12:00:00"))}  # fmt: skip
        done = subprocess.run(
            ["git", *arguments], env={**os.environ, **who}, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    return run


@pytest.fixture
def pack(git: Git) -> Path:
    """A pack in a folder of a repository, with two commits: in the second, a card has another name."""
    git("init", "-q")
    Path("games").mkdir()
    os.chdir("games")
    new_game("My Game", Path())
    root = Path("my-game").resolve()
    git("add", ".")
    git("commit", "-qm", "one", day="2026-01-01")
    git("tag", "v1")
    change(root, "name: Flare", "name: Flash")
    git("commit", "-qam", "two", day="2026-02-01")
    return root


def change(root: Path, old: str, new: str) -> None:
    file = root / CARDS
    assert old in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")


def since(root: Path, what: str) -> Changes:
    before = pack_at(root, revision(root, what).commit)
    return compare(before, pack_now(read(root), before))


@pytest.mark.parametrize("what", ["v1", "HEAD~1", "2026-01-15", "2026-02-01"])
def test_cards_are_compared_with_a_revision_or_a_day(pack: Path, what: str) -> None:
    assert since(pack, what) == Changes(changed=frozenset({"flare"}))


@pytest.mark.parametrize("what", ["HEAD", "master", "2026-03-01"])
def test_what_is_not_committed_counts(git: Git, pack: Path, what: str) -> None:
    git("branch", "-M", "master")
    assert since(pack, what) == Changes()
    change(pack, "name: Flash", "name: Glow")
    assert since(pack, what).cards == {"flare"}


def test_pictures_are_compared_by_what_is_in_them(git: Git, pack: Path) -> None:
    spark = pack / "symbols/spark.svg"
    spark.write_bytes(spark.read_bytes() + b"\n")
    assert since(pack, "v1").shared == ("symbols/spark.svg",)


def test_a_pack_that_was_not_there_yet_is_all_new(git: Git, pack: Path) -> None:
    new_game("Other Game", Path())
    git("add", ".")
    git("commit", "-qm", "three")
    assert since(Path("other-game").resolve(), "v1").new == set(check(read(Path("other-game"))).ids)


def test_a_pack_that_is_its_own_repository(git: Git) -> None:
    new_game("My Game", Path())
    os.chdir("my-game")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    assert since(Path.cwd(), "HEAD") == Changes()


def test_the_working_tree_is_not_touched(git: Git, pack: Path) -> None:
    change(pack, "name: Flash", "name: Glow")
    before = git("status", "--porcelain", "-b"), sorted((p, p.stat().st_mtime_ns) for p in pack.rglob("*"))
    since(pack, "v1")
    assert before == (git("status", "--porcelain", "-b"), sorted((p, p.stat().st_mtime_ns) for p in pack.rglob("*")))


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("v2", 'no revision "v2"'),
        ("--output=x", 'no revision "--output=x"'),
        ("-h", 'no revision "-h"'),
        ("--help", 'no revision "--help"'),
        ("HEAD..v1", "no revision"),
        ("HEAD:games", "no revision"),
        ("v1 --output=x", "no revision"),
        ("$(touch x)", "no revision"),
        ("", "that is no revision"),
        (" ", "that is no revision"),
        ("a\nb", "that is no revision"),
        ("a\0b", "that is no revision"),
        ("x" * 10_000, "that is no revision"),
        ("2026-02-30", "not a day of the calendar"),
        ("2020-01-01", "no commit before 2020-01-01"),
    ],
)
def test_revisions_that_there_are_not(pack: Path, what: str, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        revision(pack, what)
    assert said in str(raised.value)
    assert not Path("x").exists()
    assert not (pack / "x").exists()


def test_near_matches_are_named(pack: Path) -> None:
    with pytest.raises(UsageError) as raised:
        revision(pack, "v11")
    assert 'did you mean "v1"?' in raised.value.help


def test_a_pack_outside_any_repository(git: Git, tmp_path: Path) -> None:
    new_game("My Game", Path())
    with pytest.raises(UsageError, match="in no git repository"):
        revision(tmp_path / "my-game", "HEAD")


def test_a_pack_that_git_does_not_know(git: Git, pack: Path) -> None:
    new_game("Other Game", Path())
    with pytest.raises(UsageError, match="git does not know"):
        since(Path("other-game").resolve(), "v1")


def test_a_repository_without_commits(git: Git) -> None:
    git("init", "-q")
    new_game("My Game", Path())
    with pytest.raises(UsageError, match="no revision"):
        revision(Path("my-game"), "HEAD")


def test_a_shallow_clone_says_so(git: Git, pack: Path) -> None:
    git("clone", "-q", "--depth=1", pack.parent.parent.as_uri(), "shallow")
    root = Path("shallow/games/my-game").resolve()
    assert since(root, "HEAD") == Changes()
    for what in ("HEAD~1", "2026-01-15"):
        with pytest.raises(UsageError) as raised:
            revision(root, what)
        assert "git fetch --unshallow" in raised.value.help


def test_without_git(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="git is not installed"):
        revision(pack, "HEAD")


def test_a_repository_runs_no_program_of_its_own(git: Git, pack: Path) -> None:
    evil = pack / "evil.sh"
    evil.write_text(f"#!/bin/sh\ntouch {pack}/ran\n", "utf-8")
    evil.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "gpg.program", "core.sshCommand", "diff.external", "core.editor"):
        git("config", key, str(evil))
    git("config", "log.showSignature", "true")
    git("config", "diff.x.textconv", str(evil))
    (pack / ".gitattributes").write_text("* diff=x filter=x\n", "utf-8")
    git("config", "filter.x.smudge", str(evil))
    since(pack, "v1")
    assert not (pack / "ran").exists()


def test_more_than_arsenal_reads_is_refused(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.packs.changes.MAX_FILE_BYTES", 10)
    with pytest.raises(UsageError, match="larger than Arsenal reads"):
        since(pack, "v1")
    monkeypatch.setattr("builder.packs.changes.MAX_FILES", 2)
    with pytest.raises(UsageError, match="more than 2 files"):
        since(pack, "v1")
    monkeypatch.setattr("builder.packs.changes.LIST_BYTES", 10)
    with pytest.raises(UsageError, match="more in git"):
        since(pack, "v1")


def test_links_in_git_are_not_followed(git: Git, pack: Path) -> None:
    (pack / "decks/link.yaml").symlink_to("/etc/passwd")
    git("add", ".")
    git("commit", "-qm", "link")
    (pack / "decks/link.yaml").unlink()
    assert since(pack, "HEAD") == Changes()


# The commands --------------------------------------------------------------------------------------------


def test_print_only_what_changed(arsenal: Arsenal, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pack.parent)
    options = ("--packs", "my-game", "-o", "cards.pdf")
    said = arsenal("print", "my-game", *options, "--changed-since", "v1").output
    assert f"note: 1 of {len(IDS)} cards differ from v1 (" in said
    assert ", 2026-01-01)" in said
    assert "cards.pdf: 1 card on 1 page" in said
    Path("cards.pdf").unlink()
    said = arsenal("print", "my-game", *options, "--changed-since", "HEAD").output
    assert f"0 of {len(IDS)} cards differ" in said
    assert "nothing to print" in said
    assert not Path("cards.pdf").exists()
    said = arsenal("print", "my-game", *options, "--changed-since=--output=x", code=2).output
    assert 'no revision "--output=x"' in said
    said = arsenal("images", "my-game", "--packs", "my-game", "-o", "all", "--changed-since", "v1").output
    assert [p.name for p in Path("all").iterdir()] == ["flare.png"]


def test_a_decks_copies_of_what_changed_or_one_each(
    arsenal: Arsenal, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pack.parent)
    deck = yaml.safe_load((pack / "decks/first-deck.yaml").read_text("utf-8"))
    copies = deck["cards"]["flare"]
    options = ("--packs", "my-game", "-o", "cards.pdf", "--no-components")
    said = arsenal("print", "first-deck", *options, "--changed-since", "v1").output
    assert f"cards.pdf: {copies} card" in said
    said = arsenal("print", "first-deck", *options, "--one-each").output
    assert f"cards.pdf: {len(deck['cards'])} cards" in said


def test_what_changed_for_all_is_named(arsenal: Arsenal, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pack.parent)
    (pack / "symbols/spark.svg").write_bytes((pack / "symbols/spark.svg").read_bytes() + b"\n")
    said = arsenal("print", "my-game", "--packs", "my-game", "-o", "c.pdf", "--changed-since", "v1").output
    assert f"{len(IDS)} of {len(IDS)} cards differ" in said
    assert "what they share has changed: symbols/spark.svg" in said


def test_a_bundled_pack_outside_git_says_so(arsenal: Arsenal, git: Git) -> None:
    new_game("My Game", Path())
    said = arsenal("print", "my-game", "--packs", "my-game", "-o", "c.pdf", "--changed-since", "HEAD", code=2).output
    assert "is in no git repository" in said
