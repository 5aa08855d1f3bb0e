"""The sets of a game's cards that queries are made of: read from the database once, then kept and combined in memory.

Each test is one plain question to one index of the database, the same for SQLite and PostgreSQL. And, or and negation
are done here, on whole sets at once: the bits of integers, which takes microseconds where joins take milliseconds.
"""

from __future__ import annotations

import operator
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, islice
from typing import Any, TypeVar

from sqlalchemy import JSON, ColumnElement, column, func, select, table
from sqlmodel import Session, SQLModel

from builder.database.tables import CARDS_PER_GAME, LONGEST_INDEXED, Game
from builder.database.textindex import TEXTS
from builder.games.fields import fields_of
from builder.query import patterns
from builder.query.language import And, Node, Not, Or
from builder.query.meaning import Compares, Contains, Fields, Fits, OneOf, Test

Cards = int  # a set of cards: a byte for each place in the game, 1 for a card that is in it; the first is the lowest

KEPT_SETS = 256  # a set takes a byte for each card of the game
KEPT_ORDERS = 4
KEPT_COLUMNS = 16  # fields whose numbers are kept, and as many whose texts are

_CARD = SQLModel.metadata.tables["card"]
_FIELD = SQLModel.metadata.tables["card_field"]
_TRIGRAMS = table(
    "card_text", column("rowid"), column("card_text"), *map(column, TEXTS)
)  # see builder.database.textindex
_TRIGRAM = 3  # characters

Key = TypeVar("Key")
Kept = TypeVar("Kept")


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
    cards: Cards


