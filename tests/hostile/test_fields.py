"""What a stranger's card schema lets cards say: whatever it is, each command shows it or says where it is wrong."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from builder.authoring.new import plan_game
from builder.diagnostics.harmless import json_text
from builder.documents.reading import parse
from builder.library import card_json
from builder.terminal.cards import card_panel, console
from builder.workspace import Workspace
from tests.support.outputs import ends

pytestmark = pytest.mark.usefixtures("alone")

VALUES: dict[str, str] = {  # as they are written in YAML
    "null": "null",
    "bool": "true",
    "int": "7",
    "huge": "9" * 300,
    "wide": "9007199254740993000000",
    "float": "1.5e300",
    "nan": ".nan",
    "inf": "-.inf",
    "date": "2026-11-21",
    "text": '"=[/x] a"',
    "empty": '""',
    "list": "[a, 1, true, null]",
    "lists": "[[a, [b, 1]], [], null, [{c: 2}]]",
    "mappings": "[{a: 1}, {a: [1]}]",
    "mapping": "{a: 1, b: [x, {c: null}], c: {d: text}}",
    "nothing": "{}",
}

ANY = {"type": ["null", "boolean", "integer", "number", "string", "array", "object"]}
SCHEMAS: dict[str, Any] = {
    "true": True,
    "empty": {},
    "types": ANY,
    "markup": {"title": "[/x]", "description": "[/y]"},
    "vocabulary-id": {"x-vocabulary": "id"},
    "vocabulary-types": {"x-vocabulary": "types"},
    "vocabulary-symbols": {"x-vocabulary": "symbols"},
    "vocabulary-name": {"type": "string", "x-vocabulary": "name"},
    "vocabulary-list": {"x-vocabulary": ["types"]},
    "string": {"type": "string"},
    "number": {"type": "number"},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "null": {"type": "null"},
    "array": {"type": "array"},
    "items-true": {"type": "array", "items": True},
    "items-symbols": {"type": "array", "items": {"x-vocabulary": "symbols"}},
    "items-vocabulary": {"type": "array", "items": {"x-vocabulary": "id"}},
    "lists": {"type": "array", "items": {"type": "array", "items": True}},
    "prefix": {"type": "array", "prefixItems": [True]},
    "object": {"type": "object"},
    "amounts": {"type": "object", "properties": {"a": {"type": "number"}}},
    "parts": {"type": "object", "properties": {"a": True, "b": {"type": "array"}, "c": {}}},
    "properties-true": {"properties": {"a": True}},
    "vocabulary-object": {"type": "object", "x-vocabulary": "symbols"},
    "enum": {"enum": [None, True, 7, 1.5e300, "", [], {}, ["a", 1, True, None], {"a": 1}]},
    "const": {"const": 7},
    "any-of": {"anyOf": [{"type": "string"}, True]},
    "one-of": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
    "not": {"not": {"type": "string"}},
    "if": {"if": True, "then": {}, "else": False},
}
WORDLESS = ("null", "bool", "int", "wide", "float", "nothing")

# Names that mean something in places where any game's cards are shown, each with schemas that let it be odd.
NAMED = ("cost", "faction", "rarity", "keywords")
ODD = ("true", "items-true", "vocabulary-id", "amounts")

ASKED = [
    ["validate", "pack"],
    ["fmt", "--check", "pack"],
    ["search", ""],
    ["search", "", "--output", "json"],
    ["search", "has:x x>1 or x:7 or x.a=1 or x.c:x -cost<3"],
    ["search", "", "--sort", "x"],
    ["search", "", "--sort", "-cost"],
    ["check", "deck.yaml"],
    ["stats", "deck.yaml"],
    ["stats", "deck.yaml", "--output", "json"],
    ["compare", "deck.yaml", "deck.yaml", "--output", "json"],
    ["hand", "deck.yaml", "--size", "5"],
    ["export", "moon-duel", "--to", "csv", "-o", "out.csv"],
    ["export", "moon-duel", "--to", "json", "-o", "out.json"],
    ["export", "moon-duel", "--to", "text", "-o", "out.txt"],
    ["export", "deck.yaml", "--to", "engine", "-o", "out.json", "--force"],
    ["translate", "fr", "pack", "--missing"],
]


def write_pack(fields: dict[str, Any]) -> None:
    """A pack in ./pack with fields of these schemas, a card for each value, which says it in all that allow it."""
    shutil.rmtree("pack", ignore_errors=True)
    for name, planned in plan_game("Moon Duel").items():
        text = planned
        if name == "card.schema.json":
            data = json.loads(planned)
            properties = {key: data["items"]["properties"][key] for key in ("id", "number", "name", "type", "text")}
            card = {**data["items"], "required": ["id", "number", "name", "type"], "properties": properties | fields}
            del card["allOf"]
            text = json.dumps({"type": "array", "items": card})
        elif name.startswith("sets/"):
            text = "".join(card_of(number, key, fields) for number, key in enumerate(VALUES, 1))
        path = Path("pack") / name
        if not name.startswith("decks/"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    counts = dict.fromkeys((f"card-{key}" for key in VALUES), 3)
    deck = {"name": "First", "game": "moon-duel", "format": "standard", "cards": counts}
    Path("deck.yaml").write_text(json.dumps(deck))


def card_of(number: int, key: str, fields: dict[str, Any]) -> str:
    written = VALUES[key]
    value = parse(written, "value.yaml").data
    said = [name for name, schema in fields.items() if Draft202012Validator(schema).is_valid(value)]
    if key not in WORDLESS:  # words of a vocabulary are judged by it
        said = [name for name in said if "vocabulary" not in json.dumps(fields[name])]
    pairs = [f"id: card-{key}", f"number: {number}", f"name: Card {key}", "type: spell"]
    return "- {" + ", ".join(pairs + [f"{name}: {written}" for name in said]) + "}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all, so that the bundled packs are compiled only once."""
    return tmp_path_factory.mktemp("fields")


PACKS = {"all": {f"x-{name}" if name != "true" else "x": schema for name, schema in SCHEMAS.items()}}
PACKS |= {odd: {**dict.fromkeys(NAMED, SCHEMAS[odd]), "x": {}} for odd in ODD}


@pytest.mark.parametrize("fields", PACKS.values(), ids=PACKS)
def test_whatever_a_card_may_say_each_command_can_show(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fields: dict[str, Any]
) -> None:
    monkeypatch.chdir(folder)
    write_pack(fields)
    assert ends("validate", "pack").exit_code == 0
    for words in ASKED:
        packs = ["--packs", "pack"] if words[0] not in ("validate", "fmt", "translate") else []
        ends(*words, *packs)
    with Workspace([Path("pack")]) as workspace:
        workspace.build()
        game = workspace.game("moon-duel")
        cards = workspace.search("", game="moon-duel")
        assert len(cards) == len(VALUES)
        for card in cards:
            console().print(card_panel(card, game, ()))
            json.loads(json_text(card_json(card)))
