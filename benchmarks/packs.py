"""Made-up cards of Future Invaders' shape, and packs of them: the same from one seed wherever they are made."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml  # files of any checkout are read alike, whatever its own modules are called

ROOT = Path(__file__).resolve().parent.parent
GAME = "future-invaders"
SET = "first-light"

_WORDS = """
    amber ash belt bitter black blue bright broken comet copper crimson dark deep distant drift dust ember far
    final frozen ghost glass gold grey hollow iron last lost lunar night outer pale quiet red ringed rust
    silent silver solar star steel still storm tidal void wandering white wild winter
"""
_NOUNS = """
    anchor archive barge beacon blade bloom bridge bulwark citadel cruiser crown drill engine ferry forge
    frigate garden gate hammer harbor herald hive hunter lance lantern mill mirror orchard pilgrim probe
    raider reef relay root runner sail sentinel shield sower spire station thorn tower tug vault warden watch
"""
_TEXTS = (
    "When this card is deployed, draw 1 card.",
    "{action} {scrap}: Repair 2 on one of your ships.",
    "When this card is destroyed, deal 2 damage to an enemy ship.",
    "At the start of your turn, gain {oil}.\n{action} {oil}{oil}: Draw 1 card.",
)


def read(path: Path) -> Any:
    """A YAML file."""
    return yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)


def cards(number: int, seed: int = 1, *, able: bool = False) -> Iterator[dict[str, Any]]:
    """Cards of Future Invaders' shape, made up from a seed; with abilities in place of text where they are `able`."""
    draw = random.Random(seed)
    words, nouns = _WORDS.split(), _NOUNS.split()
    resources = {
        "terrans": "oil",
        "invaders": "technology",
        "organics": "essence",
        "pirates": "scrap",
        "neutral": "credits",
    }
    for index in range(1, number + 1):
        faction, resource_ = draw.choice(list(resources.items()))
        kind = draw.choice(("ship", "ship", "structure", "action", "reaction"))
        name = f"{draw.choice(words)} {draw.choice(nouns)} {index}".title()
        card: dict[str, Any] = {"id": f"card-{index}", "number": index, "name": name, "faction": faction, "type": kind}
        if draw.random() < 0.1:
            card["rarity"] = draw.choice(("pinnacle", "supreme"))
        if draw.random() < 0.9:
            card["cost"] = {resource_: draw.randint(1, 10)}
        if kind in ("ship", "structure"):
            card["income"] = {resource_: draw.randint(1, 3)}
            if kind == "ship":
                card["weapons"] = draw.randint(0, 9)
            card["durability"] = draw.randint(1, 12)
        if able:
            card["abilities"] = ability(draw, staying=kind in ("ship", "structure"))
        else:
            card["text"] = draw.choice(_TEXTS)
        card["flavor"] = f"{draw.choice(words)}, {draw.choice(words)} and {draw.choice(words)}.".capitalize()
        yield card


def ability(draw: random.Random, *, staying: bool) -> dict[str, Any]:
    """An ability as cards of Future Invaders have them; hardly two of thousands are alike."""
    few, many, life = (draw.randint(1, most) for most in (9, 99, 99))
    which = draw.choice(
        ("enemy ship", "enemy structure", "enemy ship or structure", "each enemy ship", "up to 2 enemy ships")
    )
    own = draw.choice(("base", "own ship", "each own ship", "own ship or structure"))
    deeds: tuple[dict[str, Any], ...] = (
        {"deal": many, "to": which},
        {"if": {"base durability": f"{life}-"}, "repair": many, "to": own},
        {"if": {"scrap pile": f"{life}+"}, "gain": {draw.choice(("oil", "scrap", "any")): many}},
        {"give": {"weapons": many, "durability": few}, "to": "own ship", "until": "end of turn"},
        {"deploy": "ship", "with": {"cost": f"{life}-"}, "from": "hand"},
        {"destroy": "enemy ship", "with": {"durability": f"{life}-"}},
        {"do": [{"deal": many, "to": which}, {"draw": few}]},  # as many do two things as on real cards: one in seven
    )
    uses = ({"use": "action", "cost": {"oil": few}}, {"at": "start of turn"}, {"when": "this deployed"})
    return {**(draw.choice(uses) if staying else {}), **draw.choice(deeds)}


def yaml_of(made: Sequence[dict[str, Any]]) -> str:
    """Cards as an author writes them: a list, a key a line, amounts in braces, effects as a block."""
    lines = []
    for card in made:
        for place, (key, value) in enumerate(card.items()):
            lead = "- " if place == 0 else "  "
            lines.append(f"{lead}{key}: {_written(key, value)}")
        lines.append("")
    return "\n".join(lines)


def _written(key: str, value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_written(k, v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_written(key, item) for item in value) + "]"
    return "|\n    " + str(value).replace("\n", "\n    ") if key == "text" else str(value)


def bare_pack(folder: Path, sets: Mapping[str, Sequence[dict[str, Any]]], root: Path = ROOT) -> Path:
    """A pack of these cards, by set, with Future Invaders' words and nothing to draw it with.

    Its folder is made in `folder`; `root` is the checkout whose Future Invaders it is.
    """
    game = read(root / "cards" / GAME / "game.yaml")
    for key in ("face", "back", "default-format", "components", "reminders"):
        game.pop(key, None)
    for symbol in game["symbols"].values():
        symbol.pop("image", None)
    game["sets"] = {name: {"name": name.replace("-", " ").title()} for name in sets}
    pack = folder / "bench"
    pack.mkdir(parents=True)
    if any("abilities" in card for made in sets.values() for card in made):
        shutil.copy(root / "cards" / GAME / "verbs.yaml", pack)
        shutil.copytree(root / "cards" / GAME / "phrases", pack / "phrases")
    (pack / "game.yaml").write_text(yaml.safe_dump(game, sort_keys=False, allow_unicode=True), "utf-8")
    _write_sets(pack, sets)
    return pack


def printable_pack(folder: Path, made: Sequence[dict[str, Any]], root: Path = ROOT) -> Path:
    """Future Invaders, templates and symbols and all, with these cards in place of its own.

    Its folder is made in `folder`; `root` is the checkout whose Future Invaders it is.
    """
    pack = folder / GAME
    shutil.copytree(
        root / "cards" / GAME, pack, ignore=shutil.ignore_patterns("decks", "locales", "rulings.yaml", "sets")
    )
    _write_sets(pack, {SET: made})
    return pack


def cards_file(pack: Path, set_id: str = SET) -> Path:
    """The file that holds a set's cards."""
    return pack / "sets" / set_id / "cards.yaml"


def _write_sets(pack: Path, sets: Mapping[str, Sequence[dict[str, Any]]]) -> None:
    for name, made in sets.items():
        if not made:
            continue
        file = cards_file(pack, name)
        file.parent.mkdir(parents=True)
        file.write_text(yaml_of(made), "utf-8")
