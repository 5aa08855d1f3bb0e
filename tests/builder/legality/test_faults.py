"""What is wrong with a format file that its schema can't say, and where."""

from typing import Any

import pytest
import yaml

from builder.diagnostics.codes import CODES
from builder.legality.faults import check_format, queries_of
from builder.schema import bundled_schema
from tests.support.cards import FORMATS, INDEX

DICE = {
    "probe": [["hit"], ["hit", "hit"], ["shield"], []],
    "mine": [[face] * n for n, face in enumerate("abcdefgh", 1)],
}


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


Fault = tuple[dict[str, Any], tuple[str | int, ...], str]


def faults(table: str) -> list[Fault]:
    """Formats, each with a path and a code of what is wrong there: in itself, in its one clause or its one question."""
    found: list[Fault] = []
    for line in table.strip().splitlines():
        place, code, path, text = line.split(maxsplit=3)
        part = yaml.safe_load(text)
        inside, at = {
            "format": (part, []),
            "clause": ({"clauses": {"x": part}}, ["clauses", "x"]),
            "question": ({"odds": [{"name": "Q", **part}]}, ["odds", "0"]),
        }[place]
        keys = [*at, *path.split(".")] if path != "-" else at
        found.append(({"name": "It", **inside}, tuple(int(key) if key.isdigit() else key for key in keys), code))
    return found


CONTRADICTORY = """
format   unknown-format       extends                  {extends: bsae}
format   circular-format      extends                  {extends: it}
format   unknown-clause       drop.0                   {drop: [size]}
format   unknown-clause       drop.0                   {extends: base, drop: [siez]}
format   unknown-clause       history.0.drop.0         {history: [{from: '2025-01-01', drop: [x]}]}
format   bad-date             history.0.from           {history: [{from: '2025-02-30'}]}
format   history-order        history.1.from           {history: [{from: '2025-02-03'}, {from: '2025-02-03'}]}
format   history-order        history.1.from           {history: [{from: '2025-02-03'}, {from: '2024-02-03'}]}
format   misplaced-main       sections.main            {sections: {pool: {name: Pool}, main: {name: Main}}}
format unknown-set history.0.clauses.x.sets.0 {history: [{from: '2025-01-01', clauses: {x: {clause: pool, sets: [a]}}}]}
clause   unknown-section      section                  {clause: size, min: 1, section: side}
clause   unknown-section      across.1                 {clause: copies, max: 1, across: [main, side]}
clause   unknown-section      of                       {clause: within, section: main, of: pool}
clause   contradictory-clause of                       {clause: within, section: main, of: main}
clause   contradictory-clause min                      {clause: size, min: 9, max: 3}
clause   contradictory-clause max                      {clause: size, exactly: 9, max: 3}
clause   contradictory-clause across                   {clause: copies, max: 3, section: main, across: [main]}
clause   unknown-field        by                       {clause: copies, max: 3, by: colour}
clause   unknown-section      stated-by.section        {clause: size, min: 0, stated-by: {section: side, field: cost}}
clause   unknown-field        stated-by.field          {clause: size, min: 0, stated-by: {section: main, field: colour}}
clause   no-amounts           sum                      {clause: count, sum: faction, max: 3}
clause   no-amounts           points.field             {clause: pool, points: {limit: 3, field: faction}}
clause   unknown-set          sets.0                   {clause: pool, sets: [third]}
clause   unknown-card         banned.0                 {clause: pool, banned: [mien]}
clause   unknown-card         restricted.cards.0       {clause: pool, restricted: {max: 1, cards: [mien]}}
clause   unknown-card         points.cards.mien        {clause: pool, points: {limit: 1, cards: {mien: 1}}}
clause   unknown-card         cards.mien               {clause: composition, cards: {mien: 1}}
clause   contradictory-clause players.min              {clause: inventory, players: {min: 3, max: 2}}
clause   contradictory-clause labels.type:b {clause: inventory, shared: {'type:a': 1}, labels: {'type:b': them}}
clause   unknown-section      section                  {clause: inventory, shared: {'type:ship': 1}, section: side}
clause   contradictory-clause start                    {clause: dice, faces: 3, start: [[a], [b]]}
clause   contradictory-clause start.1                  {clause: dice, each: 1, start: [[a], [a, b]]}
clause   contradictory-clause start.1.0                {clause: dice, of: [a], start: [[a], [b]]}
question unknown-card         roll.porbe               {roll: {porbe: 1}, want: {hit: 1}}
question not-a-die            roll.alarm               {roll: {alarm: 1}, want: {hit: 1}}
question unknown-symbol       want.hti                 {roll: {probe: 1}, want: {hti: 1}}
question odds-too-large       -                        {roll: {probe: 9, mine: 9}, want: {hit: 1}}
question odds-too-large - {roll: {mine: 12}, want: {a: 9, b: 9, c: 9, d: 9, e: 9, f: 9, g: 9, h: 9}}
question unknown-symbol       cancels.shield           {attack: {probe: 1}, defense: {probe: 1}, cancels: {shield: hti}}
question unknown-symbol       blocks.1                 {attack: {probe: 1}, defense: {probe: 1}, blocks: [hit, sheild]}
question odds-too-large       -                        {attack: {mine: 12}, defense: {mine: 12}, blocks: [a]}
"""


