"""Serves a site to the browsers of this machine, and to no one else.

It listens on 127.0.0.1, answers only requests that name it as that or as localhost (so that no stranger's page can
reach it under a name of its own), and knows no paths but its own few: a request never says which file is read.
Cards are shown as images, in which nothing runs; opened by themselves they are in a sandbox.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedReader, RawIOBase
from pathlib import Path
from threading import BoundedSemaphore, Thread
from typing import Any  # Any: the arguments of the standard library's server
from urllib.parse import parse_qs, unquote, urlsplit

from builder.diagnostics import UsageError
from builder.web.watch.site import Site
from builder.web.watch.state import Watched
from renderers.typst.cachekeys import render_cache
from renderers.typst.worker import RenderWorker

ADDRESS = "127.0.0.1"
PORT = 8765  # unless it is taken and none was asked for
PAGES = 32  # that may listen for news at once
WAIT = 60.0  # seconds that a request for a picture waits, if need be
BEAT = 15.0  # seconds after which a silent stream says that it is still there
CONNECTIONS = 64  # at once; a browser has six
IDLE = 15.0  # seconds after which a connection that asks for nothing, or takes no answer, is closed
ASKING = 5.0  # seconds in which a request is whole once it has begun

OWN = Path(__file__).parent
FILES = {
    "/": ("page.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"


class Server:
    """Serves a site in threads of its own until `close`. Raises UsageError where the port can't be had."""

    def __init__(self, site: Site, port: int | None = None) -> None:
        self.site = site
        self._http = _listen(partial(_Answer, site, BoundedSemaphore(PAGES)), port)
        self.port = int(self._http.server_address[1])
        self.url = f"http://{ADDRESS}:{self.port}/"
        self._thread = Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.1}, name="server", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Answer no more."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(5)


