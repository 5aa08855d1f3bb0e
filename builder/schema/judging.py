"""Checks values by JSON Schemas: a fast verdict for all of them, an explanation for the few that fail."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from itertools import chain, islice
from typing import Any  # Any: validators and their schemas are jsonschema's, untyped

from builder.diagnostics import Diagnostic, KeyPath
from builder.documents.data import Data
from builder.documents.document import Document
from builder.schema.explaining import key_help, problems_of
from builder.schema.resolving import MAX_PATTERN_BYTES, SchemaError, dereferenced, schema_document

MAX_PROBLEMS = 25  # faults of one value that are explained
MAX_EXPLAINED = 200  # faults of one list that are explained; further values are only reported as wrong


class Schema:
    """A JSON Schema without references, which checks values and explains their faults."""

    def __init__(self, schema: Mapping[str, Data]) -> None:
        self.schema = schema

    def fits(self, value: object) -> bool:
        """Whether the value fits the schema."""
        return bool(self._verdict.is_valid(value))

    def fits_all(self, values: Sequence[object]) -> bool:
        """Whether all of the values fit; much faster than checking each."""
        return bool(self._verdict_on_all.is_valid(values))

    def problems(self, value: object) -> list[Diagnostic]:
        """All faults of the value, in its own order; empty when it fits."""
        if self.fits(value):
            return []
        found: dict[tuple[object, ...], Diagnostic] = {}
        errors = islice(self._explainer.iter_errors(value), 4 * MAX_PROBLEMS)
        problems = chain.from_iterable(islice(problems_of(error, value), 4 * MAX_PROBLEMS) for error in errors)
        for problem in map(self._with_help, problems):
            found.setdefault((problem.code, problem.path, problem.message), problem)
            if len(found) == MAX_PROBLEMS:
                break
        # A key that is misspelt is not missing, too.
        meant = {(one.path[:-1], one.values["meant"]) for one in found.values() if "meant" in one.values}
        faults = [one for one in found.values() if (one.path, one.values.get("key")) not in meant]
        return faults or [Diagnostic.of("shape", "shapes", "other")]

    def faults_of_each(
        self, values: Sequence[object], most: int = MAX_EXPLAINED
    ) -> Iterator[tuple[int, Diagnostic | None]]:
        """All faults of the values, with the values' numbers.

        After `most` faults, None stands for the faults of each further value that does not fit.
        """
        if self.fits_all(values):
            return
        explained = 0
        for number, value in enumerate(values):
            if explained < most:
                problems = self.problems(value)
                explained += len(problems)
                yield from ((number, problem) for problem in problems)
            elif not self.fits(value):
                yield number, None

    def lacking(self, value: object) -> list[str]:
        """The keys of every `required` that the mapping does not fulfil, also of conditions that apply."""
        errors = islice(self._explainer.iter_errors(value), 4 * MAX_PROBLEMS)
        asked = (error.validator_value for error in errors if error.validator == "required" and not error.path)
        return list(dict.fromkeys(chain.from_iterable(asked)))

    def diagnostics(self, document: Document, base: KeyPath = ()) -> list[Diagnostic]:
        """All faults of a document, with their places."""
        return [document.located(problem, base) for problem in self.problems(document.data)]

    def _with_help(self, problem: Diagnostic) -> Diagnostic:
        """Adds help for a key that a condition requires, from the properties of the whole schema."""
        if problem.code != "missing-key" or problem.path or problem.help:
            return problem
        return replace(problem, help=key_help(str(problem.values.get("key", "")), self.schema))

    @cached_property
    def _verdict(self) -> Any:
        return fast_validator(dict(self.schema))

    @cached_property
    def _verdict_on_all(self) -> Any:
        return fast_validator({"type": "array", "items": dict(self.schema)})

    @cached_property
    def _explainer(self) -> Any:
        try:
            from jsonschema import Draft202012Validator, validators
        except ImportError:  # in a browser
            from engine.schemas import Validator

            return Validator(self.schema)

        from builder.schema.keywords import handlers

        own = handlers(Draft202012Validator.VALIDATORS, fast_validator)
        explaining: Any = validators.extend(Draft202012Validator, own)  # type: ignore[no-untyped-call] # theirs
        return explaining(self.schema)


def fast_validator(schema: Any) -> Any:
    """jsonschema-rs's validator of a schema. Raises SchemaError for one that can't be used.

    The latest ones are remembered: a pack is checked again and again by the same schemas.
    """
    import decimal  # noqa: F401 - otherwise jsonschema_rs imports it later, where an interrupt would crash it

    try:
        return _compiled(json.dumps(schema))
    except ImportError:  # in a browser
        from engine.schemas import Validator

        return Validator(schema)
    except ValueError as error:
        raise SchemaError(str(error).splitlines()[0]) from None


@lru_cache(maxsize=16)
def _compiled(schema: str) -> Any:
    import jsonschema_rs

    options = jsonschema_rs.RegexOptions(MAX_PATTERN_BYTES)
    return jsonschema_rs.Draft202012Validator(json.loads(schema), pattern_options=options, validate_formats=False)


@cache
def bundled_schema(name: str) -> Schema:
    """The shape described by schemas/`name`.schema.json, such as "deck" or "my-game.card"."""
    return Schema(dereferenced(schema_document(f"{name}.schema.json")))
