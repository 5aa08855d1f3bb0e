"""The page on the web: whom it answers, and what it refuses."""

import json
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from builder.diagnostics import UsageError
from builder.web.watch import Server, Site
from builder.web.watch.feed import REMEMBERED
from builder.web.watch.serving import CONNECTIONS, OWN
from tests.support.watching import SECONDS, Watch


def test_it_is_only_for_this_machine_and_only_for_its_own_pages(pack: Path, watch: Watch) -> None:
    page = watch()
    for host in (f"127.0.0.1:{page.port}", f"localhost:{page.port}"):
        assert page.ask("/", Host=host)[0] == 200
    for host in ("evil.example", f"evil.example:{page.port}", "127.0.0.1", f"127.0.0.1:{page.port + 1}", ""):
        for path in ("/", "/page.json", "/events?after=0", "/pictures/card-1"):
            assert page.ask(path, Host=host)[0] == 403
    for path in (
        "/pictures/..%2f..%2fgame.yaml",
        "/pictures/../game.yaml",
        "/pictures/%00",
        "/pictures/",
        "/../game.yaml",
        "/game.yaml",
        "//etc/passwd",
        "/page.html",
        "/serving.py",
    ):
        assert page.ask(path)[:2] in ((404, b"There is nothing here.\n"), (404, b"There is no such picture.\n")), path
    for after in ("-1", "x", "9" * 99, "%C2%B2"):
        assert page.ask(f"/events?after={after}")[0] == 400
    assert page.ask("/", "POST")[0] == 501
    policy = page.ask("/pictures/card-1")[2]
    assert policy["Content-Security-Policy"].startswith("default-src 'none'; style-src 'unsafe-inline'; ")
    assert policy["Content-Security-Policy"].endswith("; sandbox")
    assert policy["Content-Type"] == "image/svg+xml"
    for path in ("/", "/page.js", "/page.css", "/page.json", "/icon.svg", "/pictures/card-1"):
        _, body, headers = page.ask(path)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "unsafe" not in headers["Content-Security-Policy"] or path.startswith("/pictures/")
        assert "unsafe-eval" not in headers["Content-Security-Policy"]
        if path in ("/", "/page.js", "/page.css"):
            assert b"http" not in body  # nothing from elsewhere


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="Linux lists there who listens where")
def test_no_other_machine_can_reach_it(watch: Watch) -> None:
    port = f"{watch().port:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    assert {row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port}")} == {f"0100007F:{port}"}


