"""The web app over a library: the API, the pages, and what every request goes through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import cache, partial
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from builder.diagnostics import FindingsError, UsageError
from builder.diagnostics.harmless import json_text
from builder.web.api.endpoints import (
    ENDPOINTS,
    PREFIX,
    ApiRequest,
    Endpoint,
    Later,
    Reply,
    language_asked,
    reply_of,
)
from builder.web.api.games import accepted
from builder.web.server.following import follow
from builder.web.server.library import Library, Served
from builder.web.server.openapi import description
from builder.web.server.pages import Pages
from builder.web.server.pictures import Pictures
from builder.web.server.replies import failure, problem, tagged
from builder.web.server.safety import LOCAL, MAX_BODY, Safety
from builder.words import speaking, words_here
from renderers.typst.cachekeys import render_cache

SMALL = 600  # bytes; compressing fewer takes longer than sending them
COMPRESSION = 4  # of 9: higher levels take several times as long, and hold up all requests
LATE = 30.0  # seconds within which a request's body must arrive


def create_app(library: Library, hosts: Collection[str] = LOCAL, origins: Collection[str] = ()) -> Starlette:
    """The app over a library: the API and the pages. With `hosts`, it answers only under these names.

    `origins` are the other sites whose pages may ask it, as `Safety` takes them.
    """

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        await library.load()
        stop = asyncio.Event()
        following = asyncio.create_task(follow(library, stop))
        yield
        stop.set()
        await following
        await pictures.close()
        await library.close()

    async def explained(request: Request, error: Exception) -> Response:
        with speaking(language_asked(request.query_params, _accepted(request))):
            return await pages.explain(request, failure(error))

    pictures = Pictures(render_cache())
    pages = Pages(library, pictures)
    compressing = Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=COMPRESSION)
    return Starlette(
        routes=[
            *library.routes,
            Route(f"{PREFIX}/openapi.json", _openapi, methods=["GET"]),
            Route("/health", partial(_health, library), methods=["GET"]),
            *(Route(PREFIX + one.path, partial(_answered, one, library), methods=[one.method]) for one in ENDPOINTS),
            *pages.routes,
        ],
        lifespan=life,
        middleware=[
            Middleware(Safety, hosts=hosts, origins=origins, strict=library.is_private),
            *([] if library.is_private else [compressing]),  # on one machine it would only cost time
        ],
        exception_handlers=dict.fromkeys((UsageError, FindingsError, HTTPException, Exception), explained),
    )


def _accepted(request: Request) -> tuple[str, ...]:
    return accepted(request.headers.get("accept-language", ""))


async def _answered(one: Endpoint, library: Library, request: Request) -> Response:
    languages = _accepted(request)
    with speaking(language_asked(request.query_params, languages)):
        return await _reply(one, library, request, languages if "lang" in one.parameters else ())


async def _reply(one: Endpoint, library: Library, request: Request, languages: tuple[str, ...]) -> Response:
    """Answer a request of the API: check it, do the work in the library's thread, send what the client has not got.

    Work that takes long is done in a second thread, printing in a third. Raises UsageError and FindingsError for what
    can't be done as asked.
    """
    query = dict(request.query_params)
    one.check_query(query)
    sent = b""
    if one.body is not None:
        try:
            async with asyncio.timeout(LATE):
                sent = await _body_of(request)
        except TimeoutError:
            return problem(HTTPStatus.REQUEST_TIMEOUT, words_here("api")("late", seconds=round(LATE)))
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if len(sent) > MAX_BODY:
            return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, words_here("api")("large", most=str(MAX_BODY // 1024)))
    path = {name: str(value) for name, value in request.path_params.items()}
    if_match = ",".join(request.headers.getlist("if-match"))

    def work(games: Served) -> Reply | Later:
        return reply_of(one, ApiRequest(games, path, query, one.read_body(sent), if_match, languages))

    made = await (library.run_long if one.takes_long(len(sent)) else library.run)(work)
    if isinstance(made, Later):
        made = await library.prints.run(made.work)
    return _response(one, request, made)


def _response(one: Endpoint, request: Request, made: Reply) -> Response:
    headers = dict(made.headers)
    if made.filename:
        headers["content-disposition"] = f'attachment; filename="{made.filename}"'
    if one.method != "GET":
        return Response(made.content, media_type=made.media_type, headers=headers)
    if "lang" in one.parameters:
        headers["vary"] = "accept-language"
    return tagged(request, made.content, made.media_type, headers)


async def _body_of(request: Request) -> bytes:
    """The body of a request. Reading stops once it is larger than `MAX_BODY`."""
    sent = bytearray()
    async for part in request.stream():
        sent += part
        if len(sent) > MAX_BODY:
            break
    return bytes(sent)


async def _openapi(request: Request) -> Response:
    return tagged(request, _description(), "application/json")


@cache
def _description() -> bytes:
    return json_text(description(), indent=None).encode()


async def _health(library: Library, _: Request) -> Response:
    """Whether the server can answer, for programs that monitor it."""
    games = library.games
    state = {"status": "ok", "data": games.version, "faulty": sorted(games.failed)}
    return JSONResponse(state, headers={"cache-control": "no-store"})
