"""What `arsenal new` writes: complete, checked, offline, and whole or not at all."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from builder.authoring import new as scaffolding
from builder.authoring.new import TEMPLATE, face_names, new_deck, new_game, new_set, plan_deck, plan_game, plan_set
from builder.checks import check_pack
from builder.diagnostics import UsageError
from builder.documents.reading import parse
from builder.naming import slug
from builder.packs.pack import find, in_memory, read
from builder.schema import resolve
from builder.storage.resources import bundled
from builder.workspace import Workspace
from tests.support import gamecards
from tests.support.commands import GAMES, ROOT

pytestmark = pytest.mark.usefixtures("alone")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    new_game("Moon Duel", tmp_path)
    return tmp_path / "moon-duel"


def everything_in(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# A game -------------------------------------------------------------------------------------------------


def test_a_new_game_is_right_and_complete(tmp_path: Path, pack: Path) -> None:
    checked = check_pack(read(pack))
    assert checked.diagnostics == []
    assert (checked.id, checked.words["name"]) == ("moon-duel", "Moon Duel")
    assert 6 <= len(checked.cards) <= 8
    assert {c.definition["faction"] for c in checked.cards} == {"ember", "tide"}
    assert set(checked.formats) == {"standard"}
    assert checked.decks["first-deck"].data["game"] == "moon-duel"
    assert [p.name for p in tmp_path.iterdir()] == ["moon-duel"]
    assert [root for root, own in find([tmp_path]) if not own] == [pack]


@pytest.mark.parametrize("face", face_names())
def test_a_game_may_begin_with_a_face_of_its_own(face: str, tmp_path: Path) -> None:
    new_game("Moon Duel", tmp_path, face=face)
    root = tmp_path / "moon-duel"
    checked = check_pack(read(root))
    assert checked.diagnostics == []
    assert checked.words["face"] == "card"
    template = (root / "templates" / "card.typ.j2").read_text("utf-8")
    assert 9 <= len(template.splitlines()) <= 30
    assert "RANK" not in template
    with Workspace(root, "sqlite://") as workspace:
        assert workspace.validate(root, faces=True) == []


def test_a_face_that_there_is_not() -> None:
    assert face_names() == ["classic", "corner-index", "full-art", "table"]
    with pytest.raises(UsageError, match='there is no face "tabel"') as fault:
        plan_game("Moon Duel", "tabel")
    assert fault.value.help == 'did you mean "table"? known: classic, corner-index, full-art, table'


def test_without_a_face_the_game_has_no_template() -> None:
    files = plan_game("Moon Duel")
    assert not [path for path in files if path.startswith("templates/")]
    assert "face:" not in files["game.yaml"]


def test_the_first_deck_is_legal() -> None:
    from builder.library import Catalog
    from builder.library.checked import CheckedGame

    files = {name: text.encode() for name, text in plan_game("Moon Duel").items()}
    catalog = Catalog([CheckedGame(check_pack(in_memory(Path("moon-duel"), files)))])
    [judgement] = catalog.verdicts(["moon-duel/first-deck"])
    assert judgement.verdict.legal
    assert judgement.format.setup["hand"] == 4  # as game.yaml describes the game; `arsenal hand` and chances need it


def test_the_paths_of_what_was_written_are_returned(tmp_path: Path) -> None:
    paths = new_game("Moon Duel", tmp_path)
    assert sorted(paths) == sorted(p for p in (tmp_path / "moon-duel").rglob("*") if p.is_file())
    assert {p.relative_to(tmp_path / "moon-duel").as_posix() for p in paths} == set(plan_game("Moon Duel"))


def test_the_template_is_a_pack_as_it_lies_there() -> None:
    assert check_pack(read(TEMPLATE)).diagnostics == []


def test_nothing_of_the_template_is_left_behind() -> None:
    for name, text in plan_game("Moon Duel").items():
        assert not re.search("my-game|My Game", text), name


@pytest.mark.bundled
def test_schemas_travel_with_the_game(pack: Path) -> None:
    for path in (pack / ".vscode" / "schemas").iterdir():
        assert path.read_text("utf-8") == (bundled("schemas") / path.name).read_text("utf-8")
        assert not re.findall(r'"\$ref": "[^#]', path.read_text("utf-8")), "complete in itself"
    card_schema = (pack / "card.schema.json").read_text("utf-8")
    assert re.findall(r'"\$ref": "(.+?)"', card_schema) == ["abilities.schema.json", "common.schema.json#/$defs/errata"]
    assert "$ref" not in re.sub(r'"#/.+?"', "", (pack / "abilities.schema.json").read_text("utf-8")).replace(
        '"$ref": ', ""
    )
    assert resolve(json.loads(card_schema))


def test_editors_find_the_schemas(pack: Path) -> None:
    settings = json.loads((pack / ".vscode" / "settings.json").read_text("utf-8"))
    mapped = settings["yaml.schemas"]
    assert all((pack / schema).is_file() for schema in mapped)
    assert {Path(s).name for s in mapped} - {"card.schema.json"} == {
        p.name for p in (pack / ".vscode/schemas").iterdir()
    }
    recommended = json.loads((pack / ".vscode" / "extensions.json").read_text("utf-8"))
    assert recommended == {"recommendations": ["redhat.vscode-yaml"]}
    for path in pack.rglob("*.yaml"):
        first = path.read_text("utf-8").splitlines()[0]
        schema = first.removeprefix("# yaml-language-server: $schema=")
        assert (path.parent / schema).is_file(), path
        globs = [glob for each in mapped.values() for glob in ([each] if isinstance(each, str) else each)]
        assert any(path in pack.glob(pattern) for pattern in globs if not pattern.startswith("!"))


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Moon Duel", "moon-duel"),
        ("Élan: the 2nd", "elan-the-2nd"),
        ("No", "no"),
        ("007", "007"),
        ('The "Best" #1 Game', "the-best-1-game"),
        ("{x: y}", "x-y"),
        ("- a", "a"),
        ("my-game", "my-game"),
        ("My Game $1 \\".strip("\\ "), "my-game-1"),
        ("ß" * 70, "s" * 80),
        ("x" * 120, "x" * 80),
    ],
)
def test_any_name_that_makes_an_id_will_do(name: str, folder: str, tmp_path: Path) -> None:
    new_game(name, tmp_path)
    checked = check_pack(read(tmp_path / folder))
    assert checked.diagnostics == []
    assert (checked.words["name"], checked.words["id"]) == (name, folder)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "no letter or digit"),
        ("!!!", "no letter or digit"),
        ("月", "no letter or digit"),
        ("../moon", "a path"),
        ("/moon", "a path"),
        ("..\\moon", "a path"),
        ("a\nb", "one line"),
        ("a\0b", "one line"),
        (" moon", "one line"),
        ("x" * 121, "one line"),
    ],
)
def test_other_names_are_refused(name: str, said: str, tmp_path: Path, pack: Path) -> None:
    before = everything_in(tmp_path)
    for make, where in ((new_game, tmp_path), (new_set, pack), (new_deck, pack)):
        with pytest.raises(UsageError, match=said):
            make(name, where)
    assert everything_in(tmp_path) == before


@given(st.text(max_size=130))
def test_no_name_raises_anything_else(name: str) -> None:
    try:
        files = plan_game(name)
    except UsageError:
        return
    game = parse(files["game.yaml"], "game.yaml")
    assert not game.diagnostics
    assert game.data["name"] == name


def test_what_is_there_is_left_alone(tmp_path: Path, pack: Path) -> None:
    before = everything_in(tmp_path)
    with pytest.raises(UsageError, match="exists already"):
        new_game("moon duel!", tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="exists already"):
        new_game("Link", tmp_path)
    with pytest.raises(UsageError, match="no folder"):
        new_game("Moon", tmp_path / "nowhere")
    assert everything_in(tmp_path) == before


def test_a_failure_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = 0

    def full(descriptor: int, content: Any) -> int:
        nonlocal written
        written += 1
        if written == 5:
            raise OSError(28, "No space left on device")
        return original(descriptor, content)

    original = os.write
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(UsageError, match="no space left"):
        new_game("Moon Duel", tmp_path)
    assert list(tmp_path.iterdir()) == []


# A set --------------------------------------------------------------------------------------------------


def test_a_new_set_is_right(pack: Path) -> None:
    before = (pack / "game.yaml").read_text("utf-8")
    assert new_set("Second: Light", pack) == [pack / "sets/second-light/cards.yaml", pack / "game.yaml"]
    checked = check_pack(read(pack))
    assert checked.diagnostics == []
    assert list(checked.words["sets"]) == ["core", "second-light"]
    assert [c.id for c in checked.cards if c.set_id == "second-light"] == ["first-of-second-light"]
    after = (pack / "game.yaml").read_text("utf-8")
    assert after == before.replace("    code: C\n", '    code: C\n  second-light:\n    name: "Second: Light"\n')
    first = (pack / "sets/second-light/cards.yaml").read_text("utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../../card.schema.json"


@pytest.mark.bundled
@pytest.mark.parametrize("game", GAMES)
def test_every_bundled_game_can_have_a_new_set_and_deck(game: str) -> None:
    checked = gamecards.pack(game)
    planned = {**plan_set("Dust & Ash", checked), **plan_deck("Ashes", checked)}
    written = {name: text.encode() for name, text in planned.items()}
    after = check_pack(replace(checked.pack, files={**checked.pack.files, **written}))
    assert after.diagnostics == checked.diagnostics
    assert "dust-ash" in after.words["sets"]
    assert "ashes" in after.decks


LIST_OF_LISTS = {"type": "array", "minItems": 9_999, "items": {"type": "array", "minItems": 9_999, "items": True}}
HOSTILE: dict[str, dict[str, Any]] = {
    "name": {"type": "string", "pattern": "^([A-Za-z ]+)+!$"},  # most engines take 2 to the power of its length
    "serial": {"type": "string", "pattern": "^[0-9]{9}$"},
    "long": {"type": "array", "minItems": 10**9},
    "longer": {"type": "array", "minItems": 10**400},
    "lists": {"type": "array", "minItems": 9_999, "items": LIST_OF_LISTS},
    "deep": reduce(lambda of, _: {"type": "array", "minItems": 9, "items": of}, range(40), {"type": "string"}),
    "wide": {"type": "object", "minProperties": 10**400, "required": [f"key-{n}" for n in range(3_000)]},
    "number": {"type": "integer", "minimum": 10**400},
    "endless": {"type": "number", "minimum": 1e999},
    "half": {"const": "\ud800"},
    "control": {"const": "\0\a\x85"},
    "none": {"enum": []},
    "odd": {"x-vocabulary": ["sets"]},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_schema_that_asks_for_too_much_of_a_first_card_takes_an_author(name: str, pack: Path) -> None:
    path = pack / "card.schema.json"
    schema = json.loads(path.read_text("utf-8"))
    schema["items"]["properties"][name] = HOSTILE[name]
    schema["items"]["required"] = [*dict.fromkeys([*schema["items"]["required"], name])]
    path.write_text(json.dumps(schema), "utf-8")
    planned = plan_set("A" * 60, check_pack(read(pack)))[f"sets/{'a' * 60}/cards.yaml"]
    assert ("Remove the brackets" in planned) == (name not in ("control", "odd"))


def test_a_first_card_has_what_its_schema_asks_for_on_conditions(pack: Path) -> None:
    path = pack / "card.schema.json"
    schema = json.loads(path.read_text("utf-8"))
    schema["items"]["properties"]["stars"] = {"type": "integer", "minimum": 3}
    schema["items"]["allOf"].append({"if": {"required": ["name"]}, "then": {"required": ["stars"]}})
    path.write_text(json.dumps(schema), "utf-8")
    assert "stars: 3" in plan_set("Later", check_pack(read(pack)))["sets/later/cards.yaml"]


@pytest.mark.parametrize(
    "text",
    [
        "sets:\n  core:\n    name: Core\n\n# the types\ntypes: {a: {name: A}}\n",
        "types: {a: {name: A}}\nsets:\n    core:\n        name: |\n            Two\n\n            lines\n",
        "types: {a: {name: A}}\nsets:\n  core: {name: Core}\n  # end\n",
    ],
)
def test_game_yaml_keeps_its_layout(text: str) -> None:
    checked = check_pack(in_memory(Path("x"), {"game.yaml": text.encode()}))
    after = plan_set("Later", checked)["game.yaml"]
    assert set(text.splitlines()) <= set(after.splitlines())
    assert list(yaml.safe_load(after)["sets"]) == ["core", "later"]
    assert yaml.safe_load(after)["types"] == {"a": {"name": "A"}}


@pytest.mark.parametrize("text", ["sets: {core: {name: Core}}\n", "id: x\n", "sets: &s\n  a: *s\n", '"sets": {}\n'])
def test_a_game_yaml_that_needs_an_author(text: str) -> None:
    checked = check_pack(in_memory(Path("x"), {"game.yaml": text.encode()}))
    with pytest.raises(UsageError) as error:
        scaffolding.plan_set("Later", checked)
    assert "later" in error.value.help


def test_a_set_that_is_there_is_left_alone(pack: Path) -> None:
    (pack / "sets" / "later").mkdir()
    before = everything_in(pack)
    for name in ("Core", "Later"):
        with pytest.raises(UsageError, match="already"):
            new_set(name, pack)
    assert everything_in(pack) == before


def test_a_set_is_not_made_by_half(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, before: bytes, content: bytes) -> None:
        raise UsageError("no space left on device")

    monkeypatch.setattr(scaffolding, "rewrite", full)
    before = everything_in(pack)
    with pytest.raises(UsageError, match="no space left"):
        new_set("Later", pack)
    assert everything_in(pack) == before


@pytest.mark.long
@pytest.mark.bundled
def test_sets_that_are_added_at_once_are_all_there(pack: Path) -> None:
    names = [f"Wave {number}" for number in range(4)]
    command = [sys.executable, "-m", "builder", "new", "set"]
    started = [
        subprocess.Popen([*command, name], cwd=pack, env={**os.environ, "PYTHONPATH": str(ROOT)}) for name in names
    ]
    assert [one.wait(60) for one in started] == [0] * len(names)
    assert set(check_pack(read(pack)).words["sets"]) == {"core", *map(slug, names)}


def test_a_set_whose_maker_was_killed_half_way_is_completed(pack: Path) -> None:
    game = pack / "game.yaml"
    before = game.read_bytes()
    new_set("Later", pack)
    game.write_bytes(before)  # as where the process ended between the two files
    assert new_set("Later", pack)[0] == pack / "sets/later/cards.yaml"
    assert check_pack(read(pack)).diagnostics == []


def test_game_yaml_that_is_saved_meanwhile_stays(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, plan = pack / "game.yaml", scaffolding.plan_set

    def while_saved(*given: Any) -> dict[str, str]:
        planned = plan(*given)
        game.write_bytes(game.read_bytes() + b"# saved\n")
        return planned

    monkeypatch.setattr(scaffolding, "plan_set", while_saved)
    with pytest.raises(UsageError, match="was changed by somebody else"):
        new_set("Later", pack)
    assert game.read_bytes().endswith(b"# saved\n")
    assert not (pack / "sets/later").exists()


def test_game_yaml_keeps_its_mark_and_its_line_ends(pack: Path) -> None:
    game = pack / "game.yaml"
    game.write_bytes(b"\xef\xbb\xbf" + game.read_bytes().replace(b"\n", b"\r\n"))
    new_set("Later", pack)
    after = game.read_bytes()
    assert after.startswith(b"\xef\xbb\xbf")
    assert after.count(b"\n") == after.count(b"\r\n")
    assert b"  later:\r\n" in after


# A deck -------------------------------------------------------------------------------------------------


def test_a_new_deck_is_right(pack: Path) -> None:
    [path] = new_deck("Whales: a Deck", pack)
    assert path == pack / "decks" / "whales-a-deck.yaml"
    assert check_pack(read(pack)).diagnostics == []
    deck = parse(path.read_text("utf-8"), "").data
    assert (deck["name"], deck["game"], deck["format"]) == ("Whales: a Deck", "moon-duel", "standard")
    assert (path.parent / path.read_text("utf-8").splitlines()[0].partition("=")[2]).is_file()


def test_a_deck_that_is_there_is_left_alone(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pack)
    with pytest.raises(UsageError, match=r'^"decks/first-deck\.yaml" exists already'):
        new_deck("First Deck", pack)


def test_the_first_deck_of_a_pack_makes_its_folder(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("id: bare\nname: Bare\n", "utf-8")
    [path] = new_deck("One", tmp_path)
    assert path.read_text("utf-8") == "name: One\ngame: bare\ncards: {}\n"


def test_a_pack_that_cannot_be_read_gets_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("[", "utf-8")
    for make in (new_set, new_deck):
        with pytest.raises(UsageError, match="can't be read"):
            make("One", tmp_path)


@pytest.mark.bundled
def test_files_of_the_repository_find_their_schemas() -> None:
    for path in (ROOT / "cards").rglob("*.yaml"):
        first = path.read_text("utf-8").splitlines()[0]
        if "$schema=" in first:
            assert (path.parent / first.partition("$schema=")[2]).is_file(), path


@pytest.mark.parametrize("folder", ["sets", "decks"])
def test_nothing_is_written_where_a_link_leads_out_of_the_pack(pack: Path, folder: str) -> None:
    (pack / folder).rename(pack.parent / "elsewhere")
    (pack / folder).symlink_to("../elsewhere")
    before = everything_in(pack.parent)
    with pytest.raises(UsageError, match="would lie outside"):
        (new_set if folder == "sets" else new_deck)("Second", pack)
    assert everything_in(pack.parent) == before
