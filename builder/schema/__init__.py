"""JSON Schema: is a value of the right shape, and if not, what would an author want to read about it.

jsonschema-rs gives the verdicts, fast; jsonschema explains the few values that fail. Schemas may come from strangers:
references stay inside the schema and Arsenal's own, patterns run in linear time, nothing is fetched. In a browser,
where both are missing, `engine.schemas` takes their place.

`resolving` reads schemas, `judging` checks values, `explaining` makes messages, with what `wording` has for all of
them; `keywords` replaces some of jsonschema's keywords. `guarding` limits what strangers' schemas may cost, by the
estimates of `costs`.
"""

from __future__ import annotations

from builder.schema.guarding import GuardedSchema, TooCostlyError
from builder.schema.judging import MAX_EXPLAINED, MAX_PROBLEMS, Schema, bundled_schema
from builder.schema.resolving import SchemaError, has_bundled_schema, resolve
from builder.schema.wording import describe, word_code

__all__ = [
    "MAX_EXPLAINED",
    "MAX_PROBLEMS",
    "GuardedSchema",
    "Schema",
    "SchemaError",
    "TooCostlyError",
    "bundled_schema",
    "describe",
    "has_bundled_schema",
    "resolve",
    "word_code",
]
