"""What a judge says of decks whatever their format: unknown cards and sections, former ids, all violations."""

import json
from typing import Any

import pytest

from builder.legality import Clause, Format, Judge, Verdict
from builder.legality.kinds import depends_on_players
from builder.schema import bundled_schema
from tests.support.cards import INDEX, TWO_SECTIONS, judge_of, resolve


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
        *("unknown-card", "too-few-cards", "too-many-copies", "banned-card", "too-many-of-a-kind")
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
    assert depends_on_players(Clause("a", kind, parameters)) is depends


def judged(clauses: dict[str, Any], setup: dict[str, Any], players: int | None = None) -> Verdict:
    made = tuple(Clause(i, c["clause"], c) for i, c in clauses.items())
    judge = Judge(INDEX, Format("test", "Test", made, setup=setup), resolve)
    return judge.judge({"main": {"probe": 12}}, players=players)


@pytest.mark.parametrize(("setup", "players", "meant"), [({}, None, 1), ({}, 4, 4), (3, None, 3), (3, 2, 2)])
def test_the_number_of_players(setup: Any, players: int | None, meant: int) -> None:
    clause = {"it": {"clause": "size", "exactly": 0, "per-player": 12}}
    verdict = judged(clause, {"players": setup}, players)
    assert (verdict.players, verdict.legal) == (meant, meant == 1)


def test_a_verdict_says_the_players_only_where_they_matter() -> None:
    assert judged({"it": {"clause": "size", "min": 1}}, {"players": 2}, 3).players is None
    assert judged({"it": {"clause": "inventory", "players": {"min": 1}}}, {"players": 2}, 3).players == 3
    for verdict in (judged({}, {}), judged({"it": {"clause": "count", "where": "type:ship", "per-player": 1}}, {}, 7)):
        document = json.loads(json.dumps({"decks": [verdict.to_json("d", "g")]}))
        assert bundled_schema("check-output").problems(document) == []
        assert document["decks"][0].get("players") == verdict.players


def test_verdicts_have_the_shape_of_their_schema() -> None:
    judge = judge_of({"size": {"clause": "size", "min": 4}})
    bad = judge.judge({"main": {"nothing": 1}}).to_json("d.yaml", "game")
    good = judge.judge({"main": {"probe": 4}}, witness=True).to_json("e.yaml", "game")
    document = json.loads(json.dumps({"decks": [bad, good]}))
    assert bundled_schema("check-output").problems(document) == []
    assert good == {"deck": "e.yaml", "game": "game", "format": "test", "legal": True, "violations": [], "witness": []}
    assert list(bad["violations"][1]) == [
        *("code", "message", "limit", "actual", "cards", "section", "help", "clause", "values")
    ]
