"""Packs and the database that they are compiled into, opened once: where the command line and the Python API begin."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from builder.catalog import Catalog, CheckedSource, GameSource, OpenedDeck
from builder.database.report import BuildReport
from builder.diagnostics import Diagnostic, Span, UsageError, has_errors
from builder.diagnostics.encoding import decoded, encoded
from builder.games import Card, Game
from builder.legality import Verdict
from builder.packs.pack import Pack, enclosing, find, read
from builder.printing.gathering import Request
from builder.printing.made import Made, Note, ignore
from builder.storage.cache import DiskCache
from builder.storage.resources import cache_folder

if TYPE_CHECKING:  # these take long to import, and most commands need none of them
    from datetime import date

    from builder.checks import CheckedPack
    from builder.database.readers import Reader
    from builder.decks.statistics import Statistics
    from builder.exports.writing import Written
    from builder.printing.pictures import PictureOptions
    from builder.printing.prints import PrintOptions

IN_MEMORY = "sqlite://"
VERDICTS_LIMIT = 64 * 1024 * 1024  # bytes


class Workspace:
    """The packs that come with Arsenal and the user's own, and the card database made from them.

    `folders` are packs, or folders of packs. `database` is the path of an SQLite file or a database's URL; by default
    a file in the user's cache folder, or the memory where there is no such folder. Nothing is read before it is asked
    for. Used as a context manager, it closes the database at the end.
    """

    def __init__(self, folders: Iterable[Path | str] = (), database: str = "") -> None:
        self.folders = [Path(folder) for folder in folders]
        self._url = database
        self._cache = cache_folder()
        self._source: GameSource | None = None

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        if self._source:
            self._source.close()
            self._source = None
            self.__dict__.pop("catalog", None)

    @cached_property
    def packs(self) -> list[Pack]:
        """The packs as read. One of the user's own takes the place of a bundled one with the same game id."""
        return self._told_apart({})

    @cached_property
    def catalog(self) -> Catalog:
        """The games, from a database that is up to date with the packs."""
        if self._source is None:
            self.build()
        return Catalog(self._opened)

    @property
    def _opened(self) -> GameSource:
        if self._source is None:
            raise ValueError("this workspace is closed")
        return self._source

    @property
    def database(self) -> str:
        """The path or the URL of the database, without a password."""
        location = self._location
        if isinstance(location, Path):
            return f"sqlite:///{location}"
        from builder.database.building import connect

        return connect(location).url.render_as_string(hide_password=True)

    def build(self) -> BuildReport:
        """Bring the database up to date with the packs. A pack with errors leaves its game as it last was.

        Raises UsageError where the database can't be used.
        """
        self.close()
        location = self._location
        if isinstance(location, Path) and location.is_file() and (report := self._opened_as_it_is(location)):
            return report
        return self._in_memory() if location == IN_MEMORY else self._compiled(location)

    @property
    def games(self) -> list[Game]:
        """The games, in the order of their ids."""
        return self.catalog.games

    def game(self, game_id: str) -> Game:
        """The game of that id. Raises UsageError with near matches."""
        return self.catalog.game(game_id)

    def search(self, query: str = "", *, game: str = "", sort: str = "", limit: int | None = None) -> list[Card]:
        """The cards that a query matches, of one game or of all; in the order of games, sets and numbers, or by a field.

        A "-" before the field sorts from the highest down. Raises FindingsError for a query that can't be understood.
        """
        return self.catalog.search(query, game, sort, limit)

    def card(self, name: str, *, game: str = "") -> Card:
        """The card of that id or name. Raises UsageError with near matches."""
        return self.catalog.card(name, game)

    def deck(self, name: str, *, game: str = "", format: str = "") -> OpenedDeck:  # noqa: A002 - the field's word
        """A deck: a sample deck's id, a deck file's path, or the text of a list or a deck file (more than a line).

        Raises UsageError where nothing of that name is there, FindingsError for what holds no deck.
        """
        if "\n" in name:
            return self.catalog.parse_deck(name, game_id=game, format_id=format)
        return self.catalog.open_deck(name, game, format)

    def judge(
        self,
        deck: OpenedDeck | str,
        *,
        format: str = "",  # noqa: A002 - the field's word
        date: date | None = None,
        players: int | None = None,
        previous: OpenedDeck | None = None,
    ) -> Verdict:
        """Is the deck legal, and why not: by the format named, its own or its game's default, as of a day.

        `players` overrules the number that the deck says it is for; `previous` is the deck as it was in the game before.
        """
        opened = self.deck(deck, format=format) if isinstance(deck, str) else deck
        by = self.catalog.format(opened.deck, format, date)
        return self.catalog.verdict(opened, self.catalog.judge(opened.deck.game, by), previous, players)

    def stats(self, deck: OpenedDeck | str, *, format: str = "", section: str = "") -> Statistics:  # noqa: A002
        """What a section of a deck is made of, by default its first: curves, totals, chances, odds of dice."""
        from builder.decks.statistics import statistics

        opened = self.deck(deck, format=format) if isinstance(deck, str) else deck
        if section and section not in opened.deck.sections:
            known = f"sections: {', '.join(opened.deck.sections)}"
            raise UsageError(f'{opened.label} has no section "{section}"', known)
        game = self.game(opened.deck.game)
        by = self.catalog.format(opened.deck, format)
        return statistics(opened.deck, self.catalog.index(game.id), game, by, section=section)

    def print(
        self, request: Request | str, path: Path | str, options: PrintOptions | None = None, note: Note = ignore
    ) -> Made:
        """Print a deck or a game's cards: see `builder.printing.prints.print_cards`."""
        from builder.printing.prints import print_cards

        return print_cards(self.catalog, self.packs, _request(request), Path(path), options, note)

    def images(
        self, request: Request | str, path: Path | str, options: PictureOptions | None = None, note: Note = ignore
    ) -> Made:
        """Make a picture of each card in a folder: see `builder.printing.pictures.make_images`."""
        from builder.printing.pictures import make_images

        return make_images(self.catalog, self.packs, _request(request), Path(path), options, note)

    def tabletop(
        self, request: Request | str, path: Path | str, options: PictureOptions | None = None, note: Note = ignore
    ) -> Made:
        """Make sheets for virtual tables in a folder: see `builder.printing.pictures.make_tabletop`."""
        from builder.printing.pictures import make_tabletop

        return make_tabletop(self.catalog, self.packs, _request(request), Path(path), options, note)

    def export(
        self,
        name: str,
        *,
        to: str,
        path: Path | str,
        cards: str = "",
        format: str = "",  # noqa: A002 - the field's word
        date: date | None = None,
        players: int | None = None,
        force: bool = False,
    ) -> Written:
        """Write a deck, or a game's cards, for another program: `to` names the target.

        Only the cards that match the query `cards`. Raises FindingsError for an illegal deck unless `force`, UsageError
        for what the target can't take.
        """
        from builder.exports.writing import export_to

        return export_to(
            self.catalog, name, to, Path(path), where=cards, format_id=format, on=date, players=players, force=force
        )

    def validate(self, paths: Iterable[Path | str] = (), *, faces: bool = False) -> list[Diagnostic]:
        """What is wrong with the packs that the paths name, or with all; with `faces`, also with how cards are set."""
        packs = self.named(paths)
        found = [diagnostic for pack in packs for diagnostic in diagnose(pack, self._cache)]
        if faces and not has_errors(found):
            from builder.printing.faces import faults_of_faces

            found += faults_of_faces(Catalog(CheckedSource([_checked(pack) for pack in packs])))
        return found

    def named(self, paths: Iterable[Path | str]) -> list[Pack]:
        """The packs that the paths name: packs, folders of packs, or files in a pack; all packs where none is named."""
        roots = dict.fromkeys(root for path in paths for root in enclosing(Path(path)))
        return [read(root) for root in roots] if roots else self.packs

    @cached_property
    def _found(self) -> list[Pack]:
        return [read(root, is_bundled=is_bundled) for root, is_bundled in find(self.folders)]

    @cached_property
    def _location(self) -> Path | str:
        """The database's file, or its URL."""
        if not self._url:
            if self._cache is None:
                return IN_MEMORY
            roots = "\0".join(sorted(str(pack.root) for pack in self._found))
            name = hashlib.blake2b(roots.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
            return self._cache / f"cards-{name}.db"
        if "://" not in self._url:
            return Path(self._url)
        path = self._url.removeprefix("sqlite:///")
        return Path(path) if path not in ("", self._url) else self._url

    def _told_apart(self, ids: dict[str, str]) -> list[Pack]:
        """The packs, each of another game. `ids` are those that the database knows by the packs' keys."""
        by_id: dict[str, Pack] = {}
        for pack in self._found:
            game_id = ids.get(pack.key) or pack.game_id
            other = by_id.get(game_id)
            if other is not None and not other.bundled:
                message = f'two packs say that they are "{game_id}": {other.shown("")} and {pack.shown("")}'
                raise UsageError(message, "change the id in one game.yaml, or leave one of them out")
            by_id[game_id] = pack
        return list(by_id.values())

    def _opened_as_it_is(self, path: Path) -> BuildReport | None:
        """The report of a build that has nothing to do; None where there is something to do."""
        from builder.database.readers import FileReader
        from builder.database.reading import DatabaseSource, keys

        reader = FileReader(path)
        try:
            known = keys(reader)
            packs = self._told_apart(known)
        except BaseException:
            reader.close()
            raise
        if not known or set(known) != {pack.key for pack in packs}:
            reader.close()
            return None
        self.__dict__["packs"] = packs
        self._source = DatabaseSource(reader)
        return BuildReport(current=[known[pack.key] for pack in packs])

    def _compiled(self, location: Path | str) -> BuildReport:
        from builder.database.building import build, connect
        from builder.database.readers import EngineReader, FileReader
        from builder.database.reading import DatabaseSource

        engine = connect(str(location))
        try:
            report = build(engine, self.packs, _checked)
            reader: Reader = FileReader(location) if isinstance(location, Path) else EngineReader(engine)
        except BaseException:
            engine.dispose()
            raise
        if isinstance(location, Path):
            engine.dispose()
        self._source = DatabaseSource(reader)
        return report

    def _in_memory(self) -> BuildReport:
        checked = [_checked(pack) for pack in self.packs]
        self._source = CheckedSource([pack for pack in checked if pack.ok])
        return BuildReport(
            built=[pack.id for pack in checked if pack.ok],
            failed={pack.id: pack.diagnostics for pack in checked if not pack.ok},
        )


def _request(request: Request | str) -> Request:
    return Request(request) if isinstance(request, str) else request


def diagnose(pack: Pack, cache: Path | None) -> list[Diagnostic]:
    """What is wrong with a pack. A verdict on the same files is taken from the cache."""
    verdicts = DiskCache(cache / "checked", VERDICTS_LIMIT) if cache else None
    if verdicts is not None and (found := _recall(verdicts, pack)) is not None:
        return found
    checked = _checked(pack)
    if verdicts is not None and not checked.by_plugins:  # whose authors change them at any time
        _keep(verdicts, pack, checked.diagnostics)
    return checked.diagnostics


def _checked(pack: Pack) -> CheckedPack:
    from builder.checks import check_pack

    return check_pack(pack)


def _recall(verdicts: DiskCache, pack: Pack) -> list[Diagnostic] | None:
    """A verdict from before; None where there is none, or it can't be read (then it is simply made again)."""
    kept = verdicts.get(pack.key)
    if kept is None:
        return None
    try:
        return [_with_paths(decoded(data), pack.shown) for data in json.loads(kept)]
    except (ValueError, TypeError):
        return None


def _keep(verdicts: DiskCache, pack: Pack, diagnostics: list[Diagnostic]) -> None:
    """Keep a verdict, with paths relative to the pack: the same files may be checked from another folder."""
    root = pack.shown("")
    relative = [_with_paths(diagnostic, lambda path: os.path.relpath(path, root)) for diagnostic in diagnostics]
    verdicts.put(pack.key, json.dumps([encoded(diagnostic) for diagnostic in relative]).encode())
    verdicts.prune()


def _with_paths(diagnostic: Diagnostic, changed: Callable[[str], str]) -> Diagnostic:
    """The diagnostic with its files' paths changed."""

    def moved(span: Span) -> Span:
        return replace(span, path=changed(span.path))

    related = tuple((words, moved(span)) for words, span in diagnostic.related)
    return replace(diagnostic, span=moved(diagnostic.span) if diagnostic.span else None, related=related)
