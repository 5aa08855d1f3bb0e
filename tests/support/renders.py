"""Games and cards to render: the bundled Future Invaders, and small packs made for one test."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import yaml

from builder.database.tables import Card, Game
from tests.support.commands import ROOT

PACK = ROOT / "cards" / "future-invaders"
NO_PLACE = {"pk": 1, "key": ""}


@cache
def _definition() -> str:
    return json.dumps(yaml.safe_load((PACK / "game.yaml").read_text("utf-8")))


def future_invaders(**changes: Any) -> Game:
    definition = {**json.loads(_definition()), **changes}
    schema = json.loads((ROOT / "schemas" / "future-invaders.card.schema.json").read_text("utf-8"))["$defs"]["card"]
    return Game(
        id="future-invaders",
        name="Future Invaders",
        root=str(PACK),
        definition=definition,
        card_schema=schema,
        **NO_PLACE,
    )


def card(**written: Any) -> Card:
    definition = {
        "id": "test-ship",
        "number": 7,
        "name": "Test Ship",
        "faction": "terrans",
        "type": "ship",
        "cost": {"oil": 2},
        "income": {"oil": 1},
        "weapons": 3,
        "durability": 5,
        **written,
    }
    return Card(
        pk=definition["number"],
        game_id="future-invaders",
        id=definition["id"],
        set_id="first-light",
        number=definition["number"],
        name=definition["name"],
        type=definition["type"],
        text=definition.get("text", ""),
        definition=definition,
    )


def fleet(count: int) -> list[Card]:
    return [card(id=f"ship-{i}", number=i + 1, name=f"Ship {i}") for i in range(count)]


def pack(folder: Path, template: str, **files: str) -> Game:
    """A game of its own whose face is this template; `files` are more files of its templates/."""
    templates = folder / "templates"
    templates.mkdir(parents=True)
    (templates / "face.typ.j2").write_text(template, "utf-8")
    for name, text in files.items():
        (templates / name.replace("__", ".")).write_text(text, "utf-8")
    definition = {"id": "small", "name": "Small", "face": "face", "types": {"ship": {"name": "Ship"}}, "sets": {}}
    return Game(id="small", name="Small", root=str(folder), definition=definition, card_schema={}, **NO_PLACE)


def pdf_text(data: bytes) -> str:
    with pypdfium2.PdfDocument(data) as pdf:
        return "\n".join(page.get_textpage().get_text_bounded() for page in pdf)


def page_count(data: bytes) -> int:
    with pypdfium2.PdfDocument(data) as pdf:
        return len(pdf)
