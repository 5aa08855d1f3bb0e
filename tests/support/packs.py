"""The small game that `arsenal new game` writes, checked with one thing changed at a time."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from builder.authoring.new import plan_game
from builder.checks import CheckedPack, check_pack
from builder.packs.pack import in_memory

SMALL = {name: text.encode() for name, text in plan_game("My Game").items()}
ASH_CAT = {"id": "ash-cat", "number": 9, "name": "Ash Cat", "faction": "ember", "type": "creature"}
ASH_CAT |= {"cost": 2, "power": 2}


def checked(**files: Any) -> CheckedPack:
    """The small game with files added or replaced: `decks__a_yaml` is decks/a.yaml.

    Data becomes YAML; None leaves a file out.
    """
    written, left_out = {}, set()
    for name, content in files.items():
        path = path_of(name)
        if content is None:
            left_out.add(path)
            continue
        written[path] = content if isinstance(content, bytes) else yaml.safe_dump(content, sort_keys=False).encode()
    return check_pack(in_memory(Path("my-game"), {p: c for p, c in {**SMALL, **written}.items() if p not in left_out}))


def path_of(name: str) -> str:
    """The file that a name of these functions stands for."""
    return name.replace("__", "/").replace("_", ".")


def small(path: str, old: str, new: str) -> str:
    """A file of the small game, with `new` for the first `old`."""
    text = SMALL[path].decode()
    assert old in text
    return text.replace(old, new, 1)


def found(**files: Any) -> list[tuple[str, str]]:
    """What is wrong with the small game so changed, as (code, what the help or message names)."""
    return [(d.code, d.message) for d in checked(**files).diagnostics]


def codes(**files: Any) -> list[str]:
    return [code for code, _ in found(**files)]


def game(**changes: Any) -> dict[str, Any]:
    """game.yaml as data, with some of its values replaced."""
    return {**yaml.safe_load(SMALL["game.yaml"]), **changes}


def schema(change: Callable[[dict[str, Any]], object]) -> bytes:
    """card.schema.json after `change` to the description of one card."""
    data = json.loads(SMALL["card.schema.json"])
    change(data["items"])
    return json.dumps(data).encode()


ABILITIES = {"$ref": "my-game.abilities.schema.json"}
_OWN = yaml.safe_load(SMALL["verbs.yaml"])
VERBS = {**_OWN, "uses": ["action"], "verbs": {**_OWN["verbs"], "draw": {"takes": {}}}}
ENGLISH = yaml.safe_load(SMALL["phrases/en.yaml"])
FRENCH = {
    "nouns": {
        "card": {"one": "carte", "other": "cartes", "gender": "f"},
        "creature": {"one": "créature", "other": "créatures", "gender": "f"},
        "spell": {"one": "sort", "other": "sorts", "gender": "m"},
    },
    "players": {"opponent": {"say": "votre adversaire"}, "each player": {"say": "chaque joueur"}},
    "uses": {"action": "Action"},
    "times": {"start of turn": "au début de votre tour"},
    "amounts": {"spark": "{symbols}", "health": "{n} point{n:/s} de vie"},
    "costs": {"spark": "{symbols}"},
    "conditions": {"it is yours": "elle est à vous"},
    "events": {"played": "vous jouez {card}"},
    "effects": {
        "draw": "piochez {main} carte{main:/s}",
        "discard": [{"who": None, "say": "défaussez {main} carte{main:/s}"}, "{who} défausse {main} carte{main:/s}"],
        "deal": "infligez {main} dégât{main:/s} à {to}",
        "gain": [{"who": None, "say": "gagnez {main}"}, "{who} gagne {main}"],
        "lose": [{"who": None, "say": "perdez {main}"}, "{who} perd {main}"],
        "return": "renvoyez {main} dans la main de son propriétaire",
    },
}
PHRASES = {"en": {**ENGLISH, "uses": {"action": "Action"}}, "fr": FRENCH}


def able(**files: Any) -> CheckedPack:
    """The small game where cards have abilities: of their own, in a strip, in a list of actions and in how to win.

    With phrases in English and in French.
    """
    written = {"card_schema_json": able_schema(), "verbs_yaml": VERBS, "abilities_schema_json": None}
    written |= {f"phrases__{language}_yaml": said for language, said in PHRASES.items()}
    return checked(**{**written, **files})


def able_schema() -> bytes:
    """card.schema.json where cards have abilities."""

    def entries(items: dict[str, Any]) -> None:
        said = {"do": ABILITIES, "text": {"type": "string"}}
        action = {"type": "object", "title": "Action", "properties": {"pays": {"type": "integer"}, **said}}
        items["properties"] |= {
            "abilities": ABILITIES,
            "strip-abilities": ABILITIES,
            "strip-text": {"type": "string", "title": "Strip"},
            "actions": {"type": "array", "title": "Actions", "items": action},
            "win": {"type": "object", "title": "Win", "properties": said},
        }

    return schema(entries)


def card(**changes: Any) -> list[dict[str, Any]]:
    return [{**ASH_CAT, **changes}]


def deck(**changes: Any) -> dict[str, Any]:
    return {"name": "Second", "game": "my-game", "cards": {"flare": 3}, **changes}
