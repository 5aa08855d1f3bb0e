"""Checks every request (its host, its origin, the size of its body) and adds headers to every answer.

A server for this machine only answers only requests to localhost, so that a stranger's page can't reach it under a
name of its own (DNS rebinding). Only this server's own pages may send requests that change something.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from http import HTTPStatus

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from builder.web.server.replies import problem

MAX_BODY = 1024 * 1024  # bytes
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
}
ALONE = {"cross-origin-resource-policy": "same-origin"}  # for a server for this machine only
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
LOCAL = ("127.0.0.1", "localhost", "[::1]")

_SHARED = b"access-control-allow-origin"
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?")


def names_for(host: str, more: Collection[str] = ()) -> frozenset[str]:
    """The host names under which a server that listens at this address answers; an empty set means any.

    The names of a server that listens for the network can't be known: `more` has them all, or any name will do.
    """
    if host in ("127.0.0.1", "localhost", "::1", "[::1]"):
        return frozenset((*LOCAL, *more))
    return frozenset((*LOCAL, *more)) if more else frozenset()


class Safety:
    """Wraps an app. `hosts` are the names under which it answers; an empty set means any.

    Where it is `strict`, only its own pages may send requests, and only to the port on which it listens.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = LOCAL, *, strict: bool = False) -> None:
        self.app, self.hosts, self.strict = app, frozenset(hosts), strict

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._refused(scope, headers)
        if refused:
            status, why = refused
            await problem(status, why)(scope, receive, self._with_headers(send))
            return
        await self.app(scope, receive, self._with_headers(send))

    def _refused(self, scope: Scope, headers: dict[str, str]) -> tuple[HTTPStatus, str] | None:
        """The status and the reason to refuse a request with; None where it is allowed."""
        host = _HOST.fullmatch(headers.get("host", "").lower())
        if self.hosts and not (host and host[1] in self.hosts):
            return HTTPStatus.MISDIRECTED_REQUEST, "This server is not called that"
        if self.strict and not (host and int(host[2] or 80) == scope["server"][1]):
            return HTTPStatus.MISDIRECTED_REQUEST, "This server is not called that"
        if self.strict or scope["method"] not in SAFE_METHODS:
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                return HTTPStatus.FORBIDDEN, "Only this server's own pages may send this"
            origin = headers.get("origin")
            if origin and re.sub(r"^https?://", "", origin) != headers.get("host", ""):
                return HTTPStatus.FORBIDDEN, "Only this server's own pages may send this"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:12]) > MAX_BODY:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"At most {MAX_BODY // 1024} kB can be sent"
        return None

    def _with_headers(self, send: Send) -> Send:
        """Add the headers that every answer has. A server for this machine only lets no other site's scripts read."""
        alone = bool(self.hosts) and self.hosts <= set(LOCAL)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(n, v) for n, v in message["headers"] if not (alone and n.lower() == _SHARED)]
                given = {name.lower() for name, _ in own}
                extra = {**HEADERS, **(ALONE if alone else {}), "content-security-policy": PAGE_POLICY}
                more = [(n.encode(), v.encode()) for n, v in extra.items() if n.encode() not in given]
                message["headers"] = [*own, *more]
            await send(message)

        return sent
