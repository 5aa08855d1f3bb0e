"""Searches: finds the cards of a query in several games, and puts them in one order.

Each test of a query reads one column of the cards' values, which then stays in memory. And, or and negation are done
here on sets of cards, which are the bits of integers: this takes microseconds, where joins of a database take
milliseconds. The columns are of cards in memory (`MemoryColumns`) or of the store (`builder.library.store.reading`).
"""

from __future__ import annotations

import operator
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import chain, islice
from typing import Any, Protocol  # Any: numbers or texts, which are only compared with each other

from builder.diagnostics import Diagnostic, suggestion
from builder.games import Card, Field
from builder.games.fields import PACK, says_packs, values_of
from builder.library.remembering import TEXTS, remembered
from builder.naming import fold
from builder.query import patterns
from builder.query.language import Query, QueryError, fault, parse
from builder.query.meaning import (
    REPRINTED,
    Compares,
    Contains,
    Fields,
    Fits,
    Has,
    Meaning,
    OneOf,
    Test,
    meaning,
    merged,
)
from builder.query.nesting import And, Node, Not, Or
from builder.words import words_here

CardBits = int  # a set of cards: a byte for each place in the game, from the lowest, 1 for a card in the set

MOST_SETS = 256  # a set takes a byte for each card of the game
MOST_ORDERS = 4
MOST_COLUMNS = 16  # fields whose numbers stay in memory; also for texts

FieldValue = tuple[int, str, float | None, str | None]  # a card's place, a field, and a number or a folded text in it
Found = tuple[int, int]  # the number of the game among those searched, and the card's place in it
_Listed = tuple[Any, Found]  # the value by which a card is ordered, and the card


def find(
    games: Sequence[GameIndex], text: str, sort: str = "", limit: int | None = None, offset: int = 0
) -> tuple[int, list[Found]]:
    """How many cards a query matches in these games, and those from `offset` on, at most `limit` of them.

    They are in the order of games, sets and numbers, or by the field `sort` (with a "-" before it, from the highest
    down); cards without a value in that field come last. Raises QueryError where no game understands the query, or
    has the field.
    """
    selections = _selections(games, text)
    orders = _orders([index.fields for index in games], sort)
    first = max(offset, 0)
    last = None if limit is None else first + max(limit, 0)
    listed: list[list[_Listed]] = [
        [(value, (game, place)) for value, place in index.listed(chosen, order, last)]
        for game, (index, chosen, order) in enumerate(zip(games, selections, orders, strict=True))
    ]
    found = listed[0] if len(listed) == 1 else _in_one_order(listed, orders)
    return sum(chosen.bit_count() for chosen in selections), [card for _, card in found[first:last]]


def index_of(cards: Sequence[Card], fields: Mapping[str, Field]) -> GameIndex:
    """The index for searching cards in memory, all of one game."""
    return GameIndex(Fields(fields), MemoryColumns([card.id for card in cards], values_of_cards(cards, fields)))


def matching_ids(game: GameIndex, text: str) -> frozenset[str]:
    """The ids of a game's cards that a query matches. Raises as `find` does."""
    [chosen] = _selections([game], text)
    return game.ids(chosen)


def _selections(games: Sequence[GameIndex], text: str) -> list[CardBits]:
    """The query's cards in each game. Raises QueryError where no game understands the query."""
    query = parse(text)
    meanings = [_meaning(query, index.fields) for index in games]
    if wrong := _wrong_in_all(query, meanings, [index.fields for index in games]):
        raise QueryError(wrong)
    return [index.cards(m.root) for index, m in zip(games, meanings, strict=True)]


_meaning = lru_cache(maxsize=512)(meaning)


def _wrong_in_all(query: Query, meanings: Sequence[Meaning], games: Sequence[Fields]) -> list[Diagnostic]:
    """The faults of a query in all games. A fault in only some games is none: they just have no such cards."""
    everywhere = set.intersection(*(set(m.faults) for m in meanings)) if meanings else set()
    if not everywhere:
        return []
    # Read again: cached faults may be in another language, and may name what only one game has.
    faults = meaning(query, merged(games)).faults
    return list(dict.fromkeys(faults[place] for place in sorted(everywhere)))


def _orders(games: Sequence[Fields], sort: str) -> list[Order]:
    """The order for each game. Raises QueryError for a field that no game has."""
    descending = sort.startswith("-")
    name = sort.removeprefix("-")
    if not name or name == "set":
        return [Order(descending=descending) for _ in games]
    if games and not any(name in fields for fields in games):
        help_ = suggestion(name, chain.from_iterable(games), "fields", words_here("query"))
        start = len(sort) - len(name)
        raise QueryError([fault("no-sort", sort, start, len(sort), code="unknown-field", help_=help_, said=name)])
    orders = []
    for fields in games:
        spec = fields.get(name)
        is_number = spec is not None and spec.kind in ("number", "tally")
        or_zero = spec is not None and fields.absent_is_zero(spec)
        orders.append(Order(spec.name if spec else name, is_number, or_zero, descending))
    return orders


