"""What is wrong with a value, in messages that an author enjoys reading: made from jsonschema's errors."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from builder.diagnostics import Diagnostic, Fix, KeyPath, suggestion, sure_fix
from builder.games.game import VOCABULARIES
from builder.naming import slug
from builder.schema.wording import describe, word_code

_Error: TypeAlias = Any  # jsonschema's: a value, its schema and the keyword at fault, of whatever types these are
_Value: TypeAlias = Any  # plain data that no schema has let through yet
_Schema: TypeAlias = Mapping[str, Any]  # a JSON Schema, whose keywords hold what each of them asks for

_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": 'a mapping of "key: value"',
    "null": "empty",
}


def _problem(
    code: str, path: KeyPath, message: str, help_: str = "", *, at_key: bool = False, fix: Fix | None = None
) -> Diagnostic:
    """A fault of the value that `path` leads to; `at_key` means that the key is at fault."""
    return Diagnostic(code, message, help=help_, path=path, at_key=at_key, fix=fix)


def problems_of(error: _Error, root: _Value) -> Iterator[Diagnostic]:
    """A jsonschema error as an author wants to read it."""
    path: KeyPath = tuple(error.absolute_path)
    handler = _HANDLERS.get(error.validator)
    if error.schema is False:
        yield _not_allowed(error, path, root)
    elif handler is not None:
        yield from handler(error, path, root)
    else:
        yield _problem("shape", path, f"{_name(path)} is not as its schema asks: {str(error.message)[:120]}")


def _unknown_keys(error: _Error, path: KeyPath, root: _Value) -> Iterator[Diagnostic]:
    known = error.schema.get("properties", {})
    vocabulary = _vocabulary(error.schema)
    for key in error.instance:
        if key in known:
            continue
        fix = sure_fix(key, known)
        fix = None if fix and fix.text in error.instance else fix
        if vocabulary:
            what = f"{describe(key)} is not a {VOCABULARIES.get(vocabulary, 'word')}"
            yield _problem(word_code(vocabulary), (*path, key), what, suggestion(key, known), at_key=True, fix=fix)
        else:
            what = f"{describe(key)} is not a key{_of((*path, key), root)}"
            yield _problem("unknown-key", (*path, key), what, suggestion(key, known), at_key=True, fix=fix)


def _missing_key(error: _Error, path: KeyPath, root: _Value) -> Iterator[Diagnostic]:
    for key in error.validator_value:
        if key not in error.instance:
            yield _problem(
                "missing-key",
                path,
                f"{_subject(error.instance, path)} has no {describe(key)}",
                key_help(key, error.schema),
            )


def _wrong_type(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    wanted = error.validator_value
    kinds = [wanted] if isinstance(wanted, str) else list(wanted)
    what = " or ".join(_KINDS.get(k, str(k)) for k in kinds)
    value = error.instance
    if value is None:
        yield _problem(
            "wrong-type",
            path,
            f"{_name(path)} is empty; it must be {what}",
            "write a value, or remove the key",
        )
        return
    help_ = ""
    fix: Fix | None = None
    if "string" in kinds and isinstance(value, bool | int | float):
        help_ = f'put it in quotes: "{describe(value)}"'
        fix = Fix("quoted")
    elif isinstance(value, str) and {"integer", "number"} & set(kinds) and value.strip().lstrip("-").isdigit():
        help_ = f"write it without quotes: {value.strip()}"
        fix = Fix("source", value.strip()) if re.fullmatch(r"-?(0|[1-9][0-9]{0,15})", value.strip()) else None
    elif "array" in kinds and isinstance(value, str):
        help_ = f"write it as a list: [{value[:30]}]"
        items = error.schema.get("items")
        holds_words = isinstance(items, Mapping) and (items.get("type") == "string" or "enum" in items)
        fix = Fix("listed") if holds_words and re.fullmatch(r"[\w-]+", value) else None
    elif not path and "array" in kinds:
        help_ = 'begin each item with "- "'
    elif "string" in kinds:
        help_ = _quotes_for_braces(value)
        fix = Fix("quoted") if help_ else None
    yield _problem("wrong-type", path, f"{_name(path)} must be {what}, not {describe(value)}", help_, fix=fix)


def _quotes_for_braces(value: _Value) -> str:
    """The help for a mapping that was meant as a text, as `text: {spark}` is; "" for another value."""
    if not isinstance(value, dict) or not value or any(inner is not None for inner in value.values()):
        return ""
    braces = f"{{{', '.join(map(str, value))}}}"
    shown = f': "{braces}"' if len(braces) <= _LONGEST_SHOWN and '"' not in braces else ""
    return f"text that begins with a brace needs quotes{shown}; without them YAML reads a mapping"


_LONGEST_SHOWN = 60  # characters of a text that a help line has in quotes


def _unknown_value(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    allowed = [error.validator_value] if error.validator == "const" else list(error.validator_value)
    vocabulary = _vocabulary(error.schema)
    words = [str(v) for v in allowed]
    shown = describe(error.instance)
    are_texts = isinstance(error.instance, str) and all(isinstance(v, str) for v in allowed)
    fix = sure_fix(error.instance, words) if are_texts else None
    if vocabulary:
        message = f"{shown} is not a {VOCABULARIES.get(vocabulary, 'word')}"
        yield _problem(word_code(vocabulary), path, message, suggestion(str(error.instance), words), fix=fix)
    else:
        yield _problem(
            "unknown-value",
            path,
            f"{_name(path)} can't be {shown}",
            suggestion(str(error.instance), words, "allowed"),
            fix=fix,
        )


def _pattern(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    value = str(error.instance)
    if "a-z0-9]+(-[a-z0-9]+)*" in str(error.validator_value):
        better = slug(value)
        help_ = "use lower-case letters, digits and single hyphens" + (f': "{better}"' if better else "")
        fix = Fix("word", better) if better else None
        yield _problem("bad-id", path, f"{describe(value)} can't be an id", help_, fix=fix)
    else:
        yield _problem(
            "bad-format",
            path,
            f"{_name(path)} can't be {describe(value)}",
            error.schema.get("description", ""),
        )


def _out_of_range(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    low, high = error.schema.get("minimum"), error.schema.get("maximum")
    if low is not None and high is not None:
        allowed = f"from {low} to {high}"
    elif low is not None:
        allowed = f"{low} or more"
    elif high is not None:
        allowed = f"{high} or less"
    else:
        allowed = f"as its schema asks ({error.validator} {error.validator_value})"
    yield _problem("out-of-range", path, f"{_name(path)} is {describe(error.instance)}; it must be {allowed}")


def _bad_length(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    unit = {"string": "characters", "array": "items"}.get(_json_type(error.instance), "keys")
    size, limit = len(error.instance), error.validator_value
    if size == 0:
        yield _problem("bad-length", path, f"{_name(path)} is empty", "write something, or remove the key")
    elif error.validator.startswith("max"):
        yield _problem("bad-length", path, f"{_name(path)} has {size} {unit}; at most {limit} are allowed")
    else:
        yield _problem("bad-length", path, f"{_name(path)} has {size} {unit}; at least {limit} are needed")


def _repeated(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for index, item in enumerate(error.instance):
        same = json.dumps(_comparable(item), sort_keys=True)
        if same in seen:
            yield _problem(
                "repeated-item",
                (*path, index),
                f"{describe(item)} is in {_name(path)} twice",
                "keep one of the two",
            )
        seen.add(same)


def _comparable(value: _Value) -> _Value:
    """A value in which numbers that are equal are the same: 1.0 is 1."""
    if isinstance(value, dict):
        return {key: _comparable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_comparable(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _property_name(error: _Error, path: KeyPath, root: _Value) -> Iterator[Diagnostic]:
    for inner in error.context or [error]:
        for problem in problems_of(inner, root):
            key = (*path, str(error.instance))
            yield _problem(problem.code, key, problem.message, problem.help, at_key=True, fix=problem.fix)


def _one_of(error: _Error, path: KeyPath, root: _Value) -> Iterator[Diagnostic]:
    branches = [branch for branch in error.validator_value if isinstance(branch, Mapping)]
    if branches and all(branch.get("required") for branch in branches):
        if isinstance(error.instance, Mapping):  # the wrong type is a fault of its own
            yield _one_of_keys(error.instance, path, branches)
        return
    if meant := list(_meant(error)):
        for inner in meant:
            yield from problems_of(inner, root)
        return
    kinds = " or ".join(dict.fromkeys(_kind_of(branch) for branch in error.validator_value))
    may_be_text = any(
        isinstance(branch, Mapping) and branch.get("type") == "string" for branch in error.validator_value
    )
    help_ = _quotes_for_braces(error.instance) if may_be_text else ""
    fix = Fix("quoted") if help_ else None
    yield _problem("wrong-type", path, f"{_name(path)} must be {kinds}, not {describe(error.instance)}", help_, fix=fix)


def _meant(error: _Error) -> Iterator[_Error]:
    """What is wrong by the one branch that is for values of this type; nothing where there are several, or none."""
    types = ("string", str), ("array", list), ("object", dict)
    name = next((name for name, python in types if isinstance(error.instance, python)), None)
    branches = [
        index
        for index, branch in enumerate(error.validator_value)
        if name and isinstance(branch, Mapping) and branch.get("type") == name
    ]
    if len(branches) == 1:
        yield from (inner for inner in error.context or () if inner.schema_path[0] == branches[0])


def _one_of_keys(value: Mapping[str, _Value], path: KeyPath, branches: list[_Schema]) -> Diagnostic:
    """The fault of a mapping that has the keys of none of the branches, of several, or only a part of one's."""
    subject = _subject(value, path)
    begun = [branch for branch in branches if any(key in value for key in branch["required"])]
    if not begun:
        return _problem("missing-key", path, f"{subject} needs {_quoted([b['required'][0] for b in branches])}")
    missing = [key for key in begun[0]["required"] if key not in value]
    if len(begun) == 1 and missing:
        others = _quoted([branch["required"][0] for branch in branches if branch is not begun[0]])
        help_ = f"or {others} in place of {_quoted(begun[0]['required'], 'and')}"
        return _problem("missing-key", path, f"{subject} needs {describe(missing[0])}", help_)
    refused = [key for key, schema in begun[0].get("properties", {}).items() if schema is False and key in value]
    clash = [next(key for key in branch["required"] if key in value) for branch in begun]
    clash = clash if len(begun) > 1 else [clash[0], *refused]
    return _problem("unknown-key", path, f"{subject} must have only one of {_quoted(clash)}")


