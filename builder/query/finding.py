"""Searching one game or all of them: what a query means in each, and the cards of all in one order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from sqlmodel import Session, select

from builder.diagnostics import Diagnostic, suggestion
from builder.fields import fields_of
from builder.models import Card, Game
from builder.query.language import Query, QueryError, fault, parse
from builder.query.meaning import Fields, Meaning, meaning, merged
from builder.query.select import Order, Selection
from builder.query.sqlite import LedSelection

_AT_ONCE = 500  # cards fetched by one statement

_Listed = tuple[Order, Any, int]  # how a card was ordered, by which value, and its `pk`


def cards(session: Session, game: Game | None, text: str, sort: str, limit: int | None, offset: int) -> list[Card]:
    """See `builder.query.search`."""
    games = _games(session, game)
    chosen = _selections(session, games, text)
    orders = _orders([_fields(g) for g in games], sort)
    first = max(offset, 0)
    last = None if limit is None else first + max(limit, 0)
    listed: list[_Listed] = []
    for selection, order in zip(chosen, orders, strict=True):
        listed += [(order, value, pk) for value, pk in selection.page(order, last)]
    if len(games) > 1:
        listed = _in_one_order(listed)
    return _fetched(session, [pk for _, _, pk in listed[first:last]])


def selections(session: Session, game: Game | None, text: str) -> list[Selection]:
    """The query's cards in each game, or in the one. Raises QueryError for what no game understands."""
    return _selections(session, _games(session, game), text)


def _games(session: Session, game: Game | None) -> Sequence[Game]:
    return [game] if game is not None else session.exec(select(Game).order_by("pk")).all()


def _selections(session: Session, games: Sequence[Game], text: str) -> list[Selection]:
    query = parse(text)
    meanings = [_meaning(query, _fields(game)) for game in games]
    if wrong := _wrong_in_all(query, meanings, games):
        raise QueryError(wrong)
    kind = LedSelection if session.get_bind().dialect.name == "sqlite" else Selection
    return [kind(session, game.id, m.root) for game, m in zip(games, meanings, strict=True)]


_meaning = lru_cache(maxsize=512)(meaning)

_known_fields: dict[tuple[str, str], Fields] = {}  # by game and the hash of its files


def _fields(game: Game) -> Fields:
    key = (game.id, game.key)
    if key not in _known_fields:
        if len(_known_fields) >= 64:
            _known_fields.clear()
        _known_fields[key] = Fields(fields_of(game.card_schema, game.definition))
    return _known_fields[key]


def _wrong_in_all(query: Query, meanings: Sequence[Meaning], games: Sequence[Game]) -> list[Diagnostic]:
    """What no game understands. What one of them does is no fault: the others have no such cards."""
    everywhere = set.intersection(*(set(m.faults) for m in meanings)) if meanings else set()
    if not everywhere:
        return []
    told = meanings[0].faults
    if len(games) > 1:
        told = {**told, **meaning(query, merged(map(_fields, games))).faults}  # names what all of them have
    return [told[place] for place in sorted(everywhere)]


def _orders(games: Sequence[Fields], sort: str) -> list[Order]:
    """The order for each game. Raises QueryError for a field that no game has."""
    descending = sort.startswith("-")
    name = sort.removeprefix("-")
    if not name or name == "set":
        return [Order(descending=descending) for _ in games]
    if games and not any(name in fields for fields in games):
        help_ = suggestion(name, chain.from_iterable(games), "fields")
        start = len(sort) - len(name)
        raise QueryError([fault("unknown-field", f'"{name}" is not a field to sort by', sort, start, len(sort), help_)])
    orders = []
    for fields in games:
        spec = fields.get(name)
        is_number = spec is not None and spec.kind in ("number", "tally")
        or_zero = spec is not None and fields.tally_of(spec) is not None
        orders.append(Order(spec.name if spec else name, is_number, or_zero, descending))
    return orders


def _in_one_order(listed: Sequence[_Listed]) -> list[_Listed]:
    """The cards of several games in one order: numbers, then words, then cards without a value."""

    def kind(card: _Listed) -> int:
        order, value, _ = card
        return 2 if value is None else 0 if order.is_number else 1

    descending = any(order.descending for order, _, _ in listed)
    by_pk = sorted(listed, key=lambda card: card[2], reverse=descending and not any(o.field for o, _, _ in listed))
    kinds: tuple[list[_Listed], ...] = ([], [], [])
    for card in by_pk:
        kinds[kind(card)].append(card)
    for same in kinds[:2]:
        same.sort(key=lambda card: card[1], reverse=descending)
    return [*kinds[0], *kinds[1], *kinds[2]]


def _fetched(session: Session, pks: Sequence[int]) -> list[Card]:
    found: dict[int, Card] = {}
    for start in range(0, len(pks), _AT_ONCE):
        some = pks[start : start + _AT_ONCE]
        found |= {card.pk: card for card in session.exec(select(Card).where(Card.pk.in_(some)))}  # type: ignore[attr-defined]  # a column, typed as its value
    return [found[pk] for pk in pks]
