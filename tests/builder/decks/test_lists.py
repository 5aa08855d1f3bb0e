"""Deck files and pasted lists: what they hold, what is wrong with them, and canonical text back and forth."""

from collections.abc import Mapping
from itertools import starmap
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.decks import MAIN, MAX_COPIES, MAX_PLAYERS, CardIndex, Deck, parse_text, to_text
from builder.decks.lists import MAX_DIAGNOSTICS, MAX_LINE, MAX_LINES, MAX_TEXT
from builder.diagnostics import Diagnostic
from builder.diagnostics.codes import CODES
from builder.games import Card, CardSet
from tests.support.cards import INDEX, bare_card
from tests.support.properties import examples

GAMES = {"test": INDEX}
SECTIONS = {"pool": "The Pool", "side-board": "Side Board"}

NAMES = {
    "two-fast": "2 Fast", "fast": "Fast", "x-wing": "X Wing", "wing": "Wing", "times": "Double x2",
    "double": "Double", "hash": "# Hash", "agent": "Agent #7", "split": "Fire // Ice", "fire": "Fire",
    "colon": "Warning:", "bracket": "[Redacted]", "alpha": "Beta", "beta": "Alpha", "spaced": "  Wide   Name ",
    "seven": "7", "dash": "-3", "twin-a": "Twin", "twin-b": "twin", "header": "Name: Nobody",
}  # fmt: skip
AWKWARD = CardIndex([*starmap(bare_card, NAMES.items()), bare_card("elan", "Élan Vital", aliases=["vim"])])


def read(text: str, games: Mapping[str, CardIndex] = GAMES, **options: Any) -> tuple[Deck, list[Diagnostic]]:
    deck, found = parse_text(text, games, **options)
    assert deck is not None
    assert all(d.code in CODES for d in found)
    return deck, found


def sections_of(text: str, games: Mapping[str, CardIndex] = GAMES, **options: Any) -> dict[str, dict[str, int]]:
    """The sections of a list without faults."""
    deck, found = read(text, games, **options)
    assert found == []
    return {name: {**cards} for name, cards in deck.sections.items()}


def main_of(text: str) -> dict[str, int]:
    """The main section of a list without faults, which has no other."""
    found = sections_of(text)
    assert found.keys() == {MAIN}
    return found[MAIN]


BEFORE = ("2 Scrap Tug", "2x Scrap Tug", "2X Scrap Tug", "2× Scrap Tug", "2 x Scrap Tug", "2xScrap Tug", "２ Scrap Tug")
BEHIND = ("Scrap Tug x2", "Scrap Tug ×2", "Scrap Tug x 2", "Scrap Tug (2)", "Scrap Tug\t2", "Scrap Tug;2")
IN_CELLS = ("2\tScrap Tug", "2,Scrap Tug", '2,"Scrap Tug"', '2 "Scrap Tug"')
IN_LISTS = ("1 Scrap Tug\nScrap Tug", "- 2 Scrap Tug", "• 2x Scrap Tug", "1. Scrap Tug\n2. Scrap Tug", "3) 2 Scrap Tug")
BY_ID = ("2 scrap-tug", "2 Scrap Tug [scrap-tug]", "2 [scrap-tug] Scrap Tug")
SPACED = ("  2   scrap   TUG  ", "2 Scrap\u200b Tug", "2 Scrap\u00a0Tug")
WITH_A_NOTE = ("# the best", "// the best", "*F*", "[Ships]", "^Have,#37d67a^", "<alternate> *F*")
LINES = (*BEFORE, *BEHIND, *IN_CELLS, *IN_LISTS, *BY_ID, *SPACED, *(f"2 Scrap Tug {note}" for note in WITH_A_NOTE))


@pytest.mark.parametrize("line", LINES)
def test_a_line_may_be_written_in_many_ways(line: str) -> None:
    assert main_of(line) == {"scrap-tug": 2}


