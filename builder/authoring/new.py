"""Starts a game, an expansion, a set or a deck: what `arsenal new` writes, planned first, then written whole or not.

`builder/authoring/template/` is a small game, complete as it lies there; a new game is a copy under another name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import Any

from builder.abilities.schema import schema_text
from builder.checks import CheckedPack, check_pack
from builder.diagnostics import UsageError, suggestion
from builder.documents.data import Data, mapping, text, texts
from builder.documents.document import Document
from builder.documents.editing import CannotEditError, insert_key, scalar_text, to_yaml
from builder.documents.reading import encode_like
from builder.games.fields import ABILITIES
from builder.naming import slug
from builder.packs.expansions import Whole, itself
from builder.packs.pack import EXPANSION_FILE, Pack, read
from builder.schema import Schema
from builder.schema.costs import weight_of
from builder.storage.files import display, inside, is_file, is_folder, rewrite, unwritable, write_folder, write_new
from builder.storage.locks import changing
from builder.storage.resources import bundled

TEMPLATE = Path(__file__).resolve().parent / "template"
FACES = TEMPLATE.with_name("faces")  # templates to begin with: FACE.typ.j2
MODULE = TEMPLATE.with_name("module.txt")  # the Python module by which the template's game is played
# The schemas that a new game and a new expansion have copies of, so that editors complete offline too.
EDITOR_SCHEMAS = ("game", "format", "deck", "rulings", "locale", "verbs", "phrases", "reprints", "import")
EXPANSION_SCHEMAS = ("pack", "format", "deck", "rulings", "locale", "phrases", "reprints", "import")
COMMON = "common.schema.json"  # next to card.schema.json, which may refer to it


def new_game(name: str, parent: Path, *, face: str = "", engine: bool = False) -> list[Path]:
    """Make a folder for a new game in `parent`; the files in it. Raises UsageError for what can't be made.

    With a `face`, one of `face_names`, its cards have a template to change. With `engine`, a module that plays the game
    is written next to the folder; it is the last of the files returned.
    """
    root = root_of(name, parent)
    module = parent / f"{id_of(name).replace('-', '_')}.py"
    if engine and os.path.lexists(module):
        raise _exists(module)
    paths = new_folder(root, plan_game(name, face))
    if engine:
        write_new(module, module_of(name).encode())
        paths.append(module)
    return paths


def module_of(name: str) -> str:
    """The module that plays a new game as `plan_game` makes it."""
    return MODULE.read_text("utf-8").replace("my-game", id_of(name)).replace("My Game", name.replace('"', "'"))


def new_expansion(name: str, game: Pack, parent: Path) -> list[Path]:
    """Make a folder in `parent` for an expansion of a game; the files in it. Raises UsageError as `new_game` does."""
    return new_folder(root_of(name, parent), plan_expansion(name, _opened(game)))


def new_set(name: str, root: Path, whole: Whole = itself) -> list[Path]:
    """Add a set to the pack at `root`: a folder with a first card, and its name in game.yaml or pack.yaml.

    `whole` finds the game of an expansion, with the expansion: see `Workspace.whole`.
    """
    with changing(root):  # whoever adds a set at the same time waits, and reads what is written here
        pack = read(root)
        checked = _opened(whole(pack))
        set_id = id_of(name)
        file = f"sets/{set_id}/cards.yaml"
        files = plan_set(name, checked, modeline(root, file, card_schemas(checked)), pack)
        folder, cards = inside(root, f"sets/{set_id}"), files[file]
        before = pack.files[pack.manifest]
        made = [] if _says_just(folder, cards) else new_folder(folder, {"cards.yaml": cards})
        try:
            rewrite(root / pack.manifest, before, encode_like(files[pack.manifest], before))
        except BaseException:  # also when interrupted
            for path in made:
                path.unlink()
                path.parent.rmdir()
            raise
    return [folder / "cards.yaml", root / pack.manifest]


def new_deck(name: str, root: Path, whole: Whole = itself) -> list[Path]:
    """Add a deck to the pack at `root`: a file with a few of its cards to start from. `whole` is as for `new_set`."""
    checked = _opened(whole(read(root)))
    schema = (".vscode/schemas/deck.schema.json", "../../schemas/deck.schema.json")
    [(file, text)] = plan_deck(name, checked, modeline(root, "decks/any.yaml", schema)).items()
    path = inside(root, file)
    try:
        path.parent.mkdir(exist_ok=True)
        write_new(path, text.encode())
    except FileExistsError:
        raise _exists(path) from None
    except OSError as error:
        raise unwritable(path, error, "nothing was changed") from None
    return [path]


def root_of(name: str, parent: Path) -> Path:
    """The folder of a new pack in `parent`. Raises UsageError for a name that makes none, or where `parent` is none."""
    root = parent / id_of(name)
    if not is_folder(parent):
        raise UsageError(f'there is no folder "{parent}"', "make it first")
    return root


def id_of(name: str) -> str:
    """The id that a name makes. Raises UsageError for one that makes none, or that is not a name."""
    if "/" in name or "\\" in name:
        raise UsageError(f'"{name}" is a path, not a name', "go to the folder first, then give the name alone")
    if not name.isprintable() or len(name) > 120 or name != name.strip():
        raise UsageError("a name is one line of up to 120 characters", 'such as "Moon Duel"')
    found = slug(name)
    if not found:
        help_ = "ids are made of a to z and 0 to 9: start with a Latin name, and change `name:` in the file later"
        raise UsageError(f'"{name}" has no letter or digit to make an id from', help_)
    return found


def face_names() -> list[str]:
    """The names of the faces that a new game can begin with."""
    return sorted(path.name.removesuffix(".typ.j2") for path in FACES.glob("*.typ.j2"))


def with_face(files: Mapping[str, str], face: str, rank: str) -> dict[str, str]:
    """The files of a new game with the template of a face and its name in game.yaml; unchanged where `face` is "".

    `rank` is the field that some faces print largest. Raises UsageError for an unknown face.
    """
    if not face:
        return dict(files)
    if face not in face_names():
        raise UsageError(f'there is no face "{face}"', suggestion(face, face_names()))
    template = (FACES / f"{face}.typ.j2").read_text("utf-8").replace("RANK", rank)
    size = "card-size: standard\n"
    manifest = files["game.yaml"].replace(size, f"{size}face: card\n", 1)
    return {**files, "templates/card.typ.j2": template, "game.yaml": manifest}


def plan_game(name: str, face: str = "") -> dict[str, str]:
    """The files of a new game by path from its folder."""
    words = {"my-game": id_of(name), "My Game": name}
    quoted = {word: scalar_text(text) for word, text in words.items()}
    files = {}
    for path in sorted(p for p in TEMPLATE.rglob("*") if p.is_file()):
        text = path.read_text("utf-8")
        own = quoted if path.suffix == ".yaml" else words
        for word, value in own.items():
            text = text.replace(word, value)
        files[path.relative_to(TEMPLATE).as_posix()] = text
    return with_face(files, face, "cost") | schemas_of_game()


def schemas_of_game() -> dict[str, str]:
    """The schemas that every game has copies of, by their paths in its folder."""
    return {COMMON: (bundled("schemas") / COMMON).read_text("utf-8")} | _for_editors(EDITOR_SCHEMAS)


def _for_editors(names: Iterable[str]) -> dict[str, str]:
    sources = [bundled("schemas") / f"{name}.schema.json" for name in names]
    return {f".vscode/schemas/{source.name}": source.read_text("utf-8") for source in sources}


def plan_expansion(name: str, game: CheckedPack) -> dict[str, str]:
    """The files of a new expansion of a game, by path from its folder."""
    own, words = id_of(name), game.words
    if own == game.id:
        raise UsageError(f'"{own}" is the id of the game itself', "choose another name")
    set_id = f"{own}-cards" if own in game.vocabulary("sets") else own
    pack: dict[str, Data] = {"id": own, "name": name, "extends": game.id}
    if version := text(words.get("version")):
        pack["requires"] = f">={version}"
    pack |= {"version": "1", "credit": "Made by me.", "sets": {set_id: {"name": name, "code": _initials(name)}}}
    cards = _cards_of(_first_card(name, game, game.ids.keys() | game.aliases.keys()))
    schemas = {f"./.vscode/schemas/{schema}.schema.json": glob for schema, glob in _GLOBS.items()}
    files = {
        "pack.yaml": f"{_MODELINE}.vscode/schemas/pack.schema.json\n{to_yaml(pack)}",
        f"sets/{set_id}/cards.yaml": f"{_MODELINE}../../.vscode/schemas/card.schema.json\n{cards}",
        "README.md": _README.format(name=name, id=own, game=game.id),
        ".vscode/settings.json": as_json({"yaml.schemas": schemas}),
        ".vscode/extensions.json": (TEMPLATE / ".vscode" / "extensions.json").read_text("utf-8"),
        ".vscode/schemas/card.schema.json": as_json({"type": "array", "items": _with_references(game.card_schema)}),
    }
    if game.abilities.lexicon.verbs:
        files[".vscode/schemas/abilities.schema.json"] = schema_text(game.abilities.lexicon)
    return files | _for_editors(EXPANSION_SCHEMAS)


_MODELINE = "# yaml-language-server: $schema="
_GLOBS: Mapping[str, str | list[str]] = {
    "pack": "pack.yaml",
    "rulings": "rulings.yaml",
    "import": "import.yaml",
    "format": "formats/*.yaml",
    "deck": "decks/*.yaml",
    "locale": "locales/*.yaml",
    "phrases": "phrases/*.yaml",
    "reprints": "sets/*/reprints.yaml",
    "card": ["sets/**/*.yaml", "!sets/*/reprints.yaml"],
}
_README = """\
# {name}

