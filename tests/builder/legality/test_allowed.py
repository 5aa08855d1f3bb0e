"""How many copies of a card a format allows: as many as its judge lets through, and not one more."""

from typing import Any

import pytest

from builder.legality import allowed as module
from builder.legality.allowed import Allowed, allowed
from tests.support.cards import TWO_SECTIONS, judge_of

CLAUSES: dict[str, Any] = {
    "size": {"clause": "size", "min": 4, "max": 9},
    "copies": {"clause": "copies", "max": 3},
    "ships": {"clause": "copies", "max": 2, "where": "type:ship"},
    "pool": {"clause": "pool", "banned": ["mine"], "where": "-id=vim", "description": "No mines."},
    "points": {"clause": "pool", "section": "main", "points": {"limit": 5, "cards": {"probe": 3}}},
}


def _breaks(found: Any, card: str) -> bool:
    over = [v for v in found.violations if v.limit is not None and v.actual > v.limit]
    return any(card in v.cards or v.code == "too-many-cards" for v in over)


@pytest.mark.parametrize("sections", [{"main": "Main"}, TWO_SECTIONS])
@pytest.mark.parametrize("most", [module.MOST_FAULTS, 0])
def test_as_many_as_the_judge_lets_through(
    sections: dict[str, str], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_FAULTS", most)
    clauses = CLAUSES if most else {name: one for name, one in CLAUSES.items() if name != "points"}
    judge = judge_of(clauses, sections)
    found = allowed(judge)
    assert set(found.sections) == set(sections)
    for section, cards in found.sections.items():
        for card in judge.cards.cards:
            if card not in cards:
                assert _breaks(judge.judge({section: {card: 1}}), card)
                continue
            limits = [n for n in (cards[card], found.deck.get(card)) if n is not None]
            if not limits:
                assert not _breaks(judge.judge({section: {card: 10_000}}), card)
                continue
            assert not _breaks(judge.judge({section: {card: min(limits)}}), card)
            assert _breaks(judge.judge({section: {card: min(limits) + 1}}), card)


def test_what_is_not_allowed_says_why() -> None:
    found = allowed(judge_of(CLAUSES, TWO_SECTIONS))
    assert found.out[("banned-card", "No mines.")] == ["mine"]
    assert "vim" not in found.sections["main"]
    assert found.deck["scrap-tug"] == 2
    assert found.sections["side"]["scrap-tug"] is None


def test_a_section_that_comes_out_of_another_admits_what_that_one_does() -> None:
    clauses = {"within": {"clause": "within", "section": "side", "of": "main"}, "one": {"clause": "copies", "max": 1}}
    assert set(allowed(judge_of(clauses, TWO_SECTIONS)).sections["side"].values()) == {None}


def test_limits_grow_with_the_players() -> None:
    judge = judge_of({"it": {"clause": "copies", "max": [2, 2, 3]}})
    assert [allowed(judge, players).sections["main"]["probe"] for players in (None, 1, 3)] == [2, 2, 3]


def test_one_card_alone_may_be_asked_about() -> None:
    judge = judge_of(CLAUSES, TWO_SECTIONS)
    whole, one = allowed(judge), allowed(judge, cards=["scrap-tug"])
    assert one.sections == {name: {"scrap-tug": cards["scrap-tug"]} for name, cards in whole.sections.items()}
    assert (one.deck, one.out) == ({"scrap-tug": 2}, {})
    assert allowed(judge, cards=["mine"]).out == {("banned-card", "No mines."): ["mine"]}


def test_no_rules_limit_nothing() -> None:
    judge = judge_of({})
    assert allowed(judge) == Allowed({"main": {**dict.fromkeys(judge.cards.cards), "relic": 3}}), "a card limits itself"
