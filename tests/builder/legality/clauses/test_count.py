"""How many cards of some kind a deck holds."""

from builder.decks import CardIndex
from tests.support.cards import TWO_SECTIONS, bare_card, broken, judge_of, only


def test_count() -> None:
    clause = {"clause": "count", "where": "type:ship", "min": 2, "max": 3}
    assert only(clause, {"probe": 2, "alarm": 5}) is None
    few = broken(clause, {"probe": 1, "alarm": 5})
    assert few.message == "1 card that matches `type:ship`, and Test asks for 2 to 3: add 1"
    assert (few.code, few.cards) == ("too-few-of-a-kind", ())
    many = broken({**clause, "label": "ships"}, {"probe": 2, "scrap-tug": 2})
    assert many.message == "4 ships, and Test asks for 2 to 3: remove 1"
    assert (many.code, many.cards) == ("too-many-of-a-kind", ("probe", "scrap-tug"))


def test_a_number_that_is_written_with_a_point_is_added_up() -> None:
    index, clause = CardIndex([bare_card("heavy", worth=2.0)]), {"clause": "count", "sum": "worth", "max": 3}
    judge = judge_of({"it": clause}, index=index, matching=lambda _: frozenset({"heavy"}))
    assert [found.actual for found in judge.judge({"main": {"heavy": 2}}).violations] == [4]


def test_count_in_a_section() -> None:
    clauses = {"it": {"clause": "count", "where": "type:ship", "max": 1, "section": "side"}}
    judge = judge_of(clauses, TWO_SECTIONS)
    assert judge.judge({"main": {"probe": 5}, "side": {"probe": 1}}).legal
    (found,) = judge.judge({"main": {"probe": 5}, "side": {"probe": 2}}).violations
    assert found.message == "2 cards that match `type:ship` in Side, and Test allows at most 1: remove 1"
    assert found.section == "side"


def test_a_budget_by_a_field() -> None:
    clause = {"clause": "count", "sum": "weapons", "max": 6}
    assert only(clause, {"flagship": 1, "mine": 9}) is None
    found = broken({**clause, "label": "gun / guns"}, {"flagship": 1, "twin-a": 2, "scrap-tug": 1})
    assert found.message == "11 guns (Flagship 6, Twin 4 and Scrap Tug 1), and Test allows at most 6: 5 too many"
    assert (found.limit, found.actual) == (6, 11)
    few = broken({**clause, "max": 9, "min": 2, "where": "faction:pirates"}, {"scrap-tug": 1, "flagship": 1})
    assert few.message == "1 weapons (Scrap Tug 1), and Test asks for 2 to 9: 1 too few"
    by_resource = {"clause": "count", "sum": "cost", "max": 2}
    assert broken(by_resource, {"mine": 1}).actual == 3
    assert only({**by_resource, "sum": "cost.oil"}, {"mine": 1}) is None


def test_at_most_two_factions() -> None:
    clause = {"clause": "count", "different": "faction", "max": 2, "label": "faction / factions"}
    assert only(clause, {"probe": 1, "alarm": 1, "mine": 4}) is None
    found = broken(clause, {"probe": 1, "mine": 1, "relic": 1})
    assert found.message == ("3 factions (invaders, neutral and terrans), and Test allows at most 2: 1 too many")
