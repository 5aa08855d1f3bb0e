"""The addresses of pages, pictures and static files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from html import escape
from http import HTTPStatus
from typing import TYPE_CHECKING, Any  # Any: what templates take

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from builder.games import Game
from builder.storage.files import read_named, real
from builder.web.api.languages import accepted
from builder.web.api.problems import NoSuchThing
from builder.web.pages import colors
from builder.web.pages.addresses import WIDTHS
from builder.web.pages.building import build_page
from builder.web.pages.cards import card_page
from builder.web.pages.decks import deck_page, download
from builder.web.pages.formats import format_page
from builder.web.pages.games import game_page, home, rulings_page, set_page
from builder.web.pages.pictures import Pictures, Wanted
from builder.web.pages.rendering import STATIC, Rendering
from builder.web.pages.searching import search_page
from builder.web.pages.views import Page, Visit
from builder.web.server import things
from builder.web.server.library import Held, Library
from builder.web.server.safety import PICTURE_POLICY, is_known, tag_of
from builder.words import speaking
from renderers.typst.fonts import FAMILIES, files_of

if TYPE_CHECKING:  # it brings what draws
    from builder.web.watch.routes import Watching

A_YEAR = "public, max-age=31536000, immutable"
MAX_SYMBOL = 1024 * 1024  # bytes
IMAGES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}

VIEWS: Sequence[tuple[str, Callable[..., Page]]] = (
    ("/", home),
    ("/games/{game}", game_page),
    ("/games/{game}/sets/{set_id}", set_page),
    ("/games/{game}/cards", search_page),
    ("/games/{game}/cards/{card}", card_page),
    ("/games/{game}/formats/{format_id}", format_page),
    ("/games/{game}/rulings", rulings_page),
    ("/games/{game}/decks/{deck}", deck_page),
    ("/games/{game}/build", build_page),
)
"""The pages by their addresses, each with what makes it of a visit and the names in the address."""


class Pages:
    """The pages over a library. `pictures` draws the cards. While a pack is watched, its page is the first, and the
    others follow it.
    """

    def __init__(self, library: Library, pictures: Pictures, watching: Watching | None = None) -> None:
        self.library, self.pictures, self.watching = library, pictures, watching
        self.rendering = Rendering()

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """All of them."""
        first = [Route("/", self._page(self.watching.page))] if self.watching else []
        return [
            *first,
            *(Route(path, self._page(view)) for path, view in VIEWS),
            Route("/games/{game}/decks/{deck}/as/{to}", self.deck_file),
            Route("/games/{game}/symbols/{symbol}", self.symbol),
            Route("/colors.css", self.colors),
            Route("/fonts/{name}", self.font),
            Route("/pictures/{game}/{name}.{width:int}.webp", self.picture),
            Mount("/static", _Files(directory=STATIC)),
        ]

    async def show(self, request: Request, view: Callable[[Visit], Page], status: int = HTTPStatus.OK) -> Response:
        """Answer with a page; with nothing where the browser has it."""
        chosen = request.query_params.get("lang", "")[:40]
        wanted = (*([chosen] if chosen else []), *accepted(request.headers.get("accept-language", "")))

        event = self.watching.site.feed.count if self.watching else None

        def made(held: Held) -> bytes:
            visit = Visit(held, wanted, chosen, dict(request.query_params), request.url.path)
            with speaking(visit.words.language):
                return self.rendering.html(view(visit), visit, event).encode("utf-8", "replace")

        body = await self.library.run(made)
        headers = {"etag": tag_of(body), "cache-control": "no-cache", "vary": "accept, accept-language"}
        if status == HTTPStatus.OK and is_known(headers["etag"], request.headers.getlist("if-none-match")):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return Response(body, status, media_type="text/html", headers=headers)

    async def explain(self, request: Request, problem: Response) -> Response:
        """A problem as a page, where a browser asks for one; else as it is."""
        path = request.url.path
        if "text/html" not in request.headers.get("accept", "") or path.startswith("/api/"):
            return problem
        said: dict[str, Any] = json.loads(bytes(problem.body))

        def fault(visit: Visit) -> Page:
            known = (400, 404, 422, 503, 500)
            key = f"fault.{problem.status_code if problem.status_code in known else 'other'}"
            found = re.match(r"/games/([^/]+)", path)
            game = _game_or_none(visit.held, found[1] if found else "")
            shown = {"status": problem.status_code, "heading": visit.words(key), "detail": said.get("detail", "")}
            return Page("fault.html", visit.words(key), {**shown, "help": said.get("help", ""), "game": game}, game)

        return await self.show(request, fault, problem.status_code)

    def _page(self, view: Callable[..., Page]) -> Callable[[Request], object]:
        """The endpoint that shows what a view makes of a visit and the names in the address."""

        async def shown(request: Request) -> Response:
            names = {name: str(value) for name, value in request.path_params.items()}
            return await self.show(request, lambda visit: view(visit, **names))

        return shown

    async def picture(self, request: Request) -> Response:
        """A card's picture by its name, as wide as asked for, in its own language or in that of `lang`."""
        game_id, name, width = (request.path_params[key] for key in ("game", "name", "width"))
        if width not in WIDTHS:
            raise NoSuchThing(f"pictures are {', '.join(map(str, WIDTHS))} pixels wide")
        language = request.query_params.get("lang", "")

        def wanted(held: Held) -> Wanted:
            game = things.game_named(held, game_id)
            card = None if name.startswith(":") else things.card_named(held, game, name.removesuffix(".back"))
            words = things.there(lambda: held.localized(game, language))
            return Wanted(held.version, words.game, words.card(card) if card else None, name, width, words.language)

        data = await self.pictures.get(await self.library.run(wanted))
        return _kept(request, data, "image/webp", PICTURE_POLICY)

    async def symbol(self, request: Request) -> Response:
        """A symbol of a game: its image, or its letters in a disc."""
        game_id, symbol = request.path_params["game"], request.path_params["symbol"]
        data, media_type = await self.library.run(lambda held: symbol_image(things.game_named(held, game_id), symbol))
        return _kept(request, data, media_type, PICTURE_POLICY)

    async def colors(self, request: Request) -> Response:
        """The colours and fonts of all games."""
        style = await self.library.run(lambda held: colors.stylesheet(held.workspace.games, held.version))
        return _kept(request, style.encode(), "text/css")

    async def font(self, request: Request) -> Response:
        """A font that comes with Arsenal."""
        name = request.path_params["name"]
        path = next((path for path in files_of(FAMILIES) if path.name == name), None)
        if path is None:
            raise NoSuchThing(f'there is no font "{name}"')
        return _kept(request, path.read_bytes(), "font/ttf")

    async def deck_file(self, request: Request) -> Response:
        """A sample deck as another program wants it."""
        names = [request.path_params[key] for key in ("game", "deck", "to")]
        name, content = await self.library.run(lambda held: download(held, *names))
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-cache"}
        return Response(content, media_type="application/octet-stream", headers=headers)


