"""A small game of things of every form, for the tests of what is no plain card."""

from pathlib import Path
from typing import Any

from builder.games import Card, Game, card_from, game_from

TYPES: dict[str, dict[str, Any]] = {
    "hero": {"name": "Hero"},
    "map": {"name": "Map", "form": "board", "size": "380x300mm"},
    "mat": {"name": "Mat", "form": "board", "size": "180x120mm"},
    "coin": {"name": "Coin", "form": "token", "size": "25mm", "shape": "circle", "back": "tails", "two-sided": True},
    "hex": {"name": "Hex", "form": "token", "size": "30x34mm", "shape": "hexagon"},
    "cube": {"name": "Cube", "form": "die", "size": "16mm"},
    "pyramid": {"name": "Pyramid", "form": "die", "size": "16mm"},
}
SYMBOLS = {name: {"name": name.title(), "letters": name[0].upper(), "color": "#884422"} for name in ("axe", "bow")}
CUBE = [["axe"], ["bow"], ["axe", "axe"], [], ["bow", "bow", "bow"], ["axe", "bow"]]


def game_of_things(folder: Path) -> Game:
    """The game; its faces and backs say what they are."""
    templates = folder / "templates"
    templates.mkdir()
    (templates / "face.typ.j2").write_text("#text(9pt, {{ card.name }})", "utf-8")
    middle = "#place(left + horizon, dx: 3mm, text(6pt, {{ card.name }}))"
    (templates / "token.typ.j2").write_text(middle, "utf-8")
    (templates / "tails.typ.j2").write_text(middle.replace("card.name", "card.name + ' tails'"), "utf-8")
    (templates / "back.typ.j2").write_text("#text(6pt, {{ 'shared' }})", "utf-8")
    types = {name: ({**t, "face": "token"} if t.get("form") == "token" else t) for name, t in TYPES.items()}
    definition = {
        "id": "small", "name": "Small", "face": "face", "back": "back", "types": types, "sets": {}, "symbols": SYMBOLS,
        "components": {"track": {"name": "Track"}, "first": {"name": "First", "card": "hero-1"}},
    }  # fmt: skip
    return game_from(definition, {}, root=folder)


def thing(type_id: str, number: int = 1, **more: Any) -> Card:
    """A thing of a type: `hero-1`, called Hero 1."""
    definition = {"id": f"{type_id}-{number}", "number": number, "name": f"{type_id.title()} {number}", "type": type_id}
    return card_from({**definition, **more}, "small", "")
