"""What clauses are made with: the deck and context that they see, the registry of kinds, their wording."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.decks import CardIndex
from builder.diagnostics import count_of
from builder.legality.formats import Clause, Format
from builder.legality.verdicts import Allowance, Violation

UNLIMITED = sys.maxsize

Cards = Mapping[str, int]  # copies by card id
Sections = Mapping[str, Cards]
Dice = Sequence[Sequence[Sequence[str]]]  # dice, each a list of faces, each a list of symbols


class Counted:
    """A deck made ready for judging: today's ids, what is known apart from what isn't.

    `unknown` holds what names no card, by section; `strange` the sections that the format does not have.
    `players` is how many the deck is for, `dice` are those that it lists. `previous` is the deck before this one,
    `witness` collects the proof of legality; None where not asked for.
    """

    __slots__ = ("_all", "dice", "players", "previous", "sections", "strange", "unknown", "witness")

    def __init__(self, sections: Sections, unknown: Sections = {}, strange: Sequence[str] = ()) -> None:  # noqa: B006 - never written to
        self.sections = sections
        self.unknown = unknown
        self.strange = strange
        self.players = 1
        self.dice: Dice = ()
        self.previous: Counted | None = None
        self.witness: list[Allowance] | None = None
        self._all: Cards | None = None

    def cards(self, section: str = "") -> Cards:
        """Copies of the known cards of a section, or of all sections together."""
        return self.sections.get(section, _NOTHING) if section else self.all

    def across(self, sections: Sequence[str]) -> Cards:
        """Copies of the known cards of some sections together; of all where none is named."""
        if not sections:
            return self.all
        return self.cards(sections[0]) if len(sections) == 1 else _sum(self.cards(s) for s in sections)

    def listed(self, section: str) -> Cards:
        """Copies of all cards of a section, known or not."""
        cards = self.cards(section)
        return {**cards, **self.unknown[section]} if section in self.unknown else cards

    @property
    def all(self) -> Cards:
        """Copies of the known cards in all sections together."""
        if self._all is None:
            sections = self.sections
            self._all = next(iter(sections.values())) if len(sections) == 1 else _sum(sections.values())
        return self._all


_NOTHING: Cards = {}


def _sum(sections: Iterable[Cards]) -> Cards:
    total: dict[str, int] = {}
    for cards in sections:
        for card_id, n in cards.items():
            total[card_id] = total.get(card_id, 0) + n
    return total


Check = Callable[[Counted], Iterable[Violation]]


class Context:
    """What clauses are compiled against: the cards, the format, and who answers queries."""

    def __init__(self, cards: CardIndex, format: Format, resolve: Callable[[str], frozenset[str]]) -> None:  # noqa: A002
        self.cards = cards
        self.format = format
        self._resolve = resolve
        self._every = frozenset(cards.names)

    def matching(self, where: str | None) -> frozenset[str]:
        """The ids of the cards that a query matches; of all cards where there is no query."""
        return self._every if where is None else self._resolve(where) & self._every

    def ids(self, card_ids: Iterable[str]) -> dict[str, str]:
        """Today's id of each id that a format names, without those that name no card."""
        return {i: current for i in card_ids if (current := self.cards.current(i)) is not None}

    def names(self, card_ids: Sequence[str], most: int = 5) -> str:
        """Cards in a message: `Scrap Tug, Flagship and 3 more`."""
        shown = [self.cards.describe(i) for i in card_ids[: most if len(card_ids) > most + 1 else most + 1]]
        left = len(card_ids) - len(shown)
        return listing([*shown, f"{left} more"] if left else shown)

    def section(self, section: str) -> str:
        """The section that a violation names: the only one, where no one was named and there is only one."""
        return section or (self.format.main if len(self.format.sections) == 1 else "")

    def in_section(self, section: str) -> str:
        """` in Side`, where the format has several sections and the message is about one."""
        return f" in {self.format.sections.get(section, section)}" if section and len(self.format.sections) > 1 else ""


Kind = Callable[[Sequence[Clause], Context], Iterable[Check]]

CLAUSES: dict[str, Kind] = {}
"""Every kind of clause by name."""


def kind(function: Kind) -> Kind:
    """Register a kind whose clauses are judged together."""
    CLAUSES[function.__name__] = function
    return function


def each(function: Callable[[Clause, Context], Check]) -> Callable[[Clause, Context], Check]:
    """Register a kind whose clauses are judged one by one."""

    def every(clauses: Sequence[Clause], context: Context) -> Iterator[Check]:
        for clause in clauses:
            yield function(clause, context)

    every.__name__, every.__doc__ = function.__name__, function.__doc__
    kind(every)
    return function


@dataclass(frozen=True, slots=True)
class Bounds:
    """From `low` to `high`, both allowed."""

    low: int = 0
    high: int = UNLIMITED

    @classmethod
    def of(cls, p: Mapping[str, Any], players: int = 0) -> Bounds:
        """What parameters called `min`, `max` and `exactly` say, with what comes `per-player`."""
        more = p.get("per-player", 0) * players
        if "exactly" in p:
            return cls(p["exactly"] + more, p["exactly"] + more)
        return cls(p["min"] + more if "min" in p else 0, p["max"] + more if "max" in p else UNLIMITED)

    @property
    def asked(self) -> str:
        """The bounds in a message.

        >>> Bounds(40, 100).asked, Bounds(40).asked, Bounds(high=3).asked, Bounds(30, 30).asked
        ('asks for 40 to 100', 'asks for at least 40', 'allows at most 3', 'asks for exactly 30')
        """
        if self.low == self.high:
            return f"asks for exactly {self.low}"
        if self.high == UNLIMITED:
            return f"asks for at least {self.low}"
        return f"asks for {self.low} to {self.high}" if self.low else f"allows at most {self.high}"

    def broken(self, actual: int) -> int:
        """The bound on the side where `actual` is."""
        return self.low if actual < self.low else self.high

    def mend(self, actual: int) -> str:
        """What would bring `actual` within the bounds.

        >>> Bounds(40, 100).mend(38), Bounds(40, 100).mend(103)
        ('add 2', 'remove 3')
        """
        return f"add {self.low - actual}" if actual < self.low else f"remove {actual - self.high}"


def why(clause: Clause) -> str:
    """What the format's author says about a clause."""
    return str(clause.parameters.get("description", ""))


def for_players(clause: Clause, players: int) -> str:
    """` for 2 players`, where the clause depends on their number."""
    return f" for {count_of(players, 'player')}" if "per-player" in clause.parameters else ""


def copies_of(n: int) -> str:
    """`1 copy`, `2 copies`."""
    return "1 copy" if n == 1 else f"{n} copies"


def listing(words: Sequence[str], last: str = "and") -> str:
    """`one, two and three`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
