"""What a judge says of decks whatever their format: unknown cards and sections, former ids, all violations."""

from __future__ import annotations

from typing import Any

import pytest

from builder.legality import Clause, Format
from builder.legality.judge import depends_on_players
from tests.support.cards import judge_of

TWO_SECTIONS = {"main": "Main", "side": "Side"}


def test_unknown_cards_are_reported_with_near_matches_and_the_rest_is_judged() -> None:
    judge = judge_of({"size": {"clause": "size", "min": 4}, "copies": {"clause": "copies", "max": 2}})
    unknown, copies = judge.judge({"main": {"scrap-tgu": 1, "probe": 3}}).violations
    assert unknown.code == "unknown-card"
    assert unknown.message == 'there is no card "scrap-tgu"'
    assert unknown.help.startswith('did you mean "Scrap Tug" (scrap-tug)')
    assert copies.code == "too-many-copies"


def test_former_ids_count_as_the_card_of_today() -> None:
    judge = judge_of({"copies": {"clause": "copies", "max": 2}})
    (found,) = judge.judge({"main": {"vim": 2, "elan": 1}}).violations
    assert (found.cards, found.actual) == (("elan",), 3)


def test_unknown_sections_are_reported() -> None:
    (found,) = judge_of({}, TWO_SECTIONS).judge({"main": {"probe": 1}, "sied": {"probe": 1}}).violations
    assert (found.code, found.section) == ("unknown-section", "sied")
    assert found.message == 'there is no section "sied" in Test'
    assert found.help == 'did you mean "side"? sections: main, side'


def test_main_means_the_first_section() -> None:
    judge = judge_of({"size": {"clause": "size", "min": 1}}, {"pool": "Pool", "arsenal": "Arsenal"})
    assert judge.judge({"main": {"probe": 1}}).legal
    assert not judge.judge({"arsenal": {"probe": 1}}).legal


def test_all_violations_are_listed() -> None:
    judge = judge_of(
        {
            "size": {"clause": "size", "min": 20},
            "copies": {"clause": "copies", "max": 2},
            "pool": {"clause": "pool", "banned": ["mine"]},
            "ships": {"clause": "count", "where": "type:ship", "max": 1},
        }
    )
    verdict = judge.judge({"main": {"probe": 3, "mine": 1, "nothing": 1}})
    assert [v.code for v in verdict.violations] == [
        "unknown-card",
        "too-few-cards",
        "too-many-copies",
        "banned-card",
        "too-many-of-a-kind",
    ]
    assert not verdict.legal


@pytest.mark.parametrize(
    ("kind", "parameters", "depends"),
    [
        ("size", {"min": 1}, False),
        ("inventory", {}, True),
        ("copies", {"max": [2, 3]}, True),
        ("copies", {"max": 2}, False),
        ("x-odd", {"per-player": True}, True),
    ],
)
def test_what_depends_on_the_number_of_players(kind: str, parameters: dict[str, Any], depends: bool) -> None:
    assert depends_on_players(Format("it", "It", (Clause("a", kind, parameters),))) is depends