def _quoted(keys: list[str], word: str = "or") -> str:
    return f" {word} ".join(f'"{key}"' for key in keys)


def _not_allowed(error: _Error, path: KeyPath, root: _Value) -> Diagnostic:
    owner = root
    for part in path[:-1]:
        owner = owner[part]
    sort = owner.get("type") if isinstance(owner, Mapping) else None
    what = f"a card of type {describe(sort)}" if isinstance(sort, str) else "this"
    return _problem(
        "key-not-allowed",
        path,
        f"{describe(path[-1] if path else '')} does not belong on {what}",
        "remove it, or change the type",
        at_key=True,
    )


_Handler = Callable[[_Error, KeyPath, _Value], Iterator[Diagnostic]]

_HANDLERS: dict[str, _Handler] = {
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


def _vocabulary(schema: _Schema) -> str:
    found = schema.get("x-vocabulary")
    return found if isinstance(found, str) else ""


def _kind_of(branch: object) -> str:
    if isinstance(branch, Mapping) and "const" in branch:
        return describe(branch["const"])
    return _KINDS.get(str(branch.get("type")), "something else") if isinstance(branch, Mapping) else "something else"


def _json_type(value: object) -> str:
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


def _name(path: KeyPath) -> str:
    keys = [p for p in path if isinstance(p, str)]
    if not path:
        return "this"
    if isinstance(path[-1], int):
        return f'item {path[-1] + 1} of "{keys[-1]}"' if keys else f"item {path[-1] + 1}"
    return f'"{".".join(keys[-2:]) if len(keys) > 1 else keys[-1]}"'


def _subject(value: object, path: KeyPath) -> str:
    if isinstance(value, Mapping):
        for key in ("name", "id"):
            if isinstance(value.get(key), str):
                return describe(value[key])
    return _name(path)


def _of(path: KeyPath, root: _Value) -> str:
    """Where an unknown key stands, for a message: in which key's value, or on which type of card."""
    inside = [p for p in path[:-1] if isinstance(p, str)]
    if inside:
        return f' of "{inside[-1]}"'
    sort = root.get("type") if isinstance(root, Mapping) else None
    return f' of a card of type "{sort}"' if isinstance(sort, str) and path and path[-1] != "type" else ""


def key_help(key: str, schema: _Schema) -> str:
    """What a schema says of one of its keys."""
    described = schema.get("properties", {}).get(key)
    return str(described.get("description", "")) if isinstance(described, Mapping) else ""
