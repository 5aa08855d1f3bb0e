"""A made-up card schema with every kind of rule, and what is wrong with cards by it."""

from typing import Any

from builder.diagnostics import Diagnostic
from builder.schema import Schema

CARD: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "type"],
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "description": "The permanent name."},
        "name": {"type": "string", "minLength": 1, "maxLength": 8},
        "type": {"x-vocabulary": "types", "enum": ["ship", "action"]},
        "kind": {"enum": ["a", "b", 3]},
        "size": {"type": "string", "enum": ["mini", "poker"]},
        "cost": {"x-vocabulary": "resources", "additionalProperties": False, "properties": {"oil": {}, "scrap": {}}},
        "weapons": {"type": "integer", "minimum": 0, "maximum": 20, "description": "Attack power."},
        "price": {"type": "number", "exclusiveMinimum": 0},
        "art": {"type": ["string", "null"]},
        "released": {"type": "string", "pattern": "^[0-9]{4}$", "description": "A year."},
        "keywords": {"type": "array", "uniqueItems": True, "maxItems": 3, "items": {"type": "string"}},
        "copies": {"anyOf": [{"const": "unlimited"}, {"type": "integer"}]},
        "words": {"propertyNames": {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}, "minProperties": 1, "type": "object"},
        "unique": {"type": "boolean"},
    },
    "allOf": [
        {"if": {"properties": {"type": {"const": "ship"}}}, "then": {"required": ["weapons"]}},
        {"if": {"properties": {"type": {"const": "action"}}}, "then": {"properties": {"weapons": False}}},
    ],
}
ACTION = {"id": "x", "type": "action"}


def problems(**changes: Any) -> list[Diagnostic]:
    """What is wrong with an action that has these keys too, or in place of its own."""
    return Schema(CARD).problems({**ACTION, **changes})
