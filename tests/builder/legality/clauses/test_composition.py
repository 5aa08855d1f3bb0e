"""Exactly which cards a section holds."""

from tests.support.cards import broken, judge_of, only


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


def test_compositions_are_for_each_player() -> None:
    clause = {"clause": "composition", "cards": {"mine": 1, "probe": 2}, "besides": "type:action", "per-player": True}
    assert only(clause, {"mine": 3, "probe": 6, "alarm": 9}, 3) is None
    assert only(clause, {"mine": 1, "probe": 2}) is None
    found = broken(clause, {"mine": 2, "probe": 3}, 2)
    assert found.message == "3 copies of Probe, and Test asks for 4 for 2 players: add 1"
    assert (found.code, found.limit, found.actual, found.cards) == ("missing-card", 4, 3, ("probe",))
    found = broken(clause, {"mine": 2, "probe": 4, "relic": 1}, 2)
    assert found.message == "1 copy of Relic, and Test has no place for it: remove 1"