def _in_one_order(listed: Sequence[Sequence[_Listed]], orders: Sequence[Order]) -> list[_Listed]:
    """The cards of several games in one order: numbers, then words, then cards without a value."""
    descending = any(order.descending for order in orders)
    by_field = any(order.field for order in orders)
    kinds: tuple[list[_Listed], ...] = ([], [], [])
    for game, order in zip(listed, orders, strict=True):
        for card in game:
            kinds[2 if card[0] is None else 0 if order.is_number else 1].append(card)
    for kind in kinds:
        kind.sort(key=lambda card: card[1], reverse=descending and not by_field)
    for kind in kinds[:2]:
        kind.sort(key=lambda card: card[0], reverse=descending)
    return [*kinds[0], *kinds[1], *kinds[2]]


@dataclass(frozen=True, slots=True)
class Order:
    """The field by which cards are ordered, or the game's own order. Cards without a value come last.

    With `or_zero`, a card without a number counts as 0.
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
    """The cards with a value in an order's field, from first to last, and the values."""

    places: Sequence[int]
    values: Sequence[Any]
    cards: CardBits


class Columns(Protocol):
    """The values of one game's cards, field by field. A card is given by its place in the game, counted from 1."""

    def places(self) -> list[int]:
        """The places of all cards."""

    def ids(self, places: Sequence[int]) -> list[str]:
        """The ids of the cards at these places."""

    def numbers(self, field: str) -> tuple[list[float], list[int]]:
        """The numbers that cards have in a field, and the places of these cards."""

    def texts(self, field: str) -> tuple[list[str], list[int]]:
        """The folded texts that cards have in a field, and the places of these cards."""

    def having(self, field: str) -> list[int]:
        """The places of the cards with a value in a field."""

    def saying(self, field: str, text: str) -> list[int]:
        """The places of the cards that have this folded text as a value of a field."""

    def containing(self, field: str, text: str) -> list[int] | None:
        """The places of the cards whose field contains this folded text; the field "" stands for all texts of a card.

        None where there is no index for it; then the texts themselves are searched.
        """


class GameIndex:
    """Finds the cards of one game by the tests of queries. Columns that were read stay in memory."""

    def __init__(self, fields: Fields, columns: Columns) -> None:
        self.fields = fields
        self._columns = columns
        self._sets: dict[Test | None, CardBits] = {}
        self._numbers: dict[str, _Numbers] = {}
        self._listings: dict[Order, _Listing] = {}
        self._texts: dict[str, tuple[bytes, list[int]]] = {}

    def cards(self, node: Node[Test]) -> CardBits:
        """The cards that pass the tests."""
        if isinstance(node, And):
            found: CardBits | None = None
            for part in sorted(node.parts, key=lambda part: isinstance(part, Fits)):  # the slowest last
                found = self.cards(part) if found is None else found & self.cards(part)
                if not found:
                    return 0
            return self._all() if found is None else found
        if isinstance(node, Or):
            return reduce(operator.or_, (self.cards(part) for part in node.parts), 0)
        if isinstance(node, Not):
            return self._all() ^ self.cards(node.part)
        return remembered(self._sets, node, MOST_SETS, lambda: self._read(node))

    def listed(self, cards: CardBits, order: Order, limit: int | None) -> list[tuple[float | str | None, int]]:
        """The first `limit` of the cards, or all, as pairs of the value that they are ordered by and the place."""
        if not order.field:
            places = _places_from_end(cards) if order.descending else _places(cards)
            return [(None, place) for place in islice(places, limit)]
        listing = remembered(self._listings, order, MOST_ORDERS, lambda: self._listing(order))
        flags = _flags(cards & listing.cards)
        size = len(flags)
        pairs = (
            (value, place)
            for value, place in zip(listing.values, listing.places, strict=True)
            if place < size and flags[place]
        )
        silent = ((None, place) for place in _places(cards & ~listing.cards))
        return list(islice(chain(pairs, silent), limit))

    def ids(self, cards: CardBits) -> frozenset[str]:
        """The cards' ids."""
        return frozenset(self._columns.ids(list(_places(cards))))

    def _all(self) -> CardBits:
        return remembered(self._sets, None, MOST_SETS, lambda: _set_of(self._columns.places()))

    def _read(self, test: Test) -> CardBits:
        if isinstance(test, Compares):
            numbers = remembered(self._numbers, test.field, MOST_COLUMNS, lambda: self._numbers_of(test.field))
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
        """The cards whose texts contain a text or a pattern, found without an index. The texts stay in memory."""
        if not test.field:
            return self.cards(Or(tuple(replace(test, field=name) for name in TEXTS)))

        def read() -> tuple[bytes, list[int]]:
            texts, places = self._columns.texts(test.field)
            return "\n".join(texts).encode(), places

        texts, places = remembered(self._texts, test.field, MOST_COLUMNS, read)
        if not places:
            return 0
        if isinstance(test, Fits):
            lines = patterns.found_in(test.pattern, texts)
        else:
            lines = patterns.lines_with(test.text, texts)
        return _set_of([places[line] for line in lines])

    def _listing(self, order: Order) -> _Listing:
        values: list[Any]  # all numbers or all texts
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


def values_of_cards(cards: Iterable[Card], fields: Mapping[str, Field]) -> Iterator[FieldValue]:
    """All values of these cards; the first card has place 1. A card has the sets and numbers of all its printings."""
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
    """The values of cards in memory: see `Columns`. `ids` are the cards' in their order."""

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
        """None: there is no index."""
        return None


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
