"""A workspace: packs and the database made from them. The command line and the Python API start from it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from builder.diagnostics import Diagnostic, FindingsError, Span, UsageError, has_errors, suggestion
from builder.diagnostics.diagnostic import decoded, encoded
from builder.library.opening import Opened, joined, location_of, opened
from builder.packs.expansions import distinct_packs, with_expansions
from builder.packs.pack import Pack, enclosing, enclosing_one, find, read
from builder.storage.cache import DiskCache
from builder.storage.files import display, is_folder, relative
from builder.storage.resources import cache_folder
from builder.words import words_here

if TYPE_CHECKING:  # slow to import, and no command needs all of them
    from builder.authoring.importing import Import
    from builder.checks import CheckedPack
    from builder.decks.collections import Proxies
    from builder.decks.comparing import Comparison
    from builder.decks.hands import Hand
    from builder.decks.statistics import Statistics
    from builder.exports import Settings
    from builder.exports.writing import Written
    from builder.games import Card, Game
    from builder.legality import Verdict
    from builder.library import Catalog, OpenedDeck
    from builder.library.store import BuildReport
    from builder.printing.findings import Note, PrintResult
    from builder.printing.gathering import Request
    from builder.printing.pictures import PictureOptions
    from builder.printing.prints import PrintOptions
    from builder.publishing.publishing import Published
    from builder.spreadsheets.sheets import Sheet
    from builder.statistics import GameStatistics

    Named = Game | OpenedDeck | Path | str  # a game or a deck, or its name

VERDICTS_LIMIT = 64 * 1024 * 1024  # bytes of cached verdicts on packs


class Workspace:
    """The packs that come with Arsenal and the user's own, and the card database made from them.

    `folders` are packs, or folders of packs. `database` is the path of an SQLite file or a database's URL; by default
    a file in the user's cache folder, or in memory where that can't be written. The first access reads the packs and
    brings the database up to date, as `build` does. Used as a context manager, a workspace closes the database at the
    end; after that, whatever needs the database raises ValueError.

    Methods raise UsageError for wrong arguments or what can't be done, and FindingsError for faults in files, decks
    and queries; its `diagnostics` has each fault with its place.
    """

    def __init__(self, folders: Path | str | Iterable[Path | str] = (), database: Path | str = "") -> None:
        self.folders = _listed(folders)
        self._url = str(database)
        self._cache = cache_folder()
        self._opened: Opened | None = None
        self._closed = False

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database, for good."""
        self._closed = True
        self._forget()

    @cached_property
    def packs(self) -> list[Pack]:
        """The packs of games, each with its expansions, and expansions whose game is missing.

        A pack of the user replaces a bundled one with the same id.
        """
        return joined(self._found, {}) if self._opened is None else [*self._opened.packs]

    @cached_property
    def catalog(self) -> Catalog:
        """The games, from a database that is up to date with the packs."""
        from builder.library import Catalog

        if self._opened is None:
            self.build()
        return Catalog(self._opened.games if self._opened else ())

    def _forget(self) -> None:
        """Close the database and drop all cached data."""
        if self._opened:
            self._opened.close()
            self._opened = None
        for name in ("catalog", "packs", "_found"):
            self.__dict__.pop(name, None)

    @property
    def _location(self) -> Path | str:
        """The database's file, or its URL."""
        return self._opened.location if self._opened else location_of(self._found, self._url, self._cache)

    @property
    def database(self) -> str:
        """The path or the URL of the database, without a password."""
        location = self._location
        if isinstance(location, Path):
            return f"sqlite:///{location}"
        from builder.library.store.building import connect

        return connect(location).url.render_as_string(hide_password=True)

    def build(self) -> BuildReport:
        """Read the packs' files again and bring the database up to date with them.

        A pack with errors leaves its game as it last was; the report's `failed` has its faults. Raises UsageError where
        the database can't be used.
        """
        if self._closed:
            raise ValueError("this workspace is closed")
        self._forget()
        self._opened = opened(self._found, self._url, self._cache)
        self.__dict__.pop("packs", None)
        return self._opened.report

    @property
    def games(self) -> list[Game]:
        """The games, in the order of their ids."""
        return self.catalog.games

    def game(self, game_id: str) -> Game:
        """The game of that id. Raises UsageError with near matches."""
        return self.catalog.game(game_id)

    def search(
        self, query: str = "", *, game: str = "", sort: str = "", limit: int | None = None, lang: str = ""
    ) -> list[Card]:
        """The cards that a query matches, of one game or of all, in the order of games, sets and numbers.

        `sort` names a field to sort by instead; a "-" before it sorts from the highest down. With `lang`, the words of
        that language are searched, and the cards are in it. Raises FindingsError for a query that can't be understood,
        UsageError for an unknown game, or a language that no game has.
        """
        return self.catalog.search(query, game, sort, limit, lang)

    def meant(self, query: str, *, game: str = "", lang: str = "") -> list[Card]:
        """Up to three cards that a query which finds none was probably meant to find, by its words outside fields.

        Raises as `search` does.
        """
        return self.catalog.meant(query, game, lang)

    def card(self, name: str, *, game: str = "") -> Card:
        """The card of that id or name. Raises UsageError with near matches, or where several games have one."""
        return self.catalog.card(name, game)

    def deck(self, name: Path | str, *, game: str = "", format: str = "") -> OpenedDeck:  # noqa: A002 - the field's word
        """A deck: a sample deck's id, a deck file's path, or the text of a list or a deck file (more than a line).

        Raises UsageError where nothing of that name is there, FindingsError for what holds no deck. Lines of a list
        that can't be read are the deck's `problems`.
        """
        if isinstance(name, str) and "\n" in name:
            return self.catalog.parse_deck(name, game_id=game, format_id=format)
        return self.catalog.open_deck(str(name), game, format)

    def judge(
        self,
        deck: OpenedDeck | Path | str,
        *,
        format: str = "",  # noqa: A002 - the field's word
        date: date | None = None,
        players: int | None = None,
        previous: OpenedDeck | Path | str | None = None,
        lost: bool | None = None,
        lang: str = "",
    ) -> Verdict:
        """Whether the deck is legal, and why not: by the format named, its own or its game's default, as of a day.

        `date` is today where it is left out. `players` overrules the number that the deck says it is for; `previous` is
        the deck as it was in the game before, which the player `lost` or not. Messages are in the language `lang`.
        Raises UsageError for an unknown format or language, and as `deck` does.
        """
        opened = self._opened_deck(deck, format)
        self.catalog.check_language([opened.deck.game], lang)
        judge = self.catalog.judge_of(opened.deck, format, _day(date), lang)
        before = None if previous is None else self._opened_deck(previous)
        return self.catalog.verdict(opened, judge, before, _players(players), lost)

    def stats(
        self,
        deck: OpenedDeck | Path | str,
        *,
        format: str = "",  # noqa: A002 - the field's word
        section: str = "",
        chances: Iterable[str] = (),
        lang: str = "",
    ) -> Statistics:
        """Statistics of a section of a deck, by default its first: curves, totals, chances, odds of dice.

        `chances` are further questions, such as `Flare >= 1 by turn 3`; see docs/queries.md. Titles are in the
        language `lang`. Raises UsageError for an unknown format or section, or a language that the game has not,
        FindingsError for a chance that can't be understood, and as `deck` does.
        """
        from builder.library.decks import counted

        wanted = [chances] if isinstance(chances, str) else list(chances)
        return counted(self.catalog, self._opened_deck(deck, format), format, section, wanted, lang)

    def game_stats(self, game: str, *, lang: str = "") -> GameStatistics:
        """What a game's data shows before anybody plays: counts, curves, power against cost, cards out of line.

        Titles and names are in the language `lang`. Raises UsageError for an unknown game, and for a language that it
        has not.
        """
        return self.catalog.loaded(game).statistics(lang)

    def compare(
        self, before: OpenedDeck | Path | str, after: OpenedDeck | Path | str, *, section: str = "", lang: str = ""
    ) -> Comparison:
        """What differs between two decks of a game: the cards of each section, and the curves of one, or of the first.

        Titles and names are in the language `lang`. Raises UsageError for decks of different games, for a section that
        neither has and a language that the game has not, and as `deck` does.
        """
        from builder.library.decks import compared

        return compared(self.catalog, self._opened_deck(before), self._opened_deck(after), section, lang)

    def hand(
        self,
        deck: OpenedDeck | Path | str,
        *,
        format: str = "",  # noqa: A002 - the field's word
        section: str = "",
        players: int | None = None,
        size: int | None = None,
        seed: int | None = None,
        redraws: int = 0,
    ) -> Hand:
        """A test hand of a section of a deck, by default its first: as large as the format says for so many players.

        `size` overrules that. It is drawn again `redraws` times, by the game's rule. The same `seed` draws the same
        hand; without one a seed is chosen, and the hand has it. Raises UsageError for an unknown format or section,
        where no hand size is known, for more redraws than are allowed, and as `deck` does.
        """
        from builder.library.decks import drawn_hand

        opened = self._opened_deck(deck, format)
        by = self.catalog.format(opened.deck, format)
        return drawn_hand(self.catalog, opened, by, section, _players(players), size, seed, redraws)

    def proxies(self, deck: OpenedDeck | Path | str, have: Path | str) -> Proxies:
        """What of a deck is missing from a collection: a CSV file with counts and names, a list, or another deck.

        Rows that name no card are ignored. Raises FindingsError for a deck with unknown cards and for a
        collection that can't be read, UsageError for one of another game, and as `deck` does.
        """
        from builder.library.decks import proxies

        return proxies(self.catalog, self._opened_deck(deck), str(have))[0]

    def print(
        self, request: Request | Named, path: Path | str, options: PrintOptions | None = None, note: Note | None = None
    ) -> PrintResult:
        """Print a deck or a game's cards: see `builder.printing.prints.print_cards`."""
        from builder.printing.findings import ignore
        from builder.printing.prints import print_cards

        return print_cards(self.catalog, self.packs, self._request(request), Path(path), options, note or ignore)

    def images(
        self,
        request: Request | Named,
        path: Path | str,
        options: PictureOptions | None = None,
        note: Note | None = None,
    ) -> PrintResult:
        """Make a picture of each card in a folder: see `builder.printing.pictures.make_images`."""
        from builder.printing.findings import ignore
        from builder.printing.pictures import make_images

        return make_images(self.catalog, self.packs, self._request(request), Path(path), options, note or ignore)

    def tabletop(
        self,
        request: Request | Named,
        path: Path | str,
        options: PictureOptions | None = None,
        note: Note | None = None,
    ) -> PrintResult:
        """Make sheets for virtual tables in a folder: see `builder.printing.pictures.make_tabletop`."""
        from builder.printing.findings import ignore
        from builder.printing.pictures import make_tabletop

        return make_tabletop(self.catalog, self.packs, self._request(request), Path(path), options, note or ignore)

    def export(
        self,
        name: Named,
        *others: Named,
        to: str,
        path: Path | str,
        cards: str = "",
        lang: str = "",
        changed_since: str = "",
        format: str = "",  # noqa: A002 - the field's word
        date: date | None = None,
        players: int | None = None,
        force: bool = False,
        decks: bool = False,
        one_each: bool = False,
        accept: bool = False,
        settings: Settings | None = None,
    ) -> Written:
        """Write a deck, or a game's cards, for another program: `to` names the target.

        Several decks, or with `decks` all decks of a game, are written to a folder, or to a zip where `path` ends so.
        Only the cards that match the query `cards`, and that differ from a revision or a day, in the language `lang`.
        With `one_each`, one copy of each; with `accept`, a misspelt name on a list is read as the one card near to it.
        Raises FindingsError for an illegal deck unless `force`, UsageError for an unknown target and for what it can't
        take.
        """
        from builder.exports.bundling import ExportRequest
        from builder.exports.writing import export_decks_to, export_to

        wanted = ExportRequest(
            cards, changed_since, lang, format, _day(date), _players(players), force, one_each, accept
        )
        packs = self.packs if changed_since else ()
        named = [self._named(one) for one in (name, *others)]
        if decks or others:
            several = [deck for one in named for deck in self._decks(one)]
            return export_decks_to(self.catalog, several, to, Path(path), wanted, settings, packs)
        return export_to(self.catalog, named[0], to, Path(path), wanted, settings, packs)

    def publish(
        self,
        path: Path | str,
        *,
        games: Iterable[str] = (),
        langs: Iterable[str] = (),
        since: str = "",
        date: date | None = None,
    ) -> Published:
        """Publish games' data as files for a web host: see `builder.publishing.publishing.publish`."""
        from builder.publishing.publishing import publish

        return publish(
            self.catalog, self.packs, Path(path), games=list(games), languages=list(langs), since=since, day=_day(date)
        )

    def import_cards(
        self,
        spreadsheet: Path | str | Sequence[Sheet],
        game: Path | str,
        *,
        set: str = "",  # noqa: A002 - the field's word
        sheets: Iterable[str] = (),
        header_row: int | None = None,
        map: Path | str = "",  # noqa: A002 - the option's word
        add: Iterable[str] = (),
        fill_down: Iterable[str] = (),
        remove_missing: bool = False,
        dry_run: bool = False,
    ) -> Import:
        """Take cards from a spreadsheet, or from sheets of one, into a game, named by its id or its folder: what has
        changed, or would.

        The options are those of `arsenal import`. Raises FindingsError for cells with which something is wrong,
        UsageError for what can't be done as said; nothing is written then.
        """
        from builder.authoring.importing import ImportOptions, plan_import
        from builder.spreadsheets.reading import read_sheets

        options = ImportOptions(
            set, tuple(sheets), Path(map) if map else None, tuple(add), tuple(fill_down), remove_missing
        )
        pack = read(enclosing_one(Path(game))) if is_folder(game) else self.game_pack(str(game))
        if pack.bundled:
            raise UsageError(
                f'the pack of "{pack.game_id}" comes with Arsenal',
                'import to a game of your own: `arsenal new game "Moon Duel"`',
            )
        if isinstance(spreadsheet, Path | str):
            spreadsheet = read_sheets(str(spreadsheet), header_row)
        done = plan_import(spreadsheet, read(pack.root), options, self.whole)
        if not dry_run:
            done.write()
            self._forget()
        return done

    def validate(self, paths: Path | str | Iterable[Path | str] = (), *, faces: bool = False) -> list[Diagnostic]:
        """What is wrong with the packs that the paths name, or with all; with `faces`, also with how cards are set.

        A path is a pack, a folder of packs or a file in a pack. Raises UsageError for any other path.
        """
        named = self.named(paths)
        judged = self._with_games(named) if _listed(paths) else [(pack, pack.members) for pack in named]
        found = [fault for whole, members in judged for fault in self._faults(whole, members)]
        if faces and not has_errors(found):
            from builder.library import Catalog
            from builder.library.checked import CheckedGame
            from builder.printing.findings import faults_of_faces

            for whole, members in judged:
                faults = faults_of_faces(Catalog([CheckedGame(_checked(whole))]))
                found += [d for d in faults if members == whole.members or _is_in(members, d)]
        return found

    def named(self, paths: Path | str | Iterable[Path | str]) -> list[Pack]:
        """The packs that the paths name: packs, folders of packs, or files in a pack; all packs where none is named."""
        roots = dict.fromkeys(root for path in _listed(paths) for root in enclosing(path))
        return [read(root) for root in roots] if roots else self.packs

    def whole(self, pack: Pack) -> Pack:
        """The game that an expansion extends, with that expansion alone; any other pack as it is.

        Raises FindingsError for an expansion of a game that is not there.
        """
        [(whole, members)] = self._with_games([pack])
        if whole.is_expansion:
            raise FindingsError(self._faults(whole, members))
        return whole

    def game_pack(self, game_id: str) -> Pack:
        """The pack of the game of that id, or in that folder, without what extends it.

        Raises UsageError with near matches.
        """
        games = distinct_packs((pack.game_id, pack) for pack in self._found if not pack.is_expansion)
        if game_id in games:
            return games[game_id]
        if is_folder(game_id):
            root = Path(game_id).resolve()
            for pack in games.values():
                if pack.root.resolve() == root:
                    return pack
        say = words_here("stops")
        help_ = say("game.or", names=suggestion(game_id, games, "games", say))
        raise UsageError.of("stops", "game", name=game_id, help_=help_)

    def _with_games(self, named: Sequence[Pack]) -> list[tuple[Pack, tuple[Pack, ...]]]:
        """The packs to check, an expansion with its game; each with those of its members that were named."""
        judged: list[tuple[Pack, tuple[Pack, ...]]] = [(pack, (pack,)) for pack in named if not pack.is_expansion]
        expansions = [pack for pack in named if pack.is_expansion]
        if not expansions:
            return judged
        there = distinct_packs((pack.game_id, pack) for pack in self._found if not pack.is_expansion)
        games = there | {pack.game_id: pack for pack, _ in judged}
        joined = with_expansions(games, expansions)
        return judged + [(pack, pack.expansions or (pack,)) for pack in joined if pack.is_expansion or pack.expansions]

    def _faults(self, whole: Pack, members: Sequence[Pack]) -> list[Diagnostic]:
        """What is wrong with these members of a game pack."""
        if whole.is_expansion or whole in members:
            return diagnose(whole, self._cache)
        from builder.checks import judged_with_game

        return judged_with_game(members, _checked(whole))

    def _opened_deck(self, deck: OpenedDeck | Path | str, format_id: str = "") -> OpenedDeck:
        """The deck, opened. Raises UsageError where its game is missing."""
        from builder.library import OpenedDeck

        opened = deck if isinstance(deck, OpenedDeck) else self.deck(deck, format=format_id)
        self.game(opened.deck.game)
        return opened

    def _named(self, what: Named) -> str | OpenedDeck | Game:
        """The argument as the catalog takes it; a text of several lines becomes the deck that it lists."""
        if isinstance(what, str) and "\n" in what:
            return self.deck(what)
        return str(what) if isinstance(what, Path) else what

    def _decks(self, what: str | OpenedDeck | Game) -> Sequence[str | OpenedDeck]:
        """The decks named: all decks of a game, or the one deck."""
        from builder.library import OpenedDeck

        if isinstance(what, str):
            return self.catalog.decks_of(what)
        return [what] if isinstance(what, OpenedDeck) else self.catalog.decks_of(what.id)

    def _request(self, request: Request | Named) -> Request:
        from builder.printing.gathering import Request

        if not isinstance(request, Request):
            return Request(self._named(request))
        return replace(request, name=self._named(request.name))

    @cached_property
    def _found(self) -> list[Pack]:
        return [read(root, is_bundled=is_bundled) for root, is_bundled in find(self.folders)]


