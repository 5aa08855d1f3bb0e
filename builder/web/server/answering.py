"""Answers requests of the API over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from builder.web.api.endpoints import Asked, Endpoint, Later, Reply, data_of, reply_of
from builder.web.api.languages import accepted
from builder.web.server.library import Held, Library
from builder.web.server.problems import problem
from builder.web.server.safety import MAX_BODY, is_known, tag_of
from builder.web.server.shelf import Shelf
from builder.web.server.slow import SlowWork


@dataclass(frozen=True, slots=True)
class Beside:
    """What answers are made with beside the library: its other thread, for what takes long, who draws, and the decks
    that are kept, which that other thread alone reads.
    """

    long: Library
    slow: SlowWork
    shelf: Shelf | None = None


async def answered(one: Endpoint, library: Library, beside: Beside, request: Request) -> Response:
    """Answer a request: check it, do the work in the library's thread, and send what is new to the one who asks.

    What takes long, and to read what was sent for it, is done in another thread, and what is drawn as slow work.

    Raises UsageError and FindingsError for what can't be done as asked.
    """
    query = dict(request.query_params)
    one.check_query(query)
    sent: bytes | None = b""
    if one.body is not None:
        try:
            sent = await _body_of(request)
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if sent is None:
            return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"At most {MAX_BODY // 1024} kB can be sent")
    path = {name: str(value) for name, value in request.path_params.items()}
    if_match = ",".join(request.headers.getlist("if-match"))
    languages = accepted(request.headers.get("accept-language", "")) if "lang" in one.parameters else ()
    asked = partial(Asked, path=path, query=query, shelf=beside.shelf, if_match=if_match, accepted=languages)

    def work(held: Held) -> Reply | Later:
        body = one.check_body(data_of(sent or b"")) if one.body is not None else {}
        return reply_of(one, asked(held, body=body))

    made = await (beside.long if one.takes_long(len(sent or b"")) else library).run(work)
    if isinstance(made, Later):
        made = await beside.slow.run(made.work)
    return _response(one, request, made)


def _response(one: Endpoint, request: Request, made: Reply) -> Response:
    headers = dict(made.headers)
    if one.method == "GET":
        headers = {"etag": tag_of(made.content), "cache-control": "no-cache", **headers}
        if "lang" in one.parameters:
            headers["vary"] = "accept-language"
        if not one.private:
            headers["access-control-allow-origin"] = "*"
        if is_known(headers["etag"], request.headers.getlist("if-none-match")):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if made.filename:
        headers["content-disposition"] = f'attachment; filename="{made.filename}"'
    return Response(made.content, media_type=made.media_type, headers=headers)


async def _body_of(request: Request) -> bytes | None:
    """What is sent; None where it is too much, of which no more is read."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > MAX_BODY:
            return None
        parts.append(part)
    return b"".join(parts)
