"""What a report of a balance run says of results that are known: in its order, with its figures and findings."""

import csv
from collections.abc import Iterable, Iterator
from functools import cache

from builder.playing.balance import Balance
from builder.playing.report import Shown, written
from engine.balancing import Figure, Report, measure, plan
from engine.running import Batch, CardCounts, Played, Run
from tests.engine.support import bundle, with_cards

CARDS = {"war-bonds": "War Bonds", "patrol-cutter": "Patrol Cutter"}
LABELS = ("rock", "paper", "scissors")
SHARES = {("rock", "paper"): 0, ("rock", "scissors"): 14, ("paper", "scissors"): 2}  # of so many seeds:
SEEDS = 16


class Known:
    """Games whose results are known: the first of a pair wins with the first seeds.

    Who wins plays War Bonds, who loses draws a Patrol Cutter and does not play it.
    """

    def __init__(self, shares: dict[tuple[str, str], int]) -> None:
        self.shares = shares

    def play(self, run: Run, work: Iterable[Batch]) -> Iterator[list[Played]]:
        for pairing, numbers in work:
            first, second = run.pairings[pairing]
            won = self.shares[run.entries[first].label, run.entries[second].label]
            yield [self.game(number, first, second, won=number // 2 < won) for number in numbers]

    def game(self, number: int, first: int, second: int, *, won: bool) -> Played:
        seats = (first, second) if number % 2 == 0 else (second, first)
        winner = first if won else second
        result = tuple(float(seat == winner) for seat in seats)
        bonds, cutter = {"war-bonds": CardCounts(0, 1, 1, 2, 1)}, {"patrol-cutter": CardCounts(0, 1, 0, 2, 0)}
        cards = tuple(bonds if seat == winner else cutter for seat in seats)
        return Played(seats, result, 10 + 29 * (number // 2 % 2), 60, (), 20, 4, cards)


def report(shares: dict[tuple[str, str], int], wanted: tuple[int, ...] = (0, 1, 2)) -> Report:
    deck = with_cards(bundle("future-invaders", "earthwall"), CARDS)
    asked = plan([deck] * 3, 2 * SEEDS, bots=("random",), labels=LABELS)
    asked.main.wanted = wanted
    return measure(asked, Known(shares))


@cache
def balance() -> Balance:
    """A report, and the same before rock and paper had changed."""
    return Balance(report(SHARES), CARDS, report({**SHARES, ("rock", "paper"): 12}, wanted=(0,)), "HEAD")


def test_a_comment_says_first_what_has_moved_and_has_the_strongest_deck_first() -> None:
    lines = written(balance(), ".md").decode().splitlines()
    assert lines[2] == "Since HEAD, 3 figures have moved more than chance."
    assert [line for line in lines if line.startswith("| ") and "---" not in line] == [
        "|  | Before | Now | Points |",
        "| rock - paper | 75.0% | 0.0% | -75.0 (-97.1 to -52.9) |",
        "| rock | 81.2% | 43.8% | -37.5 (-54.6 to -20.4) |",
        "| paper | 18.8% | 56.2% | +37.5 (+20.4 to +54.6) |",
        "|  | Before | Now | Points |",
        "| rock - scissors | 87.5% | 87.5% | no change: the same cards |",
        "| paper - scissors | 12.5% | 12.5% | no change: the same cards |",
        "| scissors | 50.0% | 50.0% | no change: the same cards |",
        "|  | paper | scissors | rock |",
        "| paper |  | 12.5% (0.0% to 31.4%) | 100.0% (88.1% to 100.0%) |",
        "| scissors | 87.5% (68.6% to 100.0%) |  | 12.5% (0.0% to 31.4%) |",
        "| rock | 0.0% (0.0% to 11.9%) | 87.5% (68.6% to 100.0%) |  |",
    ]
    assert "24.5 turns, 60.0 decisions and 4.0 changes of the lead; 25.0% of all questions had" in lines[-1]


def test_findings_name_cards_and_close_a_ring() -> None:
    assert Shown(balance()).findings[3:] == [
        "Each beats the next: rock > scissors > paper > rock.",
        *(f"{label}: Patrol Cutter was never chosen" for label in LABELS),
    ]


def test_what_brings_most_is_first() -> None:
    cards = [(card.deck, card.name) for card in Shown(balance()).cards]
    assert cards == [(deck, name) for deck in LABELS for name in ("War Bonds", "Patrol Cutter")]


def test_lengths_have_no_gap_and_of_many_every_second_is_named() -> None:
    shown = Shown(balance())
    assert shown.lengths == [(10, 48), *((turns, 0) for turns in range(11, 39)), (39, 48)]
    assert shown.every == 2


def test_a_table_for_programs_counts_seats_from_one_and_has_every_change() -> None:
    rows = [*csv.DictReader(written(balance(), ".csv").decode().splitlines())]
    assert [row["what"] for row in rows if row["what"].startswith("seat")] == ["seat-1", "seat-2"]
    assert [(row["deck"], row["value"]) for row in rows if row["what"] == "change"] == [
        ("rock - paper", "-0.75"), ("rock - scissors", "0.0"), ("paper - scissors", "0.0"),
        ("rock", "-0.375"), ("paper", "0.375"), ("scissors", "0.0"),
    ]  # fmt: skip


def test_no_interval_goes_beyond_all_games() -> None:
    points = Shown(balance()).points
    assert points(Figure(-0.75, -1.07, -0.43, 16)) == "-75.0 (-100.0 to -43.0)"
    assert points(Figure(0.75, 0.43, 1.07, 16)) == "+75.0 (+43.0 to +100.0)"
