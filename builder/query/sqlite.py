"""How SQLite is led to a query's cards, since it keeps no statistics to tell it which test leaves the fewest.

It starts with the smallest set of cards that the query names. Where every set is large, the first cards of
the order are looked at one by one, since they usually fill a page; only when neither helps are whole sets
intersected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Select, column, false, func, null, select, table, union_all
from sqlalchemy.sql.selectable import SelectBase
from sqlmodel import Session

from builder.query.language import And, Node, Not, Or, regex
from builder.query.literals import required_literal
from builder.query.meaning import Contains, Fits, OneOf, Test
from builder.query.select import CARD, FIELD, Order, Rows, Selection, any_of

LARGE = 10_000  # cards; a larger set is not counted further
SMALL = 1_000  # cards; where a set is smaller, nothing is quicker than to start with it
FIRST = 2_000  # cards that are looked at one by one
PAGE = 200  # cards; more than that are not looked for one by one
DEARER = 6  # to look a card up costs so many times as much as to read one of a set that lies in order

_TRIGRAMS = table("card_text", column("rowid"), column("card_text"))  # made by builder.searchindex
_TRIGRAMS_OF = ("", "name", "text", "flavor")  # the fields that it is made of; "" is all of them
_TRIGRAM = 3  # characters


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a conjunction. It, or what it negates, holds only of cards in `wide`, which are `size`."""

    node: Node[Test]
    wide: SelectBase | None = None
    size: int = LARGE

    @property
    def starts(self) -> bool:
        return self.wide is not None and self.size < LARGE and not isinstance(self.node, Not)


