"""JSON Schema: is a value of the right shape, and if not, what would an author want to read about it.

jsonschema-rs gives the verdicts, fast; jsonschema explains the few values that fail. Schemas may come
from strangers: references stay inside the schema and Arsenal's own, patterns run in linear time, nothing is
fetched.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import islice
from typing import Any

from builder.diagnostics import Diagnostic, Span, suggestion
from builder.fields import slug
from builder.resources import bundled
from builder.source import Document, KeyPath

MAX_SCHEMA_NODES = 20_000
MAX_PROBLEMS = 25  # faults explained of one value; more of them say nothing new

VOCABULARIES = {  # the word lists of game.yaml, and what one word of each is called
    "types": "type",
    "factions": "faction",
    "resources": "resource",
    "rarities": "rarity",
    "keywords": "keyword",
    "symbols": "symbol",
    "sets": "set",
}

_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": 'a mapping of "key: value"',
    "null": "empty",
}


class SchemaError(Exception):
    """A schema that can't be used; the message says why, in the author's words."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of a value: `path` leads to it from the value's root; `at_key` means the key is at fault."""

    code: str
    path: KeyPath
    message: str
    help: str = ""
    at_key: bool = False

    def at(self, document: Document, base: KeyPath = ()) -> Diagnostic:
        """The fault as a diagnostic of `document`, in which the value's root stands at `base`."""
        path = (*base, *self.path)
        span = document.key_span(path) if self.at_key else document.span(path)
        return Diagnostic(self.code, self.message, span, self.help)