@contextmanager
def served(
    watched: Watched,
    port: int | None = None,
    *,
    cache: bool = True,
    time_limit: float | None = None,
    editor: str = "",
) -> Iterator[tuple[Site, str]]:
    """The site of a pack and its page's URL, for as long as the context lasts.

    `cache` says whether pictures are taken from the cache and added to it; a batch takes at most `time_limit` seconds.
    `editor` is the pattern of links that open a file; without one there are none.
    Raises FindingsError for a faulty query, UsageError where the port can't be had.
    """
    with RenderWorker() as worker:
        worker.start()
        site = Site(watched, worker, render_cache() if cache else None, time_limit, editor)
        server = None
        try:
            site.start()
            server = Server(site, port)
            yield site, server.url
        finally:
            worker.close()  # first, or what is being drawn would be waited for
            site.close()
            if server:
                server.close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 128  # connections that wait to be taken; the usual 5 make a browser's first ones slow

    def __init__(self, *arguments: Any) -> None:
        self._room = BoundedSemaphore(CONNECTIONS)
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own; one connection too many is closed."""
        if self._room.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """The thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Mostly a browser that went away, which is no fault."""


def _listen(answer: Callable[..., BaseHTTPRequestHandler], port: int | None) -> _Http:
    for wanted in (PORT, 0) if port is None else (port,):
        try:
            return _Http((ADDRESS, wanted), answer)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", "") or str(error)
    raise UsageError(f"port {port} can't be used: {reason.lower()}", "--port takes another, or leave it out")


class _Requests(RawIOBase):
    """What a connection sends. A request that comes in small pieces must be whole in time, too."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._until: float | None = None  # when the request that has begun must be whole

    def begin(self) -> None:
        """Wait for the next request."""
        self._until = None

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for more. Raises TimeoutError."""
        left = self._until - time.monotonic() if self._until else IDLE
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        count = self._connection.recv_into(buffer)
        self._connection.settimeout(IDLE)
        self._until = self._until or time.monotonic() + ASKING
        return count


class _Answer(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "arsenal", ""
    timeout = IDLE

    def __init__(self, site: Site, pages: BoundedSemaphore, request: socket.socket, *others: Any) -> None:
        self.site, self.pages = site, pages
        request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().__init__(request, *others)

    def setup(self) -> None:
        """Read with limits of time."""
        super().setup()
        self._requests = _Requests(self.connection)
        self.rfile = BufferedReader(self._requests)

    def handle_one_request(self) -> None:
        """Wait for a request and answer it."""
        self._requests.begin()
        super().handle_one_request()

    def do_GET(self) -> None:
        """Answer a request."""
        if {"content-length", "transfer-encoding"} & {name.lower() for name in self.headers}:
            self.close_connection = True  # what it sends beside is not read, and is no request
        if not self._is_for_us():
            self._send(HTTPStatus.FORBIDDEN, b"This page is only for the machine that it runs on.\n")
            return
        try:
            url = urlsplit(self.path)
        except ValueError:  # such as http://[x
            url = urlsplit("")
        if url.path in FILES:
            name, kind = FILES[url.path]
            self._send(HTTPStatus.OK, (OWN / name).read_bytes(), kind)
        elif url.path == "/page.json":
            self._send(HTTPStatus.OK, json.dumps(self.site.page()).encode(), "application/json")
        elif url.path == "/events":
            self._stream(parse_qs(url.query).get("after", ["0"])[0])
        elif url.path.startswith("/pictures/"):
            self._picture(unquote(url.path.removeprefix("/pictures/")))
        elif url.path.startswith("/guides/"):
            self._guides(unquote(url.path.removeprefix("/guides/")))
        elif url.path.startswith("/editing/"):
            self._send(HTTPStatus.OK, self.site.editing(unquote(url.path.removeprefix("/editing/"))).encode())
        else:
            self._send(HTTPStatus.NOT_FOUND, b"There is nothing here.\n")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as http.server has it
        """Say nothing: the terminal is for what changed."""

    def _is_for_us(self) -> bool:
        port = self.server.server_address[1]  # type: ignore[index]  # an address of the internet, not a path
        own = [f"{ADDRESS}:{port}", f"localhost:{port}"]
        origins = self.headers.get_all("Origin", [])
        sites = self.headers.get_all("Sec-Fetch-Site", [])  # browsers say so whose page asks
        return (
            self.headers.get_all("Host", []) in ([own[0]], [own[1]])
            and all(origin in (f"http://{host}" for host in own) for origin in origins)
            and all(site in ("same-origin", "none") for site in sites)
        )

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is no request that is answered here, in a few words of our own."""
        self.close_connection = True
        self.request_version = self.protocol_version  # also where what was asked named none
        self._send(HTTPStatus(code), f"{HTTPStatus(code).phrase}.\n".encode())

    def _picture(self, name: str) -> None:
        if name not in self.site.things():
            self._send(HTTPStatus.NOT_FOUND, b"There is no such picture.\n")
        elif found := self.site.drawing.get(name, WAIT):
            self._send(HTTPStatus.OK, found, "image/svg+xml", PICTURE_POLICY)
        else:
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, b"This can't be drawn.\n")

    def _guides(self, name: str) -> None:
        if found := self.site.guides(name):
            self._send(HTTPStatus.OK, found, "image/svg+xml", PICTURE_POLICY)
        else:
            self._send(HTTPStatus.NOT_FOUND, b"There is no such picture.\n")

    def _stream(self, after: str) -> None:
        """Server-sent events, until one side goes."""
        if not (after.isascii() and after.isdigit() and len(after) < 16):
            self._send(HTTPStatus.BAD_REQUEST, b"Not a number of an event.\n")
            return
        if not self.pages.acquire(blocking=False):
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, b"Too many pages are open.\n")
            return
        self.close_connection = True
        try:
            self._head(HTTPStatus.OK, "text/event-stream", PAGE_POLICY)
            self.send_header("Connection", "close")
            self.end_headers()
            last = self.headers.get("Last-Event-ID", "")
            self._tell(int(last if last.isascii() and last.isdigit() and len(last) < 16 else after))
        except OSError:
            pass  # the page is closed
        finally:
            self.pages.release()

    def _tell(self, number: int) -> None:
        self.wfile.write(b"retry: 1000\n\n")
        while not self.site.feed.closed:
            events = self.site.feed.after(number, BEAT)
            if events is None:
                events = [(self.site.feed.count, '{"list": true}')]
            for number, event in events:
                self.wfile.write(f"id: {number}\ndata: {event}\n\n".encode())
            if not events:
                self.wfile.write(b": still here\n\n")
            self.wfile.flush()

    def _send(self, status: HTTPStatus, body: bytes, kind: str = "text/plain", policy: str = PAGE_POLICY) -> None:
        self._head(status, kind, policy)
        self.send_header("Content-Length", str(len(body)))
        with suppress(OSError):
            self.end_headers()
            self.wfile.write(body)

    def _head(self, status: HTTPStatus, kind: str, policy: str) -> None:
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        }.items():
            self.send_header(name, value)
