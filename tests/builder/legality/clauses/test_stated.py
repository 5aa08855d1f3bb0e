"""Numbers that a clause takes from the cards of another section."""

from __future__ import annotations

from tests.support.cards import judge_of

TWO_SECTIONS = {"main": "Main", "side": "Side"}


def test_a_card_of_another_section_states_how_many() -> None:
    clause = {"clause": "size", "section": "side", "exactly": 1, "stated-by": {"section": "main", "field": "weapons"}}
    judge = judge_of({"it": clause}, TWO_SECTIONS)
    assert judge.judge({"main": {"flagship": 1}, "side": {"mine": 7}}).legal
    assert judge.judge({"main": {"flagship": 1, "twin-a": 2}, "side": {"mine": 11}}).legal
    assert judge.judge({"main": {"probe": 4}, "side": {"mine": 1}}).legal, "0 is a number, too"
    (found,) = judge.judge({"main": {"flagship": 1}, "side": {"mine": 6}}).violations
    assert found.message == "6 cards in Side, and Test asks for exactly 7 with Flagship: add 1"
    assert (found.code, found.limit, found.actual) == ("too-few-cards", 7, 6)


def test_where_no_card_states_how_many_nothing_is_asked() -> None:
    clause = {"clause": "size", "section": "side", "exactly": 0, "stated-by": {"section": "main", "field": "weapons"}}
    judge = judge_of({"it": clause, "most": {"clause": "size", "section": "side", "max": 5}}, TWO_SECTIONS)
    assert judge.judge({"main": {"mine": 1}, "side": {"mine": 5}}).legal
    assert [v.limit for v in judge.judge({"side": {"mine": 6}}).violations] == [5]
    assert [v.limit for v in judge.judge({"main": {"scrap-tug": 2}, "side": {"mine": 6}}).violations] == [2]


def test_a_stated_number_comes_on_top_of_the_players() -> None:
    stated_by = {"section": "main", "field": "weapons"}
    clause = {"clause": "size", "section": "side", "min": 1, "max": 2, "per-player": 1, "stated-by": stated_by}
    judge = judge_of({"it": clause}, TWO_SECTIONS)
    assert judge.judge({"main": {"twin-a": 1}, "side": {"mine": 5}}, players=2).legal
    (found,) = judge.judge({"main": {"twin-a": 1}, "side": {"mine": 7}}, players=2).violations
    assert found.message == "7 cards in Side, and Test asks for 5 to 6 for 2 players with Twin: remove 1"