class Shape:
    """What a value must look like: a JSON Schema without references, ready to judge and to explain."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema

    def fits(self, value: Any) -> bool:
        """True when the value is of this shape."""
        return bool(self._verdict.is_valid(value))

    def fits_all(self, values: list[Any]) -> bool:
        """True when each of the values is of this shape; much faster than asking for each."""
        return bool(self._verdict_on_all.is_valid(values))

    def problems(self, value: Any) -> list[Problem]:
        """All faults of the value, in its own order; empty when it fits."""
        if self.fits(value):
            return []
        found: dict[tuple[Any, ...], Problem] = {}
        for error in islice(self._explainer.iter_errors(value), 4 * MAX_PROBLEMS):
            for problem in map(self._with_help, _translate(error, value)):
                found.setdefault((problem.code, problem.path, problem.message), problem)
        return list(islice(found.values(), MAX_PROBLEMS)) or [
            Problem("shape", (), "this is not of the shape that its schema asks for")
        ]

    def diagnostics(self, document: Document, base: KeyPath = ()) -> list[Diagnostic]:
        """All faults of a document, with their places."""
        return [p.at(document, base) for p in self.problems(document.data)]

    def _with_help(self, problem: Problem) -> Problem:
        """A missing key that only a condition asks for is described elsewhere: in the properties of all."""
        if problem.code != "missing-key" or problem.path or problem.help:
            return problem
        key = problem.message.rpartition(" ")[2].strip('"')
        return replace(problem, help=_key_help(key, self.schema))

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

        def pattern(_: Any, wanted: str, instance: Any, __: Any) -> Iterator[ValidationError]:
            if isinstance(instance, str) and not _regex(wanted).search(instance):
                yield ValidationError(f"{instance!r} does not match {wanted!r}")

        def properties(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
            present = instance if isinstance(instance, dict) else {}
            for key in (k for k, inner in wanted.items() if inner is False and k in present):
                yield ValidationError(f"{key} is not allowed", path=[key], schema=False)
            allowed = {k: inner for k, inner in wanted.items() if inner is not False}
            yield from Draft202012Validator.VALIDATORS["properties"](validator, allowed, instance, schema)

        def property_names(validator: Any, wanted: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
            for key in instance if isinstance(instance, dict) else ():
                for error in validator.descend(instance=key, schema=wanted):
                    yield ValidationError(error.message, context=[error], instance=key)

        # jsonschema's "pattern" backtracks, and its other two lose the place of the key.
        handlers = {"pattern": pattern, "properties": properties, "propertyNames": property_names}
        explaining: Any = validators.extend(Draft202012Validator, handlers)  # type: ignore[no-untyped-call] # theirs
        return explaining(self.schema)


def _fast_validator(schema: dict[str, Any]) -> Any:
    import jsonschema_rs

    try:
        return jsonschema_rs.Draft202012Validator(
            schema, pattern_options=jsonschema_rs.RegexOptions(), validate_formats=False
        )
    except ValueError as error:
        raise SchemaError(str(error).splitlines()[0]) from None


@cache
def bundled_shape(name: str) -> Shape:
    """The shape described by schemas/`name`.schema.json, such as "deck" or "my-game.card"."""
    return Shape(_resolved(_bundled_schema(f"{name}.schema.json")))


def has_bundled_schema(name: str) -> bool:
    """True when schemas/`name`.schema.json exists."""
    return f"{name}.schema.json" in _bundled_schemas()


def resolve(schema: Any) -> dict[str, Any]:
    """A stranger's schema with every reference written out, and nothing in it that can't be used safely.

    Raises SchemaError for references that leave the schema and Arsenal's own, that go in circles, or that add
    up to more than MAX_SCHEMA_NODES, and for patterns that do not run in linear time.
    """
    resolved = _resolved(schema)
    _check_patterns(resolved)
    return resolved


def _resolved(schema: Any) -> dict[str, Any]:
    if not isinstance(schema, dict):
        raise SchemaError("a schema is a JSON object")
    left = MAX_SCHEMA_NODES

    def written_out(node: Any, root: Any, open_refs: tuple[tuple[int, str], ...]) -> Any:
        nonlocal left
        left -= 1
        if left < 0 or len(open_refs) > 40:
            raise SchemaError("its references add up to too much")
        if isinstance(node, list):
            return [written_out(item, root, open_refs) for item in node]
        if not isinstance(node, dict):
            return node
        _refuse_identifiers(node)
        reference = node.get("$ref")
        if not isinstance(reference, str):
            return {key: written_out(value, root, open_refs) for key, value in node.items() if key != "$defs"}
        file, _, pointer = reference.partition("#")
        target_root = _bundled_schema(file) if file else root
        if (id(target_root), pointer) in open_refs:
            raise SchemaError(f'the reference "{reference}" goes in a circle')
        target = written_out(
            _at_pointer(target_root, pointer, reference),
            target_root,
            (*open_refs, (id(target_root), pointer)),
        )
        own = {key: written_out(value, root, open_refs) for key, value in node.items() if key not in ("$ref", "$defs")}
        return _merged(target, own)

    try:
        resolved = written_out(schema, schema, ())
    except RecursionError:
        raise SchemaError("it is nested too deeply") from None
    if not isinstance(resolved, dict):
        raise SchemaError("a schema is a JSON object")
    return resolved


def _refuse_identifiers(node: Mapping[str, Any]) -> None:
    for word in ("$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor"):
        if word in node and not isinstance(node[word], dict):
            raise SchemaError(f'"{word}" is not supported; use "$ref" with "#/$defs/..."')


def _merged(target: Any, own: dict[str, Any]) -> Any:
    """What a reference leads to, and what stands beside the reference, as one schema."""
    if not isinstance(target, dict):
        return {"allOf": [target], **own} if own else target
    clash = set(own) & set(target) - {"title", "description", "examples", "default"}
    return {"allOf": [target], **own} if clash else {**target, **own}


def describe(value: Any) -> str:
    """A value in a message: short, and never more than a line."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        shown = value if len(value) <= 40 else value[:37] + "..."
        return json.dumps(shown, ensure_ascii=False)
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a mapping"
    return str(value)[:40]


def word_code(vocabulary: str) -> str:
    """The code for a word that is not in the vocabulary: "unknown-faction"."""
    return f"unknown-{VOCABULARIES.get(vocabulary, 'value')}"


