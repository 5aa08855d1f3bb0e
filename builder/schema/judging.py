"""Is a value of the right shape? Verdicts are fast; what is wrong is asked only of the few values that fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import islice
from typing import Any  # Any: validators and their schemas are jsonschema's, untyped

from builder.diagnostics import Diagnostic, KeyPath
from builder.documents.data import Data
from builder.documents.document import Document
from builder.schema.explaining import key_help, problems_of
from builder.schema.resolving import SchemaError, dereferenced, regex, schema_document

MAX_PROBLEMS = 25  # faults explained of one value; more of them say nothing new


class Schema:
    """What a value must look like: a JSON Schema without references, ready to judge and to explain."""

    def __init__(self, schema: Mapping[str, Data]) -> None:
        self.schema = schema

    def fits(self, value: object) -> bool:
        """True when the value is of this shape."""
        return bool(self._verdict.is_valid(value))

    def fits_all(self, values: Sequence[object]) -> bool:
        """True when each of the values is of this shape; much faster than asking for each."""
        return bool(self._verdict_on_all.is_valid(values))

    def problems(self, value: object) -> list[Diagnostic]:
        """All faults of the value, in its own order; empty when it fits."""
        if self.fits(value):
            return []
        found: dict[tuple[object, ...], Diagnostic] = {}
        for error in islice(self._explainer.iter_errors(value), 4 * MAX_PROBLEMS):
            for problem in map(self._with_help, problems_of(error, value)):
                found.setdefault((problem.code, problem.path, problem.message), problem)
        return list(islice(found.values(), MAX_PROBLEMS)) or [
            Diagnostic("shape", "this is not of the shape that its schema asks for")
        ]

    def diagnostics(self, document: Document, base: KeyPath = ()) -> list[Diagnostic]:
        """All faults of a document, with their places."""
        return [document.located(problem, base) for problem in self.problems(document.data)]

    def _with_help(self, problem: Diagnostic) -> Diagnostic:
        """A missing key that only a condition asks for is described elsewhere: in the properties of all."""
        if problem.code != "missing-key" or problem.path or problem.help:
            return problem
        key = problem.message.rpartition(" ")[2].strip('"')
        return replace(problem, help=key_help(key, self.schema))

    @cached_property
    def _verdict(self) -> Any:
        return _fast_validator(dict(self.schema))

    @cached_property
    def _verdict_on_all(self) -> Any:
        return _fast_validator({"type": "array", "items": dict(self.schema)})

    @cached_property
    def _explainer(self) -> Any:
        from jsonschema import Draft202012Validator, validators
        from jsonschema.exceptions import ValidationError

        def pattern(_: object, wanted: str, instance: object, __: object) -> Iterator[ValidationError]:
            if isinstance(instance, str) and not regex(wanted).search(instance):
                yield ValidationError(f"{instance!r} does not match {wanted!r}")

        def properties(validator: Any, wanted: Any, instance: object, schema: Any) -> Iterator[ValidationError]:
            present = instance if isinstance(instance, dict) else {}
            for key in (k for k, inner in wanted.items() if inner is False and k in present):
                yield ValidationError(f"{key} is not allowed", path=[key], schema=False)
            allowed = {k: inner for k, inner in wanted.items() if inner is not False}
            yield from Draft202012Validator.VALIDATORS["properties"](validator, allowed, instance, schema)

        def property_names(validator: Any, wanted: Any, instance: object, _: object) -> Iterator[ValidationError]:
            for key in instance if isinstance(instance, dict) else ():
                for error in validator.descend(instance=key, schema=wanted):
                    yield ValidationError(error.message, context=[error], instance=key)

        # jsonschema's "pattern" backtracks, and its other two lose the place of the key.
        handlers = {"pattern": pattern, "properties": properties, "propertyNames": property_names}
        explaining: Any = validators.extend(Draft202012Validator, handlers)  # type: ignore[no-untyped-call] # theirs
        return explaining(self.schema)


def _fast_validator(schema: dict[str, Data]) -> Any:
    import jsonschema_rs

    try:
        return jsonschema_rs.Draft202012Validator(
            schema, pattern_options=jsonschema_rs.RegexOptions(), validate_formats=False
        )
    except ValueError as error:
        raise SchemaError(str(error).splitlines()[0]) from None


@cache
def bundled_schema(name: str) -> Schema:
    """The shape described by schemas/`name`.schema.json, such as "deck" or "my-game.card"."""
    return Schema(dereferenced(schema_document(f"{name}.schema.json")))
