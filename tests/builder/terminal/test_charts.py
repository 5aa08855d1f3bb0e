"""Statistics as plain text: what is drawn, and that it fits the width."""

from typing import Any

import pytest
from rich.cells import cell_len

from builder.decks.odds import Answer
from builder.decks.statistics import Amounts, Chance, DieOdds, Statistics, SymbolOdds, WordCount
from builder.diagnostics.harmless import one_line
from builder.terminal.charts import _percent, bars, render

CARDS: dict[str, Any] = {
    "words": (
        WordCount("set", "Set", {"first": 5, "second": 3}),
        WordCount("rarity", "Rarity", {"pinnacle": 1, "common": 0}, none=7),
        WordCount("faction", "Faction", {}, none=8),
    ),
    "amounts": (
        Amounts("cost", "Cost", {0: 3, 1: 2, 3: 2, 5: 1}, 13.0, 1.625, parts={"oil": 9.0, "scrap": 4.0}),
        Amounts("weapons", "Weapons", {1: 2, 6: 1}, 8.0, 8 / 3, none=5),
        Amounts("weight", "Weight", {0.5: 4, 120: 4}, 482.0, 60.25),
    ),
    "hand": 6,
    "chances": (Chance("type:ship", 3, 0.98, (0.99, 1.0, 1.0)), Chance("1 copy", 1, 0.75, (0.875, 0.99999, 1.0))),
}
TABLE: dict[str, Any] = {
    "thing": "component",
    "dice": (
        DieOdds(
            "attack-die",
            "Attack Die",
            3,
            (SymbolOdds("hit", "Hit", 0.5, 0.875, 2.25), SymbolOdds("m", "Miss", 0, 0, 0)),
        ),
        DieOdds("coin", "Coin", 1, (SymbolOdds("h", "Heads", 0.5, 0.5, 0.5), SymbolOdds("t", "Tails", 0.5, 0.5, 0.5))),
        DieOdds("", "Dice 1, 3", 2, ()),
    ),
    "odds": (Answer("Two hits in three dice", 0.914, None), Answer("A hit against a coin " * 5, 0.625, 0.5)),
}


def made(deck: str = "Fleet", **parts: Any) -> Statistics:
    return Statistics(deck, "test", "standard", "main", 8, 4, **parts)


def test_bars_are_aligned() -> None:
    assert bars([("ship", 20), ("structure", 5), ("none", 0)], width=40) == [
        "  ship       20  ███████████████████████",
        "  structure   5  █████▊",
        "  none        0",
    ]
    assert bars([("a", 64), ("b", 3), ("c", 1)], width=17) == ["  a  64  ████████", "  b   3  ▍", "  c   1  ▏"]
    assert bars([], width=40) == []
    assert bars([("nothing", 0)], width=40) == ["  nothing  0"]


def test_a_long_label_leaves_room_for_its_bar() -> None:
    assert bars([("a very long label", 4), ("船" * 20, 2)], width=30) == [
        "  a very lon  4  █████████████",
        "  船船船船船  2  ██████▌",
    ]


def test_a_deck_of_cards() -> None:
    assert (
        render(made(**CARDS, unknown=("gone", "lost")), width=60)
        == """\
Fleet: 8 cards, 4 different

Cost: 13 in all (9 oil, 4 scrap), 1.62 a card
  0  3  ████████████████████████████████████████████████████
  1  2  ██████████████████████████████████▋
  2  0
  3  2  ██████████████████████████████████▋
  4  0
  5  1  █████████████████▍

Weapons: 8 in all, 2.67 a card; 5 cards without
  1  2  ████████████████████████████████████████████████████
  2  0
  3  0
  4  0
  5  0
  6  1  ██████████████████████████

Weight: 482 in all, 60.25 a card
  0.5  4  ██████████████████████████████████████████████████
  120  4  ██████████████████████████████████████████████████

Set
  first   5  ███████████████████████████████████████████████
  second  3  ████████████████████████████▎

Rarity
  pinnacle  1  ██████▍
  common    0
  none      7  █████████████████████████████████████████████

Chance to see one or more, from a hand of 6 and 1 a turn
                                hand  turn 1  turn 2  turn 3
  type:ship (3)                98.0%   99.0%  100.0%  100.0%
  1 copy                       75.0%   87.5%  >99.9%  100.0%

Not counted: 2 unknown (gone, lost)"""
    )


def test_an_empty_deck() -> None:
    assert render(Statistics("Empty", "test", "", "main", 0, 0, hand=6)) == "Empty: 0 cards, 0 different"


def test_a_table_of_dice() -> None:
    assert (
        render(made("Table", **TABLE), width=60)
        == """\
Table: 8 components, 4 different

Chance of a symbol                  one die  any die average
  Attack Die (3)
    Hit                               50.0%    87.5%    2.25
    Miss                               0.0%     0.0%    0.00
  Coin
    Heads, Tails, each                50.0%    50.0%    0.50
  Dice 1, 3

Odds, with best play                       chance  left over
  Two hits in three dice                    91.4%
  A hit against a coin A hit against a      62.5%       0.50
    coin A hit against a coin A hit
    against a coin A hit against a coin"""
    )


def test_dice_that_are_each_alone() -> None:
    drawn = render(made(thing="component", dice=TABLE["dice"][1:2], odds=TABLE["odds"][:1]), width=60)
    assert (
        drawn
        == """\
Fleet: 8 components, 4 different

Chance of a symbol                   chance          average
  Coin
    Heads, Tails, each                50.0%             0.50

Odds, with best play                                  chance
  Two hits in three dice                               91.4%"""
    )


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("parts", [CARDS, TABLE], ids=["cards", "dice"])
def test_charts_fit_their_width(width: int, parts: dict[str, Any]) -> None:
    drawn = render(made("船" * 60, **parts, unknown=("x" * 90,)), width=width)
    assert all(cell_len(line) <= width for line in drawn.splitlines())
    assert all(line == line.rstrip() for line in drawn.splitlines())


@pytest.mark.parametrize("name", ["FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"])
def test_the_environment_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = render(made(**CARDS))
    monkeypatch.setenv(name, "1")
    assert render(made(**CARDS)) == drawn


@pytest.mark.parametrize(
    "written", ["Evil\x1b[2J\nname", "[red]marked up[/red]", "[/]", ":smile:", "a\u2028b", "c\u202eb"]
)
def test_names_are_shown_as_written_but_for_what_controls_a_terminal(written: str) -> None:
    shown = one_line(written)
    words = WordCount("x", written, {written: 1})
    drawn = render(made(written, words=(words,), odds=(Answer(written, 0.5, None),)))
    assert drawn.startswith(f"{shown}: 8 cards")
    assert drawn.count(shown) == 4
    assert drawn.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (0, "0.0%"),
        (1e-9, "<0.1%"),
        (0.0005, "0.1%"),
        (0.5, "50.0%"),
        (0.9994, "99.9%"),
        (0.9996, ">99.9%"),
        (1, "100.0%"),
    ],
)
def test_what_is_not_certain_never_looks_so(chance: float, shown: str) -> None:
    assert _percent(chance) == shown