def any_span(document: Document) -> Span:
    """The start of a document, for what is wrong with all of it."""
    return Span(document.path)


@cache
def _bundled_schemas() -> frozenset[str]:
    return frozenset(path.name for path in bundled("schemas").glob("*.schema.json"))


@cache
def _bundled_schema(file: str) -> dict[str, Any]:
    if file not in _bundled_schemas():
        raise SchemaError(f'it refers to "{file}", and a schema may only refer to itself or to Arsenal\'s own')
    data: dict[str, Any] = json.loads((bundled("schemas") / file).read_text("utf-8"))
    return data


def _at_pointer(root: Any, pointer: str, reference: str) -> Any:
    node = root
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(node, Mapping) and key in node:
            node = node[key]
        elif isinstance(node, Sequence) and not isinstance(node, str) and key.isdigit() and int(key) < len(node):
            node = node[int(key)]
        else:
            raise SchemaError(f'the reference "{reference}" points at nothing')
    return node


def _check_patterns(node: Any) -> None:
    if isinstance(node, list):
        for item in node:
            _check_patterns(item)
    elif isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            _regex(node["pattern"])
        if "patternProperties" in node and isinstance(node["patternProperties"], dict):
            raise SchemaError('"patternProperties" is not supported; use "propertyNames" and "additionalProperties"')
        for value in node.values():
            _check_patterns(value)


@cache
def _regex(pattern: str) -> Any:
    import re2  # type: ignore[import-untyped] # Google's wrapper comes without types

    options = re2.Options()
    options.log_errors = False
    options.max_mem = 1 << 20
    try:
        return re2.compile(pattern, options)
    except re2.error:
        raise SchemaError(
            f"the pattern {describe(pattern)} is not a regular expression that runs in linear time"
        ) from None


def _translate(error: Any, root: Any) -> Iterator[Problem]:
    """A jsonschema error as an author wants to read it."""
    path: KeyPath = tuple(error.absolute_path)
    handler = _HANDLERS.get(error.validator)
    if error.schema is False:
        yield _not_allowed(error, path, root)
    elif handler is not None:
        yield from handler(error, path, root)
    else:
        yield Problem("shape", path, f"{_name(path)} is not as its schema asks: {str(error.message)[:120]}")


def _unknown_keys(error: Any, path: KeyPath, root: Any) -> Iterator[Problem]:
    known = list(error.schema.get("properties", {}))
    vocabulary = _vocabulary(error.schema)
    for key in error.instance:
        if key in known:
            continue
        if vocabulary:
            what = f"{describe(key)} is not a {VOCABULARIES.get(vocabulary, 'word')}"
            yield Problem(word_code(vocabulary), (*path, key), what, suggestion(key, known), at_key=True)
        else:
            what = f"{describe(key)} is not a key{_of((*path, key), root)}"
            yield Problem("unknown-key", (*path, key), what, suggestion(key, known), at_key=True)


def _missing_key(error: Any, path: KeyPath, root: Any) -> Iterator[Problem]:
    for key in error.validator_value:
        if key not in error.instance:
            yield Problem(
                "missing-key",
                path,
                f"{_subject(error.instance, path)} has no {describe(key)}",
                _key_help(key, error.schema),
            )


def _wrong_type(error: Any, path: KeyPath, _: Any) -> Iterator[Problem]:
    wanted = error.validator_value
    kinds = [wanted] if isinstance(wanted, str) else list(wanted)
    what = " or ".join(_KINDS.get(k, str(k)) for k in kinds)
    value = error.instance
    if value is None:
        yield Problem(
            "wrong-type",
            path,
            f"{_name(path)} is empty; it must be {what}",
            "write a value, or remove the key",
        )
        return
    help_ = ""
    if "string" in kinds and isinstance(value, bool | int | float):
        help_ = f'put it in quotes: "{describe(value)}"'
    elif isinstance(value, str) and {"integer", "number"} & set(kinds) and value.strip().lstrip("-").isdigit():
        help_ = f"write it without quotes: {value.strip()}"
    elif "array" in kinds and isinstance(value, str):
        help_ = f"write it as a list: [{value[:30]}]"
    elif not path and "array" in kinds:
        help_ = 'begin each item with "- "'
    yield Problem("wrong-type", path, f"{_name(path)} must be {what}, not {describe(value)}", help_)


