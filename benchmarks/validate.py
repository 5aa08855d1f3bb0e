"""Validate 10,000 cards, whole processes: `arsenal validate` against check-jsonschema and ajv-cli on the same YAML.

A pack that has not changed is compared with what the command costs at least: with a pack of one card.
check-jsonschema comes from PyPI (`pip install check-jsonschema`), ajv-cli from npm (`npm install ajv-cli`, its folder
named by ARSENAL_BENCH_NODE); a peer that is not installed is left out, and said so.
"""

from __future__ import annotations

import os
import shutil
import sys
from functools import partial
from pathlib import Path

from benchmarks.common import ARSENAL, empty_cache, pack_of, run, schema_file, seconds, table


def main() -> str:
    """The table of this benchmark, as Markdown."""
    rows = []
    with pack_of(10_000) as pack, pack_of(1) as small:
        cards = str(pack / "sets/first-light/cards.yaml")
        schema = str(schema_file(pack.parent))

        def cold() -> None:
            with empty_cache() as environment:
                run([ARSENAL, "validate", str(pack)], env=environment)

        ours = seconds(cold)
        rows.append(["arsenal validate, cold", f"{ours:.2f}", "1.0"])
        with empty_cache() as environment:
            for what, arguments in (
                ("arsenal validate, unchanged", ["validate", str(pack)]),
                ("arsenal validate, one card, unchanged", ["validate", str(small)]),
                ("arsenal --help", ["--help"]),
            ):
                action = partial(run, [ARSENAL, *arguments], env=environment)
                action()
                taken = seconds(action, repeat=15)
                rows.append([what, f"{taken:.2f}", f"{taken / ours:.2f}"])
        if ajv := _ajv():
            theirs = seconds(
                lambda: run([*ajv, "validate", "--spec=draft2020", "--strict=false", "-s", schema, "-d", cards])
            )
            rows.append(["ajv-cli", f"{theirs:.2f}", f"{theirs / ours:.1f}"])
        if peer := _check_jsonschema():
            theirs = seconds(lambda: run([peer, "--schemafile", schema, cards]), repeat=1)
            rows.append(["check-jsonschema", f"{theirs:.2f}", f"{theirs / ours:.1f}"])
    return table(rows, ["10,000 cards, whole process", "seconds", "times ours"])


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
    beside = Path(sys.executable).with_name("check-jsonschema")
    found = str(beside) if beside.is_file() else shutil.which("check-jsonschema") or ""
    if not found:
        print("check-jsonschema is not installed: left out", file=sys.stderr)
    return found


if __name__ == "__main__":
    print(main())
