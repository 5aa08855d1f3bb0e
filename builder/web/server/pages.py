"""The pages, pictures and static files over HTTP."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any  # Any: what Starlette takes

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from builder.diagnostics import UsageError
from builder.documents.data import Data
from builder.web.api.endpoints import Later
from builder.web.api.games import accepted
from builder.web.api.problems import NoSuchThing
from builder.web.pages import colors
from builder.web.pages.addresses import WIDTHS, Addresses
from builder.web.pages.decks import download
from builder.web.pages.rendering import VIEWS, Rendering, fault_page, symbol_image
from builder.web.pages.views import FONTS, STATIC, Page, Visit
from builder.web.server.library import Library, Served
from builder.web.server.pictures import PictureRequest, Pictures
from builder.web.server.replies import NO_CACHE, tagged
from builder.web.server.safety import PICTURE_POLICY
from builder.words import speaking

A_YEAR = "public, max-age=31536000, immutable"
HOLD, MOST_AGAIN = 0.1, 15  # seconds until a request for a picture is redirected to itself, and how often


class Pages:
    """The pages of a library. `pictures` draws the cards. A library may have a first page of its own."""

    def __init__(self, library: Library, pictures: Pictures) -> None:
        self.library, self.pictures = library, pictures
        self.rendering = Rendering()

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """The routes of all pages, pictures and files."""
        views = {**dict(VIEWS), **({"/": self.library.first_page} if self.library.first_page else {})}
        return [
            *(Route(path, self._page(view)) for path, view in views.items()),
            Route("/games/{game}/decks/{deck}/as/{to}", self.deck_file),
            Route("/games/{game}/symbols/{symbol}", self.symbol),
            Route("/colors.css", self.colors),
            Route("/fonts/{name}", self.font),
            Route("/pictures/{game}/{name}.{width:int}.webp", self.picture),
            Mount("/static", _Files(directory=STATIC)),
        ]

    async def show(self, request: Request, view: Callable[[Visit], Page], status: int = HTTPStatus.OK) -> Response:
        """Answer with a page, or with 304 where the browser has it already."""
        chosen = request.query_params.get("lang", "")[:40]
        wanted = (*([chosen] if chosen else []), *accepted(request.headers.get("accept-language", "")))

        event, addresses = self.library.event, Addresses(f"{request.url.scheme}://{request.url.netloc}")

        def made(games: Served) -> bytes:
            visit = Visit(games, wanted, chosen, dict(request.query_params), request.url.path, addresses)
            with speaking(visit.words.language):
                return self.rendering.html(view(visit), visit, event).encode("utf-8", "replace")

        return tagged(request, await self.library.run(made), "text/html", {"vary": "accept, accept-language"}, status)

    async def explain(self, request: Request, problem: Response) -> Response:
        """A problem as a page where a browser asks for one, otherwise the answer as it is."""
        path = request.url.path
        if "text/html" not in request.headers.get("accept", "") or path.startswith("/api/"):
            return problem
        data: Mapping[str, Data] = json.loads(bytes(problem.body))

        def fault(visit: Visit) -> Page:
            known = (400, 404, 422, 503, 500)
            heading = visit.words(f"fault.{problem.status_code if problem.status_code in known else 'other'}")
            found = re.match(r"/games/([^/]+)", path)
            game = visit.catalog.game(found[1]) if found and found[1] in visit.catalog.game_ids else None
            detail, help_ = (str(data.get(key, "")) for key in ("detail", "help"))
            return fault_page(visit, heading, detail, help_, status=str(problem.status_code), game=game)

        return await self.show(request, fault, problem.status_code)

    def _page(self, view: Callable[..., Page]) -> Callable[[Request], object]:
        """The endpoint that shows a view; the view is given the visit and the names in the address."""

        async def shown(request: Request) -> Response:
            names = {name: str(value) for name, value in request.path_params.items()}
            return await self.show(request, lambda visit: view(visit, **names))

        return shown

    async def picture(self, request: Request) -> Response:
        """A card's picture by its name, in the width asked for, in the language of `lang` or else the game's own.

        A browser has six connections to a server. If a picture takes long to draw, the page's request is redirected to
        itself, so that pictures do not take all connections, and other requests come first.
        """
        game_id, name, width = (request.path_params[key] for key in ("game", "name", "width"))
        if width not in WIDTHS:
            raise NoSuchThing(f"pictures are {', '.join(map(str, WIDTHS))} pixels wide")
        language = request.query_params.get("lang", "")

        def wanted(games: Served) -> PictureRequest:
            game = games.game(game_id)
            card = None if name.startswith(":") else games.card(game, name.removesuffix(".back"))
            try:
                words = games.catalog.localized(game, language)
            except UsageError as error:
                raise NoSuchThing(str(error), error.help) from None
            return PictureRequest(
                games.version, words.game, words.card(card) if card else None, name, width, words.language
            )

        drawn = asyncio.ensure_future(self.pictures.get(await self.library.run(wanted)))
        tries = request.query_params.get("again", "")
        times = int(tries) if re.fullmatch(r"\d\d?", tries, re.ASCII) else 0
        if request.headers.get("sec-fetch-dest") == "image" and times < MOST_AGAIN:
            await asyncio.wait([drawn], timeout=HOLD)
            if not drawn.done():
                drawn.add_done_callback(lambda one: one.cancelled() or one.exception())  # the next request reports it
                again = request.url.include_query_params(again=times + 1)
                headers = {"location": f"{again.path}?{again.query}", "cache-control": "no-store"}
                return Response(status_code=HTTPStatus.TEMPORARY_REDIRECT, headers=headers)
        return _cached(request, await drawn, "image/webp", PICTURE_POLICY)

    async def symbol(self, request: Request) -> Response:
        """A symbol of a game: its image, or a disc with its letters."""
        game_id, symbol = request.path_params["game"], request.path_params["symbol"]
        data, media_type = await self.library.run(lambda games: symbol_image(games.game(game_id), symbol))
        return _cached(request, data, media_type, PICTURE_POLICY)

    async def colors(self, request: Request) -> Response:
        """The colours and fonts of all games."""
        style = await self.library.run(lambda games: colors.stylesheet(games.catalog.games, games.version))
        return _cached(request, style.encode(), "text/css")

    async def font(self, request: Request) -> Response:
        """A font of the pages."""
        name = request.path_params["name"]
        path = next((path for path in FONTS.glob("*.woff2") if path.name == name), None)
        if path is None:
            raise NoSuchThing(f'there is no font "{name}"')
        return _cached(request, path.read_bytes(), "font/woff2")

    async def deck_file(self, request: Request) -> Response:
        """A sample deck, exported for another program."""
        names = [request.path_params[key] for key in ("game", "deck", "to")]
        made = await self.library.run(lambda games: download(games, *names))
        if isinstance(made, Later):
            made = await self.library.prints.run(made.work)
        headers = {"content-disposition": f'attachment; filename="{made.filename}"', "cache-control": "no-cache"}
        return Response(made.content, media_type=made.media_type, headers=headers)


class _Files(StaticFiles):
    """Arsenal's own static files. Scripts import each other without a version, so browsers always check for changes."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        """The file, or 304 where the browser has it already."""
        response = super().file_response(*given, **named)
        response.headers["cache-control"] = "no-cache"
        return response


def _cached(request: Request, data: bytes, media_type: str, policy: str = "") -> Response:
    """An answer that browsers cache: for good, where its address has a version."""
    headers = {"cache-control": A_YEAR if "v" in request.query_params else NO_CACHE}
    return tagged(request, data, media_type, headers | ({"content-security-policy": policy} if policy else {}))
