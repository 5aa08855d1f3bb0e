"""Cases: files of a folder and the commands that are run in it, made from a seed and a number or kept in a file."""

import ast
import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import yaml

from tests.hostile.fuzzing import calls, foreign, mutations, playing, requests, values, workbooks
from tests.hostile.fuzzing.mutations import DELETED
from tests.hostile.fuzzing.packs import SmallPack, small_packs

DRAWN = 0.008  # of the cases: a command that typesets takes a hundred times as long as one that judges


@dataclass(frozen=True)
class Case:
    """`files` by path from the working folder, with the pack in "pack"; `runs` are arguments of the commands."""

    files: Mapping[str, bytes]
    runs: tuple[tuple[str, ...], ...]
    typed: str = ""  # standard input


@dataclass(frozen=True)
class Plan:
    """A case as what differs from a small pack, which is quicker to write than all its files."""

    pack: SmallPack
    changed: Mapping[str, bytes]
    runs: tuple[tuple[str, ...], ...]
    typed: str
    stops: bool = False  # at a first run that finds errors: with them, most commands know nothing of the game

    @property
    def case(self) -> Case:
        """The case with all its files."""
        files = {f"pack/{name}": content for name, content in self.pack.files.items()}
        return Case({k: v for k, v in {**files, **self.changed}.items() if v != DELETED}, self.runs, self.typed)


def kind_of(seed: int, number: int) -> str:
    """What a case is above all about."""
    return Random(f"{seed} {number}").choices(list(KINDS), list(KINDS.values()))[0]


def plan(seed: int, number: int) -> Plan:
    """Case `number` of a seed: always the same."""
    rng = Random(f"{seed} {number}")
    kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    known = small_packs()
    pack = known[0] if rng.random() < 0.7 and kind != "save" else rng.choice(known)
    sound = rng.random() < _SOUND.get(kind, 1.0)
    changed = {} if sound else {f"pack/{k}": v for k, v in mutations.mutated(pack, rng).items()}
    arguments = _ABOUT[kind](pack, rng)
    changed |= {name: made for name in arguments if (made := _file(name, kind, pack, rng)) is not None}
    typed = values.deck_list(rng, pack.cards, pack.sections) if {"list.txt", "-"} & set(arguments) else ""
    if "list.txt" in arguments:
        changed["list.txt"] = typed.encode("utf-8", "surrogatepass")
    first = [] if sound else [("validate", "pack", "--output", rng.choice(("text", "json", "github", "sarif")))]
    runs = (*first, tuple(arguments))
    return Plan(pack, changed, runs, typed if "-" in arguments else "", stops=rng.random() < 0.85)


def _file(name: str, kind: str, pack: SmallPack, rng: Random) -> bytes | None:
    """What a file that a command is given holds; None for one that is not made here."""
    if kind == "flood" and name in _FLOODED:
        return values.flood(name, rng)
    if name in foreign.FILES:
        return foreign.foreign(name, pack, rng)
    makers: dict[str, Callable[[], bytes]] = {
        "own.yaml": lambda: mutations.preset(rng),
        "deck.yaml": lambda: mutations.deck(pack, rng),
        "cards.csv": lambda: values.spreadsheet(rng, pack.fields, pack.words),
        "cards.xlsx": lambda: workbooks.workbook(rng, pack.fields, pack.words),
        "bundle.json": lambda: playing.looping(rng) if kind == "loop" else playing.bundle(rng),
        "game.json": lambda: playing.saved(pack.id, rng),
        "requests.json": lambda: requests.requests(pack, rng),
    }
    return makers[name]() if name in makers else None


def _any(pack: SmallPack, rng: Random) -> list[str]:
    return calls.call(_command(rng), pack, rng)


def _given(*choices: str) -> Callable[[SmallPack, Random], list[str]]:
    """One of the lines, as words; in braces stands what the pack says."""
    return lambda pack, rng: rng.choice(choices).replace("{id}", pack.id).split()


def _of_foreign(pack: SmallPack, rng: Random) -> list[str]:
    lines = ("~deck {}", "~deck {}", "check {} --packs pack", "export {} --to deck -o out/x.yaml --packs pack",
             "compare {} {} --packs pack", "proxies {} --have {} --packs pack", "stats {} --packs pack",
             "simulate {} --games 1 --jobs 1 --packs pack", "import {} --game pack")  # fmt: skip
    return rng.choice(lines).replace("{}", rng.choice(foreign.FILES)).split()


