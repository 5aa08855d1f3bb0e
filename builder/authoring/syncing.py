"""Updates the copies in a pack, which editors need to complete words.

There are three. The lists of words in card.schema.json (`enum` next to `x-vocabulary`) come from game.yaml;
abilities.schema.json comes from verbs.yaml; common.schema.json and `.vscode/schemas/` come from Arsenal.
docs/decisions/0025 says why they are copies.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any  # Any: a JSON Schema, as a pack has it

from builder.authoring.changes import Both
from builder.authoring.new import COMMON, EDITOR_SCHEMAS, EXPANSION_SCHEMAS
from builder.checks import CheckedPack, check_pack
from builder.checks.rules.abilities import SCHEMA, schema_to_write
from builder.diagnostics import Diagnostic, FindingsError, KeyPath, Span, UsageError
from builder.documents.data import mapping, sequence, text, value_at
from builder.documents.reading import decode, encode_like, parse
from builder.games.game import VOCABULARIES
from builder.packs.pack import Pack
from builder.storage.files import inside, is_file, rewrite_all
from builder.storage.resources import bundled

CARD_SCHEMA = "card.schema.json"
MAX_COPY = 4 * 1024 * 1024  # bytes of a copy that is compared; Arsenal's own schemas are far smaller

_COPIED = dict.fromkeys((*EDITOR_SCHEMAS, *EXPANSION_SCHEMAS))
_COPIES = {COMMON: COMMON, **{f".vscode/schemas/{name}.schema.json": f"{name}.schema.json" for name in _COPIED}}


def sync(pack: Pack, *, check: bool = False) -> list[Path]:
    """Write what is not up to date: all those files, or none. With `check` nothing is written.

    Raises FindingsError for verbs with faults, UsageError where a file can't be written, and ChangedError where
    somebody else saved it meanwhile.
    """
    wanted = {inside(pack.root, name): both for name, both in _stale(pack)}
    if not check:
        rewrite_all(wanted)
    return list(wanted)


def stale_copies(pack: Pack) -> Iterator[Diagnostic]:
    """The finding that schemas for editors are of another version of Arsenal: one for a pack, at its first schema."""
    for name, _ in islice(_copies(pack), 1):
        message = "this copy is not that of this version of Arsenal, so editors complete by another one"
        help_ = "`arsenal sync`, run in this folder, renews it"
        yield Diagnostic("stale-schema", message, Span(pack.shown(name)), help_)


def _stale(pack: Pack) -> Iterator[tuple[str, Both]]:
    """The files that are not up to date, by their names in the pack."""
    yield from _copies(pack)
    checked = check_pack(pack)
    before = pack.files.get(CARD_SCHEMA)
    if before is not None and checked.words:
        after = _with_words(checked, before)
        if after != before:
            yield CARD_SCHEMA, (before, after)
            checked = check_pack(replace(pack, files={**pack.files, CARD_SCHEMA: after}))
    if before is not None and "verbs.yaml" in pack.files:
        yield from _abilities(checked)


def _copies(pack: Pack) -> Iterator[tuple[str, Both]]:
    """The copies of Arsenal's own schemas that differ from them; line ends may."""
    for name, original in _COPIES.items():
        path = pack.root / name
        if is_file(path) and not path.is_symlink():
            with path.open("rb") as stream:
                before = stream.read(MAX_COPY)
            after = encode_like((bundled("schemas") / original).read_text("utf-8"), before)
            if after != before:
                yield name, (before, after)


def _abilities(checked: CheckedPack) -> Iterator[tuple[str, Both]]:
    verbs = checked.pack.shown("verbs.yaml")
    faults = [d for d in checked.diagnostics if d.severity == "error" and d.span and d.span.path == verbs]
    if faults:
        raise FindingsError(faults)
    wanted = schema_to_write(checked)
    if wanted is not None:
        before = checked.pack.files.get(SCHEMA)
        yield SCHEMA, (before, wanted.encode() if before is None else encode_like(wanted, before))


def _with_words(checked: CheckedPack, before: bytes) -> bytes:
    """The card schema with the words of game.yaml in its lists, and everything else as its author wrote it.

    Raises UsageError where the schema is written in a way that only its author can change.
    """
    written, faults = decode(before, CARD_SCHEMA)
    if faults:
        return before
    try:
        schema = json.loads(written)
    except (ValueError, RecursionError):  # which `validate` explains
        return before
    for path, vocabulary in _lists(schema):
        words = list(checked.vocabulary(vocabulary))
        if words and sorted(words) != sorted(map(str, sequence(value_at(schema, path)))):
            written = _with_list(written, path, words)
            schema = json.loads(written)
    return encode_like(written, before)


def _lists(schema: Any) -> Iterator[tuple[KeyPath, str]]:
    """The lists of words in a card schema: the path of each, and the word list of game.yaml that it names."""
    card, path = _followed(schema, schema, ())
    if isinstance(card, dict) and card.get("type") == "array":
        card, path = _followed(schema, card.get("items"), (*path, "items"))
    properties = mapping(card).get("properties")
    for name, one in mapping(properties).items():
        inner, at = _followed(schema, one, (*path, "properties", name))
        while isinstance(inner, dict):
            vocabulary = text(inner.get("x-vocabulary"))
            if vocabulary in VOCABULARIES and isinstance(inner.get("enum"), list):
                yield (*at, "enum"), vocabulary
            inner, at = _followed(schema, inner.get("items"), (*at, "items"))


def _followed(root: Any, schema: Any, path: KeyPath) -> tuple[Any, KeyPath]:
    """What a reference within the file leads to, and its place. Only one step is followed: there may be circles."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if isinstance(reference, str) and reference.startswith("#/"):
        path = tuple(part.replace("~1", "/").replace("~0", "~") for part in reference[2:].split("/"))
        return value_at(root, path), path
    return schema, path


def _with_list(written: str, path: KeyPath, words: list[str]) -> str:
    """The text of a JSON file with other words in the list at a path, laid out as the list is."""
    document = parse(written, CARD_SCHEMA)  # JSON is YAML, whose places are known
    place = document.span(path)
    starts = [0, *(found.end() for found in re.finditer(r"\r\n|[\n\r\x85\u2028\u2029]", written))]
    start = starts[place.line - 1] + place.column - 1
    found = re.compile(r'\[(?:[^"\]\[]|"(?:[^"\\]|\\.)*")*\]').match(written, start)
    refused = UsageError(
        f'the list at "{"/".join(map(str, path))}" of {CARD_SCHEMA} can\'t be written by itself',
        f"write {json.dumps(words, ensure_ascii=False)[:200]} there",
    )
    if document.diagnostics or found is None:
        raise refused
    between = re.match(r"\[(\s*)", found[0])
    space = between[1] if between else ""
    closing = re.search(r"(\s*)\]$", found[0])
    joint = f",{space}" if "\n" in space else ", "
    inner = joint.join(json.dumps(word, ensure_ascii=False) for word in words)
    result = f"{written[:start]}[{space}{inner}{closing[1] if closing else ''}]{written[found.end() :]}"
    if value_at(json.loads(result), path) != words:
        raise refused
    return result