class LedSelection(Selection):
    """The cards of one game that a query's tests hold of, in an SQLite database."""

    def __init__(self, session: Session, game_id: str, root: Node[Test]) -> None:
        super().__init__(session, game_id, root)
        connection = session.connection().connection
        if "arsenal_regex" not in connection.info:
            connection.create_function("arsenal_regex", 2, _is_found, deterministic=True)
            connection.info["arsenal_regex"] = True

    def page(self, order: Order, limit: int | None) -> list[tuple[Any, int]]:
        """The first `limit` cards, or all, as pairs: the value they are ordered by, and the `pk`."""
        is_small = bool(self._parts) and self._parts[0].starts and self._parts[0].size < SMALL
        if not is_small and limit is not None and limit <= PAGE:
            first = self._first(order)
            if first is not None and len(pairs := self._page_of(first, order, limit)) == limit:
                return pairs
        return super().page(order, limit)

    @cached_property
    def _parts(self) -> list[_Part]:
        return self._measured(self.root.parts)

    def _first(self, order: Order) -> Select[Any] | None:
        """The first cards of the order with the value ordered by; None where no index has them in order."""
        if order.or_zero:
            return None
        if not order.field:
            pk = CARD.c.pk.desc() if order.descending else CARD.c.pk
            return (
                select(CARD.c.pk, null().label("listed_by"))
                .where(CARD.c.game_id == self.game_id)
                .order_by(pk)
                .limit(FIRST)
            )
        value = FIELD.c.number if order.is_number else FIELD.c.text
        return (
            select(FIELD.c.card_pk.label("pk"), value.label("listed_by"))
            .where(FIELD.c.game_id == self.game_id, FIELD.c.field == order.field, value.is_not(None))
            .order_by(value.desc() if order.descending else value, FIELD.c.card_pk)
            .limit(FIRST)
        )

    def _page_of(self, first: Select[Any], order: Order, limit: int) -> list[tuple[Any, int]]:
        rows = first.subquery("first")
        best = (func.max if order.descending else func.min)(rows.c.listed_by).label("listed_by")
        found = select(rows.c.pk, best if order.field else rows.c.listed_by).where(self.holds(self.root, rows.c.pk))
        if order.field:  # a card is there once for each of its values
            found = found.group_by(rows.c.pk)
        return self._pairs(found.order_by(*self._by(order, rows.c.pk)).limit(limit))

    def _where(self, pk: ColumnElement[int]) -> Sequence[ColumnElement[bool]]:
        return self._led(self._parts, pk)

    def _measured(self, nodes: Sequence[Node[Test]]) -> list[_Part]:
        """The parts of a conjunction, the one to start with first."""
        inner = [node.part if isinstance(node, Not) else node for node in nodes]
        wides = [self._wide(node) for node in inner]
        counts = [
            select(func.count()).select_from(wide.limit(LARGE).subquery()).scalar_subquery()  # type: ignore[attr-defined]  # both kinds of select have it
            for wide in wides
            if wide is not None
        ]
        sizes = iter(self.session.execute(select(*counts)).one() if counts else ())
        parts = [
            _Part(node) if wide is None else _Part(node, wide, next(sizes))
            for node, wide in zip(nodes, wides, strict=True)
        ]
        return sorted(parts, key=lambda p: (not p.starts, isinstance(p.node, Not), p.wide is None, p.size))

    def _led(self, parts: Sequence[_Part], pk: ColumnElement[int]) -> list[ColumnElement[bool]]:
        """The conditions of a conjunction on the card `pk`."""
        if not parts:
            return []
        checked = pk + 0  # a sum uses no index: only what stands on the bare `pk` is where SQLite starts
        first = parts[0]
        if not first.starts:
            bare, *others = (self._in(part.node, pk if i == 0 else checked) for i, part in enumerate(parts))
            return [bare, *others]
        assert first.wide is not None  # noqa: S101 - it would not start otherwise
        led: list[ColumnElement[bool]] = [pk.in_(first.wide)]
        if not _is_exact(first.node):
            led.append(self.holds(first.node, pk))
        for part in parts[1:]:
            whole = part.wide is not None and part.size < min(LARGE, DEARER * first.size)
            led.append(self._in(part.node, checked) if whole else self.holds(part.node, pk))
        return led

    def _in(self, node: Node[Test], pk: ColumnElement[int]) -> ColumnElement[bool]:
        return pk.not_in(self._all(node.part)) if isinstance(node, Not) else pk.in_(self._all(node))

    def _all(self, node: Node[Test]) -> SelectBase:
        """All cards that a test holds of."""
        if isinstance(node, Or):
            return union_all(*map(self._all, node.parts)) if node.parts else select(CARD.c.pk).where(false())
        if isinstance(node, And | Not):
            card = CARD.alias()
            parts = self._measured(node.parts if isinstance(node, And) else (node,))
            return select(card.c.pk).where(card.c.game_id == self.game_id, *self._led(parts, card.c.pk))
        if isinstance(node, Contains) and not node.field and len(node.text) >= _TRIGRAM:
            return _with_trigrams(node.text)
        rows = self._rows(node, each=False)
        return select(rows.owner).where(*rows.conditions)

    def _wide(self, node: Node[Test]) -> SelectBase | None:
        """A set that has all of a test's cards, if there is a quick one; it may have other games' too."""
        if isinstance(node, Or):
            wides = [wide for part in node.parts if (wide := self._wide(part)) is not None]
            return union_all(*wides) if wides and len(wides) == len(node.parts) else None
        if isinstance(node, And):
            return next((wide for part in node.parts if (wide := self._wide(part)) is not None), None)
        if isinstance(node, Not):
            return None
        if isinstance(node, Contains | Fits):
            text = node.text if isinstance(node, Contains) else required_literal(node.pattern)
            return _with_trigrams(text) if len(text) >= _TRIGRAM and node.field in _TRIGRAMS_OF else None
        return self._all(node)

    def _test(self, test: Test, pk: ColumnElement[int]) -> ColumnElement[bool]:
        return any_of(self._rows(test, each=True), pk)

    def _conditions(self, test: Test, rows: Rows, *, each: bool) -> list[ColumnElement[bool]]:
        if isinstance(test, Contains):
            return [func.instr(rows.said, test.text) > 0]
        if isinstance(test, Fits):
            wide = None if each else self._wide(test)
            found = func.arsenal_regex(test.pattern, rows.said) == 1
            return [found] if wide is None else [rows.owner.in_(wide), found]
        if isinstance(test, OneOf):
            return [rows.said == test.text]
        return super()._conditions(test, rows, each=each)

    def _field(self, name: str, *, each: bool) -> Rows:
        field = FIELD.alias()
        # The card says which game it is; without the game's name no index but that of the cards can be used.
        mine = [field.c.field == name, *([] if each else [field.c.game_id == self.game_id])]
        return Rows(field, field.c.card_pk, field.c.text, field.c.number, mine)

    def _collated(self, said: ColumnElement[str]) -> ColumnElement[str]:
        return said


def _with_trigrams(text: str) -> Select[Any]:
    """The cards, of any game, with this text of three characters or more in their names and texts."""
    phrase = '"' + text.replace('"', '""') + '"'
    return select(_TRIGRAMS.c.rowid).where(_TRIGRAMS.c.card_text.op("MATCH")(phrase))


def _is_exact(node: Node[Test]) -> bool:
    """True when all cards of the wide set are cards that the test holds of."""
    if isinstance(node, Or):
        return all(map(_is_exact, node.parts))
    if isinstance(node, Contains):
        return not node.field
    return not isinstance(node, And | Not | Fits)


def _is_found(pattern: str, text: str | None) -> bool:
    return text is not None and regex(pattern).search(text) is not None
