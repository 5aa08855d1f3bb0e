"""Two decks compared: what came in, what went out, what is there more or less often, and their curves side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from builder.decks import CardIndex, Deck
from builder.decks.statistics import Amounts, copies_of
from builder.documents.data import Data


@dataclass(frozen=True, slots=True)
class Change:
    """A card of which the decks have different numbers of copies in a section: `before` in the first, then `after`."""

    card: str
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class SectionChanges:
    """What differs in a section; `name` is what the format calls it, `in_both` is how many copies both decks have."""

    section: str
    name: str
    changes: tuple[Change, ...]
    in_both: int

    @property
    def came_in(self) -> tuple[Change, ...]:
        """The cards that only the second deck has."""
        return tuple(change for change in self.changes if not change.before)

    @property
    def went_out(self) -> tuple[Change, ...]:
        """The cards that only the first deck has."""
        return tuple(change for change in self.changes if not change.after)

    @property
    def changed(self) -> tuple[Change, ...]:
        """The cards that both have, in different numbers."""
        return tuple(change for change in self.changes if change.before and change.after)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the decks: its label, its name, its format, and how many cards it has in all sections."""

    label: str
    name: str
    format: str
    cards: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two decks of a game, and what differs. `curves` are amounts of `section`, those of the first deck first."""

    game: str
    decks: tuple[Side, Side]
    sections: tuple[SectionChanges, ...]
    section: str
    curves: tuple[tuple[Amounts, Amounts], ...]

    @property
    def same(self) -> bool:
        """Whether both decks hold the same cards."""
        return not any(section.changes for section in self.sections)

    def to_json(self) -> dict[str, Data]:
        """The comparison as in schemas/compare-output.schema.json."""
        return {
            "game": self.game,
            "decks": [
                {"deck": side.label, "name": side.name, "format": side.format, "cards": side.cards}
                for side in self.decks
            ],
            "same": self.same,
            "sections": [_section_json(section) for section in self.sections],
            "section": self.section,
            "curves": [_curves_json(pair) for pair in self.curves],
        }


def changes(before: Deck, after: Deck, cards: CardIndex, names: Mapping[str, str]) -> tuple[SectionChanges, ...]:
    """What differs between two decks of the same game, section by section; `names` are the sections' by id."""
    sections = dict.fromkeys(
        [*(s for s in names if s in {*before.sections, *after.sections}), *before.sections, *after.sections]
    )
    found = []
    for section in sections:
        first, second = (_copies(deck, cards, section) for deck in (before, after))
        both = dict.fromkeys([*first, *second])
        differing = tuple(
            Change(card, cards.describe(card), first[card], second[card])
            for card in both
            if first[card] != second[card]
        )
        found.append(SectionChanges(section, names.get(section, section), differing, (first & second).total()))
    return tuple(found)


def paired(before: Iterable[Amounts], after: Iterable[Amounts]) -> tuple[tuple[Amounts, Amounts], ...]:
    """The amounts of two decks field by field, for the fields in which one of them has any."""
    others = {amounts.field: amounts for amounts in after}
    pairs = ((own, others[own.field]) for own in before if own.field in others)
    return tuple(pair for pair in pairs if any(any(amounts.curve) for amounts in pair))


def _copies(deck: Deck, cards: CardIndex, section: str) -> Counter[str]:
    """The copies of a section by current ids; unknown cards have the ids that the deck has."""
    copies, unknown = copies_of(deck, cards, section)
    return copies + Counter({card: deck.sections[section][card] for card in unknown})


def _section_json(section: SectionChanges) -> dict[str, Data]:
    return {
        "section": section.section,
        "name": section.name,
        "in": [{"id": one.card, "name": one.name, "copies": one.after} for one in section.came_in],
        "out": [{"id": one.card, "name": one.name, "copies": one.before} for one in section.went_out],
        "changed": [
            {"id": one.card, "name": one.name, "before": one.before, "after": one.after} for one in section.changed
        ],
        "kept": section.in_both,
    }


def _curves_json(pair: Sequence[Amounts]) -> dict[str, Data]:
    return {
        "field": pair[0].field,
        "title": pair[0].title,
        "decks": [
            {
                "curve": [{"amount": amount, "cards": n} for amount, n in one.curve.items()],
                "total": one.total,
                "average": one.average,
            }
            for one in pair
        ],
    }
