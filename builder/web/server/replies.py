"""Answers over HTTP: errors as application/problem+json, and 304 for what browsers have already."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.web.api.problems import MEDIA_TYPE, error_data, problem_data
from builder.words import words_here

NO_CACHE = "no-cache"  # cached, but checked for changes each time


def tagged(
    request: Request,
    content: bytes,
    media_type: str,
    headers: Mapping[str, str] | None = None,
    status: int = HTTPStatus.OK,
) -> Response:
    """The content with its ETag, or 304 where the client has it already. Clients check it for changes each time, unless
    `headers` say otherwise.
    """
    every = {"etag": tag_of(content), "cache-control": NO_CACHE, **(headers or {})}
    if status == HTTPStatus.OK and is_known(every["etag"], request.headers.getlist("if-none-match")):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=every)
    return Response(content, status, every, media_type)


def problem(status: HTTPStatus, title: str) -> Response:
    """A problem with this status and title."""
    return _json(status, problem_data(status, title))


def failure(error: Exception) -> Response:
    """The answer to a request that raised an error."""
    if not isinstance(error, HTTPException):
        return _json(*error_data(error))
    status = HTTPStatus(error.status_code)
    answer = problem(status, words_here("api")("no-address") if status == HTTPStatus.NOT_FOUND else status.phrase)
    answer.headers.update(error.headers or {})  # with 405, what is allowed
    return answer


def tag_of(content: bytes) -> str:
    """The ETag of a content."""
    return f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'


def is_known(tag: str, headers: Sequence[str]) -> bool:
    """Whether `headers` name that tag: If-None-Match of who has the content already, or If-Match of who replaces it."""
    known = [one.strip().removeprefix("W/") for header in headers for one in header.split(",")]
    return tag in known or "*" in known


def _json(status: HTTPStatus, data: Mapping[str, Data]) -> Response:
    """A problem as JSON. Browsers get a page instead at the same address, so caches must store the two separately."""
    headers = {"cache-control": NO_CACHE, "vary": "accept, accept-language"}
    return Response(json_text(dict(data), indent=None), status, headers, MEDIA_TYPE)
