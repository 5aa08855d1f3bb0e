"""Verdicts: what a judge says of a deck, and the stable codes in which it says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

VIOLATIONS = {
    "too-few-cards": "A section holds fewer cards than the format asks for.",
    "too-many-cards": "A section holds more cards than the format allows.",
    "too-many-copies": (
        "The deck holds more copies of a card than the strictest limit that applies to it. Copies in all "
        "sections count together unless the format says otherwise; a card may state its own limit."
    ),
    "too-few-of-a-kind": "The deck holds fewer cards of some kind than the format asks for.",
    "too-many-of-a-kind": "The deck holds more cards of some kind than the format allows.",
    "missing-card": "The format says exactly which cards a section holds, and copies of one are missing.",
    "extra-card": "The format says exactly which cards a section holds, and there are others or too many.",
    "not-in-pool": "The deck holds cards that the format does not admit.",
    "banned-card": "The deck holds cards that the format bans by name.",
    "too-many-restricted": "The deck holds more different cards of the restricted list than are allowed.",
    "too-many-points": "Some cards cost points in this format, and the deck spends more than there are.",
    "no-allowance": "The deck holds cards that need an allowance, and there is none for them.",
    "too-many-for-allowance": (
        "The deck holds more cards that need an allowance than the allowances for them let in, "
        "however the cards are shared out among them."
    ),
    "too-many-changes": "More cards changed since the previous deck than are allowed. A swap counts once.",
    "not-in-section": "A section must come out of another section, and holds copies that are not there.",
    "missing-component": "A table needs more of some cards or components than there are.",
    "wrong-player-count": "The deck is for a number of players that the format is not played with.",
    "wrong-dice-count": "The deck lists more or fewer dice than the format asks for.",
    "wrong-die-faces": "A die has more or fewer faces than the format asks for.",
    "wrong-die-face": (
        "A face of a die carries too many symbols, too few or unknown ones, "
        "or is none of those that the game's dice start with."
    ),
    "unknown-card": (
        "The deck names a card that its game does not have. The deck is judged on the rest; "
        "only the size of a section counts the card."
    ),
    "unknown-section": "The deck has a section that its format does not have.",
}


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault of a deck: `limit` is what the format says and `actual` what the deck has, in numbers.

    `cards` are the ids at fault, `section` is "" where the whole deck is judged, `clause` is the id of the
    clause in its format, "" where no clause is involved. `help` says what the message does not: what would
    mend it.
    """

    code: str
    message: str
    limit: int | None = None
    actual: int | None = None
    cards: tuple[str, ...] = ()
    section: str = ""
    help: str = ""
    clause: str = ""

    def to_json(self) -> dict[str, Any]:
        """The violation as in schemas/check-output.schema.json."""
        return {
            "code": self.code,
            "message": self.message,
            "limit": self.limit,
            "actual": self.actual,
            "cards": list(self.cards),
            "section": self.section or None,
            "help": self.help,
        }


@dataclass(frozen=True, slots=True)
class Allowance:
    """A part of a legal deck's witness: so many copies of a card use that group of an allowance clause."""

    clause: str
    group: str
    card: str
    copies: int

    def to_json(self) -> dict[str, Any]:
        """The part as in schemas/check-output.schema.json."""
        return {"clause": self.clause, "group": self.group, "card": self.card, "copies": self.copies}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of a deck: all violations, or none. `witness` is None unless it was asked for.

    `players` is the number of players that was judged for, None where the format does not depend on it.
    """

    format: str
    violations: tuple[Violation, ...] = ()
    witness: tuple[Allowance, ...] | None = None
    players: int | None = None

    @property
    def legal(self) -> bool:
        """True when nothing is wrong."""
        return not self.violations

    def to_json(self, deck: str, game: str) -> dict[str, Any]:
        """The verdict as in schemas/check-output.schema.json; `deck` is what the user calls the deck."""
        told: dict[str, Any] = {
            "deck": deck,
            "game": game,
            "format": self.format,
            "legal": self.legal,
            "violations": [v.to_json() for v in self.violations],
        }
        if self.players is not None:
            told["players"] = self.players
        if self.witness is not None:
            told["witness"] = [part.to_json() for part in self.witness]
        return told