An expansion of {game}, written with Arsenal.

- `pack.yaml`: which game it extends, and its sets.
- `sets/`: its cards. `formats/`, `decks/`, `rulings.yaml`, `locales/`: what else it adds.

```
# Is everything right, together with the game?
arsenal validate .
# Its cards, and sheets of them.
arsenal search pack:{id} -g {game} --packs .
arsenal print {game} --packs . --cards pack:{id} -o cards.pdf
```

Where the game does not come with Arsenal, each of them needs its folder, too: `--packs FOLDER`.
"""


def as_json(data: object) -> str:
    """Data as a file of JSON."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _with_references(schema: Any) -> Any:  # Any: a schema is any JSON
    """A schema that refers to the schema of abilities wherever some can stand."""
    if isinstance(schema, dict):
        result = {key: _with_references(value) for key, value in schema.items() if key != ABILITIES}
        return {**result, "$ref": "abilities.schema.json"} if ABILITIES in schema else result
    return [_with_references(item) for item in schema] if isinstance(schema, list) else schema


def _initials(name: str) -> str:
    """A mark of up to four letters: the first of each word, or the first two of a single word."""
    words = slug(name).split("-")
    return ("".join(word[0] for word in words) if len(words) > 1 else words[0][:2]).upper()[:4]


def plan_set(name: str, checked: CheckedPack, modeline: str = "", pack: Pack | None = None) -> dict[str, str]:
    """A new set's file of cards, and game.yaml with the set in it, by path from the pack's folder.

    For an expansion (`pack`, checked together with its game) it is pack.yaml instead of game.yaml.
    """
    set_id = id_of(name)
    if set_id in checked.vocabulary("sets"):
        raise UsageError(f'{checked.id} has a set "{set_id}" already', "choose another name")
    card = _first_card(name, checked, {card.id for card in checked.cards if card.set_id != set_id})
    document = (pack or checked.pack).game_document
    manifest = (pack or checked.pack).manifest
    return {f"sets/{set_id}/cards.yaml": modeline + _cards_of(card), manifest: with_set(document, set_id, name)}


