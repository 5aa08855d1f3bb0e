"""The sets of cards that tests hold of, combined in memory and listed in an order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from builder.library.search import MOST_SETS, FieldValue, GameIndex, MemoryColumns, Order
from builder.query.meaning import Compares, Contains, Fields, Fits, Has, OneOf, Test
from builder.query.nesting import And, Node, Not, Or

VALUES: list[FieldValue] = [
    (1, "name", None, "ash cat"), (1, "text", None, "draw a card"), (1, "cost", 3.0, None),
    (2, "name", None, "bolt"), (2, "text", None, "deal 2 damage"), (2, "cost", 1.0, None), (2, "tags", None, "fire"),
    (3, "name", None, "cat tamer"), (3, "cost", 3.0, None), (3, "tags", None, "home"), (3, "tags", None, "beast"),
    (4, "name", None, "dust"),
]  # fmt: skip
IDS = ["ash-cat", "bolt", "cat-tamer", "dust"]


class CountedColumns(MemoryColumns):
    """Columns that note which questions they were asked."""

    def __init__(self, ids: Sequence[str], values: list[FieldValue]) -> None:
        super().__init__(ids, values)
        self.asked: list[str] = []

    def saying(self, field: str, text: str) -> list[int]:
        self.asked.append(f"{field} {text}")
        return super().saying(field, text)


@pytest.fixture
def columns() -> CountedColumns:
    return CountedColumns(IDS, VALUES)


@pytest.fixture
def index(columns: CountedColumns) -> GameIndex:
    return GameIndex(Fields({}), columns)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (Contains("name", "cat"), "ash-cat cat-tamer"),
        (Contains("", "d"), "ash-cat bolt dust"),
        (Contains("name", "dog"), ""),
        (Contains("flavor", "cat"), ""),
        (Fits("name", "^cat"), "cat-tamer"),
        (Fits("", "[0-9] damage"), "bolt"),
        (OneOf("tags", "home"), "cat-tamer"),
        (OneOf("tags", "hom"), ""),
        (Has("tags"), "bolt cat-tamer"),
        (Has("rarity"), ""),
        (Compares("cost", "=", 3), "ash-cat cat-tamer"),
        (Compares("cost", "!=", 3), "bolt"),
        (Compares("cost", "<", 3), "bolt"),
        (Compares("cost", "<=", 3), "ash-cat bolt cat-tamer"),
        (Compares("cost", ">", 1), "ash-cat cat-tamer"),
        (Compares("cost", ">=", 4), ""),
        (And(()), "ash-cat bolt cat-tamer dust"),
        (Or(()), ""),
        (Not(Has("cost")), "dust"),
        (Not(Not(Has("cost"))), "ash-cat bolt cat-tamer"),
        (And((Compares("cost", "=", 3), Contains("", "cat"), Not(Has("tags")))), "ash-cat"),
        (And((Fits("name", "a"), OneOf("tags", "fire"))), ""),
        (Or((OneOf("tags", "fire"), OneOf("tags", "beast"))), "bolt cat-tamer"),
    ],
    ids=str,
)
def test_the_cards_that_tests_hold_of(index: GameIndex, node: Node[Test], expected: str) -> None:
    assert index.ids(index.cards(node)) == set(expected.split())


def places(index: GameIndex, order: Order, limit: int | None = None, node: Node[Test] | None = None) -> list[int]:
    return [number for _, number in index.listed(index.cards(node or And(())), order, limit)]


def test_cards_in_the_games_own_order(index: GameIndex) -> None:
    everything = index.cards(And(()))
    assert index.listed(everything, Order(), None) == [(None, 1), (None, 2), (None, 3), (None, 4)]
    assert places(index, Order(descending=True), 3) == [4, 3, 2]
    assert places(index, Order(), 0) == []
    assert index.listed(0, Order(), None) == []


def test_cards_by_a_number_those_without_it_last(index: GameIndex) -> None:
    everything = index.cards(And(()))
    by_cost = Order("cost", is_number=True)
    assert index.listed(everything, by_cost, None) == [(1.0, 2), (3.0, 1), (3.0, 3), (None, 4)]
    assert places(index, Order("cost", is_number=True, descending=True)) == [1, 3, 2, 4]
    assert places(index, by_cost, node=Not(OneOf("tags", "fire")), limit=2) == [1, 3]


def test_cards_by_a_number_that_is_zero_where_it_is_absent(index: GameIndex) -> None:
    order = Order("cost", is_number=True, or_zero=True)
    assert index.listed(index.cards(And(())), order, 2) == [(0.0, 4), (1.0, 2)]


def test_cards_by_a_text_of_which_the_first_counts(index: GameIndex) -> None:
    assert index.listed(index.cards(Has("tags")), Order("tags"), None) == [("beast", 3), ("fire", 2)]
    assert index.listed(index.cards(Has("tags")), Order("tags", descending=True), None) == [("home", 3), ("fire", 2)]


def test_a_column_is_asked_once_until_too_much_is_remembered(index: GameIndex, columns: CountedColumns) -> None:
    for _ in range(3):
        index.cards(OneOf("tags", "fire"))
    assert columns.asked == ["tags fire"]
    for number in range(MOST_SETS):
        index.cards(OneOf("tags", str(number)))
    index.cards(OneOf("tags", "fire"))
    assert columns.asked.count("tags fire") == 2