_FLOODED = ("cards.csv", "list.txt", "deck.yaml", "own.yaml", "deck.cod", "game.json", "pack/sets/core/flood.yaml")
_ABOUT: Mapping[str, Callable[[SmallPack, Random], list[str]]] = {
    "pack": _any,
    "workbook": _given(
        "~workbook cards.xlsx", "~workbook cards.xlsx", "import cards.xlsx --game pack",
        "import cards.xlsx --game pack --dry-run --output json", "new game Other --from cards.xlsx",
    ),
    "foreign": _of_foreign,
    "request": _given("~request requests.json"),
    "bundle": _given("~bundle bundle.json"),
    "save": _given(
        "~save game.json", "~save game.json", "replay game.json --packs pack",
        "play --load game.json --bots random --packs pack --save out/game.json",
    ),
    "loop": _given("~bundle bundle.json"),
    "flood": _given(
        "import cards.csv --game pack", "new game Other --from cards.csv", "fmt --check list.txt",
        "check list.txt --packs pack",
        "fmt --check deck.yaml", "check deck.yaml --packs pack", "presets own.yaml", "check deck.cod --packs pack",
        "replay game.json", "fmt --check pack/sets/core/flood.yaml", "validate pack/sets/core/flood.yaml",
    ),
}  # fmt: skip
KINDS = {
    "pack": 0.5,
    "workbook": 0.09,
    "foreign": 0.1,
    "request": 0.14,
    "bundle": 0.05,
    "save": 0.05,
    "loop": 0.06,
    "flood": 0.01,
}
"""What cases are about, each with its share."""
_SOUND = {"pack": 0.25, "request": 0.9}  # of the cases: the pack is as it should be; always, where it is not said


def _command(rng: Random) -> str:
    names = sorted(calls.commands())
    drawing = rng.random() < DRAWN
    return rng.choice([name for name in names if (name in calls.DRAWING) == drawing])


# Cases in files


def to_text(case: Case, about: str) -> str:
    """The case as a YAML file that `from_text` reads; `about` becomes its first lines, as comments."""
    data: dict[str, Any] = {"runs": [list(run) for run in case.runs]}
    if case.typed:
        data["typed"] = ascii(case.typed)
    data["files"] = {ascii(name) if _is_odd(name) else name: _shown(content) for name, content in case.files.items()}
    comment = "".join(f"# {line}\n" for line in about.splitlines())
    return comment + yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


def from_text(text: str) -> Case:
    """A case as `to_text` wrote it."""
    data = yaml.load(text, Loader=yaml.CSafeLoader)
    files = {_name(name): _content(shown) for name, shown in data.get("files", {}).items()}
    return Case(files, tuple(tuple(run) for run in data["runs"]), _name(data.get("typed", "")))


def found_files() -> list[Path]:
    """The files of cases that failed once."""
    return sorted((Path(__file__).parents[1] / "found").glob("*.yaml"))


def without(case: Case, name: str) -> Case:
    """The case without a file."""
    return replace(case, files={key: content for key, content in case.files.items() if key != name})


class _Dumper(yaml.CSafeDumper):
    """Writes texts of several lines as blocks."""


def _block(dumper: Any, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _block)


def _is_odd(name: str) -> bool:
    """Whether a name can't be written as it is: bytes that are no UTF-8, or the look of such a name."""
    return name.startswith(("'", '"')) or not name.isprintable()


def _name(shown: str) -> str:
    return str(ast.literal_eval(shown)) if shown.startswith(("'", '"')) else shown


def _shown(content: bytes) -> str | dict[str, str]:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}
    again = yaml.load(yaml.dump(text, Dumper=_Dumper, allow_unicode=True), Loader=yaml.CSafeLoader)
    return text if again == text else {"base64": base64.b64encode(content).decode()}


def _content(shown: str | dict[str, Any]) -> bytes:
    """What a file holds: text, bytes as base64, or pieces of text, each with how often it stands there."""
    if isinstance(shown, str):
        return shown.encode()
    if "pieces" in shown:
        return b"".join(text.encode() * times for text, times in shown["pieces"])
    return base64.b64decode(shown["base64"])
