"""Writes exports: a file, a folder of files, or a zip of either."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from builder import plugins
from builder.diagnostics import Diagnostic, FindingsError, UsageError
from builder.exports import BUNDLED, Bundle, Exported, Settings, Target, target
from builder.exports.bundling import ExportRequest, bundle
from builder.naming import free, slug
from builder.packs.pack import refuse_overwriting
from builder.storage.archives import zipped
from builder.storage.files import inside, is_folder, is_there, write_folder, write_output
from builder.words import words_here

if TYPE_CHECKING:
    from builder.games import Game
    from builder.library import Catalog, OpenedDeck
    from builder.packs.pack import Pack

STANDARD_OUTPUT = Path("-")
ZIP = ".zip"


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, with a line about it for the user, and sentences that the user should read.

    `notes` are about the cards and decks, `losses` say what the target could not carry.
    """

    path: Path
    line: str
    losses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def export_to(
    catalog: Catalog,
    what: str | OpenedDeck | Game,
    to: str,
    path: Path,
    wanted: ExportRequest | None = None,
    settings: Settings | None = None,
    packs: Sequence[Pack] = (),
) -> Written:
    """Write a deck or a game, or the one of that name, for the target `to`: see `bundle`.

    `path` is `-` for standard output. A target that makes a folder writes a zip where the path ends in `.zip`. Raises
    UsageError for a file with the ending of another kind.
    """
    chosen = target(to)
    gathered = bundle(catalog, what, chosen, wanted, packs)
    chosen = chosen.for_deck if gathered.deck else chosen
    if chosen.makes_folder:  # before anything is drawn
        _check_folder(path, chosen.name)
    else:
        refuse_overwriting([path], what if isinstance(what, str) else "")
        if path.suffix and not path.name.lower().endswith(chosen.suffix.lower()):
            raise UsageError.of("exports", "ending", path=path, ending=chosen.suffix)
    exported = made(chosen, gathered, settings)
    if chosen.makes_folder:
        _write_all(path, exported.files)
    else:
        _write_file(path, exported.content)
    counts = gathered.counts if gathered.deck else {}
    size = sum(counts.get(card.id, 1) for card in gathered.cards)
    say = words_here("exports")
    where = say("standard-output") if path == STANDARD_OUTPUT else path
    line = say("cards", path=where, cards=say("count.cards", size), title=chosen.title_in(say))
    return Written(path, line, _losses(chosen, [exported]), tuple(gathered.notes))


def export_decks_to(
    catalog: Catalog,
    names: Iterable[str | OpenedDeck],
    to: str,
    path: Path,
    wanted: ExportRequest | None = None,
    settings: Settings | None = None,
    packs: Sequence[Pack] = (),
) -> Written:
    """Write several decks for the target `to` to the folder `path`, or to a zip where it ends in `.zip`.

    Each is named after its deck's id or file. Raises FindingsError, and writes nothing, where one is not legal.
    """
    chosen = target(to).for_deck
    _check_folder(path)
    wanted = wanted or ExportRequest()
    files: dict[str, bytes] = {}
    found: list[Diagnostic] = []
    notes: list[str] = []
    exports: dict[str, Exported] = {}
    for name in names:
        try:
            opened = _opened(catalog, name, wanted)
            gathered = bundle(catalog, opened, chosen, wanted, packs)
        except FindingsError as error:
            found += error.diagnostics
            continue
        own = free(slug(Path(opened.label).stem) or slug(opened.deck.name) or "deck", exports)
        exports[own] = exported = made(chosen, gathered, settings)
        files |= {f"{own}/{inner}": content for inner, content in exported.files.items()}
        if not chosen.makes_folder:
            files[own + chosen.suffix] = exported.content
        notes += gathered.notes
    if found:
        raise FindingsError(found)
    _write_all(path, files)
    say = words_here("exports")
    line = say("decks", len(exports), path=path, title=chosen.title_in(say))
    return Written(path, line, _losses(chosen, exports.values()), tuple(dict.fromkeys(notes)))


def made(
    chosen: Target, gathered: Bundle, settings: Settings | None = None, time_limit: float | None = None
) -> Exported:
    """What the target makes of a bundle. Whatever a plugin's target raises becomes a UsageError with its name.

    `time_limit` is in seconds for each run of templates.
    """
    gathered = replace(gathered, settings=settings or gathered.settings)
    if chosen.draws and gathered.settings.pictures:
        from builder.printing.pictures import Drawing

        drawing = Drawing(gathered.game, gathered.cards, gathered.settings.dpi, gathered.language, time_limit)
        gathered = replace(gathered, drawing=drawing)
    if chosen.name in BUNDLED:
        return chosen.export(gathered)
    return plugins.made_by(chosen.name, Exported, lambda: [chosen.export(gathered)])[0]


def within_a_minute(chosen: Target, gathered: Bundle) -> Exported:
    """What the target makes of a bundle, for servers and sites: a run of templates may take a minute."""
    return made(chosen, gathered, time_limit=60.0)


def _opened(catalog: Catalog, name: str | OpenedDeck, wanted: ExportRequest) -> OpenedDeck:
    """The deck that is meant. Raises as `Catalog.open_deck` does."""
    if not isinstance(name, str):
        return name
    return catalog.open_deck(name, format_id=wanted.format_id, accept=wanted.accept, language=wanted.language)


def _write_file(path: Path, content: bytes) -> None:
    if path == STANDARD_OUTPUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_output(path, content)


def _write_all(path: Path, files: Mapping[str, bytes]) -> None:
    """Write all files or none, to a folder, or to a zip where the path ends in `.zip`."""
    for name in files:
        inside(path, name)
    if path.suffix.lower() == ZIP and not is_folder(path):
        refuse_overwriting([path])
        write_output(path, zipped(files))
        return
    refuse_overwriting(path / name for name in files)
    write_folder(path, files)


def _check_folder(path: Path, target_name: str = "") -> None:
    """Raises UsageError where the files of a target, or of several decks, can't be written to that path."""
    if path == STANDARD_OUTPUT:
        raise UsageError.of("exports", "several" if target_name else "several.decks", target=target_name)
    if path.suffix.lower() != ZIP and is_there(path) and not is_folder(path):
        raise UsageError.of("exports", "folder", path=path)


def _losses(chosen: Target, exports: Iterable[Exported]) -> tuple[str, ...]:
    """What the target could not carry, each sentence once."""
    say = words_here("exports")
    return tuple(dict.fromkeys(say("loss", target=chosen.name, loss=loss) for one in exports for loss in one.losses))