def test_names_are_matched_without_case_and_accents() -> None:
    assert main_of("elan vital\nÉLAN VITAL\nE\u0301lan Vital\nvim") == {"elan": 4}


def test_comments_blank_lines_windows_newlines_and_a_byte_order_mark_are_passed_over() -> None:
    text = "\ufeff# a comment\r\n\r\n// another\r\n2 Probe\r\n   \r\n1 Mine\r\n"
    assert main_of(text) == {"probe": 2, "mine": 1}


def test_headers_say_what_the_deck_is() -> None:
    text = (
        "# Name: First Fleet\n// game:test\n#Format: prepared\n# AUTHOR: Ada\n"
        "# Description: One.\n# Description:\n# Description: Two.\n2 Probe\n"
    )
    deck, found = read(text)
    assert found == []
    assert deck == Deck("First Fleet", "test", {"main": {"probe": 2}}, "prepared", "Ada", "One.\n\nTwo.")
    assert read(text, format="series")[0].format == "series"


def test_headers_need_no_sign_of_a_comment() -> None:
    deck, found = read("Name: Mine\nAuthor: Ann\n2 mine\nDescription:\n1 mine", sections=None)
    assert (deck.name, deck.author, deck.description) == ("Mine", "Ann", "")
    assert found == []
    assert deck.sections == {MAIN: {"mine": 2}, "description": {"mine": 1}}


@pytest.mark.parametrize(
    "written", ["The Arbiter's Barge", "the arbiter’s barge", "Arbiters Barge", "ARBITER`S BARGE", "The-Arbiters-Barge"]
)
def test_a_name_is_found_as_it_is_typed(written: str) -> None:
    cards = CardIndex([bare_card("barge", "The Arbiter's Barge"), bare_card("tug", "Arbiter")])
    assert sections_of(f"2 {written}", {"test": cards}) == {MAIN: {"barge": 2}}


def test_the_first_lines_of_arenas_exports_name_the_deck() -> None:
    text = "About\r\nName Two & Two\r\n\r\nDeck\r\n2 Scrap Tug\r\n1 Prboe\r\n"
    deck, found = read(text, {"test": INDEX}, sections=lambda *_: {"main": "Main"})
    assert (deck.name, deck.sections) == ("Two & Two", {"main": {"scrap-tug": 2}})
    assert [(d.code, d.span and d.span.line) for d in found] == [("unknown-card", 6)]


def test_headers_say_who_plays_and_with_which_dice() -> None:
    deck, found = read("# Players: 3\n# Die: Blue red, blue, -\n//die: a a , b\n# Die: hard\n# Die:\n2 Probe\n")
    assert found == []
    assert deck.players == 3
    assert deck.dice == ((("blue", "red"), ("blue",), ()), (("a", "a"), ("b",)))


@pytest.mark.parametrize(("said", "lost"), [("yes", True), ("No", False), ("maybe", None), ("", None)])
def test_headers_say_who_lost(said: str, lost: bool | None) -> None:
    deck, found = read(f"# Lost: {said}\n2 Probe\n")
    assert (found, deck.lost) == ([], lost)
    again, _ = read(to_text(deck, INDEX))
    assert again.lost == lost


@pytest.mark.parametrize("said", ["0", "101", "-1", "two", "2-4", "", "1" * 500])
def test_a_number_of_players_that_makes_no_sense_is_said(said: str) -> None:
    deck, found = read(f"# Players: {said}\n2 Probe\n")
    assert deck.players is None
    assert [(d.code, d.severity) for d in found] == [("bad-player-count", "warning")]
    assert len(found[0].message) < 120


def test_a_deck_without_a_name_is_unnamed() -> None:
    assert read("Probe")[0].name == "Unnamed"


