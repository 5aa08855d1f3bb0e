"""What went wrong, as an answer: application/problem+json."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from builder.diagnostics.harmless import json_text
from builder.documents.data import Data
from builder.web.api.problems import MEDIA_TYPE, error_said, problem_said


def problem(status: HTTPStatus, title: str, detail: str = "", *, help_: str = "", **more: Data) -> Response:
    """An answer that says what went wrong: `title` is the same for a kind of problem, `detail` is about this one."""
    return _answer(status, problem_said(status, title, detail, help_=help_, **more))


def of_failure(request: Request, error: Exception) -> Response:
    """What went wrong with a request, or with its address."""
    if not isinstance(error, HTTPException):
        return of_error(request, error)
    status = HTTPStatus(error.status_code)
    title = "There is nothing at this address" if status == HTTPStatus.NOT_FOUND else status.phrase
    return problem(status, title)


def of_error(_: Request, error: Exception) -> Response:
    """The answer for an error that a request led to."""
    status, said = error_said(error)
    return _answer(status, said)


def _answer(status: HTTPStatus, said: Mapping[str, Data]) -> Response:
    """A problem; at a page's address a browser is shown another one, so no cache may take the one for the other."""
    headers = {"cache-control": "no-cache", "vary": "accept, accept-language"}
    return Response(json_text(dict(said), indent=None), status, headers, MEDIA_TYPE)
