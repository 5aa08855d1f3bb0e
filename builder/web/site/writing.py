"""Writes a site into a folder: all of it or nothing. An unchanged site is not written again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from builder.diagnostics import UsageError, suggestion
from builder.documents.data import mapping
from builder.exports.writing import within_a_minute
from builder.games import Game
from builder.legality.formats import changes_of
from builder.packs.pack import refuse_overwriting
from builder.printing.findings import finished
from builder.publishing.core import core, player
from builder.publishing.publishing import Prepared, is_same, line_about, prepare
from builder.storage.files import check_folder, inside, is_folder, is_there, write_folder
from builder.terminal.progress import Advance, progress
from builder.web.api.answering import answers_ahead
from builder.web.api.games import Games
from builder.web.pages import colors
from builder.web.pages.views import FONTS, STATIC
from builder.web.site.addresses import CORE, DATA, PLAYER, Linked, Site
from builder.web.site.drawing import SitePictures
from builder.web.site.manifest import (
    NAME,
    WORKER,
    Manifest,
    is_as_written,
    is_whole,
    key_of,
    manifest_in,
    manifest_of,
    service_worker,
)
from builder.web.site.runtime import is_address, runtime_at
from builder.web.site.walking import downloads, for_engines, portraits, walk
from builder.words import DEFAULT, languages, speaking, words_here
from builder.workspace import Workspace
from renderers.typst.cachekeys import render_cache

SERVED = ("watch/", "live.js")  # static files that only `arsenal watch` uses
SHOWN = 5  # files that a message names at most
LONG_AGO = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """The options of a site: its games and languages (empty: all), and its address.

    `pictures` adds sample decks as targets with pictures. `runtime` is where Pyodide comes from: an address or a
    folder; by default npm's package at a public host. `since` is as in `builder.publishing`. Formats are read as of
    `day`, by default today.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    base_url: str = ""
    runtime: str = ""
    since: str = ""
    day: date | None = None
    pictures: bool = False


@dataclass(frozen=True, slots=True)
class SiteReport:
    """The outcome: how many files were written and removed, and lines about it for the user."""

    written: int
    removed: int
    line: str
    hints: Sequence[str] = ()


def write_site(workspace: Workspace, folder: Path, options: SiteOptions) -> SiteReport:
    """Write the site of a workspace's games to a folder, which is created if need be.

    Files of an earlier site that are no longer part of it are removed, unless somebody has changed them. Raises
    UsageError where the folder has other files in the way or can't be written, FindingsError for packs with errors.
    """
    if is_there(folder) and not is_folder(folder):
        raise UsageError.of("publishing", "site.folder", path=folder)
    check_folder(folder)
    catalog = workspace.catalog
    games = [catalog.game(name) for name in dict.fromkeys(options.games)] if options.games else catalog.games
    if not games:
        raise UsageError.of("publishing", "site.games")
    catalog.today = _day(workspace, games, options.day or date.today())
    _check_languages(workspace, games, options.languages)
    runtime, runtime_files = runtime_at(options.runtime)
    version = _version(workspace, games)
    source = Games(catalog, version, day=catalog.today, draw=within_a_minute if options.pictures else None)
    address = _address(options.base_url)
    site = Site(source, games, options.languages, address, runtime, bool(options.since), options.pictures)
    there = manifest_in(folder)
    made = key_of([version, repr(replace(options, day=None)), str(catalog.today), runtime])
    if there and there.made == made and not there.left and not options.since and is_whole(folder, there):
        return SiteReport(0, 0, line_about(folder, len(games), len(there.files) + 1, 0))  # with that list
    with speaking(DEFAULT):  # each page says its own language
        files = _files(workspace, folder, site, options) | runtime_files
    manifest = manifest_of(made, files)
    files[WORKER] = service_worker(site, manifest)
    whole = manifest_of(made, files)
    leaving = _leaving(there, files)
    files[NAME] = replace(whole, left=leaving).to_bytes()  # if this run stops here, the next one removes them
    changed = _changed(folder, files, there)
    hints = finished(write_folder(folder, changed, new=not is_folder(folder)), folder) if changed else []
    gone = list(_removed(folder, leaving))
    if leaving:
        write_folder(folder, {NAME: whole.to_bytes()})
    line = line_about(folder, len(games), len(files), len(changed), len(gone))
    return SiteReport(len(changed), len(gone), line, hints)


def _files(workspace: Workspace, folder: Path, site: Site, options: SiteOptions) -> dict[str, bytes]:
    """All files of the site but its manifest and those of Pyodide."""
    linked, of = Linked(), dict.fromkeys(("pages", "pictures"), 0)
    portraits(site, linked)
    with (
        progress("making pages and pictures", "files") as advance,
        SitePictures(site.source, linked, render_cache(), _part(advance, of, "pictures")) as drawing,
    ):
        files = walk(site, linked, _part(advance, of, "pages"))
        files |= downloads(site, linked)
        data = _data(workspace, folder, site, options)
        files |= drawing.files()
    files |= for_engines(site, linked.places)
    files |= {f"{DATA}/{path}": content for path, content in data.files.items()}
    for game in (game.id for game in site.games):
        judge, catalog = (data.files[f"games/{game}/{name}.json"] for name in ("judge", "catalog"))
        ahead = answers_ahead(judge, catalog, site.source.day)
        files |= {f"{DATA}/games/{game}/{path}": content for path, content in ahead.items()}
    return {**files, **linked.symbols, **dict(_shared(site)), CORE: core(), PLAYER: player()}


