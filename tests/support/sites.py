"""A site of files: written, served by a plain web server under a prefix, and its links looked at."""

from __future__ import annotations

import posixpath
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

from PIL import Image

from builder.web.site.addresses import Linked

PREFIX = "/cards/"


@cache
def gray(width: int) -> bytes:
    """A picture of a card with nothing on it, as WebP: to draw those of a game takes longer than most tests."""
    made = BytesIO()
    Image.new("L", (width, width * 7 // 5), 128).save(made, "WEBP")
    return made.getvalue()


class Undrawn:
    """In place of a site's pictures (`SitePictures`): each is gray."""

    def __init__(self, _source: object, linked: Linked, *_: object) -> None:
        self.pictures = list(linked.pictures)  # those that are known before pages are made; no others are drawn

    def __enter__(self) -> Undrawn:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def files(self) -> dict[str, bytes]:
        return {path: gray(int(path.split(".")[-2])) for path in self.pictures}


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> dict[str, tuple[bytes | None, bytes | None]]:
    """The files that are not the same in both, each from where they differ."""
    found = {}
    for path in sorted(one.keys() | other.keys()):
        here, there = one.get(path), other.get(path)
        if here != there:
            same = takewhile(lambda pair: pair[0] == pair[1], zip(here or b"", there or b"", strict=False))
            start = max(sum(1 for _ in same) - 20, 0)
            found[path] = (here and here[start : start + 80], there and there[start : start + 80])
    return found


def links(html: str) -> list[str]:
    """All that a page links, asks for or shows."""
    found = re.findall(r'(?:href|src|action)="([^"]*)"', html)
    found += [one.split(" ")[0] for several in re.findall(r'srcset="([^"]*)"', html) for one in several.split(", ")]
    return [unescape(one) for one in found]


def astray(files: dict[str, bytes], prefix: str = "", host: str = "") -> list[tuple[str, str]]:
    """The links of pages that lead to no file of the site, each with its page. `host` is the site's own."""
    found = []
    for page in (name for name in files if name.endswith(".html")):
        for link in links(files[page].decode()):
            parts = urlsplit(link)
            own = f"{parts.scheme}://{parts.netloc}" == host
            path = unquote(parts.path)
            if own or path.startswith("/"):
                target = path.removeprefix(prefix) if prefix and path.startswith(prefix) else "/"
            else:
                target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
            target = f"{target}index.html" if target == "" or target.endswith("/") else target
            if (parts.netloc and not own) or target not in files:
                found.append((page, link))
    return found


class _Files(SimpleHTTPRequestHandler):
    """A plain host that has the site under a prefix, and answers with its page 404.html for files that are missing."""

    def log_message(self, *_: object) -> None:
        """Nothing."""

    def translate_path(self, path: str) -> str:
        """The file of an address; a path that doesn't exist for an address outside the site."""
        inside = urlsplit(path).path
        return super().translate_path("/" + inside.removeprefix(PREFIX) if inside.startswith(PREFIX) else "/none/none")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """As hosts of files answer: with 404.html."""
        page = Path(self.directory, "404.html")
        if code != 404 or not page.is_file():
            return super().send_error(code, message, explain)
        content = page.read_bytes()
        self.send_response(404)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        return None


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *given: Any) -> None:
        self.open: list[socket.socket] = []  # browsers open connections before they ask for something
        super().__init__(*given)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.append(request)
        super().process_request(request, client_address)


class Host:
    """A host that can be switched off and on again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._handler = partial(_Files, directory=str(folder))
        self._server: _Server | None = None
        self._port = 0
        self.on()

    @property
    def url(self) -> str:
        """The site's address."""
        return f"http://127.0.0.1:{self._port}{PREFIX}"

    def on(self) -> None:
        """Answer."""
        self._server = _Server(("127.0.0.1", self._port), self._handler)
        self._port = self._server.server_address[1]
        Thread(target=self._server.serve_forever, daemon=True).start()

    def off(self) -> None:
        """Answer no more."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            for connection in self._server.open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            self._server = None


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """A host of the site in a folder."""
    host = Host(folder)
    try:
        yield host
    finally:
        host.off()
