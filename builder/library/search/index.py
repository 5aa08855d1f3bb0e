"""The sets of a game's cards that queries are made of: read once, then remembered and combined in memory.

Each test is one plain question to one column. And, or and negation are done here, on whole sets at once: the bits of
integers, which takes microseconds where joins of a database take milliseconds.
"""

from __future__ import annotations

import operator
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, islice
from typing import Any, Protocol, TypeVar  # Any: numbers or texts, which are only compared with their like

from builder.query import patterns
from builder.query.language import And, Node, Not, Or
from builder.query.meaning import Compares, Contains, Fields, Fits, Has, OneOf, Test

CardBits = int  # a set of cards: a byte for each place in the game, 1 for a card that is in it; the first is the lowest

MOST_SETS = 256  # a set takes a byte for each card of the game
MOST_ORDERS = 4
MOST_COLUMNS = 16  # fields whose numbers stay in memory, and as many whose texts do

TEXTS = ("name", "text", "flavor")  # the fields in which words without a field are looked for

Key = TypeVar("Key")
Remembered = TypeVar("Remembered")


@dataclass(frozen=True, slots=True)
class Order:
    """The field by which cards are listed, or the game's own order. Cards that say nothing in it come last.

    `or_zero`: a card without the number has 0 of it.
    """

    field: str = ""
    is_number: bool = False
    or_zero: bool = False
    descending: bool = False


@dataclass(frozen=True, slots=True)
class _Numbers:
    """A field's numbers from the lowest to the highest, and the places of the cards that have them."""

    values: array[float]
    places: array[int]

    def places_where(self, comparison: str, number: float) -> Iterable[int]:
        below, above = bisect_left(self.values, number), bisect_right(self.values, number)
        spans: dict[str, tuple[slice, ...]] = {
            "=": (slice(below, above),),
            "!=": (slice(0, below), slice(above, None)),
            "<": (slice(0, below),),
            "<=": (slice(0, above),),
            ">": (slice(above, None),),
            ">=": (slice(below, None),),
        }
        return chain.from_iterable(self.places[span] for span in spans[comparison])


@dataclass(frozen=True, slots=True)
class _Listing:
    """The cards that say something in an order's field, from first to last, and what they say."""

    places: Sequence[int]
    values: Sequence[Any]
    cards: CardBits


class Columns(Protocol):
    """What the cards of one game say, field by field. A card is named by its place in the game, counted from 1."""

    def places(self) -> list[int]:
        """The places of all cards."""

    def ids(self, places: Sequence[int]) -> list[str]:
        """The ids of the cards at these places."""

    def numbers(self, field: str) -> tuple[list[float], list[int]]:
        """The numbers that cards have in a field, and the places of these cards."""

    def texts(self, field: str) -> tuple[list[str], list[int]]:
        """The folded texts that cards have in a field, and the places of these cards."""

    def having(self, field: str) -> list[int]:
        """The places of the cards that say something in a field."""

    def saying(self, field: str, text: str) -> list[int]:
        """The places of the cards of which a value in a field is this folded text."""

    def containing(self, field: str, text: str) -> list[int] | None:
        """The places of the cards in whose field (in any text where it is "") this folded text occurs.

        None where no index knows; then the texts themselves are searched.
        """