def _unknown_value(error: Any, path: KeyPath, _: Any) -> Iterator[Problem]:
    allowed = [error.validator_value] if error.validator == "const" else list(error.validator_value)
    vocabulary = _vocabulary(error.schema)
    words = [str(v) for v in allowed]
    shown = describe(error.instance)
    if vocabulary:
        message = f"{shown} is not a {VOCABULARIES.get(vocabulary, 'word')}"
        yield Problem(word_code(vocabulary), path, message, suggestion(str(error.instance), words))
    else:
        yield Problem(
            "unknown-value",
            path,
            f"{_name(path)} can't be {shown}",
            suggestion(str(error.instance), words, "allowed"),
        )


def _pattern(error: Any, path: KeyPath, _: Any) -> Iterator[Problem]:
    value = str(error.instance)
    if "a-z0-9]+(-[a-z0-9]+)*" in str(error.validator_value):
        better = slug(value)
        help_ = "use lower-case letters, digits and single hyphens" + (f': "{better}"' if better else "")
        yield Problem("bad-id", path, f"{describe(value)} can't be an id", help_)
    else:
        yield Problem(
            "bad-format",
            path,
            f"{_name(path)} can't be {describe(value)}",
            error.schema.get("description", ""),
        )


def _out_of_range(error: Any, path: KeyPath, _: Any) -> Iterator[Problem]:
    low, high = error.schema.get("minimum"), error.schema.get("maximum")
    if low is not None and high is not None:
        allowed = f"from {low} to {high}"
    elif low is not None:
        allowed = f"{low} or more"
    elif high is not None:
        allowed = f"{high} or less"
    else:
        allowed = f"as its schema asks ({error.validator} {error.validator_value})"
    yield Problem("out-of-range", path, f"{_name(path)} is {describe(error.instance)}; it must be {allowed}")


def _bad_length(error: Any, path: KeyPath, _: Any) -> Iterator[Problem]:
    unit = {"string": "characters", "array": "items"}.get(_json_type(error.instance), "keys")
    size, limit = len(error.instance), error.validator_value
    if size == 0:
        yield Problem("bad-length", path, f"{_name(path)} is empty", "write something, or remove the key")
    elif error.validator.startswith("max"):
        yield Problem("bad-length", path, f"{_name(path)} has {size} {unit}; at most {limit} are allowed")
    else:
        yield Problem("bad-length", path, f"{_name(path)} has {size} {unit}; at least {limit} are needed")


def _repeated(error: Any, path: KeyPath, _: Any) -> Iterator[Problem]:
    seen: list[Any] = []
    for index, item in enumerate(error.instance):
        if item in seen:
            yield Problem(
                "repeated-item",
                (*path, index),
                f"{describe(item)} is in {_name(path)} twice",
                "keep one of the two",
            )
        seen.append(item)


def _property_name(error: Any, path: KeyPath, root: Any) -> Iterator[Problem]:
    for inner in error.context or [error]:
        for problem in _translate(inner, root):
            yield Problem(problem.code, (*path, str(error.instance)), problem.message, problem.help, at_key=True)


def _one_of(error: Any, path: KeyPath, _: Any) -> Iterator[Problem]:
    branches = [branch for branch in error.validator_value if isinstance(branch, Mapping)]
    if branches and all(branch.get("required") for branch in branches):
        if isinstance(error.instance, Mapping):  # the wrong type is a fault of its own
            yield _one_of_keys(error.instance, path, branches)
        return
    kinds = " or ".join(dict.fromkeys(_kind_of(branch) for branch in error.validator_value))
    yield Problem("wrong-type", path, f"{_name(path)} must be {kinds}, not {describe(error.instance)}")