def _listed(paths: Path | str | Iterable[Path | str]) -> list[Path]:
    """The paths as a list; a single path becomes a list of one."""
    return [Path(paths)] if isinstance(paths, Path | str) else [Path(path) for path in paths]


def _day(day: date | None) -> date | None:
    """The day unchanged. Raises UsageError for a text or a datetime, which can't be compared with days."""
    if day is None or (isinstance(day, date) and not isinstance(day, datetime)):
        return day
    raise UsageError(f'"{day}" is not a day', "give a datetime.date, such as date(2026, 11, 21)")


def _is_in(members: Sequence[Pack], fault: Diagnostic) -> bool:
    return fault.span is not None and any(one.holds(fault.span.path) for one in members)


def _players(number: int | None) -> int | None:
    """The number of players unchanged. Raises UsageError for a number that no deck can be for."""
    from builder.decks import MAX_PLAYERS

    if number is None or 1 <= number <= MAX_PLAYERS:
        return number
    raise UsageError(f"{number} players can't be", f"give a number from 1 to {MAX_PLAYERS}")


def diagnose(pack: Pack, cache: Path | None) -> list[Diagnostic]:
    """What is wrong with a pack; from the cache where the same files were checked before."""
    verdicts = DiskCache(cache / "checked", VERDICTS_LIMIT) if cache else None
    if verdicts is not None and (found := _recall(verdicts, pack)) is not None:
        return found
    checked = _checked(pack)
    if verdicts is not None and not checked.by_plugins:  # plugins may change while the files do not
        _keep(verdicts, pack, checked.diagnostics)
    return checked.diagnostics


