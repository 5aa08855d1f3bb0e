"""The games that a server shows, replaced as a whole when packs change, and the threads that work with them.

Only the thread that opened a database reads it. Work that takes long has its own thread and its own database.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, TypeVar  # Any: what any work returns

from starlette.routing import Route

from builder import exports
from builder.abilities.phrases import Phrases
from builder.exports.writing import within_a_minute
from builder.games import Game
from builder.packs.pack import Pack
from builder.printing.presets import preset_names, written
from builder.storage.listing import folders
from builder.web.api.games import Games
from builder.web.api.problems import TooMuch
from builder.web.pages.views import Page, Visit
from builder.web.server.shelf import Shelf
from builder.workspace import Workspace

T = TypeVar("T")
MOST_WAITING = 256  # requests that may wait: one for each connection
MOST_WAITING_LONG = 32  # requests that may wait for work that takes long
PRINTS_AT_ONCE, MOST_PRINTS_WAITING = 2, 8
PRESETS = tuple(name for name in preset_names() if written(name).get("layout") != "images")  # those that make a PDF


@dataclass(frozen=True)
class Served(Games):
    """Games read from packs, which can also be printed. `close` closes their database. `shelf` has the decks saved on
    the server; only the thread for work that takes long uses it.
    """

    presets: Sequence[str] = PRESETS
    targets: Sequence[str] = field(default_factory=exports.names)
    draw: Callable[[exports.Target, exports.Bundle], exports.Exported] | None = within_a_minute
    packs: Sequence[Pack] = ()
    shelf: Shelf | None = None
    close: Callable[[], None] = lambda: None
    phrases_read: dict[tuple[str, str], Phrases] = field(default_factory=dict)

    has_pages: ClassVar[bool] = True

    def phrases(self, game: Game, language: str) -> Phrases:
        """The phrases for playing a game: those of its pack."""
        from builder.playing.telling import phrases_of

        known = self.phrases_read.get((game.id, language))
        if known is None:
            pack = next((pack for pack in self.packs if pack.game_id == game.id), None)
            known = self.phrases_read[game.id, language] = phrases_of(game, pack.files if pack else {}, language)
        return known

    @property
    def saves_decks(self) -> bool:
        """Whether decks can be saved here."""
        return self.shelf is not None


class Threads:
    """A pool of threads with a limit on the work that waits; more is refused."""

    def __init__(self, at_once: int, waiting: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix=name)
        self._most, self._taken = at_once + waiting, set[Future[Any]]()

    async def run(self, work: Callable[[], T], *, in_any_case: bool = False) -> T:
        """Do some work, with its errors in the language set by `speaking` here.

        Raises TooMuch where too much waits already, unless `in_any_case`.
        """
        if len(self._taken) >= self._most and not in_any_case:
            raise TooMuch.of("api", "busy")
        future = self._threads.submit(copy_context().run, work)
        self._taken.add(future)
        future.add_done_callback(self._taken.discard)  # also where the client has gone
        return await asyncio.wrap_future(future)

    async def close(self) -> None:
        """Start nothing more, and wait for the work that has started."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)


