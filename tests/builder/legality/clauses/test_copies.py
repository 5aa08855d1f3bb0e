"""The limits of copies: what is counted together, which limit wins, what a card says of itself."""

from typing import Any

from builder.decks import CardIndex
from builder.legality import Violation
from tests.support.cards import TWO_SECTIONS, bare_card, broken, judge_of, only


def test_copies() -> None:
    clause = {"clause": "copies", "max": 2}
    assert only(clause, {"scrap-tug": 2, "probe": 2}) is None
    found = broken(clause, {"scrap-tug": 3, "probe": 2})
    assert found.message == "3 copies of Scrap Tug, and Test allows 2: remove 1"
    assert (found.code, found.limit, found.actual, found.cards) == ("too-many-copies", 2, 3, ("scrap-tug",))


def test_a_limit_for_each_number_of_players() -> None:
    judge = judge_of({"it": {"clause": "copies", "max": [2, 2, 3]}, "two": {"clause": "copies", "max": 4}})
    for players, most in ((1, 2), (2, 2), (3, 3), (4, 3), (100, 3)):
        assert judge.judge({"main": {"probe": most}}, players=players).legal
        (found,) = judge.judge({"main": {"probe": most + 1}}, players=players).violations
        assert (found.limit, found.clause) == (most, "it")
    (found,) = judge.judge({"main": {"probe": 4}}, players=3).violations
    assert found.message == "4 copies of Probe, and Test allows 3 for 3 players: remove 1"
    assert judge.judge({"main": {}}, players=3).players == 3, "the verdict says for how many"


def test_the_strictest_limit_of_copies_wins_and_is_reported_once() -> None:
    judge = judge_of(
        {
            "two": {"clause": "copies", "max": 2},
            "marked": {"clause": "copies", "max": 1, "where": "has:rarity", "description": "One of a kind."},
            "ships": {"clause": "copies", "max": 3, "where": "type:ship"},
        }
    )
    assert judge.judge({"main": {"flagship": 1, "probe": 2}}).legal
    (found,) = judge.judge({"main": {"flagship": 4}}).violations
    assert found.message == "4 copies of Flagship, and Test allows 1: remove 3"
    assert (found.clause, found.help) == ("marked", "One of a kind.")


def test_copies_by_name_count_different_cards_together() -> None:
    twins = {"twin-a": 2, "twin-b": 2}
    assert only({"clause": "copies", "max": 3}, twins) is None
    found = broken({"clause": "copies", "max": 3, "by": "name"}, twins)
    assert found.message == "4 copies of Twin, and Test allows 3: remove 1"
    assert found.cards == ("twin-a", "twin-b")
    assert only({"clause": "copies", "max": 3, "by": "name"}, {"twin-a": 2, "twin-b": 1}) is None


def test_a_stricter_limit_on_one_card_does_not_hide_the_limit_of_its_name() -> None:
    one = {"clause": "copies", "max": 2, "where": "id:twin-a"}
    judge = judge_of({"name": {"clause": "copies", "max": 3, "by": "name"}, "one": one})
    assert judge.judge({"main": {"twin-a": 2, "twin-b": 1}}).legal
    (found,) = judge.judge({"main": {"twin-a": 2, "twin-b": 3}}).violations
    assert (found.clause, found.actual) == ("name", 5)


def test_copies_by_a_field() -> None:
    found = broken({"clause": "copies", "max": 2, "by": "faction"}, {"probe": 2, "alarm": 1, "mine": 2})
    assert found.message == '3 cards with faction "invaders", and Test allows 2: remove 1'
    assert only({"clause": "copies", "max": 1, "by": "rarity"}, {"probe": 9}) is None
    assert only({"clause": "copies", "max": 1, "by": "cost.oil"}, {"flagship": 1, "mine": 1}) is None
    assert only({"clause": "copies", "max": 2, "by": "set"}, {"probe": 2, "elan": 1}) is None


def test_copies_count_over_all_sections_unless_the_format_says_otherwise() -> None:
    deck = {"main": {"probe": 2}, "side": {"probe": 1}}

    def verdict(**more: Any) -> tuple[Violation, ...]:
        return judge_of({"it": {"clause": "copies", "max": 2, **more}}, TWO_SECTIONS).judge(deck).violations

    (found,) = verdict()
    assert found.message == "3 copies of Probe, and Test allows 2: remove 1"
    assert found.section == ""
    assert not verdict(section="main")
    assert not verdict(section="side")
    (found,) = verdict(across=["main", "side"])
    assert found.message == "3 copies of Probe in Main and Side, and Test allows 2: remove 1"
    assert verdict(section="main", max=1)[0].message == "2 copies of Probe in Main, and Test allows 1: remove 1"


def test_a_card_may_overrule_the_limit_of_copies() -> None:
    clauses = {"two": {"clause": "copies", "max": 2}, "all-one": {"clause": "copies", "max": 1, "by": "name"}}
    judge = judge_of(clauses)
    assert judge.judge({"main": {"swarm": 1_000_000, "relic": 3}}).legal
    (found,) = judge.judge({"main": {"relic": 4}}).violations
    assert found.message == "4 copies of Relic, and the card allows 3: remove 1"
    assert (found.limit, found.clause) == (3, "")


def test_where_the_format_counts_names_the_limit_of_a_card_counts_its_name() -> None:
    index = CardIndex(bare_card(one, "Twin", deckbuilding={"copies": 2}) for one in ("a", "b"))
    two = {"clause": "copies", "max": 2}
    for clauses, names in (({"two": two}, []), ({"two": two, "name": {**two, "by": "name"}}, [("a", "b")])):
        judge = judge_of(clauses, index=index, matching=lambda _: frozenset({"a", "b"}))
        assert [found.cards for found in judge.judge({"main": {"a": 2, "b": 1}}).violations] == names


def test_a_cards_own_limit_holds_where_the_format_has_none() -> None:
    assert [v.code for v in judge_of({}).judge({"main": {"relic": 4, "probe": 9}}).violations] == ["too-many-copies"]


def test_a_million_copies_are_counted() -> None:
    judge = judge_of({"size": {"clause": "size", "max": 100}, "copies": {"clause": "copies", "max": 2}})
    size, copies = judge.judge({"main": {"probe": 1_000_000}}).violations
    assert size.message == "1,000,000 cards, and Test allows at most 100: remove 999,900"
    assert copies.actual == 1_000_000
