"""Estimates the cost of checking beforehand: upper bounds of a schema's weight, and of the size of data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from builder.documents.data import Data, mapping, sequence

_LISTS_HERE = ("allOf", "anyOf", "oneOf")  # schemas that judge the same value
_HERE = ("not", "if", "then", "else")
_BELOW = ("items", "contains", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "propertyNames")
_UNEVALUATED = ("unevaluatedItems", "unevaluatedProperties")
_AGAIN = 4  # factor of the cost of these keywords, at most; measured: nested 18 deep, they take 7 s
_COUNTED = ("enum", "required", "properties", "dependentRequired")
_MOST = 10**12


@dataclass(frozen=True, slots=True)
class Weight:
    """How many comparisons a schema needs at most: for the value itself (`here`), and for any value in it (`below`)."""

    here: int
    below: int

    def cost(self, values: int, parts: int) -> int:
        """An upper bound of the comparisons for a number of values, which have `parts` parts all together."""
        return values * self.here + parts * self.below


def weight_of(schema: Data) -> Weight:
    """The weight of a schema without references."""
    return _weight([schema])


def patterns_of(schema: Data) -> list[str]:
    """All patterns of a schema, with repetitions."""
    if isinstance(schema, list):
        return [pattern for item in schema for pattern in patterns_of(item)]
    if not isinstance(schema, dict):
        return []
    own = schema.get("pattern")
    inner = [pattern for value in schema.values() for pattern in patterns_of(value)]
    return [own, *inner] if isinstance(own, str) else inner


def parts_at_most(text: str) -> int:
    """How many values and keys a YAML text without aliases has at most: all but the first come after a sign."""
    return 1 + sum(map(text.count, ("\n", ",", ":", "- ", "[", "{")))


def is_large(value: object, parts: int) -> bool:
    """Whether a value has more than `parts` values in it."""
    left = parts
    waiting: list[object] = [value]
    while waiting and left >= 0:
        inner = waiting.pop()
        if isinstance(inner, dict):
            waiting.extend(inner.values())
        elif isinstance(inner, list):
            waiting.extend(inner)
        left -= 1
    return left < 0


def _weight(schemas: list[Data]) -> Weight:
    """The weight of schemas that judge one value together."""
    here = 0
    named: dict[str, list[Data]] = {}
    others: list[Data] = []
    for schema in schemas:
        here += _comparisons(schema, named, others)
    if not (named or others):
        return Weight(min(here, _MOST), 0)
    any_part = _weight(others) if others else Weight(0, 0)
    parts = [_weight(group) for group in named.values()]
    part = reduce(_larger, parts, Weight(0, 0))
    return Weight(min(here, _MOST), min(max(part.here + any_part.here, part.below + any_part.below), _MOST))


def _larger(one: Weight, other: Weight) -> Weight:
    return Weight(max(one.here, other.here), max(one.below, other.below))


def _comparisons(schema: Data, named: dict[str, list[Data]], others: list[Data]) -> int:
    """How many comparisons a schema makes for a value itself; schemas of its parts go into `named` and `others`."""
    if not isinstance(schema, dict):
        return 1
    comparisons = len(schema)
    for word in _COUNTED:
        inner = schema.get(word)
        comparisons += len(inner) if isinstance(inner, list | dict) else 0
    same: Iterable[Data] = [
        *(part for word in _LISTS_HERE for part in sequence(schema.get(word))),
        *(schema[word] for word in _HERE if word in schema),
        *mapping(schema.get("dependentSchemas")).values(),
    ]
    inner_comparisons = sum(_comparisons(part, named, others) for part in same)
    for name, part in mapping(schema.get("properties")).items():
        named.setdefault(name, []).append(part)
    others.extend(schema[word] for word in _BELOW if isinstance(schema.get(word), dict))
    others.extend(sequence(schema.get("prefixItems")))
    again = any(word in schema for word in _UNEVALUATED)  # these evaluate the schema again
    return comparisons + inner_comparisons * (_AGAIN if again else 1)