@pytest.mark.parametrize("heading", ["Side Board:", "[side-board]", "Side-Board (3):", "Side Board", "SIDE BOARD"])
def test_headings_begin_sections(heading: str) -> None:
    found = sections_of(f"2 Probe\n{heading}\n1 Mine\n", sections=lambda *_: SECTIONS)
    assert found == {"pool": {"probe": 2}, "side-board": {"mine": 1}}


@pytest.mark.parametrize("line", ["SB: 1 Mine", "sb: Mine", "Sideboard\n1 Mine", "Sideboard:\nMine", "[Side]\nMine"])
def test_what_other_sites_call_a_sideboard_is_the_second_section(line: str) -> None:
    found = sections_of(f"Deck\n2 Probe\n{line}\n", sections=lambda *_: {"main": "Main", "reserves": "Reserves"})
    assert found == {"main": {"probe": 2}, "reserves": {"mine": 1}}


def test_a_sideboard_of_a_format_without_one_is_reported() -> None:
    deck, found = read("2 Probe\nSB: 1 Mine", sections=lambda *_: {"main": "Main"})
    assert deck.sections == {"main": {"probe": 2, "mine": 1}}
    assert [d.code for d in found] == ["unknown-heading"]


@pytest.mark.parametrize("heading", ["Ships", "ships (2)", "Ships (2):", "[Ship]"])
def test_headings_that_name_a_type_say_nothing(heading: str) -> None:
    cards = CardIndex(INDEX.cards.values(), groups=["ship", "Ship", "Ships"])
    found = sections_of(f"{heading}\n2 Probe\nSide:\n1 Mine\n{heading}\n1 Probe", {"test": cards})
    assert found == {"main": {"probe": 2}, "side": {"mine": 1, "probe": 1}}


def test_a_name_that_is_near_to_one_card_is_taken_where_that_is_accepted() -> None:
    deck, found = read("2 Scrap Tgu\n1 Zzyzx", accept=True)
    assert deck.sections == {"main": {"scrap-tug": 2}}
    assert [(d.code, d.message) for d in found] == [
        ("near-card", '"Scrap Tgu" was taken for Scrap Tug'),
        ("unknown-card", 'there is no card "Zzyzx"'),
    ]


def test_a_name_that_is_near_to_two_cards_is_not_taken() -> None:
    cards = CardIndex([bare_card("moon-cat", "Moon Cat"), bare_card("moon-bat", "Moon Bat")])
    deck, (problem,) = read("2 Moon Rat", {"test": cards}, accept=True)
    assert (problem.code, deck.sections) == ("unknown-card", {})
    assert "Moon Bat" in problem.help


def test_main_means_the_first_section_of_a_format() -> None:
    found = sections_of("[Side Board]\nMine\nMain:\nProbe\n", sections=lambda *_: SECTIONS)
    assert found == {"side-board": {"mine": 1}, "pool": {"probe": 1}}


def test_without_a_format_every_heading_makes_a_section() -> None:
    assert sections_of("Probe\nSide Board:\nMine\n") == {"main": {"probe": 1}, "side-board": {"mine": 1}}


def test_headings_that_are_no_sections_of_the_format_are_said_and_passed_over() -> None:
    deck, found = read("Ships (2):\n2 Probe\nStructures (1)\nMine\n", sections=lambda *_: {"main": "Main"})
    assert deck.sections == {"main": {"probe": 2, "mine": 1}}
    assert [(d.code, d.severity) for d in found] == [("unknown-heading", "warning")] * 2
    assert found[0].message == '"Ships" is no section of this format; the cards below it are counted in Main'


def test_the_sections_are_asked_for_the_lists_own_format() -> None:
    asked = []

    def sections(game: str, format_: str) -> dict[str, str]:
        asked.append((game, format_))
        return {"main": "Main"}

    read("# Format: architect\nProbe", sections=sections)
    read("Probe", format="series", sections=sections)
    assert asked == [("test", "architect"), ("test", "series")]