def _cards_of(card: Mapping[str, Data]) -> str:
    """A file with one card, or with an empty list where only an author can write one."""
    try:
        return to_yaml([card]) if card else _NO_CARD
    except CannotEditError:  # a number that YAML can't say
        return _NO_CARD


def plan_deck(name: str, checked: CheckedPack, modeline: str = "") -> dict[str, str]:
    """A new deck's file, by path from the pack's folder: one copy each of the pack's first cards."""
    deck_id = id_of(name)
    deck: dict[str, Data] = {"name": name, "game": checked.id}
    default = checked.words.get("default-format")
    if isinstance(default, str):
        deck["format"] = default
    own = sorted(checked.ids, key=lambda card_id: not checked.ids[card_id].pack)  # an expansion's own cards come first
    deck["cards"] = dict.fromkeys(own[:3], 1)
    return {f"decks/{deck_id}.yaml": modeline + to_yaml(deck)}


_NO_CARD = """\
# Each card begins with "- id: ..."; your editor completes its keys. Remove the brackets once there is one.
[]
"""


def _opened(pack: Pack) -> CheckedPack:
    checked = check_pack(pack)
    if not checked.words:
        raise UsageError(f'"{checked.game.path}" can\'t be read', "`arsenal validate` says what is wrong with it")
    return checked


