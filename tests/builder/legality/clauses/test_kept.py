"""The clause about what stays from one game of a series to the next."""

from tests.support.cards import TWO_SECTIONS, judge_of


def test_what_was_there_stays_whatever_comes() -> None:
    judge = judge_of({"it": {"clause": "kept"}})
    before = {"main": {"probe": 2, "mine": 1}}
    assert judge.judge({}).legal
    assert judge.judge({"main": {"probe": 2, "mine": 3, "alarm": 9}}, previous=before).legal
    found = judge.judge({"main": {"probe": 1, "alarm": 9}}, previous=before).violations
    assert [(v.code, v.limit, v.actual, v.cards, v.clause) for v in found] == [
        ("not-kept", 1, 0, ("mine",), "it"),
        ("not-kept", 2, 1, ("probe",), "it"),
    ]
    assert [v.message for v in found] == [
        "0 copies of Mine, and there was 1 before: Test keeps what was there, add 1",
        "1 copy of Probe, and there were 2 before: Test keeps what was there, add 1",
    ]


def test_only_its_section_stays() -> None:
    judge = judge_of({"it": {"clause": "kept", "section": "side"}}, TWO_SECTIONS)
    before = {"main": {"probe": 2}, "side": {"mine": 1}}
    assert judge.judge({"side": {"mine": 1}}, previous=before).legal
    (found,) = judge.judge({"main": {"probe": 2, "mine": 1}}, previous=before).violations
    assert found.message == "0 copies of Mine in Side, and there was 1 before: Test keeps what was there, add 1"
