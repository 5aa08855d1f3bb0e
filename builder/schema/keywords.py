"""Keywords of JSON Schema for which the explaining validator has its own functions, where jsonschema is slow or loses
places.

Items of lists and values of mappings are first checked by jsonschema-rs; only those that fail are checked again here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias  # Any: validators, schemas and values are jsonschema's, untyped

from jsonschema.exceptions import ValidationError

from builder.schema.resolving import regex

_UNIQUE = {"uniqueItems": True}

Keyword: TypeAlias = Callable[[Any, Any, Any, Any], Iterator[ValidationError]]


def handlers(usual: Mapping[str, Any], fast: Callable[[Any], Any]) -> dict[str, Keyword]:
    """Functions for those keywords; `usual` are jsonschema's own, `fast` makes a fast validator of a schema."""
    failing = _Failing(fast)
    return {
        "pattern": _pattern,
        "properties": partial(_properties, failing),
        "additionalProperties": partial(_additional, failing),
        "required": _required,
        "items": partial(_items, failing, usual["items"]),
        "propertyNames": partial(_property_names, failing),
        "uniqueItems": partial(_unique_items, failing),
    }


def _pattern(_: Any, wanted: str, instance: Any, __: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not regex(wanted).search(instance):  # jsonschema's would backtrack
        yield ValidationError("does not match")


def _properties(failing: _Failing, validator: Any, wanted: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    present = instance if isinstance(instance, dict) else {}
    for key in (k for k, inner in wanted.items() if inner is False and k in present):  # jsonschema's has no place
        yield ValidationError(f"{key} is not allowed", path=[key], schema=False)
    for key, inner in wanted.items():
        if inner is False or key not in present:
            continue
        if not isinstance(present[key], dict | list) or failing(inner, present[key]):
            yield from validator.descend(present[key], inner, path=key, schema_path=key)


def _required(_: Any, wanted: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    if isinstance(instance, dict) and any(key not in instance for key in wanted):
        yield ValidationError("keys are missing")  # one error; the explanation names each key


def _additional(
    failing: _Failing, validator: Any, wanted: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    known = schema.get("properties", {})
    others = [key for key in instance if key not in known] if isinstance(instance, dict) else []
    if isinstance(wanted, dict):
        for key in others:
            if failing(wanted, instance[key]):
                yield from validator.descend(instance[key], wanted, path=key)
    elif others and not wanted:
        yield ValidationError("there are other keys")


def _items(
    failing: _Failing, usual: Keyword, validator: Any, wanted: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    if not isinstance(wanted, dict):
        yield from usual(validator, wanted, instance, schema)
    elif isinstance(instance, list):
        for index in range(len(schema.get("prefixItems", ())), len(instance)):
            if failing(wanted, instance[index]):
                yield from validator.descend(instance[index], wanted, path=index)


def _property_names(failing: _Failing, validator: Any, wanted: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    for key in instance if isinstance(instance, dict) else ():
        if failing(wanted, key):
            for error in validator.descend(instance=key, schema=wanted):  # jsonschema's loses the place of the key
                yield ValidationError(error.message, context=[error], instance=key)


def _unique_items(failing: _Failing, _: Any, wanted: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
    if wanted and isinstance(instance, list) and failing(_UNIQUE, instance):
        yield ValidationError("an item is there twice")  # jsonschema's compares each with each


class _Failing:
    """Says whether a value fails a schema; makes one validator for each schema."""

    def __init__(self, fast: Callable[[Any], Any]) -> None:
        self._fast = fast
        self._validators: dict[int, tuple[Any, Any]] = {}

    def __call__(self, schema: Any, value: Any) -> bool:
        known = self._validators.get(id(schema))
        if known is None:
            known = self._validators[id(schema)] = (schema, self._fast(schema))
        return not known[1].is_valid(value)
