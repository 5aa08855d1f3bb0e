"""The description of the API (OpenAPI 3.1), made from its endpoints."""

from __future__ import annotations

import re
from typing import Any  # Any: a JSON Schema

from builder.schema import bundled_schema
from builder.web.api import browsing, filters, judging, printing, shelf  # noqa: F401 - they register their endpoints
from builder.web.api.endpoints import ENDPOINTS, PREFIX, Endpoint

VERSION = "1"
PROBLEM = {
    "type": "object",
    "description": "What went wrong (RFC 9457), with a way out where one is known.",
    "required": ["title", "status"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "help": {"type": "string"},
        "findings": {"type": "array", "items": {"type": "object"}},
    },
}
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "description": "The ETag of what is replaced or removed; * for whatever is there.",
    "schema": {"type": "string"},
}


def description() -> dict[str, Any]:
    """The whole API."""
    paths: dict[str, dict[str, Any]] = {}
    named: dict[str, Any] = {"problem": PROBLEM}
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
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": one.body}}}
    return operation


def _answer(one: Endpoint, named: dict[str, Any]) -> dict[str, Any]:
    if isinstance(one.answer, str) and one.answer:
        named[one.answer] = {key: value for key, value in bundled_schema(one.answer).schema.items() if key != "$schema"}
        return {"schema": {"$ref": f"#/components/schemas/{one.answer}"}}
    return {"schema": one.answer} if one.answer else {}