class _Files(StaticFiles):
    """Files of ours: modules name each other without a version, so browsers ask each time whether one has changed."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        """The file, or that the browser has it."""
        response = super().file_response(*given, **named)
        response.headers["cache-control"] = "no-cache"
        return response


def _kept(request: Request, data: bytes, media_type: str, policy: str = "") -> Response:
    """An answer that browsers keep: for good, where its address has a version."""
    headers = {"cache-control": A_YEAR if "v" in request.query_params else "no-cache", "etag": tag_of(data)}
    headers |= {"content-security-policy": policy} if policy else {}
    if is_known(headers["etag"], request.headers.getlist("if-none-match")):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(data, media_type=media_type, headers=headers)


def symbol_image(game: Game, symbol_id: str) -> tuple[bytes, str]:
    """A symbol's image and what it is. Raises NoSuchThing."""
    symbol = game.symbols.get(symbol_id)
    if symbol is None:
        raise NoSuchThing(f'{game.name} has no symbol "{symbol_id}"')
    path = game.root / symbol.image
    media_type = IMAGES.get(path.suffix.lower(), "")
    try:
        if symbol.image and media_type and real(path).is_relative_to(real(game.root)):
            image = read_named(path, MAX_SYMBOL)
            if tint := colors.tint_of(symbol, game):
                image = image.replace(b"currentColor", tint.encode())
            return image, media_type
    except (OSError, ValueError):  # it went away, or was none
        pass
    color = colors.tint_of(symbol, game) or "#5d6678"
    letters = escape((symbol.letters or symbol.name)[:2])
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        f'<circle cx="12" cy="12" r="11" fill="{color}"/>'
        '<text x="12" y="16.5" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="12" '
        f'fill="#fff">{letters}</text></svg>'
    )
    return drawn.encode("utf-8", "replace"), IMAGES[".svg"]


def _game_or_none(held: Held, game_id: str) -> Game | None:
    return held.workspace.game(game_id) if game_id in held.workspace.catalog.game_ids else None
