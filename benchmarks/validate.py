"""Validate 10,000 cards, whole processes: `arsenal validate` against check-jsonschema and ajv-cli on the same YAML.

A pack that has not changed is compared with a pack of one card, the least that the command can take. check-jsonschema
comes from PyPI (`pip install check-jsonschema`), ajv-cli from npm (`npm install ajv-cli`, its folder named by
ARSENAL_BENCH_NODE); a peer that is not installed is left out, and said so.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.actions import Start, Turn, finds_a_fault, help_, validate_cold, validate_unchanged
from benchmarks.measuring import Done, Side, in_turns, main_of, process, table
from benchmarks.packs import GAME, ROOT, SET, bare_pack, cards, cards_file

NUMBER = 10_000
SLOW_TURNS = 1  # of the peer that takes longest


def main(quick: bool = False) -> str:
    """The table of this benchmark, as Markdown."""
    number, turns = (200, 1) if quick else (NUMBER, 15)
    with tempfile.TemporaryDirectory(prefix="arsenal-bench-") as name, ExitStack() as stack:
        side = Side(Path(name))
        file = cards_file(bare_pack(side.new_folder("pack"), {SET: list(cards(number))}))
        schema = schema_file(side.folder)
        own: dict[str, Start] = {
            "arsenal validate, cold": partial(validate_cold, number=number),
            "arsenal validate, unchanged": partial(validate_unchanged, number=number),
            "arsenal validate, one card, unchanged": partial(validate_unchanged, number=1),
            "arsenal --help": help_,
        }
        ways = {what: stack.enter_context(start(side)) for what, start in own.items()}
        if ajv := _ajv():
            arguments = ["validate", "--spec=draft2020", "--strict=false", "-s", str(schema), "-d", str(file)]
            ways["ajv-cli"] = _peer([*ajv, *arguments], file)
        measured = in_turns(ways, turns)
        cold = "arsenal validate, cold"
        rows = [[what, f"{m.seconds:.3f}", str(m.times(measured[cold])), m.checked] for what, m in measured.items()]
        if slow := _check_jsonschema():
            peer = _peer([slow, "--schemafile", str(schema), str(file)], file)
            both = in_turns({"ours": ways[cold], "theirs": peer}, SLOW_TURNS)
            theirs = both["theirs"]
            rows.append(["check-jsonschema", f"{theirs.seconds:.1f}", str(theirs.times(both["ours"])), theirs.checked])
        size = file.stat().st_size / 1e6
    header = f"{number:,} cards, {size:.1f} MB, whole process"
    return table([header, "seconds", "times ours, cold (middle half)", "checked"], rows)


def schema_file(folder: Path) -> Path:
    """Future Invaders' card schema in one file, for validators that know nothing of Arsenal's other schemas."""
    path = folder / "card.schema.json"
    path.write_text(json.dumps(_written_out(f"{GAME}.card.schema.json")), "utf-8")
    return path


def _written_out(file: str) -> Any:
    """One of Arsenal's schemas with what it refers to in place of each reference."""
    root = json.loads((ROOT / "schemas" / file).read_text("utf-8"))

    def written(node: Any, root: Any) -> Any:
        if isinstance(node, list):
            return [written(item, root) for item in node]
        if not isinstance(node, dict):
            return node
        if "$ref" not in node:
            return {key: written(value, root) for key, value in node.items() if key not in ("$defs", "$id")}
        other, _, pointer = node["$ref"].partition("#/")
        base = json.loads((ROOT / "schemas" / other).read_text("utf-8")) if other else root
        target = base
        for key in pointer.split("/") if pointer else ():
            target = target[key]
        siblings = {key: value for key, value in node.items() if key != "$ref"}
        return {**written(target, base), **written(siblings, root)}

    return written(root, root)


def _peer(command: list[str], file: Path) -> Turn:
    """Another validator of a file of cards, which has to find a fault before it is measured."""
    found = finds_a_fault(lambda: process(command, code=1), file)

    def turn() -> Done:
        return Done(process(command).seconds, f"no fault, {found}")

    return turn


def _ajv() -> list[str]:
    folder = os.environ.get("ARSENAL_BENCH_NODE", "")
    script = Path(folder, "node_modules/ajv-cli/dist/index.js")
    if folder and script.is_file():
        return ["node", str(script)]
    found = shutil.which("ajv")
    if not found:
        print("ajv-cli is not installed: left out", file=sys.stderr)
    return [found] if found else []


def _check_jsonschema() -> str:
    siblings = Path(sys.executable).with_name("check-jsonschema")
    found = str(siblings) if siblings.is_file() else shutil.which("check-jsonschema") or ""
    if not found:
        print("check-jsonschema is not installed: left out", file=sys.stderr)
    return found


if __name__ == "__main__":
    main_of(main)