def test_unknown_names_are_reported_with_their_line_and_near_matches() -> None:
    deck, found = read("2 Probe\n  3x Scrap Tgu  # a note\n", path="list.txt")
    assert deck.sections == {"main": {"probe": 2}}
    (problem,) = found
    assert (problem.code, problem.message) == ("unknown-card", 'there is no card "Scrap Tgu"')
    assert problem.help.startswith('did you mean "Scrap Tug" (scrap-tug)')
    assert problem.span is not None
    assert (problem.span.path, problem.span.line, problem.span.column) == ("list.txt", 2, 3)


@pytest.mark.parametrize(
    "line",
    ["0 Probe", "-1 Probe", "Probe x0", f"{MAX_COPIES + 1} Probe", "9" * 60 + " Probe", f"{MAX_COPIES} Probe\n1 Probe"],
)
def test_counts_are_bounded(line: str) -> None:
    deck, found = read(line)
    assert [d.code for d in found] == ["bad-count"]
    assert found[0].message.endswith('copies of "Probe"')
    assert deck.sections.get("main", {}).get("probe", 0) in (0, MAX_COPIES)


def test_the_highest_count_is_taken() -> None:
    assert main_of(f"{MAX_COPIES} Probe") == {"probe": MAX_COPIES}


def test_a_name_of_several_cards_takes_the_first_and_says_so() -> None:
    deck, (problem,) = read("2 Twin")
    assert deck.sections == {"main": {"twin-a": 2}}
    assert (problem.code, problem.severity) == ("ambiguous-card", "warning")
    assert "2 Twin [twin-b]" in problem.help
    assert main_of("2 Twin [twin-b]") == {"twin-b": 2}


@pytest.mark.parametrize(
    "words", ["Twin (M 9)", "twin (more 9)", "Twin (M) 9", "Twin (More)", "[twin-b.back] Twin (core)"]
)
def test_of_cards_with_one_name_set_and_number_say_which_is_meant(words: str) -> None:
    cards = [Card("test", "twin", "core", 9, "Twin", "ship"), Card("test", "twin-b", "more", 9, "Twin", "ship")]
    index = CardIndex(cards, sets=[CardSet("core", "Core", "C"), CardSet("more", "More", "M")])
    assert sections_of(f"2 {words}", {"test": index}) == {"main": {"twin-b": 2}}


def test_the_game_is_the_one_that_knows_most_of_the_names() -> None:
    games = {"other": CardIndex([bare_card("probe", "Probe")]), "test": INDEX}
    for text, game in (("Probe\nMine\nAlarm", "test"), ("Probe", "other"), ("# Game: test\nProbe", "test")):
        assert read(text, games)[0].game == game


def test_a_list_of_no_game() -> None:
    for text, games, code, message in (
        ("Nonsense", {**GAMES, "awkward": AWKWARD}, "unknown-game", "no game knows the cards of this list"),
        ("# only a note", GAMES, "empty-file", "this list holds no cards"),
        ("Count,Name\n", {**GAMES, "awkward": AWKWARD}, "empty-file", "this list holds no cards"),
        ("<!DOCTYPE a><deck/>", GAMES, "unreadable-deck", "this is no deck: it has a document type"),
        ("# Game: tset\nProbe", GAMES, "unknown-game", 'there is no game "tset"'),
    ):
        deck, (problem,) = parse_text(text, games)
        assert deck is None
        assert (problem.code, problem.message) == (code, message)
    assert problem.help == 'did you mean "test"? games: test'


def test_a_list_of_misspelt_names_is_of_the_only_game() -> None:
    deck, (problem,) = read("2 Porbe", GAMES)
    assert deck.game == "test"
    assert problem.code == "unknown-card"
    assert "did you mean" in problem.help


def test_an_empty_list_of_a_known_game_is_an_empty_deck() -> None:
    assert read("# nothing\n", game="test")[0].sections == {}


