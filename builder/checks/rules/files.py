"""Rules about where files lie: cards in folders of sets, and everything else where it is read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from shlex import quote

from builder.checks.checked import CheckedPack
from builder.diagnostics import Diagnostic, Span, suggestion
from builder.documents.data import mapping
from builder.naming import is_id, slug
from builder.packs.pack import EXPANSION_FILE, GAME_FILE, Pack
from builder.schema import describe
from builder.spreadsheets.sheets import OTHERS, SUFFIXES

READABLE = SUFFIXES
_SPREADSHEETS = (*SUFFIXES, *OTHERS)
_FOLDERS = ("sets", "formats", "decks", "locales", "templates")  # names of folders, which no file may have


def sets_are_declared(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Every folder of sets/ is a set of game.yaml, or of the expansion's pack.yaml, and has cards."""
    before: set[str] = set()
    for pack in checked.pack.members:
        declared = mapping(mapping(pack.game_document.data).get("sets"))
        folders: dict[str, str] = {}  # the first file of each
        for name in pack.files:
            if name.startswith("sets/"):
                folder = name.split("/")[1]
                folders[folder] = min(name, folders.get(folder, name))
        for folder in sorted(folders.keys() - declared.keys()):
            help_ = suggestion(folder, declared, f"sets in {pack.manifest}")
            place = Span(pack.shown(folders[folder]))
            yield Diagnostic("unknown-set", f'{pack.manifest} has no set "{folder}"', place, help_)
        for set_id in declared:
            if set_id not in folders and set_id not in before:
                place = pack.game_document.key_span(("sets", set_id))
                help_ = f"write its cards in sets/{set_id}/, or remove it"
                yield Diagnostic("empty-set", f'the set "{set_id}" has no cards', place, help_)
        before |= declared.keys()


def files_are_named_by_ids(checked: CheckedPack) -> Iterator[Diagnostic]:
    """Formats and decks are called by the names of their files, so these are ids."""
    for document in (*checked.formats.values(), *checked.decks.values()):
        stem = PurePath(document.path).stem
        if not is_id(stem):
            better = slug(stem)
            help_ = "use lower-case letters, digits and single hyphens" + (f": {better}.yaml" if better else "")
            yield Diagnostic("bad-id", f"{describe(stem)} can't be an id", Span(document.path), help_)


def files_are_in_place(checked: CheckedPack) -> Iterator[Diagnostic]:
    """A YAML file that is in no place where Arsenal reads one was probably meant to be read."""
    for pack in checked.pack.members:
        yield from _misplaced(pack)


def _spreadsheet(pack: Pack, name: str) -> Diagnostic:
    """A spreadsheet that was probably meant to be cards."""
    shown = pack.shown(name)
    how = f"`arsenal import {quote(shown)}` makes cards of it"
    if not name.lower().endswith(READABLE):
        how = f"save it as .xlsx or .csv, then `arsenal import {quote(str(PurePath(shown).with_suffix('.xlsx')))}`"
    help_ = f"{how}; move it to docs/ where it is something else"
    return Diagnostic("unused-spreadsheet", "nothing reads a spreadsheet here: cards are YAML", Span(shown), help_)


def _misplaced(pack: Pack) -> Iterator[Diagnostic]:
    if EXPANSION_FILE in pack.files and not pack.is_expansion:
        message = f"this pack is a game, which extends none, so nothing reads its {EXPANSION_FILE}"
        yield Diagnostic("misplaced-file", message, Span(pack.shown(EXPANSION_FILE)), f"remove it, or {GAME_FILE}")
    for name in pack.others:
        if name in _FOLDERS:
            message = f"{describe(name)} is a file, and a pack's {name} are read from a folder of that name"
            yield Diagnostic("misplaced-file", message, Span(pack.shown(name)), "make it a folder")
        if name.lower().endswith(_SPREADSHEETS) and not name.startswith(("templates/", "docs/")):
            yield _spreadsheet(pack, name)
        if not name.endswith((".yaml", ".yml")) or name.startswith(("templates/", "art/", "docs/")):
            continue
        help_ = "cards go in sets/<set>/, formats in formats/, decks in decks/, translations in locales/"
        if name.endswith(".yml"):
            help_ = "files of a pack end in .yaml"
        yield Diagnostic("misplaced-file", "nothing reads a file of this name here", Span(pack.shown(name)), help_)
