"""Keywords of JSON Schema as the explaining validator asks them, where jsonschema's own way is slow or says too little.

What lies in large lists and mappings is first asked by jsonschema-rs, so that only what fails is asked again here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias  # Any: validators, schemas and values are jsonschema's, untyped

from jsonschema.exceptions import ValidationError

from builder.schema.resolving import regex

_UNIQUE = {"uniqueItems": True}

Keyword: TypeAlias = Callable[[Any, Any, Any, Any], Iterator[ValidationError]]


def handlers(usual: Mapping[str, Any]) -> dict[str, Keyword]:
    """The keywords that are asked otherwise; `usual` are jsonschema's."""
    failing = _Failing()

    def pattern(_: Any, wanted: str, instance: Any, __: Any) -> Iterator[ValidationError]:
        if isinstance(instance, str) and not regex(wanted).search(instance):  # jsonschema's would backtrack
            yield ValidationError("does not match")

    def properties(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        present = instance if isinstance(instance, dict) else {}
        for key in (k for k, inner in wanted.items() if inner is False and k in present):  # jsonschema's has no place
            yield ValidationError(f"{key} is not allowed", path=[key], schema=False)
        for key, inner in wanted.items():
            if inner is False or key not in present:
                continue
            if not isinstance(present[key], dict | list) or failing(inner, present[key]):
                yield from validator.descend(present[key], inner, path=key, schema_path=key)

    def additional(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        if not isinstance(instance, dict):
            return
        known = schema.get("properties", {})
        if isinstance(wanted, dict):
            for key in (key for key in instance if key not in known):
                if failing(wanted, instance[key]):
                    yield from validator.descend(instance[key], wanted, path=key)
        elif not wanted and any(key not in known for key in instance):
            yield ValidationError("there are other keys")

    def items(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        if not isinstance(instance, list):
            return
        first = len(schema.get("prefixItems", ()))
        if wanted is False:
            yield from usual["items"](validator, wanted, instance, schema)
            return
        for index in range(first, len(instance)):
            if failing(wanted, instance[index]):
                yield from validator.descend(instance[index], wanted, path=index)

    def property_names(validator: Any, wanted: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
        for key in instance if isinstance(instance, dict) else ():
            if failing(wanted, key):
                for error in validator.descend(instance=key, schema=wanted):  # jsonschema's loses the place of the key
                    yield ValidationError(error.message, context=[error], instance=key)

    def unique_items(_: Any, wanted: Any, instance: Any, __: Any) -> Iterator[ValidationError]:
        if wanted and isinstance(instance, list) and failing(_UNIQUE, instance):
            yield ValidationError("an item is there twice")  # jsonschema's compares each with each

    return {
        "pattern": pattern,
        "properties": properties,
        "additionalProperties": additional,
        "items": items,
        "propertyNames": property_names,
        "uniqueItems": unique_items,
    }


class _Failing:
    """Does a value fail a schema? Validators are kept by the schemas, which live as long as their validator does."""

    def __init__(self) -> None:
        self._validators: dict[int, tuple[Any, Any]] = {}

    def __call__(self, schema: Any, value: Any) -> bool:
        from builder.schema.judging import fast_validator

        kept = self._validators.get(id(schema))
        if kept is None:
            kept = self._validators[id(schema)] = (schema, fast_validator(schema))
        return not kept[1].is_valid(value)
