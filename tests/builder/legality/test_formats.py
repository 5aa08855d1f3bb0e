"""How formats compose, what was in force when, what is wrong with a format file, and the bundled formats."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
import yaml

from builder.decks import CardFacts, CardIndex
from builder.diagnostics import UsageError
from builder.legality import CLAUSES, FORMAT_CODES, Judge, check_format, compose, queries_of
from builder.schema import bundled_schema
from tests.support.cards import INDEX, TODAY
from tests.support.commands import ROOT

FUTURE_INVADERS = ROOT / "cards" / "future-invaders" / "formats"

BASE: dict[str, Any] = {
    "name": "Base",
    "setup": {"hand": 6, "players": 2},
    "clauses": {"size": {"clause": "size", "min": 30}, "copies": {"clause": "copies", "max": 2}},
    "history": [
        {"from": "2025-01-01", "clauses": {"size": {"clause": "size", "min": 40, "max": 100}}},
        {
            "from": "2026-01-01",
            "drop": ["copies"],
            "clauses": {"pool": {"clause": "pool", "banned": ["mine"]}},
        },
    ],
}
CHILD: dict[str, Any] = {
    "name": "Child",
    "extends": "base",
    "setup": {"hand": 7},
    "clauses": {"single": {"clause": "copies", "max": 1}},
    "history": [{"from": "2025-06-01", "clauses": {"single": {"clause": "copies", "max": 3}}}],
}
GRANDCHILD: dict[str, Any] = {
    "name": "Grandchild",
    "extends": "child",
    "drop": ["size"],
    "clauses": {"copies": {"clause": "copies", "max": 9}},
}
FORMATS = {"base": BASE, "child": CHILD, "grandchild": GRANDCHILD}


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
    assert clauses("child", "2025-05-31") == {
        "size": {"min": 40, "max": 100},
        "copies": {"max": 2},
        "single": {"max": 1},
    }
    assert clauses("child", "2025-06-01")["single"] == {"max": 3}
    assert "copies" not in clauses("child", "2026-01-01")


def test_a_chain_adds_replaces_and_drops() -> None:
    assert clauses("grandchild", "2024-01-01") == {"copies": {"max": 9}, "single": {"max": 1}}
    assert clauses("grandchild", "2026-06-01") == {
        "single": {"max": 3},
        "pool": {"banned": ["mine"]},
        "copies": {"max": 9},
    }


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
    assert [(q["name"], q["roll"]["probe"]) for q in found] == [("a", 1), ("b", 3), ("c", 4)]
    assert compose("base", FORMATS, TODAY).odds == ()


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


def test_formats_that_cannot_be_composed_are_the_users_to_mend() -> None:
    circle = {"a": {"name": "A", "extends": "b"}, "b": {"name": "B", "extends": "a"}}
    with pytest.raises(UsageError, match="extends itself: a → b → a"):
        compose("a", circle, TODAY)
    with pytest.raises(UsageError, match='no format "chidl"') as raised:
        compose("chidl", FORMATS, TODAY)
    assert raised.value.help.startswith('did you mean "child"?')


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
    assert all(p.code in FORMAT_CODES and p.message for p in seen)
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
        (
            _with(clause="copies", max=1, across=["main", "side"]),
            ("clauses", "x", "across", 1),
            "unknown-section",
        ),
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
            {
                "name": "It",
                "history": [{"from": "2025-01-01", "clauses": {"x": {"clause": "pool", "sets": ["no"]}}}],
            },
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
            {
                "from": "2025-01-01",
                "clauses": {"c": {"clause": "composition", "cards": {"mine": 1}, "besides": "four"}},
            }
        ],
    }
    assert set(queries_of(definition)) == {
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


# Future Invaders


def bundled() -> dict[str, dict[str, Any]]:
    """The bundled formats of Future Invaders."""
    return {f.stem: yaml.safe_load(f.read_text("utf-8")) for f in sorted(FUTURE_INVADERS.glob("*.yaml"))}


CARDS = CardIndex(
    CardFacts(f"card-{n}", f"Card {n}", "first-light", {"rarity": "pinnacle"} if n % 10 == 0 else {})
    for n in range(1, 201)
)
MARKED = frozenset(i for i, d in CARDS.definitions.items() if d)
UNMARKED = [i for i in CARDS.names if i not in MARKED]


def verdict(format_id: str, day: date = TODAY, *, previous: Any = None, **sections: dict[str, int]) -> list[str]:
    """The codes of what a bundled format says of a deck."""
    queries = {"has:rarity": MARKED, "-has:rarity": frozenset(CARDS.names) - MARKED}
    judge = Judge(CARDS, compose(format_id, bundled(), day), queries.__getitem__)
    return [v.code for v in judge.judge(sections, previous=previous).violations]


def pairs(cards: int) -> dict[str, int]:
    """So many cards, two of each."""
    return dict.fromkeys(UNMARKED[: cards // 2], 2) | ({UNMARKED[-1]: 1} if cards % 2 else {})


def test_there_are_the_formats_of_future_invaders() -> None:
    assert set(bundled()) == {"prepared", "series", "standard-rarity", "singleton", "rivals", "architect"}
    for format_id, definition in bundled().items():
        assert bundled_schema("format").problems(definition) == []
        assert list(check_format(format_id, bundled(), cards=CARDS, sets=["first-light"])) == []
        first = (FUTURE_INVADERS / f"{format_id}.yaml").read_text("utf-8").splitlines()[0]
        assert first == "# yaml-language-server: $schema=../../../schemas/format.schema.json"


def test_prepared() -> None:
    assert verdict("prepared", main=pairs(40)) == verdict("prepared", main=pairs(100)) == []
    assert verdict("prepared", main=pairs(39)) == ["too-few-cards"]
    assert verdict("prepared", main=pairs(101)) == ["too-many-cards"]
    assert verdict("prepared", main=pairs(40) | {UNMARKED[0]: 3}) == ["too-many-copies"]
    assert verdict("prepared", main=pairs(40) | {"card-10": 1, "card-20": 1}) == []
    assert verdict("prepared", main=pairs(40) | {"card-10": 2}) == ["too-many-copies"]


def test_prepared_before_the_rulebook_of_2025() -> None:
    before, after = date(2024, 12, 31), date(2025, 1, 1)
    assert verdict("prepared", before, main=pairs(30)) == verdict("prepared", before, main=pairs(140)) == []
    assert verdict("prepared", before, main=pairs(29)) == ["too-few-cards"]
    assert verdict("prepared", after, main=pairs(30)) == ["too-few-cards"]
    assert verdict("prepared", after, main=pairs(140)) == ["too-many-cards"]


def test_series() -> None:
    before = {"main": pairs(40)}
    ten = dict.fromkeys(UNMARKED[5:25], 2)
    assert verdict("series", main=ten) == verdict("series", previous=before, main=ten) == []
    eleven = dict.fromkeys(UNMARKED[6:25], 2) | {UNMARKED[26]: 1, UNMARKED[27]: 1}
    assert verdict("series", previous=before, main=eleven) == ["too-many-changes"]


def test_standard_rarity() -> None:
    assert verdict("standard-rarity", main=pairs(40)) == []
    assert verdict("standard-rarity", main=pairs(40) | {"card-10": 1}) == ["not-in-pool"]


def test_singleton() -> None:
    ones = dict.fromkeys(UNMARKED[:50], 1)
    assert verdict("singleton", main=ones) == []
    assert verdict("singleton", main=dict.fromkeys(UNMARKED[:49], 1)) == ["too-few-cards"]
    assert verdict("singleton", main=dict.fromkeys(UNMARKED[:101], 1)) == ["too-many-cards"]
    assert verdict("singleton", main=ones | {UNMARKED[0]: 2}) == ["too-many-copies"]


def test_rivals() -> None:
    found = compose("rivals", bundled(), TODAY)
    assert found.setup["base-durability"] == 60
    assert found.setup["base-durability-per-further-pair"] == 30
    assert found.setup["hand"] == 6
    assert verdict("rivals", main=pairs(40)) == []
    assert verdict("rivals", main=pairs(38)) == ["too-few-cards"]


def test_architect() -> None:
    pool = dict.fromkeys(CARDS.names, 1)
    assert verdict("architect", main=pool) == verdict("architect", pool=pool, arsenal={"card-1": 1}) == []
    assert verdict("architect", pool=dict.fromkeys(UNMARKED[:149], 1)) == ["too-few-cards"]
    assert verdict("architect", pool=dict.fromkeys(CARDS.names, 3)) == ["too-many-cards"]
    assert verdict("architect", pool=pool, arsenal={"card-1": 2}) == ["not-in-section"]
    assert compose("architect", bundled(), TODAY).setup["pack"] == 10


def test_every_format_code_is_told_somewhere() -> None:
    source = "".join(
        (ROOT / "builder" / "legality" / f"{name}.py").read_text("utf-8") for name in ("formats", "faults")
    )
    assert all(source.count(f'"{code}"') >= 2 for code in FORMAT_CODES)
    assert len(CLAUSES) == 10