class GameIndex:
    """The cards of one game, to be found by tests. What was read of its columns is remembered.

    `first` is added to a card's place to number the cards of several games.
    """

    def __init__(self, fields: Fields, columns: Columns, first: int = 0) -> None:
        self.fields, self.first = fields, first
        self._columns = columns
        self._sets: dict[Test | None, CardBits] = {}
        self._numbers: dict[str, _Numbers] = {}
        self._listings: dict[Order, _Listing] = {}
        self._texts: dict[str, tuple[bytes, list[int]]] = {}

    def cards(self, node: Node[Test]) -> CardBits:
        """The cards that the tests hold of."""
        if isinstance(node, And):
            found: CardBits | None = None
            for part in sorted(node.parts, key=lambda part: isinstance(part, Fits)):  # the dearest last
                found = self.cards(part) if found is None else found & self.cards(part)
                if not found:
                    return 0
            return self._all() if found is None else found
        if isinstance(node, Or):
            return reduce(operator.or_, (self.cards(part) for part in node.parts), 0)
        if isinstance(node, Not):
            return self._all() ^ self.cards(node.part)
        return _remembered(self._sets, node, MOST_SETS, lambda: self._read(node))

    def listed(self, cards: CardBits, order: Order, limit: int | None) -> list[tuple[float | str | None, int]]:
        """The first `limit` of the cards, or all, as pairs: the value they are ordered by, and the card's number."""
        if not order.field:
            places = _places_from_end(cards) if order.descending else _places(cards)
            return [(None, self.first + place) for place in islice(places, limit)]
        listing = _remembered(self._listings, order, MOST_ORDERS, lambda: self._listing(order))
        flags = _flags(cards & listing.cards)
        size = len(flags)
        pairs = (
            (value, place)
            for value, place in zip(listing.values, listing.places, strict=True)
            if place < size and flags[place]
        )
        silent = ((None, place) for place in _places(cards & ~listing.cards))
        return [(value, self.first + place) for value, place in islice(chain(pairs, silent), limit)]

    def ids(self, cards: CardBits) -> frozenset[str]:
        """The cards' ids."""
        return frozenset(self._columns.ids(list(_places(cards))))

    def _all(self) -> CardBits:
        return _remembered(self._sets, None, MOST_SETS, lambda: _set_of(self._columns.places()))

    def _read(self, test: Test) -> CardBits:
        if isinstance(test, Compares):
            numbers = _remembered(self._numbers, test.field, MOST_COLUMNS, lambda: self._numbers_of(test.field))
            return _set_of(numbers.places_where(test.comparison, test.number))
        if isinstance(test, OneOf):
            return _set_of(self._columns.saying(test.field, test.text))
        if isinstance(test, Has):
            return _set_of(self._columns.having(test.field))
        if isinstance(test, Contains) and (known := self._columns.containing(test.field, test.text)) is not None:
            return _set_of(known)
        return self._scanned(test)

    def _numbers_of(self, field: str) -> _Numbers:
        values, places = self._columns.numbers(field)
        order = sorted(range(len(values)), key=values.__getitem__)
        return _Numbers(array("d", (values[i] for i in order)), array("q", (places[i] for i in order)))

    def _scanned(self, test: Contains | Fits) -> CardBits:
        """The cards in whose texts a text or a pattern is found, where no index knows. The texts are remembered."""
        if not test.field:
            return self.cards(Or(tuple(replace(test, field=name) for name in TEXTS)))

        def read() -> tuple[bytes, list[int]]:
            texts, places = self._columns.texts(test.field)
            return "\n".join(texts).encode(), places

        texts, places = _remembered(self._texts, test.field, MOST_COLUMNS, read)
        if not places:
            return 0
        if isinstance(test, Fits):
            lines = patterns.found_in(test.pattern, texts)
        else:
            lines = patterns.lines_with(test.text, texts)
        return _set_of([places[line] for line in lines])

    def _listing(self, order: Order) -> _Listing:
        values: list[Any]  # numbers or texts: they are compared among themselves
        values, places = self._columns.numbers(order.field) if order.is_number else self._columns.texts(order.field)
        if order.or_zero:
            silent = list(_places(self._all() & ~_set_of(places)))
            values, places = values + [0.0] * len(silent), places + silent
        listed = sorted(range(len(places)), key=places.__getitem__)
        listed.sort(key=values.__getitem__, reverse=order.descending)
        firsts: dict[int, float | str] = {}
        for i in listed:
            firsts.setdefault(places[i], values[i])  # a card with several values is listed by the first of them
        return _Listing(list(firsts), list(firsts.values()), _set_of(firsts))


def _set_of(places: Iterable[int]) -> CardBits:
    listed = places if isinstance(places, list) else list(places)
    flags = bytearray(max(listed, default=-1) + 1)
    for place in listed:
        flags[place] = 1
    return int.from_bytes(flags, "little")


def _flags(cards: CardBits) -> bytes:
    return cards.to_bytes((cards.bit_length() + 7) // 8, "little")


def _places(cards: CardBits) -> Iterator[int]:
    flags = _flags(cards)
    place = flags.find(1)
    while place >= 0:
        yield place
        place = flags.find(1, place + 1)


def _places_from_end(cards: CardBits) -> Iterator[int]:
    flags = _flags(cards)
    place = flags.rfind(1)
    while place >= 0:
        yield place
        place = flags.rfind(1, 0, place)


def _remembered(store: dict[Key, Remembered], key: Key, most: int, make: Callable[[], Remembered]) -> Remembered:
    """What is in the store under the key, made now if it isn't; what was used longest ago makes room."""
    found = store.pop(key) if key in store else make()
    store[key] = found
    while len(store) > most:
        store.pop(next(iter(store)))
    return found