@pytest.mark.parametrize(("definition", "path", "code"), faults(CONTRADICTORY))
def test_what_no_schema_can_say(definition: dict[str, Any], path: tuple[str | int, ...], code: str) -> None:
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
    (found,) = check_format("it", {"it": {"name": "It", "clauses": {"x": {"clause": "sise", "min": 1}}}})
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
        "history": [{"clauses": {"c": {"clause": "composition", "cards": {"mine": 1}, "besides": "four"}}}],
    }
    assert {(name.path, name.word, name.at_key) for name in queries_of(definition)} == {
        (("clauses", "a", "where"), "one", False),
        (("clauses", "b", "where"), "two", False),
        (("clauses", "b", "groups", 0, "where"), "three", False),
        (("clauses", "d", "per-player", "five"), "five", True),
        (("clauses", "d", "shared", "six"), "six", True),
        (("history", 0, "clauses", "c", "besides"), "four", False),
    }


MISSHAPEN = """
clause   missing-key          -                        {clause: size}
clause   unknown-value        clause                   {clause: sise, min: 1}
clause   unknown-key          were                     {clause: copies, max: 1, were: x}
clause   wrong-type           max                      {clause: copies, max: '2'}
clause   unknown-key          where                    {clause: exchange, max: 1, where: x}
clause   missing-key          groups.0                 {clause: allowance, groups: [{where: x}]}
clause   missing-key          -                        {max: 1}
clause   missing-key          -                        {clause: inventory, section: main}
clause   out-of-range         per-player.x             {clause: inventory, per-player: {x: 0}}
clause   missing-key          -                        {clause: dice}
clause   missing-key          -                        {clause: dice, faces: 6, per-player: 1}
clause   unknown-value        per-player               {clause: composition, cards: {x: 1}, per-player: 2}
question missing-key          -                        {roll: {a: 1}}
question missing-key          -                        {attack: {a: 1}}
question missing-key          -                        {}
question out-of-range         roll.a                   {roll: {a: 13}, want: {x: 1}}
question key-not-allowed      worth                    {roll: {a: 1}, want: {x: 1}, worth: 2}
question key-not-allowed      want                     {attack: {a: 1}, defense: {a: 1}, want: {x: 1}}
format   wrong-type           extends                  {extends: 5}
format   bad-length           extends                  {extends: []}
format   repeated-item        extends.1                {extends: [a, a]}
format   wrong-type           extends.1                {extends: [a, 5]}
format   bad-id               extends.1                {extends: [a, B c]}
format   bad-length           players                  {players: {}}
format   wrong-type           players                  {players: 2}
format   out-of-range         players.min              {players: {min: 0}}
format   out-of-range         players.max              {players: {max: 101}}
format   missing-key          players                  {players: {deck: team}}
format   unknown-value        players.deck             {players: {deck: box}}
format   unknown-value        players.deck             {players: {teams: 2, deck: player}}
format   unknown-key          players.even             {players: {even: true}}
"""


@pytest.mark.parametrize(("definition", "path", "code"), faults(MISSHAPEN))
def test_the_schema_says_where_a_format_is_wrong(
    definition: dict[str, Any], path: tuple[str | int, ...], code: str
) -> None:
    assert [(p.path, p.code) for p in bundled_schema("format").problems(definition)] == [(path, code)]
