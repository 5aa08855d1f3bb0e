"""In a browser, without jsonschema, the same values fit, and the same is said of those that don't."""

from typing import Any

import pytest

from builder.schema import Schema, bundled_schema
from builder.web.api.endpoints import ENDPOINTS
from builder.web.server.openapi import description
from engine.schemas import Validator

CARDS = {"a": 1, "b": 10_000}
DECKS: list[Any] = [
    None, 3, [], {}, {"name": "x"}, {"name": "x", "game": "g", "cards": CARDS}, {"name": "", "game": "g", "cards": {}},
    {"name": "x", "game": "g", "cards": {"a": 0, "b": "2", "c": 1.0, "d": 1.5, "e": True}},
    {"name": "x", "game": "g", "cards": {}, "sections": {"Main": {}, "side": {"a": None}}},
    {"name": "x" * 121, "game": 7, "cards": CARDS, "more": 1, "nmae": 2, "players": 101, "lost": "no"},
    {"name": "x", "game": "g", "sections": {}, "dice": [[["a"], ["B", "a-"]], [[]]]},
    {"name": "x", "game": "g", "cards": CARDS, "printings": {"a": {}, "b": {"S": 0}}},
    {"name": "x", "game": "g", "cards": CARDS, "dice": [], "description": {"spark": None}, "author": ["x"]},
]  # fmt: skip


TEXT_OR_NAMED = {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"a": {"type": "integer"}}}]}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        *((bundled_schema("deck").schema, deck) for deck in DECKS),
        (TEXT_OR_NAMED, {"a": "x"}),
        (TEXT_OR_NAMED, 1),
        ({"pattern": "^[a-z]+$"}, "a\n"),
    ],
)
def test_the_same_is_said_of_a_value(schema: Any, value: Any) -> None:
    usual, plain = Schema(schema), Schema(schema)
    plain.__dict__["_verdict"] = plain.__dict__["_explainer"] = Validator(schema)
    assert plain.fits(value) is usual.fits(value)
    assert plain.problems(value) == usual.problems(value)


def test_all_that_the_api_is_sent_can_be_asked_so() -> None:
    assert description()
    for one in ENDPOINTS:
        if one.body is not None:
            sent = {"deck": {}, "decks": [{}], "before": {}, "after": {}, "text": "", "formats": [1]}
            list(Validator(one.body).iter_errors(sent))
