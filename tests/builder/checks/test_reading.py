"""A pack is read file by file, and every fault is reported at its place."""

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from builder.checks import check_pack
from builder.diagnostics import Diagnostic
from builder.packs.pack import in_memory, read
from builder.schema import Schema
from tests.support.commands import GAMES
from tests.support.gamecards import pack
from tests.support.packs import ASH_CAT, SMALL, card, checked, codes, deck, found, schema
from tests.support.properties import examples


def test_the_small_game_is_right() -> None:
    assert checked().diagnostics == []
    assert checked().ok
    assert len(checked().cards) == 8


@pytest.mark.parametrize("game", GAMES)
def test_bundled_packs_are_right(game: str) -> None:
    assert pack(game).diagnostics == []


def test_a_pack_without_anything_says_so() -> None:
    bare = check_pack(in_memory(Path("bare"), {"game.yaml": b""}))
    assert {d.code for d in bare.diagnostics} == {"empty-file", "bad-card-schema"}
    assert (bare.id, bare.ok) == ("bare", False)
    assert check_pack(in_memory(Path("bare"), {})).id == "bare"


def test_faults_come_in_the_order_of_files_and_lines() -> None:
    diagnostics = checked(
        decks__a_yaml=deck(cards={"z": 1, "y": 1}), sets__core__more_yaml=card(cost="x", faction="y")
    ).diagnostics
    assert diagnostics == sorted(diagnostics, key=lambda d: d.sort_key)
    assert [d.span.path for d in diagnostics if d.span] == [
        *[str(Path("my-game/decks/a.yaml"))] * 2,
        *[str(Path("my-game/sets/core/more.yaml"))] * 2,
    ]


def test_one_file_that_cannot_be_read_does_not_hide_the_others() -> None:
    assert codes(sets__core__more_yaml=b"- id: [", decks__a_yaml=b"\xff") == ["not-utf8", "yaml-syntax"]


def test_a_file_of_cards_is_a_list() -> None:
    assert found(sets__core__more_yaml=ASH_CAT) == [("wrong-type", "a file of cards is a list, not a mapping")]
    assert codes(sets__core__more_yaml=["ash-cat", 7, None, []]) == ["wrong-type"] * 4


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not JSON: expecting value"),
        (b"{", "not JSON: expecting property name"),
        (b'{"minimum": NaN}', "NaN is not a number of JSON"),
        (b"1" * 5000, "can't be used"),
        (b"[]", "a JSON object"),
        (b"{}", '"type": "array"'),
        (b'{"type": "object"}', '"type": "array"'),
        (b'{"type": "array", "items": {}}', "must require id, number, name, type"),
        (b'{"type": "array", "items": {"$ref": "#"}}', "in a circle"),
        (b'{"type": "arry", "items": {}}', "arry"),
        (b"[" * 100_000, "nested too deeply"),
        (schema(lambda items: items.pop("additionalProperties")), '"additionalProperties": false'),
        (schema(lambda items: items["required"].remove("name")), "must require name"),
        (schema(lambda items: items["properties"].update(x={"pattern": "(?=a)"})), "linear time"),
        (schema(lambda items: items.update(properties=[])), "can't be used"),
    ],
)
def test_a_card_schema_that_cannot_be_used(content: bytes, said: str) -> None:
    [fault] = [d for d in checked(card_schema_json=content).diagnostics if d.code == "bad-card-schema"]
    assert said in fault.message


def test_where_a_card_schema_stops_being_json() -> None:
    [fault] = [d for d in checked(card_schema_json=b'{\r"type":\r\n ?}').diagnostics if d.code == "bad-card-schema"]
    assert fault.span is not None
    assert (fault.span.line, fault.span.column) == (3, 2)


def test_faults_of_a_card_stand_at_the_card() -> None:
    cards = [*card(), *card(id="b", number=10, name="B", cost="two")]
    [fault] = checked(sets__core__more_yaml=cards).diagnostics
    assert fault.span is not None
    assert (fault.message, fault.span.line) == ('"cost" must be a whole number, not "two"', 13)


JUNK = [
    *(None, True, -1, 0, 1.5, 10**30, [], {}, [[]], [None]),
    *({"": None}, {"id": {}}, {"name": []}, [{"cards": 1}]),
    *("", "x", "{", "{x}", "../x", "\0", "é" * 300, "core", "flare", "array", "#", "types", "2026-02-30"),
]