def _one_of_keys(value: Mapping[str, Any], path: KeyPath, branches: list[Mapping[str, Any]]) -> Problem:
    """The fault of a mapping that has the keys of none of the branches, of several, or only a part of one's."""
    subject = _subject(value, path)
    begun = [branch for branch in branches if any(key in value for key in branch["required"])]
    if not begun:
        return Problem("missing-key", path, f"{subject} needs {_quoted([b['required'][0] for b in branches])}")
    missing = [key for key in begun[0]["required"] if key not in value]
    if len(begun) == 1 and missing:
        others = _quoted([branch["required"][0] for branch in branches if branch is not begun[0]])
        help_ = f"or {others} in place of {_quoted(begun[0]['required'], 'and')}"
        return Problem("missing-key", path, f"{subject} needs {describe(missing[0])}", help_)
    refused = [key for key, schema in begun[0].get("properties", {}).items() if schema is False and key in value]
    clash = [next(key for key in branch["required"] if key in value) for branch in begun]
    clash = clash if len(begun) > 1 else [clash[0], *refused]
    return Problem("unknown-key", path, f"{subject} must have only one of {_quoted(clash)}")


def _quoted(keys: list[str], word: str = "or") -> str:
    return f" {word} ".join(f'"{key}"' for key in keys)


def _not_allowed(error: Any, path: KeyPath, root: Any) -> Problem:
    owner = root
    for part in path[:-1]:
        owner = owner[part]
    sort = owner.get("type") if isinstance(owner, Mapping) else None
    what = f"a card of type {describe(sort)}" if isinstance(sort, str) else "this"
    return Problem(
        "key-not-allowed",
        path,
        f"{describe(path[-1] if path else '')} does not belong on {what}",
        "remove it, or change the type",
        at_key=True,
    )


_HANDLERS: dict[str, Any] = {
    "additionalProperties": _unknown_keys,
    "unevaluatedProperties": _unknown_keys,
    "required": _missing_key,
    "type": _wrong_type,
    "enum": _unknown_value,
    "const": _unknown_value,
    "pattern": _pattern,
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), _out_of_range),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _bad_length),
    "uniqueItems": _repeated,
    "propertyNames": _property_name,
    "oneOf": _one_of,
    "anyOf": _one_of,
}


def _vocabulary(schema: Mapping[str, Any]) -> str:
    found = schema.get("x-vocabulary")
    return found if isinstance(found, str) else ""


def _kind_of(branch: Any) -> str:
    if isinstance(branch, Mapping) and "const" in branch:
        return describe(branch["const"])
    return _KINDS.get(str(branch.get("type")), "something else") if isinstance(branch, Mapping) else "something else"


def _json_type(value: Any) -> str:
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


def _name(path: KeyPath) -> str:
    keys = [p for p in path if isinstance(p, str)]
    if not path:
        return "this"
    if isinstance(path[-1], int):
        return f'item {path[-1] + 1} of "{keys[-1]}"' if keys else f"item {path[-1] + 1}"
    return f'"{".".join(keys[-2:]) if len(keys) > 1 else keys[-1]}"'


def _subject(value: Any, path: KeyPath) -> str:
    if isinstance(value, Mapping):
        for key in ("name", "id"):
            if isinstance(value.get(key), str):
                return describe(value[key])
    return _name(path)


def _of(path: KeyPath, root: Any) -> str:
    """Where an unknown key stands, for a message: in which key's value, or on which type of card."""
    inside = [p for p in path[:-1] if isinstance(p, str)]
    if inside:
        return f' of "{inside[-1]}"'
    sort = root.get("type") if isinstance(root, Mapping) else None
    return f' of a card of type "{sort}"' if isinstance(sort, str) and path and path[-1] != "type" else ""


def _key_help(key: str, schema: Mapping[str, Any]) -> str:
    described = schema.get("properties", {}).get(key)
    return str(described.get("description", "")) if isinstance(described, Mapping) else ""
