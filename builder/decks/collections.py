"""Collections: how many copies of which cards somebody has, as CSV, and what of a deck is missing from one."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from builder.decks import MAX_COPIES, MAX_SUGGESTIONS, CardIndex
from builder.decks.foreign.csv import CARDS, COUNTS, DELIMITERS
from builder.decks.lists import MAX_DIAGNOSTICS
from builder.diagnostics import Diagnostic, Span
from builder.documents.data import Data

MAX_ROWS = 100_000
MAX_CELL = 400  # characters of a name


class _Rows(Iterator[list[str]], Protocol):
    """Rows, and the line on which the last one ends."""

    @property
    def line_num(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Lack:
    """A card of which a deck needs more copies than there are."""

    card: str
    name: str
    needed: int
    owned: int

    @property
    def missing(self) -> int:
        """How many copies are missing."""
        return self.needed - self.owned


@dataclass(frozen=True, slots=True)
class Proxies:
    """What of a deck is missing from a collection, in the deck's order; `cards` are all that the deck needs."""

    deck: str
    game: str
    cards: int
    lacks: tuple[Lack, ...]

    @property
    def missing(self) -> int:
        """How many copies are missing, of all cards."""
        return sum(lack.missing for lack in self.lacks)

    def to_json(self) -> dict[str, Data]:
        """What is missing as in schemas/proxies-output.schema.json."""
        return {
            "deck": self.deck,
            "game": self.game,
            "cards": self.cards,
            "missing": self.missing,
            "lacks": [
                {"id": one.card, "name": one.name, "needed": one.needed, "owned": one.owned, "missing": one.missing}
                for one in self.lacks
            ],
        }


def lacks(needed: Mapping[str, int], owned: Mapping[str, int], names: Mapping[str, str]) -> tuple[Lack, ...]:
    """The cards of which more are needed than are owned, by their ids and in the order in which they are needed."""
    found = (Lack(card, names.get(card, card), n, min(owned.get(card, 0), n)) for card, n in needed.items())
    return tuple(lack for lack in found if lack.missing)


def is_csv(text: str) -> bool:
    r"""Whether a text is a collection as CSV rather than a list. Its first row names columns, or its first or
    last cell alone is a number.

    >>> is_csv("count,name\n2,Flare"), is_csv("Flare;2"), is_csv("2 Flare, the Bright"), is_csv("name: Mine")
    (True, True, False, False)
    """
    lines = text.removeprefix("\ufeff").lstrip().splitlines()[:1]
    cells = [cell.strip(' "').lower() for line in lines for cell in re.split(f"[{DELIMITERS}]", line)]
    named = {*COUNTS, *CARDS} & set(cells)
    return len(cells) > 1 and (bool(named) or cells[0].isdecimal() or cells[-1].isdecimal())


def parse_csv(text: str, cards: CardIndex, path: str = "list") -> tuple[Counter[str], list[Diagnostic]]:
    """A collection as CSV: copies by card id, and what was wrong with it.

    A row has a number and a card's id or name. The first may say which column is which: `count` (or quantity, qty,
    copies, owned), `id`, `name` (or card); without that, the number is in the first or the second column. Commas,
    semicolons or tabs separate.
    """
    reader = _Reader(cards, path)
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    if len(lines) > MAX_ROWS:
        reader.report(
            "list-too-long", f"the collection has more than {MAX_ROWS:,} rows; the rest is not read", MAX_ROWS
        )
    rows = csv.reader(lines[:MAX_ROWS], delimiter=max(DELIMITERS, key=lines[0].count) if lines else ",")
    try:
        _read(rows, reader)
    except csv.Error:
        reader.report("list-too-long", "a cell is longer than any card's name; the rest is not read", rows.line_num)
    return reader.owned, reader.diagnostics


def _read(rows: _Rows, reader: _Reader) -> None:
    first = next(rows, [])
    head = [cell.strip().lower() for cell in first]
    count = next((head.index(name) for name in COUNTS if name in head), -1)
    named = [head.index(name) for name in CARDS if name in head]
    for row in rows if named else chain([first], rows):
        if not any(cell.strip() for cell in row):
            continue
        if named:
            said = row[count] if 0 <= count < len(row) else "" if count >= 0 else "1"
            reader.row(rows.line_num, said, [row[column] for column in named if column < len(row)])
        else:
            reader.row(rows.line_num, *_without_heads(row))


def _without_heads(row: Sequence[str]) -> tuple[str, list[str]]:
    """The number and the card of a row of a file that does not say which column is which."""
    first, second = (*row, "", "")[:2]
    if second.strip().isdecimal() and not first.strip().isdecimal():
        return second, [first]
    return (first, [second]) if second.strip() else ("1", [first])


class _Reader:
    """Takes in rows: collects the copies and what is wrong."""

    def __init__(self, cards: CardIndex, path: str) -> None:
        self.cards, self.path = cards, path
        self.owned: Counter[str] = Counter()
        self.diagnostics: list[Diagnostic] = []

    def row(self, number: int, said: str, names: Sequence[str]) -> None:
        """A row's number of copies, and what may name its card."""
        said, words = said.strip(), [name.strip()[:MAX_CELL] for name in names if name.strip()]
        found = next((ids[0] for name in words if (ids := self.cards.find(name))), None)
        if found is None:
            name = words[0] if words else ""
            help_ = self.cards.meant(words[-1]) if words and len(self.diagnostics) < MAX_SUGGESTIONS else ""
            message = f'there is no card "{name}"' if name else "this row names no card"
            self.report("unknown-card", message, number, help_)
        elif not (said.isascii() and said.isdecimal() and len(said) <= 6 and int(said) <= MAX_COPIES):
            help_ = f"write a number from 0 to {MAX_COPIES:,}"
            self.report("bad-count", f'"{said[:60]}" is no number of copies', number, help_)
        else:
            self.owned[found] += int(said)

    def report(self, code: str, message: str, line: int, help_: str = "") -> None:
        """Add a diagnostic; there is an end to them, as a file may be anything at all."""
        if len(self.diagnostics) < MAX_DIAGNOSTICS:
            self.diagnostics.append(Diagnostic(code, message, Span(self.path, line, 1, line, 2), help_))
