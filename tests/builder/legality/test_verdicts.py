"""Verdicts as JSON, and violations as faults to report."""

import json

from builder.schema import bundled_schema
from tests.support.cards import judge_of

TWO_SECTIONS = {"main": "Main", "side": "Side"}


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
