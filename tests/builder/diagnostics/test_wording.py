"""Words that messages share: numbers of things, and what a word that is not known was probably meant to be."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from builder.diagnostics import Fix, KnownWords, bounded_comparisons, count_of, near, suggestion, sure_fix
from builder.diagnostics.wording import _slips, sure

CARDS = ["Scrap Tug", "Flagship", "Your Turn, Captains", "Ice Hauler"]


def test_numbers_of_things() -> None:
    assert [count_of(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("Sheild", ["Ambush", "Shield", "Swarm"], ["Shield"]),
        ("SHIELD", ["Ambush", "Shield", "Swarm"], ["Shield"]),
        ("cots", ["Cost", "count", "clots"], ["clots", "Cost", "count"]),
        ("cost", ["xyz", "id"], []),
        ("scrap tgu", CARDS, ["Scrap Tug"]),
        ("Tug Scrap", CARDS, ["Scrap Tug"]),
        ("haulr ice", CARDS, ["Ice Hauler"]),
        ("captains, your turn", CARDS, ["Your Turn, Captains"]),
        ("", CARDS, []),
        ("scrap", [], []),
        ("pict\udcffre.png", ["picture.png"], ["picture.png"]),
    ],
)
@pytest.mark.parametrize("library", ["rapidfuzz", "difflib"])
def test_near_words(
    word: str, known: list[str], expected: list[str], library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if library == "difflib":  # in a browser
        monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    assert near(word, known) == expected


@given(st.text("abcd", max_size=9), st.text("abcd", max_size=9))
def test_slips_are_those_of_rapidfuzz(word: str, other: str) -> None:
    assert _slips(word, other) == OSA.distance(word, other)


def test_as_many_as_asked_for() -> None:
    assert near("cart", ["card", "care", "cars", "cast"], n=1) == ["card"]
    assert near("cart", ["card", "care", "cars", "cast"]) == ["card", "care", "cars"]


@given(st.text(), st.lists(st.text()))
def test_the_order_of_what_is_known_does_not_matter(word: str, known: list[str]) -> None:
    different = {k.casefold(): k for k in known}.values()  # of two that differ by case only, one is found
    found = near(word, different)
    assert found == near(word, reversed(list(different)))
    assert set(found) <= set(known)


def test_a_hostile_list_of_long_words_costs_a_moment() -> None:
    known = [f"{'ab ' * 10_000}{i}" for i in range(1_000)]
    assert near("ba " * 10_000, known) == known[-1:], "all are the same in the part that is compared"


def test_suggestions_name_the_nearest_and_what_there_is() -> None:
    assert suggestion("Sheild", ["Swarm", "Ambush", "Shield"]) == 'did you mean "Shield"? known: Ambush, Shield, Swarm'
    assert suggestion("xyz", ["b", "a"], "sets") == "sets: a, b"
    assert suggestion("xyz", []) == "known: none"
    assert suggestion("xyz", map(str, range(100, 115))).endswith("110, 111 and 3 more")


def test_nothing_is_loaded_before_a_word_is_looked_for() -> None:
    code = "import sys, builder.diagnostics, builder.decks; assert 'rapidfuzz' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_comparisons_of_one_run_are_bounded() -> None:
    known = [f"word-{n}" for n in range(100)]
    with bounded_comparisons(350):
        helped = [suggestion("word-x", known) for _ in range(5)]
        assert near("word-1", known) == []
    # The first lists what there is, and compares.
    assert [bool(help_) for help_ in helped] == [True, False, False, False, False]
    assert near("word-1", known)
    words = KnownWords(known)
    with bounded_comparisons(250), bounded_comparisons(10**9):  # the outer one holds
        assert [bool(words.near("word-1")) for _ in range(3)] == [True, True, False]


def test_a_help_line_is_short_whatever_the_words() -> None:
    assert len(suggestion("x", ["y" * 10**6, "z" * 10**6])) < 300


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("Creature", ["creature", "spell"], "creature"),
        ("moon whale", ["moon-whale", "sun-whale"], "moon-whale"),
        ("Moon_Whale", ["moon-whale"], "moon-whale"),
        ("Flare", ["flare", "FLARE"], ""),  # either
        ("swfit", ["guard", "swift"], "swift"),
        ("swif", ["guard", "swift"], "swift"),
        ("gaurd", ["guard", "guards"], ""),  # either, though one is nearer
        ("mx", ["max", "min"], ""),  # too short to be sure
        ("powre", ["power", "cost"], "power"),
        ("powre", ["power", "tower"], ""),
        ("tidepool-scuot", ["tidepool-scout", "flare"], "tidepool-scout"),
        ("tidepol-scuot", ["tidepool-scout", "flare"], "tidepool-scout"),
        ("undretwos", ["undertows", "flare"], "undertows"),  # two slips: the word is long enough
        ("undretos", ["undertow", "flare"], ""),
        ("teal", ["tide", "ember"], ""),
        ("monster", ["creature", "spell"], ""),
        ("x", [], ""),
    ],
)
def test_only_a_slip_of_the_pen_is_sure(word: str, known: list[str], expected: str) -> None:
    assert sure(word, known) == expected
    assert sure_fix(word, known) == (Fix("word", expected) if expected else None)


@given(st.text("abcde-", min_size=1, max_size=12), st.lists(st.text("abcde-", min_size=1, max_size=12), max_size=6))
def test_what_is_sure_is_known_and_does_not_depend_on_an_order(word: str, known: list[str]) -> None:
    known = [one for one in dict.fromkeys(known) if one != word]
    found = sure(word, known)
    assert found in ["", *known]
    assert sure(word, known[::-1]) == found
