"""How many decks a second are judged with full reports, beside plainer ways to do it: `python -m
benchmarks.legality`.

Random decks of about 60 Future Invaders cards from a seed, four of five legal, are judged by the format
`prepared`. The peers are a loop that walks every clause and every card of a deck and asks each card what the
clause says (with allowances filled greedily, as deck builders commonly do), and a Pydantic model with the
same loop as its validator. All must agree on every deck.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, PositiveInt, ValidationError, model_validator

from builder.decks import CardFacts, CardIndex
from builder.documents.reading import load
from builder.legality import Format, Judge, compose

ROOT = Path(__file__).resolve().parent.parent
PACK = ROOT / "cards" / "future-invaders"

Deck = dict[str, dict[str, int]]


def main() -> None:
    """Print a table of decks a second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=20_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    index, by = read_pack()
    decks = make_decks(index, chosen.decks, chosen.seed)
    judge = Judge(index, by, lambda where: resolve(index, where))
    naive = Naive(index, by)
    model = pydantic_judge(naive)
    ways: dict[str, Callable[[Deck], bool]] = {
        "Arsenal": lambda deck: judge.judge(deck).legal,
        "every clause, every card": lambda deck: not naive.judge(deck),
        "Pydantic model with that loop": model,
    }
    expected = [judge.judge(deck).legal for deck in decks]
    for name, way in ways.items():
        assert [way(deck) for deck in decks] == expected, name
    best = {name: fastest(way, decks, chosen.repeat) for name, way in ways.items()}
    legal = sum(expected) / len(expected)
    print(f"{len(decks):,} decks over {len(index)} cards, {legal:.0%} legal, best of {chosen.repeat} runs\n")
    print("| | decks/s | µs a deck | Arsenal is |")
    print("|---|---:|---:|---:|")
    for name, seconds in best.items():
        ratio = f"{seconds / best['Arsenal']:.1f}×" if name != "Arsenal" else ""
        print(f"| {name} | {len(decks) / seconds:,.0f} | {seconds / len(decks) * 1e6:.1f} | {ratio} |")


def read_pack() -> tuple[CardIndex, Format]:
    """Future Invaders' cards, and its format `prepared` as in force on a fixed day."""
    files = sorted((PACK / "sets").glob("*/*.yaml"))
    written = [(file.parent.name, card) for file in files for card in load(file).data]
    index = CardIndex([CardFacts(card["id"], card["name"], set_id, card) for set_id, card in written])
    formats = {f.stem: load(f).data for f in (PACK / "formats").glob("*.yaml")}
    return index, compose("prepared", formats, date(2026, 1, 1))


def make_decks(index: CardIndex, number: int, seed: int) -> list[Deck]:
    """Decks of about 60 cards, one in five spoilt in a way that players spoil them."""
    draw = random.Random(seed)
    ids = sorted(index.names)
    marked = {i for i in ids if "rarity" in index.definitions[i]}
    decks = []
    for number_of_deck in range(number):
        cards: dict[str, int] = {}
        while sum(cards.values()) < 60:
            card_id = draw.choice(ids)
            cards[card_id] = 1 if card_id in marked else draw.choice((1, 2, 2, 2))
        if number_of_deck % 5 == 0:
            spoil(cards, draw)
        decks.append({"main": cards})
    # As decks that were read from files: strings of their own, not the index's.
    return [json.loads(json.dumps(deck)) for deck in decks]


def spoil(cards: dict[str, int], draw: random.Random) -> None:
    """Make a deck illegal: too many copies, too few cards, or a card that is spelt wrong."""
    card_id = draw.choice(sorted(cards))
    match draw.choice(("copies", "copies", "size", "unknown")):
        case "copies":
            cards[card_id] += 2
        case "size":
            while sum(cards.values()) >= 40:
                cards.popitem()
        case _:
            cards[card_id[:3] + card_id[4:]] = cards.pop(card_id)


def resolve(index: CardIndex, where: str) -> frozenset[str]:
    """The cards that a query of these formats matches, without a database."""
    return frozenset(i for i, card in index.definitions.items() if matches(card, where))


def matches(card: Mapping[str, Any], where: str) -> bool:
    """`has:FIELD` or `-has:FIELD`."""
    negated, field = where.startswith("-"), where.removeprefix("-").removeprefix("has:")
    return (field in card) != negated


class Naive:
    """Judges a deck clause by clause and card by card, with nothing worked out in advance."""

    def __init__(self, index: CardIndex, by: Format) -> None:
        self.cards = index.definitions
        self.by = by

    def judge(self, deck: Deck) -> list[dict[str, Any]]:
        """All that is wrong with a deck."""
        found: list[dict[str, Any]] = []
        known: dict[str, int] = {}
        for cards in deck.values():
            for card_id, n in cards.items():
                if card_id in self.cards:
                    known[card_id] = known.get(card_id, 0) + n
                else:
                    found.append({"code": "unknown-card", "cards": [card_id]})
        for clause in self.by.clauses:
            if clause.kind == "size":
                self._size(deck, clause.parameters, found)
            elif clause.kind == "copies":
                self._copies(known, clause.parameters, found)
            elif clause.kind == "allowance":
                self._allowance(known, clause.parameters, found)
        return found

    def _size(self, deck: Deck, p: Mapping[str, Any], found: list[dict[str, Any]]) -> None:
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


def pydantic_judge(naive: Naive) -> Callable[[Deck], bool]:
    """A judge that is a Pydantic model."""

    class DeckModel(BaseModel):
        sections: dict[str, dict[str, PositiveInt]]

        @model_validator(mode="after")
        def legal(self) -> DeckModel:
            if found := naive.judge(self.sections):
                raise ValueError("; ".join(fault["code"] for fault in found))
            return self

    def judged(deck: Deck) -> bool:
        try:
            DeckModel(sections=deck)
        except ValidationError:
            return False
        return True

    return judged


def fastest(way: Callable[[Deck], bool], decks: list[Deck], repeat: int) -> float:
    """The processor seconds of the best run."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        for deck in decks:
            way(deck)
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    main()
