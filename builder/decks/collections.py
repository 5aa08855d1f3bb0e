"""Collections: how many copies of which cards somebody has, as CSV, and what of a deck is missing from one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from builder.decks import MAX_COPIES, MAX_SUGGESTIONS, CardIndex
from builder.decks.foreign import CARDS, COUNTS, DELIMITERS, NotReadable, table_of
from builder.decks.lists import MAX_DIAGNOSTICS
from builder.diagnostics import Diagnostic, Span
from builder.documents.data import Data
from builder.words import words_here

MAX_ROWS = 100_000
MAX_CELL = 400  # characters of a name


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
    r"""Whether a text is a collection as CSV rather than a list: the first row names columns, or only its first or only
    its last cell is a number.

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
    say = words_here("lists")
    found: list[Diagnostic] = []
    owned: Counter[str] = Counter()

    def report(code: str, message: str, line: int, help_: str = "", **values: str) -> None:
        """Adds a fault, up to a number of them: a file may be anything at all."""
        if len(found) < MAX_DIAGNOSTICS:
            found.append(Diagnostic(code, message, Span(path, line, 1, line, 2), help_, values=values))

    if len(text.splitlines()) > MAX_ROWS:
        report("list-too-long", say("collection.rows", most=MAX_ROWS), MAX_ROWS)
    try:
        for row in table_of(text, MAX_ROWS).rows:
            words = [word[:MAX_CELL] for word in row.words]
            card = next((ids[0] for word in words if (ids := cards.find(word))), None)
            if card is None:
                help_ = cards.meant(words[-1]) if words and len(found) < MAX_SUGGESTIONS else ""
                message = say("unknown-card", card=words[0]) if words else say("collection.nameless")
                report("unknown-card", message, row.line, help_, card=words[0] if words else "")
            elif row.copies is None or not 0 <= row.copies <= MAX_COPIES:
                message, help_ = say.with_help("collection.copies", None, said=row.amount[:60], most=MAX_COPIES)
                report("bad-count", message, row.line, help_)
            else:
                owned[card] += row.copies
    except NotReadable as error:
        report("list-too-long", say("collection.cell"), error.line)
    return owned, found
