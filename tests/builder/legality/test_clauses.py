"""Each clause about numbers of cards and about which cards, with decks that it passes and fails."""

from __future__ import annotations

from typing import Any

import pytest

from builder.legality import Violation
from builder.schema import bundled_schema
from tests.support.cards import judge_of

TWO_SECTIONS = {"main": "Main", "side": "Side"}


def only(clause: dict[str, Any], cards: dict[str, int], **options: Any) -> Violation | None:
    """The one violation of a one-section deck by one clause; None where it is legal."""
    found = judge_of({"it": clause}, **options).judge({"main": cards}).violations
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize(
    ("bounds", "copies", "message"),
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
def test_size(bounds: dict[str, int], copies: int, message: str) -> None:
    found = only({"clause": "size", **bounds}, {"probe": copies})
    assert (found.message if found else "") == message
    if found:
        assert found.code == ("too-few-cards" if "add" in message else "too-many-cards")
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


def test_count() -> None:
    clause = {"clause": "count", "where": "type:ship", "min": 2, "max": 3}
    assert only(clause, {"probe": 2, "alarm": 5}) is None
    few = only(clause, {"probe": 1, "alarm": 5})
    assert few is not None
    assert few.message == "1 card that matches `type:ship`, and Test asks for 2 to 3: add 1"
    assert (few.code, few.cards) == ("too-few-of-a-kind", ())
    many = only({**clause, "label": "ships"}, {"probe": 2, "scrap-tug": 2})
    assert many is not None
    assert many.message == "4 ships, and Test asks for 2 to 3: remove 1"
    assert (many.code, many.cards) == ("too-many-of-a-kind", ("probe", "scrap-tug"))


def test_count_in_a_section() -> None:
    clauses = {"it": {"clause": "count", "where": "type:ship", "max": 1, "section": "side"}}
    judge = judge_of(clauses, TWO_SECTIONS)
    assert judge.judge({"main": {"probe": 5}, "side": {"probe": 1}}).legal
    (found,) = judge.judge({"main": {"probe": 5}, "side": {"probe": 2}}).violations
    assert found.message == "2 cards that match `type:ship` in Side, and Test allows at most 1: remove 1"
    assert found.section == "side"


def test_composition() -> None:
    clause = {
        "clause": "composition",
        "groups": [{"where": "type:structure", "each": 1}],
        "cards": {"probe": 2},
        "besides": "type:action",
    }
    judge = judge_of({"it": clause})
    exact = {"mine": 1, "relic": 1, "probe": 2}
    assert judge.judge({"main": exact}).legal
    assert judge.judge({"main": {**exact, "alarm": 7}}).legal
    found = judge.judge({"main": {"mine": 1, "probe": 3, "scrap-tug": 1}}).violations
    assert [(v.code, v.message) for v in found] == [
        ("extra-card", "3 copies of Probe, and Test asks for 2: remove 1"),
        ("missing-card", "0 copies of Relic, and Test asks for 1: add 1"),
        ("extra-card", "1 copy of Scrap Tug, and Test has no place for it: remove 1"),
    ]


def test_composition_takes_former_ids() -> None:
    assert only({"clause": "composition", "cards": {"vim": 1}}, {"elan": 1}) is None
    assert only({"clause": "composition", "cards": {"elan": 1}}, {"vim": 1}) is None


def test_a_pool_is_called_by_its_label() -> None:
    clause = {"clause": "pool", "where": "type:ship", "label": "ships"}
    assert bundled_schema("format").problems({"name": "It", "clauses": {"it": clause}}) == []
    found = only(clause, {"mine": 1})
    assert found is not None
    assert found.help == "Test admits ships"


def test_pool_by_query_set_and_ban() -> None:
    assert only({"clause": "pool", "where": "type:ship"}, {"probe": 1}) is None
    found = only({"clause": "pool", "where": "type:ship"}, {"probe": 1, "alarm": 2, "mine": 1})
    assert found is not None
    assert found.message == "Alarm and Mine are not in the pool of Test: remove 3"
    assert (found.code, found.cards) == ("not-in-pool", ("alarm", "mine"))
    assert found.help == "Test admits cards that match `type:ship`"
    by_set = only({"clause": "pool", "sets": ["first"]}, {"probe": 1, "elan": 1})
    assert by_set is not None
    assert (by_set.code, by_set.cards, by_set.help) == (
        "not-in-pool",
        ("elan",),
        "Test admits cards of first",
    )
    banned = only({"clause": "pool", "banned": ["vim", "mine"]}, {"probe": 1, "elan": 2})
    assert banned is not None
    assert (banned.code, banned.message) == ("banned-card", "Élan Vital is banned in Test: remove 2")


def test_pool_restricted() -> None:
    clause = {"clause": "pool", "restricted": {"max": 1, "cards": ["probe", "mine", "relic"]}}
    assert only(clause, {"probe": 3, "alarm": 1}) is None
    found = only(clause, {"probe": 3, "mine": 1, "alarm": 1})
    assert found is not None
    assert found.message == "2 restricted cards (Mine and Probe), and Test allows 1: keep 1 of them"
    assert (found.code, found.limit, found.actual) == ("too-many-restricted", 1, 2)


def test_pool_points() -> None:
    clause = {"clause": "pool", "points": {"limit": 5, "cards": {"probe": 2, "mine": 1}}}
    assert only(clause, {"probe": 2, "mine": 1}) is None
    found = only(clause, {"probe": 2, "mine": 2, "alarm": 1})
    assert found is not None
    assert found.message == "6 points (Mine 2 and Probe 4), and Test allows 5: save 1"
    assert (found.code, found.cards) == ("too-many-points", ("mine", "probe"))


def test_allowance() -> None:
    clause = {
        "clause": "allowance",
        "where": "-faction:terrans",
        "groups": [
            {"where": "type:ship", "max": 2, "label": "ships"},
            {"where": "faction:invaders", "max": 1},
        ],
    }
    judge = judge_of({"it": clause})
    verdict = judge.judge({"main": {"mine": 9, "probe": 1, "scrap-tug": 2}}, witness=True)
    assert verdict.legal
    assert verdict.witness is not None
    assert [(w.card, w.group, w.copies) for w in verdict.witness] == [
        ("probe", "faction:invaders", 1),
        ("scrap-tug", "ships", 2),
    ]
    (found,) = judge.judge({"main": {"probe": 2, "scrap-tug": 2}}).violations
    assert found.message == (
        "4 cards (Probe and Scrap Tug) for 3 places (ships and cards that match `faction:invaders`) in Test: remove 1"
    )
    assert (found.code, found.limit, found.actual) == ("too-many-for-allowance", 3, 4)
    (found,) = judge.judge({"main": {"elan": 2}}, witness=True).violations
    assert found.message == "Élan Vital has no allowance in Test: remove 2"
    assert found.code == "no-allowance"


def test_exchange_counts_a_swap_once() -> None:
    judge = judge_of({"it": {"clause": "exchange", "max": 2}})
    before = {"main": {"probe": 3, "mine": 3}}
    assert judge.judge({"main": {"mine": 9}}).legal
    assert judge.judge(before, previous=before).legal
    assert judge.judge({"main": {"probe": 1, "mine": 3, "alarm": 2}}, previous=before).legal
    assert judge.judge({"main": {"probe": 1, "mine": 3}}, previous=before).legal
    (found,) = judge.judge({"main": {"probe": 0 + 1, "mine": 2, "alarm": 2}}, previous=before).violations
    assert found.message == "3 cards changed (2 in, 3 out), and Test allows 2: undo 1"
    assert (found.code, found.cards) == ("too-many-changes", ("alarm", "mine", "probe"))


def test_exchange_knows_former_ids() -> None:
    judge = judge_of({"it": {"clause": "exchange", "max": 0}})
    assert judge.judge({"main": {"elan": 2}}, previous={"main": {"vim": 2}}).legal


def test_within() -> None:
    sections = {"pool": "Pool", "arsenal": "Arsenal"}
    judge = judge_of({"it": {"clause": "within", "section": "arsenal", "of": "pool"}}, sections)
    assert judge.judge({"main": {"probe": 2}}).legal
    assert judge.judge({"pool": {"probe": 2, "mine": 1}, "arsenal": {"probe": 2}}).legal
    found = judge.judge({"pool": {"probe": 2}, "arsenal": {"probe": 3, "mine": 1}}).violations
    assert [v.message for v in found] == [
        "1 copy of Mine in Arsenal, and Pool holds none: remove 1",
        "3 copies of Probe in Arsenal, and Pool holds 2: remove 1",
    ]