def answer(server: Server, path: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
    connection.request("GET", path)
    return connection.getresponse()


def test_a_server_has_the_page_until_it_is_closed(site: Site) -> None:
    server = Server(site, 0)
    assert server.url == f"http://127.0.0.1:{server.port}/"
    page = answer(server, "/")
    assert (page.status, page.getheader("Content-Type")) == (200, "text/html; charset=utf-8")
    assert page.read() == (OWN / "page.html").read_bytes()
    assert json.load(answer(server, "/page.json")) == site.page()
    assert answer(server, "/pictures/card-2").read().startswith(b"<svg")
    assert answer(server, "/pictures/card-3").status == 404
    server.close()
    with pytest.raises(ConnectionRefusedError):
        answer(server, "/")


def test_a_port_that_is_taken_or_none_is_refused(site: Site) -> None:
    server = Server(site, 0)
    for port in (server.port, 70_000):
        with pytest.raises(UsageError, match=f"port {port} can't be used"):
            Server(site, port)
    server.close()


def test_a_page_that_has_missed_too_much_is_sent_to_the_list(site: Site) -> None:
    for number in range(REMEMBERED + 1):
        site.feed.publish({"number": number})
    server = Server(site, 0)
    stream = answer(server, "/events?after=0")
    assert stream.getheader("Content-Type") == "text/event-stream"
    said = [stream.readline() for _ in range(4)]
    assert said == [b"retry: 1000\n", b"\n", f"id: {REMEMBERED + 1}\n".encode(), b'data: {"list": true}\n']
    server.close()


@pytest.fixture
def server(site: Site) -> Iterator[Server]:
    made = Server(site, 0)
    yield made
    made.close()


def sent(server: Server, request: bytes) -> bytes:
    """All that comes back for these bytes until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as connection:
        connection.sendall(request)
        with suppress(ConnectionError):  # closed before all of it was read
            return b"".join(iter(lambda: connection.recv(65536), b""))
        return b""


def answering() -> int:
    """How many threads answer a connection."""
    return sum("process_request" in thread.name for thread in threading.enumerate())


def test_half_open_connections_are_bounded(server: Server) -> None:
    opened = [socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) for _ in range(CONNECTIONS + 40)]
    for connection in opened[CONNECTIONS:]:
        assert connection.recv(1) == b""  # closed at once
    assert answering() <= CONNECTIONS
    for connection in opened:
        connection.close()
    ended = time.monotonic() + SECONDS
    while answering() and time.monotonic() < ended:
        time.sleep(0.01)
    assert answer(server, "/").status == 200


def test_a_request_that_comes_in_pieces_must_be_whole_in_time(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.web.watch.serving.ASKING", 0.05)
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as connection:
        with suppress(ConnectionError):
            for piece in [b"GET / HTTP/1.1\r\n", *[b"X: y\r\n"] * 10_000]:
                connection.sendall(piece)
                if connection in select.select([connection], [], [], 0.01)[0]:
                    break
        with suppress(ConnectionError):
            assert connection.recv(1) == b""


def test_a_connection_that_asks_for_nothing_is_closed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.web.watch.serving.IDLE", 0.05)
    assert sent(server, b"") == b""


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ("HEAD / HTTP/1.1\r\nHost: {host}\r\n\r\n", 501),
        ("POST /page.json HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\n\r\nabc", 501),
        ("OPTIONS / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\n\r\n", 501),
        ("<script> / HTTP/1.1\r\nHost: {host}\r\n\r\n", 501),
        ("GET / HTTP/1.1\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: null\r\n\r\n", 403),
        ("GET /events HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\n\r\n", 403),
        ("GET /events HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: same-site\r\n\r\n", 403),
        ("GET /pictures/%2e%2e%2f%2e%2e%2fgame.yaml HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET /pictures/..%5c..%5cgame.yaml HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET /pictures/%252e%252e%252fgame.yaml HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET http://evil.example/x HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET http://[bad HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
        ("GET /" + "x" * 70_000 + " HTTP/1.1\r\nHost: {host}\r\n\r\n", 414),
        ("GET / HTTP/1.1\r\nX: " + "x" * 70_000 + "\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\n" + "X: y\r\n" * 200 + "\r\n", 431),
        ("GET / HTTP/9\r\n\r\n", 400),
        ("GET / HTTP/1.1 more\r\n\r\n", 400),
    ],
)
def test_odd_requests_are_refused_in_plain_text(server: Server, request_: str, status: int) -> None:
    host = f"127.0.0.1:{server.port}"
    last = "Connection: close\r\n\r\n"
    written = request_.format(host=host)
    written = written.replace("\r\n\r\n", "\r\n" + last, 1)
    said = sent(server, written.encode())
    assert said.startswith(f"HTTP/1.1 {status} ".encode())
    head = said.partition(b"\r\n\r\n")[0]
    assert b"Content-Type: text/plain" in head
    assert b"Content-Security-Policy: default-src 'none'" in head
    assert b"Access-Control" not in head
    assert b"script>" not in said


def test_what_is_sent_beside_a_request_is_no_other_request(server: Server) -> None:
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    second = f"GET /page.json HTTP/1.1\r\n{host}\r\n"
    said = sent(server, f"GET /icon.svg HTTP/1.1\r\n{host}Content-Length: {len(second)}\r\n\r\n{second}".encode())
    assert said.count(b"HTTP/1.1 ") == 1


def test_its_own_pages_may_ask(server: Server) -> None:
    for more in (f"Origin: {server.url.rstrip('/')}", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none"):
        request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n{more}\r\n\r\n"
        assert sent(server, request.encode()).startswith(b"HTTP/1.1 200 ")
