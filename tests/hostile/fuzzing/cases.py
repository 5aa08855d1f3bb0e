"""Cases: files of a folder and the commands that are run in it, made from a seed and a number or kept in a file."""

from __future__ import annotations

import ast
import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import yaml

from tests.hostile.fuzzing import calls, mutations, values
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


def plan(seed: int, number: int) -> Plan:
    """Case `number` of a seed: always the same."""
    rng = Random(f"{seed} {number}")
    known = small_packs()
    pack = known[0] if rng.random() < 0.7 else rng.choice(known)
    sound = rng.random() < 0.25  # what is hostile is then only what the command is given
    changed = {} if sound else {f"pack/{k}": v for k, v in mutations.mutated(pack, rng).items()}
    name = _command(rng)
    arguments = calls.call(name, pack, rng)
    words = set(arguments)
    if "own.yaml" in words:
        changed["own.yaml"] = mutations.preset(rng)
    if "deck.yaml" in words:
        changed["deck.yaml"] = mutations.deck(pack, rng)
    if "cards.csv" in words:
        changed["cards.csv"] = values.spreadsheet(rng, pack.fields, pack.words)
    typed = values.deck_list(rng, pack.cards, pack.sections) if words & {"list.txt", "-"} else ""
    if "list.txt" in words:
        changed["list.txt"] = typed.encode("utf-8", "surrogatepass")
    first = [] if sound else [("validate", "pack", "--output", rng.choice(("text", "json", "github", "sarif")))]
    return Plan(pack, changed, (*first, tuple(arguments)), typed if "-" in words else "", stops=rng.random() < 0.85)


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


def kept() -> list[Path]:
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


def _content(shown: str | dict[str, str]) -> bytes:
    return shown.encode() if isinstance(shown, str) else base64.b64decode(shown["base64"])
