"""Columns of cards that are in no database: those of a pack that was just checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.games import Card, Field
from builder.games.fields import PACK, says_packs, values_of
from builder.naming import fold
from builder.query.meaning import REPRINTED

FieldValue = tuple[int, str, float | None, str | None]  # a card's place, a field, and a number or a folded text in it


def values_of_cards(cards: Iterable[Card], fields: Mapping[str, Field]) -> Iterator[FieldValue]:
    """All that these cards say; the first has the place 1. A card has the sets and the numbers of all its printings."""
    by_pack = says_packs(fields)
    for place, card in enumerate(cards, start=1):
        for field, number, text in values_of({**card.definition, "set": list(card.sets)}, fields):
            yield place, field, number, text
        if by_pack:
            yield place, PACK.name, None, fold(card.pack or card.game_id)
        if card.printings:
            yield place, REPRINTED, None, "true"
            others = {printing.number for printing in card.printings} - {card.number}
            yield from ((place, "number", float(number), str(number)) for number in sorted(others))


class MemoryColumns:
    """What cards say: see `Columns`. `ids` are the cards' in their order, `values` what they say."""

    def __init__(self, ids: Sequence[str], values: Iterable[FieldValue]) -> None:
        self._card_ids = ids
        self._numbers: dict[str, tuple[list[float], list[int]]] = {}
        self._texts: dict[str, tuple[list[str], list[int]]] = {}
        for place, field, number, text in values:
            if number is not None:
                numbers, places = self._numbers.setdefault(field, ([], []))
                numbers.append(number)
                places.append(place)
            if text is not None:
                texts, places = self._texts.setdefault(field, ([], []))
                texts.append(text)
                places.append(place)

    def places(self) -> list[int]:
        """The places of all cards."""
        return list(range(1, len(self._card_ids) + 1))

    def ids(self, places: Sequence[int]) -> list[str]:
        """The ids of the cards at these places."""
        return [self._card_ids[place - 1] for place in places]

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
        return [place for own, place in zip(texts, places, strict=True) if own == text]

    def containing(self, field: str, text: str) -> list[int] | None:
        """None: no index knows."""
        return None
