"""Which cards print otherwise than in an earlier state of their pack: the comparison, and the commands that ask."""

import os
from pathlib import Path
from typing import Any

import pytest

from builder.authoring.new import new_game
from builder.checks import check_pack
from builder.packs.git import revision
from builder.packs.pack import in_memory, read
from builder.printing.reprints import ChangedCards, State, compare, state_at, state_now, state_of
from builder.translations.localized import Localized
from tests.support.commands import Arsenal
from tests.support.git import CARDS, Git, change
from tests.support.packs import SMALL, able, path_of
from tests.support.packs import card as ash_cat

pytestmark = pytest.mark.usefixtures("alone")


def state(*changes: tuple[str, str, str], others: dict[str, str] | None = None, **files: bytes) -> State:
    """The small game after changes: (file, old, new)."""
    written = {**SMALL, **{path_of(name): content for name, content in files.items()}}
    for name, old, new in changes:
        assert old.encode() in written[name]
        written[name] = written[name].replace(old.encode(), new.encode(), 1)
    pictures = {name: "1" for name in written if name.startswith("symbols/")}
    return state_of(check_pack(in_memory(Path("my-game"), written)), {**pictures, **(others or {})})


def changed(*changes: tuple[str, str, str], **files: Any) -> set[str]:
    return set(compare(state(), state(*changes, **files)).cards)


IDS = set(state().cards)


SECOND_SET = ("game.yaml", "    code: C\n", "    code: C\n  later:\n    name: Later\n    code: L\n")
AGAIN = b"[{card: flare, number: 7, flavor: Brighter., art: art/flare.png}]"


# The comparison ------------------------------------------------------------------------------------------


def test_nothing_differs_from_itself() -> None:
    assert compare(state(), state()) == ChangedCards()


def test_a_card_that_says_something_else_differs() -> None:
    assert changed((CARDS, "name: Flare", "name: Flash")) == {"flare"}


def test_a_card_that_is_printed_in_another_set_differs_and_so_does_one_whose_printing_changed() -> None:
    assert changed(SECOND_SET) == set()
    assert changed(SECOND_SET, sets__later__reprints_yaml=AGAIN) == {"flare"}
    before, *others = (
        state(SECOND_SET, sets__later__reprints_yaml=again, others={"art/flare.png": picture})
        for again, picture in ((AGAIN, "1"), (AGAIN, "2"), (AGAIN.replace(b"7", b"8"), "1"))
    )
    assert [compare(before, other).cards for other in others] == [{"flare"}] * 2
    assert compare(before, before) == ChangedCards()


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
    ember = {i for i, (_, card) in state().cards.items() if card["faction"] == "ember"}
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
    assert compare(one, other) == ChangedCards()


def test_new_cards_are_distinguished_from_changed_ones() -> None:
    found = compare(state((CARDS, "- id: flare", "- id: glow")), state())
    assert (found.new, found.changed) == ({"flare"}, frozenset())


def test_a_cards_picture_counts() -> None:
    art = (CARDS, "  name: Flare", "  art: art/flare.png\n  name: Flare")
    one, other = state(art, others={"art/flare.png": "1"}), state(art, others={"art/flare.png": "2"})
    assert compare(one, other).cards == {"flare"}
    assert compare(state(), state(others={"art/other.png": "1"})) == ChangedCards()


def test_in_a_language_its_words_count() -> None:
    then = state(locales__fr_yaml=b"{game: {types: {spell: {name: Sort}}}, cards: {flare: {name: F}}}")
    now = state(locales__fr_yaml=b"{game: {types: {spell: {name: Sort}}}, cards: {flare: {name: G}}}")
    word = state(locales__fr_yaml=b"{game: {types: {spell: {name: Sorti}}}, cards: {flare: {name: F}}}")
    spells = {i for i, (_, card) in then.cards.items() if card["type"] == "spell"}
    assert compare(then, now) == ChangedCards()
    assert compare(then, now, "fr").cards == {"flare"}
    assert compare(then, word, "fr").cards == spells
    assert set(compare(state(), now, "fr").cards) == IDS  # then it was not in French at all


def test_an_earlier_state_with_errors_is_compared_as_far_as_it_can_be_read() -> None:
    assert compare(state_of(check_pack(in_memory(Path("x"), {}))), state()).new == IDS
    broken = state(game_yaml=b"name: [", sets__core__more_yaml=b"- 3")
    assert compare(broken, state()).cards <= IDS


