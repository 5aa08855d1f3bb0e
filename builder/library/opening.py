"""Opens the games of packs: from the store, brought up to date with them, or from the packs themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from builder.diagnostics import UsageError
from builder.library.store import BuildReport, ForeignDatabaseError, sealing
from builder.packs.expansions import distinct_packs, with_expansions
from builder.packs.pack import Pack

if TYPE_CHECKING:  # a store that is up to date needs no checks
    from builder.checks import CheckedPack
    from builder.diagnostics import Diagnostic
    from builder.library.game import LoadedGame

IN_MEMORY = "sqlite://"


@dataclass
class Opened:
    """Opened games, their packs, where their store is, and what was done to it."""

    games: Sequence[LoadedGame]
    packs: Sequence[Pack]
    location: Path | str
    report: BuildReport
    close: Callable[[], None] = lambda: None


def location_of(packs: Sequence[Pack], url: str, cache: Path | None) -> Path | str:
    """The store's file or URL: `url` if given, otherwise the file of these packs in the cache."""
    if not url:
        return IN_MEMORY if cache is None else _in_cache(packs, cache)
    if "://" not in url:
        return Path(url)
    path = url.removeprefix("sqlite:///")
    return Path(path) if path not in ("", url) else url


def _in_cache(packs: Sequence[Pack], cache: Path) -> Path:
    roots = "\0".join(sorted(str(pack.root) for pack in packs))
    name = hashlib.blake2b(roots.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return cache / f"cards-{name}.db"


def joined(packs: Sequence[Pack], ids: Mapping[str, str]) -> list[Pack]:
    """One pack for each game, with its expansions. `ids` are known ids of games, by the packs' keys."""
    games = distinct_packs((ids.get(pack.key) or pack.game_id, pack) for pack in packs if not pack.is_expansion)
    expansions = [pack for pack in packs if pack.is_expansion]
    return with_expansions(games, expansions) if expansions else list(games.values())


def opened(packs: Sequence[Pack], url: str, cache: Path | None) -> Opened:
    """The games of these packs, in the store of `location_of`. A damaged store in the cache is made again; if that
    fails, the games are in memory.

    Raises UsageError where another database can't be used.
    """
    location = location_of(packs, url, cache)
    if location == IN_MEMORY:
        return _in_memory(packs)
    if url or not isinstance(location, Path):
        return _up_to_date(packs, location, cache, cached=False)
    try:
        with suppress(ForeignDatabaseError):
            if found := _as_it_is(packs, location, cached=True):
                return found
        from builder.storage.locks import changing  # most runs find it made

        with changing(location.parent):  # one process makes it, and those that wait find it made
            return _made(packs, location, cache)
    except UsageError:  # such as a full disk, or another process that takes too long
        return _in_memory(packs)


def _made(packs: Sequence[Pack], location: Path, cache: Path | None) -> Opened:
    """The games of the store in the cache, which is made if need be."""
    try:
        return _up_to_date(packs, location, cache, cached=True)
    except ForeignDatabaseError:
        from builder.library.store.reading import remove_database

        remove_database(location)
        made = _compiled(packs, location, cache, cached=True)
        made.report.mended = True
        return made


def _up_to_date(packs: Sequence[Pack], location: Path | str, cache: Path | None, *, cached: bool) -> Opened:
    found = _as_it_is(packs, location, cached=cached) if isinstance(location, Path) else None
    return found or _compiled(packs, location, cache, cached=cached)


def _as_it_is(packs: Sequence[Pack], path: Path, *, cached: bool) -> Opened | None:
    """The games of a store that is up to date; None where there is none, or it has to be changed.

    Raises ForeignDatabaseError for a file of the cache that another program has changed.
    """
    from builder.library.store.reading import FileReader, games_in, keys

    if not path.is_file():
        return None
    if cached and sealing.is_broken(path):
        raise ForeignDatabaseError(f"{path} is not as it was left")
    reader = FileReader(path, cached=cached)
    try:
        known = keys(reader)
        of_games = joined(packs, known)
        if known and set(known) == {pack.key for pack in of_games}:
            report = BuildReport(current=[known[pack.key] for pack in of_games])
            return Opened(games_in(reader), of_games, path, report, reader.close)
    except BaseException:
        reader.close()
        raise
    reader.close()
    return None


def _compiled(packs: Sequence[Pack], location: Path | str, cache: Path | None, *, cached: bool) -> Opened:
    from builder.library.store.building import build, connect
    from builder.library.store.reading import EngineReader, FileReader, Reader, games_in

    of_games = joined(packs, {})
    if isinstance(location, Path):
        if cached:
            sealing.unseal(location)
        bundled = [pack for pack in packs if pack.bundled]
        own = {pack.key for pack in packs if not pack.bundled}
        if cache and own.isdisjoint(pack.key for pack in bundled):  # the same files elsewhere have other places
            sealing.copy(_in_cache(bundled, cache), location)  # and with it the games that stay as they are
    engine = connect(str(location))
    reader: Reader
    try:
        report = build(engine, of_games, _checked)
        if not isinstance(location, Path):
            reader = EngineReader(engine)
            return Opened(games_in(reader), of_games, location, report, reader.close)
    except BaseException:
        engine.dispose()
        raise
    engine.dispose()
    if cached:
        sealing.seal(location)
    reader = FileReader(location, cached=cached)
    return Opened(games_in(reader), of_games, location, report, reader.close)


def _in_memory(packs: Sequence[Pack]) -> Opened:
    from builder.checks import usable
    from builder.library.checked import CheckedGame

    of_games = joined(packs, {})
    built: list[CheckedGame] = []
    failed: dict[str, list[Diagnostic]] = {}
    for pack in of_games:
        checked, left_out = usable(pack, _checked)
        failed |= left_out
        if checked.ok:
            built.append(CheckedGame(checked))
        else:
            failed[checked.id] = checked.diagnostics
    report = BuildReport(built=[loaded.id for loaded in built], failed=failed)
    return Opened(built, of_games, IN_MEMORY, report)


def _checked(pack: Pack) -> CheckedPack:
    from builder.checks import check_pack

    return check_pack(pack)
