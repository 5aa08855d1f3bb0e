"""Reads a pack's files into a `CheckedPack`, checks the shape of each, then asks every rule."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice

from builder import plugins
from builder.checks.checked import CardSource, CheckedPack, ReprintSource
from builder.checks.joining import join, joined_game
from builder.checks.rules import RULES, Rule, added_rules
from builder.checks.rules.formats import uses_added_kinds
from builder.diagnostics import Diagnostic, Span, bounded_comparisons
from builder.diagnostics.findings import MAX_OF_SOURCE, Findings
from builder.documents.data import Data, mapping, sequence, text
from builder.documents.document import Document
from builder.documents.reading import decode, parse
from builder.packs.pack import EXPANSION_FILE, Pack, is_reprints
from builder.schema import (
    MAX_EXPLAINED,
    GuardedSchema,
    Schema,
    SchemaError,
    TooCostlyError,
    bundled_schema,
    describe,
    has_bundled_schema,
    resolve,
)
from builder.words import DEFAULT, speaking

Read = dict[str, tuple[bytes, Document]]  # files by their names in the pack: the content, and the document made of it


@speaking(DEFAULT)  # what is found is cached, and read in any language
def check_pack(pack: Pack, read: Read | None = None) -> CheckedPack:
    """Check a whole pack. Every fault of every file is reported, in the order of `Diagnostic.sort_key`.

    `read` has the files of an earlier check, and afterwards those of this one: what is the same is not read again.
    Raises UsageError for a broken plugin.
    """
    with without_garbage_collection(), bounded_comparisons():
        return _check(pack, {} if read is None else read)


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Switches Python's garbage collector off for a while.

    What is read from files has no cycles to collect; with 10,000 cards, collecting takes a tenth of the whole time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _check(pack: Pack, read: Read) -> CheckedPack:
    documents = {member.root: _documents(member, member is pack, read) for member in pack.members}
    read.clear()
    for member in pack.members:
        own = documents[member.root]
        read.update((_key(member, member is pack, name), (member.files[name], own[name])) for name in own)
    verbs = documents[pack.root].get("verbs.yaml")
    checked = CheckedPack(pack, joined_game(pack), verbs=verbs)
    found = Findings()
    if pack.is_expansion:
        _check_alone(checked, documents[pack.root], found)
        return checked
    checked.card_schema, schema_faults = _card_schema(checked)
    found.add(schema_faults)
    card_shape = GuardedSchema(Schema(checked.card_schema)) if checked.card_schema else None
    for member in pack.members:
        found.add(member.diagnostics)
        for name, document in documents[member.root].items():
            if _is_read(document, name, found):
                _read_file(checked, member, name, document, card_shape, found)
    found.add(join(checked, documents))
    if checked.words:
        for rule in RULES:
            found.add(rule(checked))
        for name, rule in added_rules():
            found.add(plugins.made_by(name, Diagnostic, partial(_some_of, rule, checked)))
    checked.by_plugins = bool(added_rules()) or uses_added_kinds(checked)
    checked.diagnostics = found.listed()
    return checked


def _some_of(rule: Rule, checked: CheckedPack) -> Iterator[Diagnostic]:
    """What a plugin's rule finds, up to as many findings as a rule of our own may have."""
    return islice(rule(checked), MAX_OF_SOURCE + 1)


def _documents(pack: Pack, is_game: bool, read: Read) -> dict[str, Document]:
    """A pack's files as documents; unchanged files are not read again."""
    made = {}
    for name, content in pack.data_files.items():
        known, document = read.get(_key(pack, is_game, name), (None, None))
        made[name] = document if document and known == content else _document(pack, name, content)
    return made


def _key(pack: Pack, is_game: bool, name: str) -> str:
    """The key of a file in `Read`, the files of an earlier check."""
    return name if is_game else str(pack.root / name)


def _is_read(document: Document, name: str, found: Findings) -> bool:
    """Whether a file is readable and not empty; faults of its YAML are added to `found`."""
    found.add(document.diagnostics)
    if document.data is None and not document.diagnostics:
        help_ = _EMPTY_HELP.get(name.split("/")[0], "")
        found.add([Diagnostic("empty-file", "this file is empty", Span(document.path), help_)])
    return document.data is not None


def _check_alone(checked: CheckedPack, documents: Mapping[str, Document], found: Findings) -> None:
    """Check an expansion without the game that it extends: why it has none, and the shape of its file."""
    found.add(checked.pack.diagnostics)
    for name, document in documents.items():
        if _is_read(document, name, found) and name == EXPANSION_FILE:
            found.add(bundled_schema("pack").diagnostics(document))
    checked.diagnostics = found.listed()


_EMPTY_HELP = {
    "sets": 'write a list of cards, each beginning with "- id: ...", or delete the file',
    "decks": "write the deck's name, game and cards, or delete the file",
    "formats": "write the format's name and clauses, or delete the file",
    "game.yaml": "write at least id, name, credit, sets and types",
    "pack.yaml": "write at least id, name, extends and credit",
}


def _document(pack: Pack, name: str, content: bytes) -> Document:
    if name == pack.manifest:
        return pack.game_document
    shown = pack.shown(name)
    written, problems = decode(content, shown)
    return Document(shown, diagnostics=problems) if problems else parse(written, shown)