class GameIndex:
    """What was read of one game in one database. It holds as long as the game's key, the hash of its files, does."""

    def __init__(self, game: Game) -> None:
        self.game_id = game.id
        self.fields = Fields(fields_of(game.card_schema, game.definition))
        self._first = game.pk * CARDS_PER_GAME  # a card's place is its `pk` without this
        self._sets: dict[Test | None, Cards] = {}
        self._numbers: dict[str, _Numbers] = {}
        self._listings: dict[Order, _Listing] = {}
        self._texts: dict[str, tuple[bytes, list[int]]] = {}
        self._ids: dict[int, str] = {}

    def cards(self, session: Session, node: Node[Test]) -> Cards:
        """The cards that the tests hold of."""
        if isinstance(node, And):
            found: Cards | None = None
            for part in sorted(node.parts, key=lambda part: isinstance(part, Fits)):  # the dearest last
                found = self.cards(session, part) if found is None else found & self.cards(session, part)
                if not found:
                    return 0
            return self._all(session) if found is None else found
        if isinstance(node, Or):
            return reduce(operator.or_, (self.cards(session, part) for part in node.parts), 0)
        if isinstance(node, Not):
            return self._all(session) ^ self.cards(session, node.part)
        return _kept(self._sets, node, KEPT_SETS, lambda: self._read(session, node))

    def listed(self, session: Session, cards: Cards, order: Order, limit: int | None) -> list[tuple[Any, int]]:
        """The first `limit` of the cards, or all, as pairs: the value they are ordered by, and the `pk`."""
        if not order.field:
            places = _places_from_end(cards) if order.descending else _places(cards)
            return [(None, self._first + place) for place in islice(places, limit)]
        listing = _kept(self._listings, order, KEPT_ORDERS, lambda: self._listing(session, order))
        flags = _flags(cards & listing.cards)
        size = len(flags)
        pairs = (
            (value, place)
            for value, place in zip(listing.values, listing.places, strict=True)
            if place < size and flags[place]
        )
        silent = ((None, place) for place in _places(cards & ~listing.cards))
        return [(value, self._first + place) for value, place in islice(chain(pairs, silent), limit)]

    def ids(self, session: Session, cards: Cards) -> frozenset[str]:
        """The cards' ids."""
        if not self._ids:
            pks, ids = self._columns(session, (_CARD.c.pk, _CARD.c.id), _CARD.c.game_id == self.game_id)
            self._ids = {pk - self._first: card_id for pk, card_id in zip(pks, ids, strict=True)}
        return frozenset(self._ids[place] for place in _places(cards))

    def _all(self, session: Session) -> Cards:
        def read() -> Cards:
            mine = _CARD.c.game_id == self.game_id
            last, size = session.execute(select(func.max(_CARD.c.pk), func.count()).where(mine)).one()
            if size and last - self._first == size:  # the places from 1 on, without gaps
                return int.from_bytes(b"\0" + b"\1" * size, "little")
            return self._set(*self._columns(session, (_CARD.c.pk,), mine))

        return _kept(self._sets, None, KEPT_SETS, read)

    def _read(self, session: Session, test: Test) -> Cards:
        if isinstance(test, Compares):
            numbers = _kept(self._numbers, test.field, KEPT_COLUMNS, lambda: self._numbers_of(session, test.field))
            return _set_of(numbers.places_where(test.comparison, test.number))
        if isinstance(test, Contains) and self._has_trigrams(session, test.field, test.text):
            return self._set(*self._columns(session, (_TRIGRAMS.c.rowid,), *self._with_trigrams(test.field, test.text)))
        if isinstance(test, Contains | Fits):
            return self._scanned(session, test)
        said = _FIELD.c.text
        conditions = [_FIELD.c.game_id == self.game_id, _FIELD.c.field == test.field]
        if isinstance(test, OneOf):
            conditions.append(said == test.text)
            if not _is_sqlite(session) and len(test.text) <= LONGEST_INDEXED:
                # PostgreSQL's index has the short texts only, and is used for a question that says so.
                conditions.append(func.length(said) <= LONGEST_INDEXED)
        return self._set(*self._columns(session, (_FIELD.c.card_pk,), *conditions))

    def _numbers_of(self, session: Session, field: str) -> _Numbers:
        values, places = self._said(session, field, _FIELD.c.number)
        order = sorted(range(len(values)), key=values.__getitem__)
        return _Numbers(array("d", (values[i] for i in order)), array("q", (places[i] for i in order)))

    def _said(self, session: Session, field: str, value: ColumnElement[Any]) -> tuple[list[Any], list[int]]:
        """What cards say in a field, and their places."""
        mine = (_FIELD.c.game_id == self.game_id, _FIELD.c.field == field, value.is_not(None))
        values, pks = self._columns(session, (value, _FIELD.c.card_pk), *mine)
        first = self._first
        return values, [pk - first for pk in pks]

    def _scanned(self, session: Session, test: Contains | Fits) -> Cards:
        """The cards in whose texts a text or a pattern is found, where no index has it. The texts are kept."""
        if not test.field:
            return self.cards(session, Or(tuple(replace(test, field=name) for name in TEXTS)))

        def read() -> tuple[bytes, list[int]]:
            texts, places = self._said(session, test.field, _FIELD.c.text)
            return "\n".join(texts).encode(), places

        texts, places = _kept(self._texts, test.field, KEPT_COLUMNS, read)
        if not places:
            return 0
        if isinstance(test, Fits):
            lines = patterns.found_in(test.pattern, texts)
        else:
            lines = patterns.lines_with(test.text, texts)
        return _set_of([places[line] for line in lines])

    def _has_trigrams(self, session: Session, field: str, text: str) -> bool:
        return _is_sqlite(session) and len(text) >= _TRIGRAM and (not field or field in TEXTS)

    def _with_trigrams(self, field: str, text: str) -> list[ColumnElement[bool]]:
        phrase = '"' + text.replace('"', '""') + '"'
        wanted = f"{{{field}}} : {phrase}" if field else phrase
        mine = _TRIGRAMS.c.rowid.between(self._first, self._first + CARDS_PER_GAME - 1)
        return [_TRIGRAMS.c.card_text.op("MATCH")(wanted), mine]

    def _listing(self, session: Session, order: Order) -> _Listing:
        values, places = self._said(session, order.field, _FIELD.c.number if order.is_number else _FIELD.c.text)
        if order.or_zero:
            silent = list(_places(self._all(session) & ~_set_of(places)))
            values, places = values + [0.0] * len(silent), places + silent
        listed = sorted(range(len(places)), key=places.__getitem__)
        listed.sort(key=values.__getitem__, reverse=order.descending)
        firsts: dict[int, Any] = {}
        for i in listed:
            firsts.setdefault(places[i], values[i])  # a card with several values is listed by the first of them
        return _Listing(list(firsts), list(firsts.values()), _set_of(firsts))

    def _set(self, pks: Iterable[int]) -> Cards:
        first = self._first
        return _set_of([pk - first for pk in pks])

    def _columns(
        self, session: Session, columns: Sequence[ColumnElement[Any]], *where: ColumnElement[bool]
    ) -> list[list[Any]]:
        """Columns of the rows as lists. An array for a column is fetched ten times as quickly as so many rows."""
        listed = func.json_group_array if _is_sqlite(session) else func.json_agg
        row = session.execute(select(*(listed(c, type_=JSON) for c in columns)).where(*where)).one()
        return [values or [] for values in row]


def _is_sqlite(session: Session) -> bool:
    return session.get_bind().dialect.name == "sqlite"


def _set_of(places: Iterable[int]) -> Cards:
    listed = places if isinstance(places, list) else list(places)
    flags = bytearray(max(listed, default=-1) + 1)
    for place in listed:
        flags[place] = 1
    return int.from_bytes(flags, "little")


def _flags(cards: Cards) -> bytes:
    return cards.to_bytes((cards.bit_length() + 7) // 8, "little")


def _places(cards: Cards) -> Iterator[int]:
    flags = _flags(cards)
    place = flags.find(1)
    while place >= 0:
        yield place
        place = flags.find(1, place + 1)


def _places_from_end(cards: Cards) -> Iterator[int]:
    flags = _flags(cards)
    place = flags.rfind(1)
    while place >= 0:
        yield place
        place = flags.rfind(1, 0, place)


def _kept(store: dict[Key, Kept], key: Key, most: int, make: Callable[[], Kept]) -> Kept:
    """What is in the store under the key, made now if it isn't; what was used longest ago makes room."""
    found = store.pop(key) if key in store else make()
    store[key] = found
    while len(store) > most:
        store.pop(next(iter(store)))
    return found
