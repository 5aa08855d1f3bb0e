"""Columns of cards that are in no database: those of a pack that was just checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.games import Card, Field
from builder.games.fields import values_of


class MemoryColumns:
    """What these cards say, in their order: the first has the place 1."""

    def __init__(self, cards: Sequence[Card], fields: Mapping[str, Field]) -> None:
        self._cards = cards
        self._numbers: dict[str, tuple[list[float], list[int]]] = {}
        self._texts: dict[str, tuple[list[str], list[int]]] = {}
        for place, card in enumerate(cards, start=1):
            for field, number, text in values_of({**card.definition, "set": card.set_id}, fields):
                if number is not None:
                    values, places = self._numbers.setdefault(field, ([], []))
                    values.append(number)
                    places.append(place)
                if text is not None:
                    texts, places = self._texts.setdefault(field, ([], []))
                    texts.append(text)
                    places.append(place)

    def places(self) -> list[int]:
        """The places of all cards."""
        return list(range(1, len(self._cards) + 1))

    def ids(self, places: Sequence[int]) -> list[str]:
        """The ids of the cards at these places."""
        return [self._cards[place - 1].id for place in places]

    def numbers(self, field: str) -> tuple[list[float], list[int]]:
        """The numbers that cards have in a field, and the places of these cards."""
        return self._numbers.get(field, ([], []))

    def texts(self, field: str) -> tuple[list[str], list[int]]:
        """The folded texts that cards have in a field, and the places of these cards."""
        return self._texts.get(field, ([], []))

    def having(self, field: str) -> list[int]:
        """The places of the cards that say something in a field."""
        return [*self.numbers(field)[1], *self.texts(field)[1]]

    def saying(self, field: str, text: str) -> list[int]:
        """The places of the cards of which a value in a field is this folded text."""
        texts, places = self.texts(field)
        return [place for said, place in zip(texts, places, strict=True) if said == text]

    def containing(self, field: str, text: str) -> list[int] | None:
        """None: no index knows."""
        return None
