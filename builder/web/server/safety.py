"""Checks every request (its host, its origin, the size of its body) and adds headers to every answer.

A server for this machine only answers only requests to localhost, so that a stranger's page can't reach it under a
name of its own (DNS rebinding). Only this server's own pages may send requests that change something. What changes
nothing, such as judging a deck, the pages of other sites may ask for, too: of any site where the server is for the
network, of those that are named where it is for this machine (CORS).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from builder.diagnostics import UsageError
from builder.web.api.endpoints import is_open
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
ALONE = {"cross-origin-resource-policy": "same-origin"}  # for whoever asks this machine by its own name
SHARED = {"access-control-expose-headers": "etag, content-disposition, arsenal-losses"}
PREFLIGHT = {
    "access-control-allow-methods": "GET, HEAD, POST",
    "access-control-allow-headers": "content-type, accept-language, if-none-match",
    "access-control-max-age": "7200",  # seconds; browsers keep it no longer
}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
LOCAL = ("127.0.0.1", "localhost", "[::1]")

ANY, NONE = "*", "none"  # any other site, no other site

_ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?")


def names_for(host: str, more: Collection[str] = ()) -> frozenset[str]:
    """The host names under which a server that listens at this address answers; an empty set means any.

    The names of a server that listens for the network can't be known: `more` has them all, or any name will do.
    """
    return frozenset((*LOCAL, *more)) if more or host in (*LOCAL, "::1") else frozenset()


def origins_in(named: Collection[str]) -> frozenset[str]:
    """The origins that somebody named: sites as https://decks.example, `ANY`, or `NONE`.

    Raises UsageError for anything else, with the site that was probably meant.
    """
    for one in named:
        if one in (ANY, NONE) or _ORIGIN.fullmatch(one):
            continue
        split = urlsplit(one if "://" in one else f"https://{one}")
        meant = f"{split.scheme}://{split.netloc}".lower()
        help_ = f"such as {meant if _ORIGIN.fullmatch(meant) else 'https://decks.example'}; * for all, none for none"
        raise UsageError(f'"{one}" is no site whose pages may ask', help_)
    return frozenset(named)


class Safety:
    """Wraps an app. `hosts` are the names under which it answers; an empty set means any.

    `origins` are the sites whose pages may ask for what changes nothing (`ANY`: all, `NONE`: no other site's). Where
    none are named, all may ask, except by a name of this machine, since what is served to it alone is not public.

    Where it is `strict`, only its own pages may send requests, and only to the port on which it listens.
    """

    def __init__(
        self, app: ASGIApp, hosts: Collection[str] = LOCAL, *, origins: Collection[str] = (), strict: bool = False
    ) -> None:
        self.app, self.hosts, self.origins, self.strict = app, frozenset(hosts), frozenset(origins), strict

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        found = _HOST.fullmatch(headers.get("host", "").lower())
        host = found[1] if found else ""
        wanted = headers.get("access-control-request-method", "") if scope["method"] == "OPTIONS" else ""
        shared = self._shared(host, wanted or scope["method"], scope["path"], headers.get("origin", ""))
        extra = {**HEADERS, **(ALONE if self.strict or host in LOCAL else {}), **shared}
        sent = _with_headers(send, extra)
        port = int(found[2] or 80) if found else 0
        if (self.hosts and host not in self.hosts) or (self.strict and port != scope["server"][1]):
            answer = problem(HTTPStatus.MISDIRECTED_REQUEST, "This server is not called that")
            await answer(scope, receive, _with_headers(send, HEADERS))
        elif refused := self._refused(scope["method"], headers, is_shared="access-control-allow-origin" in shared):
            await problem(*refused)(scope, receive, sent)
        elif wanted and "access-control-allow-origin" in shared:
            await Response(status_code=HTTPStatus.NO_CONTENT, headers=PREFLIGHT)(scope, receive, sent)
        else:
            await self.app(scope, receive, sent)

    def _shared(self, host: str, method: str, path: str, origin: str) -> dict[str, str]:
        """The headers by which browsers give the answer to the page of another site; empty where they must not."""
        if self.strict or not is_open(method, path):
            return {}
        if ANY in self.origins or (not self.origins and host not in LOCAL):
            return {"access-control-allow-origin": ANY, **SHARED}
        vary = {"vary": "origin"} if self.origins else {}
        return vary | ({"access-control-allow-origin": origin, **SHARED} if origin in self.origins - {NONE} else {})

    def _refused(self, method: str, headers: dict[str, str], *, is_shared: bool) -> tuple[HTTPStatus, str] | None:
        """The status and the reason to refuse a request with; None where it is allowed."""
        if self.strict or (method not in SAFE_METHODS and not is_shared):
            site, origin = headers.get("sec-fetch-site", "same-origin"), headers.get("origin")
            is_strange = origin and re.sub(r"^https?://", "", origin) != headers.get("host", "")
            if is_strange or site not in ("same-origin", "none"):
                return HTTPStatus.FORBIDDEN, "Only this server's own pages may send this"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:12]) > MAX_BODY:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"At most {MAX_BODY // 1024} kB can be sent"
        return None


def _with_headers(send: Send, extra: Mapping[str, str]) -> Send:
    """Add the headers that every answer has, and these; where the answer has one of them, its own stays."""
    every = {"content-security-policy": PAGE_POLICY, **extra}

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]} - {b"vary"}  # which adds up
            more = [(n.encode(), v.encode("latin-1")) for n, v in every.items() if n.encode() not in given]
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return sent
