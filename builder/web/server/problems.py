"""What went wrong, as an answer: application/problem+json."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from builder.documents.data import Data
from builder.web.api.problems import MEDIA_TYPE, error_said, problem_said


def problem(status: HTTPStatus, title: str, detail: str = "", *, help_: str = "", **more: Data) -> Response:
    """An answer that says what went wrong: `title` is the same for a kind of problem, `detail` is about this one."""
    return JSONResponse(problem_said(status, title, detail, help_=help_, **more), status, media_type=MEDIA_TYPE)


def of_error(_: Request, error: Exception) -> Response:
    """The answer for an error that a request led to."""
    status, said = error_said(error)
    return JSONResponse(said, status, media_type=MEDIA_TYPE)
