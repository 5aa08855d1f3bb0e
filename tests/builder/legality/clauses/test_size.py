"""How many cards a section holds."""

from typing import Any

import pytest

from tests.support.cards import TWO_SECTIONS, judge_of, message, only


@pytest.mark.parametrize(
    ("bounds", "copies", "said"),
    [
        ({"min": 4, "max": 6}, 2, "2 cards, and Test asks for 4 to 6: add 2"),
        ({"min": 4, "max": 6}, 4, ""),
        ({"min": 4, "max": 6}, 6, ""),
        ({"min": 4, "max": 6}, 9, "9 cards, and Test asks for 4 to 6: remove 3"),
        ({"min": 4}, 1, "1 card, and Test asks for at least 4: add 3"),
        ({"max": 4}, 5, "5 cards, and Test allows at most 4: remove 1"),
        ({"exactly": 3}, 3, ""),
        ({"exactly": 3}, 2, "2 cards, and Test asks for exactly 3: add 1"),
    ],
)
def test_size(bounds: dict[str, int], copies: int, said: str) -> None:
    found = only({"clause": "size", **bounds}, {"probe": copies})
    assert (found.message if found else "") == said
    if found:
        assert found.code == ("too-few-cards" if "add" in said else "too-many-cards")
        assert (found.actual, found.section, found.clause) == (copies, "main", "it")


def test_sizes_of_a_section_apply_together() -> None:
    judge = judge_of({"size": {"clause": "size", "min": 4, "max": 6}, "larger": {"clause": "size", "min": 5}})
    (found,) = judge.judge({"main": {"probe": 3}}).violations
    assert found.message == "3 cards, and Test asks for 5 to 6: add 2"
    assert (found.limit, found.clause) == (5, "larger")
    (found,) = judge.judge({"main": {"probe": 7}}).violations
    assert (found.limit, found.clause) == (6, "size")


def test_an_optional_section_may_be_empty() -> None:
    clauses: dict[str, Any] = {"side": {"clause": "size", "section": "side", "min": 3, "optional": True}}
    judge = judge_of(clauses, TWO_SECTIONS)
    assert judge.judge({"main": {"probe": 1}}).legal
    assert judge.judge({"side": {"probe": 3}}).legal
    (found,) = judge.judge({"side": {"probe": 2}}).violations
    assert found.message == "2 cards in Side, and Test asks for at least 3: add 1"
    both = judge_of({**clauses, "more": {"clause": "size", "section": "side", "min": 1}}, TWO_SECTIONS)
    assert [v.limit for v in both.judge({}).violations] == [1]


def test_an_empty_deck_is_too_small() -> None:
    judge = judge_of({"size": {"clause": "size", "min": 4}})
    for deck in ({}, {"main": {}}):
        assert [v.code for v in judge.judge(deck).violations] == ["too-few-cards"]


@pytest.mark.parametrize(
    ("bounds", "players", "copies", "said"),
    [
        ({"exactly": 10}, 2, 16, ""),
        ({"exactly": 10}, 2, 15, "15 cards, and Test asks for exactly 16 for 2 players: add 1"),
        ({"exactly": 10}, 3, 19, ""),
        ({"exactly": 10}, None, 13, ""),
        ({"exactly": 10}, 1, 10, "10 cards, and Test asks for exactly 13 for 1 player: add 3"),
        ({"min": 10}, 2, 100, ""),
        ({"min": 10}, 2, 15, "15 cards, and Test asks for at least 16 for 2 players: add 1"),
        ({"max": 10}, 2, 16, ""),
        ({"max": 10}, 2, 1, ""),
        ({"max": 10}, 2, 17, "17 cards, and Test allows at most 16 for 2 players: remove 1"),
        ({"min": 1, "max": 2}, 3, 12, "12 cards, and Test asks for 10 to 11 for 3 players: remove 1"),
    ],
)
def test_sizes_and_counts_grow_with_the_players(
    bounds: dict[str, int], players: int | None, copies: int, said: str
) -> None:
    size = {"clause": "size", **bounds, "per-player": 3}
    count = {**size, "clause": "count", "where": "type:ship", "label": "cards"}
    assert message(size, {"probe": copies}, players) == message(count, {"probe": copies, "mine": 7}, players) == said


def test_sizes_that_grow_stand_next_to_those_that_do_not() -> None:
    judge = judge_of({"a": {"clause": "size", "max": 10}, "b": {"clause": "size", "min": 2, "per-player": 2}})
    assert judge.judge({"main": {"probe": 8}}, players=3).legal
    (found,) = judge.judge({"main": {"probe": 7}}, players=3).violations
    assert (found.clause, found.limit) == ("b", 8)
    (found,) = judge.judge({"main": {"probe": 11}}, players=3).violations
    assert (found.clause, found.message) == ("a", "11 cards, and Test asks for 8 to 10: remove 1")


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
