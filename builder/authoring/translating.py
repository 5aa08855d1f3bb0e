"""Keeps a pack's translations: what is translated, what is stale, and the digests in the file that say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.checks import check
from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError, has_errors, suggestion
from builder.documents.editing import CannotFormatError, format_text
from builder.documents.editing.reading import Reader
from builder.documents.editing.tree import Entry as Pair
from builder.documents.editing.tree import Node, Scalar
from builder.documents.editing.writing import Writer
from builder.documents.reading import parse
from builder.packs.pack import Pack
from builder.schema import bundled_schema
from builder.storage.files import display, write_output
from builder.translations.words import ORIGIN, Entry, Place, digest

ALL, NEW = "all", "new"  # what `confirm` takes beside ids


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a translation is: the file that it stands in (which may not be there yet), and all that has words."""

    language: str
    file: Path
    entries: list[Entry]

    @property
    def cards(self) -> list[Entry]:
        """The entries of cards."""
        return [entry for entry in self.entries if entry.place[0] == "cards"]

    @property
    def game(self) -> list[Entry]:
        """The entries of the game's own words."""
        return [entry for entry in self.entries if entry.place[0] == "game"]

    @property
    def stale(self) -> list[Entry]:
        """What has changed since it was translated."""
        return [entry for entry in self.entries if entry.stale]

    @property
    def unconfirmed(self) -> list[Entry]:
        """What does not say what it was made from."""
        return [entry for entry in self.entries if entry.unconfirmed]


def progress(pack: Pack, language: str) -> Progress:
    """How far a pack is in a language. Raises FindingsError for a pack with errors, UsageError for no language."""
    checked = check(pack)
    if has_errors(checked.diagnostics):
        raise FindingsError([d for d in checked.diagnostics if d.severity == "error"])
    own = checked.words.get("language", "en")
    if language == own:
        others = suggestion("", checked.locales, "its translations")
        raise UsageError(f'{checked.words.get("name", checked.id)} is written in "{own}" itself', others)
    if bundled_schema("game").problems({**checked.words, "language": language}):
        raise UsageError(f'"{language}" is no language', "languages are named as fr, de or pt-br")
    document = checked.locales.get(language)
    entries = checked.translatable.entries(document.data if document else {})
    return Progress(language, pack.root / "locales" / f"{language}.yaml", entries)


def confirm(done: Progress, wanted: Iterable[str]) -> list[str]:
    """Write into the file that these entries were made from the words as they are now; the ids of those that changed.

    `wanted` are ids of entries, `new` for those that do not say what they were made from, `all` for every one. Comments
    stay, and the file is written in its canonical form. Raises UsageError for an id that is not translated.
    """
    there = {entry.id: entry for entry in done.entries if isinstance(entry.said, dict) and entry.said}
    chosen: dict[str, Entry] = {}
    for word in wanted:
        if word == ALL:
            chosen |= there
        elif word == NEW:
            chosen |= {entry.id: entry for entry in done.unconfirmed}
        elif word in there:
            chosen[word] = there[word]
        elif any(entry.id == word for entry in done.entries):
            raise UsageError(f'"{word}" has no words in "{done.language}" yet', f"write them in {display(done.file)}")
        else:
            raise UsageError(f'"{word}" is nothing that is translated', suggestion(word, there, "what is"))
    digests = {entry.place: digest(entry.words) for entry in chosen.values()}
    changed = [entry.id for entry in chosen.values() if entry.said.get(ORIGIN) != digests[entry.place]]
    if changed:
        text = done.file.read_text("utf-8")
        write_output(done.file, with_digests(text, digests, display(done.file)).encode())
    return changed


def with_digests(text: str, digests: dict[Place, str], shown: str) -> str:
    """The text of a translation, in which the entries at these places say from what they were made.

    Raises FindingsError where the file can't be written anew without losing something.
    """
    expected = parse(text, shown).data
    try:
        document = Reader(text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")).document()
        for place, letters in digests.items():
            entry, node = expected, document.root
            for key in place:
                entry, node = entry[key], _below(node, str(key))
            if isinstance(node, Node) and isinstance(entry, dict):
                entry[ORIGIN] = letters
                _set(node, letters)
        result = format_text(Writer().document(document), bundled_schema("locale").schema)
    except CannotFormatError as error:
        raise FindingsError([error.diagnostic(shown)]) from None
    if parse(result, shown).data != expected:
        raise FindingsError([Diagnostic("cannot-format", "writing would change other data of this file", Span(shown))])
    return result


def _below(node: Any, key: str) -> Any:
    pairs = node.entries if isinstance(node, Node) else ()
    return next((pair.value for pair in pairs if pair.name == key), None)


def _set(node: Node, letters: str) -> None:
    for pair in node.entries:
        if pair.name == ORIGIN:
            pair.value, pair.below = Scalar([letters]), []
            return
    starts_line = node.flow and bool(node.entries) and node.entries[0].breaks
    node.entries.insert(0, Pair(ORIGIN, ORIGIN, Scalar([letters]), breaks=starts_line))
