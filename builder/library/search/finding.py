"""Searching one game or all of them: what a query means in each, and the cards of all in one order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any  # Any: numbers or texts, which are only compared with their like

from builder.diagnostics import Diagnostic, suggestion
from builder.library.search.index import CardBits, GameIndex, Order
from builder.query.language import Query, QueryError, fault, parse
from builder.query.meaning import Fields, Meaning, meaning, merged
from builder.words import words_here

_Listed = tuple[Order, Any, int]  # how a card was ordered, by which value, and its number


def find(games: Sequence[GameIndex], text: str, sort: str = "", limit: int | None = None, offset: int = 0) -> list[int]:
    """The numbers of the cards that a query matches in these games.

    They come in the order of games, sets and numbers, or by the field `sort`, from the highest down with a "-"
    before it; cards that say nothing in that field come last. Raises QueryError where no game understands the
    query or has the field.
    """
    found = _selections(games, text)
    orders = _orders([index.fields for index, _ in found], sort)
    first = max(offset, 0)
    last = None if limit is None else first + max(limit, 0)
    listed: list[_Listed] = []
    for (index, chosen), order in zip(found, orders, strict=True):
        listed += [(order, value, number) for value, number in index.listed(chosen, order, last)]
    if len(found) > 1:
        listed = _in_one_order(listed)
    return [number for _, _, number in listed[first:last]]


def count(games: Sequence[GameIndex], text: str) -> int:
    """How many cards a query matches. Raises as `find` does."""
    return sum(chosen.bit_count() for _, chosen in _selections(games, text))


def matching_ids(game: GameIndex, text: str) -> frozenset[str]:
    """The ids of a game's cards that a query matches. Raises as `find` does."""
    ((index, chosen),) = _selections([game], text)
    return index.ids(chosen)


def _selections(games: Sequence[GameIndex], text: str) -> list[tuple[GameIndex, CardBits]]:
    """The query's cards in each game. Raises QueryError for what no game understands."""
    query = parse(text)
    meanings = [_meaning(query, index.fields) for index in games]
    if wrong := _wrong_in_all(query, meanings, [index.fields for index in games]):
        raise QueryError(wrong)
    return [(index, index.cards(m.root)) for index, m in zip(games, meanings, strict=True)]


_meaning = lru_cache(maxsize=512)(meaning)


def _wrong_in_all(query: Query, meanings: Sequence[Meaning], games: Sequence[Fields]) -> list[Diagnostic]:
    """What no game understands. What one of them does is no fault: the others have no such cards."""
    everywhere = set.intersection(*(set(m.faults) for m in meanings)) if meanings else set()
    if not everywhere:
        return []
    # Read again: what is cached may have been said in another language, and names what only one game has.
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


def _in_one_order(listed: Sequence[_Listed]) -> list[_Listed]:
    """The cards of several games in one order: numbers, then words, then cards without a value."""
    descending = any(order.descending for order, _, _ in listed)
    by_field = any(order.field for order, _, _ in listed)
    kinds: tuple[list[_Listed], ...] = ([], [], [])
    for card in sorted(listed, key=lambda card: card[2], reverse=descending and not by_field):
        order, value, _ = card
        kinds[2 if value is None else 0 if order.is_number else 1].append(card)
    for same in kinds[:2]:
        same.sort(key=lambda card: card[1], reverse=descending)
    return [*kinds[0], *kinds[1], *kinds[2]]
