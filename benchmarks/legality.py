"""How many decks a second are judged with full reports, and by plainer ways to do it: `python -m
benchmarks.legality`.

Random decks of about 60 Future Invaders cards from a seed, four of five legal, are judged by the format
`prepared`. The peers are a loop that walks every clause and every card of a deck and asks each card what the
clause says (with allowances filled greedily, as deck builders commonly do), and a Pydantic model with the
same loop as its validator. All must agree on every deck, in every run; each run has a judge of its own, so that none
knows a verdict from the run before.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from pydantic import BaseModel, PositiveInt, ValidationError, model_validator

from benchmarks.decks import Deck, is_spoilt, made_up_decks, own_cards
from benchmarks.measuring import Done, NotDoneError, in_turns, require, table
from benchmarks.packs import GAME

Sections = dict[str, Deck]
Cards = Mapping[str, Mapping[str, Any]]
Way = Callable[[Sections], bool]  # whether a deck is legal
Clauses = list[tuple[str, Mapping[str, Any]]]  # their kinds and parameters

FORMAT, SAMPLE = "prepared", "earthwall"
ON = date(2026, 1, 1)  # formats are read as of this day


def main() -> None:
    """Print a table of decks a second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=20_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="few decks, once: to see that the benchmark works")
    chosen = parser.parse_args()
    number, repeat = (200, 1) if chosen.quick else (chosen.decks, chosen.repeat)
    try:
        print(measure(number, repeat, chosen.seed))
    except NotDoneError as error:
        sys.exit(f"not done: {error}")


def measure(number: int, repeat: int, seed: int) -> str:
    """The table of this benchmark, as Markdown."""
    cards = own_cards()
    decks: list[Sections] = [{"main": deck} for deck in made_up_decks(cards, number, seed)]
    require(len({str(deck) for deck in decks}) == number, "some decks are the same: a verdict could be known already")
    new_judge, clauses = arsenals_judge()
    naive = Naive(cards, clauses)
    model = pydantic_judge(naive)
    measured = in_turns(
        {
            "Arsenal": lambda: judged(new_judge(), decks),
            "every clause, every card": lambda: judged(lambda deck: not naive.judge(deck), decks),
            "Pydantic model with that loop": lambda: judged(model, decks),
        },
        repeat,
    )
    best = {name: min(turn.seconds for turn in m.turns) for name, m in measured.items()}
    rows = []
    for name, m in measured.items():
        times = f"{m.times(measured['Arsenal']).median:.1f}×" if name != "Arsenal" else ""
        rows.append([name, f"{number / best[name]:,.0f}", f"{best[name] / number * 1e6:.1f}", times, m.checked])
    legal = sum(not is_spoilt(n) for n in range(number)) / number
    head = f"{number:,} decks over {len(cards)} cards, {legal:.0%} legal, best of {repeat} runs\n\n"
    return head + table(["", "decks/s", "µs a deck", "Arsenal is", "checked"], rows)


def arsenals_judge() -> tuple[Callable[[], Way], Clauses]:
    """What makes a judge of Arsenal's that has judged nothing yet, and the clauses that it judges by.

    Nothing else here knows Arsenal's modules.
    """
    from builder.workspace import Workspace

    workspace = Workspace(database="sqlite://")  # in memory
    catalog = workspace.catalog
    by = catalog.format(workspace.deck(SAMPLE, game=GAME).deck, FORMAT, ON)

    def new_judge() -> Way:
        judge = catalog.loaded(GAME).judge_by(by)
        return lambda deck: judge.judge(deck).legal

    return new_judge, [(clause.kind, clause.parameters) for clause in by.clauses]


def judged(way: Way, decks: list[Sections]) -> Done:
    """The processor seconds of judging all decks. Raises NotDoneError where a verdict is another than it has to be."""
    start = time.process_time()
    verdicts = [way(deck) for deck in decks]
    seconds = time.process_time() - start
    wrong = sum(legal is is_spoilt(place) for place, legal in enumerate(verdicts))
    require(not wrong, f"{wrong} of {len(decks)} verdicts are wrong")
    return Done(seconds, f"{len(verdicts):,} verdicts, each as expected")


def matches(card: Mapping[str, Any], where: str) -> bool:
    """`has:FIELD` or `-has:FIELD`."""
    negated, field = where.startswith("-"), where.removeprefix("-").removeprefix("has:")
    return (field in card) != negated


class Naive:
    """Judges a deck clause by clause and card by card, with nothing worked out in advance."""

    def __init__(self, cards: Cards, clauses: Clauses) -> None:
        self.cards, self.clauses = cards, clauses

    def judge(self, deck: Sections) -> list[dict[str, Any]]:
        """All that is wrong with a deck."""
        found: list[dict[str, Any]] = []
        known: dict[str, int] = {}
        for cards in deck.values():
            for card_id, n in cards.items():
                if card_id in self.cards:
                    known[card_id] = known.get(card_id, 0) + n
                else:
                    found.append({"code": "unknown-card", "cards": [card_id]})
        for kind, parameters in self.clauses:
            if kind == "size":
                self._size(deck, parameters, found)
            elif kind == "copies":
                self._copies(known, parameters, found)
            elif kind == "allowance":
                self._allowance(known, parameters, found)
        return found

    def _size(self, deck: Sections, p: Mapping[str, Any], found: list[dict[str, Any]]) -> None:
        actual = sum(n for cards in deck.values() for n in cards.values())
        if actual < p.get("min", 0) or actual > p.get("max", 10**9):
            found.append({"code": "size", "actual": actual})

    def _copies(self, known: dict[str, int], p: Mapping[str, Any], found: list[dict[str, Any]]) -> None:
        for card_id, n in known.items():
            card = self.cards[card_id]
            limit = (card.get("deckbuilding") or {}).get("copies", p["max"])
            if ("where" not in p or matches(card, p["where"])) and limit != "unlimited" and n > limit:
                found.append({"code": "copies", "cards": [card_id], "actual": n})

    def _allowance(self, known: dict[str, int], p: Mapping[str, Any], found: list[dict[str, Any]]) -> None:
        left = [group["max"] for group in p["groups"]]
        for card_id, n in known.items():
            card = self.cards[card_id]
            for _ in range(n if "where" not in p or matches(card, p["where"]) else 0):
                fit = [g for g, group in enumerate(p["groups"]) if left[g] and matches(card, group["where"])]
                if fit:
                    left[fit[0]] -= 1
                else:
                    found.append({"code": "allowance", "cards": [card_id]})


def pydantic_judge(naive: Naive) -> Way:
    """A judge that is a Pydantic model."""

    class DeckModel(BaseModel):
        sections: dict[str, dict[str, PositiveInt]]

        @model_validator(mode="after")
        def legal(self) -> DeckModel:
            if found := naive.judge(self.sections):
                raise ValueError("; ".join(fault["code"] for fault in found))
            return self

    def judge(deck: Sections) -> bool:
        try:
            DeckModel(sections=deck)
        except ValidationError:
            return False
        return True

    return judge


if __name__ == "__main__":
    main()
