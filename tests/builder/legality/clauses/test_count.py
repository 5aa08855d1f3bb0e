"""How many cards of some kind a deck holds."""

from __future__ import annotations

from tests.support.cards import TWO_SECTIONS, broken, judge_of, only


def test_count() -> None:
    clause = {"clause": "count", "where": "type:ship", "min": 2, "max": 3}
    assert only(clause, {"probe": 2, "alarm": 5}) is None
    few = broken(clause, {"probe": 1, "alarm": 5})
    assert few.message == "1 card that matches `type:ship`, and Test asks for 2 to 3: add 1"
    assert (few.code, few.cards) == ("too-few-of-a-kind", ())
    many = broken({**clause, "label": "ships"}, {"probe": 2, "scrap-tug": 2})
    assert many.message == "4 ships, and Test asks for 2 to 3: remove 1"
    assert (many.code, many.cards) == ("too-many-of-a-kind", ("probe", "scrap-tug"))


def test_count_in_a_section() -> None:
    clauses = {"it": {"clause": "count", "where": "type:ship", "max": 1, "section": "side"}}
    judge = judge_of(clauses, TWO_SECTIONS)
    assert judge.judge({"main": {"probe": 5}, "side": {"probe": 1}}).legal
    (found,) = judge.judge({"main": {"probe": 5}, "side": {"probe": 2}}).violations
    assert found.message == "2 cards that match `type:ship` in Side, and Test allows at most 1: remove 1"
    assert found.section == "side"
