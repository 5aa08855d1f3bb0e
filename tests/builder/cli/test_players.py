"""Commands for those who play decks: test hands, comparisons, what is missing."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.commands import ROOT, Arsenal, InJson


def written(deck: str) -> Any:
    """What the file of a sample deck says."""
    return yaml.safe_load((ROOT / "cards/future-invaders/decks" / f"{deck}.yaml").read_text("utf-8"))


def test_a_test_hand_is_the_same_for_the_same_seed(arsenal: Arsenal) -> None:
    said = arsenal("hand", "earthwall", "--seed", "7")
    assert said.stdout.splitlines()[0] == "Earthwall: a hand of 6, seed 7"
    assert len(said.stdout.splitlines()) == 2 + 6
    assert said.stderr == "34 cards left; 2 redraws left\n"
    assert arsenal("hand", "earthwall", "--seed", "7").stdout == said.stdout


def test_a_hand_by_chance_says_its_seed(in_json: InJson) -> None:
    data = in_json("hand", "earthwall", schema="hand-output")
    again = in_json("hand", "earthwall", "--seed", str(data["seed"]))
    assert again == data
    assert len(data["hands"]) == 1
    assert len(data["hands"][0]) == 6


def test_a_redraw_shows_both_hands(arsenal: Arsenal, in_json: InJson) -> None:
    first = in_json("hand", "earthwall", "--seed", "7")
    data = in_json("hand", "earthwall", "--seed", "7", "--redraw", "--redraw", schema="hand-output")
    assert data["redraws"] == {"made": 2, "allowed": 2}
    assert data["hands"][0] == first["hands"][0]
    assert len(data["hands"]) == 3
    larger = in_json("hand", "earthwall", "--seed", "7", "--size", "18")
    assert [card for hand in data["hands"] for card in hand] == larger["hands"][0]  # nothing is shuffled in between
    said = arsenal("hand", "earthwall", "--seed", "7", "--redraw").stdout
    assert "\n\nEarthwall: redraw 1\n" in said


def test_a_hand_is_as_large_as_the_format_says_for_so_many_players(in_json: InJson) -> None:
    for players, size in (((), 7), (("--players", "2"), 8), (("--players", "4"), 6)):
        data = in_json("hand", "fifty-two", *players)
        assert len(data["hands"][0]) == size


@pytest.mark.parametrize(
    ("use", "words"),
    [
        ("hand earthwall --redraw --redraw --redraw", "Prepared allows 2 redraws, and 3 are asked for"),
        ("hand odras-muster", "Competitive does not say how many cards the first hand has"),
        ("hand earthwall --size 0", '"0" is not a number from 1 to 200'),
    ],
)
def test_a_hand_that_cannot_be_drawn(arsenal: Arsenal, use: str, words: str) -> None:
    assert words in arsenal(*use.split(), code=2).stderr


def test_a_hand_of_a_deck_that_is_too_small_is_all_of_it(arsenal: Arsenal, tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("# Game: future-invaders\n2 Knife Runner\n1 Nothing Of That Name\n")
    said = arsenal("hand", "small.txt")
    assert said.stdout.count("Knife Runner") == 2
    assert 'note: there is no card "Nothing Of That Name"' in said.stderr
    (tmp_path / "none.txt").write_text("# Game: future-invaders\n1 Nothing Of That Name\n")
    assert "none.txt has no cards to draw from" in arsenal("hand", "none.txt", code=2).stderr


def test_a_deck_that_nobody_could_shuffle_is_refused(arsenal: Arsenal, in_json: InJson, tmp_path: Path) -> None:
    names = [card["name"] for card in in_json("search", "-g", "invasion-tcg")["cards"]]
    (tmp_path / "vast.txt").write_text("# Game: invasion-tcg\n" + "".join(f"10000 {name}\n" for name in names[:11]))
    said = arsenal("hand", "vast.txt", code=2).stderr
    assert "vast.txt has 110,000 cards; hands are drawn from at most 100,000" in said


CHANGED = """name: Changed
game: future-invaders
cards: {patrol-cutter: 1, knife-runner: 3, yard-tender: 2}
"""
BEFORE = """name: Before
game: future-invaders
cards: {patrol-cutter: 2, lunar-tanker: 1, yard-tender: 2}
"""


@pytest.fixture
def two(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "before.yaml").write_text(BEFORE)
    (tmp_path / "changed.yaml").write_text(CHANGED)
    return "before.yaml", "changed.yaml"


def test_a_comparison_says_what_came_in_and_went_out(arsenal: Arsenal, two: tuple[str, str]) -> None:
    said = arsenal("compare", *two).stdout
    assert said.startswith("Before (before.yaml): 5 cards\nChanged (changed.yaml): 6 cards\n\n")
    assert "Main: 3 in, 2 out, 3 in both\n  + 3 Knife Runner\n  - 1 Lunar Tanker\n    2 -> 1 Patrol Cutter\n" in said
    assert "\nWeapons: " in said
    assert all(len(line) <= 80 for line in said.splitlines())


def test_a_comparison_as_data(in_json: InJson, two: tuple[str, str]) -> None:
    data = in_json("compare", *two, schema="compare-output")
    (section,) = data["sections"]
    assert section == {
        "section": "main",
        "name": "Main",
        "in": [{"id": "knife-runner", "name": "Knife Runner", "copies": 3}],
        "out": [{"id": "lunar-tanker", "name": "Lunar Tanker", "copies": 1}],
        "changed": [{"id": "patrol-cutter", "name": "Patrol Cutter", "before": 2, "after": 1}],
        "kept": 3,
    }
    assert data["same"] is False
    weapons = next(one for one in data["curves"] if one["field"] == "weapons")
    stats = in_json("stats", two[1])["amounts"]
    curve = next(one for one in stats if one["field"] == "weapons")["curve"]
    assert weapons["decks"][1]["curve"] == [{"amount": bar["amount"], "cards": bar["cards"]} for bar in curve]
    assert all(sum(bar["by"].values()) == bar["cards"] for bar in curve)


def test_decks_that_hold_the_same_are_reported_as_that(arsenal: Arsenal, in_json: InJson) -> None:
    assert arsenal("compare", "earthwall", "earthwall").stdout.endswith("\nBoth hold the same cards\n")
    data = in_json("compare", "earthwall", "earthwall", schema="compare-output")
    assert data["same"] is True


def test_sections_are_compared_each_for_itself(in_json: InJson) -> None:
    data = in_json("compare", "earthwall", "earthwall-with-reserves", schema="compare-output")
    reserves = written("earthwall-with-reserves")["sections"]["collection"]
    assert [(one["name"], len(one["in"]), len(one["out"])) for one in data["sections"]] == [
        ("Main", 0, 0),
        ("Collection", len(reserves), 0),
    ]
    assert data["section"] == "main"
    data = in_json("compare", "odras-muster", "tessalys-garden", "--section", "training", schema="compare-output")
    assert data["section"] == "training"
    assert [one["name"] for one in data["sections"]] == ["Deck", "Leader", "Technology", "Training center"]


@pytest.mark.parametrize(
    ("use", "words"),
    [
        ("compare earthwall podfall", "earthwall is of future-invaders and podfall is of invasion-tcg"),
        ("compare earthwall the-accord --section sdie", 'neither deck has a section "sdie"'),
        ("compare earthwall", "OTHER is missing"),
    ],
)
def test_decks_that_cannot_be_compared(arsenal: Arsenal, use: str, words: str) -> None:
    assert words in arsenal(*use.split(), code=2).stderr


def test_lines_of_lists_that_say_nothing_are_reported(arsenal: Arsenal) -> None:
    said = arsenal("compare", "earthwall", "-", typed="1 Rail Salvo\n1 Nope\n")
    assert "    2 -> 1 Rail Salvo\n" in said.stdout
    assert 'note: standard input: there is no card "Nope"' in said.stderr


OWNED = 'count,name\n2,Rail Salvo\n1,"Earth, Undivided"\n0,War Bonds\n5,Nothing Of That Name\nx,Recall Notice\n'


def test_what_is_missing_is_a_list_that_is_read_back(arsenal: Arsenal, in_json: InJson, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text(OWNED)
    said = arsenal("proxies", "earthwall", "--have", "mine.csv")
    assert said.stderr.splitlines() == [
        'note: mine.csv:5: there is no card "Nothing Of That Name"',
        'note: mine.csv:6: "x" is no number of copies',
        "37 of 40 cards are missing",
    ]
    assert "\n1 War Bonds\n" in said.stdout
    assert "Rail Salvo" not in said.stdout
    (tmp_path / "rest.txt").write_text(said.stdout)
    both = said.stdout + "2 Rail Salvo\n1 Earth, Undivided\n"
    data = in_json("compare", "earthwall", "-", typed=both)
    assert data["same"] is True
    again = arsenal("proxies", "earthwall", "--have", "rest.txt")
    assert again.stdout.splitlines()[-2:] == ["1 Earth, Undivided", "2 Rail Salvo"]
    assert again.stderr == "3 of 40 cards are missing\n"


def test_what_is_missing_as_data(in_json: InJson) -> None:
    data = in_json("proxies", "the-accord", "--have", "earthwall", schema="proxies-output")
    needed, owned = (Counter(written(deck)["cards"]) for deck in ("the-accord", "earthwall"))
    assert data["missing"] == sum(one["missing"] for one in data["lacks"]) == (needed - owned).total()
    assert all(one["needed"] - one["owned"] == one["missing"] > 0 for one in data["lacks"])
    assert in_json("proxies", "earthwall", "--have", "earthwall")["lacks"] == []


def test_only_what_is_missing_is_printed(arsenal: Arsenal, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("2 Rail Salvo\n2 Patrol Cutter\n")
    said = arsenal("print", "earthwall", "--have", "mine.txt", "--cards", "c<=1", "--components", "-o", "rest.html")
    assert said.stdout.startswith("rest.html: 16 cards on ")
    assert "note: 16 of 18 cards are missing from mine.txt" in said.stderr
    said = arsenal("print", "earthwall", "--have", "earthwall", "-o", "none.pdf")
    assert said.stdout == "nothing to print\n"
    assert not (tmp_path / "none.pdf").exists()


@pytest.mark.parametrize(
    ("use", "code", "words"),
    [
        ("proxies earthwall", 2, "--have LIST is missing"),
        ("proxies earthwall --have podfall", 2, "podfall is of invasion-tcg, and the deck is of future-invaders"),
        ("proxies earthwall --have gone.csv", 1, "error[unreadable-file]"),
        ("print earthwall --have= -o x.pdf", 2, "--have is empty"),
    ],
)
def test_a_collection_that_cannot_be_read(arsenal: Arsenal, use: str, code: int, words: str) -> None:
    assert words in arsenal(*use.split(), code=code).stderr
