"""Turns jsonschema's errors into messages for authors."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from builder.diagnostics import Diagnostic, Fix, KeyPath, suggested, suggestion, sure_fix
from builder.games.game import VOCABULARIES
from builder.naming import slug
from builder.schema.wording import describe, word_code
from builder.words import words_here

_Error: TypeAlias = Any  # jsonschema's: a value, its schema and the keyword at fault, of any types
_Value: TypeAlias = Any  # plain data that no schema has checked
_Schema: TypeAlias = Mapping[str, Any]  # a JSON Schema


def text_of(key: str, /, **parts: object) -> str:
    """A text about shapes, in the user's language."""
    return words_here("shapes")(key, None, **parts)


def _problem(
    code: str,
    path: KeyPath,
    key: str,
    help_: str = "",
    /,
    *,
    at_key: bool = False,
    fix: Fix | None = None,
    **parts: str,
) -> Diagnostic:
    """A fault of the value that `path` leads to; `at_key` means that the key is at fault.

    The message is the text `key`; its help is `help_`, or else the text of `key.help`.
    """
    message, usual = words_here("shapes").with_help(key, None, **parts)
    return Diagnostic(code, message, help=help_ or usual, path=path, at_key=at_key, fix=fix)


def problems_of(error: _Error, root: _Value) -> Iterator[Diagnostic]:
    """A jsonschema error as faults for an author."""
    path: KeyPath = tuple(error.absolute_path)
    handler = _HANDLERS.get(error.validator)
    if error.schema is False:
        yield _not_allowed(error, path, root)
    elif handler is not None:
        yield from handler(error, path, root)
    else:
        yield _problem("shape", path, "shape", name=_name(path), why=str(error.message)[:120])


def _unknown_keys(error: _Error, path: KeyPath, root: _Value) -> Iterator[Diagnostic]:
    known = error.schema.get("properties", {})
    vocabulary = _vocabulary(error.schema)
    for key in error.instance:
        if key in known:
            continue
        fix = sure_fix(key, known)
        fix = None if fix and fix.text in error.instance else fix
        if vocabulary:
            yield _no_word(vocabulary, (*path, key), key, known, fix, at_key=True)
        else:
            kind, inside = _of((*path, key), root)
            meant, help_ = suggested(key, known, "known", words_here())
            parts = {"key": describe(key), "inside": inside}
            fault = _problem("unknown-key", (*path, key), kind, help_, at_key=True, fix=fix, **parts)
            yield replace(fault, values={"meant": meant}) if meant else fault


def _no_word(
    vocabulary: str, path: KeyPath, word: object, known: Iterable[str], fix: Fix | None, *, at_key: bool = False
) -> Diagnostic:
    """A word that is not in a list of game.yaml. Only packs have such words, and packs are checked in English."""
    message = f"{describe(word)} is not a {VOCABULARIES.get(vocabulary, 'word')}"
    help_ = suggestion(str(word), known)
    return Diagnostic(word_code(vocabulary), message, help=help_, path=path, at_key=at_key, fix=fix)


def _missing_key(error: _Error, path: KeyPath, root: _Value) -> Iterator[Diagnostic]:
    for key in error.validator_value:
        if key not in error.instance:
            subject, help_ = _subject(error.instance, path), key_help(key, error.schema)
            fault = _problem("missing-key", path, "missing", help_, subject=subject, key=describe(key))
            yield replace(fault, values={"key": key})


