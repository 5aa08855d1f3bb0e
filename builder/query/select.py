"""A query's tests as SQL: which cards of a game they hold of, and in which order.

PostgreSQL is given the plain question and finds its own way by its statistics; SQLite is led, see
`builder.query.sqlite`. Both give the same cards in the same order.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    FromClause,
    Select,
    any_,
    collate,
    desc,
    false,
    func,
    literal,
    literal_column,
    null,
    select,
    true,
)
from sqlalchemy import and_ as all_of
from sqlalchemy import or_ as one_of
from sqlmodel import Session, SQLModel

from builder.models import LONGEST_INDEXED
from builder.query.language import And, Node, Not, Or, regex
from builder.query.meaning import Compares, Contains, Fits, OneOf, Test

CARD = SQLModel.metadata.tables["card"]
FIELD = SQLModel.metadata.tables["card_field"]

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Order:
    """The field by which cards are listed, or the game's own order. Cards that say nothing in it come last.

    `or_zero`: a card without the number has 0 of it.
    """

    field: str = ""
    is_number: bool = False
    or_zero: bool = False
    descending: bool = False


class Rows(NamedTuple):
    """Rows that a test looks in: whose they are, and what they say in words and in numbers."""

    table: FromClause
    owner: ColumnElement[int]
    said: ColumnElement[str]
    number: ColumnElement[float]
    conditions: Sequence[ColumnElement[bool]] = ()


class Selection:
    """The cards of one game that a query's tests hold of."""

    def __init__(self, session: Session, game_id: str, root: Node[Test]) -> None:
        self.session, self.game_id = session, game_id
        self.root: And[Test] = root if isinstance(root, And) else And((root,))

    def page(self, order: Order, limit: int | None) -> list[tuple[Any, int]]:
        """The first `limit` cards, or all, as pairs: the value they are ordered by, and the `pk`."""
        found = self._chosen(CARD.c.pk, self._key(order).label("listed_by"))
        return self._pairs(found.order_by(*self._by(order, CARD.c.pk)).limit(limit))

    def count(self) -> int:
        """How many cards there are."""
        return int(self.session.scalar(self._chosen(func.count())) or 0)

    def ids(self) -> frozenset[str]:
        """The cards' ids."""
        return frozenset(self.session.scalars(self._chosen(CARD.c.id)))

    def holds(self, node: Node[Test], pk: ColumnElement[int]) -> ColumnElement[bool]:
        """Whether the tests hold of the card `pk`, for each card anew."""
        if isinstance(node, And):
            return all_of(true(), *(self.holds(part, pk) for part in node.parts))
        if isinstance(node, Or):
            return one_of(false(), *(self.holds(part, pk) for part in node.parts))
        if isinstance(node, Not):
            return ~self.holds(node.part, pk)
        return self._test(node, pk)

    def _where(self, pk: ColumnElement[int]) -> Sequence[ColumnElement[bool]]:
        return [self.holds(self.root, pk)]

    def _chosen(self, *what: ColumnElement[Any]) -> Select[Any]:
        return select(*what).select_from(CARD).where(CARD.c.game_id == self.game_id, *self._where(CARD.c.pk))

    def _pairs(self, query: Select[Any]) -> list[tuple[Any, int]]:
        return [(value, pk) for pk, value in self.session.execute(query)]

    def _test(self, test: Test, pk: ColumnElement[int]) -> ColumnElement[bool]:
        if isinstance(test, Fits):
            # The pattern is resolved here, since PostgreSQL's own patterns are another language.
            return pk == any_(literal(self._fitting(test), ARRAY(BigInteger)))
        return any_of(self._rows(test, each=True), pk)

    def _rows(self, test: Test, *, each: bool) -> Rows:
        """The rows that decide a test; `each`: it will be asked of one card after the other."""
        if isinstance(test, Contains | Fits) and not test.field:
            card = CARD.alias()
            rows = Rows(card, card.c.pk, card.c.search, card.c.number, [card.c.game_id == self.game_id])
        else:
            rows = self._field(test.field, each=each)
        return rows._replace(conditions=[*rows.conditions, *self._conditions(test, rows, each=each)])

    def _field(self, name: str, *, each: bool) -> Rows:  # noqa: ARG002 - SQLite does
        field = FIELD.alias()
        mine = [field.c.game_id == self.game_id, field.c.field == name]
        return Rows(field, field.c.card_pk, field.c.text, field.c.number, mine)

    def _conditions(self, test: Test, rows: Rows, *, each: bool) -> list[ColumnElement[bool]]:
        if isinstance(test, Contains):
            return [func.strpos(rows.said, test.text) > 0]
        if isinstance(test, OneOf):
            short = len(test.text) <= LONGEST_INDEXED
            return [rows.said == test.text, *([func.length(rows.said) <= LONGEST_INDEXED] if short else [])]
        if isinstance(test, Compares):
            return [_COMPARISONS[test.comparison](rows.number, test.number)]
        return [rows.said.is_not(None)]

    def _fitting(self, test: Fits) -> list[int]:
        """The cards that a pattern is found in."""
        rows = self._rows(test, each=False)
        found = regex(test.pattern).search
        asked = select(rows.owner, rows.said).where(*rows.conditions)
        return sorted({pk for pk, text in self.session.execute(asked) if found(text)})

    def _key(self, order: Order) -> ColumnElement[Any]:
        """What a card is listed by: the first value in the order where it has several, null without one."""
        if not order.field:
            return null()
        rows = self._field(order.field, each=True)
        value = rows.number if order.is_number else self._collated(rows.said)
        best = (func.max if order.descending else func.min)(value)
        mine = select(best).where(rows.owner == CARD.c.pk, *rows.conditions).correlate(CARD).scalar_subquery()
        return func.coalesce(mine, 0.0) if order.or_zero else mine

    def _collated(self, said: ColumnElement[str]) -> ColumnElement[str]:
        return collate(said, "C")  # by characters, as SQLite and Python do, whatever the server's language

    def _by(self, order: Order, pk: ColumnElement[int]) -> Sequence[ColumnElement[Any]]:
        """The ORDER BY of a select with the column `listed_by`."""
        if not order.field:
            return [pk.desc() if order.descending else pk]
        key: ColumnElement[Any] = literal_column("listed_by")
        return [(desc(key) if order.descending else key.asc()).nulls_last(), pk]


def any_of(rows: Rows, pk: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether the card `pk` has such a row."""
    found = select(literal(1)).select_from(rows.table).where(rows.owner == pk, *rows.conditions)
    return found.correlate(pk.table).exists()