def _checked(pack: Pack) -> CheckedPack:
    from builder.checks import check_pack

    return check_pack(pack)


def _recall(verdicts: DiskCache, pack: Pack) -> list[Diagnostic] | None:
    """The cached findings of a pack; None where there are none, or they can't be read."""
    known = verdicts.get(pack.key)
    if known is None:
        return None
    try:
        return [_with_paths(decoded(data), partial(_from, pack.root)) for data in json.loads(known)]
    except (ValueError, TypeError):
        return None


def _from(root: Path, path: str) -> str:
    """A stored path, which is relative to a pack, as the user would write it."""
    return display(Path(os.path.normpath(root / path)))


def _keep(verdicts: DiskCache, pack: Pack, diagnostics: list[Diagnostic]) -> None:
    """Cache the findings of a pack, with paths relative to it: the same files may be checked from another folder."""
    root = Path(pack.shown(""))
    known = [_with_paths(diagnostic, lambda path: relative(path, root)) for diagnostic in diagnostics]
    verdicts.put(pack.key, json.dumps([encoded(diagnostic) for diagnostic in known]).encode())
    verdicts.prune()


def _with_paths(diagnostic: Diagnostic, changed: Callable[[str], str]) -> Diagnostic:
    """The diagnostic with its files' paths changed."""

    def moved(span: Span) -> Span:
        return replace(span, path=changed(span.path))

    related = tuple((words, moved(span)) for words, span in diagnostic.related)
    return replace(diagnostic, span=moved(diagnostic.span) if diagnostic.span else None, related=related)
