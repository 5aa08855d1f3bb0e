"""`python -m tests.hostile.fuzzing`: try cases for a while, say what was found, and keep a small case of each fault."""

import argparse
import os
import re
import sys
from pathlib import Path

from tests.hostile.fuzzing.cases import KINDS, plan, to_text
from tests.hostile.fuzzing.judging import Fault
from tests.hostile.fuzzing.workers import Result, fuzz, small

FOUND = Path(__file__).parents[1] / "found"
SHRINKING = 30.0  # seconds at most for each fault
KEPT = 20  # faults for which a file is written at once


def main() -> int:
    """Fuzz as the arguments say; the exit code is 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.fuzzing", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long; by default 60")
    parser.add_argument("--cases", type=int, help="how many cases, instead of --seconds")
    parser.add_argument("--seed", type=int, default=1, help="which cases; by default 1")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="how many at once; by default one a core"
    )
    parser.add_argument("--case", type=int, help="only the case of this number, and what it is")
    given = parser.parse_args()
    if given.case is not None:
        return _one(given.seed, given.case)
    result = fuzz(given.seed, 1e9 if given.cases else given.seconds, given.processes, given.cases)
    rate = result.cases / result.seconds
    _say(
        f"{result.cases} cases, {result.runs} commands in {result.seconds:.0f} s: {rate:.0f} cases a second, "
        f"seed {given.seed}"
    )
    _say(", ".join(f"{result.kinds[kind]} {kind}" for kind in KINDS))
    _report(result, given.seed)
    return 1 if result.first else 0


def _report(result: Result, seed: int) -> None:
    for rank, (key, count) in enumerate(result.counts.most_common()):
        number, fault = result.first[key]
        called = " ".join(plan(seed, number).runs[-1])
        _say(f"\n{count} times {key}\n  case {number}: {called!r}\n{_indented(fault.words[-1500:])}")
        if rank < KEPT:
            _say(f"  kept as {_keep(seed, number, fault)}")


def _keep(seed: int, number: int, fault: Fault) -> Path:
    case = small(plan(seed, number).case, fault, SHRINKING)
    name = re.sub(r"[^a-z0-9]+", "-", fault.key.lower()).strip("-")[:70]
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{name}.yaml"
    path.write_text(to_text(case, fault.key), "utf-8")
    return path


def _one(seed: int, number: int) -> int:
    from tests.hostile.fuzzing.workers import faults_of

    case = plan(seed, number).case
    changed = plan(seed, number).changed
    for name, content in changed.items():
        _say(f"{name!r}: {content[:3000]!r}")
    _say(f"{case.runs}")
    found = faults_of(case)
    for fault in found:
        _say(f"{fault.key}\n{_indented(fault.words)}")
    return 1 if found else 0


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def _say(text: str) -> None:
    sys.stdout.write(text.encode("ascii", "backslashreplace").decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
