"""A watched pack as the server's library. All pages show it as last saved; the first page shows its pictures.

No address names a file to read: a request names a thing, which is looked up in the pack. Pictures are shown as images,
in which no script runs; opened on their own they are sandboxed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from datetime import date
from http import HTTPStatus
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from builder.checks import CheckedPack
from builder.diagnostics import UsageError
from builder.library import Catalog
from builder.library.checked import CheckedGame
from builder.storage.listing import folders
from builder.web.api.problems import NoSuchThing, TooMuch
from builder.web.pages.views import Page, Visit
from builder.web.server.app import create_app
from builder.web.server.library import Library, Served, version_of
from builder.web.server.replies import problem
from builder.web.server.running import serving
from builder.web.server.safety import PICTURE_POLICY
from builder.web.watch.preview import Preview, Update

ADDRESS = "127.0.0.1"
PORT = 8765  # another one where it is taken and no port was asked for
PATIENCE = 1  # seconds that requests may still take at the end; short, since the user just stopped it
PAGES = 32  # pages that may listen for events at once
WAIT = 60.0  # seconds that a request for a picture waits at most
BEAT = 15.0  # seconds between signs of life in a stream without events
NEVER_CACHED = {"cache-control": "no-store"}


@contextmanager
def on_the_web(
    preview: Preview, port: int | None = None, on_change: Callable[[Update], None] | None = None
) -> Iterator[str]:
    """Serve a started preview to this machine only; gives its URL.

    Raises UsageError where the port can't be used.
    """
    app = create_app(WatchedLibrary(preview, on_change))
    with serving(app, ADDRESS, (PORT, 0) if port is None else (port,), PATIENCE) as url:
        yield url


class WatchedLibrary(Library):
    """The games of a watched pack only. Where its newest state has errors, the last one without is shown."""

    STEP, LOOK, is_private = 10, 2_000, True

    def __init__(self, preview: Preview, on_change: Callable[[Update], None] | None = None) -> None:
        super().__init__()
        self.preview, self._on_change = preview, on_change
        self._taken: CheckedPack | None = None
        self._listening = 0
        self.routes = [
            Route("/watch/state", self.state),
            Route("/watch/events", self.events),
            Route("/watch/pictures/{name}", self.picture),
            Route("/watch/guides/{name}", self.guides),
            Route("/watch/editing/{name}", self.editing),
        ]

    @property
    def event(self) -> int:
        """The number of the last event."""
        return self.preview.feed.count

    async def renew(self) -> bool:
        """Read again what changed, and send pages an event."""
        return await asyncio.to_thread(self._renewed)

    def folders(self) -> list[Path]:
        """The folders to watch: the pack's folder and those in it."""
        root = self.preview.watched.root
        return folders(root) if root.is_dir() else []

    def first_page(self, visit: Visit) -> Page:
        """The page that shows the pictures. Its script fills it."""
        game = next(iter(visit.catalog.games), None)
        shown = {"called": self.preview.title, "watch": visit.words_for("watch")}
        return Page("watch.html", self.preview.title, shown, game)

    def state(self, _: Request) -> Response:
        """The state that the page starts with."""
        return JSONResponse(self.preview.page(), headers=NEVER_CACHED)

    def guides(self, request: Request) -> Response:
        """The cut line and safe zone of a thing, as SVG."""
        found = self.preview.guides(request.path_params["name"])
        if found is None:
            raise NoSuchThing("there is no such picture")
        return _drawing(found)

    def editing(self, request: Request) -> Response:
        """The link that opens a thing's file."""
        return PlainTextResponse(self.preview.editing(request.path_params["name"]), headers=NEVER_CACHED)

    async def picture(self, request: Request) -> Response:
        """The picture of a thing as soon as it is drawn."""
        name = request.path_params["name"]
        if name not in self.preview.things():
            raise NoSuchThing("there is no such picture")
        try:
            found = await asyncio.wait_for(asyncio.wrap_future(self.preview.drawing.ask(name)), WAIT)
        except TimeoutError:
            found = self.preview.drawing.get(name, 0)
        return _drawing(found) if found else problem(HTTPStatus.SERVICE_UNAVAILABLE, "This can't be drawn")

    async def events(self, request: Request) -> Response:
        """Server-sent events after the number in the request, until either side closes the connection."""
        after = request.query_params.get("after", "0")
        last = request.headers.get("last-event-id", "")
        if not _is_number(after):
            raise UsageError("that is no number of an event")
        if self._listening >= PAGES:
            raise TooMuch("too many pages are open", "close one of them")
        news = self._news(int(last if _is_number(last) else after))
        return StreamingResponse(news, media_type="text/event-stream", headers=NEVER_CACHED)

    async def _news(self, number: int) -> AsyncIterator[str]:
        """The stream of events for one page, at its own pace: a slow page holds up no other."""
        changed, loop, feed = asyncio.Event(), asyncio.get_running_loop(), self.preview.feed
        self._listening += 1
        try:
            with feed.calling(lambda: loop.call_soon_threadsafe(changed.set)):
                yield "retry: 1000\n\n"
                while not feed.closed:
                    changed.clear()  # before reading events, or one that comes in between would be missed
                    events = feed.after(number)
                    for number, event in [(feed.count, '{"list": true}')] if events is None else events:
                        yield f"id: {number}\ndata: {event}\n\n"
                    try:
                        await asyncio.wait_for(changed.wait(), BEAT)
                    except TimeoutError:
                        yield ": still here\n\n"
        finally:
            self._listening -= 1

    def _renewed(self) -> bool:
        update = self.preview.update()
        if update and self._on_change:
            self._on_change(update)
        return update is not None

    def _newest(self, _: Served) -> Served:
        if self._taken is not self.preview.watched.checked or self.games.day != date.today():
            self._games = self._open()
        return self.games

    def _open(self) -> Served:
        newest, good = self.preview.watched.checked, self.preview.watched.good
        self._taken = newest  # what changes from now on is read the next time
        shown = [good] if good else []
        failed = {} if newest is None or newest.ok else {newest.id: newest.diagnostics}
        packs = [one.pack for one in shown]
        return Served(Catalog(CheckedGame(one) for one in shown), version_of(packs), failed, date.today(), packs=packs)


def _drawing(content: bytes) -> Response:
    headers = {"content-security-policy": PICTURE_POLICY, **NEVER_CACHED}
    return Response(content, media_type="image/svg+xml", headers=headers)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16
