"""How formats compose, what was in force when, and the bundled formats."""

from datetime import date
from typing import Any

import pytest

from builder.diagnostics import UsageError
from builder.legality import compose
from builder.legality.faults import check_format
from builder.schema import bundled_schema
from tests.support.cards import BASE, CHILD, FORMATS, TODAY


def clauses(format_id: str, day: str) -> dict[str, dict[str, Any]]:
    """The parameters of a format's clauses on a day, by id."""
    return {c.id: dict(c.parameters) for c in compose(format_id, FORMATS, date.fromisoformat(day)).clauses}


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2020-01-01", {"size": {"min": 30}, "copies": {"max": 2}}),
        ("2024-12-31", {"size": {"min": 30}, "copies": {"max": 2}}),
        ("2025-01-01", {"size": {"min": 40, "max": 100}, "copies": {"max": 2}}),
        ("2025-12-31", {"size": {"min": 40, "max": 100}, "copies": {"max": 2}}),
        ("2026-01-01", {"size": {"min": 40, "max": 100}, "pool": {"banned": ["mine"]}}),
    ],
)
def test_history_says_what_was_in_force(day: str, expected: dict[str, Any]) -> None:
    assert clauses("base", day) == expected


def test_dates_apply_at_every_level() -> None:
    assert clauses("child", "2024-12-31")["single"] == {"max": 1}
    assert clauses("child", "2025-05-31")["single"] == {"max": 1}
    assert clauses("child", "2025-06-01")["single"] == {"max": 3}
    assert "copies" not in clauses("child", "2026-01-01")


def test_a_chain_adds_replaces_and_drops() -> None:
    assert clauses("grandchild", "2024-01-01") == {"copies": {"max": 9}, "single": {"max": 1}}
    later = {"single": {"max": 3}, "pool": {"banned": ["mine"]}, "copies": {"max": 9}}
    assert clauses("grandchild", "2026-06-01") == later


def test_setup_is_merged_and_sections_are_inherited() -> None:
    formats = {**FORMATS, "base": {**BASE, "sections": {"deck": {"name": "Deck"}, "side": {"name": "Side"}}}}
    found = compose("grandchild", formats, TODAY)
    assert found.setup == {"hand": 7, "players": 2}
    assert (found.sections, found.main) == ({"deck": "Deck", "side": "Side"}, "deck")
    assert compose("base", FORMATS, TODAY).sections == {"main": "Main"}


def test_questions_are_inherited_by_name() -> None:
    def asking(*named: tuple[str, int]) -> list[dict[str, Any]]:
        return [{"name": name, "roll": {"probe": dice}, "want": {"hit": 1}} for name, dice in named]

    formats = {**FORMATS, "base": {**BASE, "odds": asking(("a", 1), ("b", 2))}}
    formats["child"] = {**CHILD, "odds": asking(("b", 3), ("c", 4))}
    found = compose("child", formats, TODAY).odds
    assert [(q.name, q.roll["probe"]) for q in found] == [("a", 1), ("b", 3), ("c", 4)]
    assert compose("base", FORMATS, TODAY).odds == ()


def test_formats_that_cannot_be_composed_are_the_users_to_mend() -> None:
    circle = {"a": {"name": "A", "extends": "b"}, "b": {"name": "B", "extends": "a"}}
    with pytest.raises(UsageError, match="extends itself: a → b → a"):
        compose("a", circle, TODAY)
    with pytest.raises(UsageError, match='no format "chidl"') as raised:
        compose("chidl", FORMATS, TODAY)
    assert raised.value.help.startswith('did you mean "child"?')


# Formats that extend several


def chain(*named: tuple[str, Any]) -> dict[str, Any]:
    """Formats that each have a clause of their own id, and what they extend."""
    return {
        name: {"name": name, "clauses": {name: {"clause": "size", "min": 1}}, **({"extends": of} if of else {})}
        for name, of in named
    }


def test_a_format_may_extend_several() -> None:
    formats = chain(("a", ""), ("b", ""), ("c", ["a", "b"]))
    formats["a"] |= {"setup": {"hand": 5, "draw": 1}, "clauses": {"x": {"clause": "size", "min": 1}}}
    formats["b"] |= {"setup": {"hand": 6}, "clauses": {"x": {"clause": "size", "min": 2}}}
    found = compose("c", formats, TODAY)
    assert found.setup == {"hand": 6, "draw": 1}
    assert {c.id: c.number("min") for c in found.clauses} == {"x": 2, "c": 1}
    assert bundled_schema("format").problems(formats["c"]) == []


def test_what_both_extend_is_laid_down_once() -> None:
    formats = chain(("base", ""), ("left", "base"), ("right", "base"), ("both", ["left", "right"]))
    formats["left"]["clauses"]["base"] = {"clause": "size", "min": 9}
    formats["left"]["drop"] = ["gone"]
    formats["base"]["clauses"]["gone"] = {"clause": "size", "min": 7}
    found = {c.id: c.number("min") for c in compose("both", formats, TODAY).clauses}
    assert found == {"base": 9, "left": 1, "right": 1, "both": 1}  # "right" doesn't bring the base back
    assert list(check_format("both", formats)) == []


@pytest.mark.parametrize(
    ("named", "of", "path", "message"),
    [
        ([("a", ["b", "c"]), ("b", ""), ("c", "a")], "a", ("extends", 1), "a → c → a"),
        ([("a", ["a"])], "a", ("extends", 0), "a → a"),
        ([("a", "b"), ("b", ["c", "b"]), ("c", "")], "a", ("extends",), "b → b"),
        ([("a", ["b", "c"]), ("b", ""), ("c", "d")], "a", ("extends", 1), '"c" extends "d"'),
        ([("a", ["b", "x"]), ("b", "")], "a", ("extends", 1), '"a" extends "x"'),
    ],
)
def test_circles_and_gaps_among_several(named: Any, of: str, path: Any, message: str) -> None:
    found = next(iter(check_format(of, chain(*named))))
    assert found.path == path
    assert message in found.message


def test_diamonds_on_diamonds_and_long_chains_are_composed_in_time() -> None:
    diamonds = [(f"{side}{n}", [f"left{n - 1}", f"right{n - 1}"]) for n in range(1, 40) for side in ("left", "right")]
    formats = chain(("left0", ""), ("right0", ""), *diamonds)
    assert len(compose("left39", formats, TODAY).clauses) == 79  # a walk of every path would take 2**39 steps
    long = chain(("f0", ""), *((f"f{n}", f"f{n - 1}") for n in range(1, 1500)))
    assert len(compose("f1499", long, TODAY).clauses) == 1500
