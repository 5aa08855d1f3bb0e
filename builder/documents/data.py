"""Plain data, as YAML and JSON have it, and how to read it before its shape is checked.

Each function returns an empty value where the data is of another kind: `mapping([1])` is `{}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Data: TypeAlias = "str | int | float | bool | Sequence[Data] | Mapping[str, Data] | None"

MAX_DEPTH = 64  # of lists and mappings in each other
MAX_ALIASED_NODES = 100_000  # values that all aliases of a file stand for together

_NOTHING: Mapping[str, Data] = {}


def mapping(value: object) -> Mapping[str, Data]:
    """The value where it is a mapping."""
    return value if isinstance(value, dict) else _NOTHING


def sequence(value: object) -> Sequence[Data]:
    """The value where it is a list."""
    return value if isinstance(value, list) else ()


def text(value: object) -> str:
    """The value where it is text."""
    return value if isinstance(value, str) else ""


def whole(value: object, otherwise: int = 0) -> int:
    """The value where it is a whole number (2.0 is one, as in JSON Schema), and not true or false."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def value_in(value: Data, name: str) -> Data:
    """The value under a name such as `cost`, or as `cost.oil` for one in a mapping; None where there is none."""
    return value_at(value, name.split("."))


def value_at(data: Data, path: Iterable[str | int]) -> Data:
    """The value that a path leads to; None where there is none."""
    for key in path:
        if isinstance(data, dict) and isinstance(key, str):
            data = data.get(key)
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return None
    return data


def wholes(value: object) -> dict[str, int]:
    """The entries of a mapping; 0 for those that are no whole numbers."""
    return {key: number if type(number) is int else whole(number) for key, number in mapping(value).items()}


def texts(value: object) -> tuple[str, ...]:
    """The items of a list that are text."""
    return tuple(item for item in sequence(value) if isinstance(item, str))