class Library:
    """The games that requests are answered from. `opener` opens the packs; it is called again whenever they changed.

    One thread does all work with the games, in turn, so the server's event loop never waits for it. A new state of the
    data is loaded in a new thread, and then takes the place of the old one; an answer is made from one of them. A
    library may have its own first page and routes; where it `is_private`, it is for this machine only. Files are
    checked every `LOOK` milliseconds, since some file systems report no changes; changes within `STEP` milliseconds of
    each other are taken as one.
    """

    STEP: ClassVar[int] = 100
    LOOK: ClassVar[int] = 10_000
    is_private: ClassVar[bool] = False
    first_page: Callable[[Visit], Page] | None = None
    routes: Sequence[Route] = ()

    def __init__(self, opener: Callable[[], Workspace] = Workspace, shelf: Shelf | None = None) -> None:
        self._opener, self._shelf = opener, shelf
        self._short, self._long = Threads(1, MOST_WAITING, "library"), Threads(1, MOST_WAITING_LONG, "long")
        self.prints = Threads(PRINTS_AT_ONCE, MOST_PRINTS_WAITING, "prints")
        self._games: Served | None = None
        self._of_long: tuple[Served, Served] | None = None  # the games shown, and those of its own

    @property
    def games(self) -> Served:
        """The games that are shown now. Raises ValueError before the first `load`, and after `close`."""
        if self._games is None:
            raise ValueError("no packs have been loaded")
        return self._games

    @property
    def event(self) -> int | None:
        """The number of the last event that a page made now takes in; None where pages are sent no events."""
        return None

    async def run(self, work: Callable[[Served], T]) -> T:
        """Do some work with the games, in their thread. Raises TooMuch where too much waits already."""
        games = self.games
        return await self._short.run(lambda: work(self._newest(games)))

    async def run_long(self, work: Callable[[Served], T]) -> T:
        """Like `run`, for work that takes long, in a thread of its own."""
        return await self._long.run(lambda: work(self._newest_of_long()))

    async def load(self) -> None:
        """Read the packs, or read them again. Those shown until now answer meanwhile, from the database as it was.

        Raises UsageError where the database can't be used.
        """
        threads = Threads(1, MOST_WAITING, "library")
        try:
            games = await threads.run(self._open)
            if self._games:
                await threads.run(lambda: _warm(games))
        except BaseException:
            await threads.close()
            raise
        before, self._games = self._games, games
        ending, self._short = self._short, threads
        if before:
            await ending.run(before.close, in_any_case=True)  # after the requests that wait for them
        await ending.close()

    async def renew(self) -> bool:
        """Read the packs again if their files or the day have changed; returns whether they had. Raises as `load` does.

        Another thread looks for changes, which takes a while; requests are answered meanwhile.
        """
        if await asyncio.to_thread(self._is_current):
            return False
        await self.load()
        return True

    def folders(self) -> list[Path] | None:
        """The folders to watch: those that hold packs, and those in packs. None where no files are watched."""
        roots = self._opener().folders
        return [folder for root in roots if root.is_dir() for folder in folders(root)] if roots else None

    async def close(self) -> None:
        """Finish the work that has started, then close the games."""
        await self.prints.close()
        await self._long.run(self._close_long, in_any_case=True)
        await self._short.run(self._close, in_any_case=True)
        for threads in (self._long, self._short):
            await threads.close()

    def _open(self) -> Served:
        """The games as they are now, in the thread that will work with them."""
        workspace = self._opener()
        try:
            failed = dict(workspace.build().failed)
            version, packs = version_of(workspace.packs), workspace.packs
            return Served(
                workspace.catalog, version, failed, date.today(), packs=packs, shelf=self._shelf, close=workspace.close
            )
        except BaseException:
            workspace.close()
            raise

    def _newest(self, games: Served) -> Served:
        """The games for `run` to work with, where `games` were shown when it was asked; called in their thread."""
        return games

    def _newest_of_long(self) -> Served:
        """The games for `run_long` to work with, opened again if they changed; called in its thread."""
        now = self.games
        if self._of_long is None or self._of_long[0] is not now:
            made = self._open()
            self._close_long()
            self._of_long = now, made
        return self._of_long[1]

    def _is_current(self) -> bool:
        if self.games.day != date.today():
            return False
        with self._opener() as looked:  # which opens no database
            return version_of(looked.packs) == self.games.version

    def _close(self) -> None:
        if self._games:
            self._games.close()
            self._games = None

    def _close_long(self) -> None:
        if self._of_long:
            self._of_long[1].close()
            self._of_long = None


def _warm(games: Served) -> None:
    """Read what the first searches need, so that nobody waits for it after games were replaced."""
    for game in games.catalog.games:
        games.catalog.cards(game)
        games.catalog.page("a", game.id, limit=1)


def version_of(packs: Sequence[Pack]) -> str:
    """A hash that changes whenever a file of the packs does."""
    keys = "\0".join(sorted(pack.key for pack in packs))
    return hashlib.blake2b(keys.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
