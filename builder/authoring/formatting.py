"""Formats files on disk: which YAML files a path means, the schema that orders each, and writing them whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from builder.authoring.arranging import Arranging
from builder.checks.abilities import Abilities
from builder.diagnostics import Diagnostic, Span, UsageError
from builder.documents.data import mapping
from builder.documents.editing import CannotEditError, format_text
from builder.documents.editing.editor import JsonSchema, exact_data
from builder.documents.reading import decode, encode_like, parse, read_bytes
from builder.packs.pack import Pack, enclosing, is_reprints, read
from builder.schema import SchemaError, bundled_schema, has_bundled_schema, resolve
from builder.storage.files import ChangedError, display, is_file, is_folder, rewrite

_SHAPES = {"formats": "format", "decks": "deck", "locales": "locale", "phrases": "phrases"}


@dataclass
class Formatted:
    """What was done: files whose form changed (or would), files seen, files that were left alone and why."""

    changed: list[str] = field(default_factory=list)
    seen: int = 0
    diagnostics: list[Diagnostic] = field(default_factory=list)


def format_files(paths: Iterable[Path], *, check: bool) -> Formatted:
    """Format the YAML files that the paths mean: packs, folders of packs, or files. With `check`, write nothing."""
    done = Formatted()
    for path, (schema, arranging, given) in dict(_files(paths, done.diagnostics)).items():
        shown = display(path)
        done.seen += 1
        before, problems = (given, []) if given is not None else read_bytes(path, shown)
        text, problems = ("", problems) if problems else decode(before, shown)
        if problems:
            done.diagnostics += problems
            continue
        try:
            after = _formatted(text, schema, arranging, before)
            if after != before:
                if not check:
                    rewrite(path, before, after)
                done.changed.append(shown)
        except CannotEditError as error:
            done.diagnostics.append(error.diagnostic(shown))
        except ChangedError as error:
            done.diagnostics.append(Diagnostic("changed-meanwhile", str(error), Span(shown), error.help))
    return done


def _formatted(text: str, schema: JsonSchema | None, arranging: Arranging | None, before: bytes) -> bytes:
    """The text in canonical form, as bytes like those of the file before. Raises CannotEditError."""
    result = format_text(text, schema, arranging)
    after = encode_like(result, before)
    if b"\r" in after and exact_data(decode(after, "")[0]) != exact_data(result):
        raise CannotEditError("formatting would change the data of this file")
    return after


_File = tuple[JsonSchema | None, Arranging | None, bytes | None]


def _files(paths: Iterable[Path], unread: list[Diagnostic]) -> Iterator[tuple[Path, _File]]:
    """The files with their schemas, who arranges their abilities, and what they hold where a pack was read for it.

    Adds to `unread` why others can't be read.
    """
    for path in paths:
        try:
            roots = enclosing(path)
        except UsageError:
            if not is_file(path):
                raise
            yield path.resolve(), (None, None, None)  # a file of no pack: spacing only
            continue
        named = path.parent.resolve() / path.name  # which may be a link to a file
        for root in roots:
            pack = read(root)
            cards, arranging = _card_file_schema(pack), _arranging(pack)
            placed = [(d, d.span.path) for d in pack.diagnostics if d.span and d.span.path.endswith(".yaml")]
            unread += [d for d, place in placed if is_folder(path) or place == display(path)]
            for name, given in pack.data_files.items():
                file = root / name
                if is_folder(path) or file == named:
                    yield file, (_schema(name, cards), arranging if name.startswith("sets/") else None, given)


def _schema(name: str, cards: JsonSchema | None) -> JsonSchema | None:
    folder, _, rest = name.partition("/")
    if is_reprints(name):
        return bundled_schema("reprints").schema
    if folder == "sets":
        return cards
    return bundled_schema(_SHAPES[folder] if rest else folder.removesuffix(".yaml")).schema


def _card_file_schema(pack: Pack) -> JsonSchema | None:
    """The schema of a pack's card files; None where it has none that can be used, and then only spacing changes."""
    own, name = pack.files.get("card.schema.json"), f"{pack.game_id}.card"
    try:
        if own is not None:
            return resolve(json.loads(own.decode("utf-8-sig")))
        return bundled_schema(name).schema if has_bundled_schema(name) else None
    except (SchemaError, ValueError, RecursionError):
        return None


def _arranging(pack: Pack) -> Arranging | None:
    """Who arranges the abilities of a pack's cards; nobody where it has no verbs that can be read."""
    verbs = pack.files.get("verbs.yaml")
    text, problems = decode(verbs, "verbs.yaml") if verbs is not None else ("", [])
    lexicon = Abilities(mapping(parse(text, "verbs.yaml").data)).lexicon if text and not problems else None
    return Arranging(lexicon) if lexicon and lexicon.verbs else None
