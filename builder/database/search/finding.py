"""Searching one game or all of them: what a query means in each, and the cards of all in one order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from builder.database.search.index import Cards, GameIndex, Order
from builder.database.tables import Card, Game
from builder.diagnostics import Diagnostic, suggestion
from builder.query.language import Query, QueryError, fault, parse
from builder.query.meaning import Fields, Meaning, meaning, merged

KEPT_GAMES = 32
_AT_ONCE = 500  # cards fetched by one statement

_Listed = tuple[Order, Any, int]  # how a card was ordered, by which value, and its `pk`


def cards(session: Session, game: Game | None, text: str, sort: str, limit: int | None, offset: int) -> list[Card]:
    """See `builder.query.search`."""
    found = selections(session, game, text)
    orders = _orders([index.fields for index, _ in found], sort)
    first = max(offset, 0)
    last = None if limit is None else first + max(limit, 0)
    listed: list[_Listed] = []
    for (index, chosen), order in zip(found, orders, strict=True):
        listed += [(order, value, pk) for value, pk in index.listed(session, chosen, order, last)]
    if len(found) > 1:
        listed = _in_one_order(listed)
    return _fetched(session, [pk for _, _, pk in listed[first:last]])


def selections(session: Session, game: Game | None, text: str) -> list[tuple[GameIndex, Cards]]:
    """The query's cards in each game, or in the one. Raises QueryError for what no game understands."""
    games = [game] if game is not None else session.exec(select(Game).order_by(col(Game.pk))).all()
    query = parse(text)
    indexes = [_index(session, each) for each in games]
    meanings = [_meaning(query, index.fields) for index in indexes]
    if wrong := _wrong_in_all(query, meanings, [index.fields for index in indexes]):
        raise QueryError(wrong)
    return [(index, index.cards(session, m.root)) for index, m in zip(indexes, meanings, strict=True)]


_meaning = lru_cache(maxsize=512)(meaning)

_indexes: WeakKeyDictionary[Engine, dict[tuple[str, int, str], GameIndex]] = WeakKeyDictionary()


def _index(session: Session, game: Game) -> GameIndex:
    """What was read of the game before, for as long as its files don't change."""
    known = _indexes.setdefault(session.get_bind().engine, {})
    key = (game.id, game.pk, game.key)
    if key not in known:
        for old in [k for k in known if k[0] == game.id]:
            known.pop(old, None)
        while len(known) >= KEPT_GAMES:
            known.pop(next(iter(known)))
        known[key] = GameIndex(game)
    return known[key]


def forget() -> None:
    """Let go of all that was read, as if the process were new."""
    _indexes.clear()


def _wrong_in_all(query: Query, meanings: Sequence[Meaning], games: Sequence[Fields]) -> list[Diagnostic]:
    """What no game understands. What one of them does is no fault: the others have no such cards."""
    everywhere = set.intersection(*(set(m.faults) for m in meanings)) if meanings else set()
    if not everywhere:
        return []
    told = meanings[0].faults
    if len(games) > 1:
        told = {**told, **meaning(query, merged(games)).faults}  # names what all of them have
    return list(dict.fromkeys(told[place] for place in sorted(everywhere)))


def _orders(games: Sequence[Fields], sort: str) -> list[Order]:
    """The order for each game. Raises QueryError for a field that no game has."""
    descending = sort.startswith("-")
    name = sort.removeprefix("-")
    if not name or name == "set":
        return [Order(descending=descending) for _ in games]
    if games and not any(name in fields for fields in games):
        help_ = suggestion(name, chain.from_iterable(games), "fields")
        start = len(sort) - len(name)
        message = f'"{name}" is not a field to sort by'
        raise QueryError([fault("unknown-field", message, sort, start, len(sort), help_)])
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


def _fetched(session: Session, pks: Sequence[int]) -> list[Card]:
    found: dict[int, Card] = {}
    for start in range(0, len(pks), _AT_ONCE):
        some = pks[start : start + _AT_ONCE]
        found |= {card.pk: card for card in session.exec(select(Card).where(col(Card.pk).in_(some)))}
    return [found[pk] for pk in pks if pk in found]  # a build may have taken one out meanwhile
