"""The description of the API (OpenAPI 3.1), made from its endpoints."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any  # Any: a JSON Schema

from builder.schema import bundled_schema
from builder.web.api import browsing, judging, playing, shapes, trying  # noqa: F401 - they register their endpoints
from builder.web.api.endpoints import ENDPOINTS, PREFIX, Endpoint
from builder.web.server import printing, saving  # noqa: F401 - they register their endpoints

VERSION = "1"
PROBLEM = shapes.thing(
    "type title detail help",
    "What went wrong (RFC 9457), with a way out where one is known.",
    "type detail help findings",
    status=shapes.whole(),
    findings=shapes.several(shapes.by_name()),
)
SHARED = {
    "card": browsing.CARD,
    "deck": judging.DECK,
    "ruling": browsing.RULING,
    "unread": judging.PROBLEMS,
    "deck-file": judging.NAMED_DECK,
    "found": browsing.FOUND,
}
"""Schemas that several endpoints share: described once, and referred to by name."""

_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "description": "The ETag of what is replaced or removed; * for whatever is there.",
    "schema": {"type": "string"},
}


@cache
def description() -> dict[str, Any]:
    """The description of the whole API. It is cached: do not change what is returned."""
    paths: dict[str, dict[str, Any]] = {}
    named: dict[str, Any] = {"problem": PROBLEM, **{name: _described(schema) for name, schema in SHARED.items()}}
    for one in ENDPOINTS:
        paths.setdefault(PREFIX + one.path, {})[one.method.lower()] = _operation(one, named)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Arsenal",
            "version": VERSION,
            "description": "Cards, formats and decks of every game that this server has. Within a version, nothing is "
            "taken away or renamed; more may be added.",
        },
        "paths": paths,
        "components": {"schemas": named},
    }


def _operation(one: Endpoint, named: dict[str, Any]) -> dict[str, Any]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"\{(\w+)\}", one.path)
    ]
    in_query = [
        {"name": name, "in": "query", "required": name in one.required, "schema": schema}
        for name, schema in one.parameters.items()
    ]
    operation: dict[str, Any] = {
        "operationId": one.function.__name__,
        "summary": one.summary,
        "parameters": [*in_path, *in_query, *([_IF_MATCH] if one.method in ("PUT", "DELETE") else [])],
        "responses": {
            "200": {"description": one.summary, "content": {one.media_type: _answer(one, named)}},
            "4XX": {
                "description": "What went wrong.",
                "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/problem"}}},
            },
        },
    }
    if one.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": _named(one.body)}}}
    return operation


def _answer(one: Endpoint, named: dict[str, Any]) -> dict[str, Any]:
    if isinstance(one.answer, str) and one.answer:
        named[one.answer] = _described(bundled_schema(one.answer).schema)
        return {"schema": {"$ref": f"#/components/schemas/{one.answer}"}}
    return {"schema": _named(one.answer)} if one.answer else {}


def _described(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "$schema"}


def _named(schema: Any) -> Any:
    """The schema, with references in place of the shared schemas in it; a description next to one stays."""
    if isinstance(schema, list):
        return [_named(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    for name, shared in SHARED.items():
        if {**schema, "description": ""} == {**shared, "description": ""}:
            own = {"description": schema["description"]} if schema["description"] != shared["description"] else {}
            return {"$ref": f"#/components/schemas/{name}", **own}
    return {key: _named(value) for key, value in schema.items()}
