"""The web app: its routes and what every request goes through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import cache, partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from builder.diagnostics import FindingsError, UsageError
from builder.diagnostics.harmless import json_text
from builder.web.api.endpoints import ENDPOINTS, PREFIX, Endpoint
from builder.web.api.openapi import description
from builder.web.pages.pictures import Pictures
from builder.web.pages.routes import Pages
from builder.web.server.answering import Beside, answered
from builder.web.server.following import follow
from builder.web.server.library import Library
from builder.web.server.problems import of_failure
from builder.web.server.safety import LOCAL, Safety, is_known, tag_of
from builder.web.server.shelf import Shelf
from builder.web.server.slow import SlowWork
from renderers.typst.cachekeys import render_cache

if TYPE_CHECKING:  # it brings what draws
    from builder.web.watch.routes import Watching

SMALL = 600  # bytes; to compress fewer takes longer than to send them
COMPRESSION = 4  # of 9: the highest takes several times as long, in the thread that answers all


def create_app(
    library: Library, hosts: Collection[str] = LOCAL, shelf: Shelf | None = None, watching: Watching | None = None
) -> Starlette:
    """The app over a library: the API and the pages. It answers only under the names in `hosts`, if there are any.

    Without a `shelf` nothing that is sent is kept. What is `watching` has its page in the place of the first one, and
    follows the files in the library's place; then all is for the eyes of this machine alone.
    """

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        await library.load()
        stop = asyncio.Event()
        following = asyncio.create_task(stop.wait() if watching else follow(library, stop))
        yield
        stop.set()
        await following
        await pictures.close()
        await beside.slow.close()
        if beside.long is not library:
            await beside.long.close()
        await library.close()

    beside = Beside(library.for_long_work(), SlowWork(), shelf)
    api = [Route(PREFIX + one.path, partial(_api, one, library, beside), methods=[one.method]) for one in ENDPOINTS]
    pictures = Pictures(render_cache())
    own = [
        Route(f"{PREFIX}/openapi.json", _openapi, methods=["GET"]),
        Route("/health", partial(_health, library), methods=["GET"]),
    ]
    pages = Pages(library, pictures, watching)

    compressing = Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=COMPRESSION)

    async def explained(request: Request, error: Exception) -> Response:
        return await pages.explain(request, of_failure(request, error))

    return Starlette(
        routes=[*own, *api, *pages.routes],
        lifespan=life,
        middleware=[
            Middleware(Safety, hosts=hosts, strict=watching is not None),
            *([] if watching else [compressing]),  # within a machine it only costs
        ],
        exception_handlers=dict.fromkeys((UsageError, FindingsError, HTTPException, Exception), explained),
    )


async def _api(one: Endpoint, library: Library, beside: Beside, request: Request) -> Response:
    return await answered(one, library, beside, request)


async def _openapi(request: Request) -> Response:
    headers = {"etag": tag_of(_description()), "cache-control": "no-cache", "access-control-allow-origin": "*"}
    if is_known(headers["etag"], request.headers.getlist("if-none-match")):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(_description(), media_type="application/json", headers=headers)


@cache
def _description() -> bytes:
    return json_text(description(), indent=None).encode()


async def _health(library: Library, _: Request) -> Response:
    """Whether the server can answer: for whoever watches over it."""
    held = library.held
    said = {"status": "ok", "data": held.version, "faulty": sorted(held.failed)}
    return JSONResponse(said, headers={"cache-control": "no-store"})
