"""Verdicts: what a judge says of a deck. `builder.diagnostics.codes` lists the codes of violations among all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field

from builder.diagnostics import Diagnostic
from builder.documents.data import Data


@dataclass(slots=True, eq=False)  # frozen, it would take four times as long to make, and a deck can have hundreds
class Violation:
    """One fault of a deck: `limit` is the number that the format allows and `actual` the number that the deck has.

    `text` is the message, or a function that makes it when it is first needed, since counting faults needs none.
    `cards` are the ids at fault, `section` is "" where the whole deck is judged, `clause` is the id of the clause in
    its format, "" where no clause is involved. `help` says what would mend it. `values` are the other things in the
    message, as data by name, for programs.
    """

    code: str
    text: str | Callable[[], str] = field(repr=False)
    limit: int | None = None
    actual: int | None = None
    cards: tuple[str, ...] = ()
    section: str = ""
    help: str = ""
    clause: str = ""
    values: Mapping[str, Data] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """What is wrong, in a sentence."""
        if not isinstance(self.text, str):
            self.text = self.text()
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Violation) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.code, self.message, self.cards))

    def __reduce__(self) -> tuple[type[Violation], tuple[object, ...]]:
        counted = self.limit, self.actual, self.cards
        return Violation, (self.code, self.message, *counted, self.section, self.help, self.clause, dict(self.values))

    def to_json(self) -> dict[str, Data]:
        """The violation as in schemas/check-output.schema.json."""
        return {
            "code": self.code,
            "message": self.message,
            "limit": self.limit,
            "actual": self.actual,
            "cards": list(self.cards),
            "section": self.section or None,
            "help": self.help,
            "clause": self.clause or None,
            "values": dict(self.values),
        }


@dataclass(frozen=True, slots=True)
class Allowance:
    """A part of the proof of a legal deck: copies of a card that take places in a group of an allowance clause."""

    clause: str
    group: str
    card: str
    copies: int

    def to_json(self) -> dict[str, Data]:
        """The part as in schemas/check-output.schema.json."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's verdict on a deck: all violations, or none. `witness` is None unless it was asked for.

    `players` is the number of players that the deck was judged for, None if the format does not depend on it. `notes`
    say what could not be judged, in sentences for the user.
    """

    format: str
    violations: tuple[Violation, ...] = ()
    witness: tuple[Allowance, ...] | None = None
    players: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """True when nothing is wrong."""
        return not self.violations

    def to_json(self, deck: str, game: str) -> dict[str, Data]:
        """The verdict as in schemas/check-output.schema.json; `deck` is the user's name for the deck."""
        verdict: dict[str, Data] = {
            "deck": deck,
            "game": game,
            "format": self.format,
            "legal": self.legal,
            "violations": [v.to_json() for v in self.violations],
        }
        if self.players is not None:
            verdict["players"] = self.players
        if self.notes:
            verdict["notes"] = list(self.notes)
        if self.witness is not None:
            verdict["witness"] = [part.to_json() for part in self.witness]
        return verdict


def reported(violations: Iterable[Violation]) -> list[Diagnostic]:
    """The violations as faults to report. They have no place, since a deck need not be a file."""
    return [Diagnostic(violation.code, violation.message, help=violation.help) for violation in violations]