def _exists(path: Path) -> UsageError:
    return UsageError(f'"{display(path)}" exists already', "choose another name, or move it away")


def new_folder(folder: Path, files: Mapping[str, str | bytes]) -> list[Path]:
    """Write a new folder, which appears with all of these files or not at all. Raises UsageError."""
    if os.path.lexists(folder):
        raise _exists(folder)
    contents = {name: content.encode() if isinstance(content, str) else content for name, content in files.items()}
    write_folder(folder, contents, new=True)
    return [folder / name for name in files]


def _says_just(folder: Path, cards: str) -> bool:
    """Whether a set's folder holds what a run wrote that was killed before it named the set in game.yaml."""
    try:
        return [path.read_bytes() for path in folder.iterdir()] == [cards.encode()]
    except OSError:
        return False


def modeline(root: Path, file: str, schemas: Iterable[str]) -> str:
    """The comment that names a file's schema for editors: the first of `schemas` that exists."""
    found = next((schema for schema in schemas if is_file(root / schema)), "")
    return f"{_MODELINE}{'../' * file.count('/')}{found}\n" if found else ""


def card_schemas(checked: CheckedPack) -> tuple[str, ...]:
    """Where the schema of cards may be, from the folder of a pack, for editors."""
    return "card.schema.json", ".vscode/schemas/card.schema.json", f"../../schemas/{checked.id}.card.schema.json"


def with_set(document: Document, set_id: str, name: str) -> str:
    """game.yaml or pack.yaml with one more set, the rest as it was. Raises UsageError where its author must do it."""
    try:
        if document.path.endswith(EXPANSION_FILE) and "sets" not in mapping(document.data):  # which need not have any
            return insert_key(document, ("sets",), {set_id: {"name": name}})
        return insert_key(document, ("sets", set_id), {"name": name})
    except CannotEditError:
        raise UsageError(
            f'"{document.path}" is written in a way that a set can\'t be added to by itself',
            f'write "{set_id}: {{name: {scalar_text(name, flow=True)}}}" below "sets:", and sets/{set_id}/cards.yaml',
        ) from None


def _first_card(name: str, checked: CheckedPack, taken: Container[str]) -> dict[str, Data]:
    """A card with as little in it as the pack's schema allows; {} where its author must do it, or its id is taken."""
    schema = Schema(checked.card_schema)
    if not checked.card_schema or weight_of(schema.schema).cost(1, _PARTS) > _MOST_WORK:
        return {}
    called = f"First of {name}"[:120]
    card: dict[str, Data] = {"id": slug(called), "number": 1, "name": called}
    properties, wanted = mapping(schema.schema.get("properties")), list(texts(schema.schema.get("required")))
    for _ in range(5):  # a value that is filled in may make others necessary
        for key in wanted:
            card.setdefault(key, _least(properties.get(key, {}), checked.words))
        if schema.fits(card):
            in_order = [key for key in properties if key in card]
            return {key: card[key] for key in in_order} if card["id"] not in taken else {}
        wanted = schema.lacking(card)
    return {}


_DEPTH, _ITEMS = 4, 5  # limits of an invented value; a larger one is left to the author
_PARTS = _ITEMS**_DEPTH
_MOST_WORK = 1_000_000  # bound on the size of the check of a first card


def _least(schema: Any, words: Mapping[str, Any], depth: int = 0) -> Any:  # Any: the schema is a pack's own
    """The simplest value that a schema probably allows."""
    if not isinstance(schema, Mapping) or depth == _DEPTH:
        return "?"
    if "const" in schema:
        return schema["const"]
    vocabulary = words.get(text(schema.get("x-vocabulary")))
    choices = [*schema.get("enum", ()), *(vocabulary if isinstance(vocabulary, Mapping) else ())]
    kind = schema.get("type")
    if kind == "array":
        return [_least(schema.get("items", {}), words, depth + 1)] * int(min(schema.get("minItems", 0), _ITEMS))
    if kind == "object":
        properties = schema.get("properties", {})
        needed = schema.get("required") or list(properties)[: int(min(schema.get("minProperties", 0), _ITEMS))]
        return {key: _least(properties.get(key, {}), words, depth + 1) for key in needed[:_ITEMS]}
    if choices:
        return choices[0]
    if kind in ("integer", "number"):
        return schema.get("minimum", 0)
    return False if kind == "boolean" else "To be written"
