"""What the benchmarks share: generated packs, timing of whole processes, tables."""

from __future__ import annotations

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ARSENAL = str(Path(sys.executable).with_name("arsenal"))

_WORDS = [
    "amber",
    "ash",
    "belt",
    "bitter",
    "black",
    "blue",
    "bright",
    "broken",
    "comet",
    "copper",
    "crimson",
    "dark",
    "deep",
    "distant",
    "drift",
    "dust",
    "ember",
    "far",
    "final",
    "frozen",
    "ghost",
    "glass",
    "gold",
    "grey",
    "hollow",
    "iron",
    "last",
    "lost",
    "lunar",
    "night",
    "outer",
    "pale",
    "quiet",
    "red",
    "ringed",
    "rust",
    "silent",
    "silver",
    "solar",
    "star",
    "steel",
    "still",
    "storm",
    "tidal",
    "void",
    "wandering",
    "white",
    "wild",
    "winter",
]
_NOUNS = [
    "anchor",
    "archive",
    "barge",
    "beacon",
    "blade",
    "bloom",
    "bridge",
    "bulwark",
    "citadel",
    "cruiser",
    "crown",
    "drill",
    "engine",
    "ferry",
    "forge",
    "frigate",
    "garden",
    "gate",
    "hammer",
    "harbor",
    "herald",
    "hive",
    "hunter",
    "lance",
    "lantern",
    "mill",
    "mirror",
    "orchard",
    "pilgrim",
    "probe",
    "raider",
    "reef",
    "relay",
    "root",
    "runner",
    "sail",
    "sentinel",
    "shield",
    "sower",
    "spire",
    "station",
    "thorn",
    "tower",
    "tug",
    "vault",
    "warden",
    "watch",
]
_TEXTS = (
    "When this card is deployed, draw 1 card.",
    "{action} {scrap}: Repair 2 on one of your ships.",
    "When this card is destroyed, deal 2 damage to an enemy ship.",
    "At the start of your turn, gain {oil}.\n{action} {oil}{oil}: Draw 1 card.",
)


def cards(number: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Cards of Future Invaders' shape, made up from a seed."""
    draw = random.Random(seed)
    factions = {
        "terrans": "oil",
        "invaders": "technology",
        "organics": "essence",
        "pirates": "scrap",
        "neutral": "credits",
    }
    for index in range(1, number + 1):
        faction, resource_ = draw.choice(list(factions.items()))
        kind = draw.choice(("ship", "ship", "structure", "action", "reaction"))
        card: dict[str, Any] = {
            "id": f"card-{index}",
            "number": index,
            "name": f"{draw.choice(_WORDS)} {draw.choice(_NOUNS)} {index}".title(),
            "faction": faction,
            "type": kind,
        }
        if draw.random() < 0.1:
            card["rarity"] = draw.choice(("pinnacle", "supreme"))
        if draw.random() < 0.9:
            card["cost"] = {resource_: draw.randint(1, 10)}
        if kind in ("ship", "structure"):
            card["income"] = {resource_: draw.randint(1, 3)}
            if kind == "ship":
                card["weapons"] = draw.randint(0, 9)
            card["durability"] = draw.randint(1, 12)
        card["text"] = draw.choice(_TEXTS)
        card["flavor"] = f"{draw.choice(_WORDS)}, {draw.choice(_WORDS)} and {draw.choice(_WORDS)}.".capitalize()
        yield card


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
        return "{" + ", ".join(f"{k}: {v}" for k, v in value.items()) + "}"
    return "|\n    " + str(value).replace("\n", "\n    ") if key == "text" else str(value)


@contextmanager
def pack_of(number: int) -> Iterator[Path]:
    """A pack of made-up cards beside nothing else: Future Invaders' words and schema, one file of cards."""
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as folder:
        pack = Path(folder, "bench")
        (pack / "sets" / "first-light").mkdir(parents=True)
        game = (ROOT / "cards/future-invaders/game.yaml").read_text("utf-8")
        keep = [line for line in game.splitlines() if not line.startswith(("face:", "back:", "default-format:"))]
        text = "\n".join(keep).split("\ncomponents:")[0] + "\n"
        text = "\n".join(line for line in text.splitlines() if not line.strip().startswith("image:")) + "\n"
        (pack / "game.yaml").write_text(text, "utf-8")
        (pack / "sets/first-light/cards.yaml").write_text(yaml_of(list(cards(number))), "utf-8")
        yield pack


@contextmanager
def empty_cache() -> Iterator[dict[str, str]]:
    """An environment whose cache folder is new."""
    with tempfile.TemporaryDirectory(prefix="arsenal-cache-") as folder:
        yield {**os.environ, "ARSENAL_CACHE": folder}


def seconds(action: Callable[[], object], repeat: int = 5) -> float:
    """The median time of an action."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def run(command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a whole process; its failure ends the benchmark."""
    return subprocess.run(command, check=True, capture_output=True, **options)


def children_peak_mb() -> float:
    """The peak memory of the largest child process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def table(rows: Sequence[Sequence[str]], header: Sequence[str]) -> str:
    """Rows as a Markdown table."""
    lines = ["| " + " | ".join(row) + " |" for row in (header, ["---"] * len(header), *rows)]
    return "\n".join(lines)


def schema_file(folder: Path) -> Path:
    """Future Invaders' card schema in one file, for validators that know nothing of Arsenal's other schemas."""
    from builder.schema import bundled_schema

    path = folder / "card.schema.json"
    path.write_text(json.dumps(bundled_schema("future-invaders.card").schema), "utf-8")
    return path
