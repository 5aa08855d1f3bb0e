"""Reads JSON Schemas and writes out every reference; schemas of strangers are checked for safety."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from builder.documents.data import Data
from builder.games.fields import ABILITIES
from builder.schema.costs import patterns_of
from builder.schema.wording import describe
from builder.storage.resources import bundled

MAX_SCHEMA_NODES = 20_000
ABILITIES_FILE = "abilities.schema.json"  # how names of schemas of abilities end
MAX_SCHEMA_TEXT = 1_000_000  # characters of all words of a schema with its references written out
MAX_PATTERNS = 200
MAX_PATTERN_TEXT = 20_000  # characters of all patterns
MAX_PATTERN_BYTES = 1024 * 1024  # of a compiled pattern

_FILE = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*\.schema\.json")


class SchemaError(Exception):
    """A schema that can't be used; the message says why, in the author's words."""


def has_bundled_schema(name: str) -> bool:
    """True when schemas/`name`.schema.json exists."""
    return _bundled_text(f"{name}.schema.json") is not None


@cache
def _bundled_text(file: str) -> bytes | None:
    """The content of a file in schemas/; None where there is none. In a browser it is in a zip, like the modules."""
    loader: Any = __spec__.loader if __spec__ else None
    if not _FILE.fullmatch(file):
        return None
    try:
        return bytes(loader.get_data(str(bundled("schemas") / file)))
    except OSError:
        return None


@cache
def schema_document(file: str) -> dict[str, Data]:
    """schemas/`file` as written; raises SchemaError where there is none.

    Schemas of abilities are for editors, since Arsenal reads abilities itself: here they only mark where abilities are.
    """
    if file.endswith(ABILITIES_FILE):
        return {ABILITIES: {}}
    written = _bundled_text(file)
    if written is None:
        raise SchemaError(f'it refers to "{file}", and a schema may only refer to itself or to Arsenal\'s own')
    data: dict[str, Data] = json.loads(written)
    return data


def resolve(schema: object) -> dict[str, Data]:
    """A stranger's schema with every reference written out, if it is safe.

    Raises SchemaError for references to anything but the schema and Arsenal's own, for references in circles, for a
    result larger than MAX_SCHEMA_NODES or MAX_SCHEMA_TEXT, for patterns that do not run in linear time, and for too
    many patterns.
    """
    resolved = dereferenced(schema)
    patterns = patterns_of(resolved)
    if len(patterns) > MAX_PATTERNS or sum(map(len, patterns)) > MAX_PATTERN_TEXT:
        raise SchemaError(
            f"it has {len(patterns):,} patterns of {sum(map(len, patterns)):,} characters; "
            f"at most {MAX_PATTERNS} of {MAX_PATTERN_TEXT:,} are allowed"
        )
    _check_patterns(resolved)
    return resolved


def dereferenced(schema: object) -> dict[str, Data]:
    """The schema with every reference written out; raises SchemaError as `resolve` does, but for patterns."""
    if not isinstance(schema, dict):
        raise SchemaError("a schema is a JSON object")
    left, text_left = MAX_SCHEMA_NODES, MAX_SCHEMA_TEXT

    def written_out(node: Data, root: Data, open_refs: tuple[tuple[int, str], ...]) -> Data:
        nonlocal left, text_left
        left -= 1
        text_left -= len(node) if isinstance(node, str) else sum(map(len, node)) if isinstance(node, dict) else 0
        if left < 0 or text_left < 0 or len(open_refs) > 40:
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
        target_root = schema_document(file) if file else root
        if (id(target_root), pointer) in open_refs:
            raise SchemaError(f'the reference "{reference}" goes in a circle')
        target = written_out(
            _at_pointer(target_root, pointer, reference), target_root, (*open_refs, (id(target_root), pointer))
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


def _refuse_identifiers(node: Mapping[str, Data]) -> None:
    for word in ("$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor"):
        if word in node and not isinstance(node[word], dict):
            raise SchemaError(f'"{word}" is not supported; use "$ref" with "#/$defs/..."')


def _merged(target: Data, own: dict[str, Data]) -> Data:
    """The schema that a reference leads to, joined with the keywords next to the reference."""
    if not isinstance(target, dict):
        return {"allOf": [target], **own} if own else target
    clash = set(own) & set(target) - {"title", "description", "examples", "default"}
    return {"allOf": [target], **own} if clash else {**target, **own}


def _at_pointer(root: Data, pointer: str, reference: str) -> Data:
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


def _check_patterns(node: Data) -> None:
    if isinstance(node, list):
        for item in node:
            _check_patterns(item)
    elif isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            regex(node["pattern"])
        if "patternProperties" in node and isinstance(node["patternProperties"], dict):
            raise SchemaError('"patternProperties" is not supported; use "propertyNames" and "additionalProperties"')
        for value in node.values():
            _check_patterns(value)


@lru_cache(4 * MAX_PATTERNS)
def regex(pattern: str) -> Any:
    """The pattern, compiled to run in linear time; raises SchemaError where it can't.

    In a browser, where re2 is missing, Python's own module runs it: it was checked when its pack was published, and a
    worker that hangs is ended.
    """
    try:
        import re2  # type: ignore[import-untyped] # Google's wrapper comes without types
    except ImportError:
        return re.compile(pattern)
    options = re2.Options()
    options.log_errors = False
    options.max_mem = MAX_PATTERN_BYTES
    try:
        return re2.compile(pattern, options)
    except re2.error:
        raise SchemaError(
            f"the pattern {describe(pattern)} is not a regular expression that runs in linear time"
        ) from None
