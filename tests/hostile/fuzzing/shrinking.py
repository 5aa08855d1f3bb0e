"""Makes a failing case small: fewer files, keys, lines and arguments, as long as it fails in the same way."""

import copy
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import yaml

from tests.hostile.fuzzing.cases import Case, without

Fails = Callable[[Case], bool]


def shrunk(case: Case, fails: Fails, seconds: float = 30.0) -> Case:
    """The smallest case found in that time for which `fails` holds; the case itself where it does not fail again."""
    late = time.monotonic() + seconds

    def holds(tried: Case) -> bool:
        return time.monotonic() < late and fails(tried)

    if not holds(case):
        return case
    for run in case.runs:
        if len(case.runs) > 1 and holds(fewer := replace(case, runs=tuple(r for r in case.runs if r != run))):
            case = fewer
    for name in sorted(case.files, key=lambda name: -len(case.files[name])):
        if holds(fewer := without(case, name)):
            case = fewer
    for name in sorted(case.files, key=lambda name: -len(case.files[name])):
        case = _smaller_data(case, name, holds)
        case = _smaller_text(case, name, holds)
    return _fewer_arguments(case, holds)


def _with(case: Case, name: str, content: bytes) -> Case:
    return replace(case, files={**case.files, name: content})


def _smaller_data(case: Case, name: str, holds: Fails) -> Case:
    """Without keys and items that are not needed, where the file is data whose spelling does not matter."""
    try:
        data = yaml.safe_load(case.files[name])
        if not isinstance(data, dict | list) or not holds(_with(case, name, _dumped(data, name))):
            return case
    except (yaml.YAMLError, ValueError, RecursionError, TypeError):
        return case
    changed = True
    while changed:
        changed = False
        for path in sorted(_paths(data), key=len):
            smaller = copy.deepcopy(data)
            if _removed(smaller, path) and holds(tried := _with(case, name, _dumped(smaller, name))):
                data, case, changed = smaller, tried, True
                break
        else:
            break
    return case


def _dumped(data: Any, name: str) -> bytes:
    if name.endswith(".json"):
        return json.dumps(data, indent=1).encode()
    return yaml.dump(data, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True).encode(
        "utf-8", "surrogatepass"
    )


def _paths(data: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key in list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield (*above, key)
        yield from _paths(data[key], (*above, key))


def _removed(data: Any, path: tuple[Any, ...]) -> bool:
    try:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]
    except (KeyError, IndexError, TypeError):
        return False
    return True


def _smaller_text(case: Case, name: str, holds: Fails) -> Case:
    """Without lines that are not needed: half of them at once, then a quarter, and so on."""
    lines = case.files[name].splitlines(keepends=True)
    size = max(1, len(lines) // 2)
    while size:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + size :]
            if holds(tried := _with(case, name, b"".join(fewer))):
                lines, case = fewer, tried
            else:
                at += size
        size //= 2
    return case


def _fewer_arguments(case: Case, holds: Fails) -> Case:
    for number, run in enumerate(case.runs):
        for at in range(len(run) - 1, 0, -1):
            for width in (2, 1):
                now = case.runs[number]
                fewer = now[:at] + now[at + width :]
                runs = (*case.runs[:number], fewer, *case.runs[number + 1 :])
                if len(now) > at and holds(tried := replace(case, runs=runs)):
                    case = tried
                    break
    return case