DATA = {
    name: json.loads(text) if name.endswith(".json") else yaml.safe_load(text)
    for name, text in {
        **SMALL,
        "rulings.yaml": b"[{question: Q, ruling: A, date: '2026-01-01', cards: [flare]}]",
        "locales/fr.yaml": b"{game: {types: {spell: {name: Sort}}}, cards: {tidepool-scout: {text: 'T {spark}'}}}",
        "formats/late.yaml": b"{name: L, extends: standard, history: [{from: '2026-01-01', drop: [copies]}]}",
        "decks/parts.yaml": b"{name: P, game: my-game, sections: {main: {flare: 1}}}",
    }.items()
    if not name.startswith((".", "README"))
}


def paths_of(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(deeper for key, value in items for deeper in paths_of(value, (*path, key)))]


PATHS = [(name, path) for name, data in DATA.items() for path in paths_of(data)]

mutations = st.lists(
    st.tuples(st.sampled_from(PATHS), st.sampled_from(["set", "drop", "rename"]), st.sampled_from(JUNK)),
    min_size=1,
    max_size=4,
)


def mutated(files: dict[str, Any], name: str, path: tuple[Any, ...], how: str, junk: Any) -> None:
    if not path:
        files[name] = junk
        return
    owner = files[name]
    try:
        for part in path[:-1]:
            owner = owner[part]
        if how == "set":
            owner[path[-1]] = copy.deepcopy(junk)
        else:
            value = owner.pop(path[-1])
            if how == "rename" and isinstance(owner, dict):
                owner[str(junk)] = value
    except (KeyError, IndexError, TypeError, AttributeError):
        pass  # an earlier mutation took the place away


@given(mutations)
@examples(100)
def test_no_pack_raises(changes: list[tuple[tuple[str, tuple[Any, ...]], str, Any]]) -> None:
    files = copy.deepcopy(DATA)
    for (name, path), how, junk in changes:
        mutated(files, name, path, how, junk)
    written = {
        name: json.dumps(data).encode() if name.endswith(".json") else yaml.safe_dump(data).encode()
        for name, data in files.items()
    }
    read = check_pack(in_memory(Path("my-game"), written))
    assert all(isinstance(d, Diagnostic) and d.message and d.span for d in read.diagnostics)
    assert read.fields if read.ok else read.diagnostics


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("id", "../../x", "bad-id"),
        ("id", "/home/x", "bad-id"),
        ("id", "a" * 300, "bad-length"),
        ("id", "a\0b", "bad-id"),
        ("id", 5, "wrong-type"),
        ("number", "one", "wrong-type"),
        ("number", 10**30, "out-of-range"),
        ("name", "", "bad-length"),
        ("name", ["x"], "wrong-type"),
        ("type", "../x", "bad-id"),
        ("text", {}, "wrong-type"),
        ("art", "x" * 300, "bad-length"),
        ("aliases", ["../x"], "bad-id"),
        ("faces", "x", "wrong-type"),
        ("deckbuilding", {"copies": -1}, "wrong-type"),
    ],
)
def test_what_holds_for_all_cards_holds_whatever_a_schema_says(key: str, value: Any, code: str) -> None:
    def anything(item: dict[str, Any]) -> None:
        item["properties"] = dict.fromkeys([*item["properties"], "faces"], True)
        item.pop("allOf")

    files = {"card_schema_json": schema(anything), "sets__core__more_yaml": card(**{key: value})}
    fault = next(d for d in checked(**files).diagnostics if d.span and d.span.path.endswith("more.yaml"))
    assert fault.code == code
    assert fault.span


def test_a_fault_that_both_shapes_find_is_reported_once() -> None:
    assert found(sets__core__more_yaml=card(id="Ash Cat", type="Creature")) == [
        ("bad-id", '"Ash Cat" can\'t be an id'),
        ("unknown-type", '"Creature" is not a type'),
    ]
    missing = {key: value for key, value in ASH_CAT.items() if key not in ("name", "number")}
    assert codes(sets__core__more_yaml=[missing]) == ["missing-key", "missing-key"]


def test_a_set_whose_file_is_not_read_makes_no_card_unknown(tmp_path: Path) -> None:
    for name, content in SMALL.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    os.truncate(tmp_path / "sets/core/cards.yaml", 2**34)
    assert [d.code for d in check_pack(read(tmp_path)).diagnostics if d.severity == "error"] == ["too-large"]


def test_once_a_report_is_full_no_further_faults_are_put_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    real = Schema.problems

    def counted(schema: Schema, value: object) -> list[Diagnostic]:
        nonlocal asked
        asked += 1
        return real(schema, value)

    monkeypatch.setattr(Schema, "problems", counted)
    full = checked(**{f"sets__core__f{number:04}_yaml": [{}, {}] for number in range(1_000)})
    assert 0 < asked < 1_500
    assert not full.ok
    assert "more-findings" in [diagnostic.code for diagnostic in full.diagnostics]
