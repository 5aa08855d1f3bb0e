"""Printings and errata: a card as it is in each of its sets, and what it said before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from builder.diagnostics import Span
from builder.documents.data import Data, mapping, sequence, text, whole

OF_PRINTING = ("flavor", "art", "artist")  # the fields that each printing may have of its own


@dataclass(frozen=True, slots=True)
class Printing:
    """A card as it is in one set.

    `released` is its day where it is known. `flavor`, `art` and `artist` are empty where they are those of the card.
    `pack` is the id of the expansion that printed it, empty for the game's own. `place` is where the printing is
    written, None for one that came from no file.
    """

    set_id: str
    number: int
    released: date | None = None
    flavor: str = ""
    art: str = ""
    artist: str = ""
    pack: str = ""
    place: Span | None = None

    def to_json(self) -> dict[str, Data]:
        """The printing as a card's JSON lists it."""
        data: dict[str, Data] = {"set": self.set_id, "number": self.number}
        if self.released:
            data["released"] = self.released.isoformat()
        if self.pack:
            data["pack"] = self.pack
        return data | {key: getattr(self, key) for key in OF_PRINTING if getattr(self, key)}


@dataclass(frozen=True, slots=True)
class Erratum:
    """The words of a card before a day, by its keys, and why they were changed."""

    date: date
    previous: Mapping[str, Data] = field(default_factory=dict)
    reason: str = ""


def printing_from(
    written: Mapping[str, Data], set_id: str, set_released: date | None, pack: str = "", place: Span | None = None
) -> Printing:
    """The printing that a card, or an entry of a set's reprints.yaml, describes in a set that came out on a day."""
    return Printing(
        set_id,
        whole(written.get("number")),
        day_from(written.get("released")) or set_released,
        text(written.get("flavor")),
        text(written.get("art")),
        text(written.get("artist")),
        pack,
        place,
    )


def in_order(printings: Sequence[Printing], sets: Sequence[str]) -> tuple[Printing, ...]:
    """The printings from the oldest to the newest: by their days, then by the order of `sets`.

    A printing without a day is not out yet, and so newer than all others.
    """
    position = {set_id: i for i, set_id in enumerate(sets)}
    return tuple(sorted(printings, key=lambda one: (one.released or date.max, position.get(one.set_id, len(sets)))))


def errata_from(written: Data) -> tuple[Erratum, ...]:
    """The errata that a card lists, the oldest first; they have been checked."""
    entries = (mapping(entry) for entry in sequence(written))
    found = [
        Erratum(day, mapping(entry.get("previous")), text(entry.get("reason")))
        for entry in entries
        if (day := day_from(entry.get("date")))
    ]
    return tuple(sorted(found, key=lambda one: one.date))


def day_from(written: Data) -> date | None:
    """A day that is written YYYY-MM-DD; None where none is."""
    try:
        return date.fromisoformat(text(written))
    except ValueError:
        return None
