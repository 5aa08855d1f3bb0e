"""The packs that cases begin with: what `arsenal new game` writes, and the bundled ones with a few of their cards."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from builder.authoring.new import plan_game
from builder.checks import check_pack
from builder.packs.pack import in_memory
from tests.support.commands import ROOT

CARDS = 6  # of each bundled pack, of different types where there are several
DECKS = 2


@dataclass(frozen=True)
class SmallPack:
    """A sound pack: its files by path, those that are data as data, and its words for those who ask about it."""

    id: str
    files: Mapping[str, bytes]
    data: Mapping[str, Any]
    cards: tuple[str, ...]  # ids and names
    decks: tuple[str, ...]
    formats: tuple[str, ...]
    fields: tuple[str, ...]
    words: tuple[str, ...]  # of the lists of game.yaml
    sections: tuple[str, ...]


@cache
def new_pack() -> SmallPack:
    """What `arsenal new game` writes, with a few things more."""
    new = {name: text.encode() for name, text in plan_game("Moon Duel").items() if not name.startswith(".")}
    new |= {"rulings.yaml": _RULINGS, "locales/fr.yaml": _FRENCH, "formats/duel.yaml": _DUEL}
    return _described(new)


@cache
def small_packs() -> tuple[SmallPack, ...]:
    """All packs to begin with, each without errors."""
    return (new_pack(), *(_described(_cut(root)) for root in sorted((ROOT / "cards").iterdir())))


_RULINGS = b"""\
- question: May I play it on an empty table?
  ruling: Yes. {spark} is *not* paid back.
  date: "2026-01-01"
  cards: [flare]
- question: Does it stay?
  ruling: Yes.
  date: "2026-01-02"
"""
_FRENCH = b"""\
game: {name: Duel de lune, types: {creature: {name: Creature}}}
cards:
  flare: {name: Eclat}
"""
_DUEL = b"""\
name: Duel
extends: standard
clauses:
  size: {clause: size, min: 5, max: 60}
  few: {clause: count, where: "type:spell cost<=2", max: 8}
  banned: {clause: pool, banned: [moon-whale]}
history:
  - from: 2026-01-01
    drop: [banned]
"""


def _cut(root: Path) -> dict[str, bytes]:
    """The files of a bundled pack, without most of its cards and without what names these."""
    game = root.name
    files = {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}
    for name in [name for name in files if name.startswith("decks/")][DECKS:]:
        del files[name]
    files["card.schema.json"] = (ROOT / f"schemas/{game}.card.schema.json").read_bytes()
    said = b"\n".join(files[name] for name in files if name.startswith(("game.yaml", "formats/"))).decode()
    named = set(re.findall(r"[a-z0-9-]+", said))  # among them the ids of cards that formats and the game ask for
    chosen: set[str] = set()
    types: dict[str, int] = {}
    for name in [name for name in files if name.startswith("sets/")]:
        cards = []
        for card in _read(files[name]):
            seen = types[card["type"]] = types.get(card["type"], 0) + 1
            if card["id"] in named or (len(chosen) < CARDS and seen <= 2):
                cards.append(card)
                chosen.add(card["id"])
        files[name] = _yaml(cards)
        if not cards:
            del files[name]
    for name in [name for name in files if name.startswith("decks/")]:
        files[name] = _yaml(_only(_read(files[name]), chosen))
    if "rulings.yaml" in files:
        rulings = [r for r in _read(files["rulings.yaml"]) if set(r.get("cards", ())) <= chosen]
        files["rulings.yaml"] = _yaml(rulings[:4])
    for name in [name for name in files if name.startswith("locales/")]:
        words = _read(files[name])
        words["cards"] = {key: said for key, said in words.get("cards", {}).items() if key in chosen}
        files[name] = _yaml(words)
    return _without_errors(files)


def _only(deck: dict[str, Any], chosen: set[str]) -> dict[str, Any]:
    def cut(found: Any) -> Any:
        return {key: n for key, n in found.items() if key in chosen} or dict.fromkeys(sorted(chosen)[:2], 1)

    changed = {"cards": cut(deck["cards"])} if "cards" in deck else {}
    if "sections" in deck:
        changed = {"sections": {name: cut(cards) for name, cards in deck["sections"].items()}}
    return {**deck, **changed}


def _without_errors(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files without those in which something is wrong now that cards are missing."""
    for _ in range(5):
        checked = check_pack(in_memory(Path("cut"), files))
        wrong = {d.span.path.removeprefix("cut/") for d in checked.diagnostics if d.severity == "error" and d.span}
        if not wrong:
            return files
        files = {name: content for name, content in files.items() if name not in wrong}
    raise AssertionError([d.message for d in checked.diagnostics])


def _described(files: dict[str, bytes]) -> SmallPack:
    data = {
        name: json.loads(content) if name.endswith(".json") else _read(content)
        for name, content in files.items()
        if name.endswith((".yaml", ".json"))
    }
    checked = check_pack(in_memory(Path("small"), files))
    assert checked.ok, [d.message for d in checked.diagnostics]
    game = data["game.yaml"]
    lists = [value for value in game.values() if isinstance(value, dict)]
    sections = {s for name, deck in data.items() if name.startswith("decks/") for s in deck.get("sections", ())}
    return SmallPack(
        game["id"],
        files,
        data,
        tuple(word for card in checked.ids.values() for word in (card.id, str(card.definition["name"]))),
        tuple(name[6:-5] for name in files if name.startswith("decks/")),
        tuple(name[8:-5] for name in files if name.startswith("formats/")),
        tuple(checked.fields),
        tuple(str(word) for words in lists for word in words),
        ("main", *sorted(sections - {"main"})),
    )


def _read(content: bytes) -> Any:
    return yaml.load(content, Loader=yaml.CSafeLoader)


def _yaml(data: Any) -> bytes:
    return yaml.dump(data, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True).encode()
