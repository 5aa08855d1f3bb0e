"""What is wrong with a format file that its schema can't say, and where."""

from typing import Any

import pytest

from builder.diagnostics.codes import CODES
from builder.legality.faults import check_format, queries_of
from builder.schema import bundled_schema
from tests.support.cards import FORMATS, INDEX


@pytest.mark.parametrize(
    ("question", "path", "code"),
    [
        ({"roll": {"a": 1}}, (), "missing-key"),
        ({"attack": {"a": 1}}, (), "missing-key"),
        ({}, (), "missing-key"),
        ({"roll": {"a": 13}, "want": {"x": 1}}, ("roll", "a"), "out-of-range"),
        ({"roll": {"a": 1}, "want": {"x": 1}, "worth": 2}, ("worth",), "key-not-allowed"),
        ({"attack": {"a": 1}, "defense": {"a": 1}, "want": {"x": 1}}, ("want",), "key-not-allowed"),
    ],
)
def test_the_schema_says_where_a_question_is_wrong(question: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    found = bundled_schema("format").problems({"name": "It", "odds": [{"name": "Q", **question}]})
    assert [(p.path, p.code) for p in found] == [(("odds", 0, *path), code)]


DICE = {"probe": [["hit"], ["hit", "hit"], ["shield"], []], "mine": [[str(n)] * n for n in range(1, 9)]}


def problems(definition: dict[str, Any], **others: Any) -> list[tuple[tuple[Any, ...], str]]:
    """Path and code of what is wrong with a format called `it`; it has the shape of its schema."""
    assert bundled_schema("format").problems(definition) == []
    found = check_format(
        "it",
        {**FORMATS, **others, "it": definition},
        cards=INDEX,
        sets=["first", "second"],
        fields=["faction", "cost"],
        has_amounts=lambda name: name == "cost",
        faces=DICE.get,
    )
    seen = list(found)
    assert all(p.code in CODES and p.message for p in seen)
    return [(p.path, p.code) for p in seen]


def test_good_formats_have_no_problems() -> None:
    for format_id, definition in FORMATS.items():
        assert bundled_schema("format").problems(definition) == []
        assert list(check_format(format_id, FORMATS, cards=INDEX, sets=[], fields=[])) == []


def _with(**clause: Any) -> dict[str, Any]:
    return {"name": "It", "clauses": {"x": clause}}


@pytest.mark.parametrize(
    ("definition", "path", "code"),
    [
        ({"extends": "bsae"}, ("extends",), "unknown-format"),
        ({"extends": "it"}, ("extends",), "circular-format"),
        ({"drop": ["size"]}, ("drop", 0), "unknown-clause"),
        ({"extends": "base", "drop": ["siez"]}, ("drop", 0), "unknown-clause"),
        ({"history": [{"from": "2025-01-01", "drop": ["x"]}]}, ("history", 0, "drop", 0), "unknown-clause"),
        ({"history": [{"from": "2025-02-30"}]}, ("history", 0, "from"), "bad-date"),
        ({"history": [{"from": "2025-02-03"}, {"from": "2025-02-03"}]}, ("history", 1, "from"), "history-order"),
        ({"history": [{"from": "2025-02-03"}, {"from": "2024-02-03"}]}, ("history", 1, "from"), "history-order"),
        ({"sections": {"pool": {"name": "Pool"}, "main": {"name": "Main"}}}, ("sections", "main"), "misplaced-main"),
        (
            {"history": [{"from": "2025-01-01", "clauses": {"x": {"clause": "pool", "sets": ["no"]}}}]},
            ("history", 0, "clauses", "x", "sets", 0),
            "unknown-set",
        ),
    ],
)
def test_problems_of_formats(definition: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    assert problems({"name": "It", **definition}) == [(path, code)]


@pytest.mark.parametrize(
    ("clause", "path", "code"),
    [
        ({"clause": "size", "min": 1, "section": "side"}, ("section",), "unknown-section"),
        ({"clause": "copies", "max": 1, "across": ["main", "side"]}, ("across", 1), "unknown-section"),
        ({"clause": "within", "section": "main", "of": "pool"}, ("of",), "unknown-section"),
        ({"clause": "within", "section": "main", "of": "main"}, ("of",), "contradictory-clause"),
        ({"clause": "size", "min": 9, "max": 3}, ("min",), "contradictory-clause"),
        ({"clause": "size", "exactly": 9, "max": 3}, ("max",), "contradictory-clause"),
        ({"clause": "copies", "max": 3, "section": "main", "across": ["main"]}, ("across",), "contradictory-clause"),
        ({"clause": "copies", "max": 3, "by": "colour"}, ("by",), "unknown-field"),
        (
            {"clause": "size", "min": 0, "stated-by": {"section": "side", "field": "cost"}},
            ("stated-by", "section"),
            "unknown-section",
        ),
        (
            {"clause": "size", "min": 0, "stated-by": {"section": "main", "field": "colour"}},
            ("stated-by", "field"),
            "unknown-field",
        ),
        ({"clause": "count", "sum": "faction", "max": 3}, ("sum",), "no-amounts"),
        ({"clause": "pool", "points": {"limit": 3, "field": "faction"}}, ("points", "field"), "no-amounts"),
        ({"clause": "pool", "sets": ["third"]}, ("sets", 0), "unknown-set"),
        ({"clause": "pool", "banned": ["mien"]}, ("banned", 0), "unknown-card"),
        ({"clause": "pool", "restricted": {"max": 1, "cards": ["mien"]}}, ("restricted", "cards", 0), "unknown-card"),
        ({"clause": "pool", "points": {"limit": 1, "cards": {"mien": 1}}}, ("points", "cards", "mien"), "unknown-card"),
        ({"clause": "composition", "cards": {"mien": 1}}, ("cards", "mien"), "unknown-card"),
        ({"clause": "inventory", "players": {"min": 3, "max": 2}}, ("players", "min"), "contradictory-clause"),
        (
            {"clause": "inventory", "shared": {"type:ship": 1}, "labels": {"type:shop": "ships"}},
            ("labels", "type:shop"),
            "contradictory-clause",
        ),
        ({"clause": "inventory", "shared": {"type:ship": 1}, "section": "side"}, ("section",), "unknown-section"),
        ({"clause": "dice", "faces": 3, "start": [["a"], ["b"]]}, ("start",), "contradictory-clause"),
        ({"clause": "dice", "each": 1, "start": [["a"], ["a", "b"]]}, ("start", 1), "contradictory-clause"),
        ({"clause": "dice", "of": ["a"], "start": [["a"], ["b"]]}, ("start", 1, 0), "contradictory-clause"),
    ],
)
def test_problems_of_clauses(clause: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    assert problems(_with(**clause)) == [(("clauses", "x", *path), code)]


@pytest.mark.parametrize(
    ("question", "path", "code"),
    [
        ({"roll": {"porbe": 1}, "want": {"hit": 1}}, ("roll", "porbe"), "unknown-card"),
        ({"roll": {"alarm": 1}, "want": {"hit": 1}}, ("roll", "alarm"), "not-a-die"),
        ({"roll": {"probe": 1}, "want": {"hti": 1}}, ("want", "hti"), "unknown-symbol"),
        ({"roll": {"probe": 9, "mine": 9}, "want": {"hit": 1}}, (), "odds-too-large"),
        ({"roll": {"mine": 12}, "want": {str(n): 9 for n in range(1, 9)}}, (), "odds-too-large"),
        (
            {"attack": {"probe": 1}, "defense": {"probe": 1}, "cancels": {"shield": "hti"}},
            ("cancels", "shield"),
            "unknown-symbol",
        ),
        (
            {"attack": {"probe": 1}, "defense": {"probe": 1}, "blocks": ["hit", "sheild"]},
            ("blocks", 1),
            "unknown-symbol",
        ),
        ({"attack": {"mine": 12}, "defense": {"mine": 12}, "blocks": ["1"]}, (), "odds-too-large"),
    ],
)
def test_problems_of_questions(question: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    assert problems({"name": "It", "odds": [{"name": "Q", **question}]}) == [(("odds", 0, *path), code)]


def test_circles_and_missing_parents_further_up_are_problems() -> None:
    assert problems(
        {"name": "It", "extends": "a"}, a={"name": "A", "extends": "b"}, b={"name": "B", "extends": "a"}
    ) == [(("extends",), "circular-format")]
    (found,) = check_format("it", {"it": {"name": "It", "extends": "a"}, "a": {"name": "A", "extends": "gone"}})
    assert found.message == '"a" extends "gone", and there is no such format'


def test_sections_that_inherited_clauses_need_must_stay() -> None:
    parent = {
        "name": "Parent",
        "sections": {"main": {"name": "Main"}, "side": {"name": "Side"}},
        "clauses": {"side": {"clause": "size", "max": 15, "section": "side"}},
    }
    child: dict[str, Any] = {"name": "It", "extends": "parent", "sections": {"main": {"name": "Main"}}}
    assert problems(child, parent=parent) == [(("sections",), "unknown-section")]
    assert problems({**child, "drop": ["side"]}, parent=parent) == []


def test_an_unknown_kind_of_clause_is_a_problem_of_its_own() -> None:
    (found,) = check_format("it", {"it": _with(clause="sise", min=1)})
    assert (found.path, found.code) == (("clauses", "x", "clause"), "unknown-clause")
    assert found.help.startswith('did you mean "size"?')


def test_every_query_of_a_format_is_found() -> None:
    definition = {
        "name": "It",
        "clauses": {
            "a": {"clause": "count", "where": "one", "max": 1},
            "b": {"clause": "allowance", "where": "two", "groups": [{"where": "three", "max": 1}]},
            "d": {"clause": "inventory", "per-player": {"five": 1}, "shared": {"six": 1}},
        },
        "history": [
            {"from": "2025-01-01", "clauses": {"c": {"clause": "composition", "cards": {"mine": 1}, "besides": "four"}}}
        ],
    }
    assert {(name.path, name.word, name.at_key) for name in queries_of(definition)} == {
        (("clauses", "a", "where"), "one", False),
        (("clauses", "b", "where"), "two", False),
        (("clauses", "b", "groups", 0, "where"), "three", False),
        (("clauses", "d", "per-player", "five"), "five", True),
        (("clauses", "d", "shared", "six"), "six", True),
        (("history", 0, "clauses", "c", "besides"), "four", False),
    }


@pytest.mark.parametrize(
    ("clause", "path", "code"),
    [
        ({"clause": "size"}, (), "missing-key"),
        ({"clause": "sise", "min": 1}, ("clause",), "unknown-value"),
        ({"clause": "copies", "max": 1, "were": "x"}, ("were",), "unknown-key"),
        ({"clause": "copies", "max": "2"}, ("max",), "wrong-type"),
        ({"clause": "exchange", "max": 1, "where": "x"}, ("where",), "unknown-key"),
        ({"clause": "allowance", "groups": [{"where": "x"}]}, ("groups", 0), "missing-key"),
        ({"max": 1}, (), "missing-key"),
        ({"clause": "inventory", "section": "main"}, (), "missing-key"),
        ({"clause": "inventory", "per-player": {"x": 0}}, ("per-player", "x"), "out-of-range"),
        ({"clause": "dice"}, (), "missing-key"),
        ({"clause": "dice", "faces": 6, "per-player": 1}, (), "missing-key"),
        ({"clause": "composition", "cards": {"x": 1}, "per-player": 2}, ("per-player",), "unknown-value"),
    ],
)
def test_the_schema_says_where_a_clause_is_wrong(clause: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    found = bundled_schema("format").problems({"name": "It", "clauses": {"x": clause}})
    assert [(p.path, p.code) for p in found] == [(("clauses", "x", *path), code)]
