"""Checks the JSON that commands print against its schema."""

from typing import Any

import jsonschema

from builder.schema import bundled_schema


def fits(data: Any, schema: str) -> None:
    jsonschema.Draft202012Validator(bundled_schema(schema).schema).validate(data)
