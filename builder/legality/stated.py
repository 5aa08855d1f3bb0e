"""Numbers that a clause takes from cards: the `stated-by` of `size`, as where a scenario says how many protocols."""

from __future__ import annotations

from builder.documents.data import mapping, text, whole
from builder.games import Clause
from builder.legality.context import Context, Counted

_BOUNDS = ("min", "max", "exactly")


class Stated:
    """A clause to whose bounds the cards of a section add what they state in a field."""

    def __init__(self, clause: Clause, context: Context) -> None:
        stated_by = mapping(clause.parameters.get("stated-by"))
        self.section, field = text(stated_by.get("section")), text(stated_by.get("field"))
        self._clause = clause
        numbers = {i: card.definition.get(field) for i, card in context.cards.cards.items()} if field else {}
        self._numbers = {card_id: n for card_id, n in numbers.items() if type(n) is int}

    def stating(self, deck: Counted) -> list[str]:
        """The deck's cards that state a number, by id."""
        return sorted(self._numbers.keys() & deck.cards(self.section).keys()) if self.section else []

    def clause_for(self, deck: Counted) -> Clause:
        """The clause as it is for a deck: without bounds where cards should state a number, and none does."""
        if not self.section:
            return self._clause
        there, stating = deck.cards(self.section), self.stating(deck)
        more = sum(self._numbers[card_id] * there[card_id] for card_id in stating)
        said = self._clause.parameters
        bounds = {bound: whole(said[bound]) + more for bound in _BOUNDS if bound in said and stating}
        others = {name: value for name, value in said.items() if name not in _BOUNDS}
        return Clause(self._clause.id, self._clause.kind, {**others, **bounds})