def _read_file(
    checked: CheckedPack, pack: Pack, name: str, document: Document, card_shape: GuardedSchema | None, found: Findings
) -> None:
    """Put a file of `pack` where it belongs in `checked`, and the faults of its shape in `found`.

    What is joined from several files is added later, by `join`.
    """
    pack_id = "" if pack is checked.pack else pack.game_id
    folder, _, rest = name.partition("/")
    if is_reprints(name):
        found.add(bundled_schema("reprints").diagnostics(document))
        set_id = rest.split("/")[0]
        for index, entry in enumerate(sequence(document.data)):
            if isinstance(entry, dict):
                card_id = text(entry.get("card"))
                checked.reprints.append(ReprintSource(entry, set_id, document, index, card_id, pack_id))
    elif folder == "sets":
        _read_cards(checked, pack_id, rest.split("/")[0], document, card_shape, found)
    elif rest:
        found.add(bundled_schema(_SHAPES[folder]).diagnostics(document))
    elif name in (pack.manifest, "rulings.yaml", "import.yaml", *([] if pack_id else ["verbs.yaml"])):
        found.add(bundled_schema(name.removesuffix(".yaml")).diagnostics(document))


_SHAPES = {"formats": "format", "decks": "deck", "locales": "locale", "phrases": "phrases"}


def _read_cards(
    checked: CheckedPack, pack_id: str, set_id: str, document: Document, shape: GuardedSchema | None, found: Findings
) -> None:
    if not isinstance(document.data, list):
        message = f"a file of cards is a list, not {describe(document.data)}"
        found.add([Diagnostic("wrong-type", message, document.span(), 'begin each card with "- id: ..."')])
        return
    for index, definition in enumerate(document.data):
        if isinstance(definition, dict):
            card_id = definition.get("id")
            known = card_id if isinstance(card_id, str) else ""
            card = CardSource(definition, set_id, document, index, known, pack_id)
            checked.cards.append(card)
    most = 0 if found.is_full else MAX_EXPLAINED
    try:
        own = list(shape.faults_of_each(document.data, document, most)) if shape else []
    except TooCostlyError:
        message = f"checking {document.path} by this schema takes too long, or too much memory"
        help_ = "ask less of each value: fewer patterns, fewer schemas within allOf, anyOf and oneOf; or split the file"
        found.add([Diagnostic("schema-too-costly", message, Span(checked.pack.shown("card.schema.json")), help_)])
        own = []
    # First by the game's own schema, whose messages are more specific, then by the schema of all games.
    own_faults = {(index, _what_of(fault)) for index, fault in own if fault}
    common = bundled_schema("every-card").faults_of_each(document.data, most)
    faults = [*own, *((i, fault) for i, fault in common if fault is None or (i, _what_of(fault)) not in own_faults)]
    found.add(document.located(fault, (index,)) for index, fault in faults if fault)
    if rest := sorted({index for index, fault in faults if fault is None}):
        found.leave(document.span((rest[0],)), len(rest))


def _what_of(fault: Diagnostic) -> tuple[object, ...]:
    """What identifies a fault where two schemas judge one value: its path, since messages may differ."""
    return fault.path or (fault.code, fault.message)


def _card_schema(checked: CheckedPack) -> tuple[Mapping[str, Data], list[Diagnostic]]:
    """The schema of one card: the pack's own, or the bundled one of that game."""
    own = checked.pack.files.get("card.schema.json")
    shown = checked.pack.shown("card.schema.json")
    if own is None:
        if has_bundled_schema(f"{checked.id}.card"):
            return dict(mapping(bundled_schema(f"{checked.id}.card").schema["items"])), []
        help_ = "`arsenal new game NAME` writes one to start from"
        return {}, [Diagnostic("bad-card-schema", "the pack has no card.schema.json", Span(shown), help_)]
    written, unreadable = decode(own, shown)
    if unreadable:
        return {}, unreadable
    try:
        schema = resolve(json.loads(written, parse_constant=_refuse_constant))
        Schema(schema).fits([])
        card = schema.get("items")
        if schema.get("type") != "array" or not isinstance(card, dict):
            raise SchemaError('it describes a file of cards: "type": "array", and "items" one card')
        known, needed = card.get("properties", {}), card.get("required", [])
        missing = [key for key in ("id", "number", "name", "type") if key not in known or key not in needed]
        if missing:
            raise SchemaError(f"its cards must require {', '.join(missing)}")
        if card.get("additionalProperties") is not False:
            raise SchemaError('its cards must have "additionalProperties": false, so that typing errors show')
    except json.JSONDecodeError as error:
        place = Span.behind(shown, written[: error.pos])
        message = f"this card schema is not JSON: {error.msg[0].lower()}{error.msg[1:]}"
        return {}, [Diagnostic("bad-card-schema", message, place)]
    except (SchemaError, ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        return {}, [Diagnostic("bad-card-schema", f"this card schema can't be used: {reason}", Span(shown))]
    return card, []


def _refuse_constant(word: str) -> None:
    raise SchemaError(f"{word} is not a number of JSON")
