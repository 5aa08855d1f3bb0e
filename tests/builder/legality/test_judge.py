"""Each clause with decks that it passes and fails, and what its violations say."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import permutations
from typing import Any

import pytest

from builder.decks import CardFacts, CardIndex
from builder.legality import CLAUSES, VIOLATIONS, Violation
from builder.legality.allowance import share_out
from builder.schema import bundled_schema
from tests.support.cards import INDEX, judge_of
from tests.support.commands import ROOT

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


def test_an_empty_deck_is_too_small() -> None:
    judge = judge_of({"size": {"clause": "size", "min": 4}})
    for deck in ({}, {"main": {}}):
        assert [v.code for v in judge.judge(deck).violations] == ["too-few-cards"]


def test_copies() -> None:
    clause = {"clause": "copies", "max": 2}
    assert only(clause, {"scrap-tug": 2, "probe": 2}) is None
    found = only(clause, {"scrap-tug": 3, "probe": 2})
    assert found is not None
    assert found.message == "3 copies of Scrap Tug, and Test allows 2: remove 1"
    assert (found.code, found.limit, found.actual, found.cards) == ("too-many-copies", 2, 3, ("scrap-tug",))


def test_every_card_with_too_many_copies_is_told() -> None:
    judge = judge_of({"copies": {"clause": "copies", "max": 2}})
    found = judge.judge({"main": {"scrap-tug": 3, "probe": 9, "mine": 1}}).violations
    assert sorted(v.cards for v in found) == [("probe",), ("scrap-tug",)]


def test_the_strictest_limit_of_copies_wins_and_is_told_once() -> None:
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
    found = only({"clause": "copies", "max": 3, "by": "name"}, twins)
    assert found is not None
    assert found.message == "4 copies of Twin, and Test allows 3: remove 1"
    assert found.cards == ("twin-a", "twin-b")
    assert only({"clause": "copies", "max": 3, "by": "name"}, {"twin-a": 2, "twin-b": 1}) is None


def test_a_stricter_limit_on_one_card_does_not_hide_the_limit_of_its_name() -> None:
    judge = judge_of(
        {
            "name": {"clause": "copies", "max": 3, "by": "name"},
            "one": {"clause": "copies", "max": 2, "where": "id:twin-a"},
        }
    )
    assert judge.judge({"main": {"twin-a": 2, "twin-b": 1}}).legal
    (found,) = judge.judge({"main": {"twin-a": 2, "twin-b": 3}}).violations
    assert (found.clause, found.actual) == ("name", 5)


def test_copies_by_a_field() -> None:
    found = only({"clause": "copies", "max": 2, "by": "faction"}, {"probe": 2, "alarm": 1, "mine": 2})
    assert found is not None
    assert found.message == '3 cards with faction "invaders", and Test allows 2: remove 1'
    assert only({"clause": "copies", "max": 1, "by": "rarity"}, {"probe": 9}) is None
    by_part = only({"clause": "copies", "max": 1, "by": "cost.oil"}, {"flagship": 1, "mine": 1})
    assert by_part is None
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
    assert verdict(across=["main", "side"])[0].message == (
        "3 copies of Probe in Main and Side, and Test allows 2: remove 1"
    )
    assert verdict(section="main", max=1)[0].message == "2 copies of Probe in Main, and Test allows 1: remove 1"


def test_a_card_may_overrule_the_limit_of_copies() -> None:
    clauses = {"two": {"clause": "copies", "max": 2}, "all-one": {"clause": "copies", "max": 1, "by": "name"}}
    judge = judge_of(clauses)
    assert judge.judge({"main": {"swarm": 1_000_000, "relic": 3}}).legal
    (found,) = judge.judge({"main": {"relic": 4}}).violations
    assert found.message == "4 copies of Relic, and the card allows 3: remove 1"
    assert (found.limit, found.clause) == (3, "")


def test_a_cards_own_limit_holds_where_the_format_has_none() -> None:
    assert [v.code for v in judge_of({}).judge({"main": {"relic": 4, "probe": 9}}).violations] == ["too-many-copies"]


def test_a_million_copies_are_counted() -> None:
    judge = judge_of({"size": {"clause": "size", "max": 100}, "copies": {"clause": "copies", "max": 2}})
    size, copies = judge.judge({"main": {"probe": 1_000_000}}).violations
    assert size.message == "1000000 cards, and Test allows at most 100: remove 999900"
    assert copies.actual == 1_000_000


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
    assert found.message == "4 cards (Probe and Scrap Tug) for 3 places (ships and faction:invaders) in Test: remove 1"
    assert (found.code, found.limit, found.actual) == ("too-many-for-allowance", 3, 4)
    (found,) = judge.judge({"main": {"elan": 2}}, witness=True).violations
    assert found.message == "Élan Vital has no allowance in Test: remove 2"
    assert found.code == "no-allowance"


def test_an_allowance_blames_only_the_cards_that_compete() -> None:
    copies = {"a": 3, "b": 1, "free": 1}
    groups = [(frozenset({"a", "b"}), 2), (frozenset({"free"}), 5)]
    sharing = share_out(copies, groups)
    assert (sharing.crowded, sharing.wanted, sharing.places) == (("a", "b"), 4, 2)


# Every card fits two of the groups, so that serving the least flexible first does not help.
_KNOT = {"a": 2, "b": 2, "c": 2, "d": 4}
_KNOT_FITS = {"a": (0, 1), "b": (1, 2), "c": (1, 3), "d": (0, 2)}
_KNOT_PLACES = (3, 2, 4, 1)


def _first_fit(cards: list[str], groups: tuple[int, ...]) -> bool:
    """Whether serving cards in this order, each copy from the first group with room, finds places for all."""
    left = list(_KNOT_PLACES)
    for card in cards:
        for _ in range(_KNOT[card]):
            group = next((g for g in groups if g in _KNOT_FITS[card] and left[g]), None)
            if group is None:
                return False
            left[group] -= 1
    return True


def _most_room(cards: list[str]) -> bool:
    """The same, each copy from the group with the most room."""
    left = list(_KNOT_PLACES)
    for card in cards:
        for _ in range(_KNOT[card]):
            group = max(_KNOT_FITS[card], key=lambda g: left[g])
            if not left[group]:
                return False
            left[group] -= 1
    return True


def test_a_deck_that_every_greedy_order_of_allowances_refuses_is_legal() -> None:
    listed = list(_KNOT)
    orders_of_cards = [
        listed,
        listed[::-1],
        sorted(listed, key=lambda c: _KNOT[c]),
        sorted(listed, key=lambda c: -_KNOT[c]),
    ]
    assert not any(_most_room(cards) for cards in orders_of_cards)
    for groups in permutations(range(4)):
        assert not any(_first_fit(cards, groups) for cards in orders_of_cards)
    index = CardIndex(CardFacts(i, i.upper()) for i in _KNOT)

    def matching(where: str) -> frozenset[str]:
        return frozenset(c for c, fits in _KNOT_FITS.items() if int(where) in fits)

    groups_ = [{"where": str(g), "max": n} for g, n in enumerate(_KNOT_PLACES)]
    judge = judge_of({"it": {"clause": "allowance", "groups": groups_}}, index=index, matching=matching)
    verdict = judge.judge({"main": _KNOT}, witness=True)
    assert verdict.legal
    used: dict[str, int] = {}
    placed: dict[str, int] = {}
    for part in verdict.witness or ():
        assert int(part.group) in _KNOT_FITS[part.card]
        used[part.group] = used.get(part.group, 0) + part.copies
        placed[part.card] = placed.get(part.card, 0) + part.copies
    assert placed == _KNOT
    assert all(n <= _KNOT_PLACES[int(g)] for g, n in used.items())


def test_witnesses_do_not_depend_on_the_hash_seed() -> None:
    program = (
        "from builder.legality.allowance import share_out\n"
        f"print(share_out({_KNOT!r}, [(frozenset(c for c, f in {_KNOT_FITS!r}.items() if g in f), n)"
        f" for g, n in enumerate({_KNOT_PLACES!r})]))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1


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


def test_unknown_cards_are_told_with_near_matches_and_the_rest_is_judged() -> None:
    judge = judge_of({"size": {"clause": "size", "min": 4}, "copies": {"clause": "copies", "max": 2}})
    unknown, copies = judge.judge({"main": {"scrap-tgu": 1, "probe": 3}}).violations
    assert unknown.code == "unknown-card"
    assert unknown.message == 'there is no card "scrap-tgu"'
    assert unknown.help.startswith('did you mean "Scrap Tug" (scrap-tug)')
    assert copies.code == "too-many-copies"


def test_near_matches_know_names_and_ids() -> None:
    assert "(elan)" in INDEX.meant("Elan Vitall")
    assert "(elan)" in INDEX.meant("elan-vital")
    assert "(flagship)" in INDEX.meant("FLAGSHP")
    assert INDEX.meant("zzzz") == ""
    assert INDEX.meant("") == ""
    assert INDEX.meant("x" * 100_000) == ""


def test_former_ids_count_as_the_card_of_today() -> None:
    judge = judge_of({"copies": {"clause": "copies", "max": 2}})
    (found,) = judge.judge({"main": {"vim": 2, "elan": 1}}).violations
    assert (found.cards, found.actual) == (("elan",), 3)


def test_unknown_sections_are_told() -> None:
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


def test_verdicts_have_the_shape_of_their_schema() -> None:
    judge = judge_of({"size": {"clause": "size", "min": 4}})
    bad = judge.judge({"main": {"nothing": 1}}).to_json("d.yaml", "game")
    good = judge.judge({"main": {"probe": 4}}, witness=True).to_json("e.yaml", "game")
    document = json.loads(json.dumps({"decks": [bad, good]}))
    assert bundled_schema("check-output").problems(document) == []
    assert good == {
        "deck": "e.yaml",
        "game": "game",
        "format": "test",
        "legal": True,
        "violations": [],
        "witness": [],
    }
    assert list(bad["violations"][1]) == ["code", "message", "limit", "actual", "cards", "section", "help"]


def test_every_code_that_is_told_is_described() -> None:
    source = "".join(p.read_text("utf-8") for p in (ROOT / "builder" / "legality").glob("*.py"))
    for code in VIOLATIONS:
        assert source.count(f'"{code}"') >= 2, f"{code} is described and never told"


def test_every_kind_of_clause_and_code_is_documented() -> None:
    text = (ROOT / "docs" / "legality.md").read_text("utf-8")
    for kind in CLAUSES:
        assert f"\n### {kind}\n" in text, f"docs/legality.md has no section on {kind}"
    for code in VIOLATIONS:
        assert f"| `{code}` |" in text, f"docs/legality.md does not list {code}"


def test_the_schema_and_the_registry_know_the_same_clauses() -> None:
    schema = json.loads((ROOT / "schemas" / "format.schema.json").read_text("utf-8"))
    assert set(schema["$defs"]["clause"]["properties"]["clause"]["enum"]) == set(CLAUSES)
    for kind, function in CLAUSES.items():
        assert function.__doc__, kind
        assert schema["$defs"][kind]["description"]


def test_every_parameter_of_a_clause_is_documented_with_it() -> None:
    schema = json.loads((ROOT / "schemas" / "format.schema.json").read_text("utf-8"))
    text = (ROOT / "docs" / "legality.md").read_text("utf-8")
    for kind in CLAUSES:
        section = text.split(f"\n### {kind}\n")[1].split("\n## ")[0].split("\n### ")[0]
        for parameter in schema["$defs"][kind]["properties"].keys() - {"clause", "description"}:
            assert f"`{parameter}`" in section, f"docs/legality.md says nothing of {kind}'s {parameter}"
