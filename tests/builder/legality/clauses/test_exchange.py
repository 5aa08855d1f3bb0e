"""How many cards may change between two games."""

from tests.support.cards import judge_of


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