def test_a_card_whose_abilities_say_what_its_text_said_does_not_differ() -> None:
    def cat(**said: Any) -> State:
        return state_of(able(sets__core__more_yaml=ash_cat(**said)))

    written, made = cat(text="Draw 1 card.", win={"text": "Rest."}), cat(abilities={"draw": 1}, win={"text": "Rest."})
    assert compare(written, made) == ChangedCards()
    assert compare(made, cat(abilities={"draw": 2}, win={"text": "Rest."})).cards == {"ash-cat"}
    assert compare(made, cat(abilities={"draw": 1}, win={"do": {"draw": 1}})).cards == {"ash-cat"}


def test_a_state_that_was_read_is_the_one_that_is_printed() -> None:
    checked = able(sets__core__more_yaml=ash_cat(abilities={"draw": 1}, win={"do": {"draw": 1}}))
    game, before = checked.as_game(), state_of(checked)
    assert compare(before, state_now(checked.pack, Localized(game, "en"), checked.as_cards(), before)).cards == set()


# Compared with what git held -------------------------------------------------------------------------------


def since(root: Path, what: str) -> ChangedCards:
    before = state_at(read(root), revision(root, what).commit)
    checked = check_pack(read(root))
    words = Localized(checked.as_game(), checked.as_game().language)
    return compare(before, state_now(checked.pack, words, checked.as_cards(), before))


@pytest.mark.parametrize("what", ["v1", "HEAD~1", "2026-01-15", "2026-02-01"])
def test_cards_are_compared_with_a_revision_or_a_day(pack_in_git: Path, what: str) -> None:
    assert since(pack_in_git, what) == ChangedCards(changed=frozenset({"flare"}))


@pytest.mark.parametrize("what", ["HEAD", "master", "2026-03-01"])
def test_what_is_not_committed_counts(git: Git, pack_in_git: Path, what: str) -> None:
    git("branch", "-M", "master")
    assert since(pack_in_git, what) == ChangedCards()
    change(pack_in_git, "name: Flash", "name: Glow")
    assert since(pack_in_git, what).cards == {"flare"}


def test_pictures_are_compared_by_what_is_in_them(git: Git, pack_in_git: Path) -> None:
    spark = pack_in_git / "symbols/spark.svg"
    spark.write_bytes(spark.read_bytes() + b"\n")
    assert since(pack_in_git, "v1").shared == ("symbols/spark.svg",)


def test_a_pack_that_was_not_there_yet_is_all_new(git: Git, pack_in_git: Path) -> None:
    new_game("Other Game", Path())
    git("add", ".")
    git("commit", "-qm", "three")
    assert since(Path("other-game").resolve(), "v1").new == set(check_pack(read(Path("other-game"))).ids)


def test_a_pack_that_is_its_own_repository(git: Git) -> None:
    new_game("My Game", Path())
    os.chdir("my-game")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    assert since(Path.cwd(), "HEAD") == ChangedCards()


# The commands --------------------------------------------------------------------------------------------


def test_print_only_what_changed(arsenal: Arsenal, pack_in_git: Path) -> None:
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


def test_a_decks_copies_of_what_changed_or_one_each(arsenal: Arsenal, pack_in_git: Path) -> None:
    options = ("print", "first-deck", "--packs", "my-game", "-o", "cards.html", "--no-components")
    assert "cards.html: 3 cards" in arsenal(*options, "--changed-since", "v1").output
    assert "cards.html: 8 cards" in arsenal(*options, "--one-each").output


def test_what_changed_for_all_is_named(arsenal: Arsenal, pack_in_git: Path) -> None:
    with (pack_in_git / "symbols/spark.svg").open("ab") as spark:
        spark.write(b"\n")
    said = arsenal("print", "my-game", "--packs", "my-game", "-o", "c.html", "--changed-since", "v1").output
    assert f"{len(IDS)} of {len(IDS)} cards differ" in said
    assert "what they share has changed: symbols/spark.svg" in said


@pytest.mark.bundled
def test_a_bundled_pack_outside_git_says_so(arsenal: Arsenal, git: Git) -> None:
    new_game("My Game", Path())
    said = arsenal("print", "my-game", "--packs", "my-game", "-o", "c.pdf", "--changed-since", "HEAD", code=2).output
    assert "is in no git repository" in said


def test_a_clone_without_earlier_files_says_so(
    arsenal: Arsenal, git: Git, pack_in_git: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = pack_in_git.parent.parent
    git("-C", str(repository), "config", "uploadpack.allowFilter", "true")
    git("clone", "-q", "--filter=blob:none", repository.as_uri(), "clone")
    monkeypatch.chdir("clone/games")
    said = arsenal("print", "my-game", "--packs", "my-game", "-o", "c.pdf", "--changed-since", "v1", code=2).output
    assert "error: git lacks a part of my-game" in said
    assert "`git fetch --refetch --no-filter`" in said
