"""The addresses of pages, pictures and static files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from builder.web.pages import views
from builder.web.pages.pictures import WIDTHS, Pictures, Wanted
from builder.web.pages.views import Page
from builder.web.server.library import Held, Library
from builder.web.server.problems import NoSuchThing
from builder.web.server.safety import PICTURE_POLICY, is_known, tag_of

OWN = Path(__file__).parent
A_YEAR = "public, max-age=31536000, immutable"


class Pages:
    """The pages over a library. `pictures` draws the cards."""

    def __init__(self, library: Library, pictures: Pictures) -> None:
        self.library, self.pictures = library, pictures
        self._templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(OWN / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """All of them."""
        return [
            Route("/", self._page(views.home)),
            Route("/games/{game}/build", self._page(views.build)),
            Route("/pictures/{game}/{name}.{width:int}.webp", self.picture),
            Mount("/static", StaticFiles(directory=OWN / "static")),
        ]

    def _page(self, view: Callable[..., Page]) -> Callable[[Request], object]:
        """The endpoint that shows what a view makes of the names in the address."""

        async def shown(request: Request) -> Response:
            names = {name: str(value) for name, value in request.path_params.items()}
            return await self.show(request, lambda held: view(held, **names))

        return shown

    async def show(self, request: Request, view: Callable[[Held], Page]) -> Response:
        """Answer with a page; with nothing where the browser has it."""
        made = await self.library.run(lambda held: (view(held), held.version))
        page, version = made
        template = self._templates.get_template(page.template)
        body = template.render(**page.shown, title=page.title, version=version).encode()
        headers = {"etag": tag_of(body), "cache-control": "no-cache"}
        if is_known(headers["etag"], request.headers.getlist("if-none-match")):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return Response(body, media_type="text/html", headers=headers)

    async def picture(self, request: Request) -> Response:
        """A card's picture by its name, as wide as asked for."""
        game_id, name, width = (request.path_params[key] for key in ("game", "name", "width"))
        if width not in WIDTHS:
            raise NoSuchThing(f"pictures are {', '.join(map(str, WIDTHS))} pixels wide")

        def wanted(held: Held) -> Wanted:
            game = views.game_named(held, game_id)
            card = None if name.startswith(":") else views.card_named(held, game, name.removesuffix(".back"))
            return Wanted(held.version, game, card, name, width)

        data = await self.pictures.get(await self.library.run(wanted))
        kept = A_YEAR if "v" in request.query_params else "no-cache"
        headers = {"cache-control": kept, "etag": tag_of(data), "content-security-policy": PICTURE_POLICY}
        if is_known(headers["etag"], request.headers.getlist("if-none-match")):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return Response(data, media_type="image/webp", headers=headers)
