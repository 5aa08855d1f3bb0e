"""A section that comes out of another one."""

from tests.support.cards import judge_of


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
