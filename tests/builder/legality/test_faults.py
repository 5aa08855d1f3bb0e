"""What is wrong with a format file that its schema can't say, and where."""

from __future__ import annotations

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


def _asking(**question: Any) -> dict[str, Any]:
    return {"name": "It", "odds": [{"name": "Q", **question}]}


@pytest.mark.parametrize(
    ("definition", "path", "code"),
    [
        ({"name": "It", "extends": "bsae"}, ("extends",), "unknown-format"),
        ({"name": "It", "extends": "it"}, ("extends",), "circular-format"),
        ({"name": "It", "drop": ["size"]}, ("drop", 0), "unknown-clause"),
        ({"name": "It", "extends": "base", "drop": ["siez"]}, ("drop", 0), "unknown-clause"),
        (
            {"name": "It", "history": [{"from": "2025-01-01", "drop": ["x"]}]},
            ("history", 0, "drop", 0),
            "unknown-clause",
        ),
        ({"name": "It", "history": [{"from": "2025-02-30"}]}, ("history", 0, "from"), "bad-date"),
        (
            {"name": "It", "history": [{"from": "2025-02-03"}, {"from": "2025-02-03"}]},
            ("history", 1, "from"),
            "history-order",
        ),
        (
            {"name": "It", "history": [{"from": "2025-02-03"}, {"from": "2024-02-03"}]},
            ("history", 1, "from"),
            "history-order",
        ),
        (_with(clause="size", min=1, section="side"), ("clauses", "x", "section"), "unknown-section"),
        (_with(clause="copies", max=1, across=["main", "side"]), ("clauses", "x", "across", 1), "unknown-section"),
        (_with(clause="within", section="main", of="pool"), ("clauses", "x", "of"), "unknown-section"),
        (_with(clause="within", section="main", of="main"), ("clauses", "x", "of"), "contradictory-clause"),
        (_with(clause="size", min=9, max=3), ("clauses", "x", "min"), "contradictory-clause"),
        (_with(clause="size", exactly=9, max=3), ("clauses", "x", "max"), "contradictory-clause"),
        (
            _with(clause="copies", max=3, section="main", across=["main"]),
            ("clauses", "x", "across"),
            "contradictory-clause",
        ),
        (_with(clause="copies", max=3, by="colour"), ("clauses", "x", "by"), "unknown-field"),
        (
            _with(clause="size", min=0, **{"stated-by": {"section": "side", "field": "cost"}}),
            ("clauses", "x", "stated-by", "section"),
            "unknown-section",
        ),
        (
            _with(clause="size", min=0, **{"stated-by": {"section": "main", "field": "colour"}}),
            ("clauses", "x", "stated-by", "field"),
            "unknown-field",
        ),
        (_with(clause="pool", sets=["third"]), ("clauses", "x", "sets", 0), "unknown-set"),
        (_with(clause="pool", banned=["mien"]), ("clauses", "x", "banned", 0), "unknown-card"),
        (
            _with(clause="pool", restricted={"max": 1, "cards": ["mien"]}),
            ("clauses", "x", "restricted", "cards", 0),
            "unknown-card",
        ),
        (
            _with(clause="pool", points={"limit": 1, "cards": {"mien": 1}}),
            ("clauses", "x", "points", "cards", "mien"),
            "unknown-card",
        ),
        (_with(clause="composition", cards={"mien": 1}), ("clauses", "x", "cards", "mien"), "unknown-card"),
        (
            {"name": "It", "sections": {"pool": {"name": "Pool"}, "main": {"name": "Main"}}},
            ("sections", "main"),
            "misplaced-main",
        ),
        (
            _with(clause="inventory", players={"min": 3, "max": 2}),
            ("clauses", "x", "players", "min"),
            "contradictory-clause",
        ),
        (
            _with(clause="inventory", shared={"type:ship": 1}, labels={"type:shop": "ships"}),
            ("clauses", "x", "labels", "type:shop"),
            "contradictory-clause",
        ),
        (
            _with(clause="inventory", shared={"type:ship": 1}, section="side"),
            ("clauses", "x", "section"),
            "unknown-section",
        ),
        (_with(clause="dice", faces=3, start=[["a"], ["b"]]), ("clauses", "x", "start"), "contradictory-clause"),
        (_with(clause="dice", each=1, start=[["a"], ["a", "b"]]), ("clauses", "x", "start", 1), "contradictory-clause"),
        (_with(clause="dice", of=["a"], start=[["a"], ["b"]]), ("clauses", "x", "start", 1, 0), "contradictory-clause"),
        (_asking(roll={"porbe": 1}, want={"hit": 1}), ("odds", 0, "roll", "porbe"), "unknown-card"),
        (_asking(roll={"alarm": 1}, want={"hit": 1}), ("odds", 0, "roll", "alarm"), "not-a-die"),
        (_asking(roll={"probe": 1}, want={"hti": 1}), ("odds", 0, "want", "hti"), "unknown-symbol"),
        (_asking(roll={"probe": 9, "mine": 9}, want={"hit": 1}), ("odds", 0), "odds-too-large"),
        (_asking(roll={"mine": 12}, want={str(n): 9 for n in range(1, 9)}), ("odds", 0), "odds-too-large"),
        (
            _asking(attack={"probe": 1}, defense={"probe": 1}, cancels={"shield": "hti"}),
            ("odds", 0, "cancels", "shield"),
            "unknown-symbol",
        ),
        (
            _asking(attack={"probe": 1}, defense={"probe": 1}, blocks=["hit", "sheild"]),
            ("odds", 0, "blocks", 1),
            "unknown-symbol",
        ),
        (_asking(attack={"mine": 12}, defense={"mine": 12}, blocks=["1"]), ("odds", 0), "odds-too-large"),
        (
            {"name": "It", "history": [{"from": "2025-01-01", "clauses": {"x": {"clause": "pool", "sets": ["no"]}}}]},
            ("history", 0, "clauses", "x", "sets", 0),
            "unknown-set",
        ),
    ],
)
def test_problems_of_formats(definition: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    assert problems(definition) == [(path, code)]


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
