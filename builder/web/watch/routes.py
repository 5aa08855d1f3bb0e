"""What the web app has beside its other pages while a pack is watched: the page of its pictures, and what it asks for.

No address says which file is read: a request names a thing of the pack, which is looked up among those that there are.
Pictures are shown as images, in which nothing runs; opened by themselves they are in a sandbox.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from builder.diagnostics import UsageError
from builder.web.api.problems import NoSuchThing, TooMuch
from builder.web.server.problems import problem
from builder.web.server.safety import PICTURE_POLICY
from builder.web.watch.site import Site

if TYPE_CHECKING:  # these bring all that pages show
    from builder.web.pages.views import Page, Visit

PAGES = 32  # that may listen for news at once
WAIT = 60.0  # seconds that a request for a picture waits, if need be
BEAT = 15.0  # seconds after which a silent stream says that it is still there
NEVER_KEPT = {"cache-control": "no-store"}


class Watching:
    """The addresses under which a site can be had."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._listening = 0

    @property
    def routes(self) -> list[Route]:
        """All but the page itself, under /watch."""
        return [
            Route("/state", self.state),
            Route("/events", self.events),
            Route("/pictures/{name}", self.picture),
            Route("/guides/{name}", self.guides),
            Route("/editing/{name}", self.editing),
        ]

    def page(self, visit: Visit) -> Page:
        """The page that shows the pictures. Its script fills it."""
        from builder.web.pages.views import Page

        game = next(iter(visit.catalog.games), None)
        shown = {"called": self.site.title, "game": game, "watch": visit.words_for("watch")}
        return Page("watch.html", self.site.title, shown, game)

    def state(self, _: Request) -> Response:
        """All that the page needs to begin with."""
        return JSONResponse(self.site.page(), headers=NEVER_KEPT)

    def guides(self, request: Request) -> Response:
        """The cut and the safe zone of a thing."""
        found = self.site.guides(request.path_params["name"])
        if found is None:
            raise NoSuchThing("there is no such picture")
        return _drawing(found)

    def editing(self, request: Request) -> Response:
        """The link that opens a thing's file."""
        return PlainTextResponse(self.site.editing(request.path_params["name"]), headers=NEVER_KEPT)

    async def picture(self, request: Request) -> Response:
        """The picture of a thing as soon as it is drawn."""
        name = request.path_params["name"]
        if name not in self.site.things():
            raise NoSuchThing("there is no such picture")
        try:
            found = await asyncio.wait_for(asyncio.wrap_future(self.site.drawing.ask(name)), WAIT)
        except TimeoutError:
            found = self.site.drawing.get(name, 0)
        return _drawing(found) if found else problem(HTTPStatus.SERVICE_UNAVAILABLE, "This can't be drawn")

    async def events(self, request: Request) -> Response:
        """Server-sent events after the one that is named, until one side goes."""
        after = request.query_params.get("after", "0")
        last = request.headers.get("last-event-id", "")
        if not _is_number(after):
            raise UsageError("that is no number of an event")
        if self._listening >= PAGES:
            raise TooMuch("too many pages are open", "close one of them")
        told = self._told(int(last if _is_number(last) else after))
        return StreamingResponse(told, media_type="text/event-stream", headers=NEVER_KEPT)

    async def _told(self, number: int) -> AsyncIterator[str]:
        """What a page hears, read on from where it is: one that reads slowly waits alone."""
        news, loop, feed = asyncio.Event(), asyncio.get_running_loop(), self.site.feed
        self._listening += 1
        try:
            with feed.heard_by(lambda: loop.call_soon_threadsafe(news.set)):
                yield "retry: 1000\n\n"
                while not feed.closed:
                    news.clear()  # before looking, or what comes in between would be missed
                    events = feed.after(number)
                    for number, event in [(feed.count, '{"list": true}')] if events is None else events:
                        yield f"id: {number}\ndata: {event}\n\n"
                    try:
                        await asyncio.wait_for(news.wait(), BEAT)
                    except TimeoutError:
                        yield ": still here\n\n"
        finally:
            self._listening -= 1


def _drawing(content: bytes) -> Response:
    headers = {"content-security-policy": PICTURE_POLICY, **NEVER_KEPT}
    return Response(content, media_type="image/svg+xml", headers=headers)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16
