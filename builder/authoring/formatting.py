"""Formats files on disk: which YAML files a path means, the schema that orders each, and writing them whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from builder.abilities import Lexicon, read_abilities
from builder.abilities.cards import DO
from builder.abilities.lexicon import MAIN
from builder.checks.abilities import Abilities
from builder.diagnostics import Diagnostic, KeyPath, Span, UsageError
from builder.documents.data import Data, mapping, sequence, text, value_at
from builder.documents.editing import CannotEditError, format_text
from builder.documents.editing.editor import JsonSchema, exact_data
from builder.documents.editing.tree import Child, Node
from builder.documents.reading import decode, encode_like, parse, read_bytes
from builder.games.fields import ABILITIES
from builder.packs.pack import Pack, enclosing, is_reprints, read
from builder.schema import SchemaError, bundled_schema, has_bundled_schema, resolve
from builder.storage.files import ChangedError, display, is_file, is_folder, rewrite

_SHAPES = {"formats": "format", "decks": "deck", "locales": "locale", "phrases": "phrases"}


@dataclass
class Formatted:
    """What was done: files whose form changed (or would change), number of files, and files left alone with reasons."""

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


_File: TypeAlias = "tuple[JsonSchema | None, Arranging | None, bytes | None]"


def _files(paths: Iterable[Path], unread: list[Diagnostic]) -> Iterator[tuple[Path, _File]]:
    """The files, each with its schema, what arranges its abilities, and its content if a pack was read for it.

    Adds to `unread` why other files can't be read.
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
    """What arranges the abilities of a pack's cards; None where it has no verbs that can be read."""
    verbs = pack.files.get("verbs.yaml")
    text, problems = decode(verbs, "verbs.yaml") if verbs is not None else ("", [])
    lexicon = Abilities(mapping(parse(text, "verbs.yaml").data)).lexicon if text and not problems else None
    return Arranging(lexicon) if lexicon and lexicon.verbs else None


# The keys before the verb, and those after its arguments. A cost comes after the use that it is for.
_FIRST = ("mode", "use", "cost", "at", "during", "when", "if", "may", "do")
_FIRST_WITHOUT_USE = ("mode", "at", "during", "when", "cost", "if", "may", "do")
_LAST = ("limit",)


@dataclass(frozen=True)
class Arranging:
    """Arranges abilities that are made of the words of a lexicon. Those with a fault stay as the author wrote them."""

    lexicon: Lexicon
    mark: str = ABILITIES

    def meaning(self, data: Data, place: KeyPath) -> object:
        """The abilities there in their canonical form; where they have a fault, what is written."""
        written, card_type = self._written(data, place)
        found, faults = read_abilities(written, self.lexicon, card_type, of_entry=place[-1] == DO)
        return written if faults else [ability.data() for ability in found]

    def rewrite(self, node: Node, data: Data, place: KeyPath) -> Node:
        """Abilities as short as can be, with their keys in order."""
        written, card_type = self._written(data, place)
        if read_abilities(written, self.lexicon, card_type)[1]:
            return node
        abilities = node.children if node.kind == "list" else [Child(value=node)]
        for ability in abilities:
            if isinstance(ability.value, Node):
                self._arrange(ability.value)
        only = abilities[0].value
        return only if isinstance(only, Node) and node.kind == "list" and _is_bare(node) else node

    def _written(self, data: Data, place: KeyPath) -> tuple[Data, str]:
        """What stands at a place, and the type of the card that it is on."""
        card = mapping(sequence(data)[place[0]] if isinstance(place[0], int) else data)
        return value_at(data, place), text(card.get("type"))

    def _arrange(self, node: Node) -> None:
        """An ability or an effect, and all that is in it."""
        if node.kind == "list":
            for item in node.children:
                if isinstance(item.value, Node):
                    self._arrange(item.value)
            return
        _without_do(node)
        verb = next((child.name for child in node.children if child.name in self.lexicon.verbs), "")
        takes = self.lexicon.verbs[verb].takes if verb else ()
        first = _FIRST if any(child.name == "use" for child in node.children) else _FIRST_WITHOUT_USE
        order = {name: number for number, name in enumerate((*first, verb, *takes, *_LAST))}
        node.children.sort(key=lambda child: order.get(child.name, len(order)))
        with_effects = (name for name, verb in self.lexicon.verbs.items() if verb.type_of(MAIN).has_effects)
        below = {DO, "cost", *with_effects}
        for child in node.children:
            if isinstance(child.value, Node) and child.name in below:
                self._arrange(child.value)


def _without_do(node: Node) -> None:
    """A single effect stands next to the openings; one that has comments around it stays where it is."""
    for number, child in enumerate(node.children):
        inner = child.value
        if child.name != DO or not isinstance(inner, Node) or _comments(child):
            continue
        if inner.kind == "list" and _is_bare(inner):
            inner = inner.children[0].value
        if isinstance(inner, Node) and inner.kind == "mapping" and not (inner.key_comment or inner.trailing):
            if inner.children:
                inner.children[0].breaks = inner.children[0].breaks or child.breaks
            node.children[number : number + 1] = inner.children
        return


def _is_bare(node: Node) -> bool:
    """Whether a list has one mapping in it, and no comment of its own."""
    if len(node.children) != 1 or node.key_comment or node.trailing or _comments(node.children[0]):
        return False
    only = node.children[0].value
    return isinstance(only, Node) and only.kind == "mapping"


def _comments(child: Child) -> bool:
    return bool(child.above or child.key_comment or child.below or child.after)