def test_input_is_bounded() -> None:
    for text in ("Probe\n" * (MAX_LINES + 1), "x" * (MAX_TEXT + 1)):
        _, found = parse_text(text, GAMES, game="test")
        assert [d.code for d in found] == ["list-too-long"]
    deck, found = read("Probe\n" + "y" * (MAX_LINE + 1))
    assert [d.code for d in found] == ["bad-line"]
    assert deck.sections == {"main": {"probe": 1}}
    _, found = parse_text("\n".join(f"nothing {n}" for n in range(5000)), GAMES, game="test")
    assert len(found) == MAX_DIAGNOSTICS


@examples(300)
@given(st.text(alphabet=st.characters() | st.sampled_from("0123456789xX×-+#/[]:() \n\t"), max_size=200))
def test_no_text_is_too_strange(text: str) -> None:
    deck, found = parse_text(text, {"test": INDEX, "awkward": AWKWARD})
    assert deck is not None or found
    for cards in deck.sections.values() if deck else ():
        assert all(1 <= n <= MAX_COPIES for n in cards.values())


def test_canonical_text() -> None:
    deck = Deck(
        "First Fleet",
        "test",
        {"side-board": {"mine": 1}, "main": {"scrap-tug": 2, "elan": 1, "twin-b": 3}},
        "prepared",
        description="One.\n\nTwo.",
    )
    assert to_text(deck, INDEX) == (
        "# Name: First Fleet\n# Game: test\n# Format: prepared\n"
        "# Description: One.\n# Description:\n# Description: Two.\n\n"
        "Main:\n2 Scrap Tug\n1 Élan Vital\n3 Twin [twin-b]\n\nSide board:\n1 Mine\n"
    )
    assert to_text(Deck("D", "test", {"main": {"mine": 1}}), INDEX) == "# Name: D\n# Game: test\n\n1 Mine\n"


words = st.text(alphabet=st.characters(categories=["L", "N", "P"]), min_size=1, max_size=8)
lines = st.lists(words, min_size=1, max_size=4).map(" ".join)
section_ids = st.lists(st.text("abcxyz019", min_size=1, max_size=6), min_size=1, max_size=3).map("-".join)
dice = st.lists(st.lists(section_ids, max_size=3).map(tuple), min_size=2, max_size=4).map(tuple)


def awkward_sections(ids: list[str]) -> st.SearchStrategy[dict[str, dict[str, int]]]:
    counts = st.dictionaries(st.sampled_from(ids), st.integers(1, MAX_COPIES), min_size=1)
    return st.dictionaries(st.just(MAIN) | section_ids, counts, max_size=3)


@examples(200)
@given(
    st.builds(
        Deck,
        name=lines,
        game=st.just("awkward"),
        sections=awkward_sections(list(AWKWARD.names)),
        format=st.just("") | section_ids,
        author=st.just("") | lines,
        description=st.lists(lines, max_size=3).map("\n".join),
        players=st.none() | st.integers(1, MAX_PLAYERS),
        dice=st.lists(dice, max_size=2).map(tuple),
    )
)
def test_a_deck_comes_back_from_its_text(deck: Deck) -> None:
    text = to_text(deck, AWKWARD)
    back, found = parse_text(text, {"awkward": AWKWARD})
    assert found == []
    assert back == deck
    assert to_text(back, AWKWARD) == text


@examples(200)
@given(
    st.lists(
        st.sampled_from(["2 Probe", "3x Scrap Tug", "Mine x4", "Élan Vital", "[side]", "Pool:", "# note", "", "twin-b"])
    )
)
def test_a_text_comes_back_from_its_deck(entries: list[str]) -> None:
    deck, found = read("\n".join(entries), GAMES, game="test")
    assert found == []
    assert parse_text(to_text(deck, INDEX), GAMES) == (deck, [])


def test_unknown_ids_are_written_as_they_are() -> None:
    assert to_text(Deck("D", "test", {"main": {"gone-card": 1}}), INDEX).endswith("\n1 gone-card\n")