def _wrong_type(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    wanted = error.validator_value
    kinds = [wanted] if isinstance(wanted, str) else list(wanted)
    what = _either(map(_kind, kinds))
    value = error.instance
    help_ = ""
    fix: Fix | None = None
    if "string" in kinds and isinstance(value, bool | int | float):
        help_ = text_of("quotes", value=describe(value))
        fix = Fix("quoted")
    elif isinstance(value, str) and {"integer", "number"} & set(kinds) and value.strip().lstrip("-").isdigit():
        help_ = text_of("no-quotes", value=value.strip())
        fix = Fix("source", value.strip()) if re.fullmatch(r"-?(0|[1-9][0-9]{0,15})", value.strip()) else None
    elif "array" in kinds and isinstance(value, str):
        help_ = text_of("as-list", value=value[:30])
        items = error.schema.get("items")
        holds_words = isinstance(items, Mapping) and (items.get("type") == "string" or "enum" in items)
        fix = Fix("listed") if holds_words and re.fullmatch(r"[\w-]+", value) else None
    elif not path and "array" in kinds:
        help_ = text_of("items")
    elif "string" in kinds:
        help_ = _quotes_for_braces(value)
        fix = Fix("quoted") if help_ else None
    yield _mistyped(path, value, what, help_, fix)


def _mistyped(path: KeyPath, value: _Value, what: str, help_: str, fix: Fix | None) -> Diagnostic:
    """The fault of a value of the wrong type, which must be `what`; an empty one has a help of its own."""
    if value is None:
        return _problem("wrong-type", path, "type.empty", name=_name(path), what=what)
    return _problem("wrong-type", path, "type", help_, fix=fix, name=_name(path), what=what, value=describe(value))


def _quotes_for_braces(value: _Value) -> str:
    """The help for a mapping that was meant as a text, as `text: {spark}` is; "" for another value."""
    if not isinstance(value, dict) or not value or any(inner is not None for inner in value.values()):
        return ""
    braces = f"{{{', '.join(map(str, value))}}}"
    return text_of("braces.shown" if len(braces) <= _LONGEST_SHOWN and '"' not in braces else "braces", braces=braces)


_LONGEST_SHOWN = 60  # characters of a text that a help line repeats in quotes


def _unknown_value(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    if error.schema.get("type") == "string" and not isinstance(error.instance, str):
        return  # the wrong type is a fault of its own
    allowed = [error.validator_value] if error.validator == "const" else list(error.validator_value)
    vocabulary = _vocabulary(error.schema)
    words = [str(v) for v in allowed]
    are_texts = isinstance(error.instance, str) and all(isinstance(v, str) for v in allowed)
    fix = sure_fix(error.instance, words) if are_texts else None
    if vocabulary:
        yield _no_word(vocabulary, path, error.instance, words, fix)
    else:
        help_ = suggestion(str(error.instance), words, "allowed", words_here())
        shown = describe(error.instance)
        yield _problem("unknown-value", path, "value", help_, fix=fix, name=_name(path), value=shown)


def _pattern(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    value = str(error.instance)
    if "a-z0-9]+(-[a-z0-9]+)*" in str(error.validator_value):
        better = slug(value)
        help_ = text_of("said-of", name=text_of("id.help"), text=describe(better)) if better else ""
        fix = Fix("word", better) if better else None
        yield _problem("bad-id", path, "id", help_, fix=fix, value=describe(value))
    else:
        help_ = error.schema.get("description", "")
        yield _problem("bad-format", path, "value", help_, name=_name(path), value=describe(value))


def _out_of_range(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    low, high = error.schema.get("minimum"), error.schema.get("maximum")
    if low is not None and high is not None:
        allowed = text_of("range.both", low=str(low), high=str(high))
    elif low is not None:
        allowed = text_of("range.least", low=str(low))
    elif high is not None:
        allowed = text_of("range.most", high=str(high))
    else:
        allowed = text_of("range.schema", rule=f"{error.validator} {error.validator_value}")
    shown = describe(error.instance)
    yield _problem("out-of-range", path, "range", name=_name(path), value=shown, allowed=allowed)


def _bad_length(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    unit = text_of(f"unit.{_json_type(error.instance)}")
    size, limit = len(error.instance), error.validator_value
    if size == 0:
        yield _problem("bad-length", path, "length.empty", name=_name(path))
        return
    key = "length.most" if error.validator.startswith("max") else "length.least"
    yield _problem("bad-length", path, key, name=_name(path), size=str(size), unit=unit, limit=str(limit))


def _repeated(error: _Error, path: KeyPath, _: _Value) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for index, item in enumerate(error.instance):
        same = json.dumps(_comparable(item), sort_keys=True)
        if same in seen:
            yield _problem("repeated-item", (*path, index), "repeated", value=describe(item), name=_name(path))
        seen.add(same)


def _comparable(value: _Value) -> _Value:
    """A value in which equal numbers are the same: 1.0 becomes 1."""
    if isinstance(value, dict):
        return {key: _comparable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_comparable(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _property_name(error: _Error, path: KeyPath, root: _Value) -> Iterator[Diagnostic]:
    for inner in error.context or [error]:
        for problem in problems_of(inner, root):
            key = (*path, str(error.instance))
            yield replace(problem, path=key, at_key=True)


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
    kinds = _either(dict.fromkeys(_kind_of(branch) for branch in error.validator_value))
    may_be_text = any(
        isinstance(branch, Mapping) and branch.get("type") == "string" for branch in error.validator_value
    )
    help_ = _quotes_for_braces(error.instance) if may_be_text else ""
    yield _mistyped(path, error.instance, kinds, help_, Fix("quoted") if help_ else None)


def _meant(error: _Error) -> Iterator[_Error]:
    """The errors of the only branch for values of this type; none where there are several such branches, or none."""
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
        keys = [branch["required"][0] for branch in branches]
        fault = _problem("missing-key", path, "needs", subject=subject, keys=_quoted(keys))
        return replace(fault, values={"key": keys[-1]})
    missing = [key for key in begun[0]["required"] if key not in value]
    if len(begun) == 1 and missing:
        others = _quoted([branch["required"][0] for branch in branches if branch is not begun[0]])
        help_ = text_of("needs.or", others=others, begun=_quoted(begun[0]["required"], "and"))
        return _problem("missing-key", path, "needs", help_, subject=subject, keys=describe(missing[0]))
    refused = [key for key, schema in begun[0].get("properties", {}).items() if schema is False and key in value]
    clash = [next(key for key in branch["required"] if key in value) for branch in begun]
    clash = clash if len(begun) > 1 else [clash[0], *refused]
    return _problem("unknown-key", path, "only-one", subject=subject, keys=_quoted(clash))


def _quoted(keys: list[str], word: str = "or") -> str:
    return f" {text_of(word)} ".join(text_of("quoted", word=key) for key in keys)


def _either(kinds: Iterable[str]) -> str:
    return f" {text_of('or')} ".join(kinds)


def _not_allowed(error: _Error, path: KeyPath, root: _Value) -> Diagnostic:
    owner = root
    for part in path[:-1]:
        owner = owner[part]
    sort = owner.get("type") if isinstance(owner, Mapping) else None
    what = text_of("card-of", type=describe(sort)) if isinstance(sort, str) else text_of("this")
    shown = describe(path[-1] if path else "")
    return _problem("key-not-allowed", path, "not-allowed", at_key=True, key=shown, what=what)


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
    return _kind(str(branch.get("type")), "else") if isinstance(branch, Mapping) else text_of("kind.else")


def _kind(name: str, otherwise: str = "") -> str:
    """The name of a JSON type in messages."""
    texts = words_here("shapes").texts
    return str(texts.get(f"kind.{name}", texts[f"kind.{otherwise}"] if otherwise else name))


def _json_type(value: object) -> str:
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


def _name(path: KeyPath) -> str:
    keys = [p for p in path if isinstance(p, str)]
    if not path:
        return text_of("this")
    if isinstance(path[-1], int):
        number = str(path[-1] + 1)
        return text_of("item.of", number=number, key=keys[-1]) if keys else text_of("item", number=number)
    return text_of("quoted", word=".".join(keys[-2:]) if len(keys) > 1 else keys[-1])


def _subject(value: object, path: KeyPath) -> str:
    if isinstance(value, Mapping):
        for key in ("name", "id"):
            if isinstance(value.get(key), str):
                return describe(value[key])
    return _name(path)


def _of(path: KeyPath, root: _Value) -> tuple[str, str]:
    """Where an unknown key is: the key of the message, and the key in whose value it is, or the type of card."""
    inside = [p for p in path[:-1] if isinstance(p, str)]
    if inside:
        return "unknown-key.of", inside[-1]
    sort = root.get("type") if isinstance(root, Mapping) else None
    return ("unknown-key.card", sort) if isinstance(sort, str) and path and path[-1] != "type" else ("unknown-key", "")


def key_help(key: str, schema: _Schema) -> str:
    """The description of a key in a schema."""
    described = schema.get("properties", {}).get(key)
    return str(described.get("description", "")) if isinstance(described, Mapping) else ""
