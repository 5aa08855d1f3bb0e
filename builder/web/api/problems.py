"""What can go wrong with a request, as problem details (RFC 9457), in the same words as on the command line."""

from __future__ import annotations

from http import HTTPStatus

from builder.diagnostics import Diagnostic, FindingsError, UsageError
from builder.diagnostics.harmless import printable
from builder.documents.data import Data
from builder.words import words_here

MEDIA_TYPE = "application/problem+json"
MOST_FINDINGS = 100


class NoSuchThing(UsageError):  # noqa: N818 - it is an answer
    """What the address names is not there."""


class TooMuch(UsageError):  # noqa: N818 - it is an answer
    """The server has too many requests to answer at the moment."""


class Conflict(UsageError):  # noqa: N818 - it is an answer
    """A write that would undo somebody else's: with what is there now (None: nothing), and what was sent."""

    def __init__(self, message: str, help_: str, *, tag: str, current: Data, sent: Data) -> None:
        super().__init__(message, help_)
        self.tag, self.current, self.sent = tag, current, sent


def problem_data(status: HTTPStatus, title: str, detail: str = "", *, help_: str = "", **more: Data) -> dict[str, Data]:
    """A problem as JSON: `title` is the same for every problem of a kind, `detail` is about this one."""
    data: dict[str, Data] = {"type": "about:blank", "title": title, "status": int(status)}
    data |= {"detail": printable(detail)} if detail else {}
    data |= {"help": printable(help_)} if help_ else {}
    return {**data, **more}


def error_data(error: Exception) -> tuple[HTTPStatus, dict[str, Data]]:
    """The status and the problem that an error is answered with. Nothing of a fault of Arsenal's own is revealed."""
    words = words_here("api")

    def answer(status: HTTPStatus, title: str, help_: str = "", **more: Data) -> tuple[HTTPStatus, dict[str, Data]]:
        return status, problem_data(status, title, str(error), help_=help_, **more)

    if isinstance(error, FindingsError):
        found: list[Data] = [_finding(finding) for finding in error.diagnostics[:MOST_FINDINGS]]
        return answer(HTTPStatus.UNPROCESSABLE_ENTITY, words("faults"), findings=found)
    if isinstance(error, NoSuchThing):
        return answer(HTTPStatus.NOT_FOUND, words("no-thing"), error.help)
    if isinstance(error, TooMuch):
        return answer(HTTPStatus.SERVICE_UNAVAILABLE, words("too-much"), error.help)
    if isinstance(error, Conflict):
        both: dict[str, Data] = {"current": error.current, "sent": error.sent, "etag": error.tag}
        return answer(HTTPStatus.PRECONDITION_FAILED, words("changed"), error.help, **both)
    if isinstance(error, UsageError):
        return answer(HTTPStatus.BAD_REQUEST, words("refused"), error.help)
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    return status, problem_data(status, words("own-fault"))


def _finding(finding: Diagnostic) -> dict[str, Data]:
    data: dict[str, Data] = {"code": finding.code, "severity": finding.severity, "message": printable(finding.message)}
    if finding.help:
        data["help"] = printable(finding.help)
    if finding.span:
        data |= {"line": finding.span.line, "column": finding.span.column}
    return data