def _part(advance: Advance, of: dict[str, int], part: str) -> Advance:
    """A callback that reports the progress of one part of the work; `of` has the totals by part."""

    def report(done: int, number: int) -> None:
        of[part] = number
        advance(done, sum(of.values()))

    return report


def _data(workspace: Workspace, folder: Path, site: Site, options: SiteOptions) -> Prepared:
    """The published data of the games, in those of the wanted languages that they have."""
    of_games = [name for game in site.games for name in workspace.catalog.languages(game)]
    spoken = [name for name in options.languages if name in of_games]
    own = [game.language for game in site.games]
    return prepare(
        workspace.catalog, workspace.packs, folder / DATA, games=[game.id for game in site.games],
        languages=spoken or (own if options.languages else ()), since=options.since, day=options.day,
        address=site.base_url,
    )  # fmt: skip


def _shared(site: Site) -> Iterator[tuple[str, bytes]]:
    """The files that belong to no page: styles, scripts, fonts."""
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        name = path.relative_to(STATIC).as_posix()
        if not name.startswith(SERVED):
            yield f"static/{name}", path.read_bytes()
    style = colors.stylesheet(site.games, "")
    yield "colors.css", style.encode()
    for path in sorted(FONTS.glob("*.woff2")):
        if f'"fonts/{path.name}"' in style:
            yield f"fonts/{path.name}", path.read_bytes()


def _changed(folder: Path, files: Mapping[str, bytes], there: Manifest | None) -> dict[str, bytes]:
    """The files that differ from those that are there. Raises UsageError where `arsenal site` did not write one of
    these. Those that `arsenal publish` writes, too, are overwritten even if somebody changed them.
    """
    changed, foreign = {}, []
    for path, content in files.items():
        place = inside(folder, path)
        if is_same(place, content):
            continue
        changed[path] = content
        known = there.files.get(path) if there else None
        ours = known is not None and (path.startswith(f"{DATA}/") or is_as_written(folder, path, known))
        if is_there(place) and path != NAME and not ours:
            foreign.append(path)
    if foreign:
        say, more, named = words_here("publishing"), len(foreign) - SHOWN, ", ".join(foreign[:SHOWN])
        named = say("known.more", more, names=named) if more > 0 else named
        raise UsageError.of("publishing", "site.files", folder=folder, names=named)
    refuse_overwriting(folder / path for path in changed)
    return changed


def _leaving(there: Manifest | None, files: Mapping[str, bytes]) -> dict[str, str]:
    """The files of an earlier site that this one does not have. Data files named by a hash stay: they never change."""
    earlier = {**there.left, **there.files} if there else {}
    named_by_hash = re.compile(rf"{DATA}/.*\.[0-9a-f]{{16}}\.")
    return {path: digest for path, digest in earlier.items() if path not in files and not named_by_hash.match(path)}


def _removed(folder: Path, leaving: Mapping[str, str]) -> Iterator[str]:
    """Remove the files that nobody has changed since they were written; gives their paths."""
    for path, digest in leaving.items():
        if not is_as_written(folder, path, digest):
            continue
        place = inside(folder, path)
        place.unlink()
        yield path
        for parent in place.parents:
            if parent == folder or any(parent.iterdir()):
                break
            parent.rmdir()


def _version(workspace: Workspace, games: Sequence[Game]) -> str:
    """A text that changes whenever a file of the games' packs does."""
    roots = {game.root.resolve() for game in games}
    return "\0".join(sorted(pack.key for pack in workspace.packs if pack.root.resolve() in roots))


def _day(workspace: Workspace, games: Sequence[Game], day: date) -> date:
    """The last day up to `day` on which a format of the games changed.

    The site is made as of that day, so that its pages don't change when only the date does.
    """
    written = (mapping(one) for game in games for one in workspace.catalog.formats(game.id).values())
    days = (change.day for one in written for change in changes_of(one))
    return max((one for one in map(date.fromisoformat, filter(None, days)) if one <= day), default=LONG_AGO)


def _check_languages(workspace: Workspace, games: Sequence[Game], wanted: Sequence[str]) -> None:
    of_games = [name for game in games for name in workspace.catalog.languages(game)]
    known = dict.fromkeys((*languages(), *of_games))
    for language in wanted:
        if language not in known:
            help_ = suggestion(language, known, "languages", words_here())
            raise UsageError.of("publishing", "site.language", name=language, help_=help_)


def _address(written: str) -> str:
    """The address of the site, which ends with /. Raises UsageError for what is none."""
    if not written:
        return ""
    if not is_address(written):
        raise UsageError.of("publishing", "site.address", address=written)
    if re.search(r"[\s\"'<>\\]", written):
        raise UsageError.of("publishing", "site.signs", address=written)
    return written.rstrip("/") + "/"
